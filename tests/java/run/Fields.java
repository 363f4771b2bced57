// Instance and static fields of every type: defaults, writes, sharing through references.
public class Fields {
    boolean z;
    byte b;
    char c;
    short s;
    int i;
    long l;
    float f;
    double d;
    String text;
    int[] array;
    Fields next;
    static int count;
    static final String NAME = "constant";
    final int id;

    Fields() {
        id = ++count;
    }

    String show() {
        return id + ":" + z + "," + b + "," + (int) c + "," + s + "," + i + "," + l + "," + f + "," + d + "," + text + "," + (array == null ? "null" : array.length + "") + "," + (next == null ? "null" : "" + next.id);
    }

    public static void main(String[] args) {
        Fields first = new Fields();
        System.out.println(first.show());
        first.z = true;
        first.b = -1;
        first.c = 'c';
        first.s = -2;
        first.i = 3;
        first.l = 1L << 50;
        first.f = 1.5f;
        first.d = 1e100;
        first.text = "text";
        first.array = new int[4];
        first.next = first;
        System.out.println(first.show());
        Fields second = new Fields();
        second.next = first;
        second.next.next.i = 99;
        first.next = second;
        System.out.println(first.show());
        System.out.println(second.show());
        System.out.println(first.next.next.next.next.id + " " + Fields.count + " " + NAME + " " + first.NAME.length());
        Fields alias = first;
        alias.l++;
        System.out.println(first.l + " " + (alias == first) + " " + (alias == second));
    }
}
