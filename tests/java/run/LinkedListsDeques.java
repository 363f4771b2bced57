// LinkedList, ArrayDeque, Stack and Vector as queues, stacks and lists.
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Queue;
import java.util.Stack;
import java.util.Vector;

public class LinkedListsDeques {
    public static void main(String[] args) {
        LinkedList<Integer> list = new LinkedList<>(List.of(1, 2, 3));
        list.addFirst(0);
        list.addLast(4);
        list.add(2, 99);
        System.out.println(list + " " + list.getFirst() + " " + list.getLast() + " " + list.peek() + " " + list.get(2) + " " + list.indexOf(3));
        System.out.println(list.removeFirst() + " " + list.removeLast() + " " + list.remove(1) + " " + list.remove(Integer.valueOf(3)) + " " + list);
        list.push(7);
        list.offer(8);
        System.out.println(list.pop() + " " + list.poll() + " " + list.pollLast() + " " + list);
        ListIterator<Integer> it = list.listIterator();
        it.next();
        it.add(50);
        it.add(51);
        System.out.println(list + " " + it.previous() + " " + it.nextIndex());
        for (Iterator<Integer> down = list.descendingIterator(); down.hasNext(); ) {
            System.out.print(down.next() + " ");
        }
        System.out.println();
        Deque<String> deque = new ArrayDeque<>(2);
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) {
                deque.addFirst("f" + i);
            } else {
                deque.offerLast("l" + i);
            }
        }
        System.out.println(deque + " " + deque.size() + " " + deque.peekFirst() + " " + deque.peekLast());
        System.out.println(deque.pollFirst() + deque.pollLast() + deque.removeFirst() + deque.removeLastOccurrence("l8") + deque.contains("l7") + deque.removeFirstOccurrence("zz"));
        deque.removeIf(s -> s.length() > 2);
        System.out.println(deque);
        try {
            deque.add(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        Queue<int[]> queue = new ArrayDeque<>();
        queue.add(new int[] {0, 0});
        int visited = 0;
        boolean[][] seen = new boolean[10][10];
        while (!queue.isEmpty()) {
            int[] p = queue.remove();
            if (p[0] < 0 || p[1] < 0 || p[0] > 9 || p[1] > 9 || seen[p[0]][p[1]] || p[0] * p[1] % 7 == 6) {
                continue;
            }
            seen[p[0]][p[1]] = true;
            visited = visited * 3 + p[0] * 10 + p[1];
            queue.add(new int[] {p[0] + 1, p[1]});
            queue.add(new int[] {p[0], p[1] + 1});
            queue.add(new int[] {p[0] - 1, p[1]});
        }
        System.out.println(visited);
        Stack<Character> stack = new Stack<>();
        String text = "{[()()]}([)]";
        StringBuilder verdict = new StringBuilder();
        for (char c : text.toCharArray()) {
            if ("([{".indexOf(c) >= 0) {
                stack.push(c);
            } else {
                char open = stack.pop();
                verdict.append("([{".indexOf(open) == ")]}".indexOf(c) ? 'y' : 'n');
            }
        }
        System.out.println(verdict + " " + stack.empty() + " " + stack);
        stack.push('a');
        stack.push('b');
        System.out.println(stack.peek() + " " + stack.search('a') + " " + stack.search('z') + " " + stack.get(0));
        Vector<Integer> vector = new Vector<>(List.of(3, 1, 2));
        vector.addElement(5);
        vector.insertElementAt(9, 1);
        vector.removeElement(1);
        vector.sort(null);
        System.out.println(vector + " " + vector.elementAt(2) + " " + vector.firstElement() + " " + vector.lastElement() + " " + vector.indexOf(9));
        System.out.println(new LinkedList<>(List.of(1, 2)).equals(List.of(1, 2)) + " " + new LinkedList<>(List.of(1, 2)).hashCode());
    }
}
