package korat.finitization.impl;

import java.util.Arrays;
import korat.finitization.IArraySet;
import korat.finitization.IBooleanSet;
import korat.finitization.IByteSet;
import korat.finitization.IClassDomain;
import korat.finitization.IDoubleSet;
import korat.finitization.IFieldDomain;
import korat.finitization.IFinitization;
import korat.finitization.IFloatSet;
import korat.finitization.IIntSet;
import korat.finitization.ILongSet;
import korat.finitization.IObjSet;
import korat.finitization.IShortSet;

/**
 * Writes down what a finitization method says, in arrays that Margay reads when the method has
 * returned. What needs to know fields or objects is checked then; each entry knows its caller.
 */
final class Finitization implements IFinitization {
    private final Class<?> root;
    private ClassDomain[] domains = {};
    private Setting[] settings = {};
    /** Collections to fill. */
    private Setting[] additions = {};
    private Finitization[] included = {};
    private boolean arraysAsObjects;

    Finitization(Class<?> root) {
        this.root = root;
        createClassDomain(root, 1);
    }

    private static <T> T[] append(T[] items, T item) {
        T[] longer = Arrays.copyOf(items, items.length + 1);
        longer[items.length] = item;
        return longer;
    }

    // ---- names ----

    private Class<?> classNamed(String name) {
        String own = root.getName();
        String inPackage = own.substring(0, own.lastIndexOf('.') + 1) + name;
        for (String candidate : new String[] {name, inPackage, own + "$" + name}) {
            try {
                return Class.forName(candidate);
            } catch (ClassNotFoundException e) {
                // The next one may exist.
            }
        }
        throw new IllegalArgumentException("there is no class " + name);
    }

    private Class<?> ownerIn(String fullFieldName) {
        int dot = fullFieldName.lastIndexOf('.');
        return dot < 0 ? root : classNamed(fullFieldName.substring(0, dot));
    }

    private static String fieldIn(String fullFieldName) {
        return fullFieldName.substring(fullFieldName.lastIndexOf('.') + 1);
    }

    // ---- objects ----

    @Override
    public Class<?> getFinClass() {
        return root;
    }

    @Override
    public IClassDomain createClassDomain(Class<?> cls, int numOfInstances) {
        ClassDomain domain = getClassDomain(cls);
        if (domain == null) {
            domain = new ClassDomain(cls);
            domains = append(domains, domain);
        }
        domain.atLeast(numOfInstances);
        return domain;
    }

    @Override
    public IClassDomain createClassDomain(Class<?> cls) {
        return createClassDomain(cls, 0);
    }

    @Override
    public IClassDomain createClassDomain(String className, int numOfInstances) {
        return createClassDomain(classNamed(className), numOfInstances);
    }

    @Override
    public IClassDomain createClassDomain(String className) {
        return createClassDomain(className, 0);
    }

    @Override
    public ClassDomain getClassDomain(Class<?> cls) {
        for (ClassDomain domain : domains) {
            if (domain.getClassOfObjects() == cls) {
                return domain;
            }
        }
        return null;
    }

    @Override
    public IClassDomain getClassDomain(String name) {
        return getClassDomain(classNamed(name));
    }

    // ---- sets of values ----

    @Override
    public IBooleanSet createBooleanSet() {
        return new BooleanSet();
    }

    @Override
    public IIntSet createIntSet(int min, int diff, int max) {
        return new IntSet(min, diff, max);
    }

    @Override
    public IIntSet createIntSet(int min, int max) {
        return new IntSet(min, 1, max);
    }

    @Override
    public IIntSet createIntSet(int singleValue) {
        return new IntSet(singleValue, 1, singleValue);
    }

    @Override
    public IByteSet createByteSet(byte min, byte diff, byte max) {
        return new ByteSet(min, diff, max);
    }

    @Override
    public IByteSet createByteSet(byte min, byte max) {
        return new ByteSet(min, (byte) 1, max);
    }

    @Override
    public IByteSet createByteSet(byte singleValue) {
        return new ByteSet(singleValue, (byte) 1, singleValue);
    }

    @Override
    public IShortSet createShortSet(short min, short diff, short max) {
        return new ShortSet(min, diff, max);
    }

    @Override
    public IShortSet createShortSet(short min, short max) {
        return new ShortSet(min, (short) 1, max);
    }

    @Override
    public IShortSet createShortSet(short singleValue) {
        return new ShortSet(singleValue, (short) 1, singleValue);
    }

    @Override
    public ILongSet createLongSet(long min, long diff, long max) {
        return new LongSet(min, diff, max);
    }

    @Override
    public ILongSet createLongSet(long min, long max) {
        return new LongSet(min, 1, max);
    }

    @Override
    public ILongSet createLongSet(long singleValue) {
        return new LongSet(singleValue, 1, singleValue);
    }

    @Override
    public IDoubleSet createDoubleSet(double min, double diff, double max) {
        return new DoubleSet(min, diff, max);
    }

    @Override
    public IDoubleSet createDoubleSet(double min, double max) {
        return new DoubleSet(min, 1, max);
    }

    @Override
    public IDoubleSet createDoubleSet(double singleValue) {
        return new DoubleSet(singleValue, 1, singleValue);
    }

    @Override
    public IFloatSet createFloatSet(float min, float diff, float max) {
        return new FloatSet(min, diff, max);
    }

    @Override
    public IFloatSet createFloatSet(float min, float max) {
        return new FloatSet(min, 1, max);
    }

    @Override
    public IFloatSet createFloatSet(float singleValue) {
        return new FloatSet(singleValue, 1, singleValue);
    }

    @Override
    public IObjSet createObjSet(Class<?> fieldBaseClass, boolean includeNull) {
        return new ObjSet(fieldBaseClass, includeNull);
    }

    @Override
    public IObjSet createObjSet(Class<?> fieldBaseClass, int numOfInstances, boolean includeNull) {
        IObjSet objects = createObjSet(fieldBaseClass, includeNull);
        objects.addClassDomain(createClassDomain(fieldBaseClass, numOfInstances));
        return objects;
    }

    @Override
    public IObjSet createObjSet(Class<?> fieldBaseClass) {
        return createObjSet(fieldBaseClass, false);
    }

    @Override
    public IObjSet createObjSet(Class<?> fieldBaseClass, int numOfInstances) {
        return createObjSet(fieldBaseClass, numOfInstances, false);
    }

    @Override
    public IObjSet createObjSet(String fieldBaseClassName, boolean includeNull) {
        return createObjSet(classNamed(fieldBaseClassName), includeNull);
    }

    @Override
    public IObjSet createObjSet(
            String fieldBaseClassName, int numOfInstances, boolean includeNull) {
        return createObjSet(classNamed(fieldBaseClassName), numOfInstances, includeNull);
    }

    @Override
    public IObjSet createObjSet(String fieldBaseClassName) {
        return createObjSet(classNamed(fieldBaseClassName));
    }

    @Override
    public IObjSet createObjSet(String fieldBaseClassName, int numOfInstances) {
        return createObjSet(classNamed(fieldBaseClassName), numOfInstances);
    }

    @Override
    public IFieldDomain createObjSet(IClassDomain classDomain) {
        return createObjSet(classDomain, false);
    }

    @Override
    public IFieldDomain createObjSet(IClassDomain classDomain, boolean includeNull) {
        IObjSet objects = createObjSet(classDomain.getClassOfObjects(), includeNull);
        objects.addClassDomain(classDomain);
        return objects;
    }

    @Override
    public IArraySet createArraySet(
            Class<?> clz, IIntSet array$length, IFieldDomain array$values, int count) {
        return new ArraySet(clz, array$length, array$values, count);
    }

    // ---- fields ----

    private Setting settingOf(Class<?> cls, String fieldName) {
        for (Setting setting : settings) {
            if (setting.owner == cls && setting.field.equals(fieldName)) {
                return setting;
            }
        }
        return null;
    }

    @Override
    public void set(Class<?> cls, String fieldName, IFieldDomain fieldDomain) {
        if (settingOf(cls, fieldName) != null) {
            throw new IllegalArgumentException("the field " + fieldName + " was set before");
        }
        createClassDomain(cls);
        settings = append(settings, new Setting(cls, fieldName, fieldDomain));
    }

    @Override
    public void set(String className, String fieldName, IFieldDomain fieldDomain) {
        set(classNamed(className), fieldName, fieldDomain);
    }

    @Override
    public void set(String fullFieldName, IFieldDomain fieldDomain) {
        set(ownerIn(fullFieldName), fieldIn(fullFieldName), fieldDomain);
    }

    @Override
    public IFieldDomain getFieldDomain(Class<?> cls, String fieldName) {
        Setting setting = settingOf(cls, fieldName);
        return setting == null ? null : setting.domain;
    }

    @Override
    public IFieldDomain getFieldDomain(String className, String fieldName) {
        return getFieldDomain(classNamed(className), fieldName);
    }

    @Override
    public IFieldDomain getFieldDomain(String fullFieldName) {
        return getFieldDomain(ownerIn(fullFieldName), fieldIn(fullFieldName));
    }

    @Override
    public void addAll(Class<?> cls, String fieldName, IObjSet objSet) {
        additions = append(additions, new Setting(cls, fieldName, objSet));
    }

    @Override
    public void addAll(String className, String fieldName, IObjSet objSet) {
        addAll(classNamed(className), fieldName, objSet);
    }

    @Override
    public void addAll(String fullFieldName, IObjSet objSet) {
        addAll(ownerIn(fullFieldName), fieldIn(fullFieldName), objSet);
    }

    // ---- other finitizations ----

    @Override
    public boolean includeFinitization(IFinitization fin) {
        if (getIncludedFinitization(fin.getFinClass()) != null) {
            return false;
        }
        Finitization other = (Finitization) fin;
        for (ClassDomain domain : other.domains) {
            if (getClassDomain(domain.getClassOfObjects()) != null) {
                throw new UnsupportedOperationException(
                        domain.getClassNameOfObjects() + " is bounded by both finitizations");
            }
        }
        included = append(included, other);
        for (ClassDomain domain : other.domains) {
            domains = append(domains, domain);
        }
        for (Setting setting : other.settings) {
            settings = append(settings, setting);
        }
        for (Setting addition : other.additions) {
            additions = append(additions, addition);
        }
        return true;
    }

    @Override
    public IFinitization getIncludedFinitization(Class<?> clazz) {
        for (Finitization other : included) {
            if (other.root == clazz) {
                return other;
            }
        }
        return null;
    }

    @Override
    public void handleArraysAsObjects(boolean handleAsObjects) {
        arraysAsObjects = handleAsObjects;
    }

    @Override
    public boolean areArraysHandledAsObjects() {
        return arraysAsObjects;
    }
}
