package business;

import java.util.LinkedHashMap;
import java.util.Map;

/** A request that is put together by a builder. */
public final class HttpRequest {
    private final String method;
    private final String path;
    private final int timeout;
    private final Map<String, String> headers;

    private HttpRequest(Builder builder) {
        method = builder.method;
        path = builder.path;
        timeout = builder.timeout;
        headers = new LinkedHashMap<>(builder.headers);
    }

    public static Builder to(String path) {
        return new Builder(path);
    }

    public String getMethod() {
        return method;
    }

    public String getPath() {
        return path;
    }

    public boolean isSafe() {
        return method.equals("GET") || method.equals("HEAD");
    }

    public boolean mayRetry(int attempts) {
        return isSafe() && attempts < 3 && timeout < 30;
    }

    public String header(String name) {
        String value = headers.get(name);
        return value == null ? "" : value;
    }

    public static final class Builder {
        private final String path;
        private String method = "GET";
        private int timeout = 10;
        private final Map<String, String> headers = new LinkedHashMap<>();

        private Builder(String path) {
            if (!path.startsWith("/")) {
                throw new IllegalArgumentException("path must begin with /");
            }
            this.path = path;
        }

        public Builder method(String method) {
            if (method == null) {
                throw new NullPointerException("method");
            }
            this.method = method;
            return this;
        }

        public Builder timeout(int seconds) {
            if (seconds <= 0) {
                throw new IllegalArgumentException("timeout");
            }
            timeout = seconds;
            return this;
        }

        public Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        public HttpRequest build() {
            if (method.equals("GET") && headers.containsKey("Content-Length")) {
                throw new IllegalStateException("GET has no content");
            }
            return new HttpRequest(this);
        }
    }
}
