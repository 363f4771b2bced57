/** All objects of the live structure: those that the root leads to, in the order of a walk. */
private static List<Object> walk(Object root) {
    List<Object> objects = new ArrayList<>();
    Map<Object, Object> met = new IdentityHashMap<>();
    objects.add(root);
    met.put(root, root);
    for (int next = 0; next < objects.size(); next++) {
        for (Object value : values(objects.get(next))) {
            if (value != null && !isValue(value) && met.put(value, value) == null) {
                objects.add(value);
            }
        }
    }
    return objects;
}

/** What the fields or elements of an object hold, in order. */
private static List<Object> values(Object object) {
    List<Object> values = new ArrayList<>();
    if (object instanceof Object[] array) {
        values.addAll(Arrays.asList(array));
        return values;
    }
    for (String name : fields(object.getClass().getName())) {
        values.add(new Slot(object, name, 0).get());
    }
    return values;
}

private static boolean isValue(Object object) {
    return object instanceof String || object instanceof Enum || object instanceof Number
            || object instanceof Boolean || object instanceof Character;
}

/** A new object, by the constructor with the fewest parameters that accepts zeroes for them. */
private static Object create(String name) {
    try {
        Constructor<?>[] constructors = Class.forName(name).getDeclaredConstructors();
        Arrays.sort(constructors, Comparator.comparingInt(Constructor::getParameterCount));
        for (Constructor<?> constructor : constructors) {
            constructor.setAccessible(true);
            Object[] zeroes = new Object[constructor.getParameterCount()];
            for (int i = 0; i < zeroes.length; i++) {
                Class<?> type = constructor.getParameterTypes()[i];
                zeroes[i] = type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
            }
            try {
                return constructor.newInstance(zeroes);
            } catch (InvocationTargetException refused) {
                continue;
            }
        }
    } catch (ReflectiveOperationException failure) {
        throw new IllegalStateException("cannot create " + name, failure);
    }
    throw new IllegalStateException("no constructor of " + name + " accepts zeroes");
}

/** An enum constant, by its name. */
private record Constant(String name) {}

/** A float or double. */
private record Decimal(String text) {}

/** A change to be made. */
private record Change(Slot slot, Object from, Object to) {
    void check() {
        if (!slot.holds(from)) {
            throw new IllegalStateException(slot + " does not hold what it held when it was repaired");
        }
    }

    void make() {
        slot.set(to);
    }
}

/** A field of an object, or an element of an array if it has no name. */
private record Slot(Object object, String name, int index) {
    private Field field() throws ReflectiveOperationException {
        int dot = name.lastIndexOf('.');
        Field field = Class.forName(name.substring(0, dot)).getDeclaredField(name.substring(dot + 1));
        field.setAccessible(true);
        return field;
    }

    private Class<?> type() throws ReflectiveOperationException {
        return name == null ? object.getClass().getComponentType() : field().getType();
    }

    Object get() {
        try {
            return name == null ? Array.get(object, index) : field().get(object);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("cannot read " + this, failure);
        }
    }

    boolean holds(Object value) {
        try {
            Object wanted = convert(type(), value);
            Object present = get();
            return wanted == present || wanted != null && isValue(wanted) && wanted.equals(present);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("cannot read " + this, failure);
        }
    }

    void set(Object value) {
        try {
            Object converted = convert(type(), value);
            if (name == null) {
                Array.set(object, index, converted);
            } else {
                field().set(object, converted);
            }
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("cannot change " + this, failure);
        }
    }

    private static Object convert(Class<?> type, Object value) {
        if (value instanceof Constant constant) {
            for (Object candidate : type.getEnumConstants()) {
                if (((Enum<?>) candidate).name().equals(constant.name())) {
                    return candidate;
                }
            }
            throw new IllegalStateException(type.getName() + " has no constant " + constant.name());
        }
        if (value instanceof Decimal decimal) {
            return type == float.class || type == Float.class
                    ? (Object) Float.valueOf(decimal.text())
                    : (Object) Double.valueOf(decimal.text());
        }
        if (value instanceof Long number) {
            if (type == byte.class || type == Byte.class) {
                return number.byteValue();
            }
            if (type == short.class || type == Short.class) {
                return number.shortValue();
            }
            if (type != long.class && type != Long.class) {
                return number.intValue();
            }
        }
        return value;
    }

    @Override
    public String toString() {
        return name == null ? "element " + index : name;
    }
}
