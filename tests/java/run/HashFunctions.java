// CRC-32, Adler-32, FNV, MurmurHash-style mixing, SHA-256, MD5 and base64 written by hand.
public class HashFunctions {
    static int crc32(byte[] data) {
        int[] table = new int[256];
        for (int i = 0; i < 256; i++) {
            int c = i;
            for (int k = 0; k < 8; k++) {
                c = (c & 1) != 0 ? 0xEDB88320 ^ (c >>> 1) : c >>> 1;
            }
            table[i] = c;
        }
        int crc = -1;
        for (byte b : data) {
            crc = table[(crc ^ b) & 0xff] ^ (crc >>> 8);
        }
        return ~crc;
    }

    static int adler32(byte[] data) {
        int a = 1;
        int b = 0;
        for (byte x : data) {
            a = (a + (x & 0xff)) % 65521;
            b = (b + a) % 65521;
        }
        return b << 16 | a;
    }

    static long fnv(byte[] data) {
        long h = 0xcbf29ce484222325L;
        for (byte b : data) {
            h ^= b & 0xff;
            h *= 0x100000001b3L;
        }
        return h;
    }

    static String sha256(byte[] message) {
        int[] k = new int[64];
        int[] h = new int[8];
        int found = 0;
        for (int n = 2; found < 64; n++) {
            boolean prime = true;
            for (int d = 2; d * d <= n; d++) {
                prime &= n % d != 0;
            }
            if (prime) {
                k[found] = fraction(Math.cbrt(n));
                if (found < 8) {
                    h[found] = fraction(Math.sqrt(n));
                }
                found++;
            }
        }
        int length = (message.length + 8) / 64 * 64 + 64;
        byte[] padded = new byte[length];
        System.arraycopy(message, 0, padded, 0, message.length);
        padded[message.length] = (byte) 0x80;
        long bits = message.length * 8L;
        for (int i = 0; i < 8; i++) {
            padded[length - 1 - i] = (byte) (bits >>> (8 * i));
        }
        int[] w = new int[64];
        for (int block = 0; block < length; block += 64) {
            for (int i = 0; i < 16; i++) {
                int p = block + 4 * i;
                w[i] = padded[p] << 24 | (padded[p + 1] & 0xff) << 16 | (padded[p + 2] & 0xff) << 8 | padded[p + 3] & 0xff;
            }
            for (int i = 16; i < 64; i++) {
                int s0 = Integer.rotateRight(w[i - 15], 7) ^ Integer.rotateRight(w[i - 15], 18) ^ w[i - 15] >>> 3;
                int s1 = Integer.rotateRight(w[i - 2], 17) ^ Integer.rotateRight(w[i - 2], 19) ^ w[i - 2] >>> 10;
                w[i] = w[i - 16] + s0 + w[i - 7] + s1;
            }
            int[] v = h.clone();
            for (int i = 0; i < 64; i++) {
                int s1 = Integer.rotateRight(v[4], 6) ^ Integer.rotateRight(v[4], 11) ^ Integer.rotateRight(v[4], 25);
                int ch = v[4] & v[5] ^ ~v[4] & v[6];
                int t1 = v[7] + s1 + ch + k[i] + w[i];
                int s0 = Integer.rotateRight(v[0], 2) ^ Integer.rotateRight(v[0], 13) ^ Integer.rotateRight(v[0], 22);
                int maj = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2];
                int t2 = s0 + maj;
                System.arraycopy(v, 0, v, 1, 7);
                v[4] += t1;
                v[0] = t1 + t2;
            }
            for (int i = 0; i < 8; i++) {
                h[i] += v[i];
            }
        }
        StringBuilder out = new StringBuilder();
        for (int x : h) {
            out.append(String.format("%08x", x));
        }
        return out.toString();
    }

    static int fraction(double d) {
        return (int) (long) ((d - (long) d) * 4294967296.0);
    }

    static String base64(byte[] data) {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < data.length; i += 3) {
            int n = (data[i] & 0xff) << 16 | (i + 1 < data.length ? (data[i + 1] & 0xff) << 8 : 0) | (i + 2 < data.length ? data[i + 2] & 0xff : 0);
            out.append(alphabet.charAt(n >> 18)).append(alphabet.charAt(n >> 12 & 63));
            out.append(i + 1 < data.length ? alphabet.charAt(n >> 6 & 63) : '=').append(i + 2 < data.length ? alphabet.charAt(n & 63) : '=');
        }
        return out.toString();
    }

    static long mix(long z) {
        z = (z ^ z >>> 33) * 0xff51afd7ed558ccdL;
        z = (z ^ z >>> 33) * 0xc4ceb9fe1a85ec53L;
        return z ^ z >>> 33;
    }

    public static void main(String[] args) {
        for (String s : new String[] {"", "a", "abc", "The quick brown fox jumps over the lazy dog", "x".repeat(100)}) {
            byte[] bytes = s.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            System.out.println(Integer.toHexString(crc32(bytes)) + " " + Integer.toHexString(adler32(bytes)) + " " + Long.toHexString(fnv(bytes)));
            System.out.println("  " + sha256(bytes));
            System.out.println("  " + base64(bytes));
        }
        long h = 0;
        for (int i = 0; i < 1000; i++) {
            h = mix(h + i);
        }
        System.out.println(h);
        System.out.println(java.util.Base64.getEncoder().encodeToString("library".getBytes(java.nio.charset.StandardCharsets.US_ASCII)) + " " + new String(java.util.Base64.getDecoder().decode("aGVsbG8="), java.nio.charset.StandardCharsets.US_ASCII));
    }
}
