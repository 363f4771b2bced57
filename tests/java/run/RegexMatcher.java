// A regular expression engine: parser to a syntax tree, Thompson construction to an NFA, simulation; plus a backtracking one.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

public class RegexMatcher {
    static class SyntaxException extends Exception {
        final int position;

        SyntaxException(String message, int position) {
            super(message + " at " + position);
            this.position = position;
        }
    }

    static abstract class Node {
        abstract Fragment compile(Nfa nfa);
        abstract void match(String s, int i, Continuation k);
    }

    interface Continuation {
        void accept(int position);
    }

    static class Nfa {
        final List<State> states = new ArrayList<>();

        State add() {
            State s = new State(states.size());
            states.add(s);
            return s;
        }
    }

    static class State {
        final int id;
        int low = -1;
        int high = -1;
        State onChar;
        final List<State> onEmpty = new ArrayList<>(2);

        State(int id) {
            this.id = id;
        }
    }

    static class Fragment {
        final State start;
        final State end;

        Fragment(State start, State end) {
            this.start = start;
            this.end = end;
        }
    }

    static class Chars extends Node {
        final int low;
        final int high;

        Chars(int low, int high) {
            this.low = low;
            this.high = high;
        }

        @Override
        Fragment compile(Nfa nfa) {
            State a = nfa.add();
            State b = nfa.add();
            a.low = low;
            a.high = high;
            a.onChar = b;
            return new Fragment(a, b);
        }

        @Override
        void match(String s, int i, Continuation k) {
            if (i < s.length() && s.charAt(i) >= low && s.charAt(i) <= high) {
                k.accept(i + 1);
            }
        }
    }

    static class Empty extends Node {
        @Override
        Fragment compile(Nfa nfa) {
            State a = nfa.add();
            return new Fragment(a, a);
        }

        @Override
        void match(String s, int i, Continuation k) {
            k.accept(i);
        }
    }

    static class Sequence extends Node {
        final Node first;
        final Node second;

        Sequence(Node first, Node second) {
            this.first = first;
            this.second = second;
        }

        @Override
        Fragment compile(Nfa nfa) {
            Fragment a = first.compile(nfa);
            Fragment b = second.compile(nfa);
            a.end.onEmpty.add(b.start);
            return new Fragment(a.start, b.end);
        }

        @Override
        void match(String s, int i, Continuation k) {
            first.match(s, i, j -> second.match(s, j, k));
        }
    }

    static class Either extends Node {
        final Node left;
        final Node right;

        Either(Node left, Node right) {
            this.left = left;
            this.right = right;
        }

        @Override
        Fragment compile(Nfa nfa) {
            State start = nfa.add();
            State end = nfa.add();
            for (Node n : new Node[] {left, right}) {
                Fragment f = n.compile(nfa);
                start.onEmpty.add(f.start);
                f.end.onEmpty.add(end);
            }
            return new Fragment(start, end);
        }

        @Override
        void match(String s, int i, Continuation k) {
            left.match(s, i, k);
            right.match(s, i, k);
        }
    }

    static class Repeat extends Node {
        final Node inner;
        final char kind;

        Repeat(Node inner, char kind) {
            this.inner = inner;
            this.kind = kind;
        }

        @Override
        Fragment compile(Nfa nfa) {
            State start = nfa.add();
            State end = nfa.add();
            Fragment f = inner.compile(nfa);
            start.onEmpty.add(f.start);
            f.end.onEmpty.add(end);
            if (kind != '+') {
                start.onEmpty.add(end);
            }
            if (kind != '?') {
                f.end.onEmpty.add(f.start);
            }
            return new Fragment(start, end);
        }

        @Override
        void match(String s, int i, Continuation k) {
            inner.match(s, i, j -> {
                if (kind == '?') {
                    k.accept(j);
                } else if (j > i) {
                    new Repeat(inner, '*').match(s, j, k);
                }
            });
            if (kind != '+') {
                k.accept(i);
            }
        }
    }

    static class Parser {
        private final String pattern;
        private int i;

        Parser(String pattern) {
            this.pattern = pattern;
        }

        Node parse() throws SyntaxException {
            Node n = alternatives();
            if (i < pattern.length()) {
                throw new SyntaxException("unexpected " + pattern.charAt(i), i);
            }
            return n;
        }

        private Node alternatives() throws SyntaxException {
            Node n = sequence();
            while (i < pattern.length() && pattern.charAt(i) == '|') {
                i++;
                n = new Either(n, sequence());
            }
            return n;
        }

        private Node sequence() throws SyntaxException {
            Node n = new Empty();
            while (i < pattern.length() && "|)".indexOf(pattern.charAt(i)) < 0) {
                n = new Sequence(n, repeated());
            }
            return n;
        }

        private Node repeated() throws SyntaxException {
            Node n = atom();
            while (i < pattern.length() && "*+?".indexOf(pattern.charAt(i)) >= 0) {
                n = new Repeat(n, pattern.charAt(i++));
            }
            return n;
        }

        private Node atom() throws SyntaxException {
            char c = pattern.charAt(i++);
            switch (c) {
                case '(':
                    Node n = alternatives();
                    if (i >= pattern.length() || pattern.charAt(i++) != ')') {
                        throw new SyntaxException("missing )", i);
                    }
                    return n;
                case '.':
                    return new Chars(0, 0xffff);
                case '*': case '+': case '?':
                    throw new SyntaxException("nothing to repeat", i - 1);
                case '[':
                    Node set = null;
                    while (i < pattern.length() && pattern.charAt(i) != ']') {
                        char low = pattern.charAt(i++);
                        char high = low;
                        if (pattern.charAt(i) == '-') {
                            high = pattern.charAt(i + 1);
                            i += 2;
                        }
                        Node range = new Chars(low, high);
                        set = set == null ? range : new Either(set, range);
                    }
                    i++;
                    return set;
                case '\\':
                    return new Chars(pattern.charAt(i), pattern.charAt(i++));
                default:
                    return new Chars(c, c);
            }
        }
    }

    final Node tree;
    final Nfa nfa = new Nfa();
    final Fragment whole;

    RegexMatcher(String pattern) throws SyntaxException {
        tree = new Parser(pattern).parse();
        whole = tree.compile(nfa);
    }

    private BitSet close(BitSet set) {
        Deque<State> work = new ArrayDeque<>();
        set.stream().forEach(id -> work.push(nfa.states.get(id)));
        while (!work.isEmpty()) {
            for (State next : work.pop().onEmpty) {
                if (!set.get(next.id)) {
                    set.set(next.id);
                    work.push(next);
                }
            }
        }
        return set;
    }

    boolean matches(String text) {
        BitSet now = new BitSet();
        now.set(whole.start.id);
        close(now);
        for (char c : text.toCharArray()) {
            BitSet next = new BitSet();
            for (int id = now.nextSetBit(0); id >= 0; id = now.nextSetBit(id + 1)) {
                State s = nfa.states.get(id);
                if (s.onChar != null && c >= s.low && c <= s.high) {
                    next.set(s.onChar.id);
                }
            }
            now = close(next);
        }
        return now.get(whole.end.id);
    }

    boolean backtracks(String text) {
        boolean[] found = {false};
        tree.match(text, 0, end -> found[0] |= end == text.length());
        return found[0];
    }

    public static void main(String[] args) {
        String[] patterns = {"abc", "a|b", "(ab)*c", "a+b?c*", "[a-c]+[0-9]", "x(y|z)*w", ".*ab.", "(a|ab)(c|bcd)(d*)", "\\(a\\)", "", "(a?)(a?)(a?)aaa", "(", "a)", "*a", "[0-9]+\\.[0-9]+"};
        String[] texts = {"", "a", "abc", "ababc", "c", "aab", "abcc", "b7", "abca5", "xyzzyw", "xw", "zzabz", "abcd", "(a)", "aaa", "aaaaaa", "3.14", "314"};
        for (String p : patterns) {
            try {
                RegexMatcher m = new RegexMatcher(p);
                StringBuilder line = new StringBuilder(p + " [" + m.nfa.states.size() + "]:");
                for (String t : texts) {
                    boolean yes = m.matches(t);
                    if (yes) {
                        line.append(" '").append(t).append('\'');
                    }
                    if (yes != m.backtracks(t) || yes != t.matches(p)) {
                        line.append(" DISAGREE on ").append(t);
                    }
                }
                System.out.println(line);
            } catch (SyntaxException e) {
                System.out.println(p + " is bad: " + e.getMessage() + " " + e.position);
            }
        }
    }
}
