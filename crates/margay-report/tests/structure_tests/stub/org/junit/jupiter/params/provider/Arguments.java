package org.junit.jupiter.params.provider;

public interface Arguments {
    Object[] get();

    static Arguments arguments(Object... arguments) {
        return () -> arguments;
    }
}
