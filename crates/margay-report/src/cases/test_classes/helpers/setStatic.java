/** Sets a static field that source code may not use. */
private static void setStatic(#java.lang.String# name, #java.lang.Object# value) throws #java.lang.Exception# {
    field(null, name).set(null, value);
}
