// Arrays of arrays: rectangular, jagged, partly allocated, shared rows, bounds in inner dimensions.
public class ArraysNested {
    public static void main(String[] args) {
        int[][] grid = new int[3][4];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) {
                grid[i][j] = i * 10 + j;
            }
        }
        System.out.println(grid[2][3] + " " + grid.length + " " + grid[0].length + " " + grid.getClass().getName());
        long[][][] cube = new long[2][3][];
        System.out.println(cube[1][2] == null);
        cube[1][2] = new long[] {5, 6};
        cube[1][2][1] += 1L << 33;
        System.out.println(cube[1][2][1]);
        double[][] jagged = {{1}, {2, 3}, {}, {4, 5, 6}};
        double total = 0;
        for (double[] row : jagged) {
            for (double cell : row) {
                total = total * 2 + cell;
            }
        }
        System.out.println(total);
        int[][] shared = new int[2][];
        shared[0] = grid[1];
        shared[1] = grid[1];
        shared[0][0] = -1;
        System.out.println(shared[1][0] + " " + grid[1][0]);
        String[][] names = new String[2][2];
        names[0][1] = "n";
        System.out.println(names[0][0] + names[0][1]);
        try {
            grid[1][4] = 0;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(new int[2][-1 * grid.length].length);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        int[][][][] four = new int[2][2][2][2];
        int n = 0;
        for (int[][][] a : four) {
            for (int[][] b : a) {
                for (int[] c : b) {
                    for (int i = 0; i < c.length; i++) {
                        c[i] = n++;
                    }
                }
            }
        }
        System.out.println(four[1][0][1][0] + " " + four[0][1][1][1]);
        int[][] copy = grid.clone();
        copy[0][0] = 77;
        copy[1] = new int[] {9};
        System.out.println(grid[0][0] + " " + grid[1].length);
        char[][] board = {"abc".toCharArray(), "def".toCharArray()};
        board[1][2]++;
        board[0][0] += 2;
        System.out.println(new String(board[0]) + new String(board[1]));
        Object[] any = new int[2][3];
        System.out.println(any.length + " " + (any[0] instanceof int[]) + " " + (any instanceof int[][]));
        System.out.println(new byte[0][0].length + " " + new boolean[1][0][5][0].length);
    }
}
