/** Reads a field that source code may not use. */
private static #java.lang.Object# get(#java.lang.Object# object, #java.lang.String# name) throws #java.lang.Exception# {
    return field(object.getClass(), name).get(object);
}
