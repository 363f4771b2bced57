import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * How many small changes of classes their tests notice: folders of classes and of compiled tests, a number
 * of changes, and a seed that chooses them. Each change is one of a condition (negated), a constant,
 * an arithmetic operation, a result, or a call for its effect (left out). A change is noticed if a test
 * fails, or does not end.
 */
final class Mutate implements Opcodes {
    /** Milliseconds that the tests of a class may take. */
    private static final long PATIENCE = 5_000;

    /** One change: where, and of what kind. */
    private record Change(String owner, int method, int instruction, String kind) {}

    private final Map<String, byte[]> classes = new TreeMap<>();
    private final Map<String, byte[]> tests = new TreeMap<>();

    public static void main(String[] args) throws Exception {
        Mutate mutate = new Mutate();
        read(Path.of(args[0]), mutate.classes);
        read(Path.of(args[1]), mutate.tests);
        mutate.run(Integer.parseInt(args[2]), Long.parseLong(args[3]));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void read(Path folder, Map<String, byte[]> found) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class"))::iterator) {
                String name = folder.relativize(file).toString().replace('\\', '/');
                found.put(name.substring(0, name.length() - 6).replace('/', '.'), Files.readAllBytes(file));
            }
        }
    }

    private void run(int count, long seed) throws Exception {
        List<Change> all = new ArrayList<>();
        for (String name : classes.keySet()) {
            all.addAll(changes(name));
        }
        Collections.shuffle(all, new Random(seed));
        Map<String, int[]> figures = new TreeMap<>();
        int tried = 0;
        int noticed = 0;
        for (Change change : all) {
            if (tried == count) {
                break;
            }
            byte[] changed = apply(change);
            boolean isNoticed = isNoticed(change.owner(), changed);
            int[] figure = figures.computeIfAbsent(change.kind(), kind -> new int[2]);
            tried++;
            figure[1]++;
            if (isNoticed) {
                noticed++;
                figure[0]++;
            } else {
                System.out.println("missed " + describe(change));
            }
        }
        figures.forEach((kind, figure) -> System.out.println(kind + " " + figure[0] + "/" + figure[1]));
        System.out.println("noticed " + noticed + "/" + tried);
    }

    private ClassNode node(String name) {
        ClassNode node = new ClassNode();
        new ClassReader(classes.get(name)).accept(node, 0);
        return node;
    }

    private List<Change> changes(String name) {
        List<Change> found = new ArrayList<>();
        ClassNode node = node(name);
        boolean isEnum = (node.access & ACC_ENUM) != 0;
        for (int m = 0; m < node.methods.size(); m++) {
            MethodNode method = node.methods.get(m);
            boolean isGenerated = isEnum && List.of("values", "valueOf", "$values").contains(method.name)
                    || (method.access & ACC_BRIDGE) != 0 || method.name.equals("<clinit>");
            if (isGenerated) {
                continue;
            }
            for (int i = 0; i < method.instructions.size(); i++) {
                String kind = kind(method.instructions.get(i));
                if (kind != null) {
                    found.add(new Change(name, m, i, kind));
                }
            }
        }
        return found;
    }

    private static String kind(AbstractInsnNode node) {
        int code = node.getOpcode();
        if (node instanceof JumpInsnNode && code != GOTO && code != JSR) {
            return "condition";
        } else if (code >= ICONST_M1 && code <= DCONST_1 || code == BIPUSH || code == SIPUSH) {
            return "constant";
        } else if (node instanceof LdcInsnNode constant && !(constant.cst instanceof Type)) {
            return "constant";
        } else if (code >= IADD && code <= LXOR && code != INEG && code != LNEG && code != FNEG && code != DNEG
                || code == IINC) {
            return "arithmetic";
        } else if (code >= IRETURN && code <= ARETURN) {
            return "result";
        } else if (node instanceof MethodInsnNode call && !call.name.equals("<init>") && call.desc.endsWith(")V")) {
            return "call";
        }
        return null;
    }

    private byte[] apply(Change change) {
        ClassNode node = node(change.owner());
        MethodNode method = node.methods.get(change.method());
        InsnList code = method.instructions;
        AbstractInsnNode at = code.get(change.instruction());
        switch (change.kind()) {
            case "condition" -> {
                JumpInsnNode jump = (JumpInsnNode) at;
                int old = jump.getOpcode();
                jump.setOpcode(old == IFNULL ? IFNONNULL : old == IFNONNULL ? IFNULL : ((old + 1) ^ 1) - 1);
            }
            case "constant" -> code.set(at, another(at));
            case "arithmetic" -> {
                if (at instanceof IincInsnNode step) {
                    step.incr = -step.incr;
                } else {
                    code.set(at, new InsnNode(opposite(at.getOpcode())));
                }
            }
            case "result" -> code.insertBefore(at, otherResult(at.getOpcode(), Type.getReturnType(method.desc)));
            default -> {
                MethodInsnNode call = (MethodInsnNode) at;
                InsnList pops = new InsnList();
                Type[] types = Type.getArgumentTypes(call.desc);
                for (int i = types.length - 1; i >= 0; i--) {
                    pops.add(new InsnNode(types[i].getSize() == 2 ? POP2 : POP));
                }
                if (call.getOpcode() != INVOKESTATIC) {
                    pops.add(new InsnNode(POP));
                }
                code.insertBefore(at, pops);
                code.remove(at);
            }
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static AbstractInsnNode another(AbstractInsnNode node) {
        int code = node.getOpcode();
        if (node instanceof IntInsnNode number) {
            return new IntInsnNode(SIPUSH, number.operand + 1);
        } else if (node instanceof LdcInsnNode constant) {
            Object value = constant.cst;
            return new LdcInsnNode(value instanceof Integer i ? (Object) (i + 1)
                    : value instanceof Long l ? (Object) (l + 1)
                    : value instanceof Float f ? (Object) (f + 1)
                    : value instanceof Double d ? (Object) (d + 1) : value + "x");
        } else if (code == ICONST_5) {
            return new IntInsnNode(BIPUSH, 6);
        } else if (code == LCONST_1 || code == FCONST_2 || code == DCONST_1) {
            return new InsnNode(code - 1);
        }
        return new InsnNode(code + 1);
    }

    private static int opposite(int code) {
        int type = (code - IADD) % 4;
        if (code >= IADD && code < INEG) {
            int[] others = {ISUB, IADD, IDIV, IMUL, IMUL};
            return others[(code - IADD) / 4] + type;
        }
        return switch (code) {
            case ISHL -> ISHR;
            case LSHL -> LSHR;
            case ISHR, IUSHR -> ISHL;
            case LSHR, LUSHR -> LSHL;
            case IAND -> IOR;
            case LAND -> LOR;
            case IOR, IXOR -> IAND;
            default -> LAND;
        };
    }

    private static InsnList otherResult(int code, Type type) {
        InsnList added = new InsnList();
        int[] codes = switch (code) {
            case IRETURN -> new int[] {ICONST_1, type.getSort() == Type.BOOLEAN ? IXOR : IADD};
            case LRETURN -> new int[] {LCONST_1, LADD};
            case FRETURN -> new int[] {FCONST_1, FADD};
            case DRETURN -> new int[] {DCONST_1, DADD};
            default -> new int[] {POP, ACONST_NULL};
        };
        for (int one : codes) {
            added.add(new InsnNode(one));
        }
        return added;
    }

    private String describe(Change change) {
        MethodNode method = node(change.owner()).methods.get(change.method());
        int line = 0;
        for (int i = 0; i <= change.instruction(); i++) {
            line = method.instructions.get(i) instanceof LineNumberNode number ? number.line : line;
        }
        return change.kind() + " in " + change.owner() + "." + method.name + ":" + line;
    }

    /** First the tests of the class itself, then all. */
    private boolean isNoticed(String owner, byte[] changed) throws InterruptedException {
        String stem = owner.split("\\$")[0] + "(_.*)?(Crash)?\\d*Test";
        List<String> own = tests.keySet().stream().filter(name -> name.matches(stem)).toList();
        List<String> others = tests.keySet().stream().filter(name -> !name.contains("$") && !own.contains(name)).toList();
        return fails(own, owner, changed) || fails(others, owner, changed);
    }

    private boolean fails(List<String> names, String owner, byte[] changed) throws InterruptedException {
        boolean[] failed = new boolean[1];
        Thread thread = new Thread(() -> failed[0] = hasFailure(names, owner, changed));
        thread.setDaemon(true);
        thread.start();
        thread.join(PATIENCE);
        return failed[0] || thread.isAlive();
    }

    private boolean hasFailure(List<String> names, String owner, byte[] changed) {
        ClassLoader loader = new Changed(owner, changed);
        Thread.currentThread().setContextClassLoader(loader);
        boolean[] failed = new boolean[1];
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        try {
            for (String name : names) {
                request.selectors(DiscoverySelectors.selectClass(loader.loadClass(name)));
            }
        } catch (ClassNotFoundException error) {
            throw new IllegalStateException(error);
        }
        LauncherFactory.create().execute(request.build(), new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                failed[0] |= result.getStatus() != TestExecutionResult.Status.SUCCESSFUL;
            }
        });
        return failed[0];
    }

    /** The classes and their tests anew, one of them changed. */
    private final class Changed extends ClassLoader {
        private final Map<String, byte[]> all = new HashMap<>(classes);

        Changed(String owner, byte[] changed) {
            super(Mutate.class.getClassLoader());
            all.putAll(tests);
            all.put(owner, changed);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                byte[] bytes = all.get(name);
                if (bytes == null) {
                    return super.loadClass(name, resolve);
                }
                Class<?> known = findLoadedClass(name);
                return known == null ? defineClass(name, bytes, 0, bytes.length) : known;
            }
        }
    }
}
