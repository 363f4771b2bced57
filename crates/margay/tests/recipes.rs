//! How generated tests build their inputs: as a person would where that reaches the state, and
//! exactly. `java` itself says whether they do.

mod common;

use common::{compile, jdk, margay, programs};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// Tests of all the subjects, and the subjects.
fn generated() -> &'static (tempfile::TempDir, std::path::PathBuf) {
    static DONE: OnceLock<(tempfile::TempDir, std::path::PathBuf)> = OnceLock::new();
    DONE.get_or_init(|| {
        let classes = compile(&jdk(), &programs("generate/recipes"));
        let folder = tempfile::tempdir().expect("a folder");
        generate(&classes, folder.path());
        (folder, classes)
    })
}

fn generate(classes: &Path, out: &Path) {
    let mut command = margay();
    command.arg("generate").arg(classes).args(["--inputs", "fields", "--criterion", "loop-2"]);
    // Each case is a test of its own then.
    command.arg("--verbose").arg("--out").arg(out);
    let done = common::Run::of(&mut command);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
}

/// What the tests of a method do before they call it, test by test.
fn built(class: &str, call: &str) -> Vec<Vec<String>> {
    let file = generated().0.path().join(format!("recipes/{class}Test.java"));
    let source = fs::read_to_string(file).expect("a test class");
    let bodies = source.split("\n    @Test\n").skip(1);
    let bodies = bodies.filter(|body| body.contains(call));
    let statements = |body: &str| {
        let lines = body.lines().skip_while(|line| line.starts_with("    @")).skip(1);
        let lines = lines.map(|line| line.trim().to_owned());
        lines.take_while(|line| !line.is_empty()).collect()
    };
    bodies.map(statements).collect()
}

/// Asserts that some test builds its input like this.
fn assert_built(class: &str, call: &str, wanted: &[&str]) {
    let all = built(class, call);
    assert!(all.iter().any(|built| built == wanted), "no {wanted:?} in {all:#?}");
}

#[test]
fn constructors_say_everything() {
    let points = ["Point point = new Point(0, 0);", "Point other = new Point(0, -1);"];
    assert_built("Point", "isRightOf(other)", &points);
    assert_built("Range", "kind()", &["Range range = new Range(0, 1);"]);
    assert_built("Derived", "check()", &["Derived derived = new Derived(11, -1);"]);
    assert_built(
        "Pair",
        "which()",
        &["Point point = new Point(0, 0);", "Pair pair = new Pair(0, point);"],
    );
    let inner = ["Outer outer = new Outer(-1);", "Outer.Inner inner = outer.new Inner(0);"];
    assert_built("Outer_Inner", "isOver()", &inner);
}

#[test]
fn setters_assignments_and_reflection_do_the_rest() {
    let bean = ["Bean bean = new Bean();", "bean.setName(\"\");", "bean.active(true);"];
    assert_built("Bean", "rank()", &[&bean[..], &["bean.visits = 3;"]].concat());
    assert_built("Bean", "rank()", &[&bean[..], &["set(bean, \"secret\", 6L);"]].concat());
    let builder = ["Builder builder = new Builder();", "builder.width(3);", "builder.height(4);"];
    assert_built("Builder", "area()", &builder);
    // The setter throws for this value.
    let negative = ["Builder builder = new Builder();", "set(builder, \"width\", -1);"];
    assert_built("Builder", "area()", &negative);
    let derived = ["Derived derived = new Derived(0, 0);", "derived.setLabel(\"\");"];
    assert_built("Derived", "check()", &derived);
}

#[test]
fn objects_that_refer_to_each_other() {
    let list = ["Node node1 = new Node(0, null);", "Node node0 = new Node(0, node1);"];
    assert_built("Node", "length()", &[&list[..], &["Node node = new Node(0, node0);"]].concat());
    let circle = ["Node node = new Node(0, null);", "set(node, \"next\", node);"];
    assert_built("Node", "length()", &circle);
    let pair = ["Tree tree0 = new Tree(null, null);", "Tree tree = new Tree(null, tree0);"];
    assert_built("Tree", "shape()", &pair);
    // The constructor has made the child known; here it must not be.
    assert_built("Tree", "shape()", &[&pair[..], &["set(tree0, \"child\", null);"]].concat());
}

#[test]
fn constructors_that_do_not_reach_the_state_are_not_used() {
    let refused = ["Range range = allocate(Range.class);", "set(range, \"high\", -1);"];
    assert_built("Range", "kind()", &refused);
    let hidden = ["Hidden hidden = allocate(Hidden.class);", "set(hidden, \"value\", 101);"];
    assert_built("Hidden", "isBig()", &hidden);
}

#[test]
fn constructors_that_do_more_are_not_used() {
    for (class, call) in [("Counted", "fresh()"), ("Registered", "known()")] {
        let all = built(class, call);
        assert!(!all.is_empty(), "{class} has no tests");
        let is_used = |line: &String| line.contains(&format!("new {class}("));
        assert!(!all.iter().flatten().any(is_used), "{all:?}");
    }
}

#[test]
fn copies_that_constructors_keep_are_the_input() {
    let copied = ["int[] items = new int[2];", "Copying copying = new Copying(items);"];
    assert_built("Copying", "push(", &copied);
    let file = generated().0.path().join("recipes/CopyingTest.java");
    let source = fs::read_to_string(file).expect("a test class");
    assert!(
        source.contains("assertArrayEquals(new int[] {2, 0}, (int[]) get(copying, \"items\"));")
    );
}

#[test]
fn records_that_refuse_components_are_given_others() {
    let file = generated().0.path().join("recipes/PairTest.java");
    let source = fs::read_to_string(file).expect("a test class");
    assert!(source.contains("new Pair(") && !source.contains("Left out"), "{source}");
}

#[test]
fn java_agrees() {
    let (tests, classes) = generated();
    let mut command = margay();
    command.arg("verify").arg(tests.path()).arg("--cp").arg(classes);
    let done = common::Run::of(&mut command);
    assert!(done.stdout.contains(" 0 fail, 0 end with an error"), "{}{}", done.stdout, done.stderr);
    assert_eq!(done.code, Some(0));
}

#[test]
fn the_same_every_time() {
    let (tests, classes) = generated();
    let again = tempfile::tempdir().expect("a folder");
    generate(classes, again.path());
    for class in ["Bean", "Builder", "Copying", "Node", "Pair", "Tree"] {
        let name = format!("recipes/{class}Test.java");
        let read = |folder: &Path| fs::read_to_string(folder.join(&name)).expect("a test class");
        assert_eq!(read(tests.path()), read(again.path()), "{class}");
    }
}
