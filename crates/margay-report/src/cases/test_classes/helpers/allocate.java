/** A new object whose constructor has not run. */
private static <T> T allocate(#java.lang.Class#<T> type) throws #java.lang.Exception# {
    #java.lang.Class#<?> unsafe = #java.lang.Class#.forName("sun.misc.Unsafe");
    #java.lang.reflect.Field# field = unsafe.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    #java.lang.reflect.Method# allocate = unsafe.getMethod("allocateInstance", #java.lang.Class#.class);
    return type.cast(allocate.invoke(field.get(null), type));
}
