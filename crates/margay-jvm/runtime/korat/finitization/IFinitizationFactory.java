package korat.finitization;

/** Makes finitizations. */
public interface IFinitizationFactory {
    /** An empty finitization of a class. */
    IFinitization createFinitization(Class<?> clz);
}
