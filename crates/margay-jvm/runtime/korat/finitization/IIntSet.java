package korat.finitization;

/** Values of type int, in the order in which they were added. */
public interface IIntSet extends IPrimitiveTypeSet {
    /** Adds a value. */
    void addInt(int i);

    /** Adds {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    void addRange(int min, int diff, int max);

    /** Removes a value. */
    void removeInt(int i);
}
