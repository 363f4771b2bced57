/** Numbers of which the smallest is at hand. What it does when it is full, or several levels deep, shows only after some calls. */
public class Smallest {
    private int[] numbers = new int[6];
    private int size;

    public void add(int number) {
        if (size == numbers.length) {
            int[] more = new int[2 * size];
            System.arraycopy(numbers, 0, more, 0, size);
            numbers = more;
        }
        int at = size++;
        while (at > 0 && numbers[(at - 1) / 2] > number) {
            numbers[at] = numbers[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        numbers[at] = number;
    }

    public int size() {
        return size;
    }

    public int remove() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        int smallest = numbers[0];
        int last = numbers[--size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && numbers[child + 1] < numbers[child]) {
                child++;
            }
            if (last <= numbers[child]) {
                break;
            }
            numbers[at] = numbers[child];
            at = child;
        }
        numbers[at] = last;
        if (at > 2) {
            sunk++;
        }
        return smallest;
    }

    private int sunk;

    /** How often what came to the top went down two levels. */
    public int sunk() {
        return sunk;
    }
}
