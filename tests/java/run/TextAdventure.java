// A text adventure as a state machine: rooms, items, commands as an enum with behaviour, undo by history.
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

public class TextAdventure {
    enum Direction {
        NORTH, EAST, SOUTH, WEST;

        Direction opposite() {
            return values()[(ordinal() + 2) % 4];
        }

        static Direction parse(String s) {
            for (Direction d : values()) {
                if (d.name().toLowerCase().startsWith(s)) {
                    return d;
                }
            }
            throw new GameException("no such direction: " + s);
        }
    }

    static class GameException extends RuntimeException {
        GameException(String message) {
            super(message);
        }
    }

    static class Room {
        final String name;
        final Map<Direction, Room> exits = new EnumMap<>(Direction.class);
        final Set<String> items = new TreeSet<>();
        Direction locked;

        Room(String name, String... items) {
            this.name = name;
            this.items.addAll(Arrays.asList(items));
        }

        Room connect(Direction d, Room other) {
            exits.put(d, other);
            other.exits.put(d.opposite(), this);
            return this;
        }

        void describe() {
            System.out.println("You are in the " + name + ". Exits: " + exits.keySet() + (items.isEmpty() ? "" : ". You see " + String.join(", ", items)));
        }
    }

    enum State {
        PLAYING, WON, LOST;

        boolean over() {
            return this != PLAYING;
        }
    }

    enum Verb {
        GO {
            @Override
            Runnable execute(Game g, String noun) {
                Direction d = Direction.parse(noun);
                Room next = g.room.exits.get(d);
                if (next == null) {
                    throw new GameException("there is a wall " + d.name().toLowerCase());
                }
                if (g.room.locked == d) {
                    throw new GameException("the door is locked");
                }
                Room from = g.room;
                g.room = next;
                next.describe();
                return () -> g.room = from;
            }
        },
        TAKE {
            @Override
            Runnable execute(Game g, String noun) {
                if (!g.room.items.remove(noun)) {
                    throw new GameException("no " + noun + " here");
                }
                if (noun.equals("snake")) {
                    g.state = State.LOST;
                    System.out.println("It bites.");
                }
                g.bag.put(noun, g.moves);
                Room here = g.room;
                return () -> {
                    g.bag.remove(noun);
                    here.items.add(noun);
                    g.state = State.PLAYING;
                };
            }
        },
        DROP {
            @Override
            Runnable execute(Game g, String noun) {
                Integer since = g.bag.remove(noun);
                if (since == null) {
                    throw new GameException("you have no " + noun);
                }
                g.room.items.add(noun);
                if (noun.equals("crown") && g.room.name.equals("hall")) {
                    g.state = State.WON;
                }
                Room here = g.room;
                return () -> {
                    here.items.remove(noun);
                    g.bag.put(noun, since);
                };
            }
        },
        UNLOCK {
            @Override
            Runnable execute(Game g, String noun) {
                if (!g.bag.containsKey("key")) {
                    throw new GameException("you need a key");
                }
                Room here = g.room;
                Direction was = here.locked;
                here.locked = null;
                System.out.println(was == null ? "Nothing is locked." : "Click.");
                return () -> here.locked = was;
            }
        },
        LOOK {
            @Override
            Runnable execute(Game g, String noun) {
                g.room.describe();
                System.out.println("You carry " + g.bag);
                return null;
            }
        },
        UNDO {
            @Override
            Runnable execute(Game g, String noun) {
                if (g.history.isEmpty()) {
                    throw new GameException("nothing to undo");
                }
                g.history.pop().run();
                g.moves -= 2;
                return null;
            }
        };

        abstract Runnable execute(Game g, String noun);
    }

    static class Game {
        Room room;
        State state = State.PLAYING;
        int moves;
        final Map<String, Integer> bag = new LinkedHashMap<>();
        final Deque<Runnable> history = new ArrayDeque<>();

        void command(String line) {
            System.out.println("> " + line);
            String[] words = line.toLowerCase().split(" ", 2);
            try {
                Verb verb = Verb.valueOf(words[0].toUpperCase());
                moves++;
                Runnable undo = verb.execute(this, words.length > 1 ? words[1] : "");
                if (undo != null) {
                    history.push(undo);
                }
            } catch (GameException e) {
                System.out.println("No: " + e.getMessage() + ".");
                moves--;
            } catch (IllegalArgumentException e) {
                System.out.println("I do not know how to " + words[0] + ".");
            }
        }
    }

    static Game world() {
        Room hall = new Room("hall", "lamp");
        Room cellar = new Room("cellar", "snake", "coin");
        Room garden = new Room("garden", "key", "rose");
        Room tower = new Room("tower", "crown");
        hall.connect(Direction.SOUTH, cellar).connect(Direction.EAST, garden).connect(Direction.NORTH, tower);
        hall.locked = Direction.NORTH;
        Game g = new Game();
        g.room = hall;
        return g;
    }

    static void play(String script) {
        Game g = world();
        g.room.describe();
        for (String line : script.split(";")) {
            g.command(line);
            if (g.state.over()) {
                break;
            }
        }
        System.out.println(g.state + " after " + g.moves + " moves with " + g.bag.keySet() + "\n");
    }

    public static void main(String[] args) {
        play("look;go north;go up;go east;take key;take key;take rose;drop lamp;go west;unlock;go n;take crown;go south;look;drop crown;look");
        play("undo;go s;take coin;undo;undo;look;dance;go s;take snake;look");
        play("take lamp;unlock;go w");
    }
}
