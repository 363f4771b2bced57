/** All that it holds can be assigned, but its constructor counts: only calls make one. */
public class Ticket {
    static int sold;
    int seat;

    public Ticket(int seat) {
        this.seat = seat;
        sold++;
    }

    public boolean isFront() {
        return seat < 10;
    }
}
