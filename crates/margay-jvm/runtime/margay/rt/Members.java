package margay.rt;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import jdk.internal.reflect.ConstructorAccessor;
import jdk.internal.reflect.ReflectionFactory;

/** Calls of methods and constructors by reflection, after access to them was checked. */
final class Members {
    private Members() {}

    /** The native {@code newInstance0} of a constructor. */
    static Object newInstance(Constructor<?> constructor, Object[] args)
            throws InstantiationException, InvocationTargetException {
        Class<?> type = constructor.getDeclaringClass();
        if (Modifier.isAbstract(type.getModifiers())) {
            throw new InstantiationException();
        }
        Object[] fitting = fit(constructor.getParameterTypes(), args);
        Object object = Natives.instance(type);
        try {
            Natives.callVoid(constructor, object, fitting);
        } catch (Throwable thrown) {
            throw new InvocationTargetException(thrown);
        }
        return object;
    }

    /** Makes objects of a class with a constructor of a superclass, as deserialization does. */
    private static final class Deserializing implements ConstructorAccessor {
        private final Class<?> type;
        private final Constructor<?> constructor;

        Deserializing(Class<?> type, Constructor<?> constructor) {
            this.type = type;
            this.constructor = constructor;
        }

        @Override public Object newInstance(Object[] args) throws InvocationTargetException {
            Object object = Natives.instance(type);
            try {
                Natives.callVoid(constructor, object, fit(constructor.getParameterTypes(), args));
            } catch (Throwable thrown) {
                throw new InvocationTargetException(thrown);
            }
            return object;
        }
    }

    /** {@code ReflectionFactory.generateConstructor}. */
    static Constructor<?> forSerialization(
            Object factory, Class<?> type, Constructor<?> constructor) {
        Object root = Natives.get(constructor, "root");
        Constructor<?> original = root == null ? constructor : (Constructor<?>) root;
        Constructor<?> copy = ((ReflectionFactory) factory).copyConstructor(original);
        Natives.set(copy, "constructorAccessor", new Deserializing(type, constructor));
        Natives.setInt(copy, "override", 1);
        return copy;
    }

    /** The native {@code invoke0} of a method. */
    static Object invoke(Method method, Object on, Object[] args) throws InvocationTargetException {
        if (!Modifier.isStatic(method.getModifiers())) {
            if (on == null) {
                throw new NullPointerException();
            }
            if (!method.getDeclaringClass().isInstance(on)) {
                throw new IllegalArgumentException("object is not an instance of declaring class");
            }
        }
        Object[] fitting = fit(method.getParameterTypes(), args);
        try {
            return call(method, on, fitting);
        } catch (Throwable thrown) {
            throw new InvocationTargetException(thrown);
        }
    }

    private static Object call(Method method, Object on, Object[] args) {
        Class<?> result = method.getReturnType();
        if (!result.isPrimitive()) {
            return Natives.callReference(method, on, args);
        } else if (result == void.class) {
            Natives.callVoid(method, on, args);
            return null;
        } else if (result == boolean.class) {
            return Natives.callBoolean(method, on, args);
        } else if (result == byte.class) {
            return Natives.callByte(method, on, args);
        } else if (result == char.class) {
            return Natives.callChar(method, on, args);
        } else if (result == short.class) {
            return Natives.callShort(method, on, args);
        } else if (result == int.class) {
            return Natives.callInt(method, on, args);
        } else if (result == long.class) {
            return Natives.callLong(method, on, args);
        } else if (result == float.class) {
            return Natives.callFloat(method, on, args);
        } else {
            return Natives.callDouble(method, on, args);
        }
    }

    /** The arguments, each as an object of exactly the parameter's type if that is primitive. */
    private static Object[] fit(Class<?>[] types, Object[] args) {
        int given = args == null ? 0 : args.length;
        if (given != types.length) {
            String counts = Natives.feature() < 18 ? "" : ": " + given + " expected: " + types.length;
            throw new IllegalArgumentException("wrong number of arguments" + counts);
        }
        Object[] fitting = new Object[given];
        for (int i = 0; i < given; i++) {
            fitting[i] = fit(types[i], args[i]);
        }
        return fitting;
    }

    private static Object fit(Class<?> type, Object value) {
        if (!type.isPrimitive()) {
            if (value != null && !type.isInstance(value)) {
                throw new IllegalArgumentException("argument type mismatch");
            }
            return value;
        }
        Object wide = widen(type, value);
        if (wide == null) {
            throw new IllegalArgumentException("argument type mismatch");
        }
        return wide;
    }

    /** A boxed value as one of a type that it can be widened to; null if it cannot. */
    static Object widen(Class<?> type, Object value) {
        if (value instanceof Boolean) {
            return type == boolean.class ? value : null;
        }
        if (value instanceof Character) {
            char c = (Character) value;
            return type == char.class ? value : rank(type) >= rank(int.class) ? number(type, c) : null;
        }
        if (value instanceof Double) {
            return type == double.class ? value : null;
        }
        if (value instanceof Float) {
            float f = (Float) value;
            return type == float.class ? value : type == double.class ? (Object) (double) f : null;
        }
        if (value instanceof Byte || value instanceof Short || value instanceof Integer
                || value instanceof Long) {
            long number = ((Number) value).longValue();
            int own = value instanceof Byte ? 1 : value instanceof Short ? 2
                    : value instanceof Integer ? 3 : 4;
            return rank(type) >= own ? number(type, number) : null;
        }
        return null;
    }

    /** Numeric types by width; 0 for others. */
    private static int rank(Class<?> type) {
        return type == byte.class ? 1 : type == short.class ? 2 : type == int.class ? 3
                : type == long.class ? 4 : type == float.class ? 5 : type == double.class ? 6 : 0;
    }

    private static Object number(Class<?> type, long value) {
        switch (rank(type)) {
            case 1:
                return (byte) value;
            case 2:
                return (short) value;
            case 3:
                return (int) value;
            case 4:
                return value;
            case 5:
                return (float) value;
            default:
                return (double) value;
        }
    }
}
