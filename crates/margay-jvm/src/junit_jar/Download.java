import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Downloads a file and compares it with the checksum that is published beside it. */
class Download {
    public static void main(String[] args) throws Exception {
        byte[] file = read(args[0]);
        String expected = new String(read(args[0] + ".sha1"), StandardCharsets.US_ASCII).trim();
        String found = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(file));
        if (!expected.startsWith(found)) {
            throw new IOException("its checksum is " + found + ", not " + expected);
        }
        Files.write(Path.of(args[1]), file);
    }

    private static byte[] read(String url) throws IOException {
        try (InputStream in = URI.create(url).toURL().openStream()) {
            return in.readAllBytes();
        }
    }
}
