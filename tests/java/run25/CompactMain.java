// A compact source file: no class, an instance main, implicit import of java.base, IO.println.
record Point(int x, int y) { }

int calls;
final List<Point> points = new ArrayList<>();

int next() {
    return ++calls * 7 % 10;
}

void main() {
    for (int i = 0; i < 5; i++) {
        points.add(new Point(next(), next()));
    }
    points.sort(Comparator.comparing(Point::x).thenComparing(Point::y));
    IO.println(points);
    IO.print("calls ");
    IO.println(calls);
    IO.println();
    IO.println(points.stream().collect(Collectors.groupingBy(p -> p.x() % 2 == 0, TreeMap::new, Collectors.counting())));
}
