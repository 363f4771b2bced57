package business;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntUnaryOperator;

/** A number that is edited, with undo and redo. */
public class UndoStack {
    private final Deque<Integer> undo = new ArrayDeque<>();
    private final Deque<Integer> redo = new ArrayDeque<>();
    private final int limit;
    private int value;

    public UndoStack(int value, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit");
        }
        this.value = value;
        this.limit = limit;
    }

    public int value() {
        return value;
    }

    public void edit(IntUnaryOperator change) {
        int next = change.applyAsInt(value);
        if (next == value) {
            return;
        }
        undo.push(value);
        if (undo.size() > limit) {
            undo.removeLast();
        }
        redo.clear();
        value = next;
    }

    public boolean undo() {
        if (undo.isEmpty()) {
            return false;
        }
        redo.push(value);
        value = undo.pop();
        return true;
    }

    public boolean redo() {
        if (redo.isEmpty()) {
            return false;
        }
        undo.push(value);
        value = redo.pop();
        return true;
    }

    public boolean canUndo() {
        return !undo.isEmpty();
    }

    public boolean canRedo() {
        return !redo.isEmpty();
    }
}
