// enumerate: objects Duty=2 => candidates 60 valid 20 inits-checkpoint 84 inits-reexecute 272
// enumerate: objects Duty=4 => candidates 1351 valid 270 inits-checkpoint 1694 inits-reexecute 11322
// enumerate: objects Duty=7 => candidates 103295 valid 12915 inits-checkpoint 119769 inits-reexecute 1479499
// Duty rosters of up to so many days: no early shift right after a night, and a day off after two
// nights in a row.
package structures;

import java.util.HashSet;
import java.util.Set;

public class Roster {
    enum Shift {
        OFF,
        EARLY,
        LATE,
        NIGHT
    }

    Duty first;

    static class Duty {
        Shift shift;
        Duty next;
    }

    boolean repOk() {
        Set<Duty> visited = new HashSet<>();
        int nights = 0;
        for (Duty duty = first; duty != null; duty = duty.next) {
            if (!visited.add(duty)) {
                return false;
            }
            Shift shift = duty.shift;
            if (shift == null) {
                return false;
            }
            if (nights == 2 && shift != Shift.OFF) {
                return false;
            }
            if (nights > 0 && shift == Shift.EARLY) {
                return false;
            }
            nights = shift == Shift.NIGHT ? nights + 1 : 0;
        }
        return true;
    }
}
