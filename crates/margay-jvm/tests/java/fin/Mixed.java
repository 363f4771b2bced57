package fin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import korat.finitization.IArraySet;
import korat.finitization.IClassDomain;
import korat.finitization.IFieldDomain;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

/** Everything else a finitization can say. */
public class Mixed {
    abstract static class Item {
        byte b;
    }

    static class File extends Item {
        Integer id;
        File next;
    }

    static class Folder extends Item {
        Item[] items;
        List<Item> all = new ArrayList<>();
    }

    class Part {
        Mixed whole() {
            return Mixed.this;
        }
    }

    static class Other {
        long stamp;
        Other self;

        public static IFinitization finOther(int n) {
            IFinitization f = FinitizationFactory.create(Other.class);
            f.set("stamp", f.createLongSet(0, 5, n));
            f.set("self", f.createObjSet(f.getClassDomain(Other.class)));
            return f;
        }
    }

    Item first;
    Folder folder;
    Part part;
    short s;
    float f;
    double d;
    int[] numbers;
    int[][] grid;
    Object any;
    Other other;
    private final List<Object> everything = new LinkedList<>();

    public static IFinitization finMixed(int n) {
        IFinitization f = FinitizationFactory.create(Mixed.class);
        IClassDomain files = f.createClassDomain(File.class, n);
        IClassDomain folders = f.createClassDomain(Folder.class, 2);
        IObjSet items = f.createObjSet(Item.class, true);
        items.addClassDomain(folders);
        items.addClassDomain(files);
        IClassDomain ids = f.createClassDomain(Integer.class);
        ids.includeInIsomorphismCheck(false);
        ids.addObjects(new Object[] {7, "not an integer"});
        ids.addObjects(Arrays.asList(8, 9));
        f.set("first", items);
        f.set("folder", f.createObjSet(folders, true));
        f.set("part", f.createObjSet(Part.class, 1));
        f.set("Item.b", f.createByteSet((byte) -1, (byte) 1));
        f.set(File.class, "id", f.createObjSet(ids));
        f.set(File.class, "next", f.createObjSet(files, true));
        f.set("s", f.createShortSet((short) 4));
        f.set("f", f.createFloatSet(0, 0.5f, 1.25f));
        f.set("d", f.createDoubleSet(-1, 1));
        f.set("numbers", f.createArraySet(int[].class, f.createIntSet(0, n), f.createIntSet(1, 2), 1));
        IArraySet arrays = f.createArraySet(Item[].class, f.createIntSet(2), items, 2);
        f.set("Mixed$Folder.items", arrays);
        f.includeFinitization(Other.finOther(n));
        f.set("other", (IFieldDomain) f.createObjSet(f.getClassDomain("Mixed$Other"), true));
        f.addAll("everything", items);
        f.addAll(Folder.class, "all", f.createObjSet(File.class, n));
        return f;
    }

    public static IFinitization shared(int n) {
        IFinitization f = FinitizationFactory.create(Mixed.class);
        f.handleArraysAsObjects(true);
        f.set("numbers", f.createArraySet(int[].class, f.createIntSet(1, 2), f.createIntSet(n), 3));
        return f;
    }

    public static IFinitization nested() {
        IFinitization f = FinitizationFactory.create(Mixed.class);
        IArraySet rows = f.createArraySet(Object[].class, f.createIntSet(2, 0), null, 2);
        rows.setComponentsSet(rows);
        f.set("any", rows);
        IArraySet inner = f.createArraySet(int[].class, f.createIntSet(1), f.createIntSet(5), 4);
        f.set("grid", f.createArraySet(int[][].class, f.createIntSet(2), inner, 1));
        return f;
    }

    String contents() {
        StringBuilder text = new StringBuilder();
        for (Object object : everything) {
            text.append(object == null ? "null" : object.getClass().getSimpleName());
            text.append(object instanceof Folder ? ((Folder) object).all.size() : "").append(' ');
        }
        return text.toString();
    }
}
