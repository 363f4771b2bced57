package korat.finitization.impl;

import java.util.Arrays;
import java.util.List;
import korat.finitization.IClassDomain;
import korat.finitization.IObjSet;

/** References. Margay reads the fields. */
final class ObjSet implements IObjSet {
    private final Class<?> type;
    private boolean nullAllowed;
    private IClassDomain[] domains = {};

    ObjSet(Class<?> type, boolean nullAllowed) {
        if (type.isArray() || type.isPrimitive()) {
            throw new IllegalArgumentException(
                    type.getName() + " is neither a class nor an interface");
        }
        this.type = type;
        this.nullAllowed = nullAllowed;
    }

    @Override
    public boolean addClassDomain(IClassDomain domain) {
        Class<?> objects = domain.getClassOfObjects();
        if (!type.isAssignableFrom(objects)) {
            throw new IllegalArgumentException(
                    objects.getName() + " is not a subclass of " + type.getName());
        }
        if (domain.getSize() == 0 || indexOf(domain) >= 0) {
            return false;
        }
        domains = Arrays.copyOf(domains, domains.length + 1);
        domains[domains.length - 1] = domain;
        return true;
    }

    private int indexOf(IClassDomain domain) {
        return Arrays.asList(domains).indexOf(domain);
    }

    @Override
    public boolean removeClassDomain(IClassDomain domain) {
        int index = indexOf(domain);
        if (index < 0) {
            return false;
        }
        IClassDomain[] rest = Arrays.copyOf(domains, domains.length - 1);
        System.arraycopy(domains, index + 1, rest, index, rest.length - index);
        domains = rest;
        return true;
    }

    @Override
    public IClassDomain removeClassDomain(int index) {
        int place = nullAllowed ? index - 1 : index;
        if (place == -1 && nullAllowed) {
            nullAllowed = false;
        }
        if (place < 0 || place >= domains.length) {
            return null;
        }
        IClassDomain removed = domains[place];
        removeClassDomain(removed);
        return removed;
    }

    @Override
    public List<IClassDomain> getClassDomains() {
        return Arrays.asList(domains.clone());
    }

    @Override
    public Object[] getAllObjects() {
        throw new UnsupportedOperationException("the objects exist only when the search begins");
    }

    @Override
    public Object[] getObjectsOfClass(Class<?> cls) {
        return getAllObjects();
    }

    @Override
    public void setNullAllowed(boolean allowed) {
        nullAllowed = allowed;
    }

    @Override
    public boolean isNullAllowed() {
        return nullAllowed;
    }

    @Override
    public Class<?> getClassOfField() {
        return type;
    }

    @Override
    public boolean isPrimitiveType() {
        return false;
    }

    @Override
    public boolean isArrayType() {
        return false;
    }

    @Override
    public int getNumberOfElements() {
        int count = nullAllowed ? 1 : 0;
        for (IClassDomain domain : domains) {
            count += domain.getSize();
        }
        return count;
    }

    @Override
    public int getNumOfClassDomains() {
        return domains.length + (nullAllowed ? 1 : 0);
    }
}
