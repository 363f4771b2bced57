// Infix expressions: tokenizer, shunting-yard, evaluation, symbolic differentiation and simplification, code for a stack machine.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

public class ExpressionCompiler {
    static abstract class Expr {
        abstract double eval(Map<String, Double> env);
        abstract Expr derive(String x);
        abstract void emit(List<String> code);

        Expr simplify() {
            return this;
        }

        boolean is(double v) {
            return this instanceof Constant && ((Constant) this).value == v;
        }
    }

    static class Constant extends Expr {
        final double value;

        Constant(double value) {
            this.value = value;
        }

        @Override double eval(Map<String, Double> env) { return value; }
        @Override Expr derive(String x) { return new Constant(0); }
        @Override void emit(List<String> code) { code.add("const " + this); }
        @Override public String toString() { return value == (long) value ? "" + (long) value : "" + value; }
    }

    static class Variable extends Expr {
        final String name;

        Variable(String name) {
            this.name = name;
        }

        @Override
        double eval(Map<String, Double> env) {
            Double v = env.get(name);
            if (v == null) {
                throw new IllegalStateException("undefined " + name);
            }
            return v;
        }

        @Override Expr derive(String x) { return new Constant(name.equals(x) ? 1 : 0); }
        @Override void emit(List<String> code) { code.add("load " + name); }
        @Override public String toString() { return name; }
    }

    static class Binary extends Expr {
        final char op;
        final Expr left;
        final Expr right;

        Binary(char op, Expr left, Expr right) {
            this.op = op;
            this.left = left;
            this.right = right;
        }

        @Override
        double eval(Map<String, Double> env) {
            double a = left.eval(env);
            double b = right.eval(env);
            switch (op) {
                case '+': return a + b;
                case '-': return a - b;
                case '*': return a * b;
                case '/': return a / b;
                case '^': return Math.pow(a, b);
                default: throw new AssertionError(op);
            }
        }

        @Override
        Expr derive(String x) {
            Expr l = left.derive(x);
            Expr r = right.derive(x);
            switch (op) {
                case '+': case '-':
                    return new Binary(op, l, r);
                case '*':
                    return new Binary('+', new Binary('*', l, right), new Binary('*', left, r));
                case '/':
                    return new Binary('/', new Binary('-', new Binary('*', l, right), new Binary('*', left, r)), new Binary('^', right, new Constant(2)));
                default:
                    if (!(right instanceof Constant)) {
                        throw new UnsupportedOperationException("exponent " + right);
                    }
                    double n = ((Constant) right).value;
                    return new Binary('*', new Binary('*', right, new Binary('^', left, new Constant(n - 1))), l);
            }
        }

        @Override
        Expr simplify() {
            Expr l = left.simplify();
            Expr r = right.simplify();
            if (l instanceof Constant && r instanceof Constant) {
                return new Constant(new Binary(op, l, r).eval(Map.of()));
            }
            switch (op) {
                case '+':
                    if (l.is(0)) return r;
                    if (r.is(0)) return l;
                    break;
                case '-':
                    if (r.is(0)) return l;
                    break;
                case '*':
                    if (l.is(0) || r.is(0)) return new Constant(0);
                    if (l.is(1)) return r;
                    if (r.is(1)) return l;
                    break;
                case '/':
                    if (l.is(0)) return l;
                    if (r.is(1)) return l;
                    break;
                case '^':
                    if (r.is(1)) return l;
                    if (r.is(0)) return new Constant(1);
                    break;
                default:
                    break;
            }
            return new Binary(op, l, r);
        }

        @Override
        void emit(List<String> code) {
            left.emit(code);
            right.emit(code);
            code.add("op " + op);
        }

        @Override public String toString() { return "(" + left + " " + op + " " + right + ")"; }
    }

    static int precedence(char op) {
        return op == '+' || op == '-' ? 1 : op == '*' || op == '/' ? 2 : op == '^' ? 3 : 0;
    }

    static Expr parse(String text) {
        Deque<Expr> output = new ArrayDeque<>();
        Deque<Character> operators = new ArrayDeque<>();
        for (int i = 0; i < text.length(); ) {
            char c = text.charAt(i);
            int start = i;
            if (c == ' ') {
                i++;
            } else if (Character.isDigit(c) || c == '.') {
                while (i < text.length() && (Character.isDigit(text.charAt(i)) || text.charAt(i) == '.')) i++;
                output.push(new Constant(Double.parseDouble(text.substring(start, i))));
            } else if (Character.isLetter(c)) {
                while (i < text.length() && Character.isLetterOrDigit(text.charAt(i))) i++;
                output.push(new Variable(text.substring(start, i)));
            } else if (c == '(') {
                operators.push(c);
                i++;
            } else if (c == ')') {
                while (!operators.isEmpty() && operators.peek() != '(') {
                    reduce(output, operators.pop());
                }
                if (operators.isEmpty()) {
                    throw new IllegalArgumentException("unbalanced ) at " + i);
                }
                operators.pop();
                i++;
            } else if (precedence(c) > 0) {
                while (!operators.isEmpty() && (precedence(operators.peek()) > precedence(c) || precedence(operators.peek()) == precedence(c) && c != '^')) {
                    reduce(output, operators.pop());
                }
                operators.push(c);
                i++;
            } else {
                throw new IllegalArgumentException("bad character '" + c + "' at " + i);
            }
        }
        while (!operators.isEmpty()) {
            reduce(output, operators.pop());
        }
        if (output.size() != 1) {
            throw new IllegalArgumentException("malformed: " + output.size() + " values");
        }
        return output.pop();
    }

    private static void reduce(Deque<Expr> output, char op) {
        if (op == '(' || output.size() < 2) {
            throw new IllegalArgumentException("malformed at operator " + op);
        }
        Expr right = output.pop();
        output.push(new Binary(op, output.pop(), right));
    }

    static double execute(List<String> code, Map<String, Double> env) {
        double[] stack = new double[32];
        int sp = 0;
        for (String instruction : code) {
            String operand = instruction.substring(instruction.indexOf(' ') + 1);
            switch (instruction.split(" ")[0]) {
                case "const":
                    stack[sp++] = Double.parseDouble(operand);
                    break;
                case "load":
                    stack[sp++] = env.get(operand);
                    break;
                default:
                    sp--;
                    stack[sp - 1] = new Binary(operand.charAt(0), new Constant(stack[sp - 1]), new Constant(stack[sp])).eval(env);
            }
        }
        return stack[0];
    }

    public static void main(String[] args) {
        Map<String, Double> env = Map.of("x", 3.0, "y", -0.5);
        for (String s : new String[] {"1 + 2 * 3", "2 ^ 3 ^ 2", "(x + 1) * (x - 1)", "x ^ 3 - 2 * x + y / 4", "10 - 4 - 3", "x / (y + 0.5)", "8 / 4 / 2", "x ^ y", "z + 1", "1 +", "(1", "1)", "1 2", "3 $ 4", ""}) {
            try {
                Expr e = parse(s);
                List<String> code = new ArrayList<>();
                e.emit(code);
                System.out.println(e + " = " + e.eval(env) + " = " + execute(code, env) + " in " + code.size());
                System.out.println("  d/dx " + e.derive("x").simplify() + " at x: " + e.derive("x").simplify().eval(env));
            } catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException e) {
                System.out.println(s + ": " + e.getMessage());
            }
        }
    }
}
