package margay.rt;

import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;

/** The loader of the program's classes, which are found by name like all others. */
final class AppLoader extends ClassLoader {
    private AppLoader() {}

    @Override protected Class<?> loadClass(String name, boolean resolve)
            throws ClassNotFoundException {
        return Class.forName(name, false, null);
    }

    @Override public InputStream getResourceAsStream(String name) {
        return Modules.stream(Natives.resource(AppLoader.class, name));
    }

    @Override public URL getResource(String name) {
        if (Natives.resource(AppLoader.class, name) != null) {
            Natives.refuse("the program asks where a resource is");
        }
        return null;
    }

    @Override public Enumeration<URL> getResources(String name) {
        getResource(name);
        return Collections.emptyEnumeration();
    }
}
