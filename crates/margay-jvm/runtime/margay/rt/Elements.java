package margay.rt;

/** The native methods of {@code java.lang.reflect.Array} that read and write elements. */
final class Elements {
    private Elements() {}

    static Object get(Object array, int index) {
        if (array instanceof Object[]) {
            return ((Object[]) array)[index];
        }
        if (array instanceof boolean[]) {
            return ((boolean[]) array)[index];
        }
        if (array instanceof byte[]) {
            return ((byte[]) array)[index];
        }
        if (array instanceof char[]) {
            return ((char[]) array)[index];
        }
        if (array instanceof short[]) {
            return ((short[]) array)[index];
        }
        if (array instanceof int[]) {
            return ((int[]) array)[index];
        }
        if (array instanceof long[]) {
            return ((long[]) array)[index];
        }
        if (array instanceof float[]) {
            return ((float[]) array)[index];
        }
        if (array instanceof double[]) {
            return ((double[]) array)[index];
        }
        throw notAnArray(array);
    }

    static void set(Object array, int index, Object value) {
        if (array instanceof Object[]) {
            if (value != null && !array.getClass().getComponentType().isInstance(value)) {
                throw new IllegalArgumentException("array element type mismatch");
            }
            ((Object[]) array)[index] = value;
            return;
        }
        if (array == null || !array.getClass().isArray()) {
            throw notAnArray(array);
        }
        Object wide = Members.widen(array.getClass().getComponentType(), value);
        if (wide == null) {
            throw mismatch();
        }
        if (array instanceof boolean[]) {
            ((boolean[]) array)[index] = (Boolean) wide;
        } else if (array instanceof byte[]) {
            ((byte[]) array)[index] = (Byte) wide;
        } else if (array instanceof char[]) {
            ((char[]) array)[index] = (Character) wide;
        } else if (array instanceof short[]) {
            ((short[]) array)[index] = (Short) wide;
        } else if (array instanceof int[]) {
            ((int[]) array)[index] = (Integer) wide;
        } else if (array instanceof long[]) {
            ((long[]) array)[index] = (Long) wide;
        } else if (array instanceof float[]) {
            ((float[]) array)[index] = (Float) wide;
        } else if (array instanceof double[]) {
            ((double[]) array)[index] = (Double) wide;
        }
    }

    private static RuntimeException notAnArray(Object object) {
        return object == null ? new NullPointerException()
                : new IllegalArgumentException("Argument is not an array");
    }

    private static RuntimeException mismatch() {
        return new IllegalArgumentException("argument type mismatch");
    }

    /** An element as a value of a primitive type. */
    private static Object as(Class<?> wanted, Object array, int index) {
        Object value = get(array, index);
        Object wide = array instanceof Object[] ? null : Members.widen(wanted, value);
        if (wide == null) {
            throw mismatch();
        }
        return wide;
    }

    /** Writes an element that was given as a value of a primitive type. */
    private static void put(Object array, int index, Object value) {
        if (array instanceof Object[]) {
            throw mismatch();
        }
        set(array, index, value);
    }

    static boolean getBoolean(Object array, int index) {
        return (Boolean) as(boolean.class, array, index);
    }

    static void setBoolean(Object array, int index, boolean value) {
        put(array, index, value);
    }

    static byte getByte(Object array, int index) {
        return (Byte) as(byte.class, array, index);
    }

    static void setByte(Object array, int index, byte value) {
        put(array, index, value);
    }

    static char getChar(Object array, int index) {
        return (Character) as(char.class, array, index);
    }

    static void setChar(Object array, int index, char value) {
        put(array, index, value);
    }

    static short getShort(Object array, int index) {
        return (Short) as(short.class, array, index);
    }

    static void setShort(Object array, int index, short value) {
        put(array, index, value);
    }

    static int getInt(Object array, int index) {
        return (Integer) as(int.class, array, index);
    }

    static void setInt(Object array, int index, int value) {
        put(array, index, value);
    }

    static long getLong(Object array, int index) {
        return (Long) as(long.class, array, index);
    }

    static void setLong(Object array, int index, long value) {
        put(array, index, value);
    }

    static float getFloat(Object array, int index) {
        return (Float) as(float.class, array, index);
    }

    static void setFloat(Object array, int index, float value) {
        put(array, index, value);
    }

    static double getDouble(Object array, int index) {
        return (Double) as(double.class, array, index);
    }

    static void setDouble(Object array, int index, double value) {
        put(array, index, value);
    }
}
