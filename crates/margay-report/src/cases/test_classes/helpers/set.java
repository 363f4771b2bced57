/** Sets a field that source code may not use. */
private static void set(#java.lang.Object# object, #java.lang.String# name, #java.lang.Object# value) throws #java.lang.Exception# {
    field(object.getClass(), name).set(object, value);
}
