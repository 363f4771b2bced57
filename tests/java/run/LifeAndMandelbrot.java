// Conway's game of life on a torus, the Mandelbrot set in characters, and an elementary cellular automaton.
public class LifeAndMandelbrot {
    static boolean[][] step(boolean[][] g) {
        int h = g.length;
        int w = g[0].length;
        boolean[][] next = new boolean[h][w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                int n = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        if ((dx != 0 || dy != 0) && g[(y + dy + h) % h][(x + dx + w) % w]) {
                            n++;
                        }
                    }
                }
                next[y][x] = n == 3 || g[y][x] && n == 2;
            }
        }
        return next;
    }

    static void show(boolean[][] g) {
        for (boolean[] row : g) {
            StringBuilder line = new StringBuilder();
            for (boolean cell : row) {
                line.append(cell ? '#' : '.');
            }
            System.out.println(line);
        }
    }

    static int escape(double cr, double ci) {
        double zr = 0;
        double zi = 0;
        int n = 0;
        while (n < 60 && zr * zr + zi * zi <= 4) {
            double t = zr * zr - zi * zi + cr;
            zi = 2 * zr * zi + ci;
            zr = t;
            n++;
        }
        return n;
    }

    public static void main(String[] args) {
        boolean[][] g = new boolean[10][16];
        int[][] glider = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}, {6, 9}, {6, 10}, {6, 11}};
        for (int[] p : glider) {
            g[p[0]][p[1]] = true;
        }
        for (int i = 0; i < 21; i++) {
            g = step(g);
        }
        show(g);
        String shades = " .:-=+*#%@";
        long total = 0;
        for (int y = -9; y <= 9; y++) {
            StringBuilder line = new StringBuilder();
            for (int x = -38; x <= 18; x++) {
                int n = escape(x / 19.0, y / 8.0);
                total = total * 31 + n;
                line.append(shades.charAt(n * 9 / 60));
            }
            System.out.println(line);
        }
        System.out.println(total);
        long row = 1L << 31;
        for (int i = 0; i < 10; i++) {
            StringBuilder line = new StringBuilder();
            long next = 0;
            for (int b = 62; b >= 1; b--) {
                line.append((row >> b & 1) == 1 ? '*' : ' ');
                next |= (30L >> (row >> b - 1 & 7) & 1) << b;
            }
            System.out.println("[" + line + "]");
            row = next;
        }
    }
}
