package korat.finitization;

/** Values of type byte, in the order in which they were added. */
public interface IByteSet extends IPrimitiveTypeSet {
    /** Adds a value. */
    void addByte(byte b);

    /** Adds {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    void addRange(byte min, byte diff, byte max);

    /** Removes a value. */
    void removeByte(byte b);
}
