// enumerate: objects Literal=2, objects Negation=1, objects Sum=1, field Expression.value=-2..2, field Literal.value=0..1 => candidates 126 valid 20 inits-checkpoint 168 inits-reexecute 694
// enumerate: objects Literal=3, objects Negation=1, objects Sum=2, field Expression.value=2..2, field Literal.value=0..1 => candidates 275 valid 13 inits-checkpoint 523 inits-reexecute 1849
// Arithmetic expressions with the value they must have: inputs for an interpreter together with
// the results to expect.
package structures;

import java.util.HashSet;
import java.util.Set;

public class Expression {
    Term term;
    int value;

    abstract static class Term {}

    static class Literal extends Term {
        int value;
    }

    static class Negation extends Term {
        Term of;
    }

    static class Sum extends Term {
        Term left;
        Term right;
    }

    boolean repOk() {
        return isTree(term, new HashSet<>()) && evaluate(term) == value;
    }

    private static boolean isTree(Term term, Set<Term> visited) {
        if (term == null || !visited.add(term)) {
            return false;
        }
        if (term instanceof Negation negation) {
            return isTree(negation.of, visited);
        }
        if (term instanceof Sum sum) {
            return isTree(sum.left, visited) && isTree(sum.right, visited);
        }
        return true;
    }

    private static int evaluate(Term term) {
        if (term instanceof Negation negation) {
            return -evaluate(negation.of);
        }
        if (term instanceof Sum sum) {
            return evaluate(sum.left) + evaluate(sum.right);
        }
        return ((Literal) term).value;
    }
}
