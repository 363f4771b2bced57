package korat.finitization;

/** Values of type short, in the order in which they were added. */
public interface IShortSet extends IPrimitiveTypeSet {
    /** Adds a value. */
    void addShort(short s);

    /** Adds {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    void addRange(short min, short diff, short max);

    /** Removes a value. */
    void removeShort(short s);
}
