// enumerate: objects Peer=1 => candidates 3 valid 1 inits-checkpoint 4 inits-reexecute 5
// enumerate: objects Peer=3 => candidates 10 valid 2 inits-checkpoint 13 inits-reexecute 30
// enumerate: objects Peer=4 => candidates 11 valid 2 inits-checkpoint 14 inits-reexecute 34
// enumerate: --bound 2 => candidates 6 valid 1 inits-checkpoint 8 inits-reexecute 14
// A predicate that throws where a link is missing: a throw is a rejection. Rings of one peer and of
// three bring the message back.

public class Handshake {
    Peer first;

    static class Peer {
        Peer next;
    }

    boolean repOk() {
        if (first.next.next.next != first) {
            throw new IllegalStateException("the message got lost");
        }
        return true;
    }
}
