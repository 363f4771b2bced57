//! Nothing leaks from one branch into the next: after going back to a choice, everything a
//! program can observe is as it was when the choice was met.
//!
//! The program changes objects, arrays, statics, collections, interned strings, class
//! initialisation (successful and failed), class constants and both output streams, with choices
//! inside. Each time the machine goes back, its whole memory is compared with a copy.

mod common;

use common::{compile, jdk, repository};
use margay_ir::world::SymbolicRef;
use margay_jvm::classpath::ClassPath;
use margay_jvm::launch::launch;
use margay_jvm::platform::Jvm;
use margay_machine::{Concrete, Event, Limits, Machine, Outcome};
use std::path::Path;

/// Steps between pauses: few, so that memory is also looked at in the middle of things.
const SLICE: u64 = 5_000;

struct Walk {
    machine: Machine<Concrete, Jvm<Concrete>>,
    choices: u32,
    returned: u32,
    dropped: u32,
    threw: u32,
}

impl Walk {
    /// Runs every path from here, depth first, and checks each return to each choice.
    fn run(&mut self) {
        loop {
            match self.machine.resume() {
                Event::Pause => self.machine.pause_after(SLICE),
                Event::Choice(count) => return self.branch(count),
                Event::Done(Outcome::Returned(_)) => break self.returned += 1,
                Event::Done(Outcome::Rejected) => break self.dropped += 1,
                Event::Done(Outcome::Threw(_)) => break self.threw += 1,
                other => panic!("unexpected: {other:?}"),
            }
        }
    }

    fn branch(&mut self, count: u32) {
        self.choices += 1;
        self.machine.checkpoint();
        let before = self.machine.core.memory.snapshot();
        for alternative in 0..count {
            self.machine.take(alternative);
            self.run();
            if alternative + 1 < count {
                self.machine.backtrack();
            } else {
                self.machine.backtrack_last();
            }
            let after = self.machine.core.memory.snapshot();
            assert!(before == after, "alternative {alternative} of choice {} leaks", self.choices);
        }
    }
}

/// Walks over all paths of a program.
fn walk(source: &Path, class: &str) -> Walk {
    let jdk = jdk();
    let classes = compile(&jdk, &[source.to_path_buf()]);
    let class_path = ClassPath::open(&[classes], &jdk).expect("a class path");
    let mut machine = launch(Concrete, class_path, &jdk, Limits::default()).expect("a machine");
    let world = &mut machine.core.world;
    let class = machine.platform.load_named(world, class).expect("the class");
    let (name, descriptor) = (world.name("main"), world.name("([Ljava/lang/String;)V"));
    let main = world.find_method(SymbolicRef { class, name, descriptor }).expect("main");
    machine.start(main, &[0]).expect("it starts");
    machine.pause_after(SLICE);
    let mut walk = Walk { machine, choices: 0, returned: 0, dropped: 0, threw: 0 };
    walk.run();
    walk
}

#[test]
fn going_back_restores_everything() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Leaks.java");
    let walk = walk(&source, "Leaks");
    // Sequences of three out of 0..=3 whose prefix sums are never 5; a 0 means two values of a
    // class that is initialised once in a path.
    let found = (walk.returned, walk.threw, walk.dropped);
    assert_eq!(found, expected());
}

/// The same for `java.util` containers, each changed in every way by three choices out of six.
#[test]
fn going_back_restores_containers() {
    let walk = walk(&repository("tests/java/choice/Containers.java"), "Containers");
    assert_eq!((walk.choices, walk.returned, walk.threw), (1 + 6 + 36, 215, 1));
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
