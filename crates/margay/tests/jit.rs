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
