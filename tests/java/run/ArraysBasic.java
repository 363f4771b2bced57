// Arrays of every element type: defaults, literals, length, bounds, copies, for-each.
public class ArraysBasic {
    public static void main(String[] args) {
        boolean[] zs = new boolean[3];
        byte[] bs = {1, -2, (byte) 200};
        char[] cs = {'x', 'y', 0x41};
        short[] ss = new short[] {1, 2, (short) 40000};
        int[] is = {1, 2, 3, 4, 5};
        long[] ls = {1L << 40, -1};
        float[] fs = {0.1f, 0.2f};
        double[] ds = new double[2];
        String[] texts = {"a", null, "c"};
        zs[1] = true;
        ds[1] = Math.PI;
        System.out.println(zs[0] + " " + zs[1] + " " + bs[2] + " " + cs[2] + " " + ss[2] + " " + ls[0] + " " + fs[1] + " " + ds[0] + " " + ds[1] + " " + texts[1]);
        int sum = 0;
        for (int i : is) {
            sum += i;
        }
        System.out.println(sum + " " + is.length);
        int[] alias = is;
        alias[0] = 100;
        int[] copy = is.clone();
        copy[1] = 200;
        System.out.println(is[0] + " " + is[1] + " " + copy[0] + " " + copy[1]);
        for (int index : new int[] {-1, 5, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            try {
                is[index] = 0;
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            System.out.println(new int[sum - sum - 3].length);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        System.arraycopy(is, 0, is, 1, 4);
        System.out.println(is[0] + " " + is[1] + " " + is[2] + " " + is[3] + " " + is[4]);
        System.arraycopy(is, 2, is, 0, 3);
        System.out.println(is[0] + " " + is[1] + " " + is[2] + " " + is[3] + " " + is[4]);
        Object[] objects = {1, "two", 3.0, 'c', null, new int[] {7}};
        int nulls = 0;
        for (Object o : objects) {
            if (o == null) {
                nulls++;
            }
        }
        System.out.println(nulls + " " + ((int[]) objects[5])[0] + " " + objects.getClass().getName() + " " + is.getClass().getName() + " " + texts.getClass().getSimpleName());
        System.out.println(new int[0].length + " " + new String[0][5].length);
    }
}
