package subjects;

/** A traffic light as a state machine. */
public enum Light {
    RED,
    GREEN,
    AMBER {
        @Override
        public boolean mayGo(boolean fast) {
            return fast;
        }
    };

    public boolean mayGo(boolean fast) {
        return this == GREEN;
    }

    public Light next() {
        return switch (this) {
            case RED -> GREEN;
            case GREEN -> AMBER;
            case AMBER -> RED;
        };
    }

    public static int wait(Light light, Light goal) {
        int steps = 0;
        while (light != goal) {
            light = light.next();
            steps++;
        }
        return steps;
    }

    public static String name(Light light) {
        if (light == null) {
            return "none";
        }
        return light.name().toLowerCase() + light.ordinal();
    }
}
