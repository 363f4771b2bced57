// Names of files, places on the network: values that nobody opens.
import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;

public class FileNames {
    public static void main(String[] args) throws Exception {
        File file = new File("a/b//c.txt");
        System.out.println(file + " " + file.getName() + " " + file.getParent() + " " + file.isAbsolute());
        System.out.println(new File(file.getParentFile(), "d").getPath() + " " + new File("/x/../y").getAbsolutePath());
        System.out.println(file.equals(new File("a/b/c.txt")) + " " + file.compareTo(new File("a")));
        Path path = Path.of("a", "b").resolve("../c");
        System.out.println(path + " " + path.normalize() + " " + path.getNameCount() + " " + path.getName(2));
        System.out.println(Paths.get("/x/y.txt").getFileName() + " " + Paths.get("/x").relativize(Paths.get("/x/y/z")));
        System.out.println(path.startsWith("a") + " " + path.endsWith("c") + " " + path.resolveSibling("e") + " " + file.toPath());
        try {
            Path.of("a\0b");
        } catch (InvalidPathException e) {
            System.out.println(e.getReason());
        }
        URI uri = URI.create("http://user@host:81/p/q;r?s=t#u");
        System.out.println(uri.getHost() + " " + uri.getPort() + " " + uri.getPath() + " " + uri.resolve("../v"));
        URL url = new URL("https://example.org:8443/a/b?c=d#e");
        System.out.println(url.getProtocol() + " " + url.getPort() + " " + url.getFile() + " " + url.getRef() + " " + url.getDefaultPort());
        System.out.println(new URL(url, "x/y") + " " + url.toURI());
        try {
            new URL("nonsense:x");
        } catch (MalformedURLException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Arrays.asList(File.separator, File.pathSeparator) + " " + System.getenv("NO_SUCH_VARIABLE"));
    }
}
