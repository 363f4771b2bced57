// Members found and used by reflection.
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

public class Reflections {
    interface Shape {
        double area();

        default String label() {
            return "shape of " + area();
        }
    }

    record Square(int side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    static class Box<T extends Comparable<T>> {
        private T value;
        protected final int size;
        public static long made;

        public Box() {
            this(null, 3);
        }

        Box(T value, int size) {
            this.value = value;
            this.size = size;
            made++;
        }

        public long scale(long by, byte extra) {
            return size * by + extra;
        }

        private String hidden(List<T> list) throws java.io.IOException {
            if (list == null) {
                throw new java.io.IOException("no list");
            }
            return "hidden " + list;
        }

        static char first(String text) {
            return text.charAt(0);
        }
    }

    static abstract class Base { }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (InvocationTargetException e) {
            System.out.println(what + ": target " + e.getCause());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    interface Action {
        Object run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Class<?> box = Box.class;
        Constructor<?>[] constructors = box.getDeclaredConstructors();
        Arrays.sort(constructors, Comparator.comparing(Constructor::getParameterCount));
        for (Constructor<?> constructor : constructors) {
            System.out.println(constructor + " " + constructor.toGenericString());
        }
        Object object = box.getDeclaredConstructor().newInstance();
        System.out.println(object.getClass() == box);
        Method[] methods = box.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            System.out.println(method + " | " + method.toGenericString());
        }
        Method scale = box.getMethod("scale", long.class, byte.class);
        attempt("scale", () -> scale.invoke(object, 5, (byte) 2));
        attempt("mismatch", () -> scale.invoke(object, "5", (byte) 2));
        attempt("other object", () -> scale.invoke(new Object() { }.getClass() == null ? null : object, 1L, (byte) 1));
        Method hidden = box.getDeclaredMethod("hidden", List.class);
        attempt("hidden", () -> hidden.invoke(object, List.of(1)));
        attempt("thrown", () -> hidden.invoke(object, (Object) null));
        attempt("static", () -> box.getDeclaredMethod("first", String.class).invoke(null, "text"));
        attempt("virtual", () -> Shape.class.getMethod("area").invoke(new Square(4)));
        attempt("default", () -> Square.class.getMethod("label").invoke(new Square(2)));
        attempt("missing", () -> box.getMethod("nothing"));
        attempt("abstract", () -> Base.class.getDeclaredConstructor().newInstance());
        attempt("library", () -> ArrayList.class.getConstructor(int.class).newInstance(-1));
        attempt("forName", () -> Class.forName("java.util.LinkedList").getDeclaredConstructor().newInstance());
        attempt("no class", () -> Class.forName("demo.Missing"));
        Field value = box.getDeclaredField("value");
        value.setAccessible(true);
        value.set(object, "text");
        System.out.println(value.get(object) + " " + value.getType() + " " + value.getGenericType());
        Field made = box.getField("made");
        made.setLong(null, made.getLong(null) + 10);
        System.out.println(Box.made + " " + made.get(null) + " " + Modifier.toString(made.getModifiers()));
        Field size = box.getDeclaredField("size");
        attempt("final", () -> {
            size.setInt(object, 4);
            return "set";
        });
        size.setAccessible(true);
        size.setInt(object, 9);
        System.out.println(size.getLong(object) + " " + size);
        attempt("narrow", () -> size.getByte(object));
        attempt("wrong", () -> {
            size.set(object, "nine");
            return "set";
        });
        attempt("private of the library", () -> {
            Field field = ArrayList.class.getDeclaredField("size");
            try {
                field.setAccessible(true);
            } catch (RuntimeException e) {
                return e.getClass();
            }
            return field.get(new ArrayList<>());
        });
        for (RecordComponent component : Square.class.getRecordComponents()) {
            System.out.println(component + " " + component.getAccessor().invoke(new Square(7)));
        }
        Runnable anonymous = new Runnable() {
            @Override public void run() { }
        };
        class Local { }
        System.out.println(anonymous.getClass().isAnonymousClass() + " " + Local.class.isLocalClass() + " "
                + Local.class.getEnclosingMethod().getName() + " " + Square.class.isMemberClass());
        Object array = Array.newInstance(int.class, 3);
        Array.setInt(array, 1, 5);
        System.out.println(Array.get(array, 1) + " " + Array.getLength(array) + " " + array.getClass());
        System.out.println(Arrays.toString(Class.forName("[[I").getInterfaces()) + " " + Square.class.getSuperclass());
        System.out.println(Arrays.asList(box.getTypeParameters()) + " " + Arrays.asList(box.getTypeParameters()[0].getBounds()));
    }
}
