/** Prints packets: who sends and who gets them, and the rest by its kind. */
public class Packets {
    static final class Packet {
        int destination;
        int source;
        int kind;
        int length;
        int flags;
    }

    static String print(Packet packet) {
        return address(packet.destination) + " < " + address(packet.source) + " " + body(packet);
    }

    static String segment(int destination, int source, int length, int flags) {
        return address(destination) + " < " + address(source) + " " + flags(length, flags);
    }

    private static String flags(int length, int flags) {
        if ((flags & 2) != 0 && length > 40) return "syn with data";
        return (flags & 1) != 0 ? "fin" : "segment";
    }

    private static String address(int address) {
        if (address == 0) return "any";
        if (address == -1) return "all";
        if ((address >>> 24) == 127) return "here";
        return (address & 1) == 0 ? "even" : "odd";
    }

    private static String body(Packet packet) {
        switch (packet.kind) {
            case 1:
                return packet.length < 8 ? "short echo" : "echo";
            case 6:
                return flags(packet.length, packet.flags);
            case 17:
                return packet.length < 8 ? "bad datagram" : "datagram";
            default:
                return "other";
        }
    }
}
