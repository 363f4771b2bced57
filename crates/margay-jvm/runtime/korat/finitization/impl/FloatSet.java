package korat.finitization.impl;

import korat.finitization.IFloatSet;

/** Values of type float, kept as their bits. */
final class FloatSet extends Numbers implements IFloatSet {
    FloatSet(float min, float diff, float max) {
        super(float.class);
        addRange(min, diff, max);
    }

    @Override
    public void addFloat(float f) {
        add(Float.floatToRawIntBits(f));
    }

    @Override
    public void addRange(float min, float diff, float max) {
        if (min > max) {
            return;
        }
        checkStep(min < max, diff > 0);
        // Multiplied, not summed up, so that errors of rounding do not add up.
        float value = min;
        for (int step = 1; value < max; step++) {
            addFloat(value);
            value = min + step * diff;
        }
        addFloat(max);
    }

    @Override
    public void removeFloat(float f) {
        remove(Float.floatToRawIntBits(f));
    }
}
