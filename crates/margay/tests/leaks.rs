//! Nothing leaks from one branch into the next: after going back to a choice, everything a
//! program can observe is as it was when the choice was met.
//!
//! The program changes objects, arrays, statics, collections, interned strings, class
//! initialisation (successful and failed), class constants and both output streams, with choices
//! inside. Each time the machine goes back, its whole memory is compared with a copy, and with it
//! what a symbolic path has decided of its inputs.

mod common;

use common::{compile, jdk, repository};
use margay_filetests::subject::Fresh;
use margay_filetests::walk::{self, Walked};
use margay_ir::MethodId;
use margay_ir::world::SymbolicRef;
use margay_jvm::classpath::ClassPath;
use margay_jvm::launch::launch;
use margay_jvm::platform::Jvm;
use margay_machine::symbolic::Symbolic;
use margay_machine::{Concrete, Limits, Machine, Outcome, Traced};
use std::path::{Path, PathBuf};

/// How paths have ended.
#[derive(Debug, Default, PartialEq, Eq)]
struct Ends {
    choices: u32,
    returned: u32,
    threw: u32,
    dropped: u32,
}

/// A machine that has started, and a method of a class compiled from a source.
fn open<D: Fresh>(
    source: &Path,
    class: &str,
    method: (&str, &str),
) -> (Machine<D, Jvm<D>>, MethodId) {
    let jdk = jdk();
    let classes = compile(&jdk, &[source.to_path_buf()]);
    let class_path = ClassPath::open(&[classes], &jdk).expect("a class path");
    let mut machine = launch(D::fresh(), class_path, &jdk, Limits::default()).expect("a machine");
    let world = &mut machine.core.world;
    let class = machine.platform.load_named(world, class).expect("the class");
    let (name, descriptor) = (world.name(method.0), world.name(method.1));
    let method = world.find_method(SymbolicRef { class, name, descriptor }).expect("the method");
    (machine, method)
}

/// Walks over all paths of a method.
fn ends<D: Walked>(machine: &mut Machine<D, Jvm<D>>, method: MethodId, args: &[D::Value]) -> Ends {
    let mut ends = Ends::default();
    let walked = walk::walk(machine, method, args, &mut |_, _, outcome| match outcome {
        Outcome::Returned(_) => ends.returned += 1,
        Outcome::Threw(_) => ends.threw += 1,
        Outcome::Rejected => ends.dropped += 1,
        other => panic!("unexpected: {other:?}"),
    });
    ends.choices = walked.unwrap_or_else(|leak| panic!("{leak}"));
    ends
}

fn main_ends<D: Fresh + Walked>(source: &Path, class: &str) -> Ends {
    let (mut machine, main) = open::<D>(source, class, ("main", "([Ljava/lang/String;)V"));
    ends(&mut machine, main, &[D::constant(0)])
}

fn leaks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Leaks.java")
}

#[test]
fn going_back_restores_everything() {
    // Sequences of three out of 0..=3 whose prefix sums are never 5; a 0 means two values of a
    // class that is initialised once in a path.
    for found in [
        main_ends::<Concrete>(&leaks(), "Leaks"),
        main_ends::<Traced>(&leaks(), "Leaks"),
        main_ends::<Symbolic>(&leaks(), "Leaks"),
    ] {
        assert_eq!((found.returned, found.threw, found.dropped), expected());
    }
}

/// The same for `java.util` containers, each changed in every way by three choices out of six.
#[test]
fn going_back_restores_containers() {
    let source = repository("tests/java/choice/Containers.java");
    let expected = Ends { choices: 1 + 6 + 36, returned: 215, threw: 1, dropped: 0 };
    assert_eq!(main_ends::<Concrete>(&source, "Containers"), expected);
    assert_eq!(main_ends::<Symbolic>(&source, "Containers"), expected);
}

/// What a path decides of its inputs is restored too: conditions, cases of a switch, references
/// and the objects made for them.
#[test]
fn going_back_restores_what_a_path_has_decided() {
    let method = ("open", "(IJLLeaks;)I");
    let (mut machine, open) = open::<Symbolic>(&leaks(), "Leaks", method);
    let any = ["?", "?", "?"].map(str::to_owned);
    let args = walk::open_arguments(&mut machine, open, &any).expect("arguments");
    let before = machine.core.domain.snapshot();
    let found = ends(&mut machine, open, &args);
    // Without an object one; with one, two comparisons with five cases, one of which doubles.
    assert_eq!((found.returned, found.threw, found.dropped), (1 + 2 * 6, 0, 0));
    assert_eq!(machine.core.domain.snapshot(), before);
}

/// Paths that return, throw and are dropped, counted without the machine.
fn expected() -> (u32, u32, u32) {
    let (mut returned, mut threw, mut dropped) = (0, 0, 0);
    for path in 0..64 {
        let (a, b, c) = (path / 16, path / 4 % 4, path % 4);
        // Failing to initialise a class leaves the counter as it is.
        let sums = [a, a + b, a + b + c];
        let doubled = |upto: &[i32]| if upto.contains(&0) { 2 } else { 1 };
        if sums[0] == 5 || sums[1] == 5 {
            // Counted once, at its shortest path.
            if c == 0 {
                dropped += doubled(&[a]);
            }
        } else if sums[2] == 5 {
            dropped += doubled(&[a, b]);
        } else if c == 3 {
            threw += doubled(&[a, b, c]);
        } else {
            returned += doubled(&[a, b, c]);
        }
    }
    (returned, threw, dropped)
}
