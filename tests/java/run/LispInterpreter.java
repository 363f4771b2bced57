// A small Lisp: reader, environments, closures, macros-free special forms, tail calls by trampoline, errors.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

public class LispInterpreter {
    static final class LispError extends RuntimeException {
        LispError(String message) {
            super(message);
        }
    }

    record Symbol(String name) {
        private static final Map<String, Symbol> TABLE = new HashMap<>();

        static Symbol of(String name) {
            return TABLE.computeIfAbsent(name, Symbol::new);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    interface Builtin extends Function<List<Object>, Object> { }

    static class Env {
        private final Map<Symbol, Object> bindings = new HashMap<>();
        private final Env outer;

        Env(Env outer) {
            this.outer = outer;
        }

        Env find(Symbol s) {
            for (Env e = this; e != null; e = e.outer) {
                if (e.bindings.containsKey(s)) {
                    return e;
                }
            }
            throw new LispError("unbound: " + s);
        }

        Object get(Symbol s) {
            return find(s).bindings.get(s);
        }

        void define(Symbol s, Object value) {
            bindings.put(s, value);
        }

        void set(Symbol s, Object value) {
            find(s).bindings.put(s, value);
        }
    }

    record Closure(List<Object> parameters, Object body, Env env) {
        Env bind(List<Object> arguments) {
            if (arguments.size() != parameters.size()) {
                throw new LispError("expected " + parameters.size() + " arguments, got " + arguments.size());
            }
            Env inner = new Env(env);
            for (int i = 0; i < arguments.size(); i++) {
                inner.define((Symbol) parameters.get(i), arguments.get(i));
            }
            return inner;
        }
    }

    static class Reader {
        private final Iterator<String> tokens;
        private String current;

        Reader(String source) {
            List<String> list = new ArrayList<>();
            for (String t : source.replace("(", " ( ").replace(")", " ) ").replace("'", " ' ").trim().split("\\s+")) {
                if (!t.isEmpty()) {
                    list.add(t);
                }
            }
            tokens = list.iterator();
            advance();
        }

        private void advance() {
            current = tokens.hasNext() ? tokens.next() : null;
        }

        boolean done() {
            return current == null;
        }

        Object read() {
            if (current == null) {
                throw new LispError("unexpected end");
            }
            String token = current;
            advance();
            switch (token) {
                case "(":
                    List<Object> list = new ArrayList<>();
                    while (!")".equals(current)) {
                        list.add(read());
                    }
                    advance();
                    return list;
                case ")":
                    throw new LispError("unexpected )");
                case "'":
                    return List.of(Symbol.of("quote"), read());
                case "#t":
                    return true;
                case "#f":
                    return false;
                default:
                    try {
                        return Long.parseLong(token);
                    } catch (NumberFormatException e) {
                        return Symbol.of(token);
                    }
            }
        }
    }

    private final Env global = new Env(null);
    private long steps;

    LispInterpreter() {
        builtin("+", a -> a.stream().mapToLong(this::number).sum());
        builtin("*", a -> a.stream().mapToLong(this::number).reduce(1, (x, y) -> x * y));
        builtin("-", a -> a.size() == 1 ? -number(a.get(0)) : number(a.get(0)) - number(a.get(1)));
        builtin("/", a -> number(a.get(0)) / number(a.get(1)));
        builtin("mod", a -> number(a.get(0)) % number(a.get(1)));
        builtin("<", a -> number(a.get(0)) < number(a.get(1)));
        builtin("=", a -> a.get(0).equals(a.get(1)));
        builtin("list", a -> a);
        builtin("cons", a -> {
            List<Object> out = new ArrayList<>();
            out.add(a.get(0));
            out.addAll(list(a.get(1)));
            return out;
        });
        builtin("car", a -> list(a.get(0)).get(0));
        builtin("cdr", a -> new ArrayList<>(list(a.get(0)).subList(1, list(a.get(0)).size())));
        builtin("null?", a -> list(a.get(0)).isEmpty());
        builtin("print", a -> {
            System.out.println("> " + show(a.get(0)));
            return a.get(0);
        });
    }

    private void builtin(String name, Builtin f) {
        global.define(Symbol.of(name), f);
    }

    private long number(Object o) {
        if (o instanceof Long n) {
            return n;
        }
        throw new LispError("not a number: " + show(o));
    }

    @SuppressWarnings("unchecked")
    private List<Object> list(Object o) {
        if (o instanceof List) {
            return (List<Object>) o;
        }
        throw new LispError("not a list: " + show(o));
    }

    static String show(Object o) {
        if (o instanceof List<?> l) {
            return l.stream().map(LispInterpreter::show).collect(Collectors.joining(" ", "(", ")"));
        }
        if (o instanceof Boolean b) {
            return b ? "#t" : "#f";
        }
        return o instanceof Closure ? "#<closure>" : String.valueOf(o);
    }

    Object eval(Object x, Env env) {
        while (true) {
            steps++;
            if (x instanceof Symbol s) {
                return env.get(s);
            }
            if (!(x instanceof List)) {
                return x;
            }
            List<Object> form = list(x);
            if (form.isEmpty()) {
                return form;
            }
            if (form.get(0) instanceof Symbol head) {
                switch (head.name()) {
                    case "quote":
                        return form.get(1);
                    case "if":
                        Object test = eval(form.get(1), env);
                        x = !Boolean.FALSE.equals(test) ? form.get(2) : form.size() > 3 ? form.get(3) : false;
                        continue;
                    case "define":
                        if (form.get(1) instanceof List) {
                            List<Object> signature = list(form.get(1));
                            env.define((Symbol) signature.get(0), new Closure(signature.subList(1, signature.size()), form.get(2), env));
                            return signature.get(0);
                        }
                        env.define((Symbol) form.get(1), eval(form.get(2), env));
                        return form.get(1);
                    case "set!":
                        env.set((Symbol) form.get(1), eval(form.get(2), env));
                        return true;
                    case "lambda":
                        return new Closure(list(form.get(1)), form.get(2), env);
                    case "let":
                        Env inner = new Env(env);
                        for (Object b : list(form.get(1))) {
                            inner.define((Symbol) list(b).get(0), eval(list(b).get(1), env));
                        }
                        env = inner;
                        x = form.get(2);
                        continue;
                    case "begin":
                        for (int i = 1; i < form.size() - 1; i++) {
                            eval(form.get(i), env);
                        }
                        x = form.get(form.size() - 1);
                        continue;
                    default:
                        break;
                }
            }
            Object f = eval(form.get(0), env);
            List<Object> arguments = new ArrayList<>();
            for (Object a : form.subList(1, form.size())) {
                arguments.add(eval(a, env));
            }
            if (f instanceof Closure c) {
                env = c.bind(arguments);
                x = c.body();
            } else if (f instanceof Builtin b) {
                return b.apply(arguments);
            } else {
                throw new LispError("not a function: " + show(f));
            }
        }
    }

    void run(String source) {
        Reader reader = new Reader(source);
        while (!reader.done()) {
            try {
                System.out.println(show(eval(reader.read(), global)));
            } catch (LispError | ArithmeticException | IndexOutOfBoundsException | ClassCastException e) {
                System.out.println("error: " + (e instanceof ClassCastException ? "bad cast" : e.getMessage()));
                if (reader.current == null) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) {
        LispInterpreter lisp = new LispInterpreter();
        lisp.run("""
            (+ 1 2 (* 3 4))
            (define (fact n) (if (< n 2) 1 (* n (fact (- n 1)))))
            (fact 15)
            (define (loop n acc) (if (= n 0) acc (loop (- n 1) (+ acc n))))
            (loop 1000 0)
            (define (map f l) (if (null? l) '() (cons (f (car l)) (map f (cdr l)))))
            (map (lambda (x) (* x x)) '(1 2 3 4 5))
            (define make-counter (lambda () (let ((n 0)) (lambda () (begin (set! n (+ n 1)) n)))))
            (define c1 (make-counter))
            (define c2 (make-counter))
            (c1) (c1) (c2) (c1)
            (define (filter p l) (if (null? l) l (if (p (car l)) (cons (car l) (filter p (cdr l))) (filter p (cdr l)))))
            (define (range a b) (if (< a b) (cons a (range (+ a 1) b)) '()))
            (define (prime? n) (null? (filter (lambda (d) (= 0 (mod n d))) (range 2 n))))
            (filter prime? (range 2 25))
            (define (compose f g) (lambda (x) (f (g x))))
            ((compose (lambda (x) (* 2 x)) (lambda (x) (+ x 1))) 20)
            (begin (print '(a (b c) 1)) (print #t) c1)
            (undefined 1)
            (fact 1 2)
            (/ 1 0)
            (car '())
            (+ 1 'a)
            (3 4)
            (if #f 1)
            """);
        System.out.println(lisp.steps);
        lisp.run("(+ 1 (2");
    }
}
