package korat.finitization.impl;

import korat.finitization.IDoubleSet;

/** Values of type double, kept as their bits. */
final class DoubleSet extends Numbers implements IDoubleSet {
    DoubleSet(double min, double diff, double max) {
        super(double.class);
        addRange(min, diff, max);
    }

    @Override
    public void addDouble(double d) {
        add(Double.doubleToRawLongBits(d));
    }

    @Override
    public void addRange(double min, double diff, double max) {
        if (min > max) {
            return;
        }
        checkStep(min < max, diff > 0);
        // Multiplied, not summed up, so that errors of rounding do not add up.
        double value = min;
        for (int step = 1; value < max; step++) {
            addDouble(value);
            value = min + step * diff;
        }
        addDouble(max);
    }

    @Override
    public void removeDouble(double d) {
        remove(Double.doubleToRawLongBits(d));
    }
}
