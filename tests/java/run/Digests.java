// Message digests, checksums, identifiers from names.
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

public class Digests {
    public static void main(String[] args) throws Exception {
        byte[] bytes = "The quick brown fox jumps over the lazy dog".getBytes(StandardCharsets.UTF_8);
        for (String name : new String[] {"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA3-256"}) {
            MessageDigest digest = MessageDigest.getInstance(name);
            digest.update(bytes, 0, 10);
            digest.update(bytes, 10, bytes.length - 10);
            System.out.println(name + " " + HexFormat.of().formatHex(digest.digest()));
        }
        try {
            MessageDigest.getInstance("NO-SUCH");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        CRC32 crc = new CRC32();
        crc.update(bytes);
        Adler32 adler = new Adler32();
        adler.update(bytes, 4, 9);
        adler.update(7);
        CRC32C other = new CRC32C();
        other.update(bytes);
        System.out.println(crc.getValue() + " " + adler.getValue() + " " + other.getValue());
        CheckedInputStream stream = new CheckedInputStream(new java.io.ByteArrayInputStream(bytes), new CRC32());
        while (stream.read() >= 0) { }
        System.out.println(stream.getChecksum().getValue() == crc.getValue());
        System.out.println(UUID.nameUUIDFromBytes(bytes) + " " + new UUID(1, 2));
        UUID random = UUID.randomUUID();
        System.out.println(random.version() + " " + random.variant() + " " + UUID.fromString(random.toString()).equals(random));
    }
}
