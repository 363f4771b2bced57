package korat.finitization;

/** Arrays. */
public interface IArraySet extends IFieldDomain {
    /** Sets the lengths they may have. */
    void setArraySizes(IIntSet sizes);

    /** The lengths they may have. */
    IIntSet getArraySizes();

    /** Sets the values an element may have. */
    void setComponentsSet(IFieldDomain componentsSet);

    /** The values an element may have. */
    IFieldDomain getComponentsSet();
}
