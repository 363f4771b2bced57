// Every overload of print and println.
public class PrintKinds {
    public static void main(String[] args) {
        System.out.println(true);
        System.out.println('x');
        System.out.println((byte) -1);
        System.out.println((short) -300);
        System.out.println(Integer.MIN_VALUE);
        System.out.println(Long.MIN_VALUE);
        System.out.println(1.5f);
        System.out.println(-2.25);
        System.out.println(new char[] {'a', 'b', 'c'});
        System.out.println((Object) null);
        System.out.println((String) null);
        System.out.println((Object) "object");
        System.out.print(false);
        System.out.print('y');
        System.out.print(7);
        System.out.print(8L);
        System.out.print(0.5f);
        System.out.print(0.25);
        System.out.print(new char[] {'d', 'e'});
        System.out.print("s");
        System.out.print((Object) null);
        System.out.println();
        System.out.println(Integer.valueOf(5));
        System.out.append("appended").append('!').append("0123456", 2, 4).println();
        System.out.write('w');
        System.out.write('\n');
        System.out.flush();
    }
}
