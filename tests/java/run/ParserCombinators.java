// Parser combinators with lambdas: a JSON reader and pretty printer, an arithmetic evaluator, error positions.
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

public class ParserCombinators {
    record Result<T>(T value, int position, String expected) {
        static <T> Result<T> ok(T value, int position) {
            return new Result<>(value, position, null);
        }

        static <T> Result<T> error(int position, String expected) {
            return new Result<>(null, position, expected);
        }

        boolean failed() {
            return expected != null;
        }
    }

    @FunctionalInterface
    interface Parser<T> {
        Result<T> parse(String input, int position);

        default <R> Parser<R> map(Function<? super T, ? extends R> f) {
            return (in, at) -> {
                Result<T> r = parse(in, at);
                return r.failed() ? Result.error(r.position(), r.expected()) : Result.ok(f.apply(r.value()), r.position());
            };
        }

        default <U, R> Parser<R> then(Parser<U> next, BiFunction<? super T, ? super U, ? extends R> combine) {
            return (in, at) -> {
                Result<T> a = parse(in, at);
                if (a.failed()) {
                    return Result.error(a.position(), a.expected());
                }
                Result<U> b = next.parse(in, a.position());
                return b.failed() ? Result.error(b.position(), b.expected()) : Result.ok(combine.apply(a.value(), b.value()), b.position());
            };
        }

        default <U> Parser<T> skip(Parser<U> next) {
            return then(next, (a, b) -> a);
        }

        default <U> Parser<U> right(Parser<U> next) {
            return then(next, (a, b) -> b);
        }

        default Parser<T> or(Parser<? extends T> other) {
            return (in, at) -> {
                Result<T> a = parse(in, at);
                if (!a.failed() || a.position() > at) {
                    return a;
                }
                Result<? extends T> b = other.parse(in, at);
                return b.failed() ? Result.error(b.position(), b.position() > at ? b.expected() : a.expected() + " or " + b.expected()) : Result.ok(b.value(), b.position());
            };
        }

        default Parser<List<T>> many() {
            return (in, at) -> {
                List<T> out = new ArrayList<>();
                while (true) {
                    Result<T> r = parse(in, at);
                    if (r.failed()) {
                        return r.position() > at ? Result.error(r.position(), r.expected()) : Result.ok(out, at);
                    }
                    out.add(r.value());
                    at = r.position();
                }
            };
        }

        default <S> Parser<List<T>> separatedBy(Parser<S> separator) {
            Parser<List<T>> some = then(separator.right(this).many(), (first, rest) -> {
                List<T> all = new ArrayList<>();
                all.add(first);
                all.addAll(rest);
                return all;
            });
            return some.or(always(List.of()));
        }

        default Parser<T> chain(Parser<BinaryOperator<T>> operator) {
            return then(operator.then(this, Step<T>::new).many(), (first, steps) -> {
                T value = first;
                for (Step<T> s : steps) {
                    value = s.operator().apply(value, s.operand());
                }
                return value;
            });
        }
    }

    record Step<T>(BinaryOperator<T> operator, T operand) { }

    static <T> Parser<T> always(T value) {
        return (in, at) -> Result.ok(value, at);
    }

    static <T> Parser<T> lazy(Supplier<Parser<T>> p) {
        return (in, at) -> p.get().parse(in, at);
    }

    static Parser<Character> satisfy(String what, IntPredicate test) {
        return (in, at) -> at < in.length() && test.test(in.charAt(at)) ? Result.ok(in.charAt(at), at + 1) : Result.error(at, what);
    }

    static final Parser<List<Character>> SPACE = satisfy("space", Character::isWhitespace).many();

    static <T> Parser<T> token(Parser<T> p) {
        return p.skip(SPACE);
    }

    static Parser<String> word(String text) {
        return token((in, at) -> in.startsWith(text, at) ? Result.ok(text, at + text.length()) : Result.error(at, "'" + text + "'"));
    }

    static String join(List<Character> chars) {
        StringBuilder out = new StringBuilder();
        chars.forEach(out::append);
        return out.toString();
    }

    static final Parser<Double> NUMBER = token(satisfy("number", c -> c >= '0' && c <= '9' || c == '-')
        .then(satisfy("digit", c -> Character.isDigit(c) || c == '.' || c == 'e').many(), (a, b) -> Double.parseDouble(a + join(b))));

    static class Json {
        static final Parser<String> STRING = token(quoted());
        static final Parser<Object> VALUE = lazy(Json::value);

        static Parser<String> quoted() {
            Parser<Character> escaped = satisfy("escape", c -> c == '\\').right(satisfy("escaped character", c -> "nt\"\\".indexOf(c) >= 0)).map(c -> c == 'n' ? '\n' : c == 't' ? '\t' : c);
            return satisfy("string", c -> c == '"').right(escaped.or(satisfy("character", c -> c != '"' && c != '\\')).many().map(ParserCombinators::join)).skip(satisfy("closing quote", c -> c == '"'));
        }

        static Parser<Object> value() {
            Parser<Object> constant = word("true").<Object>map(s -> true).or(word("false").map(s -> false)).or(word("null").map(s -> "null"));
            Parser<Object> array = word("[").right(VALUE.separatedBy(word(","))).skip(word("]")).map(l -> l);
            Parser<Map.Entry<String, Object>> member = STRING.skip(word(":")).then(VALUE, Map::entry);
            Parser<Object> object = word("{").right(member.separatedBy(word(","))).skip(word("}")).map(members -> {
                Map<String, Object> out = new LinkedHashMap<>();
                members.forEach(e -> out.put(e.getKey(), e.getValue()));
                return out;
            });
            return object.or(array).or(STRING.map(s -> s)).or(constant).or(NUMBER.map(n -> n));
        }

        static String pretty(Object o, String indent) {
            String deeper = indent + "  ";
            if (o instanceof Map<?, ?> m) {
                StringBuilder out = new StringBuilder("{");
                String separator = "\n";
                for (Map.Entry<?, ?> e : m.entrySet()) {
                    out.append(separator).append(deeper).append('"').append(e.getKey()).append("\": ").append(pretty(e.getValue(), deeper));
                    separator = ",\n";
                }
                return out.append(m.isEmpty() ? "}" : "\n" + indent + "}").toString();
            }
            if (o instanceof List<?> l) {
                StringBuilder out = new StringBuilder("[");
                for (int i = 0; i < l.size(); i++) {
                    out.append(i > 0 ? ", " : "").append(pretty(l.get(i), deeper));
                }
                return out.append("]").toString();
            }
            if (o instanceof Double d) {
                return d == d.intValue() ? "" + d.intValue() : d.toString();
            }
            return o instanceof String s && !s.equals("null") ? '"' + s.replace("\n", "\\n").replace("\"", "\\\"") + '"' : String.valueOf(o);
        }
    }

    static class Arithmetic {
        static final Parser<Double> EXPRESSION = lazy(Arithmetic::sum);

        static Parser<Double> factor() {
            return word("(").right(EXPRESSION).skip(word(")")).or(NUMBER);
        }

        static Parser<Double> product() {
            return factor().chain(word("*").<BinaryOperator<Double>>map(s -> (a, b) -> a * b).or(word("/").map(s -> (a, b) -> a / b)));
        }

        static Parser<Double> sum() {
            return product().chain(word("+").<BinaryOperator<Double>>map(s -> Double::sum).or(word("-").map(s -> (a, b) -> a - b)));
        }
    }

    static <T> void run(Parser<T> p, String input, Function<T, String> show) {
        Result<T> r = SPACE.right(p).parse(input, 0);
        if (r.failed()) {
            System.out.println("expected " + r.expected() + " at " + r.position() + " of " + input);
        } else if (r.position() < input.length()) {
            System.out.println("left over: " + input.substring(r.position()));
        } else {
            System.out.println(show.apply(r.value()));
        }
    }

    public static void main(String[] args) {
        for (String s : List.of("1 + 2 * 3", " (1+2) * 3 - 4/8 ", "2*(3+(4-1))*2", "1 +", "(1", "1 2", "x", "1e3-1")) {
            run(Arithmetic.EXPRESSION, s, String::valueOf);
        }
        for (String s : List.of("{\"name\": \"Ann\\n\\\"A\\\"\", \"age\": 42, \"tags\": [\"a\", \"b\", []], \"nested\": {\"ok\": true, \"none\": null, \"pi\": 3.14}}",
            "[1, 2.5, -3, {}, false]", "{\"a\" 1}", "[1, 2", "\"open", "[1,,2]", "nul")) {
            run(Json.VALUE, s, o -> Json.pretty(o, ""));
        }
    }
}
