package korat.finitization.impl;

import korat.finitization.IShortSet;

/** Values of type short. */
final class ShortSet extends Numbers implements IShortSet {
    ShortSet(short min, short diff, short max) {
        super(short.class);
        addRange(min, diff, max);
    }

    @Override
    public void addShort(short s) {
        add(s);
    }

    @Override
    public void addRange(short min, short diff, short max) {
        if (min <= max) {
            addSteps(min, diff, max);
        }
    }

    @Override
    public void removeShort(short s) {
        remove(s);
    }
}
