package korat.finitization.impl;

import korat.finitization.ILongSet;

/** Values of type long. */
final class LongSet extends Numbers implements ILongSet {
    LongSet(long min, long diff, long max) {
        super(long.class);
        addRange(min, diff, max);
    }

    @Override
    public void addLong(long l) {
        add(l);
    }

    @Override
    public void addRange(long min, long diff, long max) {
        if (min <= max) {
            addSteps(min, diff, max);
        }
    }

    @Override
    public void removeLong(long l) {
        remove(l);
    }
}
