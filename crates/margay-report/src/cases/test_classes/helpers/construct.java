/** Calls a constructor that source code may not call. */
private static #java.lang.Object# construct(#java.lang.String# type, #java.lang.String# descriptor,
        #java.lang.Object#... arguments) throws #java.lang.Throwable# {
    #java.lang.Class#<?> owner = #java.lang.Class#.forName(type);
    #java.lang.invoke.MethodType# types =
            #java.lang.invoke.MethodType#.fromMethodDescriptorString(descriptor, owner.getClassLoader());
    #java.lang.reflect.Constructor#<?> constructor =
            owner.getDeclaredConstructor(types.parameterArray());
    constructor.setAccessible(true);
    try {
        return constructor.newInstance(arguments);
    } catch (#java.lang.reflect.InvocationTargetException# thrown) {
        throw thrown.getCause();
    }
}
