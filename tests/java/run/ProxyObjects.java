// Objects whose methods are answered by a handler.
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntBinaryOperator;

public class ProxyObjects {
    public interface Service {
        String greet(String name, int times);

        default int twice(int n) {
            return 2 * n;
        }
    }

    public static void main(String[] args) {
        List<String> calls = new ArrayList<>();
        InvocationHandler handler = (proxy, method, given) -> {
            calls.add(method.getName() + (given == null ? "" : given.length));
            switch (method.getName()) {
                case "greet":
                    return "hello " + given[0] + " x" + given[1];
                case "toString":
                    return "a proxy";
                case "hashCode":
                    return 42;
                case "twice":
                    return (int) given[0] * 3;
                case "applyAsInt":
                    return (int) given[0] - (int) given[1];
                case "compare":
                    throw new java.io.IOException("not declared");
                default:
                    return null;
            }
        };
        ClassLoader loader = ProxyObjects.class.getClassLoader();
        Service service = (Service) Proxy.newProxyInstance(loader, new Class<?>[] {Service.class}, handler);
        System.out.println(service.greet("you", 3) + " " + service.twice(4) + " " + service + " " + service.hashCode());
        Object both = Proxy.newProxyInstance(
                loader, new Class<?>[] {Comparator.class, IntBinaryOperator.class}, handler);
        System.out.println(((IntBinaryOperator) both).applyAsInt(7, 5) + " " + (both instanceof Comparator));
        try {
            ((Comparator<?>) both).compare(null, null);
        } catch (UndeclaredThrowableException e) {
            System.out.println(e.getCause());
        }
        System.out.println(calls);
        System.out.println(Proxy.isProxyClass(both.getClass()) + " " + Proxy.isProxyClass(String.class));
        System.out.println(Proxy.getInvocationHandler(both) == handler);
        Object again = Proxy.newProxyInstance(loader, new Class<?>[] {Service.class}, handler);
        System.out.println(again.getClass() == service.getClass());
        try {
            Proxy.newProxyInstance(loader, new Class<?>[] {String.class}, handler);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
