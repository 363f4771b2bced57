package subjects;

/** Matrices as arrays of rows. */
public final class Matrix {
    private Matrix() {}

    public static int trace(int[][] m) {
        int sum = 0;
        for (int i = 0; i < m.length; i++) {
            sum += m[i][i];
        }
        return sum;
    }

    public static boolean isSquare(int[][] m) {
        for (int[] row : m) {
            if (row.length != m.length) {
                return false;
            }
        }
        return true;
    }

    public static int[][] transpose2(int[][] m) {
        int[][] result = new int[2][2];
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                result[j][i] = m[i][j];
            }
        }
        return result;
    }

    public static int zeros(byte[][] m) {
        int zeros = 0;
        for (byte[] row : m) {
            for (byte cell : row) {
                if (cell == 0) {
                    zeros++;
                }
            }
        }
        return zeros;
    }

    public static void swapRows(long[][] m, int a, int b) {
        long[] row = m[a];
        m[a] = m[b];
        m[b] = row;
    }
}
