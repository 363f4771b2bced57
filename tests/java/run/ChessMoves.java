// A chess move generator with check detection, castling, promotion and en passant, counted by perft.
import java.util.ArrayList;
import java.util.List;

public class ChessMoves {
    static final int[][] KNIGHT = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static final int[][] KING = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    static final int[][] ROOK = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    static final int[][] BISHOP = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

    static final class Move {
        final int from;
        final int to;
        final char promotion;

        Move(int from, int to, char promotion) {
            this.from = from;
            this.to = to;
            this.promotion = promotion;
        }

        @Override
        public String toString() {
            return square(from) + square(to) + (promotion == 0 ? "" : String.valueOf(Character.toLowerCase(promotion)));
        }
    }

    static String square(int i) {
        return "" + (char) ('a' + i % 8) + (char) ('1' + i / 8);
    }

    static final class Board {
        final char[] cells = new char[64];
        boolean white = true;
        String castling;
        int enPassant = -1;

        Board(String fen) {
            String[] parts = fen.split(" ");
            int row = 7;
            int column = 0;
            for (char c : parts[0].toCharArray()) {
                if (c == '/') {
                    row--;
                    column = 0;
                } else if (Character.isDigit(c)) {
                    for (int k = c - '0'; k > 0; k--) {
                        cells[row * 8 + column++] = '.';
                    }
                } else {
                    cells[row * 8 + column++] = c;
                }
            }
            white = parts[1].equals("w");
            castling = parts[2];
            if (!parts[3].equals("-")) {
                enPassant = (parts[3].charAt(1) - '1') * 8 + parts[3].charAt(0) - 'a';
            }
        }

        private Board(Board b) {
            System.arraycopy(b.cells, 0, cells, 0, 64);
            white = b.white;
            castling = b.castling;
        }

        boolean mine(char c) {
            return c != '.' && Character.isUpperCase(c) == white;
        }

        Board play(Move m) {
            Board b = new Board(this);
            char piece = cells[m.from];
            char kind = Character.toUpperCase(piece);
            b.cells[m.from] = '.';
            b.cells[m.to] = m.promotion == 0 ? piece : white ? m.promotion : Character.toLowerCase(m.promotion);
            if (kind == 'P' && m.to == enPassant) {
                b.cells[m.to + (white ? -8 : 8)] = '.';
            }
            if (kind == 'P' && Math.abs(m.to - m.from) == 16) {
                b.enPassant = (m.from + m.to) / 2;
            }
            if (kind == 'K') {
                if (m.to - m.from == 2) {
                    b.cells[m.to - 1] = b.cells[m.to + 1];
                    b.cells[m.to + 1] = '.';
                } else if (m.from - m.to == 2) {
                    b.cells[m.to + 1] = b.cells[m.to - 2];
                    b.cells[m.to - 2] = '.';
                }
                b.castling = b.castling.replaceAll(white ? "[KQ]" : "[kq]", "");
            }
            for (int corner : new int[] {m.from, m.to}) {
                switch (corner) {
                    case 0 -> b.castling = b.castling.replace("Q", "");
                    case 7 -> b.castling = b.castling.replace("K", "");
                    case 56 -> b.castling = b.castling.replace("q", "");
                    case 63 -> b.castling = b.castling.replace("k", "");
                    default -> { }
                }
            }
            b.white = !white;
            return b;
        }

        boolean attacked(int target, boolean byWhite) {
            int row = target / 8;
            int column = target % 8;
            for (int[] d : KNIGHT) {
                if (is(row + d[1], column + d[0], 'N', byWhite)) {
                    return true;
                }
            }
            for (int[] d : KING) {
                if (is(row + d[1], column + d[0], 'K', byWhite)) {
                    return true;
                }
            }
            int back = byWhite ? -1 : 1;
            if (is(row + back, column - 1, 'P', byWhite) || is(row + back, column + 1, 'P', byWhite)) {
                return true;
            }
            return slides(row, column, ROOK, 'R', byWhite) || slides(row, column, BISHOP, 'B', byWhite);
        }

        private boolean slides(int row, int column, int[][] directions, char kind, boolean byWhite) {
            for (int[] d : directions) {
                int r = row + d[1];
                int c = column + d[0];
                while (inside(r, c) && cells[r * 8 + c] == '.') {
                    r += d[1];
                    c += d[0];
                }
                if (is(r, c, kind, byWhite) || is(r, c, 'Q', byWhite)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean inside(int row, int column) {
            return row >= 0 && row < 8 && column >= 0 && column < 8;
        }

        private boolean is(int row, int column, char kind, boolean isWhite) {
            return inside(row, column) && cells[row * 8 + column] == (isWhite ? kind : Character.toLowerCase(kind));
        }

        boolean inCheck(boolean side) {
            char king = side ? 'K' : 'k';
            for (int i = 0; i < 64; i++) {
                if (cells[i] == king) {
                    return attacked(i, !side);
                }
            }
            throw new IllegalStateException("no king");
        }

        List<Move> legal() {
            List<Move> out = new ArrayList<>();
            for (Move m : pseudo()) {
                if (!play(m).inCheck(white)) {
                    out.add(m);
                }
            }
            return out;
        }

        private List<Move> pseudo() {
            List<Move> out = new ArrayList<>();
            for (int from = 0; from < 64; from++) {
                char piece = cells[from];
                if (!mine(piece)) {
                    continue;
                }
                switch (Character.toUpperCase(piece)) {
                    case 'P' -> pawn(from, out);
                    case 'N' -> steps(from, KNIGHT, false, out);
                    case 'B' -> steps(from, BISHOP, true, out);
                    case 'R' -> steps(from, ROOK, true, out);
                    case 'Q' -> {
                        steps(from, ROOK, true, out);
                        steps(from, BISHOP, true, out);
                    }
                    default -> {
                        steps(from, KING, false, out);
                        castle(from, out);
                    }
                }
            }
            return out;
        }

        private void steps(int from, int[][] directions, boolean sliding, List<Move> out) {
            for (int[] d : directions) {
                int r = from / 8 + d[1];
                int c = from % 8 + d[0];
                while (inside(r, c) && !mine(cells[r * 8 + c])) {
                    out.add(new Move(from, r * 8 + c, (char) 0));
                    if (!sliding || cells[r * 8 + c] != '.') {
                        break;
                    }
                    r += d[1];
                    c += d[0];
                }
            }
        }

        private void pawn(int from, List<Move> out) {
            int forward = white ? 8 : -8;
            int to = from + forward;
            if (cells[to] == '.') {
                promote(from, to, out);
                if (from / 8 == (white ? 1 : 6) && cells[to + forward] == '.') {
                    out.add(new Move(from, to + forward, (char) 0));
                }
            }
            for (int side = -1; side <= 1; side += 2) {
                int column = from % 8 + side;
                if (column >= 0 && column < 8) {
                    int target = to + side;
                    if (target == enPassant || cells[target] != '.' && !mine(cells[target])) {
                        promote(from, target, out);
                    }
                }
            }
        }

        private void promote(int from, int to, List<Move> out) {
            if (to / 8 == 0 || to / 8 == 7) {
                for (char c : "QRBN".toCharArray()) {
                    out.add(new Move(from, to, c));
                }
            } else {
                out.add(new Move(from, to, (char) 0));
            }
        }

        private void castle(int from, List<Move> out) {
            if (castling.contains(white ? "K" : "k") && cells[from + 1] == '.' && cells[from + 2] == '.' && !attacked(from, !white) && !attacked(from + 1, !white)) {
                out.add(new Move(from, from + 2, (char) 0));
            }
            if (castling.contains(white ? "Q" : "q") && cells[from - 1] == '.' && cells[from - 2] == '.' && cells[from - 3] == '.' && !attacked(from, !white) && !attacked(from - 1, !white)) {
                out.add(new Move(from, from - 2, (char) 0));
            }
        }
    }

    static long perft(Board b, int depth) {
        List<Move> moves = b.legal();
        if (depth == 1) {
            return moves.size();
        }
        long total = 0;
        for (Move m : moves) {
            total += perft(b.play(m), depth - 1);
        }
        return total;
    }

    public static void main(String[] args) {
        Board start = new Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
        System.out.println(start.legal());
        System.out.println(perft(start, 1) + " " + perft(start, 2));
        Board kiwipete = new Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -");
        System.out.println(kiwipete.legal().size() + " " + kiwipete.legal());
        System.out.println(perft(new Board("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"), 2));
        System.out.println(new Board("rnbqkb1r/pp1p1Ppp/8/2p1pP2/1P1P4/3P3P/P1P1P3/RNBQKBNR w KQkq e6").legal());
        Board mate = new Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -");
        System.out.println(mate.legal().isEmpty() + " " + mate.inCheck(true) + " " + mate.inCheck(false));
    }
}
