//! What a session offers: runs, structures, and errors that say what is meant.

mod common;

use common::session;
use margay_java::enumerate::{BoundsSource, EnumerateOptions, Spec};
use margay_java::run::{Call, OutcomeTally, PathEnding, PathOutcome, RunObserver, RunOptions};
use margay_java::structure::{Content, Value};
use margay_java::{Alternatives, Backtrack, Budget, Decisions, Error, SelectError};
use std::ops::ControlFlow;

#[derive(Default)]
struct Outcomes(Vec<PathOutcome>, OutcomeTally);

impl RunObserver for Outcomes {
    fn ended(&mut self, outcome: PathOutcome) -> ControlFlow<()> {
        self.1.add(&outcome.ending);
        self.0.push(outcome);
        ControlFlow::Continue(())
    }

    fn dropped(&mut self) -> ControlFlow<()> {
        self.1.add(&PathEnding::Dropped {});
        ControlFlow::Continue(())
    }
}

fn method(name: &str, args: &[&str]) -> RunOptions {
    let args = args.iter().map(|arg| (*arg).to_owned()).collect();
    let call = Call::Method { name: name.to_owned(), args };
    RunOptions { call, ..RunOptions::default() }
}

const CHOICES: &str = "import margay.Margay;
    class Subject {
        static int twice(int n) { return 2 * n; }
        static int pick() {
            int n = Margay.choose(1, 4);
            Margay.assume(n != 2);
            if (n == 3) { throw new IllegalStateException(\"three\"); }
            return n;
        }
    }";

#[test]
fn methods_run_once_and_in_every_way() {
    let (_folder, session) = session(CHOICES);
    let mut once = Outcomes::default();
    let mut run = session.run(&method("twice", &["21"])).expect("a method");
    let stop = run.once(&Decisions::default(), &Budget::default(), &mut once).expect("a path");
    assert_eq!((stop, once.0[0].ending.to_string().as_str()), (None, "returned 42"));
    for backtrack in [Backtrack::Checkpoint, Backtrack::Reexecute] {
        let mut all = Outcomes::default();
        let mut run = session.run(&method("pick", &[])).expect("a method");
        run.all(backtrack, &Budget::default(), &mut all).expect("paths");
        let endings: Vec<String> = all.0.iter().map(|path| path.ending.to_string()).collect();
        let three = "threw java.lang.IllegalStateException: three";
        assert_eq!(endings, ["returned 1", three, "returned 4"]);
        assert_eq!((all.1.outcomes, all.1.dropped, all.1.exceptions), (3, 1, 1));
    }
}

#[test]
fn errors_say_what_may_be_meant() {
    let (_folder, session) = session(CHOICES);
    let Err(Error::Select(error)) = session.run(&method("twise", &[])) else {
        panic!("there is no such method");
    };
    let instead = Alternatives::Near(vec!["'twice(I)I'".to_owned()]);
    let (class, method) = ("Subject".to_owned(), "twise".to_owned());
    assert_eq!(error, SelectError::NoSuchMethod { class, method, instead });
    let Err(Error::Select(error)) = session.enumerate(EnumerateOptions::bound(2)) else {
        panic!("there is no predicate");
    };
    assert_eq!(error, SelectError::NoPredicate { class: "Subject".to_owned() });
}

/// Arrays are named as source code names them, and constants by their own name even where the enum
/// has a field called `name`.
#[test]
fn structures_are_read_as_source_has_them() {
    let source = "class Subject {
        enum Colour { RED(\"r\"), GREEN(\"g\"); final String name; Colour(String n) { name = n; } }
        Colour colour;
        int[] sizes;
        boolean repOk() {
            return colour != null && sizes != null && sizes.length == 1 && sizes[0] == 1;
        }
    }";
    let (_folder, session) = session(source);
    let items = ["array Subject.sizes length=0..1 elements=0..1"];
    let spec = Spec::from_items(&items.map(str::to_owned)).expect("bounds");
    let bounds = BoundsSource::Spec(spec);
    let options = EnumerateOptions { bounds, ..EnumerateOptions::default() };
    let (found, counters) =
        session.enumerate(options).expect("a predicate").collect().expect("all");
    assert_eq!((found.len(), counters.valid), (2, 2));
    for (structure, name) in found.iter().zip(["RED", "GREEN"]) {
        let Content::Fields(fields) = &structure.objects[0].content else { panic!("an object") };
        assert_eq!(fields[0].1, Value::Constant(name.to_owned()));
        assert_eq!((structure.objects[1].id.as_str()), "int[]0");
        assert_eq!(*structure.objects[1].class, *"int[]");
    }
}
