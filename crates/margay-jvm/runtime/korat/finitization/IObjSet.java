package korat.finitization;

import java.util.List;

/** References: null if it is allowed, then the objects of class domains in the order added. */
public interface IObjSet extends IFieldDomain {
    /** Adds the objects of a class domain; false if it has none, or is there already. */
    boolean addClassDomain(IClassDomain domain);

    /** Removes the objects of a class domain; false if it is not there. */
    boolean removeClassDomain(IClassDomain domain);

    /** Removes a class domain by its place, null having the first one if it is allowed. */
    IClassDomain removeClassDomain(int index);

    /** The class domains, without null. */
    List<IClassDomain> getClassDomains();

    /** Not supported: the objects exist only when the search begins. */
    Object[] getAllObjects();

    /** Not supported: the objects exist only when the search begins. */
    Object[] getObjectsOfClass(Class<?> cls);

    /** Whether null is one of the values. */
    void setNullAllowed(boolean allowed);

    /** Whether null is one of the values. */
    boolean isNullAllowed();
}
