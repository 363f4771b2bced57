package korat.finitization;

/**
 * Bounds for the search of structures whose root is an object of one class. Classes given by name
 * may be named in full, as in the package of that class, or as nested in it.
 */
public interface IFinitization {
    /** The class of the root. */
    Class<?> getFinClass();

    /** The objects of a class, so many at least. */
    IClassDomain createClassDomain(String className, int numOfInstances);

    /** The objects of a class. */
    IClassDomain createClassDomain(String className);

    /** The objects of a class, so many at least. */
    IClassDomain createClassDomain(Class<?> cls, int numOfInstances);

    /** The objects of a class. */
    IClassDomain createClassDomain(Class<?> cls);

    /** Both booleans. */
    IBooleanSet createBooleanSet();

    /** {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    IIntSet createIntSet(int min, int diff, int max);

    /** From {@code min} to {@code max} in steps of one. */
    IIntSet createIntSet(int min, int max);

    /** One value. */
    IIntSet createIntSet(int singleValue);

    /** {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    IByteSet createByteSet(byte min, byte diff, byte max);

    /** From {@code min} to {@code max} in steps of one. */
    IByteSet createByteSet(byte min, byte max);

    /** One value. */
    IByteSet createByteSet(byte singleValue);

    /** {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    IShortSet createShortSet(short min, short diff, short max);

    /** From {@code min} to {@code max} in steps of one. */
    IShortSet createShortSet(short min, short max);

    /** One value. */
    IShortSet createShortSet(short singleValue);

    /** {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    ILongSet createLongSet(long min, long diff, long max);

    /** From {@code min} to {@code max} in steps of one. */
    ILongSet createLongSet(long min, long max);

    /** One value. */
    ILongSet createLongSet(long singleValue);

    /** {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    IDoubleSet createDoubleSet(double min, double diff, double max);

    /** From {@code min} to {@code max} in steps of one. */
    IDoubleSet createDoubleSet(double min, double max);

    /** One value. */
    IDoubleSet createDoubleSet(double singleValue);

    /** {@code min}, {@code min + diff} and so on below {@code max}, then {@code max}. */
    IFloatSet createFloatSet(float min, float diff, float max);

    /** From {@code min} to {@code max} in steps of one. */
    IFloatSet createFloatSet(float min, float max);

    /** One value. */
    IFloatSet createFloatSet(float singleValue);

    /** Values of a type: null or nothing, until class domains are added. */
    IObjSet createObjSet(Class<?> fieldBaseClass, boolean includeNull);

    /** So many objects of a class, after null if that is included. */
    IObjSet createObjSet(Class<?> fieldBaseClass, int numOfInstances, boolean includeNull);

    /** Values of a type: nothing, until class domains are added. */
    IObjSet createObjSet(Class<?> fieldBaseClass);

    /** So many objects of a class. */
    IObjSet createObjSet(Class<?> fieldBaseClass, int numOfInstances);

    /** Values of a type: null or nothing, until class domains are added. */
    IObjSet createObjSet(String fieldBaseClassName, boolean includeNull);

    /** So many objects of a class, after null if that is included. */
    IObjSet createObjSet(String fieldBaseClassName, int numOfInstances, boolean includeNull);

    /** Values of a type: nothing, until class domains are added. */
    IObjSet createObjSet(String fieldBaseClassName);

    /** So many objects of a class. */
    IObjSet createObjSet(String fieldBaseClassName, int numOfInstances);

    /** The objects of a class domain. */
    IFieldDomain createObjSet(IClassDomain classDomain);

    /** The objects of a class domain, after null if that is included. */
    IFieldDomain createObjSet(IClassDomain classDomain, boolean includeNull);

    /** So many arrays of an array class. */
    IArraySet createArraySet(
            Class<?> clz, IIntSet array$length, IFieldDomain array$values, int count);

    /** Bounds a field: {@code Class.field}, or a field of the root's class. */
    void set(String fullFieldName, IFieldDomain fieldDomain);

    /** Bounds a field. */
    void set(String className, String fieldName, IFieldDomain fieldDomain);

    /** Bounds a field. */
    void set(Class<?> cls, String fieldName, IFieldDomain fieldDomain);

    /** The objects of a class, or null. */
    IClassDomain getClassDomain(String name);

    /** The objects of a class, or null. */
    IClassDomain getClassDomain(Class<?> cls);

    /** The bounds of a field, or null. */
    IFieldDomain getFieldDomain(Class<?> cls, String fieldName);

    /** The bounds of a field, or null. */
    IFieldDomain getFieldDomain(String className, String fieldName);

    /** The bounds of a field, or null. */
    IFieldDomain getFieldDomain(String fullFieldName);

    /** Adds objects to the collection that a field holds once its object is constructed. */
    void addAll(String fullFieldName, IObjSet objSet);

    /** Adds objects to the collection that a field holds once its object is constructed. */
    void addAll(String className, String fieldName, IObjSet objSet);

    /** Adds objects to the collection that a field holds once its object is constructed. */
    void addAll(Class<?> cls, String fieldName, IObjSet objSet);

    /** Takes over the bounds of another class; false if they were before. */
    boolean includeFinitization(IFinitization fin);

    /** The bounds taken over for a class, or null. */
    IFinitization getIncludedFinitization(Class<?> clazz);

    /**
     * Whether array fields may share arrays, and are searched like other references. Otherwise
     * every object has an array of its own.
     */
    void handleArraysAsObjects(boolean handleAsObjects);

    /** Whether array fields are searched like other references. */
    boolean areArraysHandledAsObjects();
}
