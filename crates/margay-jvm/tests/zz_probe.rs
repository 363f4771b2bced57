#![allow(dead_code)]
//! Bounds of compiled classes: from a number, from items, from a configuration, and from
//! finitization methods written for Korat.

use expect_test::Expect;
use margay_ir::{ClassId, FieldId};
use margay_jvm::bounds::{BoundsError, Subject, from_items, from_korat};
use margay_jvm::compile::Cache;
use margay_jvm::describe;
use margay_jvm::jdk::Jdk;
use margay_jvm::launch::launch;
use margay_jvm::platform::Jvm;
use margay_jvm::runtime::API_SOURCES;
use margay_jvm::target::{Target, TargetOptions};
use margay_machine::{Concrete, Event, Limits, Machine, Outcome, Ref};
use margay_search::enumerate::bounds::{Bounds, Domain, ObjectSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A machine with a class of `tests/java` loaded.
struct Program {
    machine: Machine<Concrete, Jvm<Concrete>>,
    root: ClassId,
    classes: Vec<String>,
}

impl Program {
    fn open(sources: &[&str]) -> Program {
        let folder = Path::new("/tmp/kex/examples/korat/examples").to_path_buf();
        let sources: Vec<PathBuf> = sources.iter().map(|source| folder.join(source)).collect();
        let jdk = Jdk::discover(None).expect("a JDK");
        let cache = Cache::at(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("bounds"));
        let options = TargetOptions { jdk: &jdk, api: API_SOURCES, cache: &cache };
        let target = Target::open(&sources, &[], &options).expect("the sources compile");
        let classes = target.class_path.classes().expect("readable classes");
        let machine = launch(Concrete, target.class_path, &jdk, Limits::default());
        let mut machine = machine.expect("the runtime starts");
        let root = margay_jvm::compile::main_class_of(&sources[0]).expect("a readable source");
        let root = root.expect("a class");
        let world = &mut machine.core.world;
        let root = machine.platform.load_named(world, &root).expect("the class loads");
        machine.core.memory.grow_statics(world.static_cells());
        Program { machine, root, classes }
    }

    fn items(&mut self, bound: Option<u32>, items: &[&str]) -> Result<Bounds, BoundsError> {
        let items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
        let subject = Subject { root: self.root, classes: &self.classes };
        from_items(&mut self.machine, subject, bound, &items)
    }

    fn korat(&mut self, method: Option<&str>, args: &[&str]) -> Result<Bounds, BoundsError> {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        from_korat(&mut self.machine, self.root, method, &args)
    }

    fn check(&mut self, bounds: Result<Bounds, BoundsError>, expected: &Expect) {
        let text = match bounds {
            Ok(bounds) => self.show(&bounds),
            Err(error) => format!("{error}\n"),
        };
        expected.assert_eq(&text);
    }

    /// What a method of an object returns.
    fn text_of(&mut self, object: Ref, method: &str) -> String {
        let world = &mut self.machine.core.world;
        let (name, descriptor) = (world.name(method), world.name("()Ljava/lang/String;"));
        let class = self.machine.core.memory.class_of(object);
        let method = world.declared_method(class, name, descriptor).expect("the method");
        self.machine.start(method, &[u64::from(object)]).expect("it starts");
        let Event::Done(Outcome::Returned(Some(text))) = self.machine.resume() else {
            panic!("it does not return");
        };
        let machine = &mut self.machine;
        describe::string(&mut machine.platform, &mut machine.core, text as Ref).expect("a text")
    }

    // ---- bounds as text ----

    fn show(&mut self, bounds: &Bounds) -> String {
        let mut text = String::new();
        for set in &bounds.objects {
            let line = self.show_set(bounds, set);
            let _ = writeln!(text, "{line}");
        }
        for (field, domain) in &bounds.fields {
            let (name, ty) = self.field(*field);
            let values = self.show_domain(bounds, &ty, domain);
            let _ = writeln!(text, "{name}: {values}");
        }
        for field in &bounds.outer {
            let _ = writeln!(text, "{}: the root", self.field(*field).0);
        }
        for (field, set) in &bounds.own {
            let class = self.class(bounds.objects[*set].class);
            let _ = writeln!(text, "{}: its own {class}", self.field(*field).0);
        }
        text
    }

    fn show_set(&mut self, bounds: &Bounds, set: &ObjectSet) -> String {
        let mut text = format!("{} {}", set.count, self.class(set.class));
        match set.existing.len() {
            0 => {}
            all if all == set.count as usize => text += ", made",
            some => panic!("{some} of {} objects are made", set.count),
        }
        if !set.isomorphic {
            text += ", told apart";
        }
        if let Some((lengths, elements)) = &set.array {
            let ty = self.machine.core.world.class_name(set.class)[1..].to_owned();
            let elements = self.show_domain(bounds, &ty, elements);
            let _ = write!(text, ", lengths {lengths:?}, elements {elements}");
        }
        text
    }

    fn show_domain(&mut self, bounds: &Bounds, ty: &str, domain: &Domain) -> String {
        match domain {
            Domain::Bits(bits) => {
                assert!(ty.len() == 1, "numbers for type {ty}");
                let all: Vec<String> =
                    bits.iter().map(|b| describe::value(&mut self.machine, ty, *b)).collect();
                all.join(" ")
            }
            Domain::Refs { null, sets, given } => {
                assert!(ty.len() > 1, "references for type {ty}");
                let mut all = Vec::new();
                all.extend(null.then(|| "null".to_owned()));
                for set in sets {
                    all.push(self.class(bounds.objects[*set].class));
                }
                for object in given {
                    all.push(describe::value(&mut self.machine, ty, u64::from(*object)));
                }
                all.join(" ")
            }
        }
    }

    fn class(&self, class: ClassId) -> String {
        describe::class(&self.machine.core.world, class)
    }

    fn field(&self, field: FieldId) -> (String, String) {
        let world = &self.machine.core.world;
        let field = world.field(field);
        let name = format!("{}.{}", self.class(field.class), world.text(field.name));
        (name, world.text(field.descriptor).to_owned())
    }
}

use margay_search::enumerate::search::{Found, Visit};
use margay_search::enumerate::{Counters, Options, Space, enumerate};
use std::ops::ControlFlow;
struct V(u64, Option<String>);
impl Visit<Concrete, Jvm<Concrete>> for V {
    fn found(&mut self, _: Found<'_, Concrete, Jvm<Concrete>>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn threw(
        &mut self,
        m: &mut Machine<Concrete, Jvm<Concrete>>,
        _: &margay_search::Decisions,
        e: Ref,
    ) {
        if self.0 == 0 {
            self.1 = Some(describe::exception(m, e));
        }
        self.0 += 1;
    }
    fn pause(&mut self, _: &Counters, _: f64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
#[test]
fn zz() {
    for (file, args, valid, explored) in [
        ("binarytree/BinaryTree", vec!["3"], 5, 63),
        ("binarytree/BinaryTree", vec!["6", "6", "6"], 132, 0),
        ("binarytree/BinaryTree", vec!["8", "8", "8"], 1430, 54418),
        ("disjset/DisjSet", vec!["4"], 914, 7915),
        ("heaparray/HeapArray", vec!["6", "6", "6"], 13139, 64533),
        ("fibheap/FibonacciHeap", vec!["4"], 0, 0),
        ("fibheap/FibonacciHeap", vec!["5"], 52281, 0),
        ("binheap/BinomialHeap", vec!["5"], 0, 0),
        ("binheap/BinomialHeap", vec!["7"], 107416, 0),
        ("sortedlist/SortedList", vec!["4", "4", "5", "4"], 35, 0),
        ("sortedlist/SortedList", vec!["8", "8", "9", "8"], 6435, 0),
        ("dag/DAG", vec!["3"], 0, 0),
        ("redblacktree/RedBlackTree", vec!["4"], 0, 0),
        ("searchtree/SearchTree", vec!["4"], 14, 0),
        ("doublylinkedlist/DoublyLinkedList", vec!["3"], 0, 0),
        ("singlylinkedlist/SinglyLinkedList", vec!["3"], 0, 0),
    ] {
        let mut p = Program::open(&[&format!("{file}.java")]);
        let b = p.korat(None, &args).expect("bounds");
        let core = &mut p.machine.core;
        let mut space = Space::new(&core.world, &mut core.memory, &b).expect("room");
        let (n, d) = (core.world.name("repOK"), core.world.name("()Z"));
        let m = core.world.declared_method(p.root, n, d);
        let Some(m) = m else {
            println!("{file}: no repOK");
            continue;
        };
        let mut v = V(0, None);
        let r = enumerate(
            &mut p.machine,
            &mut space,
            m,
            &Options { multi_value: false, ..Options::default() },
            &mut v,
        );
        match r {
            Ok(c) => println!(
                "{file} {args:?}: valid {} (Korat {valid}) explored {} (Korat {explored}) threw {} {:?}",
                c.valid, c.explored, v.0, v.1
            ),
            Err(e) => println!("{file} {args:?}: {e}"),
        }
    }
}
