package margay.rt;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.HashMap;
import java.util.Map;

/**
 * Addresses of resources of the program. What is in a resource is a fact about the program; where it is, is none:
 * an address can be opened, compared and asked for nothing else.
 */
final class Resources {
    private Resources() {}

    private static final Map<String, URL> KNOWN = new HashMap<>();

    /** The address of the only resource of a name; null if there is none. */
    static URL address(String name) {
        int count = Natives.resourceCount(name);
        if (count == 0) {
            return null;
        }
        if (count > 1) {
            // Which of them comes first is up to the class path.
            Natives.refuse("the program asks where a resource is");
        }
        return KNOWN.computeIfAbsent(name, Resources::make);
    }

    private static URL make(String name) {
        URL url = (URL) Natives.allocate(URL.class);
        Natives.set(url, "protocol", "");
        Natives.set(url, "host", "");
        Natives.set(url, "file", "");
        Natives.set(url, "path", "");
        Natives.setInt(url, "port", -1);
        Natives.set(url, "handler", new Handler(name));
        return url;
    }

    private static void refuseAddress(URL url) {
        if (Natives.get(url, "handler") instanceof Handler) {
            Natives.refuse("the program asks where a resource is");
        }
    }

    /** {@code URL.getProtocol}. */
    static String protocol(URL url) {
        refuseAddress(url);
        return (String) Natives.get(url, "protocol");
    }

    /** {@code URL.getPath}. */
    static String path(URL url) {
        refuseAddress(url);
        return (String) Natives.get(url, "path");
    }

    /** {@code URL.getFile}. */
    static String file(URL url) {
        refuseAddress(url);
        return (String) Natives.get(url, "file");
    }

    private static final class Handler extends URLStreamHandler {
        private final String name;

        Handler(String name) {
            this.name = name;
        }

        @Override protected URLConnection openConnection(URL url) {
            return new Connection(url, name);
        }

        @Override protected int hashCode(URL url) {
            return System.identityHashCode(url);
        }

        @Override protected boolean equals(URL one, URL other) {
            return one == other;
        }

        @Override protected String toExternalForm(URL url) {
            Natives.refuse("the program asks where a resource is");
            return null;
        }
    }

    private static final class Connection extends URLConnection {
        private final byte[] bytes;

        Connection(URL url, String name) {
            // With an address it would ask for its protocol.
            super(null);
            Natives.set(this, "url", url);
            this.bytes = Natives.moduleResource(null, name);
        }

        @Override public void connect() {
            connected = true;
        }

        @Override public int getContentLength() {
            return bytes.length;
        }

        @Override public long getContentLengthLong() {
            return bytes.length;
        }

        @Override public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }
}
