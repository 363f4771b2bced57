package korat.finitization.impl;

import korat.finitization.IBooleanSet;

/** Both booleans. */
final class BooleanSet extends Numbers implements IBooleanSet {
    BooleanSet() {
        super(boolean.class);
        add(0);
        add(1);
    }
}
