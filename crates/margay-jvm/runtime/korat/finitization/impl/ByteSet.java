package korat.finitization.impl;

import korat.finitization.IByteSet;

/** Values of type byte. */
final class ByteSet extends Numbers implements IByteSet {
    ByteSet(byte min, byte diff, byte max) {
        super(byte.class);
        addRange(min, diff, max);
    }

    @Override
    public void addByte(byte b) {
        add(b);
    }

    @Override
    public void addRange(byte min, byte diff, byte max) {
        if (min <= max) {
            addSteps(min, diff, max);
        }
    }

    @Override
    public void removeByte(byte b) {
        remove(b);
    }
}
