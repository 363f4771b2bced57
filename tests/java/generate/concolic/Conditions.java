/** Independent conditions: all combinations are exponentially many, what they do is not. */
public class Conditions {
    static int test8(int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8) {
        if (a1 == 0) a1 = 1;
        if (a2 == 0) a2 = 1;
        if (a3 == 0) a3 = 1;
        if (a4 == 0) a4 = 1;
        if (a5 == 0) a5 = 1;
        if (a6 == 0) a6 = 1;
        if (a7 == 0) a7 = 1;
        if (a8 == 0) a8 = 1;
        if (a1 == 0) throw new AssertionError();
        if (a2 == 0) throw new AssertionError();
        if (a3 == 0) throw new AssertionError();
        if (a4 == 0) throw new AssertionError();
        if (a5 == 0) throw new AssertionError();
        if (a6 == 0) throw new AssertionError();
        if (a7 == 0) throw new AssertionError();
        if (a8 == 0) throw new AssertionError();
        return 0;
    }

    static int test12(int a1, int a2, int a3, int a4, int a5, int a6,
            int a7, int a8, int a9, int a10, int a11, int a12) {
        if (a1 == 0) a1 = 1;
        if (a2 == 0) a2 = 1;
        if (a3 == 0) a3 = 1;
        if (a4 == 0) a4 = 1;
        if (a5 == 0) a5 = 1;
        if (a6 == 0) a6 = 1;
        if (a7 == 0) a7 = 1;
        if (a8 == 0) a8 = 1;
        if (a9 == 0) a9 = 1;
        if (a10 == 0) a10 = 1;
        if (a11 == 0) a11 = 1;
        if (a12 == 0) a12 = 1;
        if (a1 == 0) throw new AssertionError();
        if (a2 == 0) throw new AssertionError();
        if (a3 == 0) throw new AssertionError();
        if (a4 == 0) throw new AssertionError();
        if (a5 == 0) throw new AssertionError();
        if (a6 == 0) throw new AssertionError();
        if (a7 == 0) throw new AssertionError();
        if (a8 == 0) throw new AssertionError();
        if (a9 == 0) throw new AssertionError();
        if (a10 == 0) throw new AssertionError();
        if (a11 == 0) throw new AssertionError();
        if (a12 == 0) throw new AssertionError();
        return 0;
    }

    static int test16(int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8,
            int a9, int a10, int a11, int a12, int a13, int a14, int a15, int a16) {
        if (a1 == 0) a1 = 1;
        if (a2 == 0) a2 = 1;
        if (a3 == 0) a3 = 1;
        if (a4 == 0) a4 = 1;
        if (a5 == 0) a5 = 1;
        if (a6 == 0) a6 = 1;
        if (a7 == 0) a7 = 1;
        if (a8 == 0) a8 = 1;
        if (a9 == 0) a9 = 1;
        if (a10 == 0) a10 = 1;
        if (a11 == 0) a11 = 1;
        if (a12 == 0) a12 = 1;
        if (a13 == 0) a13 = 1;
        if (a14 == 0) a14 = 1;
        if (a15 == 0) a15 = 1;
        if (a16 == 0) a16 = 1;
        if (a1 == 0) throw new AssertionError();
        if (a2 == 0) throw new AssertionError();
        if (a3 == 0) throw new AssertionError();
        if (a4 == 0) throw new AssertionError();
        if (a5 == 0) throw new AssertionError();
        if (a6 == 0) throw new AssertionError();
        if (a7 == 0) throw new AssertionError();
        if (a8 == 0) throw new AssertionError();
        if (a9 == 0) throw new AssertionError();
        if (a10 == 0) throw new AssertionError();
        if (a11 == 0) throw new AssertionError();
        if (a12 == 0) throw new AssertionError();
        if (a13 == 0) throw new AssertionError();
        if (a14 == 0) throw new AssertionError();
        if (a15 == 0) throw new AssertionError();
        if (a16 == 0) throw new AssertionError();
        return 0;
    }
}
