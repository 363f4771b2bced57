// Arrays are covariant; a store that does not fit throws ArrayStoreException.
public class ArrayStores {
    static void store(Object[] array, int index, Object value) {
        try {
            array[index] = value;
            System.out.println("stored " + value);
        } catch (ArrayStoreException | ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        store(new Object[1], 0, "any");
        store(new String[1], 0, "string");
        store(new String[1], 0, 5);
        store(new Integer[1], 0, 5L);
        store(new Number[1], 0, 5L);
        store(new Number[1], 0, null);
        store(new Comparable[1], 0, "comparable");
        store(new Comparable[1], 0, new ArrayStores());
        store(new Runnable[1], 0, "not runnable");
        store(new String[1], 1, 5);
        store(new int[2][], 0, new long[1]);
        store(new Object[2][], 0, new int[1]);
        store(new Object[2][], 0, new Object[0].length + "x");
        Object[] two = new String[2][2];
        two[0] = new String[] {"fits"};
        System.out.println(((String[]) two[0])[0]);
        try {
            System.arraycopy(new Object[] {"a", "b", 3, "d"}, 0, two[1] == null ? new String[4] : (Object[]) two[1], 0, 2);
            System.out.println(((String[]) two[1])[1]);
            String[] target = new String[4];
            try {
                System.arraycopy(new Object[] {"a", "b", 3, "d"}, 0, target, 0, 4);
            } catch (ArrayStoreException e) {
                System.out.println(e.getMessage());
            }
            System.out.println(target[0] + target[1] + target[2]);
            System.arraycopy(new int[2], 0, new long[2], 0, 1);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.arraycopy(new int[2], 1, new int[3], 0, 2);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.arraycopy("text", 0, new int[3], 0, 1);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
    }
}
