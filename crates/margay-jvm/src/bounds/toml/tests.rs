//! Tables and the items they stand for.

use super::*;
use expect_test::{Expect, expect};

fn check(toml: &str, expected: &Expect) {
    let text = match read(toml) {
        Ok(spec) => {
            let items = spec.items.iter().map(|item| format!("{}\n", item.text));
            format!("bound {:?}\n{}", spec.bound, items.collect::<String>())
        }
        Err(error) => format!("{error}\n"),
    };
    expected.assert_eq(&text);
}

#[test]
fn every_kind_of_entry() {
    let toml = r#"
        [enumerate]
        bound = 3
        limit = "not about bounds"
        not-null = ["Node.next"]
        [enumerate.objects]
        Node = 5
        [enumerate.domains]
        small = "1..3"
        [enumerate.fields]
        "BinaryTree.size" = "3..3"
        "Node.color" = [0, 1]
        "Node.fixed" = true
        "Node.left" = "Leaf|Inner"
        "Node.parent" = "!=null"
        "Node.weight" = [0.0, 1.5]
        "TreeMap.root" = ""
        [enumerate.arrays]
        "Heap.elements" = { length = "0..3", elements = [1, 2] }
        "Dag.children" = { length = 2, elements = "!=null" }
        [enumerate.strings]
        "File.name" = ["a", "say \"b\"\n"]
    "#;
    check(
        toml,
        &expect![[r#"
        bound Some(3)
        objects Node=5
        domain small=1..3
        field BinaryTree.size=3..3
        field Node.color={0,1}
        field Node.fixed=true
        field Node.left=Leaf|Inner
        field Node.parent!=null
        field Node.weight={0.0,1.5}
        field TreeMap.root
        strings File.name={"a","say \"b\"\n"}
        array Dag.children elements!=null length=2
        array Heap.elements elements={1,2} length=0..3
        field Node.next!=null
    "#]],
    );
}

#[test]
fn no_table_says_nothing() {
    check(
        "",
        &expect![[r#"
        bound None
    "#]],
    );
    check(
        "[symbolic]\nbound = 7\n",
        &expect![[r#"
        bound None
    "#]],
    );
}

#[test]
fn mistakes() {
    check(
        "enumerate = 3",
        &expect![[r#"
        margay.toml: `enumerate` must be a table
    "#]],
    );
    check(
        "[enumerate\n",
        &expect![[r#"
        margay.toml: TOML parse error at line 1, column 11
          |
        1 | [enumerate
          |           ^
        unclosed table, expected `]`
    "#]],
    );
    check(
        "[enumerate]\nbound = -1",
        &expect![[r#"
        margay.toml: `enumerate.bound` must be a number such as 3
    "#]],
    );
    check(
        "[enumerate]\nbound = \"3\"",
        &expect![[r#"
        margay.toml: `enumerate.bound` must be a number such as 3
    "#]],
    );
    check(
        "[enumerate]\nobjects = 3",
        &expect![[r#"
        margay.toml: `enumerate.objects` must be a table
    "#]],
    );
    check(
        "[enumerate.objects]\nNode = \"many\"",
        &expect![[r#"
        bounds `objects Node=many`: `many` is not a number of objects
    "#]],
    );
    check(
        "[enumerate.objects]\nNode = {}",
        &expect![[r#"
        margay.toml: `enumerate.objects.Node` must be a value or list
    "#]],
    );
    check(
        "[enumerate.fields]\n\"T.x\" = [[1]]",
        &expect![[r#"
        margay.toml: `enumerate.fields.T.x` must be a value or list
    "#]],
    );
    check(
        "[enumerate.arrays]\n\"T.x\" = 3",
        &expect![[r#"
        margay.toml: `enumerate.arrays.T.x` must be a table of length and elements
    "#]],
    );
    check(
        "[enumerate]\nnot-null = \"T.x\"",
        &expect![[r#"
        margay.toml: `enumerate.not-null` must be a list of fields
    "#]],
    );
}
