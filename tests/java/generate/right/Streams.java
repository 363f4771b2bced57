package right;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;

/** What the class library does with arguments and streams that are wrong differs from version to version. */
public class Streams {
    private final Writer writer = new StringWriter();

    /** The letters are not looked at where the place is wrong already. */
    public void write(char[] letters, int from, int count) throws IOException {
        writer.write("(");
        writer.write(letters, from, count);
        writer.write(")");
    }

    /** Reads a file; what it promises is what the class above it does. */
    public static class Feed extends InputStream {
        private final String file;

        public Feed(String file) {
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            try (InputStream in = new FileInputStream(file)) {
                return in.read();
            }
        }

        @Override
        public int read(byte[] bytes, int from, int count) throws IOException {
            try (InputStream in = new FileInputStream(file)) {
                return in.read(bytes, from, count);
            }
        }
    }

    /** Some versions read four bytes one by one, others at once. */
    public static int header(Feed feed) throws IOException {
        return new DataInputStream(feed).readInt();
    }
}
