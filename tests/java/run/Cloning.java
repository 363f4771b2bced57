// clone of arrays and of Cloneable classes, shallow and deep, covariant return, CloneNotSupportedException.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

public class Cloning {
    static class Sheep implements Cloneable {
        String name;
        int[] wool = {1, 2, 3};
        Sheep friend;
        static int constructed;

        Sheep(String name) {
            this.name = name;
            constructed++;
        }

        @Override
        public Sheep clone() {
            try {
                return (Sheep) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class DeepSheep extends Sheep {
        long weight = 1L << 40;

        DeepSheep(String name) {
            super(name);
        }

        @Override
        public DeepSheep clone() {
            DeepSheep copy = (DeepSheep) super.clone();
            copy.wool = wool.clone();
            copy.friend = friend == null ? null : friend.clone();
            return copy;
        }
    }

    static class Goat {
        Object copy() throws CloneNotSupportedException {
            return clone();
        }
    }

    public static void main(String[] args) {
        Sheep a = new Sheep("dolly");
        Sheep b = a.clone();
        b.name = "molly";
        b.wool[0] = 99;
        System.out.println(a.name + " " + a.wool[0] + " " + (a.wool == b.wool) + " " + Sheep.constructed);
        DeepSheep c = new DeepSheep("deep");
        c.friend = a;
        Sheep d = c.clone();
        d.wool[1] = 77;
        d.friend.name = "changed";
        System.out.println(c.wool[1] + " " + c.friend.name + " " + d.getClass().getSimpleName() + " " + ((DeepSheep) d).weight + " " + Sheep.constructed);
        try {
            new Goat().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        int[] ints = {1, 2};
        int[] copy = ints.clone();
        copy[0] = 5;
        String[][] nested = {{"x"}, {"y"}};
        String[][] shallow = nested.clone();
        shallow[0][0] = "z";
        shallow[1] = null;
        System.out.println(ints[0] + " " + nested[0][0] + " " + (nested[1] == null) + " " + shallow.getClass().getName());
        long[] longs = {1L << 40};
        double[] doubles = {0.5};
        Object object = doubles.clone();
        System.out.println(longs.clone()[0] + " " + ((double[]) object)[0] + " " + new boolean[2].clone().length);
        ArrayList<int[]> list = new ArrayList<>(List.of(ints));
        @SuppressWarnings("unchecked")
        ArrayList<int[]> listCopy = (ArrayList<int[]>) list.clone();
        listCopy.get(0)[1] = 42;
        listCopy.add(copy);
        System.out.println(ints[1] + " " + list.size());
        HashMap<String, Integer> map = new HashMap<>();
        map.put("k", 1);
        Object mapCopy = map.clone();
        map.put("k", 2);
        System.out.println(mapCopy + " " + map + " " + mapCopy.equals(map));
    }
}
