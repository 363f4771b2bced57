// Reads and writes of instance and static fields along a ring of objects.
public class FieldAccess {
    static final class Particle {
        int position;
        int speed;
        long energy;
        Particle next;
    }

    static int collisions;

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 14_000_000;
        Particle first = new Particle();
        Particle last = first;
        for (int i = 1; i < 100; i++) {
            Particle p = new Particle();
            p.position = i * 7 % 100;
            p.speed = i % 5 - 2;
            last.next = p;
            last = p;
        }
        last.next = first;
        Particle p = first;
        for (int i = 0; i < rounds; i++) {
            p.position += p.speed;
            p.energy += p.position * p.speed;
            if (p.position == p.next.position) {
                collisions++;
                p.speed = -p.speed;
            }
            p = p.next;
        }
        long energy = 0;
        for (int i = 0; i < 100; i++) {
            energy += p.energy;
            p = p.next;
        }
        System.out.println(energy + " " + collisions);
    }
}
