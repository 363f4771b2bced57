// Random operations on lists, stacks, queues and bit sets, with every result and every exception printed.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Random;
import java.util.Stack;
import java.util.Vector;
import java.util.function.Supplier;

public class RandomLists {
    record Box(int of) {}

    /** A list with fields of the same names as its superclass. */
    static class Counting extends ArrayList<Object> {
        int size = 1000;
        int modCount = 5;

        @Override
        public boolean add(Object element) {
            size++;
            return super.add(element);
        }
    }

    /** Stacks and lists whose overriding methods are called by those that are inherited. */
    static class Loud extends Stack<Object> {
        @Override
        public synchronized void addElement(Object element) {
            System.out.println("add " + element);
            super.addElement(element);
        }

        @Override
        public synchronized int indexOf(Object element, int from) {
            return 7;
        }
    }

    static class Sure extends ArrayList<Object> {
        @Override
        public int indexOf(Object element) {
            return 7;
        }
    }

    static Object element(Random random, int kinds) {
        int n = random.nextInt(9);
        return switch (random.nextInt(kinds)) {
            case 0 -> n;
            case 1 -> "s" + n;
            case 2 -> (long) n;
            case 3 -> 1000 + n;
            case 4 -> n % 2 == 0 ? null : (char) n;
            case 5 -> n % 2 == 0;
            default -> new Box(n);
        };
    }

    static String listStep(List<Object> list, Random random, int kinds) {
        Object element = element(random, kinds);
        int at = random.nextInt(list.size() + 3) - 1;
        switch (random.nextInt(22)) {
            case 0, 1, 2, 3:
                return "add " + list.add(element);
            case 4:
                return "get " + list.get(at);
            case 5:
                return "set " + list.set(at, element);
            case 6:
                return "has " + list.contains(element);
            case 7:
                return "where " + list.indexOf(element) + " " + list.lastIndexOf(element);
            case 8:
                return "remove " + list.remove(at);
            case 9:
                return "remove " + list.remove(element);
            case 10:
                list.add(at, element);
                return "added";
            case 11:
                return "size " + list.size() + list.isEmpty();
            case 12: {
                StringBuilder text = new StringBuilder("for");
                for (Object o : list) {
                    text.append(' ').append(o);
                }
                return text.toString();
            }
            case 13: {
                for (Object o : list) {
                    list.add(o);
                }
                return "empty";
            }
            case 14: {
                Iterator<Object> i = list.iterator();
                Object got = i.next();
                i.remove();
                return "first " + got + i.hasNext();
            }
            case 15:
                return "part " + list.subList(at, list.size());
            case 16:
                return "text " + list + list.hashCode();
            case 17: {
                ListIterator<Object> i = list.listIterator(list.size());
                return "last " + i.previous() + i.nextIndex();
            }
            case 18:
                if (random.nextInt(6) == 0) {
                    list.clear();
                }
                return "all " + list.addAll(List.of(1, 2)) + new ArrayList<>(list).equals(list);
            case 19:
                return "if " + list.removeIf(o -> o instanceof Integer n && n > 5);
            default:
                return "add " + list.add(element);
        }
    }

    static String stackStep(Stack<Object> stack, Random random, int kinds) {
        Object element = element(random, kinds);
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> "push " + stack.push(element);
            case 3, 4 -> "pop " + stack.pop();
            case 5 -> "peek " + stack.peek() + stack.empty();
            case 6 -> "search " + stack.search(element) + stack.elementAt(random.nextInt(4));
            case 7 -> {
                stack.addElement(element);
                yield "vector " + stack.firstElement() + stack.capacity();
            }
            default -> listStep(stack, random, kinds);
        };
    }

    static String dequeStep(Deque<Object> deque, Random random, int kinds) {
        Object element = element(random, kinds);
        switch (random.nextInt(random.nextInt(4) == 0 ? 30 : 20)) {
            case 0, 1:
                return "add " + deque.add(element);
            case 2:
                return "offer " + deque.offer(element) + deque.offerLast(element);
            case 3:
                return "offer first " + deque.offerFirst(element);
            case 4:
                deque.addFirst(element);
                return "first";
            case 5:
                deque.addLast(element);
                return "last";
            case 6:
                deque.push(element);
                return "pushed";
            case 7:
                return "poll " + deque.poll();
            case 8:
                return "poll " + deque.pollFirst() + deque.pollLast();
            case 9:
                return "remove " + deque.remove();
            case 10:
                return "remove " + deque.removeFirst();
            case 11:
                return "remove " + deque.removeLast();
            case 12:
                return "pop " + deque.pop();
            case 13:
                return "peek " + deque.peek() + deque.peekFirst() + deque.peekLast();
            case 14:
                return "element " + deque.element();
            case 15:
                return "get " + deque.getFirst() + deque.getLast();
            case 16:
                return "has " + deque.contains(element);
            case 17:
                return "size " + deque.size() + deque.isEmpty();
            case 18:
                return "remove it " + deque.remove(element);
            case 19:
                if (deque instanceof List<?> list) {
                    int at = random.nextInt(list.size() + 2) - 1;
                    return "at " + list.get(at) + list.remove(at);
                }
                return "none";
            case 20:
                return "text " + deque;
            case 21: {
                StringBuilder text = new StringBuilder("down");
                for (Iterator<Object> i = deque.descendingIterator(); i.hasNext();) {
                    text.append(' ').append(i.next());
                    if (random.nextInt(4) == 0) {
                        i.remove();
                    }
                }
                return text.toString();
            }
            case 22:
                for (Object o : deque) {
                    deque.addLast(o);
                }
                return "empty";
            case 23:
                return "occurrence " + deque.removeFirstOccurrence(element) + deque.removeLastOccurrence(element);
            case 24:
                if (random.nextInt(3) == 0) {
                    deque.clear();
                }
                return "cleared " + deque.size();
            case 25:
                return "array " + deque.toArray().length + deque.stream().map(String::valueOf).toList();
            case 26:
                if (deque instanceof List<?>) {
                    return "list " + ((List<Object>) deque).set(0, element) + ((List<Object>) deque).subList(0, 1);
                }
                return "none";
            default:
                return "add " + deque.add(element);
        }
    }

    static String bitStep(BitSet bits, BitSet other, Random random) {
        int at = random.nextInt(random.nextInt(4) == 0 ? 300 : 70) - 1;
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4:
                bits.set(at);
                return "set";
            case 5, 6:
                return "get " + bits.get(at);
            case 7:
                bits.clear(at);
                return "clear " + bits.length();
            case 8:
                return "next " + bits.nextSetBit(at) + " " + bits.nextClearBit(at);
            case 9:
                return "count " + bits.cardinality() + bits.isEmpty() + bits.size();
            case 10:
                bits.flip(at);
                return "flip " + bits;
            case 11:
                bits.set(at, random.nextBoolean());
                bits.set(at, at + 5);
                return "range " + bits.get(at, at + 9);
            case 12:
                other.or(bits);
                bits.xor(other);
                return "xor " + bits.intersects(other) + bits.equals(other) + bits.hashCode();
            case 13:
                return "before " + bits.previousSetBit(at);
            case 14:
                if (random.nextInt(8) == 0) {
                    bits.clear();
                }
                return "text " + bits;
            default:
                return "stream " + bits.stream().sum() + bits.clone();
        }
    }

    interface Step {
        String run();
    }

    static void sequence(String name, Collection<?> what, int steps, Step step) {
        StringBuilder text = new StringBuilder(name + ":");
        for (int i = 0; i < steps; i++) {
            try {
                text.append(' ').append(step.run()).append(';');
            } catch (RuntimeException e) {
                text.append(' ').append(e).append(';');
            }
        }
        System.out.println(text.append(what));
    }

    public static void main(String[] args) {
        List<Supplier<List<Object>>> lists = List.of(ArrayList::new, () -> new ArrayList<>(2), Vector::new, LinkedList::new,
                Counting::new, () -> new ArrayList<>(List.of(1, 2, 3)), () -> new Vector<>(3, 2), () -> new LinkedList<>(List.of(1)));
        for (int seed = 0; seed < 80; seed++) {
            Random random = new Random(seed);
            List<Object> list = lists.get(seed % lists.size()).get();
            int kinds = 1 + random.nextInt(7);
            sequence("list " + seed, list, 60, () -> listStep(list, random, kinds));
            Stack<Object> stack = new Stack<>();
            sequence("stack " + seed, stack, 60, () -> stackStep(stack, random, kinds));
            Deque<Object> deque = seed % 2 == 0 ? new LinkedList<>() : new ArrayDeque<>();
            sequence("deque " + seed, deque, 80, () -> dequeStep(deque, random, kinds));
            BitSet bits = seed % 3 == 0 ? new BitSet(10) : new BitSet();
            BitSet other = new BitSet(70);
            sequence("bits " + seed, List.of(), 60, () -> bitStep(bits, other, random));
        }
        Loud loud = new Loud();
        loud.push(1);
        System.out.println(loud.contains(5) + " " + loud.indexOf(1) + " " + new Sure().contains(1));
        Counting counting = new Counting();
        counting.add(1);
        System.out.println(counting.size + " " + counting.size() + " " + counting.modCount + counting.get(0));
    }
}
