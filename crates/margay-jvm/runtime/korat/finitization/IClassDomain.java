package korat.finitization;

import java.util.Collection;

/** Objects of one class. */
public interface IClassDomain {
    /** Their class. */
    Class<?> getClassOfObjects();

    /** The name of their class. */
    String getClassNameOfObjects();

    /** How many there are. */
    int getSize();

    /** Whether the objects are interchangeable, as they are unless this says otherwise. */
    void includeInIsomorphismCheck(boolean include);

    /** Whether the objects are interchangeable. */
    boolean isIncludedInIsomorphismChecking();

    /** Adds an object made by the program, if it is an instance of the class. */
    void addObject(Object obj);

    /** Adds objects made by the program. */
    void addObjects(Object[] objs);

    /** Adds objects made by the program. */
    void addObjects(Collection<?> col);
}
