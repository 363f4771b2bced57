package right;

/** Arrays that are long and hold little. */
public class Large {
    public static int last(int[] numbers) {
        if (numbers.length < 50_000) {
            return 0;
        }
        return numbers[49_999] == 7 ? 1 : 2;
    }

    public static String name(String[] names) {
        return names.length > 2000 && names[1999] != null ? names[1999] : "none";
    }

    public static int[] grown(int n) {
        int[] numbers = new int[2000];
        numbers[1500] = n > 3 ? n : 3;
        return numbers;
    }
}
