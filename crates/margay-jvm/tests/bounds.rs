//! Bounds of compiled classes: from a number, from items, from a configuration, and from
//! finitization methods written for Korat.

use expect_test::{Expect, expect};
use margay_ir::{ClassId, FieldId, Storage};
use margay_jvm::bounds::{BoundsError, Subject, from_items, from_korat, from_toml};
use margay_jvm::compile::Cache;
use margay_jvm::describe;
use margay_jvm::jdk::Jdk;
use margay_jvm::launch::launch;
use margay_jvm::platform::Jvm;
use margay_jvm::runtime::API_SOURCES;
use margay_jvm::target::{Target, TargetOptions};
use margay_machine::bounds::{Bounds, FieldDomain, ObjectSet};
use margay_machine::{Concrete, Event, Limits, Machine, Outcome, Ref};
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
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
        let sources: Vec<PathBuf> = sources.iter().map(|source| folder.join(source)).collect();
        let jdk = Jdk::discover(None).expect("a JDK");
        let cache = Cache::at(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("bounds"));
        let options = TargetOptions { jdk: &jdk, api: API_SOURCES, cache: &cache };
        let target = Target::open(&sources, None, &[], &options).expect("the sources compile");
        let classes = target.class_path.classes().expect("readable classes");
        let machine = launch(Concrete, target.class_path, &jdk, Limits::default());
        let mut machine = machine.expect("the runtime starts");
        let root = margay_jvm::compile::main_class_of(&sources[0]).expect("a readable source");
        let root = root.expect("a class");
        let world = &mut machine.core.world;
        let root = machine.platform.load_named(world, &root).expect("the class loads");
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

    fn show_domain(&mut self, bounds: &Bounds, ty: &str, domain: &FieldDomain) -> String {
        match domain {
            FieldDomain::Bits(bits) => {
                assert!(ty.len() == 1, "numbers for type {ty}");
                let all: Vec<String> =
                    bits.iter().map(|b| describe::value(&mut self.machine, ty, *b)).collect();
                all.join(" ")
            }
            FieldDomain::Refs { null, sets, given } => {
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

#[test]
fn every_type_has_its_values() {
    let mut zoo = Program::open(&["zoo/Zoo.java"]);
    let bounds = zoo.items(Some(2), &[]);
    zoo.check(
        bounds,
        &expect![[r#"
        2 zoo.Zoo
        2 java.lang.Object
        2 zoo.Zoo$Inner
        2 zoo.Zoo$Leaf
        2 zoo.Zoo$Cage
        6 [I, lengths [0, 1, 2], elements 0 1 2
        2 [[I, lengths [0, 1, 2], elements null [I
        2 [Lzoo.Zoo$Leaf;, lengths [0, 1, 2], elements null zoo.Zoo$Leaf
        2 java.util.TreeMap
        zoo.Zoo.flag: false true
        zoo.Zoo.few: 0 1 2
        zoo.Zoo.letter: 'a' 'b' 'c'
        zoo.Zoo.many: 0 1 2
        zoo.Zoo.single: 0.0 1.0 2.0
        zoo.Zoo.real: 0.0 1.0 2.0
        zoo.Zoo.color: null RED GREEN
        zoo.Zoo.name: null "a" "b"
        zoo.Zoo.boxed: null 0 1 2
        zoo.Zoo.any: null java.lang.Object
        zoo.Zoo.shape: null zoo.Zoo$Inner zoo.Zoo$Leaf ONE
        zoo.Zoo.cage: null zoo.Zoo$Cage
        zoo.Zoo.data: null [I
        zoo.Zoo.grid: null [[I
        zoo.Zoo.leaves: null [Lzoo.Zoo$Leaf;
        zoo.Zoo.map: null java.util.TreeMap
        zoo.Zoo$Base.weight: 0 1 2
        zoo.Zoo$Inner.left: null zoo.Zoo$Inner zoo.Zoo$Leaf ONE
        zoo.Zoo$Inner.up: null zoo.Zoo$Inner
        zoo.Zoo$Leaf.small: 0 1 2
        zoo.Zoo$Cage.guard: null zoo.Zoo
        zoo.Zoo$Cage.this$0: the root
    "#]],
    );
}

#[test]
fn items_refine_a_bound() {
    let mut tree = Program::open(&["zoo/Tree.java"]);
    let items = [
        "objects Node=5",
        "objects Red=0",
        "field Tree.size=3..3",
        "field depth=small",
        "domain small={4,2}",
        "field Node.parent!=null",
        "field Node.right=Red|Node",
        "field Node.color={0,1}",
        "field zoo.Tree$Node.weight={0.0,1.5}",
        "field Tree.kind={HUGE,SMALL}",
        "field Tree.key={3,1}",
        "array Tree.keys length=0..2 elements={-1}",
        "array Tree.index length={3,1} elements=Node elements!=null",
        r#"strings Tree.name={"x","y z"}"#,
    ];
    let bounds = tree.items(Some(1), &items);
    tree.check(
        bounds,
        &expect![[r#"
        1 zoo.Tree
        5 zoo.Tree$Node
        1 [J, lengths [0, 1, 2], elements -1
        1 [Lzoo.Tree$Node;, lengths [1, 3], elements zoo.Tree$Node
        zoo.Tree.root: null zoo.Tree$Node
        zoo.Tree.size: 3
        zoo.Tree.depth: 4 2
        zoo.Tree.kind: null HUGE SMALL
        zoo.Tree.name: null "x" "y z"
        zoo.Tree.key: null 3 1
        zoo.Tree.keys: null [J
        zoo.Tree.index: null [Lzoo.Tree$Node;
        zoo.Tree$Node.left: null zoo.Tree$Node
        zoo.Tree$Node.right: null zoo.Tree$Node
        zoo.Tree$Node.parent: zoo.Tree$Node
        zoo.Tree$Node.color: 0 1
        zoo.Tree$Node.weight: 0.0 1.5
    "#]],
    );
}

#[test]
fn without_a_bound_items_and_finite_types_count() {
    let mut tree = Program::open(&["zoo/Tree.java"]);
    let items = ["objects Node=2", "field root=Node", "field Node.left=Node", "field size=0..2"];
    let bounds = tree.items(None, &items);
    tree.check(
        bounds,
        &expect![[r#"
            1 zoo.Tree
            2 zoo.Tree$Node
            zoo.Tree.root: null zoo.Tree$Node
            zoo.Tree.size: 0 1 2
            zoo.Tree.kind: null SMALL LARGE HUGE
            zoo.Tree.key: null SMALL LARGE HUGE
            zoo.Tree$Node.left: null zoo.Tree$Node
            zoo.Tree$Node.right: null zoo.Tree$Node
            zoo.Tree$Node.parent: null zoo.Tree$Node
        "#]],
    );
    let bounds = tree.items(None, &[]);
    tree.check(
        bounds,
        &expect![[r#"
            1 zoo.Tree
            zoo.Tree.kind: null SMALL LARGE HUGE
            zoo.Tree.key: null SMALL LARGE HUGE
        "#]],
    );
}

#[test]
fn the_same_from_a_configuration() {
    let mut tree = Program::open(&["zoo/Tree.java"]);
    let toml = r#"
        [enumerate]
        bound = 1
        objects = { Node = 2 }
        fields = { "Tree.size" = "3..3", "Node.color" = [0, 1] }
    "#;
    let subject = Subject { root: tree.root, classes: &tree.classes };
    let configured = from_toml(&mut tree.machine, subject, toml).expect("bounds");
    let items = ["objects Node=2", "field Tree.size=3..3", "field Node.color={0,1}"];
    assert_eq!(configured, tree.items(Some(1), &items).expect("bounds"));
}

#[test]
fn classes_of_the_jdk() {
    let mut zoo = Program::open(&["zoo/Zoo.java"]);
    let items = [
        "objects TreeMap=1",
        "objects Entry=2",
        "field map=TreeMap",
        "field TreeMap.root=java.util.TreeMap.Entry",
        "field TreeMap.size=0..2",
        "field TreeMap.Entry.key={1,2}",
        "field Entry.left=Entry",
        "field Entry.value={\"v\"}",
    ];
    let bounds = zoo.items(None, &items);
    zoo.check(
        bounds,
        &expect![[r#"
            1 zoo.Zoo
            1 java.util.TreeMap
            2 java.util.TreeMap$Entry
            zoo.Zoo.flag: false true
            zoo.Zoo.color: null RED GREEN
            zoo.Zoo.shape: null ONE
            zoo.Zoo.map: null java.util.TreeMap
            java.util.TreeMap.root: null java.util.TreeMap$Entry
            java.util.TreeMap.size: 0 1 2
            java.util.TreeMap$Entry.key: null 1 2
            java.util.TreeMap$Entry.value: null "v"
            java.util.TreeMap$Entry.left: null java.util.TreeMap$Entry
            java.util.TreeMap$Entry.right: null java.util.TreeMap$Entry
            java.util.TreeMap$Entry.parent: null java.util.TreeMap$Entry
            java.util.TreeMap$Entry.color: false true
        "#]],
    );
}

#[test]
fn mistakes_in_items() {
    let mut tree = Program::open(&["zoo/Tree.java", "zoo/Node.java", "zoo/Zoo.java"]);
    let mut text = String::new();
    for item in [
        "objects Nodes=3",
        "objects Leaf=3",
        "objects Kind=3",
        "objects Shape=3",
        "objects Tree=0",
        "objects zoo.Node=3",
        "field Tree.sise=1",
        "field Zebra.x=1",
        "field Node.colour=1",
        "field made=1",
        "field size=big",
        "field size=5..3",
        "field size={1,99999999999}",
        "field size!=null",
        "field root=Tree",
        "field kind=TINY",
        "field name=1..2",
        "field root=1..2",
        "field keys={1}",
        "field key={1.5}",
        "array size length=1",
        "array keys length=-1..1",
        "strings size={\"a\"}",
        "domain loop=loop",
        "field zoo.Node.other=1",
    ] {
        let error = tree.items(Some(2), &[item]).expect_err(item);
        let _ = writeln!(text, "{error}");
    }
    let error = tree.items(None, &["field root=Node"]).expect_err("no number");
    let _ = writeln!(text, "{error}");
    let error = tree.items(Some(u32::MAX), &[]).expect_err("too much");
    let _ = writeln!(text, "{error}");
    let error = tree.items(None, &["field size"]).expect_err("no values");
    let _ = writeln!(text, "{error}");
    expect![[r#"
        bounds `objects Nodes=3`: there is no class Nodes; did you mean zoo.Node or zoo.Tree$Node?
        bounds `objects Leaf=3`: no structure has an object of zoo.Zoo$Leaf
        bounds `objects Kind=3`: zoo.Tree$Kind is an enum, whose objects are its constants
        bounds `objects Shape=3`: zoo.Zoo$Shape is abstract; name the classes that extend it
        bounds `objects Tree=0`: the root is one of them
        bounds `objects zoo.Node=3`: no structure has an object of zoo.Node
        bounds `field Tree.sise=1`: class zoo.Tree has no field sise; did you mean size?
        bounds `field Zebra.x=1`: there is no class Zebra
        bounds `field Node.colour=1`: class zoo.Tree$Node has no field colour; did you mean color?
        bounds `field made=1`: zoo.Tree.made is static; only fields of objects have bounds
        bounds `field size=big`: `big`: expected a whole number
        bounds `field size=5..3`: the range 5..3 is empty
        bounds `field size={1,99999999999}`: `{1,99999999999}`: the number is out of range
        bounds `field size!=null`: a field of type int is never null
        bounds `field root=Tree`: zoo.Tree is not a subclass of zoo.Tree$Node
        bounds `field kind=TINY`: there is no constant TINY; there are SMALL, LARGE, HUGE
        bounds `field name=1..2`: there are no ranges of strings
        bounds `field root=1..2`: they are not of type zoo.Tree$Node
        bounds `field keys={1}`: the field is of type long[]; bound it with `array <Class>.<field> length=…`
        bounds `field key={1.5}`: `{1.5}`: expected a whole number
        bounds `array size length=1`: the field is of type int, no array
        bounds `array keys length=-1..1`: a length is negative
        bounds `strings size={"a"}`: the field is of type int, not String
        bounds `domain loop=loop`: the domain is defined by itself
        bounds `field zoo.Node.other=1`: no structure has an object of zoo.Node
        bounds `field root=Node`: how many objects of zoo.Tree$Node are there? say `objects Node=<number>`, or give a bound
        bounds `bound 4294967295`: at most 1048576 makes sense
        bounds `field size`: say which values it may have, or give a bound
    "#]].assert_eq(&text);
}

#[test]
fn a_finitization_by_classes_and_by_names() {
    let mut tree = Program::open(&["fin/Tree.java"]);
    let bounds = tree.korat(None, &["3"]);
    tree.check(
        bounds,
        &expect![[r#"
        1 fin.Tree, made
        3 fin.Tree$Node, made
        fin.Tree.root: null fin.Tree$Node
        fin.Tree.size: 3
        fin.Tree$Node.left: null fin.Tree$Node
        fin.Tree$Node.right: null fin.Tree$Node
        fin.Tree$Node.black: false true
    "#]],
    );
    let bounds = tree.korat(Some("finTree"), &["2", "0", "1"]);
    tree.check(
        bounds,
        &expect![[r#"
        1 fin.Tree, made
        2 fin.Tree$Node, made
        fin.Tree.root: null fin.Tree$Node
        fin.Tree.size: 0 1
        fin.Tree$Node.left: null fin.Tree$Node
        fin.Tree$Node.right: null fin.Tree$Node
        fin.Tree$Node.black: false true
    "#]],
    );
    let bounds = tree.korat(Some("byName"), &["5"]);
    tree.check(
        bounds,
        &expect![[r#"
        1 fin.Tree, made
        5 fin.Tree$Node, made
        fin.Tree.root: null fin.Tree$Node
        fin.Tree.size: 0 2 4 5 100 7 9
    "#]],
    );
}

#[test]
fn everything_a_finitization_can_say() {
    let mut mixed = Program::open(&["fin/Mixed.java"]);
    let bounds = mixed.korat(None, &["3"]);
    mixed.check(
        bounds,
        &expect![[r#"
        1 fin.Mixed, made
        3 fin.Mixed$File, made
        2 fin.Mixed$Folder, made
        3 java.lang.Integer, made, told apart
        1 fin.Mixed$Part, made
        1 fin.Mixed$Other, made
        1 [I, lengths [0, 1, 2, 3], elements 1 2
        2 [Lfin.Mixed$Item;, lengths [2], elements null fin.Mixed$Folder fin.Mixed$File
        fin.Mixed.first: null fin.Mixed$Folder fin.Mixed$File
        fin.Mixed.folder: null fin.Mixed$Folder
        fin.Mixed.part: fin.Mixed$Part
        fin.Mixed$Item.b: -1 0 1
        fin.Mixed$File.id: java.lang.Integer
        fin.Mixed$File.next: null fin.Mixed$File
        fin.Mixed.s: 4
        fin.Mixed.f: 0.0 0.5 1.0 1.25
        fin.Mixed.d: -1.0 0.0 1.0
        fin.Mixed$Other.stamp: 0 3
        fin.Mixed$Other.self: fin.Mixed$Other
        fin.Mixed.other: null fin.Mixed$Other
        fin.Mixed$Part.this$0: the root
        fin.Mixed.numbers: its own [I
        fin.Mixed$Folder.items: its own [Lfin.Mixed$Item;
    "#]],
    );
    let bounds = mixed.korat(Some("shared"), &["3"]);
    mixed.check(
        bounds,
        &expect![[r#"
        1 fin.Mixed, made
        3 [I, lengths [1, 2], elements 3
        fin.Mixed.numbers: [I
    "#]],
    );
    let bounds = mixed.korat(Some("nested"), &[]);
    mixed.check(
        bounds,
        &expect![[r#"
        1 fin.Mixed, made
        2 [Ljava.lang.Object;, lengths [0], elements [Ljava.lang.Object;
        1 [[I, lengths [2], elements [I
        4 [I, lengths [1], elements 5
        fin.Mixed.any: its own [Ljava.lang.Object;
        fin.Mixed.grid: its own [[I
    "#]],
    );
}

#[test]
fn constructors_run_and_collections_are_filled() {
    let mut mixed = Program::open(&["fin/Mixed.java"]);
    let bounds = mixed.korat(None, &["2"]).expect("bounds");
    let root = bounds.objects[0].existing[0];
    assert_eq!(mixed.text_of(root, "contents"), "null Folder2 Folder2 File File ");
    let mut tree = Program::open(&["fin/Tree.java"]);
    let bounds = tree.korat(None, &["1"]).expect("bounds");
    let node = bounds.objects[1].existing[0];
    let shown = describe::value(&mut tree.machine, "Lfin/Tree$Node;", u64::from(node));
    expect!["Node{left=null, right=null, key=17, black=false}"].assert_eq(&shown);
}

#[test]
fn mistakes_in_finitizations() {
    let mut bad = Program::open(&["fin/Bad.java"]);
    let mut text = String::new();
    for method in [
        "noField",
        "noClass",
        "twice",
        "aStatic",
        "wrongType",
        "wrongNumbers",
        "tooLarge",
        "empty",
        "nothing",
        "anAbstract",
        "constructor",
        "step",
        "negativeLength",
        "fewArrays",
        "inherited",
        "noCollection",
        "early",
        "foreign",
        "none",
        "another",
        "forever",
        "finBad",
    ] {
        let error = bad.korat(Some(method), &[]).expect_err(method);
        let _ = writeln!(text, "{method}: {error}");
    }
    let mut tree = Program::open(&["fin/Tree.java"]);
    for (method, args) in [(None, &["x"][..]), (None, &[]), (Some("finTre"), &["1"])] {
        let error = tree.korat(method, args).expect_err("a mistake");
        let _ = writeln!(text, "{error}");
    }
    expect![[r#"
        noField: finitization, fin.Bad.noField(Bad.java:34): class fin.Bad has no field sise; did you mean size?
        noClass: finitization, fin.Bad.noClass(Bad.java:42): java.lang.IllegalArgumentException: there is no class Sqare
        twice: finitization, fin.Bad.twice(Bad.java:49): java.lang.IllegalArgumentException: the field size was set before
        aStatic: finitization, fin.Bad.aStatic(Bad.java:55): fin.Bad.made is static; only fields of objects have bounds
        wrongType: finitization, fin.Bad.wrongType(Bad.java:61): fin.Bad$Circle is no value of type int
        wrongNumbers: finitization, fin.Bad.wrongNumbers(Bad.java:67): DoubleSet has no values of type int
        tooLarge: finitization, fin.Bad.tooLarge(Bad.java:73): 1099511627776 is no value of type int
        empty: finitization, fin.Bad.empty(Bad.java:79): the set of values is empty
        nothing: finitization, fin.Bad.nothing(Bad.java:85): null where a set of values is expected
        anAbstract: finitization, fin.Bad.anAbstract(Bad.java:91): fin.Bad$Shape is abstract
        constructor: finitization, fin.Bad.constructor(Bad.java:97): the constructor of fin.Bad$Square: it threw java.lang.IllegalStateException: no area
        step: finitization, fin.Bad.step(Bad.java:103): java.lang.IllegalArgumentException: the step of a range must be positive
        negativeLength: finitization, fin.Bad.negativeLength(Bad.java:109): a length is negative
        fewArrays: finitization, fin.Bad.fewArrays(Bad.java:115): 1 arrays are needed, but only 0 are made
        inherited: finitization, fin.Bad.inherited(Bad.java:123): fin.Bad$Shape.area is inherited by fin.Bad$Dot too, for which it is not set to the same values; that is not supported
        noCollection: finitization, fin.Bad.noCollection(Bad.java:129): a field of type int holds no collection
        early: finitization, fin.Bad.early(Bad.java:135): java.lang.UnsupportedOperationException: the objects exist only when the search begins
        foreign: finitization, fin.Bad.foreign(Bad.java:141): its objects are those of another finitization
        none: finitization of fin.Bad: it returns null
        another: finitization of fin.Bad: it is a finitization of another class
        forever: finitization of fin.Bad: it does not end
        finBad: finitization of fin.Bad: there is no static method finBad with 0 parameters that returns an IFinitization; there is f(), noField(korat.finitization.IFinitization), noField(), noClass(), twice(), aStatic(), wrongType(), wrongNumbers(), tooLarge(), empty(), nothing(), anAbstract(), constructor(), step(), negativeLength(), fewArrays(), inherited(), noCollection(), early(), foreign(), none(), another(), forever()
        finitization of fin.Tree: argument 1: `x` is not a value of type int: expected a whole number
        finitization of fin.Tree: there is no static method with 0 parameters that returns an IFinitization; there is finTree(int), finTree(int, int, int), byName(int)
        finitization of fin.Tree: there is no static method finTre with 1 parameters that returns an IFinitization; there is finTree(int), finTree(int, int, int), byName(int)
    "#]].assert_eq(&text);
}

/// The values in the bounds must fit the fields: checked again by something that knows nothing
/// of how they were made.
#[test]
fn values_are_of_the_types_of_their_fields() {
    let mut zoo = Program::open(&["zoo/Zoo.java"]);
    let bounds = zoo.items(Some(3), &[]).expect("bounds");
    let core = &zoo.machine.core;
    for (field, domain) in &bounds.fields {
        let field = core.world.field(*field);
        match domain {
            FieldDomain::Bits(bits) => {
                assert_ne!(field.storage, Storage::Ref);
                assert!(!bits.is_empty());
            }
            FieldDomain::Refs { sets, given, .. } => {
                let ty = core.world.text(field.descriptor);
                let ty = ty.strip_prefix('L').and_then(|ty| ty.strip_suffix(';')).unwrap_or(ty);
                let declared = core.world.find_class(ty).expect("a known class");
                let of_sets = sets.iter().map(|set| bounds.objects[*set].class);
                let of_given = given.iter().map(|object| core.memory.class_of(*object));
                for class in of_sets.chain(of_given) {
                    assert!(core.world.is_subclass(class, declared), "{}", zoo.class(class));
                }
            }
        }
    }
}
