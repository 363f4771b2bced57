package margay.rt;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;

/** Proxies, whose class files the library makes. */
final class Proxies {
    private Proxies() {}

    private static final String PREFIX = "$Proxy";

    /** {@code Proxy.newProxyInstance}. */
    static Object make(ClassLoader loader, Class<?>[] interfaces, InvocationHandler handler) {
        Objects.requireNonNull(handler);
        List<Class<?>> types = List.of(interfaces);
        String place = "jdk/proxy1/";
        for (int i = 0; i < types.size(); i++) {
            Class<?> type = types.get(i);
            if (!type.isInterface()) {
                throw new IllegalArgumentException(type.getName() + " is not an interface");
            }
            if (types.indexOf(type) != i) {
                throw new IllegalArgumentException("repeated interface: " + type.getName());
            }
            if (!Modifier.isPublic(type.getModifiers())) {
                String folder = type.getPackageName().replace('.', '/');
                place = folder.isEmpty() ? "" : folder + "/";
            }
        }
        String name = place + PREFIX + Natives.proxyNumber(types.toString());
        try {
            Class<?> type = find(name);
            if (type == null) {
                type = Natives.define(name, generate(name, types));
            }
            Constructor<?> constructor = type.getConstructor(InvocationHandler.class);
            Natives.setInt(constructor, "override", 1);
            return constructor.newInstance(handler);
        } catch (ReflectiveOperationException failure) {
            throw new InternalError(failure.toString(), failure);
        }
    }

    /** The class of that name, if it was made before. */
    private static Class<?> find(String name) {
        try {
            return Class.forName(name.replace('/', '.'), false, null);
        } catch (ClassNotFoundException none) {
            return null;
        }
    }

    private static byte[] generate(String name, List<Class<?>> types)
            throws ReflectiveOperationException {
        Method generate = Class.forName("java.lang.reflect.ProxyGenerator").getDeclaredMethod(
                "generateProxyClass", ClassLoader.class, String.class, List.class, int.class);
        Natives.setInt(generate, "override", 1);
        int modifiers = Modifier.PUBLIC | Modifier.FINAL;
        return (byte[]) generate.invoke(null, null, name.replace('/', '.'), types, modifiers);
    }

    /** {@code Proxy.isProxyClass}. */
    static boolean isProxy(Class<?> type) {
        return Proxy.class.isAssignableFrom(type) && type != Proxy.class
                && type.getSimpleName().startsWith(PREFIX);
    }
}
