//! Damaged class files and jars: never a panic, always an answer that says where.
//!
//! Mutants of one class file are given names of their own, so that one machine can load and run
//! thousands of them. The seed is fixed: a failure can be had again.

mod common;

use common::{compile, jdk};
use margay_ir::MethodId;
use margay_ir::world::SymbolicRef;
use margay_jvm::classpath::ClassPath;
use margay_jvm::launch::launch;
use margay_jvm::platform::Jvm;
use margay_machine::{Concrete, Event, Limits, Machine, Outcome};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

const ORIGINAL: &str = "Mutant0000";
const MUTANTS: u32 = 3000;
const JARS: u32 = 1500;
/// Steps a mutant may run.
const STEPS: u64 = 20_000;

/// A generator that is the same everywhere (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// A few changes of single bytes, or a cut, or a piece repeated.
    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        match self.below(16) {
            0 => bytes.truncate(self.below(bytes.len())),
            1 => {
                let (from, to) = (self.below(bytes.len()), self.below(bytes.len()));
                let piece = bytes[from..bytes.len().min(from + 16)].to_vec();
                bytes.splice(to..to, piece);
            }
            _ => {
                // Most of what can go wrong is in the code, behind the constants.
                let from = [0, bytes.len() / 2][self.below(2)];
                for _ in 0..=self.below(3) {
                    let at = from + self.below(bytes.len() - from);
                    bytes[at] = match self.below(4) {
                        0 => bytes[at].wrapping_add(1),
                        1 => bytes[at].wrapping_sub(1),
                        2 => bytes[at] ^ (1 << self.below(8)),
                        _ => self.next() as u8,
                    };
                }
            }
        }
    }
}

/// The class file to start from.
fn original() -> Vec<u8> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Mutant0000.java");
    let classes = compile(&jdk(), &[source]);
    std::fs::read(classes.join("Mutant0000.class")).expect("compiled")
}

fn name(number: u32) -> String {
    format!("Mutant{number:04}")
}

/// Writes the mutants into a folder, each under its name.
fn breed(folder: &Path) {
    let original = original();
    let mut random = Random(2024);
    for number in 1..=MUTANTS {
        let mut bytes = original.clone();
        rename(&mut bytes, &name(number));
        random.mutate(&mut bytes);
        std::fs::write(folder.join(name(number) + ".class"), bytes).expect("written");
    }
}

/// Gives the class another name of the same length, wherever it is mentioned.
fn rename(bytes: &mut [u8], name: &str) {
    for at in 0..bytes.len() - name.len() {
        if bytes[at..].starts_with(ORIGINAL.as_bytes()) {
            bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
        }
    }
}

/// How the mutants fared.
#[derive(Debug, Default)]
struct Tally {
    not_loaded: u32,
    not_lowered: u32,
    ran: u32,
}

fn start(folder: &Path) -> Machine<Concrete, Jvm<Concrete>> {
    let jdk = jdk();
    let class_path = ClassPath::open(&[folder.to_path_buf()], &jdk).expect("a class path");
    let limits = Limits { depth: 200, cells: 1 << 22, whole: 1 << 22 };
    launch(Concrete, class_path, &jdk, limits).expect("the runtime starts")
}

#[test]
fn mutated_classes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    breed(folder.path());
    let mut machine = start(folder.path());
    let (mut tally, mut panics) = (Tally::default(), Vec::new());
    for number in 1..=MUTANTS {
        let name = name(number);
        let attempt = AssertUnwindSafe(|| try_mutant(&mut machine, &name, &mut tally));
        if catch_unwind(attempt).is_err() {
            panics.push(name);
            machine = start(folder.path());
        }
    }
    assert!(panics.is_empty(), "{} panics: {}", panics.len(), panics.join(" "));
    // The test would be worth little if damage were always seen at once, or never.
    let Tally { not_loaded, not_lowered, ran } = tally;
    assert!(not_loaded > 100 && not_lowered > 100 && ran > 100, "{tally:?}");
}

fn try_mutant(machine: &mut Machine<Concrete, Jvm<Concrete>>, name: &str, tally: &mut Tally) {
    let world = &mut machine.core.world;
    let class = match machine.platform.load_named(world, name) {
        Ok(class) => class,
        Err(error) => {
            assert!(error.to_string().contains("class "), "no class in: {error}");
            tally.not_loaded += 1;
            return;
        }
    };
    for method in world.loaded(class).methods.clone() {
        let declared = machine.core.world.method(method);
        if declared.is_abstract() || declared.is_native() {
            continue;
        }
        if let Err(error) = machine.platform.loader.body(&mut machine.core.world, method) {
            assert!(error.to_string().contains(name), "no place in: {error}");
            tally.not_lowered += 1;
        }
    }
    let (main, descriptor) = {
        let world = &mut machine.core.world;
        (world.name("main"), world.name("([Ljava/lang/String;)V"))
    };
    let symbol = SymbolicRef { class, name: main, descriptor };
    if let Some(main) = machine.core.world.find_method(symbol)
        && machine.core.world.method(main).is_static()
    {
        run(machine, main);
        tally.ran += 1;
    }
}

/// Runs for a while and takes everything back.
fn run(machine: &mut Machine<Concrete, Jvm<Concrete>>, main: MethodId) {
    let mark = machine.core.memory.mark();
    let strings = machine.platform.load_named(&mut machine.core.world, "[Ljava/lang/String;");
    let args = machine.core.memory.allocate(strings.expect("an array class"), 0);
    if machine.start(main, &[u64::from(args.expect("room"))]).is_ok() {
        machine.pause_after(STEPS);
        if let Event::Done(Outcome::Refused(refusal)) = machine.resume() {
            assert!(!refusal.reason.is_empty());
        }
    }
    machine.core.memory.undo_to(mark);
    machine.core.memory.forget(None);
}

#[test]
fn damaged_jars() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let whole = packed(folder.path());
    let damaged = folder.path().join("damaged.jar");
    let jdk = jdk();
    let mut random = Random(7);
    let mut errors = 0;
    for _ in 0..JARS {
        let mut bytes = whole.clone();
        random.mutate(&mut bytes);
        std::fs::write(&damaged, &bytes).expect("written");
        let read = ClassPath::open(std::slice::from_ref(&damaged), &jdk).and_then(|mut jar| {
            for class in jar.classes()? {
                jar.find(&class)?;
            }
            Ok(())
        });
        if let Err(error) = read {
            assert!(error.to_string().contains("damaged.jar"), "no file in: {error}");
            errors += 1;
        }
    }
    assert!(errors > 100, "only {errors} of {JARS} were found to be damaged");
}

/// A small jar, compressed.
fn packed(folder: &Path) -> Vec<u8> {
    let (class, jar): (PathBuf, PathBuf) =
        (folder.join("Mutant0000.class"), folder.join("whole.jar"));
    std::fs::write(&class, original()).expect("written");
    let mut tool = std::process::Command::new(jdk().home.join("bin/jar"));
    tool.arg("cf").arg(&jar).arg("-C").arg(folder).arg("Mutant0000.class");
    assert!(tool.status().expect("jar runs").success());
    std::fs::read(&jar).expect("packed")
}
