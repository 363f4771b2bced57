package right;

import java.util.ResourceBundle;

/** A bundle that is nowhere. */
public class Bundles {
    public static String missing(boolean really) {
        return really ? ResourceBundle.getBundle("right.nowhere").getString("key") : "";
    }

    /** Some jars have entries for folders. */
    public static boolean folder() {
        return Bundles.class.getResource("") != null;
    }
}
