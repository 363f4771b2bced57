package report.clash;

/** A class whose name tests like to use for another. */
public class List {
    int size;
    java.util.List<java.lang.String> names;

    java.util.List<java.lang.String> names(java.lang.String first) {
        names.add(first);
        size++;
        return names;
    }
}

class Test {
    static java.lang.String text(Object o) {
        return new String().value + o.toString();
    }
}

class Object {
    @Override
    public java.lang.String toString() {
        return "o";
    }
}

class String {
    int value = 3;
}
