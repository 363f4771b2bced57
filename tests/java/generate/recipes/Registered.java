package recipes;

import java.util.ArrayList;
import java.util.List;

/** A constructor that lets others know the new object. */
public class Registered {
    static final List<Registered> ALL = new ArrayList<>();

    int value;

    public Registered() {
        ALL.add(this);
    }

    public int known() {
        return value == 7 ? ALL.size() : -1;
    }
}
