package margay.rt;

/**
 * Boxes as a JVM has them, of numbers that need not be decided: there is one of each small number. Which of 256 a number is does not matter
 * for that, only whether it is one that was boxed before.
 */
@SuppressWarnings("removal")
final class Boxes {
    /** Boxes of small numbers, in the order in which they were made, and what is in them. */
    private static Object[] boxes = new Object[8];

    private static long[] numbers = new long[8];

    private static int count;

    private Boxes() {}

    static Integer of(int number) {
        Object known = isSmall(number) ? known(Integer.class, number) : null;
        return known == null ? keep(new Integer(number), number) : (Integer) known;
    }

    static Long of(long number) {
        Object known = isSmall(number) ? known(Long.class, number) : null;
        return known == null ? keep(new Long(number), number) : (Long) known;
    }

    static Short of(short number) {
        Object known = isSmall(number) ? known(Short.class, number) : null;
        return known == null ? keep(new Short(number), number) : (Short) known;
    }

    static Byte of(byte number) {
        Object known = known(Byte.class, number);
        return known == null ? keep(new Byte(number), number) : (Byte) known;
    }

    static Character of(char letter) {
        Object known = letter <= 127 ? known(Character.class, letter) : null;
        return known == null ? keep(new Character(letter), letter) : (Character) known;
    }

    private static boolean isSmall(long number) {
        return -128 <= number && number <= 127;
    }

    private static Object known(Class<?> kind, long number) {
        for (int i = 0; i < count; i++) {
            if (boxes[i].getClass() == kind && numbers[i] == number) {
                return boxes[i];
            }
        }
        return null;
    }

    /** A new box. That of a large number is kept too: no small one is equal to it. */
    private static <T> T keep(T box, long number) {
        if (count == boxes.length) {
            Object[] moreBoxes = new Object[2 * count];
            long[] moreNumbers = new long[2 * count];
            System.arraycopy(boxes, 0, moreBoxes, 0, count);
            System.arraycopy(numbers, 0, moreNumbers, 0, count);
            boxes = moreBoxes;
            numbers = moreNumbers;
        }
        boxes[count] = box;
        numbers[count++] = number;
        return box;
    }
}
