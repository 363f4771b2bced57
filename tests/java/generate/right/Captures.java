package right;

/** Anonymous and local classes use variables of the method around them. */
public class Captures {
    interface Op {
        int at(int x);
    }

    private final Op anonymous;
    private final Op local;

    public Captures(int[] numbers, int offset) {
        anonymous = new Op() {
            @Override
            public int at(int x) {
                return numbers[x];
            }
        };
        class Shifted implements Op {
            @Override
            public int at(int x) {
                return x + offset;
            }
        }
        local = new Shifted();
    }

    public int get(int i) {
        if (i < 0) {
            return -1;
        }
        return anonymous.at(i) > 3 ? 1 : 0;
    }

    public int shift(int i) {
        return local.at(i) == 12 ? 1 : 0;
    }
}
