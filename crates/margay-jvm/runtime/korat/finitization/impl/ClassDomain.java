package korat.finitization.impl;

import java.util.Arrays;
import java.util.Collection;
import korat.finitization.IClassDomain;

/** Objects of one class: those added, then {@code fresh} new ones. Margay reads the fields. */
final class ClassDomain implements IClassDomain {
    private final Class<?> type;
    private int fresh;
    private boolean interchangeable = true;
    private Object[] added = {};
    /** Where it was made, for messages. */
    private final Throwable where = new Throwable();

    ClassDomain(Class<?> type) {
        if (type.isInterface() || type.isPrimitive()) {
            throw new IllegalArgumentException(type.getName() + " is not a class");
        }
        this.type = type;
    }

    void atLeast(int count) {
        fresh = Math.max(fresh, count);
    }

    @Override
    public Class<?> getClassOfObjects() {
        return type;
    }

    @Override
    public String getClassNameOfObjects() {
        return type.getName();
    }

    @Override
    public int getSize() {
        return added.length + fresh;
    }

    @Override
    public void includeInIsomorphismCheck(boolean include) {
        interchangeable = include;
    }

    @Override
    public boolean isIncludedInIsomorphismChecking() {
        return interchangeable;
    }

    @Override
    public void addObject(Object obj) {
        if (type.isInstance(obj)) {
            added = Arrays.copyOf(added, added.length + 1);
            added[added.length - 1] = obj;
        }
    }

    @Override
    public void addObjects(Object[] objs) {
        for (Object obj : objs) {
            addObject(obj);
        }
    }

    @Override
    public void addObjects(Collection<?> col) {
        addObjects(col.toArray());
    }
}
