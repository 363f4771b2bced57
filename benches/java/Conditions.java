/** Methods with independent conditions: one path for each combination of answers. */
public class Conditions {
    static int eight(int a, int b, int c, int d, int e, int f, int g, int h) {
        int answers = 0;
        if (a > 10) {
            answers += 1;
        }
        if (b > 20) {
            answers += 2;
        }
        if (c > 30) {
            answers += 4;
        }
        if (d > 40) {
            answers += 8;
        }
        if (e > 50) {
            answers += 16;
        }
        if (f > 60) {
            answers += 32;
        }
        if (g > 70) {
            answers += 64;
        }
        if (h > 80) {
            answers += 128;
        }
        return answers;
    }

    static int ten(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
        int answers = 0;
        if (a > 10) {
            answers += 1;
        }
        if (b > 20) {
            answers += 2;
        }
        if (c > 30) {
            answers += 4;
        }
        if (d > 40) {
            answers += 8;
        }
        if (e > 50) {
            answers += 16;
        }
        if (f > 60) {
            answers += 32;
        }
        if (g > 70) {
            answers += 64;
        }
        if (h > 80) {
            answers += 128;
        }
        if (i > 90) {
            answers += 256;
        }
        if (j > 100) {
            answers += 512;
        }
        return answers;
    }

    static int twelve(
            int a, int b, int c, int d, int e, int f,
            int g, int h, int i, int j, int k, int m) {
        int answers = 0;
        if (a > 10) {
            answers += 1;
        }
        if (b > 20) {
            answers += 2;
        }
        if (c > 30) {
            answers += 4;
        }
        if (d > 40) {
            answers += 8;
        }
        if (e > 50) {
            answers += 16;
        }
        if (f > 60) {
            answers += 32;
        }
        if (g > 70) {
            answers += 64;
        }
        if (h > 80) {
            answers += 128;
        }
        if (i > 90) {
            answers += 256;
        }
        if (j > 100) {
            answers += 512;
        }
        if (k > 110) {
            answers += 1024;
        }
        if (m > 120) {
            answers += 2048;
        }
        return answers;
    }

    static int thirteen(
            int a, int b, int c, int d, int e, int f, int g,
            int h, int i, int j, int k, int m, int n) {
        int answers = 0;
        if (a > 10) {
            answers += 1;
        }
        if (b > 20) {
            answers += 2;
        }
        if (c > 30) {
            answers += 4;
        }
        if (d > 40) {
            answers += 8;
        }
        if (e > 50) {
            answers += 16;
        }
        if (f > 60) {
            answers += 32;
        }
        if (g > 70) {
            answers += 64;
        }
        if (h > 80) {
            answers += 128;
        }
        if (i > 90) {
            answers += 256;
        }
        if (j > 100) {
            answers += 512;
        }
        if (k > 110) {
            answers += 1024;
        }
        if (m > 120) {
            answers += 2048;
        }
        if (n > 130) {
            answers += 4096;
        }
        return answers;
    }
}
