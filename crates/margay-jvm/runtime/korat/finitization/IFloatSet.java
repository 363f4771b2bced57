package korat.finitization;

/** Values of type float, in the order in which they were added. */
public interface IFloatSet extends IPrimitiveTypeSet {
    /** Adds a value. */
    void addFloat(float f);

    /** Adds {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    void addRange(float min, float diff, float max);

    /** Removes a value. */
    void removeFloat(float f);
}
