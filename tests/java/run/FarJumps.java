// A loop whose body exceeds 32 KiB of bytecode: javac copies the finally block to each `continue`,
// and every jump back to the loop's head needs goto_w.
public class FarJumps {
    static long run(int rounds) {
        long x = 1;
        long y = 2;
        long z = 3;
        for (int i = 0; i < rounds; i++) {
            try {
                switch ((int) (x & 127)) {
                    case 0: x += 0; continue; case 1: x += 37; continue; case 2: x += 74; continue; case 3: x += 11; continue; case 4: x += 48; continue; case 5: x += 85; continue; case 6: x += 22; continue; case 7: x += 59; continue;
                    case 8: x += 96; continue; case 9: x += 33; continue; case 10: x += 70; continue; case 11: x += 7; continue; case 12: x += 44; continue; case 13: x += 81; continue; case 14: x += 18; continue; case 15: x += 55; continue;
                    case 16: x += 92; continue; case 17: x += 29; continue; case 18: x += 66; continue; case 19: x += 3; continue; case 20: x += 40; continue; case 21: x += 77; continue; case 22: x += 14; continue; case 23: x += 51; continue;
                    case 24: x += 88; continue; case 25: x += 25; continue; case 26: x += 62; continue; case 27: x += 99; continue; case 28: x += 36; continue; case 29: x += 73; continue; case 30: x += 10; continue; case 31: x += 47; continue;
                    case 32: x += 84; continue; case 33: x += 21; continue; case 34: x += 58; continue; case 35: x += 95; continue; case 36: x += 32; continue; case 37: x += 69; continue; case 38: x += 6; continue; case 39: x += 43; continue;
                    case 40: x += 80; continue; case 41: x += 17; continue; case 42: x += 54; continue; case 43: x += 91; continue; case 44: x += 28; continue; case 45: x += 65; continue; case 46: x += 2; continue; case 47: x += 39; continue;
                    case 48: x += 76; continue; case 49: x += 13; continue; case 50: x += 50; continue; case 51: x += 87; continue; case 52: x += 24; continue; case 53: x += 61; continue; case 54: x += 98; continue; case 55: x += 35; continue;
                    case 56: x += 72; continue; case 57: x += 9; continue; case 58: x += 46; continue; case 59: x += 83; continue; case 60: x += 20; continue; case 61: x += 57; continue; case 62: x += 94; continue; case 63: x += 31; continue;
                    case 64: x += 68; continue; case 65: x += 5; continue; case 66: x += 42; continue; case 67: x += 79; continue; case 68: x += 16; continue; case 69: x += 53; continue; case 70: x += 90; continue; case 71: x += 27; continue;
                    case 72: x += 64; continue; case 73: x += 1; continue; case 74: x += 38; continue; case 75: x += 75; continue; case 76: x += 12; continue; case 77: x += 49; continue; case 78: x += 86; continue; case 79: x += 23; continue;
                    case 80: x += 60; continue; case 81: x += 97; continue; case 82: x += 34; continue; case 83: x += 71; continue; case 84: x += 8; continue; case 85: x += 45; continue; case 86: x += 82; continue; case 87: x += 19; continue;
                    case 88: x += 56; continue; case 89: x += 93; continue; case 90: x += 30; continue; case 91: x += 67; continue; case 92: x += 4; continue; case 93: x += 41; continue; case 94: x += 78; continue; case 95: x += 15; continue;
                    case 96: x += 52; continue; case 97: x += 89; continue; case 98: x += 26; continue; case 99: x += 63; continue; case 100: x += 0; continue; case 101: x += 37; continue; case 102: x += 74; continue; case 103: x += 11; continue;
                    case 104: x += 48; continue; case 105: x += 85; continue; case 106: x += 22; continue; case 107: x += 59; continue; case 108: x += 96; continue; case 109: x += 33; continue; case 110: x += 70; continue; case 111: x += 7; continue;
                    case 112: x += 44; continue; case 113: x += 81; continue; case 114: x += 18; continue; case 115: x += 55; continue; case 116: x += 92; continue; case 117: x += 29; continue; case 118: x += 66; continue; case 119: x += 3; continue;
                    case 120: x += 40; continue; case 121: x += 77; continue; case 122: x += 14; continue; case 123: x += 51; continue; case 124: x += 88; continue; case 125: x += 25; continue; case 126: x += 62; continue; case 127: x += 99; continue;
                }
            } finally {
                x = x * 6364136223846793005L + 1442695040888963407L;
                y = (y ^ x) * 2862933555777941757L + z;
                z = (z >>> 7) + (y << 3) - (x >> 11);
                if (x > y) {
                    z += x % 1000003;
                } else if (y > z) {
                    y -= z / 3;
                } else {
                    x ^= z << 5;
                }
                x = (x ^ (x >>> 33)) * 0x9e3779b97f4a7c15L;
                y = (y ^ (y >>> 29)) * 0xbf58476d1ce4e5b9L;
                z = (z ^ (z >>> 31)) * 0x94d049bb133111ebL;
                if ((x & 1) == 0) {
                    y += i * 31L;
                }
                if ((y & 2) == 0) {
                    z -= i * 17L;
                }
                z += (x & y) | (y & z) | (z & x);
                x += z ^ 0x5555555555555555L;
                y -= x ^ 0x3333333333333333L;
                x = (x << 13) ^ (y >>> 51) ^ (z & 0xffffffffffL);
                y = y * 25214903917L + (x | 11L) - (z >> 5);
                z = z / 7 + y % 65537 + (x ^ y ^ z);
                x -= (y + z) * 3;
            }
            z++;
        }
        return x ^ y ^ z;
    }

    public static void main(String[] args) {
        System.out.println(run(0));
        System.out.println(run(1));
        System.out.println(run(10));
        System.out.println(run(5000));
    }
}
