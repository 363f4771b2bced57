// enumerate: field Ticket.row=1..3, field Ticket.seat={10,20,300}, field Ticket.cents=0..4, field Ticket.category!=null => candidates 52 valid 15 inits-checkpoint 78 inits-reexecute 199 expand 61 expand-candidates 98
// enumerate: field Ticket.row=2..2, field Ticket.seat=1..2, field Ticket.cents={0,3000000000,5000000000} => candidates 12 valid 4 inits-checkpoint 21 inits-reexecute 43 expand 10 expand-candidates 18
// One object, every kind of small domain: byte, short, long, boolean, enum. May stay unread: what
// does not matter in a category, such as the seat in the standing area.

public class Ticket {
    enum Category {
        STANDING,
        SEATED,
        FREE
    }

    byte row;
    short seat;
    long cents;
    boolean sold;
    Category category;

    boolean repOk() {
        if (category == null) {
            return false;
        }
        switch (category) {
            case STANDING:
                return row == 1 && cents > 0 && sold;
            case SEATED:
                return row > 1 && seat <= 20 * row && cents >= 2 * row && cents != 3_000_000_000L;
            default:
                return row > 0 && seat > 0 && !sold;
        }
    }
}
