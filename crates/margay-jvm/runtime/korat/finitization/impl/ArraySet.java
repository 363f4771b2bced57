package korat.finitization.impl;

import korat.finitization.IArraySet;
import korat.finitization.IFieldDomain;
import korat.finitization.IIntSet;

/** Arrays. Margay reads the fields. */
final class ArraySet implements IArraySet {
    private final Class<?> type;
    private final int count;
    private IIntSet lengths;
    private IFieldDomain elements;
    /** Where it was made, for messages. */
    private final Throwable where = new Throwable();

    ArraySet(Class<?> type, IIntSet lengths, IFieldDomain elements, int count) {
        if (!type.isArray()) {
            throw new IllegalArgumentException(type.getName() + " is not an array class");
        }
        this.type = type;
        this.lengths = lengths;
        this.elements = elements;
        this.count = count;
    }

    @Override
    public void setArraySizes(IIntSet sizes) {
        lengths = sizes;
    }

    @Override
    public IIntSet getArraySizes() {
        return lengths;
    }

    @Override
    public void setComponentsSet(IFieldDomain componentsSet) {
        elements = componentsSet;
    }

    @Override
    public IFieldDomain getComponentsSet() {
        return elements;
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
        return true;
    }

    @Override
    public int getNumberOfElements() {
        return count;
    }

    @Override
    public int getNumOfClassDomains() {
        return 1;
    }
}
