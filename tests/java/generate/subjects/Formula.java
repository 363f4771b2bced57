package subjects;

/** Records behind a sealed interface. */
public sealed interface Formula {
    record Constant(int value) implements Formula {}

    record Variable(String name) implements Formula {}

    record Sum(Formula left, Formula right) implements Formula {}

    record Negation(Formula inner) implements Formula {}

    static int value(Formula formula, int x) {
        if (formula instanceof Constant constant) {
            return constant.value();
        }
        if (formula instanceof Variable variable) {
            if (variable.name().equals("x")) {
                return x;
            }
            throw new IllegalArgumentException("unbound");
        }
        if (formula instanceof Sum sum) {
            return value(sum.left(), x) + value(sum.right(), x);
        }
        return -value(((Negation) formula).inner(), x);
    }

    static Formula simplify(Formula formula) {
        if (formula instanceof Sum sum && sum.left() instanceof Constant c && c.value() == 0) {
            return sum.right();
        }
        if (formula instanceof Negation outer && outer.inner() instanceof Negation inner) {
            return inner.inner();
        }
        return formula;
    }
}
