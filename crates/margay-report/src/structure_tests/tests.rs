//! Generated tests, by example.

use super::*;
use crate::testing::sample;
use expect_test::expect;
use margay_search::structure::{Content, Object, Structure, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// A file in memory that is still there after its writer is gone.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The files of a suite: names and texts.
fn files(suite: Suite, records: &[Record]) -> Vec<(String, String)> {
    let mut files: Vec<(String, Shared)> = Vec::new();
    let mut tests = Tests::new(suite, |name| {
        let file = Shared::default();
        files.push((name.to_owned(), file.clone()));
        Ok(file)
    });
    records.iter().try_for_each(|record| tests.add(record)).expect("memory takes everything");
    let count = tests.finish().expect("memory takes everything");
    assert_eq!(count, files.len());
    let text = |file: Shared| String::from_utf8(file.0.take()).expect("Java is ASCII");
    files.into_iter().map(|(name, file)| (name, text(file))).collect()
}

fn numbered(number: u64, record: &Record) -> Record {
    Record { number, ..record.clone() }
}

#[test]
fn a_class_after_the_first_shares_its_helper() {
    let record = sample("HashTable");
    let suite = Suite { per_class: 1, ..Suite::new("shapes.HashTable", "repOk") };
    let files = files(suite, &[numbered(41, &record), numbered(42, &record)]);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["HashTableStructuresTest.java", "HashTableStructures2Test.java"]);
    expect![[r#"
        package shapes;

        import static org.junit.jupiter.api.Assertions.assertTrue;
        import static org.junit.jupiter.params.provider.Arguments.arguments;

        import java.util.function.Supplier;
        import java.util.stream.Stream;
        import org.junit.jupiter.params.ParameterizedTest;
        import org.junit.jupiter.params.provider.Arguments;
        import org.junit.jupiter.params.provider.MethodSource;

        /** More structures for {@link HashTableStructuresTest}. */
        class HashTableStructures2Test {
            @ParameterizedTest(name = "{0}")
            @MethodSource("structures")
            void holds(String name, Supplier<HashTable> supplier) throws Exception {
                HashTable structure = supplier.get();
                assertTrue(structure.repOk(), "repOk()");
                HashTableStructuresTest.check(structure);
            }

            /** Decisions 5,0,1,0,1,1. */
            static HashTable structure_0042() {
                var heap = new HashTableStructuresTest.Heap();
                heap.object("HashTable0", "shapes.HashTable")
                        .set("table", heap.ref("Entry[]0"))
                        .set("count", 5)
                        .set("loadFactor", heap.decimal("0.75"));
                heap.array("Entry[]0", "shapes.HashTable$Entry[]", 5)
                        .elements(0, heap.ref("Entry0"), null, heap.ref("Entry1"), null,
                                heap.ref("Entry2"));
                heap.object("Entry0", "shapes.HashTable$Entry")
                        .set("key", "apple")
                        .set("value", 1)
                        .set("next", heap.ref("Entry3"));
                heap.object("Entry1", "shapes.HashTable$Entry")
                        .set("key", "<pear & \"quince\">")
                        .set("value", 2)
                        .set("next", null);
                heap.object("Entry2", "shapes.HashTable$Entry")
                        .set("key", "")
                        .set("value", heap.any())
                        .set("next", heap.ref("Entry4"));
                heap.object("Entry3", "shapes.HashTable$Entry")
                        .set("key", "fig")
                        .set("value", 4)
                        .set("next", null);
                heap.object("Entry4", "shapes.HashTable$Entry")
                        .set("key", "za\u017c\u00f3\u0142\u0107")
                        .set("value", 9007199254740993L)
                        .set("next", null);
                return (HashTable) heap.build("HashTable0");
            }

            static Stream<Arguments> structures() {
                return Stream.of(
                        named("structure_0042", HashTableStructures2Test::structure_0042));
            }

            private static Arguments named(String name, Supplier<HashTable> structure) {
                return arguments(name, structure);
            }
        }
    "#]]
    .assert_eq(&files[1].1);
}

#[test]
fn the_first_class_has_the_hook_and_the_helper() {
    let suite = Suite::new("BinaryTree", "repOk");
    let files = files(suite, &[sample("BinaryTree")]);
    let (frame, heap) = files[0].1.split_once("    /** Builds object graphs").expect("a helper");
    assert!(heap.ends_with("    }\n}\n"));
    expect![[r#"
        import static org.junit.jupiter.api.Assertions.assertTrue;
        import static org.junit.jupiter.params.provider.Arguments.arguments;

        import java.lang.reflect.AccessibleObject;
        import java.lang.reflect.Array;
        import java.lang.reflect.Constructor;
        import java.lang.reflect.Field;
        import java.lang.reflect.InaccessibleObjectException;
        import java.lang.reflect.Modifier;
        import java.lang.reflect.RecordComponent;
        import java.util.Arrays;
        import java.util.Comparator;
        import java.util.LinkedHashMap;
        import java.util.List;
        import java.util.Map;
        import java.util.function.Supplier;
        import java.util.stream.Stream;
        import org.junit.jupiter.params.ParameterizedTest;
        import org.junit.jupiter.params.provider.Arguments;
        import org.junit.jupiter.params.provider.MethodSource;

        /** Structures that satisfy repOk. */
        class BinaryTreeStructuresTest {
            /** Called with each structure. */
            static void check(BinaryTree structure) throws Exception {
                // TODO: call the method under test.
            }

            @ParameterizedTest(name = "{0}")
            @MethodSource("structures")
            void holds(String name, Supplier<BinaryTree> supplier) throws Exception {
                BinaryTree structure = supplier.get();
                assertTrue(structure.repOk(), "repOk()");
                check(structure);
            }

            /** Decisions 1,1,2,0,3,4,0. */
            static BinaryTree structure_0000() {
                var heap = new Heap();
                heap.object("BinaryTree0", "shapes.BinaryTree")
                        .set("root", heap.ref("Node0"))
                        .set("size", 5);
                heap.object("Node0", "shapes.BinaryTree$Node")
                        .set("left", heap.ref("Node1"))
                        .set("right", heap.ref("Node2"));
                heap.object("Node1", "shapes.BinaryTree$Node")
                        .set("left", null)
                        .set("right", heap.ref("Node3"));
                heap.object("Node2", "shapes.BinaryTree$Node")
                        .set("left", heap.ref("Node4"))
                        .set("right", null);
                heap.object("Node3", "shapes.BinaryTree$Node").set("left", null).set("right", null);
                heap.object("Node4", "shapes.BinaryTree$Node").set("left", null).set("right", null);
                return (BinaryTree) heap.build("BinaryTree0");
            }

            static Stream<Arguments> structures() {
                return Stream.of(
                        named("structure_0000", BinaryTreeStructuresTest::structure_0000));
            }

            private static Arguments named(String name, Supplier<BinaryTree> structure) {
                return arguments(name, structure);
            }

    "#]]
    .assert_eq(frame);
}

#[test]
fn what_the_test_may_not_name_is_reached_by_reflection() {
    let suite = Suite { accessible: false, ..Suite::new("p.Outer$Hidden", "isValid") };
    let files = files(suite, &[sample("BinaryTree")]);
    assert_eq!(files[0].0, "Outer_HiddenStructuresTest.java");
    let source = &files[0].1;
    assert!(source.contains("assertTrue(holds(structure), \"isValid()\");"));
    assert!(source.contains("Supplier<Object> supplier"));
    assert!(source.contains("        return heap.build(\"BinaryTree0\");"));
}

#[test]
fn generic_classes_have_wildcards() {
    let suite = Suite { type_parameters: 2, ..Suite::new("p.Outer$Table", "repOk") };
    assert_eq!(suite.root_type(), "Outer.Table<?, ?>");
}

#[test]
fn classes_with_names_that_the_source_uses() {
    assert_eq!(Suite::new("p.List", "repOk").root_type(), "p.List");
    assert_eq!(Suite::new("p.Heap$Node", "repOk").root_type(), "p.Heap.Node");
    assert_eq!(Suite::new("Heap", "repOk").root_type(), "Object");
    assert_eq!(Suite::new("Heaps", "repOk").root_type(), "Heaps");
}

#[test]
fn large_structures_are_built_in_parts() {
    let elements = |count: usize| Content::Elements(vec![Value::Int(7); count]);
    let class = "int[]".into();
    let object = Object { id: "int[]0".to_owned(), class, content: elements(4_000) };
    let structure = Structure { objects: vec![object] };
    let record = Record { number: 3, decisions: Default::default(), structure };
    let files = files(Suite::new("Array", "repOk"), &[record]);
    let parts = files[0].1.matches("private static void structure_0003_part").count();
    assert_eq!(parts, 4, "two statements of 500 elements each fit in a method");
}

#[test]
fn no_structures_no_class() {
    assert!(files(Suite::new("A", "repOk"), &[]).is_empty());
}
