package korat.finitization;

/** Both booleans, false first. */
public interface IBooleanSet extends IPrimitiveTypeSet {}
