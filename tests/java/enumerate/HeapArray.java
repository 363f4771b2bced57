// enumerate: field HeapArray.keys!=null, array HeapArray.keys length=3..3, array HeapArray.keys elements=0..3, field HeapArray.size=0..3 => candidates 109 valid 42 expand 45 expand-candidates 112
// enumerate: field HeapArray.keys!=null, array HeapArray.keys length=0..4, array HeapArray.keys elements=0..3, field HeapArray.size=0..4 => candidates 523 valid 164 expand 176 expand-candidates 535
// enumerate: field HeapArray.keys!=null, array HeapArray.keys length=5..5, array HeapArray.keys elements=0..5, field HeapArray.size=5..5 => candidates 1926 valid 994
// enumerate: array HeapArray.keys length=0..2, array HeapArray.keys elements=0..2, field HeapArray.size=0..2 => candidates 26 valid 11 expand 15 expand-candidates 30
// A priority queue in an array: no key above its parent's, zero in the slots not in use. May stay
// unread: the key of a heap of one, the first key being compared by its children only.

public class HeapArray {
    int[] keys;
    int size;

    boolean repOk() {
        if (keys == null || size > keys.length) {
            return false;
        }
        for (int i = 0; i < keys.length; i++) {
            if (i >= size) {
                if (keys[i] != 0) {
                    return false;
                }
            } else if (i > 0 && keys[i] > keys[(i - 1) / 2]) {
                return false;
            }
        }
        return true;
    }
}
