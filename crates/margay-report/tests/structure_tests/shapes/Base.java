package shapes;

/** Has a field that a subclass has too. */
class Base {
    private short hidden;

    int baseHidden() {
        return hidden;
    }
}
