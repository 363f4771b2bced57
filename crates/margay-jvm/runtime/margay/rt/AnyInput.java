package margay.rt;

import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import margay.Margay;

/**
 * Standard input: any bytes, or any lines of printable text, as far as Margay was told how much; each byte is made when it is read. Told nothing,
 * there is none, and nobody should rely on that.
 */
final class AnyInput extends InputStream {
    /** What was read ahead, and where that begins. */
    private byte[] ahead = {};

    private int next;

    /** The byte read last; -1 at the end. */
    private int last;

    private int line;
    private int column;

    @Override public int read() {
        return next < ahead.length ? ahead[next++] & 0xff : make();
    }

    @Override public int read(byte[] into, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, into.length);
        int count = 0;
        while (count < length) {
            int value = read();
            if (value < 0) {
                return count == 0 ? -1 : count;
            }
            into[offset + count++] = (byte) value;
        }
        return count;
    }

    /** All that there is can be read without waiting. */
    @Override public int available() {
        for (int value = make(); value >= 0; value = make()) {
            ahead = Arrays.copyOf(ahead, ahead.length + 1);
            ahead[ahead.length - 1] = (byte) value;
        }
        return ahead.length - next;
    }

    private int make() {
        int most = Natives.inputLength();
        if (most == 0) {
            Natives.depends("standard input");
            return -1;
        }
        if (last < 0) {
            return -1;
        }
        last = Natives.inputLines() == 0 ? makeByte(most) : makeText(most);
        return last;
    }

    private int makeByte(int most) {
        return column++ < most ? Natives.readInput() : -1;
    }

    private int makeText(int most) {
        if (line == Natives.inputLines()) {
            return -1;
        }
        int value = Natives.readInput();
        if (value == '\n') {
            line++;
            column = 0;
        } else if (value < 0) {
            Margay.assume(column == 0);
        } else {
            Margay.assume(column++ < most && value >= ' ' && value <= '~');
        }
        return value;
    }
}
