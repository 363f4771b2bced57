package korat.finitization;

/** Values of a primitive type. */
interface IPrimitiveTypeSet extends IFieldDomain {}
