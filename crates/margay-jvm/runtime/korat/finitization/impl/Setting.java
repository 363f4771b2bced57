package korat.finitization.impl;

import korat.finitization.IFieldDomain;

/** What was said of a field. Margay reads the fields. */
final class Setting {
    final Class<?> owner;
    final String field;
    final IFieldDomain domain;
    /** Where it was said, for messages. */
    private final Throwable where = new Throwable();

    Setting(Class<?> owner, String field, IFieldDomain domain) {
        this.owner = owner;
        this.field = field;
        this.domain = domain;
    }
}
