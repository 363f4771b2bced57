package zoo;

/** Called like a nested class of another one. */
public class Node {
    int other;
}
