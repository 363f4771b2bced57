//! Compiled methods are not observable: with hot ones compiled, programs have the same outcomes after the
//! same steps.

mod common;

use common::{Run, check_all, compile, first_difference, jdk, margay, name, programs, repository};
use std::path::Path;

/// Programs do the same when hot methods are compiled.
#[test]
fn programs_do_the_same_compiled() {
    let jdk = jdk();
    let programs = programs("run");
    let classes = compile(&jdk, &programs);
    check_all(&programs, |program| {
        let name = name(program);
        let run = |jit| by_margay(&["run", name, "--format", "json", "--jit", jit], &classes);
        let off = run("off");
        ["on", "check"].into_iter().try_for_each(|jit| compare(name, &off, &run(jit)))
    });
}

/// So do searches, which go back in the middle of compiled methods.
#[test]
fn searches_find_the_same_compiled() {
    let nodes = ["--bound", "3", "--format", "json"];
    for program in ["BinaryTree", "HeapArray"] {
        let path = repository(&format!("tests/java/enumerate/{program}.java"));
        let path = path.to_str().expect("a path of ours");
        for ahead in ["on", "off"] {
            let run = |jit| {
                let mut command = margay();
                command.args(["enumerate", path, "--multi-value", ahead, "--jit", jit]);
                Run::of(command.args(nodes))
            };
            let off = run("off");
            assert!(off.stdout.len() > 1_000, "{program}: {}", off.stderr);
            for jit in ["on", "check"] {
                compare(program, &off, &run(jit)).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}

/// Cases are replayed by compiled code, which records the same blocks: cases, what they cover and what they
/// expect are the same.
#[test]
fn replays_show_the_same_compiled() {
    // As many rounds as it takes for a method to be compiled: comparing both ways, two.
    for (jit, rounds) in [("on", 500), ("check", 5)] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("Sums.java");
        std::fs::write(&file, sums(rounds)).expect("a file");
        let run = |jit| {
            let mut command = margay();
            command.arg("generate").arg(&file).args(["--method", "of", "--jit", jit]);
            command.args(["--format", "json,coverage", "--out"]).arg(folder.path().join("out"));
            let run = Run::of(&mut command);
            let names = ["cases.jsonl", "coverage.jsonl", "coverage.xml"];
            let text = |name| std::fs::read_to_string(folder.path().join("out").join(name));
            (run, names.map(|name| text(name).expect("a document")))
        };
        let ((off, expected), (other, found)) = (run("off"), run(jit));
        assert!(expected[0].lines().count() > 6, "{}", off.stderr);
        compare(jit, &off, &other).unwrap_or_else(|error| panic!("{error}"));
        for (expected, found) in expected.iter().zip(&found) {
            let difference = first_difference(jit, expected, found);
            assert!(difference.is_none(), "{difference:?}");
        }
    }
}

/// A method that makes a table in so many rounds, and then looks something up.
fn sums(rounds: u32) -> String {
    format!(
        "public class Sums {{
            static int[] table;
            static int step(int sum, int i) {{
                return (sum & 1) != 0 ? sum >>> 1 ^ 0xEDB88320 : sum >>> 1 ^ i;
            }}
            static int of(int[] data, int seed) {{
                table = new int[256];
                for (int round = 0; round < {rounds}; round++)
                    for (int i = 0; i < 256; i++) table[i] = step(table[i] + round, i);
                if (seed > 100) return table[7];
                if (data[0] == seed) throw new IllegalStateException(\"\" + table[3]);
                return table[seed];
            }}
        }}"
    )
}

/// A budget of steps ends a run at the same place, wherever that is.
#[test]
fn budgets_end_at_the_same_step() {
    let jdk = jdk();
    let loops = [repository("benches/java/VirtualCalls.java")];
    let classes = compile(&jdk, &loops);
    for steps in ["100000", "300001", "1000003"] {
        let run = |jit| {
            let args = ["run", "VirtualCalls", "--format", "json", "--max-steps", steps];
            by_margay(&[&args[..], &["--jit", jit]].concat(), &classes)
        };
        let off = run("off");
        assert!(off.stdout.contains("\"end\""), "{}", off.stdout);
        compare(steps, &off, &run("on")).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn by_margay(args: &[&str], classes: &Path) -> Run {
    Run::of(margay().args(args).arg("--cp").arg(classes))
}

fn compare(name: &str, off: &Run, on: &Run) -> Result<(), String> {
    let difference = first_difference("stdout", &off.stdout, &on.stdout)
        .or_else(|| first_difference("stderr", &off.stderr, &on.stderr));
    difference.map_or(Ok(()), |text| Err(format!("{name}: {text}")))
}
