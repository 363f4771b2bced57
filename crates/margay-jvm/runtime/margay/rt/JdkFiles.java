package margay.rt;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The native methods of {@link FileInputStream}, for the files of the JDK itself. Each takes the
 * receiver as its first argument.
 */
final class JdkFiles {
    private JdkFiles() {}

    /** A file that is being read. */
    private static final class Open {
        final FileInputStream stream;
        final byte[] bytes;
        final Open older;
        int position;

        Open(FileInputStream stream, byte[] bytes, Open older) {
            this.stream = stream;
            this.bytes = bytes;
            this.older = older;
        }
    }

    /** The one opened last. */
    private static Open newest;

    static void open0(FileInputStream stream, String path) throws FileNotFoundException {
        if (Natives.jdkFileKind(path) < 0) {
            Natives.refuse("the program reads a file: " + path);
        }
        byte[] bytes = Natives.jdkFile(path);
        if (bytes == null) {
            throw new FileNotFoundException(path + " (No such file or directory)");
        }
        newest = new Open(stream, bytes, newest);
    }

    private static Open of(FileInputStream stream) {
        for (Open file = newest; file != null; file = file.older) {
            if (file.stream == stream) {
                return file;
            }
        }
        Natives.refuse("the program reads a file that it has not opened");
        return null;
    }

    static int read0(FileInputStream stream) {
        Open file = of(stream);
        return file.position < file.bytes.length ? file.bytes[file.position++] & 0xff : -1;
    }

    static int readBytes(FileInputStream stream, byte[] into, int offset, int length) {
        java.util.Objects.checkFromIndexSize(offset, length, into.length);
        Open file = of(stream);
        int count = Math.min(length, file.bytes.length - file.position);
        if (count <= 0) {
            return length == 0 ? 0 : -1;
        }
        System.arraycopy(file.bytes, file.position, into, offset, count);
        file.position += count;
        return count;
    }

    static long length0(FileInputStream stream) {
        return of(stream).bytes.length;
    }

    static long position0(FileInputStream stream) {
        return of(stream).position;
    }

    static long skip0(FileInputStream stream, long count) {
        Open file = of(stream);
        long skipped = Math.max(0, Math.min(count, file.bytes.length - file.position));
        file.position += (int) skipped;
        return skipped;
    }

    static int available0(FileInputStream stream) {
        Open file = of(stream);
        return file.bytes.length - file.position;
    }

    /** Loads the security properties, in later JDKs. */
    static void loadSecurity(Path path, Object mode) throws IOException {
        byte[] bytes = Natives.jdkFile(path.toString());
        if (bytes == null) {
            Natives.refuse("the program reads a file: " + path);
        }
        Properties properties = (Properties) Natives.getStatic("java/security/Security", "props");
        properties.load(new ByteArrayInputStream(bytes));
    }

    /** {@code UnixFileSystem.getBooleanAttributes0}: whether there is a file, and of what kind. */
    static int attributes(Object system, File file) {
        int kind = Natives.jdkFileKind(file.getPath());
        if (kind < 0) {
            Natives.refuse("the program asks about a file: " + file.getPath());
        }
        return kind;
    }
}
