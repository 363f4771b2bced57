// outcomes: 24
// dropped: 474
// Five tasks with lengths and dependencies on two workers: every schedule that meets the deadline.
import java.util.Arrays;
import margay.Margay;

public class Scheduler {
    static final int[] LENGTH = {3, 2, 2, 4, 1};
    static final int[][] AFTER = {{}, {0}, {0}, {1}, {1, 2}};
    static final int DEADLINE = 9;

    public static void main(String[] args) {
        int[] free = new int[2];
        int[] end = new int[LENGTH.length];
        String[] plan = {"", ""};
        boolean[] done = new boolean[LENGTH.length];
        for (int step = 0; step < LENGTH.length; step++) {
            int task = Margay.choose(0, LENGTH.length - 1);
            Margay.assume(!done[task]);
            int ready = 0;
            for (int before : AFTER[task]) {
                Margay.assume(done[before]);
                ready = Math.max(ready, end[before]);
            }
            int worker = Margay.choose(0, 1);
            int start = Math.max(free[worker], ready);
            end[task] = free[worker] = start + LENGTH[task];
            Margay.assume(end[task] <= DEADLINE);
            done[task] = true;
            plan[worker] += task + "@" + start + " ";
        }
        Margay.assume(plan[0].startsWith("0"));
        System.out.println(Arrays.toString(plan) + " ends " + Math.max(free[0], free[1]));
    }
}
