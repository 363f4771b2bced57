// enumerate: --args 3,3 => candidates 240 valid 66
// enumerate: --args 4,2 => candidates 385 valid 88
// An array with a range of lengths; -1 marks a slot not in use.
import korat.finitization.IArraySet;
import korat.finitization.IFinitization;
import korat.finitization.IIntSet;
import korat.finitization.impl.FinitizationFactory;

public class HeapArray {
    private int size;
    private int[] array;

    public boolean repOK() {
        if (size > array.length) {
            return false;
        }
        for (int i = 0; i < array.length; i++) {
            boolean used = array[i] != -1;
            if (used != (i < size)) {
                return false;
            }
            if (used && i > 0 && array[i] > array[(i - 1) / 2]) {
                return false;
            }
        }
        return true;
    }

    public static IFinitization finHeapArray(int maxLength, int maxKey) {
        IFinitization f = FinitizationFactory.create(HeapArray.class);
        IIntSet lengths = f.createIntSet(0, maxLength);
        IIntSet keys = f.createIntSet(-1, maxKey);
        IArraySet arrays = f.createArraySet(int[].class, lengths, keys, 1);
        f.set("size", f.createIntSet(0, maxLength));
        f.set("array", arrays);
        return f;
    }
}
