// Conditional expressions: chains, numeric promotion, short circuits, nested boolean logic.
public class TernaryChains {
    static String log = "";

    static boolean t(String name) {
        log += name;
        return true;
    }

    static boolean f(String name) {
        log += name;
        return false;
    }

    static String grade(int score) {
        return score >= 90 ? "A" : score >= 80 ? "B" : score >= 70 ? "C" : score >= 0 ? "F" : "?";
    }

    public static void main(String[] args) {
        for (int score : new int[] {95, 85, 75, 10, -1}) {
            System.out.print(grade(score) + " ");
        }
        System.out.println();
        boolean r = t("a") && f("b") || t("c") && (f("d") || t("e")) && !f("g") ^ t("h");
        System.out.println(r + " " + log);
        log = "";
        r = f("a") & t("b") | t("c") & f("d");
        System.out.println(r + " " + log);
        log = "";
        if (!(f("1") || t("2")) || t("3") && (t("4") ? f("5") : t("6"))) {
            log += "then";
        } else {
            log += "else";
        }
        System.out.println(log);
        int i = args.length;
        System.out.println((i == 0 ? 1 : 2.5) + " " + (i == 0 ? 'a' : 0) + " " + (i == 0 ? 'a' : i) + " " + (i == 0 ? (short) 5 : 'b') + " " + (i == 0 ? 1L : 2f));
        Integer boxed = i == 0 ? 5 : null;
        Object o = i > 0 ? 1 : "string";
        System.out.println(boxed + " " + o);
        try {
            Integer none = null;
            int x = i > 0 ? 1 : none;
            System.out.println(x);
        } catch (NullPointerException e) {
            System.out.println("unboxed");
        }
        int max = 0;
        for (int a = -3; a <= 3; a++) {
            for (int b = -3; b <= 3; b++) {
                max = a > b ? a > max ? a : max : b > max ? b : max;
            }
        }
        System.out.println(max);
        int median = 0;
        int[] v = {5, 1, 3};
        median = v[0] > v[1] ? v[1] > v[2] ? v[1] : v[0] > v[2] ? v[2] : v[0] : v[0] > v[2] ? v[0] : v[1] > v[2] ? v[2] : v[1];
        System.out.println(median);
        boolean assigned;
        if (assigned = i == 0) {
            System.out.println("assigned " + assigned);
        }
        while ((i = i * 2 + 1) < 50) {
            System.out.print(i + " ");
        }
        System.out.println(i);
        boolean x = true, y = false;
        System.out.println((x ? y ? 1 : 2 : 3) + " " + (x == y ? 1 : x != y ? 2 : 3) + " " + (!x | y ? "p" : "q"));
    }
}
