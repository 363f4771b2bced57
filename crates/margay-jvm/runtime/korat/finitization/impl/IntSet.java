package korat.finitization.impl;

import korat.finitization.IIntSet;

/** Values of type int. */
final class IntSet extends Numbers implements IIntSet {
    IntSet(int min, int diff, int max) {
        super(int.class);
        addRange(min, diff, max);
    }

    @Override
    public void addInt(int i) {
        add(i);
    }

    @Override
    public void addRange(int min, int diff, int max) {
        // As in Korat, a range that ends before it begins is its end.
        addSteps(min, diff, max);
    }

    @Override
    public void removeInt(int i) {
        remove(i);
    }
}
