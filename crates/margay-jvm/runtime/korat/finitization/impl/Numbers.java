package korat.finitization.impl;

import java.util.Arrays;
import korat.finitization.IFieldDomain;

/** Values of a primitive type as bits, in the order added. Margay reads {@code bits}. */
abstract class Numbers implements IFieldDomain {
    private static final int MOST = 1 << 20;

    private final Class<?> type;
    private long[] bits = {};

    Numbers(Class<?> type) {
        this.type = type;
    }

    final void add(long value) {
        if (bits.length == MOST) {
            throw new IllegalArgumentException("more than " + MOST + " values");
        }
        bits = Arrays.copyOf(bits, bits.length + 1);
        bits[bits.length - 1] = value;
    }

    final void addSteps(long min, long diff, long max) {
        checkStep(min < max, diff > 0);
        // Counted, because the sum may overflow.
        long steps = min < max ? Math.subtractExact(max - 1, min) / diff + 1 : 0;
        if (steps >= MOST - bits.length) {
            throw new IllegalArgumentException("more than " + MOST + " values");
        }
        int from = bits.length;
        bits = Arrays.copyOf(bits, from + (int) steps + 1);
        for (int step = 0; step < steps; step++) {
            bits[from + step] = min + step * diff;
        }
        bits[bits.length - 1] = max;
    }

    final void checkStep(boolean needed, boolean positive) {
        if (needed && !positive) {
            throw new IllegalArgumentException("the step of a range must be positive");
        }
    }

    final void remove(long value) {
        for (int i = 0; i < bits.length; i++) {
            if (bits[i] == value) {
                long[] rest = Arrays.copyOf(bits, bits.length - 1);
                System.arraycopy(bits, i + 1, rest, i, rest.length - i);
                bits = rest;
                return;
            }
        }
    }

    @Override
    public final Class<?> getClassOfField() {
        return type;
    }

    @Override
    public final boolean isPrimitiveType() {
        return true;
    }

    @Override
    public final int getNumberOfElements() {
        return bits.length;
    }

    @Override
    public final boolean isArrayType() {
        return false;
    }

    @Override
    public final int getNumOfClassDomains() {
        return 1;
    }
}
