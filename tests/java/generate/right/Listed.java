package right;

import java.lang.reflect.Method;

/** A class lists its methods in no particular order. */
public final class Listed {
    private Listed() {}

    public static String names(int count) {
        StringBuilder names = new StringBuilder();
        for (Method method : Listed.class.getDeclaredMethods()) {
            names.append(count > 3 ? method.getName() : "");
        }
        return names.toString();
    }

    static int second() {
        return 2;
    }

    static int third() {
        return 3;
    }
}
