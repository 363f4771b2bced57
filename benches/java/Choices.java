import margay.Margay;

/**
 * What a choice costs, and going back to it: 2^n candidates, decided bit by bit deep in the stack,
 * with a large array that every path writes to. {@code assume} ends a path where it is, so that
 * no candidate pays for the calls around it.
 */
public class Choices {
    int heap;
    int depth;
    boolean[] bits;

    boolean repOk() {
        return descend(depth, new int[heap]);
    }

    private boolean descend(int calls, int[] room) {
        if (calls > 0) {
            return descend(calls - 1, room);
        }
        for (int i = 0; i < bits.length; i++) {
            if (bits[i]) {
                room[i]++;
            }
        }
        Margay.assume(false);
        return false;
    }
}
