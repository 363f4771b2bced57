import margay.Margay;

/** Pages of a memory: releasing those of one owner. Each page has an owner and a number of references. */
public class PageMap {
    private static final int LEAVING = 7;

    private final int[] owner;
    private final int[] references;

    private PageMap(int pages) {
        owner = new int[pages];
        references = new int[pages];
        for (int i = 0; i < pages; i++) {
            owner[i] = Margay.anyInt();
            references[i] = Margay.anyInt();
        }
    }

    private void release() {
        for (int i = 0; i < owner.length; i++) {
            if (owner[i] == LEAVING) {
                int before = references[i];
                references[i]--;
                if (references[i] == 0) owner[i] = 0;
                if (references[i] != before - 1) throw new AssertionError("page " + i);
            }
        }
    }

    static void release4() {
        new PageMap(4).release();
    }

    static void release512() {
        new PageMap(512).release();
    }
}
