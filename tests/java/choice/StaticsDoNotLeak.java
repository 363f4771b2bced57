// outcomes: 27
// dropped: 0
// Statics of every type are changed in each branch; the next branch must find them as they were.
import java.util.ArrayList;
import java.util.List;
import margay.Margay;

public class StaticsDoNotLeak {
    static int count;
    static long total = 1L << 40;
    static double ratio = 0.5;
    static byte small = 127;
    static char letter = 'a';
    static boolean flag;
    static String text = "";
    static int[] array = {0, 0, 0};
    static List<String> list = new ArrayList<>();

    static class Other {
        static int touched;
        int field = ++touched;
    }

    static void change(int by) {
        count += by;
        total -= by;
        ratio *= by + 1;
        small += by;
        letter += by;
        flag ^= by == 1;
        text += by;
        array[by]++;
        list.add("c" + by);
        for (int i = 0; i < by; i++) {
            new Other();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            change(Margay.choose(0, 2));
        }
        System.out.println(count + " " + total + " " + ratio + " " + small + " " + letter + " " + flag + " " + text);
        System.out.println(array[0] + "" + array[1] + array[2] + " " + list + " " + Other.touched);
    }
}
