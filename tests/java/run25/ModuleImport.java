// A module import instead of single imports.
import module java.base;

public class ModuleImport {
    public static void main(String[] args) {
        Map<String, List<Integer>> groups = new TreeMap<>();
        for (int i = 1; i <= 20; i++) {
            groups.computeIfAbsent(i % 15 == 0 ? "FizzBuzz" : i % 5 == 0 ? "Buzz" : i % 3 == 0 ? "Fizz" : "number", _ -> new ArrayList<>()).add(i);
        }
        System.out.println(groups);
        Function<Integer, BigInteger> factorial = n -> Stream.iterate(BigInteger.ONE, i -> i.add(BigInteger.ONE)).limit(n).reduce(BigInteger.ONE, BigInteger::multiply);
        System.out.println(factorial.apply(25));
        System.out.println(IntStream.range(0, 5).mapToObj(Integer::toString).collect(Collectors.joining("|")));
        System.out.println(Pattern.compile("[aeiou]").splitAsStream("module import").toList());
    }
}
