// Written by margay generate, which will write it anew.
package report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** What Shapes does, path by path. */
class ShapesTest {
    /**
     * When {@code !(shape instanceof Circle)}.
     *
     * <p>Case 1.
     */
    @Test
    void area_whenNotShapeIsACircle_returnsMinus0_0() {
        double result = Shapes.area(null);

        assertEquals(-0.0, result);
    }

    /**
     * When {@code shape instanceof Circle}.
     *
     * <p>Case 2.
     */
    @Test
    void area_whenShapeIsACircle_returns2_25() throws Exception {
        Shapes.Circle shape = new Shapes.Circle(1.5, Shapes.Color.RED);

        double result = Shapes.area(shape);

        assertEquals(2.25, result);
        assertEquals(1.5, get(shape, "radius"));
        assertEquals(Shapes.Color.RED, get(shape, "color"));
    }

    /**
     * When {@code circle != null}.
     *
     * <p>Case 1.
     */
    @Test
    void grow_whenCircleIsNotNull_returnsCircle() throws Exception {
        Shapes.Circle circle = new Shapes.Circle(1e10, null);

        Shapes.Shape result = Shapes.grow(circle, Shapes.Color.GREEN);

        Shapes.Circle circle1 = assertInstanceOf(Shapes.Circle.class, result);
        assertEquals(2e10, get(circle1, "radius"));
        assertEquals(Shapes.Color.GREEN, get(circle1, "color"));
        assertEquals(1e10, get(circle, "radius"));
        assertNull(get(circle, "color"));
    }

    /**
     * When {@code hidden.next != null}.
     *
     * <p>Case 1.
     */
    @Test
    void sum_whenHiddenNextIsNotNull_returns103() throws Throwable {
        Object hidden = construct("report.Shapes$Hidden", "(ILreport/Shapes$Hidden;)V", 2, null);
        Object classObject = construct("report.Shapes$Hidden", "(ILreport/Shapes$Hidden;)V", 1, hidden);

        int result = (int) call(null, "report.Shapes", "sum", "(Lreport/Shapes$Hidden;Lreport/Shapes$Mood;)I", classObject, getStatic("report.Shapes$Mood.GOOD"));

        assertEquals(103, result);
        assertEquals(1, get(classObject, "value"));
        assertSame(hidden, get(classObject, "next"));
        assertEquals(2, get(hidden, "value"));
        assertNull(get(hidden, "next"));
    }

    /**
     * When {@code hidden.next != null}.
     *
     * <p>Case 2.
     */
    @Test
    void sum_whenHiddenNextIsNotNull_returns3() throws Throwable {
        Object hidden = construct("report.Shapes$Hidden", "(ILreport/Shapes$Hidden;)V", 2, null);
        Object classObject = construct("report.Shapes$Hidden", "(ILreport/Shapes$Hidden;)V", 1, hidden);

        int result = (int) call(null, "report.Shapes", "sum", "(Lreport/Shapes$Hidden;Lreport/Shapes$Mood;)I", classObject, null);

        assertEquals(3, result);
        assertEquals(1, get(classObject, "value"));
        assertSame(hidden, get(classObject, "next"));
        assertEquals(2, get(hidden, "value"));
        assertNull(get(hidden, "next"));
    }

    /**
     * When {@code all.length == 2}.
     *
     * <p>Case 1.
     */
    @Test
    void pair_whenAllLengthIs2_returnsSecret() throws Throwable {
        Object secret = allocate(Class.forName("report.Shapes$Secret"));
        Object secret1 = allocate(Class.forName("report.Shapes$Secret"));
        Object all = array("report.Shapes$Secret", null, secret1);
        set(secret, "value", 4);

        Object result = call(null, "report.Shapes", "pair", "(Lreport/Shapes$Secret;[Lreport/Shapes$Secret;)Lreport/Shapes$Secret;", secret, all);

        assertEquals("report.Shapes$Secret", result.getClass().getName());
        assertEquals(0, get(result, "value"));
        assertSame(secret, get(result, "twin"));
        assertEquals(5, get(secret, "value"));
        assertSame(result, get(secret, "twin"));
        assertEquals(2, Array.getLength(all));
        assertSame(secret, Array.get(all, 0));
        assertSame(secret1, Array.get(all, 1));
        assertEquals(0, get(secret1, "value"));
        assertNull(get(secret1, "twin"));
    }

    /** Case 1. */
    @Test
    void part_returnsPart() throws Exception {
        Shapes shapes = new Shapes();

        Shapes.Part result = shapes.part((byte) 3);

        assertEquals(3, result.weight);
        assertEquals(getStatic("report.Shapes$Mood.BAD"), result.mood);
        assertEquals(1.5f, shapes.scale);
    }

    /**
     * When {@code part != null}.
     *
     * <p>Case 1.
     */
    @Test
    void weigh_whenPartIsNotNull_returns4_5() {
        Shapes shapes = new Shapes();
        Shapes.Part part = shapes.new Part();
        part.weight = 3;

        float result = shapes.weigh(part);

        assertEquals(4.5f, result);
        assertEquals(1.5f, shapes.scale);
        assertEquals(3, part.weight);
        assertNull(part.mood);
    }

    /** An array of the given elements; their class is named as {@code Class.forName} wants it. */
    private static Object array(String type, Object... elements)
            throws Exception {
        Class<?> element = Class.forName(type);
        Object array = Array.newInstance(element, elements.length);
        for (int i = 0; i < elements.length; i++) {
            Array.set(array, i, elements[i]);
        }
        return array;
    }

    /** A new object whose constructor has not run. */
    private static <T> T allocate(Class<T> type) throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field field = unsafe.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Method allocate = unsafe.getMethod("allocateInstance", Class.class);
        return type.cast(allocate.invoke(field.get(null), type));
    }

    /** Calls a constructor that source code may not call. */
    private static Object construct(String type, String descriptor,
            Object... arguments) throws Throwable {
        Class<?> owner = Class.forName(type);
        MethodType types =
                MethodType.fromMethodDescriptorString(descriptor, owner.getClassLoader());
        Constructor<?> constructor =
                owner.getDeclaredConstructor(types.parameterArray());
        constructor.setAccessible(true);
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** Calls a method that source code may not call. */
    private static Object call(Object receiver, String type, String name,
            String descriptor, Object... arguments) throws Throwable {
        Class<?> owner = Class.forName(type);
        MethodType types =
                MethodType.fromMethodDescriptorString(descriptor, owner.getClassLoader());
        Method method = owner.getDeclaredMethod(name, types.parameterArray());
        method.setAccessible(true);
        try {
            return method.invoke(receiver, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** Reads a field that source code may not use. */
    private static Object get(Object object, String name) throws Exception {
        return field(object.getClass(), name).get(object);
    }

    /** Sets a field that source code may not use. */
    private static void set(Object object, String name, Object value) throws Exception {
        field(object.getClass(), name).set(object, value);
    }

    /** Reads a static field that source code may not use. */
    private static Object getStatic(String name) throws Exception {
        return field(null, name).get(null);
    }

    /** A field of the class itself, or of another one that is named before it. */
    private static Field field(Class<?> type, String name) throws Exception {
        int dot = name.lastIndexOf('.');
        Class<?> owner = dot < 0 ? type : Class.forName(name.substring(0, dot));
        Field field = owner.getDeclaredField(name.substring(dot + 1));
        field.setAccessible(true);
        return field;
    }
}
