// Collectors: grouping, partitioning, maps, joining, averaging, teeing, downstream collectors.
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class CollectorsDemo {
    record Employee(String name, String department, int salary, boolean remote) { }

    static void show(Object value) {
        System.out.println(value);
    }

    public static void main(String[] args) {
        List<Employee> staff = List.of(
            new Employee("Ann", "dev", 120, true), new Employee("Bob", "dev", 100, false), new Employee("Cid", "ops", 90, true),
            new Employee("Dee", "ops", 95, false), new Employee("Eve", "hr", 80, false), new Employee("Fay", "dev", 130, true));
        show(staff.stream().collect(Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.mapping(Employee::name, Collectors.toList()))));
        show(staff.stream().collect(Collectors.groupingBy(Employee::department, Collectors.counting())));
        show(staff.stream().collect(Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.averagingInt(Employee::salary))));
        show(staff.stream().collect(Collectors.partitioningBy(Employee::remote, Collectors.summingInt(Employee::salary))));
        show(staff.stream().collect(Collectors.toMap(Employee::name, Employee::salary)));
        show(staff.stream().collect(Collectors.toMap(Employee::department, Employee::salary, Integer::sum, LinkedHashMap::new)));
        show(staff.stream().map(Employee::name).collect(Collectors.joining(", ", "<", ">")) + " " + Stream.<String>empty().collect(Collectors.joining(",")) + "|");
        show(staff.stream().collect(Collectors.summarizingInt(Employee::salary)));
        show(staff.stream().collect(Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.collectingAndThen(Collectors.maxBy(Comparator.comparingInt(Employee::salary)), e -> e.get().name()))));
        show(staff.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.averagingDouble(Employee::salary), (n, avg) -> n + " people earn " + avg)));
        show(staff.stream().map(Employee::department).collect(Collectors.toCollection(TreeSet::new)) + " " + staff.stream().map(e -> e.name().charAt(0)).collect(Collectors.toSet()));
        show(staff.stream().collect(Collectors.reducing(0, Employee::salary, Math::max)) + " " + staff.stream().collect(Collectors.filtering(Employee::remote, Collectors.counting())) + " " + staff.stream().collect(Collectors.flatMapping(e -> e.name().chars().mapToObj(c -> (char) c), Collectors.toCollection(TreeSet::new))));
        Map<Boolean, Map<String, List<Integer>>> nested = staff.stream().collect(Collectors.partitioningBy(e -> e.salary() > 95, Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.mapping(Employee::salary, Collectors.toList()))));
        show(nested);
        Map<String, Long> counts = Stream.of("to be or not to be that is the question to be".split(" ")).collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        show(counts);
        show(counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(3).map(e -> e.getKey() + "=" + e.getValue()).toList());
        try {
            staff.stream().collect(Collectors.toMap(Employee::department, Employee::name));
        } catch (IllegalStateException e) {
            show(e.getMessage());
        }
        show(staff.stream().map(Employee::salary).collect(Collectors.toUnmodifiableList()) + " " + staff.stream().sorted(Comparator.comparing(Employee::department).thenComparing(Employee::salary, Comparator.reverseOrder())).map(Employee::name).toList());
        show(staff.stream().sorted(Comparator.comparing((Employee e) -> e.name().charAt(2)).reversed()).map(Employee::name).toList() + " " + Stream.of("b", null, "a").sorted(Comparator.nullsFirst(Comparator.naturalOrder())).toList());
    }
}
