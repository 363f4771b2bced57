// enumerate: --args 1,1,1 => candidates 19 valid 2 inits-checkpoint 27 inits-reexecute 61 expand 4 expand-candidates 21
// enumerate: --args 2,1,2 => candidates 130 valid 6 inits-checkpoint 164 inits-reexecute 642 expand 20 expand-candidates 144
// enumerate: --args 2,2,1 => candidates 65 valid 13 inits-checkpoint 83 inits-reexecute 271 expand 46 expand-candidates 98
// Several classes in one field, each with a class domain of its own; a class in a package, its
// neighbours named with and without it. Formulas are trees: no part is used twice. Never read:
// whether a variable is primed.
package structures;

import java.util.HashSet;
import java.util.Set;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

public class Formula {
    private Term top;

    public abstract static class Term {}

    public static class Variable extends Term {
        boolean primed;
    }

    public static class Not extends Term {
        Term of;
    }

    public static class And extends Term {
        Term left;
        Term right;
    }

    public boolean repOK() {
        return isFormula(top, new HashSet<>());
    }

    private static boolean isFormula(Term term, Set<Term> visited) {
        if (term == null || !visited.add(term)) {
            return false;
        }
        if (term instanceof Not not) {
            return isFormula(not.of, visited);
        }
        if (term instanceof And and) {
            return isFormula(and.left, visited) && isFormula(and.right, visited);
        }
        return true;
    }

    public static IFinitization finFormula(int variables, int nots, int ands) {
        IFinitization f = FinitizationFactory.create(Formula.class);
        IObjSet terms = f.createObjSet(Term.class);
        terms.addClassDomain(f.createClassDomain(Variable.class, variables));
        terms.addClassDomain(f.createClassDomain("Formula$Not", nots));
        terms.addClassDomain(f.createClassDomain("structures.Formula$And", ands));
        f.set("top", terms);
        f.set("Formula$Variable.primed", f.createBooleanSet());
        f.set("Formula$Not.of", terms);
        f.set("Formula$And", "left", terms);
        f.set(And.class, "right", terms);
        return f;
    }
}
