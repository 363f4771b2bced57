package margay.rt;

import java.io.PrintStream;
import java.util.Locale;

/**
 * The standard streams: characters go straight to the machine, which captures them. Objects are
 * allocated without running a constructor, since those of {@link PrintStream} would set up
 * charsets and buffers that nobody needs.
 */
final class Console extends PrintStream {
    private int stream;

    private Console() {
        super((java.io.OutputStream) null);
    }

    static Console open(int stream) {
        Console console = (Console) Natives.allocate(Console.class);
        console.stream = stream;
        console.out = console;
        return console;
    }

    @Override public void flush() {}

    @Override public void close() {}

    @Override public boolean checkError() {
        return false;
    }

    @Override public void write(int b) {
        Natives.write(stream, new byte[] {(byte) b}, 0, 1);
    }

    @Override public void write(byte[] bytes, int offset, int length) {
        java.util.Objects.checkFromIndexSize(offset, length, bytes.length);
        Natives.write(stream, bytes, offset, length);
    }

    @Override public void write(byte[] bytes) {
        Natives.write(stream, bytes, 0, bytes.length);
    }

    @Override public void writeBytes(byte[] bytes) {
        Natives.write(stream, bytes, 0, bytes.length);
    }

    @Override public void print(boolean b) {
        put(String.valueOf(b));
    }

    @Override public void print(char c) {
        put(String.valueOf(c));
    }

    @Override public void print(int i) {
        put(String.valueOf(i));
    }

    @Override public void print(long l) {
        put(String.valueOf(l));
    }

    @Override public void print(float f) {
        put(String.valueOf(f));
    }

    @Override public void print(double d) {
        put(String.valueOf(d));
    }

    @Override public void print(char[] s) {
        put(String.valueOf(s));
    }

    @Override public void print(String s) {
        put(String.valueOf(s));
    }

    @Override public void print(Object o) {
        put(String.valueOf(o));
    }

    @Override public void println() {
        put("\n");
    }

    @Override public void println(boolean b) {
        line(String.valueOf(b));
    }

    @Override public void println(char c) {
        line(String.valueOf(c));
    }

    @Override public void println(int i) {
        line(String.valueOf(i));
    }

    @Override public void println(long l) {
        line(String.valueOf(l));
    }

    @Override public void println(float f) {
        line(String.valueOf(f));
    }

    @Override public void println(double d) {
        line(String.valueOf(d));
    }

    @Override public void println(char[] s) {
        line(String.valueOf(s));
    }

    @Override public void println(String s) {
        line(String.valueOf(s));
    }

    @Override public void println(Object o) {
        line(String.valueOf(o));
    }

    @Override public PrintStream format(String format, Object... args) {
        put(String.format(format, args));
        return this;
    }

    @Override public PrintStream format(Locale locale, String format, Object... args) {
        put(String.format(locale, format, args));
        return this;
    }

    @Override public PrintStream printf(String format, Object... args) {
        return format(format, args);
    }

    @Override public PrintStream printf(Locale locale, String format, Object... args) {
        return format(locale, format, args);
    }

    @Override public PrintStream append(CharSequence text) {
        put(String.valueOf(text));
        return this;
    }

    @Override public PrintStream append(CharSequence text, int start, int end) {
        CharSequence all = text == null ? "null" : text;
        put(all.subSequence(start, end).toString());
        return this;
    }

    @Override public PrintStream append(char c) {
        put(String.valueOf(c));
        return this;
    }

    private void put(String text) {
        Natives.write(stream, text);
    }

    private void line(String text) {
        Natives.write(stream, text);
        Natives.write(stream, "\n");
    }
}
