package korat.finitization;

/** Values of type double, in the order in which they were added. */
public interface IDoubleSet extends IPrimitiveTypeSet {
    /** Adds a value. */
    void addDouble(double d);

    /** Adds {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    void addRange(double min, double diff, double max);

    /** Removes a value. */
    void removeDouble(double d);
}
