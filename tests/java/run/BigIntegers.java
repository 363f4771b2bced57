// BigInteger arithmetic of realistic size.
import java.math.BigInteger;

public class BigIntegers {
    static BigInteger fibonacci(int n) {
        BigInteger a = BigInteger.ZERO;
        BigInteger b = BigInteger.ONE;
        for (int i = 0; i < n; i++) {
            BigInteger t = a.add(b);
            a = b;
            b = t;
        }
        return a;
    }

    static BigInteger factorial(int n) {
        BigInteger r = BigInteger.ONE;
        for (int i = 2; i <= n; i++) {
            r = r.multiply(BigInteger.valueOf(i));
        }
        return r;
    }

    public static void main(String[] args) {
        System.out.println(fibonacci(300));
        System.out.println(factorial(60));
        System.out.println(factorial(200).toString().length() + " " + factorial(200).bitLength() + " " + factorial(200).hashCode());
        BigInteger a = new BigInteger("123456789012345678901234567890");
        BigInteger b = new BigInteger("-987654321098765432109876543210");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b));
        System.out.println(b.divide(a) + " " + b.remainder(a) + " " + b.mod(a) + " " + a.negate().mod(BigInteger.TEN));
        System.out.println(a.gcd(b) + " " + a.pow(5) + " " + b.abs() + " " + b.signum() + " " + a.compareTo(b) + " " + a.equals(new BigInteger("123456789012345678901234567890")));
        System.out.println(BigInteger.TWO.pow(200).subtract(BigInteger.ONE).toString(16) + " " + new BigInteger("ff", 16) + " " + new BigInteger("-1010", 2).toString(8));
        System.out.println(BigInteger.valueOf(3).modPow(BigInteger.valueOf(1000), new BigInteger("1000000007")) + " " + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)) + " " + a.sqrt());
        System.out.println(a.shiftLeft(70) + " " + a.shiftRight(20) + " " + b.shiftRight(50) + " " + a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.not());
        System.out.println(a.testBit(3) + " " + a.setBit(0) + " " + a.bitCount() + " " + b.bitLength() + " " + a.getLowestSetBit() + " " + a.max(b) + " " + a.intValue() + " " + a.longValue() + " " + a.doubleValue());
        System.out.println(new BigInteger("97").isProbablePrime(20) + " " + new BigInteger("91").isProbablePrime(20) + " " + java.util.Arrays.toString(BigInteger.valueOf(-300).toByteArray()) + " " + new BigInteger(1, new byte[] {(byte) 255, 1}));
        BigInteger[] qr = factorial(30).divideAndRemainder(factorial(13).add(BigInteger.ONE));
        System.out.println(qr[0] + " " + qr[1]);
        try {
            a.longValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BigInteger("12x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(fibonacci(1000).mod(fibonacci(100)));
    }
}
