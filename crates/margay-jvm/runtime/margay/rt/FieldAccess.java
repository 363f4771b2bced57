package margay.rt;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.FieldAccessor;

/** Reads and writes a field by reflection, after access to it was checked. */
final class FieldAccess implements FieldAccessor {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private final Field field;
    private final Class<?> type;
    private final boolean readOnly;
    /** The class, if the field is static. */
    private final Object base;
    private final long offset;

    private FieldAccess(Field field, boolean override) {
        int modifiers = field.getModifiers();
        boolean isStatic = Modifier.isStatic(modifiers);
        Class<?> owner = field.getDeclaringClass();
        this.field = field;
        this.type = field.getType();
        this.readOnly = Modifier.isFinal(modifiers)
                && (!override || isStatic || owner.isRecord() || owner.isHidden());
        if (isStatic) {
            UNSAFE.ensureClassInitialized(owner);
        }
        this.base = isStatic ? UNSAFE.staticFieldBase(field) : null;
        this.offset = isStatic ? UNSAFE.staticFieldOffset(field) : UNSAFE.objectFieldOffset(field);
    }

    /** {@code ReflectionFactory.newFieldAccessor}. */
    static Object of(Object factory, Field field, boolean override) {
        return new FieldAccess(field, override);
    }

    /** The object whose field is meant. */
    private Object place(Object on) {
        if (base != null) {
            return base;
        }
        if (on == null) {
            throw new NullPointerException("Cannot invoke \"Object.getClass()\" because \"obj\" is null");
        }
        if (!field.getDeclaringClass().isInstance(on)) {
            throw new IllegalArgumentException("Can not get " + describe() + " on " + on.getClass().getName());
        }
        return on;
    }

    /** Such as {@code final int field demo.Point.x}. */
    private String describe() {
        int modifiers = field.getModifiers();
        String kind = (Modifier.isStatic(modifiers) ? "static " : "")
                + (Modifier.isFinal(modifiers) ? "final " : "");
        return kind + type.getTypeName() + " field "
                + field.getDeclaringClass().getTypeName() + "." + field.getName();
    }

    @Override public Object get(Object on) {
        Object place = place(on);
        if (!type.isPrimitive()) {
            return UNSAFE.getReferenceVolatile(place, offset);
        }
        if (type == boolean.class) {
            return UNSAFE.getBoolean(place, offset);
        }
        if (type == byte.class) {
            return UNSAFE.getByte(place, offset);
        }
        if (type == char.class) {
            return UNSAFE.getChar(place, offset);
        }
        if (type == short.class) {
            return UNSAFE.getShort(place, offset);
        }
        if (type == int.class) {
            return UNSAFE.getInt(place, offset);
        }
        if (type == long.class) {
            return UNSAFE.getLong(place, offset);
        }
        if (type == float.class) {
            return UNSAFE.getFloat(place, offset);
        }
        if (type == double.class) {
            return UNSAFE.getDouble(place, offset);
        }
        throw new InternalError(type.getName());
    }

    /** The value as one of a primitive type. */
    private Object as(Class<?> wanted, Object on) {
        Object value = get(on);
        Object wide = type.isPrimitive() ? Members.widen(wanted, value) : null;
        if (wide == null) {
            String problem = "Attempt to get " + type.getName() + " field \""
                    + field.getDeclaringClass().getName() + "." + field.getName()
                    + "\" with illegal data type conversion to " + wanted.getName();
            throw new IllegalArgumentException(problem);
        }
        return wide;
    }

    @Override public void set(Object on, Object value) throws IllegalAccessException {
        Object place = place(on);
        String given = value == null ? "null value" : value.getClass().getName();
        if (readOnly) {
            throw new IllegalAccessException("Can not set " + describe() + " to " + given);
        }
        put(place, value, given);
    }

    /** Writes a value that was given as one of a primitive type. */
    private void set(Class<?> from, Object on, Object value) throws IllegalAccessException {
        Object place = place(on);
        String given = "(" + from.getName() + ")" + value;
        if (readOnly) {
            throw new IllegalAccessException("Can not set " + describe() + " to " + given);
        }
        if (!type.isPrimitive()) {
            throw new IllegalArgumentException("Can not set " + describe() + " to " + given);
        }
        put(place, value, given);
    }

    private void put(Object place, Object value, String given) {
        boolean fits = type.isPrimitive() ? Members.widen(type, value) != null
                : value == null || type.isInstance(value);
        if (!fits) {
            throw new IllegalArgumentException("Can not set " + describe() + " to " + given);
        }
        if (!type.isPrimitive()) {
            UNSAFE.putReferenceVolatile(place, offset, value);
            return;
        }
        Object wide = Members.widen(type, value);
        if (type == boolean.class) {
            UNSAFE.putBoolean(place, offset, (Boolean) wide);
        } else if (type == byte.class) {
            UNSAFE.putByte(place, offset, (Byte) wide);
        } else if (type == char.class) {
            UNSAFE.putChar(place, offset, (Character) wide);
        } else if (type == short.class) {
            UNSAFE.putShort(place, offset, (Short) wide);
        } else if (type == int.class) {
            UNSAFE.putInt(place, offset, (Integer) wide);
        } else if (type == long.class) {
            UNSAFE.putLong(place, offset, (Long) wide);
        } else if (type == float.class) {
            UNSAFE.putFloat(place, offset, (Float) wide);
        } else if (type == double.class) {
            UNSAFE.putDouble(place, offset, (Double) wide);
        }
    }

    @Override public boolean getBoolean(Object on) {
        return (Boolean) as(boolean.class, on);
    }

    @Override public void setBoolean(Object on, boolean value) throws IllegalAccessException {
        set(boolean.class, on, value);
    }

    @Override public byte getByte(Object on) {
        return (Byte) as(byte.class, on);
    }

    @Override public void setByte(Object on, byte value) throws IllegalAccessException {
        set(byte.class, on, value);
    }

    @Override public char getChar(Object on) {
        return (Character) as(char.class, on);
    }

    @Override public void setChar(Object on, char value) throws IllegalAccessException {
        set(char.class, on, value);
    }

    @Override public short getShort(Object on) {
        return (Short) as(short.class, on);
    }

    @Override public void setShort(Object on, short value) throws IllegalAccessException {
        set(short.class, on, value);
    }

    @Override public int getInt(Object on) {
        return (Integer) as(int.class, on);
    }

    @Override public void setInt(Object on, int value) throws IllegalAccessException {
        set(int.class, on, value);
    }

    @Override public long getLong(Object on) {
        return (Long) as(long.class, on);
    }

    @Override public void setLong(Object on, long value) throws IllegalAccessException {
        set(long.class, on, value);
    }

    @Override public float getFloat(Object on) {
        return (Float) as(float.class, on);
    }

    @Override public void setFloat(Object on, float value) throws IllegalAccessException {
        set(float.class, on, value);
    }

    @Override public double getDouble(Object on) {
        return (Double) as(double.class, on);
    }

    @Override public void setDouble(Object on, double value) throws IllegalAccessException {
        set(double.class, on, value);
    }
}
