/** Calls a method that source code may not call. */
private static #java.lang.Object# call(#java.lang.Object# receiver, #java.lang.String# type, #java.lang.String# name,
        #java.lang.String# descriptor, #java.lang.Object#... arguments) throws #java.lang.Throwable# {
    #java.lang.Class#<?> owner = #java.lang.Class#.forName(type);
    #java.lang.invoke.MethodType# types =
            #java.lang.invoke.MethodType#.fromMethodDescriptorString(descriptor, owner.getClassLoader());
    #java.lang.reflect.Method# method = owner.getDeclaredMethod(name, types.parameterArray());
    method.setAccessible(true);
    try {
        return method.invoke(receiver, arguments);
    } catch (#java.lang.reflect.InvocationTargetException# thrown) {
        throw thrown.getCause();
    }
}
