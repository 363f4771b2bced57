// ArrayList: all basic operations, growth, bulk operations, sublists, iteration, sorting, equality.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.ListIterator;

public class ArrayLists {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        System.out.println(list + " " + list.isEmpty());
        for (int i = 0; i < 25; i++) {
            list.add("s" + i);
        }
        list.add(3, "inserted");
        list.set(0, "first");
        list.addAll(List.of("x", "y"));
        list.addAll(1, Arrays.asList("p", null, "q"));
        System.out.println(list + " " + list.size());
        System.out.println(list.remove(2) + " " + list.remove("x") + " " + list.remove("absent") + " " + list.indexOf("s5") + " " + list.lastIndexOf("y") + " " + list.contains(null) + " " + list.get(4));
        list.removeIf(s -> s.length() == 3);
        System.out.println(list);
        list.replaceAll(s -> s + s.length());
        List<String> sub = list.subList(2, 6);
        System.out.println(sub);
        sub.set(0, "via sub");
        sub.remove(1);
        sub.add("added");
        System.out.println(list + " " + sub.size());
        sub.clear();
        System.out.println(list);
        System.out.println(list.retainAll(List.of("first5", "q1")) + " " + list + " " + list.removeAll(List.of("q1")) + " " + list + " " + list.containsAll(List.of("first5")));
        List<Integer> numbers = new ArrayList<>(List.of(5, 3, 8, 1, 9, 2));
        numbers.sort(null);
        System.out.println(numbers + " " + numbers.equals(List.of(1, 2, 3, 5, 8, 9)) + " " + numbers.hashCode());
        numbers.sort(Collections.reverseOrder());
        System.out.println(numbers);
        ListIterator<Integer> it = numbers.listIterator();
        while (it.hasNext()) {
            int n = it.next();
            if (n % 2 == 0) {
                it.remove();
            } else if (n == 5) {
                it.add(55);
            } else {
                it.set(n * 10);
            }
        }
        System.out.println(numbers);
        while (it.hasPrevious()) {
            System.out.print(it.previousIndex() + ":" + it.previous() + " ");
        }
        System.out.println();
        Integer[] array = numbers.toArray(new Integer[0]);
        Object[] objects = numbers.toArray();
        Integer[] bigger = numbers.toArray(new Integer[6]);
        System.out.println(array.length + " " + objects.length + " " + Arrays.toString(bigger));
        int total = 0;
        for (int n : numbers) {
            total += n;
        }
        numbers.forEach(n -> System.out.print(n + ";"));
        System.out.println(total);
        ArrayList<Integer> copy = new ArrayList<>(numbers);
        @SuppressWarnings("unchecked")
        ArrayList<Integer> clone = (ArrayList<Integer>) copy.clone();
        clone.add(0);
        copy.ensureCapacity(100);
        copy.trimToSize();
        System.out.println(copy + " " + clone + " " + copy.equals(numbers));
        List<List<Integer>> triangle = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            List<Integer> row = new ArrayList<>();
            for (int j = 0; j <= i; j++) {
                row.add(j == 0 || j == i ? 1 : triangle.get(i - 1).get(j - 1) + triangle.get(i - 1).get(j));
            }
            triangle.add(row);
        }
        System.out.println(triangle);
    }
}
