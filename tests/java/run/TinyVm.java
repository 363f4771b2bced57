// An interpreter of a small stack machine, with an assembler, calls, and errors.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class TinyVm {
    enum Op { PUSH, ADD, SUB, MUL, DIV, DUP, SWAP, POP, LOAD, STORE, JMP, JZ, JLT, CALL, RET, PRINT, HALT }

    record Instruction(Op op, int operand) { }

    static class VmException extends RuntimeException {
        VmException(String message, int pc) {
            super(message + " at " + pc);
        }
    }

    static List<Instruction> assemble(String source) {
        Map<String, Integer> labels = new HashMap<>();
        List<String[]> lines = new ArrayList<>();
        for (String line : source.split("\n")) {
            String text = line.replaceAll(";.*", "").trim();
            if (text.isEmpty()) {
                continue;
            }
            if (text.endsWith(":")) {
                labels.put(text.substring(0, text.length() - 1), lines.size());
            } else {
                lines.add(text.split("\\s+"));
            }
        }
        List<Instruction> program = new ArrayList<>();
        for (String[] parts : lines) {
            Op op = Op.valueOf(parts[0].toUpperCase());
            int operand = 0;
            if (parts.length > 1) {
                Integer target = labels.get(parts[1]);
                operand = target != null ? target : Integer.parseInt(parts[1]);
            }
            program.add(new Instruction(op, operand));
        }
        return program;
    }

    static class Machine {
        private final long[] stack = new long[64];
        private final int[] calls = new int[16];
        private final long[] memory = new long[8];
        private int sp;
        private int fp;
        private int pc;
        private long steps;

        private void push(long v) {
            if (sp == stack.length) {
                throw new VmException("stack overflow", pc);
            }
            stack[sp++] = v;
        }

        private long pop() {
            if (sp == 0) {
                throw new VmException("stack underflow", pc);
            }
            return stack[--sp];
        }

        long run(List<Instruction> program) {
            while (pc < program.size()) {
                steps++;
                Instruction i = program.get(pc++);
                switch (i.op()) {
                    case PUSH -> push(i.operand());
                    case ADD -> push(pop() + pop());
                    case SUB -> push(-pop() + pop());
                    case MUL -> push(pop() * pop());
                    case DIV -> {
                        long d = pop();
                        if (d == 0) {
                            throw new VmException("division by zero", pc - 1);
                        }
                        push(pop() / d);
                    }
                    case DUP -> {
                        long v = pop();
                        push(v);
                        push(v);
                    }
                    case SWAP -> {
                        long a = pop();
                        long b = pop();
                        push(a);
                        push(b);
                    }
                    case POP -> pop();
                    case LOAD -> push(memory[i.operand()]);
                    case STORE -> memory[i.operand()] = pop();
                    case JMP -> pc = i.operand();
                    case JZ -> pc = pop() == 0 ? i.operand() : pc;
                    case JLT -> pc = pop() > pop() ? i.operand() : pc;
                    case CALL -> {
                        calls[fp++] = pc;
                        pc = i.operand();
                    }
                    case RET -> pc = calls[--fp];
                    case PRINT -> System.out.println("out " + pop());
                    case HALT -> {
                        return steps;
                    }
                }
            }
            throw new VmException("ran off the end", pc);
        }
    }

    static void execute(String name, String source) {
        try {
            System.out.println(name + " took " + new Machine().run(assemble(source)));
        } catch (VmException e) {
            System.out.println(name + " failed: " + e.getMessage());
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            System.out.println(name + " broke: " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        execute("factorial", """
            push 1
            store 0
            push 15
            store 1
            loop:
              load 1
              jz done
              load 0
              load 1
              mul
              store 0
              load 1
              push 1
              sub
              store 1
              jmp loop
            done:
              load 0
              print
              halt
            """);
        execute("sum", "push 0\nstore 0\npush 0\nstore 1\nagain:\nload 1\nload 0\nadd\nstore 1\nload 0\npush 1\nadd\ndup\nstore 0\npush 200\njlt again\nload 1\nprint\nhalt");
        execute("calls", "push 7\ncall square\nprint\npush 3\ncall square\ncall square\nprint\nhalt\nsquare: ; x -> x*x\ndup\nmul\nret");
        execute("underflow", "push 1\nadd\nhalt");
        execute("zero", "push 1\npush 0\ndiv\nhalt");
        execute("overflow", "again:\npush 1\njmp again");
        execute("recursion", "f:\ncall f");
        execute("unknown", "frobnicate 1");
        execute("bad number", "push x");
        execute("memory", "push 1\nstore 9\nhalt");
        execute("end", "push 1");
    }
}
