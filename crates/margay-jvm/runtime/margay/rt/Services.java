package margay.rt;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Who provides a service. */
final class Services {
    private Services() {}

    /** {@code ServiceLoader.newLookupIterator}. */
    static Iterator<ServiceLoader.Provider<Object>> find(ServiceLoader<?> loader) {
        Class<?> service = (Class<?>) Natives.get(loader, "service");
        List<ServiceLoader.Provider<Object>> found = new ArrayList<>();
        for (String name : Natives.providers(service)) {
            found.add(new Found(service, name));
        }
        return found.iterator();
    }

    private static final class Found implements ServiceLoader.Provider<Object> {
        private final Class<?> service;
        private final String name;

        Found(Class<?> service, String name) {
            this.service = service;
            this.name = name;
        }

        @SuppressWarnings("unchecked")
        @Override public Class<? extends Object> type() {
            try {
                return Class.forName(name, false, null);
            } catch (ClassNotFoundException missing) {
                String problem = service.getName() + ": Provider " + name + " not found";
                throw new ServiceConfigurationError(problem);
            }
        }

        @Override public Object get() {
            try {
                Method factory = factory(type());
                if (factory != null) {
                    return factory.invoke(null);
                }
                Constructor<?> constructor = type().getDeclaredConstructor();
                Natives.setInt(constructor, "override", 1);
                return constructor.newInstance();
            } catch (ReflectiveOperationException failure) {
                String problem = service.getName() + ": Provider " + name + " could not be instantiated";
                throw new ServiceConfigurationError(problem, failure.getCause());
            }
        }

        /** The provider's static method {@code provider}, if it has one. */
        private static Method factory(Class<?> type) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals("provider") && method.getParameterCount() == 0
                        && Modifier.isStatic(method.getModifiers())) {
                    Natives.setInt(method, "override", 1);
                    return method;
                }
            }
            return null;
        }
    }
}
