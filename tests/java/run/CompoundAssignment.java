// Compound assignments narrow their result silently, and evaluate the left side first and once.
public class CompoundAssignment {
    static int calls;
    static int[] array = {10, 20, 30};

    static int index() {
        return calls++;
    }

    static int[] array() {
        calls += 100;
        return array;
    }

    public static void main(String[] args) {
        byte b = 100;
        b += 100;
        System.out.println(b);
        b *= 2.5;
        System.out.println(b);
        b -= 1e10;
        System.out.println(b);
        short s = 30000;
        s += 30000L;
        System.out.println(s);
        s /= -7;
        System.out.println(s);
        char c = 'a';
        c += 1;
        System.out.println(c);
        c *= 1000;
        System.out.println((int) c);
        int i = 10;
        i += 3.99;
        System.out.println(i);
        i -= 0.5f;
        System.out.println(i);
        i <<= 33L;
        System.out.println(i);
        i ^= 0xff;
        i |= 0x1000;
        i &= 0xfff0;
        i %= 1000;
        System.out.println(i);
        long l = Long.MAX_VALUE;
        l += 1.0f;
        System.out.println(l);
        l >>= 60;
        System.out.println(l);
        float f = 16777216f;
        f += 1;
        System.out.println(f);
        double d = 1;
        d /= 3;
        d %= 0.1;
        System.out.println(d);
        boolean z = true;
        z &= false;
        z |= true;
        z ^= true;
        System.out.println(z);
        String text = "x";
        text += 1;
        text += 'c';
        text += 2.0;
        text += null;
        System.out.println(text);

        array[index()] += 5;
        array()[index() % 3] -= index();
        System.out.println(array[0] + " " + array[1] + " " + array[2] + " " + calls);
        int k = 5;
        k = k++ + ++k;
        System.out.println(k);
        k += k++ * 2 + k;
        System.out.println(k);
        int x = 3;
        x += (x = 10) + x;
        System.out.println(x);
        int[] other = {1, 2};
        int j = 0;
        other[j] = j = 1;
        System.out.println(other[0] + " " + other[1] + " " + j);
        int a, e, g;
        a = e = g = 7;
        System.out.println(a + e + g);
    }
}
