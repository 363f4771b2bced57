package korat.finitization.impl;

import korat.finitization.IFinitization;
import korat.finitization.IFinitizationFactory;

/** Where a finitization method gets its finitization from. */
public class FinitizationFactory implements IFinitizationFactory {
    private static final FinitizationFactory INSTANCE = new FinitizationFactory();

    private FinitizationFactory() {}

    /** The only factory. */
    public static FinitizationFactory getInstance() {
        return INSTANCE;
    }

    /** An empty finitization of a class. */
    public static IFinitization create(Class<?> clz) {
        return new Finitization(clz);
    }

    @Override
    public IFinitization createFinitization(Class<?> clz) {
        return create(clz);
    }
}
