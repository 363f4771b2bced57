// Dense (table), sparse (lookup), negative, char, byte and fall-through switches.
public class Switches {
    static String dense(int n) {
        switch (n) {
            case -1: return "minus one";
            case 0: return "zero";
            case 1: return "one";
            case 3: return "three";
            default: return "other";
        }
    }

    static int sparse(int n) {
        switch (n) {
            case Integer.MIN_VALUE: return 1;
            case -1000000: return 2;
            case 7: return 3;
            case 65536: return 4;
            case Integer.MAX_VALUE: return 5;
        }
        return 6;
    }

    static String fallThrough(int n) {
        StringBuilder text = new StringBuilder();
        switch (n) {
            case 1:
                text.append("1");
            case 2:
                text.append("2");
                break;
            default:
                text.append("d");
            case 3:
                text.append("3");
        }
        return text.toString();
    }

    static int kind(char c) {
        switch (c) {
            case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
            case ' ': return 2;
            case '\uffff': return 3;
            default: return 4;
        }
    }

    static int small(byte b) {
        switch (b) {
            case -128: return 1;
            case 127: return 2;
            default: return 3;
        }
    }

    public static void main(String[] args) {
        for (int i = -3; i <= 5; i++) {
            System.out.println(i + " " + dense(i) + " " + fallThrough(i));
        }
        for (int n : new int[] {Integer.MIN_VALUE, -1000000, -999999, 0, 7, 65536, 65537, Integer.MAX_VALUE}) {
            System.out.println(n + " " + sparse(n));
        }
        for (char c : "hello world\uffff".toCharArray()) {
            System.out.print(kind(c));
        }
        System.out.println();
        System.out.println(small((byte) 128) + " " + small((byte) 127) + " " + small((byte) 0));
        int total = 0;
        loop:
        for (int i = 0; ; i++) {
            switch (i % 4) {
                case 0: continue loop;
                case 1: total += i; break;
                case 2: if (i > 20) break loop;
                default: total += 100;
            }
        }
        System.out.println(total);
    }
}
