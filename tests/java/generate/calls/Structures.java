/**
 * Data structures whose methods are small and call each other much, in the style of a textbook: stacks, queues, lists with
 * positions, a sequence, priority queues and a search tree.
 */
class EmptyStructure extends RuntimeException {}

class InvalidPosition extends RuntimeException {}

class Link {
    int element;
    Link next;

    Link(int element, Link next) {
        this.element = element;
        this.next = next;
    }

    int element() {
        return element;
    }

    Link next() {
        return next;
    }

    void setNext(Link next) {
        this.next = next;
    }
}

class LinkStack {
    Link top;
    int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return top == null;
    }

    void push(int element) {
        top = new Link(element, top);
        size++;
    }

    int top() {
        if (isEmpty()) {
            throw new EmptyStructure();
        }
        return top.element();
    }

    int pop() {
        int element = top();
        top = top.next();
        size--;
        return element;
    }

    void swap() {
        int first = pop();
        int second = pop();
        push(first);
        push(second);
    }

    void duplicate() {
        push(top());
    }
}

class ArrayStack {
    int[] elements;
    int top;

    int size() {
        return top + 1;
    }

    boolean isEmpty() {
        return size() <= 0;
    }

    boolean isFull() {
        return size() >= elements.length;
    }

    void push(int element) {
        if (isFull()) {
            throw new EmptyStructure();
        }
        elements[++top] = element;
    }

    int top() {
        if (isEmpty()) {
            throw new EmptyStructure();
        }
        return elements[top];
    }

    int pop() {
        int element = top();
        elements[top--] = 0;
        return element;
    }

    int popTwo() {
        return pop() - pop();
    }
}

class LinkQueue {
    Link head;
    Link tail;
    int size;

    boolean isEmpty() {
        return size == 0;
    }

    int front() {
        if (isEmpty()) {
            throw new EmptyStructure();
        }
        return head.element();
    }

    void enqueue(int element) {
        Link link = new Link(element, null);
        if (isEmpty()) {
            head = link;
        } else {
            tail.setNext(link);
        }
        tail = link;
        size++;
    }

    int dequeue() {
        int element = front();
        head = head.next();
        size--;
        if (isEmpty()) {
            tail = null;
        }
        return element;
    }

    void rotate() {
        enqueue(dequeue());
    }
}

class SinglyList {
    Link head;
    int size;

    boolean isEmpty() {
        return head == null;
    }

    void addFirst(int element) {
        head = new Link(element, head);
        size++;
    }

    int first() {
        if (isEmpty()) {
            throw new EmptyStructure();
        }
        return head.element();
    }

    int removeFirst() {
        int element = first();
        head = head.next();
        size--;
        return element;
    }

    boolean contains(int element) {
        for (Link link = head; link != null; link = link.next()) {
            if (link.element() == element) {
                return true;
            }
        }
        return false;
    }

    void addOnce(int element) {
        if (!contains(element)) {
            addFirst(element);
        }
    }
}

class DNode {
    int element;
    DNode previous;
    DNode next;

    DNode(DNode previous, DNode next, int element) {
        this.previous = previous;
        this.next = next;
        this.element = element;
    }

    int element() {
        if (previous == null && next == null) {
            throw new InvalidPosition();
        }
        return element;
    }

    DNode next() {
        return next;
    }

    DNode previous() {
        return previous;
    }

    void setNext(DNode next) {
        this.next = next;
    }

    void setPrevious(DNode previous) {
        this.previous = previous;
    }

    void setElement(int element) {
        this.element = element;
    }
}

class PositionList {
    DNode header;
    DNode trailer;
    int size;

    boolean isEmpty() {
        return size == 0;
    }

    DNode checkPosition(DNode node) {
        if (node == null || node == header || node == trailer) {
            throw new InvalidPosition();
        }
        if (node.previous() == null || node.next() == null) {
            throw new InvalidPosition();
        }
        return node;
    }

    DNode first() {
        if (isEmpty()) {
            throw new EmptyStructure();
        }
        return header.next();
    }

    DNode next(DNode position) {
        DNode next = checkPosition(position).next();
        if (next == trailer) {
            throw new InvalidPosition();
        }
        return next;
    }

    void addBefore(DNode position, int element) {
        DNode node = checkPosition(position);
        DNode added = new DNode(node.previous(), node, element);
        node.previous().setNext(added);
        node.setPrevious(added);
        size++;
    }

    void addFirst(int element) {
        DNode added = new DNode(header, header.next(), element);
        header.next().setPrevious(added);
        header.setNext(added);
        size++;
    }

    int remove(DNode position) {
        DNode node = checkPosition(position);
        node.previous().setNext(node.next());
        node.next().setPrevious(node.previous());
        size--;
        node.setNext(null);
        node.setPrevious(null);
        return node.element;
    }

    int set(DNode position, int element) {
        DNode node = checkPosition(position);
        int old = node.element();
        node.setElement(element);
        return old;
    }

    void swapElements(DNode a, DNode b) {
        DNode first = checkPosition(a);
        DNode second = checkPosition(b);
        int element = first.element();
        first.setElement(second.element());
        second.setElement(element);
    }
}

class Sequence extends PositionList {
    void checkIndex(int index) {
        if (index < 0 || index >= size) {
            throw new InvalidPosition();
        }
    }

    DNode at(int index) {
        checkIndex(index);
        DNode node = header.next();
        for (int i = 0; i < index; i++) {
            node = node.next();
        }
        return node;
    }

    int get(int index) {
        return at(index).element();
    }

    void swapFirst(int index) {
        swapElements(first(), at(index));
    }
}

class Entry {
    int key;
    int value;

    Entry(int key, int value) {
        this.key = key;
        this.value = value;
    }

    boolean isBefore(Entry other) {
        return key < other.key;
    }
}

abstract class Order {
    abstract int compare(int a, int b);

    int least(int a, int b) {
        return compare(a, b) <= 0 ? a : b;
    }
}

class Ascending extends Order {
    int compare(int a, int b) {
        return a < b ? -1 : a > b ? 1 : 0;
    }
}

class ByParity extends Order {
    int compare(int a, int b) {
        return (a & 1) - (b & 1);
    }
}

class PriorityPair {
    Entry first;
    Entry second;
    Order order;

    boolean isFull() {
        return first != null && second != null;
    }

    int compare(Entry a, Entry b) {
        return order.compare(a.key, b.key);
    }

    void insert(int key, int value) {
        if (isFull()) {
            throw new EmptyStructure();
        }
        Entry entry = new Entry(key, value);
        if (first == null) {
            first = entry;
        } else if (compare(entry, first) < 0) {
            second = first;
            first = entry;
        } else {
            second = entry;
        }
    }

    Entry min() {
        if (first == null) {
            throw new EmptyStructure();
        }
        return first;
    }

    Entry removeMin() {
        Entry least = min();
        first = second;
        second = null;
        return least;
    }

    int sum() {
        return removeMin().value + removeMin().value;
    }
}

class HeapQueue {
    int[] keys;
    int size;

    int parent(int i) {
        return (i - 1) / 2;
    }

    int left(int i) {
        return 2 * i + 1;
    }

    boolean hasLeft(int i) {
        return left(i) < size;
    }

    boolean hasRight(int i) {
        return left(i) + 1 < size;
    }

    int least(int i) {
        int left = left(i);
        return hasRight(i) && keys[left + 1] < keys[left] ? left + 1 : left;
    }

    void swap(int i, int j) {
        int key = keys[i];
        keys[i] = keys[j];
        keys[j] = key;
    }

    boolean sink(int i) {
        if (!hasLeft(i)) {
            return false;
        }
        int least = least(i);
        if (keys[i] <= keys[least]) {
            return false;
        }
        swap(i, least);
        return true;
    }

    int min() {
        if (size <= 0) {
            throw new EmptyStructure();
        }
        return keys[0];
    }

    int removeMin() {
        int least = min();
        swap(0, size - 1);
        size--;
        sink(0);
        return least;
    }
}

class TreeNode {
    int key;
    TreeNode left;
    TreeNode right;

    TreeNode(int key) {
        this.key = key;
    }

    boolean isLeaf() {
        return left == null && right == null;
    }

    TreeNode child(int key) {
        return key < this.key ? left : right;
    }

    void setChild(TreeNode node) {
        if (node.key < key) {
            left = node;
        } else {
            right = node;
        }
    }

    /** The height of what is at most so many nodes deep. */
    int height(int most) {
        if (most <= 0) {
            return 0;
        }
        int below = left == null ? 0 : left.height(most - 1);
        int beside = right == null ? 0 : right.height(most - 1);
        return 1 + Math.max(below, beside);
    }
}

class SearchTree {
    TreeNode root;
    int size;

    boolean isEmpty() {
        return root == null;
    }

    TreeNode find(int key) {
        TreeNode node = root;
        while (node != null && node.key != key) {
            node = node.child(key);
        }
        return node;
    }

    boolean contains(int key) {
        return find(key) != null;
    }

    void insert(int key) {
        TreeNode added = new TreeNode(key);
        size++;
        if (isEmpty()) {
            root = added;
            return;
        }
        TreeNode node = root;
        while (node.child(key) != null) {
            node = node.child(key);
        }
        node.setChild(added);
    }

    int min() {
        if (isEmpty()) {
            throw new EmptyStructure();
        }
        TreeNode node = root;
        while (node.left != null) {
            node = node.left;
        }
        return node.key;
    }

    int height() {
        return isEmpty() ? 0 : root.height(1);
    }
}
