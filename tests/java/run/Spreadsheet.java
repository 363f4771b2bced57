// A spreadsheet: formulas parsed by recursive descent, dependencies, cycles, ranges, functions, error values.
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

public class Spreadsheet {
    static final class FormulaException extends Exception {
        FormulaException(String message) {
            super(message, null, false, false);
        }
    }

    record Ref(int column, int row) implements Comparable<Ref> {
        static Ref parse(String text) {
            return new Ref(text.charAt(0) - 'A', Integer.parseInt(text.substring(1)) - 1);
        }

        @Override
        public int compareTo(Ref o) {
            return row != o.row ? row - o.row : column - o.column;
        }

        @Override
        public String toString() {
            return (char) ('A' + column) + "" + (row + 1);
        }
    }

    sealed interface Expr permits Number, Cell, Range, Binary, Call { }
    record Number(double value) implements Expr { }
    record Cell(Ref ref) implements Expr { }
    record Range(Ref from, Ref to) implements Expr { }
    record Binary(char op, Expr left, Expr right) implements Expr { }
    record Call(String name, List<Expr> arguments) implements Expr { }

    private static class Parser {
        private final String text;
        private int pos;

        Parser(String text) {
            this.text = text;
        }

        Expr parse() throws FormulaException {
            Expr e = sum();
            if (pos < text.length()) {
                throw new FormulaException("#SYNTAX at " + pos);
            }
            return e;
        }

        private char peek() {
            while (pos < text.length() && text.charAt(pos) == ' ') {
                pos++;
            }
            return pos < text.length() ? text.charAt(pos) : '\0';
        }

        private Expr sum() throws FormulaException {
            Expr e = product();
            for (char c = peek(); c == '+' || c == '-'; c = peek()) {
                pos++;
                e = new Binary(c, e, product());
            }
            return e;
        }

        private Expr product() throws FormulaException {
            Expr e = atom();
            for (char c = peek(); c == '*' || c == '/' || c == '^'; c = peek()) {
                pos++;
                e = new Binary(c, e, atom());
            }
            return e;
        }

        private Expr atom() throws FormulaException {
            char c = peek();
            int start = pos;
            if (c == '(') {
                pos++;
                Expr e = sum();
                expect(')');
                return e;
            }
            if (c == '-') {
                pos++;
                return new Binary('-', new Number(0), atom());
            }
            if (Character.isDigit(c)) {
                while (pos < text.length() && (Character.isDigit(text.charAt(pos)) || text.charAt(pos) == '.')) {
                    pos++;
                }
                return new Number(Double.parseDouble(text.substring(start, pos)));
            }
            if (!Character.isUpperCase(c)) {
                throw new FormulaException("#SYNTAX at " + pos);
            }
            while (pos < text.length() && Character.isLetterOrDigit(text.charAt(pos))) {
                pos++;
            }
            String name = text.substring(start, pos);
            if (peek() == '(') {
                pos++;
                List<Expr> arguments = new ArrayList<>();
                while (peek() != ')') {
                    arguments.add(sum());
                    if (peek() == ',') {
                        pos++;
                    } else if (peek() != ')') {
                        throw new FormulaException("#SYNTAX at " + pos);
                    }
                }
                pos++;
                return new Call(name, arguments);
            }
            Ref from = Ref.parse(name);
            if (peek() == ':') {
                int second = ++pos;
                while (pos < text.length() && Character.isLetterOrDigit(text.charAt(pos))) {
                    pos++;
                }
                return new Range(from, Ref.parse(text.substring(second, pos)));
            }
            return new Cell(from);
        }

        private void expect(char c) throws FormulaException {
            if (peek() != c) {
                throw new FormulaException("#SYNTAX at " + pos);
            }
            pos++;
        }
    }

    private final Map<Ref, String> sources = new TreeMap<>();
    private final Map<Ref, Expr> formulas = new TreeMap<>();
    private final Map<Ref, Object> cache = new TreeMap<>();
    private int evaluations;

    void set(String cell, String source) {
        Ref ref = Ref.parse(cell);
        sources.put(ref, source);
        formulas.remove(ref);
        cache.clear();
        if (source.startsWith("=")) {
            try {
                formulas.put(ref, new Parser(source.substring(1)).parse());
            } catch (FormulaException e) {
                sources.put(ref, e.getMessage());
            }
        }
    }

    Object value(Ref ref, Set<Ref> path) throws FormulaException {
        Object known = cache.get(ref);
        if (known != null) {
            return known;
        }
        if (!path.add(ref)) {
            throw new FormulaException("#CYCLE " + path);
        }
        Object result;
        Expr formula = formulas.get(ref);
        if (formula != null) {
            evaluations++;
            result = eval(formula, path);
        } else {
            String source = Objects.requireNonNullElse(sources.get(ref), "");
            try {
                result = source.isEmpty() ? (Object) 0.0 : Double.valueOf(source);
            } catch (NumberFormatException e) {
                result = source;
            }
        }
        path.remove(ref);
        cache.put(ref, result);
        return result;
    }

    private double number(Object o) throws FormulaException {
        if (o instanceof Double d) {
            return d;
        }
        throw new FormulaException("#VALUE " + o);
    }

    private double eval(Expr e, Set<Ref> path) throws FormulaException {
        if (e instanceof Number n) {
            return n.value();
        }
        if (e instanceof Cell c) {
            return number(value(c.ref(), path));
        }
        if (e instanceof Binary b) {
            double x = eval(b.left(), path);
            double y = eval(b.right(), path);
            return switch (b.op()) {
                case '+' -> x + y;
                case '-' -> x - y;
                case '*' -> x * y;
                case '^' -> Math.pow(x, y);
                default -> {
                    if (y == 0) {
                        throw new FormulaException("#DIV/0");
                    }
                    yield x / y;
                }
            };
        }
        if (e instanceof Call c) {
            List<Double> values = new ArrayList<>();
            for (Expr a : c.arguments()) {
                if (a instanceof Range r) {
                    for (int row = r.from().row(); row <= r.to().row(); row++) {
                        for (int col = r.from().column(); col <= r.to().column(); col++) {
                            values.add(number(value(new Ref(col, row), path)));
                        }
                    }
                } else {
                    values.add(eval(a, path));
                }
            }
            return switch (c.name()) {
                case "SUM" -> values.stream().mapToDouble(v -> v).sum();
                case "AVG" -> values.stream().mapToDouble(v -> v).average().orElse(0);
                case "MAX" -> values.stream().mapToDouble(v -> v).max().orElseThrow(() -> new IllegalStateException("MAX of nothing"));
                case "IF" -> values.get(0) != 0 ? values.get(1) : values.get(2);
                case "COUNT" -> values.size();
                default -> throw new FormulaException("#NAME " + c.name());
            };
        }
        throw new FormulaException("#RANGE");
    }

    String show(Ref ref) {
        try {
            Object v = value(ref, new LinkedHashSet<>());
            return v instanceof Double d && d == Math.rint(d) ? String.valueOf(d.longValue()) : String.valueOf(v);
        } catch (FormulaException e) {
            return e.getMessage();
        } catch (RuntimeException e) {
            return "!" + e.getMessage();
        }
    }

    void print() {
        Set<Integer> rows = new HashSet<>();
        for (Ref r : sources.keySet()) {
            System.out.print((rows.add(r.row()) && rows.size() > 1 ? "\n" : "") + r + "=" + show(r) + "; ");
        }
        System.out.println("\n" + evaluations + " evaluations");
    }

    public static void main(String[] args) {
        Spreadsheet s = new Spreadsheet();
        for (int i = 1; i <= 5; i++) {
            s.set("A" + i, String.valueOf(i * i));
            s.set("B" + i, "=A" + i + "*2+1");
        }
        s.set("C1", "=SUM(A1:B5)");
        s.set("C2", "=AVG(A1:A5) / (B1 - 3)");
        s.set("C3", "=MAX(A1:A5, 7^2, -C1) - -1");
        s.set("C4", "=IF(A1-1, 10, 20) + COUNT(A1:B2)");
        s.set("D1", "text");
        s.set("D2", "=D1+1");
        s.set("D3", "=D4+1");
        s.set("D4", "=D5*2");
        s.set("D5", "=D3");
        s.set("E1", "=1+");
        s.set("E2", "=FOO(1)");
        s.set("E3", "=(1+2");
        s.set("E4", "=MAX()");
        s.set("E5", "=A1:A3");
        s.print();
        s.set("A1", "100");
        s.set("D5", "0.25");
        s.set("D1", "41");
        s.print();
    }
}
