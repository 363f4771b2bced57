/** Builds object graphs by reflection: first what there is, then {@link #build} makes it. */
static final class Heap {
    private static final Object NULL = new Object();

    private static final Object ANY = new Object();

    private static final List<Class<?>> PRIMITIVES = List.of(boolean.class, byte.class, short.class,
            char.class, int.class, long.class, float.class, double.class);

    private record Ref(String name) {}

    private record Constant(String name) {}

    private record Decimal(String digits) {
        Object as(Class<?> type) {
            if (type == float.class) {
                return Float.valueOf(digits);
            }
            return Double.valueOf(digits);
        }
    }

    private final Map<String, Item> items = new LinkedHashMap<>();

    /** An object of the graph. */
    Object ref(String name) {
        return new Ref(name);
    }

    /** A constant of the enum that the field is of. */
    Object constant(String name) {
        return new Constant(name);
    }

    /** A {@code float} or {@code double}, as the field is. */
    Object decimal(String digits) {
        return new Decimal(digits);
    }

    /** A value that the predicate never reads: it stays as the constructor leaves it. */
    Object any() {
        return ANY;
    }

    /** Adds an object; its class is named as {@link Class#getName} does. */
    Item object(String name, String type) {
        return items.computeIfAbsent(name, key -> new Item(type(type), -1));
    }

    /** Adds an array; its type is named as in source code: {@code int[]}. */
    Item array(String name, String type, int length) {
        return items.computeIfAbsent(name, key -> new Item(type(type), length));
    }

    /** Adds an object that exists already. */
    void value(String name, Object value) {
        Item item = new Item(value.getClass(), -1);
        item.made = value;
        items.put(name, item);
    }

    /** Makes all objects, then fills them, and returns the one of this name. */
    Object build(String root) {
        items.values().forEach(this::make);
        items.values().forEach(this::fill);
        return find(root).made;
    }

    private Item find(String name) {
        Item item = items.get(name);
        if (item == null) {
            throw new AssertionError("no object is named " + name);
        }
        return item;
    }

    private Object make(Item item) {
        if (item.made == null) {
            item.made = item.length >= 0
                    ? Array.newInstance(item.type.getComponentType(), item.length)
                    : item.type.isRecord() ? makeRecord(item) : instantiate(item);
        }
        return item.made;
    }

    /** The fields of a record cannot be set later, so what they refer to is made first. */
    private Object makeRecord(Item item) {
        RecordComponent[] components = item.type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            Object value = item.fields.get(components[i].getName());
            boolean known = value != null && value != ANY;
            arguments[i] = known ? resolve(types[i], value) : defaultOf(types[i]);
        }
        try {
            Constructor<?> constructor = item.type.getDeclaredConstructor(types);
            open(constructor, item.type);
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException failure) {
            throw new AssertionError("cannot create " + item.type.getName(), failure);
        }
    }

    private Object instantiate(Item item) {
        Class<?> type = item.type;
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        Arrays.sort(constructors, Comparator.comparingInt(Constructor::getParameterCount));
        AssertionError error = new AssertionError("cannot create " + type.getName()
                + ": give it a constructor without parameters, or one that accepts 0, false and null");
        for (Constructor<?> constructor : constructors) {
            Class<?>[] types = constructor.getParameterTypes();
            Object[] arguments = Arrays.stream(types).map(Heap::defaultOf).toArray();
            if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
                arguments[0] = outer(item);
            }
            open(constructor, type);
            try {
                return constructor.newInstance(arguments);
            } catch (ReflectiveOperationException failure) {
                error.addSuppressed(failure);
            }
        }
        throw error;
    }

    /** The object that an object of an inner class belongs to; a new one if the graph has none. */
    private Object outer(Item item) {
        for (Map.Entry<String, Object> field : item.fields.entrySet()) {
            if (field.getKey().startsWith("this$") && field.getValue() instanceof Ref ref) {
                return make(find(ref.name()));
            }
        }
        return make(new Item(item.type.getEnclosingClass(), -1));
    }

    private void fill(Item item) {
        item.elements.forEach((index, value) -> {
            if (value != ANY) {
                Array.set(item.made, index, resolve(item.type.getComponentType(), value));
            }
        });
        item.fields.forEach((name, value) -> {
            if (value != ANY && !item.type.isRecord()) {
                setField(item, name, value);
            }
        });
    }

    private void setField(Item item, String name, Object value) {
        Field field = field(item.type, name);
        open(field, field.getDeclaringClass());
        try {
            field.set(item.made, resolve(field.getType(), value));
        } catch (ReflectiveOperationException | IllegalArgumentException failure) {
            throw new AssertionError("cannot set " + field, failure);
        }
    }

    /** A field of the class itself, or of a superclass: {@code pkg.Base.name}. */
    private static Field field(Class<?> type, String name) {
        int dot = name.lastIndexOf('.');
        try {
            return (dot < 0 ? type : type(name.substring(0, dot))).getDeclaredField(name.substring(dot + 1));
        } catch (NoSuchFieldException failure) {
            throw new AssertionError(type.getName() + " has no field " + name, failure);
        }
    }

    private Object resolve(Class<?> type, Object value) {
        if (value instanceof Ref ref) {
            return make(find(ref.name()));
        }
        if (value instanceof Decimal decimal) {
            return decimal.as(type);
        }
        if (value instanceof Constant constant) {
            return enumConstant(type, constant.name());
        }
        if (value instanceof Number number && type.isPrimitive()) {
            return number(type, number);
        }
        return value == NULL ? null : value;
    }

    private static Object enumConstant(Class<?> type, String name) {
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(name)) {
                    return constant;
                }
            }
        }
        throw new AssertionError(type.getName() + " has no constant " + name);
    }

    private static Object number(Class<?> type, Number number) {
        if (type == byte.class) {
            return number.byteValue();
        }
        if (type == short.class) {
            return number.shortValue();
        }
        if (type == long.class) {
            return number.longValue();
        }
        return number.intValue();
    }

    private static Object defaultOf(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    private static Class<?> type(String name) {
        if (name.endsWith("[]")) {
            return type(name.substring(0, name.length() - 2)).arrayType();
        }
        for (Class<?> primitive : PRIMITIVES) {
            if (primitive.getName().equals(name)) {
                return primitive;
            }
        }
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException failure) {
            throw new AssertionError("no class is named " + name, failure);
        }
    }

    private static void open(AccessibleObject member, Class<?> type) {
        try {
            member.setAccessible(true);
        } catch (InaccessibleObjectException failure) {
            throw new AssertionError("run the tests with --add-opens " + type.getModule().getName()
                    + "/" + type.getPackageName() + "=ALL-UNNAMED", failure);
        }
    }

    /** An object to be built and what it will hold. */
    static final class Item {
        private final Class<?> type;
        private final int length;
        private final Map<String, Object> fields = new LinkedHashMap<>();
        private final Map<Integer, Object> elements = new LinkedHashMap<>();
        private Object made;

        private Item(Class<?> type, int length) {
            this.type = type;
            this.length = length;
        }

        Item set(String field, Object value) {
            fields.put(field, value == null ? NULL : value);
            return this;
        }

        Item elements(int from, Object... values) {
            for (int i = 0; i < values.length; i++) {
                elements.put(from + i, values[i] == null ? NULL : values[i]);
            }
            return this;
        }
    }
}
