package korat.finitization;

/** The values a field may have. */
public interface IFieldDomain {
    /** The type of the values. */
    Class<?> getClassOfField();

    /** Whether the values are numbers or booleans. */
    boolean isPrimitiveType();

    /** How many values there are, null included. */
    int getNumberOfElements();

    /** Whether the values are arrays. */
    boolean isArrayType();

    /** How many class domains the values come from; null counts as one. */
    int getNumOfClassDomains();
}
