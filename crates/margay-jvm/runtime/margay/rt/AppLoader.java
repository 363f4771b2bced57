package margay.rt;

import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

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
        return Resources.address(name);
    }

    @Override public Enumeration<URL> getResources(String name) {
        URL url = getResource(name);
        return url == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(url));
    }
}
