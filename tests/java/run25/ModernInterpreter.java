// A small functional language evaluated with record patterns and sealed types: closures, recursion, type errors.
import java.util.List;
import java.util.function.BiFunction;

public class ModernInterpreter {
    sealed interface Term { }
    record Lit(Object value) implements Term { }
    record Var(String name) implements Term { }
    record Fun(String parameter, Term body) implements Term { }
    record App(Term function, Term argument) implements Term { }
    record If(Term test, Term yes, Term no) implements Term { }
    record Rec(String name, Term body, Term in) implements Term { }
    record Op(String name, Term left, Term right) implements Term { }

    sealed interface Env { }
    record Nil() implements Env { }
    record Bind(String name, Object[] slot, Env rest) implements Env { }

    record Closure(String parameter, Term body, Env env) {
        @Override
        public String toString() {
            return "<fun " + parameter + ">";
        }
    }

    static class TypeError extends RuntimeException {
        TypeError(String message) {
            super(message);
        }
    }

    static Object lookup(Env env, String name) {
        return switch (env) {
            case Nil() -> throw new TypeError("unbound " + name);
            case Bind(var n, var slot, _) when n.equals(name) -> slot[0];
            case Bind(_, _, var rest) -> lookup(rest, name);
        };
    }

    static Object eval(Term t, Env env) {
        return switch (t) {
            case Lit(var v) -> v;
            case Var(var name) -> lookup(env, name);
            case Fun(var p, var body) -> new Closure(p, body, env);
            case App(var f, var a) -> switch (eval(f, env)) {
                case Closure(var p, var body, var closed) -> eval(body, new Bind(p, new Object[] {eval(a, env)}, closed));
                case Object o -> throw new TypeError(o + " is not a function");
            };
            case If(var test, var yes, var no) -> switch (eval(test, env)) {
                case Boolean b when b -> eval(yes, env);
                case Boolean _ -> eval(no, env);
                case Object o -> throw new TypeError(o + " is not a boolean");
            };
            case Rec(var name, var body, var in) -> {
                var slot = new Object[1];
                var inner = new Bind(name, slot, env);
                slot[0] = eval(body, inner);
                yield eval(in, inner);
            }
            case Op(var name, var l, var r) -> apply(name, eval(l, env), eval(r, env));
        };
    }

    record Operands(Object left, Object right) { }

    static Object apply(String name, Object a, Object b) {
        return switch (new Operands(a, b)) {
            case Operands(Integer x, Integer y) -> switch (name) {
                case "+" -> x + y;
                case "-" -> x - y;
                case "*" -> x * y;
                case "<" -> x < y;
                case "=" -> x.equals(y);
                default -> throw new TypeError("operator " + name);
            };
            case Operands(String x, var y) when name.equals("+") -> x + y;
            case Operands(var x, String y) when name.equals("+") -> x + y;
            case Operands(var x, var y) -> throw new TypeError(x + " " + name + " " + y);
        };
    }

    static Term call(Term f, Term... arguments) {
        for (Term a : arguments) {
            f = new App(f, a);
        }
        return f;
    }

    public static void main(String[] args) {
        BiFunction<String, Term[], Term> op = (n, ts) -> new Op(n, ts[0], ts[1]);
        Term n = new Var("n");
        Term one = new Lit(1);
        Term factorial = new Fun("n", new If(new Op("<", n, one), one, new Op("*", n, new App(new Var("fact"), new Op("-", n, one)))));
        Term fib = new Fun("n", new If(new Op("<", n, new Lit(2)), n, new Op("+", new App(new Var("fib"), new Op("-", n, one)), new App(new Var("fib"), new Op("-", n, new Lit(2))))));
        Term twice = new Fun("f", new Fun("x", new App(new Var("f"), new App(new Var("f"), new Var("x")))));
        Term increment = new Fun("x", new Op("+", new Var("x"), one));
        for (Term t : List.of(
            new Rec("fact", factorial, new App(new Var("fact"), new Lit(10))),
            new Rec("fib", fib, new App(new Var("fib"), new Lit(12))),
            call(twice, call(twice, increment), new Lit(5)),
            call(new Fun("a", new Fun("b", new Var("a"))), new Lit("kept"), new Lit("dropped")),
            new Op("+", new Lit("n = "), new Lit(5)),
            op.apply("+", new Term[] {new Lit(true), new Lit(1)}),
            new App(new Lit(3), one),
            new If(one, one, one),
            new Var("ghost"),
            increment)) {
            try {
                System.out.println(eval(t, new Nil()));
            } catch (TypeError e) {
                System.out.println("type error: " + e.getMessage());
            }
        }
    }
}
