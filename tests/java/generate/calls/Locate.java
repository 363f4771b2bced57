/** A character looked for in a text that ends with a zero. */
class Locate {
    static int locate(char[] s, char c) {
        int i = 0;
        while (s[i] != c) {
            if (s[i] == 0) {
                return -1;
            }
            i++;
        }
        return i;
    }

    static int top(char[] input) {
        int z = locate(input, 'a');
        if (z == -1) {
            return -1;
        }
        if (input[z + 1] != ':') {
            return 1;
        }
        return 0;
    }

    static int different(char[] one, char[] other) {
        int a = locate(one, 'a');
        int b = locate(other, 'b');
        if (a == -1) {
            return b == -1 ? 0 : 1;
        }
        return b == -1 ? 2 : 3;
    }

    static int same(char[] input) {
        int a = locate(input, 'a');
        int b = locate(input, 'b');
        if (a == -1) {
            return b == -1 ? 0 : 1;
        }
        return b == -1 ? 2 : 3;
    }

    static boolean isGiven(char[] s) {
        return s != null;
    }

    static boolean endsAt14(char[] s) {
        return s != null && s.length == 14 && s[13] == 0;
    }

    static boolean bothEndAt14(char[] one, char[] other) {
        return one != other && endsAt14(one) && endsAt14(other);
    }
}
