// java.util.Random with fixed seeds: its generator is specified bit for bit.
import java.util.Random;
import java.util.stream.Collectors;

public class Randoms {
    public static void main(String[] args) {
        for (long seed : new long[] {0, 1, 42, -1, Long.MAX_VALUE}) {
            Random r = new Random(seed);
            System.out.println(r.nextInt() + " " + r.nextInt(10) + " " + r.nextInt(1 << 16) + " " + r.nextInt(1000000007) + " " + r.nextLong() + " " + r.nextBoolean() + " " + r.nextDouble() + " " + r.nextFloat() + " " + r.nextGaussian() + " " + r.nextGaussian());
        }
        Random r = new Random(99);
        byte[] bytes = new byte[10];
        r.nextBytes(bytes);
        System.out.println(java.util.Arrays.toString(bytes));
        System.out.println(r.ints(5).boxed().collect(Collectors.toList()) + " " + r.ints(5, 0, 100).boxed().collect(Collectors.toList()) + " " + r.doubles(3).boxed().collect(Collectors.toList()) + " " + r.longs(2).boxed().collect(Collectors.toList()));
        r.setSeed(99);
        int[] histogram = new int[6];
        for (int i = 0; i < 3000; i++) {
            histogram[r.nextInt(6)]++;
        }
        System.out.println(java.util.Arrays.toString(histogram));
        double sum = 0;
        for (int i = 0; i < 500; i++) {
            sum += r.nextGaussian();
        }
        System.out.println(sum + " " + r.nextInt(5, 10));
        int inside = 0;
        for (int i = 0; i < 2000; i++) {
            double x = r.nextDouble();
            double y = r.nextDouble();
            if (x * x + y * y < 1) {
                inside++;
            }
        }
        System.out.println(4.0 * inside / 2000);
        java.util.SplittableRandom split = new java.util.SplittableRandom(5);
        System.out.println(split.nextInt() + " " + split.nextLong() + " " + split.nextInt(100) + " " + split.split().nextInt());
    }
}
