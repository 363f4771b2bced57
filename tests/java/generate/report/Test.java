/** A class of the unnamed package that has the name of an annotation. */
class Test {
    private int value;

    Test(int value) {
        this.value = value;
    }

    int getValue() {
        return value;
    }
}
