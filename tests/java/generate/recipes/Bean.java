package recipes;

/** Setters, a field that anybody in the package may assign, one that nobody else can reach. */
public class Bean {
    private String name;
    private boolean active;
    int visits;
    private long secret;

    public void setName(String name) {
        this.name = name;
    }

    public Bean active(boolean active) {
        this.active = active;
        return this;
    }

    public int rank() {
        if (name == null) {
            return 0;
        }
        if (active && visits == 3) {
            return 1;
        }
        return secret > 5 ? 2 : 3;
    }
}
