/** Reads a static field that source code may not use. */
private static #java.lang.Object# getStatic(#java.lang.String# name) throws #java.lang.Exception# {
    return field(null, name).get(null);
}
