/** A field of the class itself, or of another one that is named before it. */
private static #java.lang.reflect.Field# field(#java.lang.Class#<?> type, #java.lang.String# name) throws #java.lang.Exception# {
    int dot = name.lastIndexOf('.');
    #java.lang.Class#<?> owner = dot < 0 ? type : #java.lang.Class#.forName(name.substring(0, dot));
    #java.lang.reflect.Field# field = owner.getDeclaredField(name.substring(dot + 1));
    field.setAccessible(true);
    return field;
}
