package korat.finitization;

/** Values of type long, in the order in which they were added. */
public interface ILongSet extends IPrimitiveTypeSet {
    /** Adds a value. */
    void addLong(long l);

    /** Adds {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    void addRange(long min, long diff, long max);

    /** Removes a value. */
    void removeLong(long l);
}
