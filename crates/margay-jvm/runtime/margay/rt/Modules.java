package margay.rt;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;

/** Modules, loaders and resources of classes. A receiver is the first argument. */
final class Modules {
    private Modules() {}

    private static final Map<String, Module> NAMED = new HashMap<>();
    private static final ClassLoader LOADER = (ClassLoader) Natives.allocate(AppLoader.class);
    private static final Module UNNAMED = make(null);

    /** {@code Class.getModule}. */
    static Module of(Class<?> type) {
        String name = Natives.module(type);
        if (name == null) {
            return UNNAMED;
        }
        Module module = NAMED.get(name);
        if (module == null) {
            module = make(name);
            NAMED.put(name, module);
        }
        return module;
    }

    private static Module make(String name) {
        Module module = (Module) Natives.allocate(Module.class);
        Natives.set(module, "name", name);
        if (name == null) {
            Natives.set(module, "loader", LOADER);
            Natives.set(LOADER, "unnamedModule", module);
        }
        return module;
    }

    /** {@code Class.getClassLoader}: the JDK's classes have none. */
    static ClassLoader loader(Class<?> type) {
        return Natives.module(type) == null ? LOADER : null;
    }

    /** {@code ClassLoader.getSystemClassLoader}. */
    static ClassLoader systemLoader() {
        return LOADER;
    }

    /**
     * {@code Module.implIsExportedOrOpen}: the JDK's modules trust each other; to programs they
     * export the packages that are documented, and open none.
     */
    static boolean isExportedOrOpen(Module module, String name, Module other, boolean open) {
        if (!module.isNamed() || other == module || (other != null && other.isNamed())) {
            return true;
        }
        return !open && (name.startsWith("java.") || name.startsWith("javax."));
    }

    /** {@code Class.getResourceAsStream}. */
    static InputStream resource(Class<?> type, String name) {
        return stream(Natives.resource(type, path(type, name)));
    }

    /** {@code Class.getResource}. */
    static URL address(Class<?> type, String name) {
        if (Natives.module(type) != null) {
            Natives.refuse("the program asks where a resource is");
        }
        return Resources.address(path(type, name));
    }

    /** The whole path of a resource that may be beside a class. */
    private static String path(Class<?> type, String name) {
        if (name.startsWith("/")) {
            return name.substring(1);
        }
        Class<?> outer = type;
        while (outer.isArray()) {
            outer = outer.getComponentType();
        }
        String folder = outer.getPackageName();
        return folder.isEmpty() ? name : folder.replace('.', '/') + "/" + name;
    }

    /** {@code Module.getResourceAsStream}. */
    static InputStream resource(Module module, String name) {
        String path = name.startsWith("/") ? name.substring(1) : name;
        return stream(Natives.moduleResource(module.getName(), path));
    }

    static InputStream stream(byte[] bytes) {
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }
}
