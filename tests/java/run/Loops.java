// All loop forms, labelled break and continue, empty bodies, several loop variables.
public class Loops {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0, j = 10; i < j; i++, j--) {
            sum += i * j;
        }
        System.out.println(sum);
        int n = 27;
        int steps = 0;
        while (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        System.out.println(steps);
        do {
            steps -= 7;
        } while (steps > 0);
        System.out.println(steps);
        outer:
        for (int i = 2; i < 50; i++) {
            for (int j = 2; j * j <= i; j++) {
                if (i % j == 0) {
                    continue outer;
                }
            }
            if (i > 40) {
                break outer;
            }
            System.out.print(i + " ");
        }
        System.out.println();
        block: {
            if (sum > 0) {
                break block;
            }
            System.out.println("not reached");
        }
        int k;
        for (k = 0; k * k < 1000; k++) ;
        System.out.println(k);
        for (;;) {
            if (--k < 5) {
                break;
            }
        }
        System.out.println(k);
        long total = 0;
        for (long l = Integer.MAX_VALUE - 2L; l <= Integer.MAX_VALUE + 2L; l++) {
            total += l;
        }
        System.out.println(total);
        int count = 0;
        for (double d = 0; d != 1.0 && count < 100; d += 0.1) {
            count++;
        }
        System.out.println(count);
        for (char c = 'a'; c <= 'e'; c++) {
            for (byte b = 0; b < 3; b++) {
                System.out.print("" + c + b + ' ');
            }
        }
        System.out.println();
        int[][] grid = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
        search:
        while (true) {
            for (int[] row : grid) {
                for (int cell : row) {
                    if (cell == 6) {
                        System.out.println("found " + cell);
                        break search;
                    }
                }
            }
        }
    }
}
