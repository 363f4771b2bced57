//! What items mean, and what is said of those that mean nothing.

use super::*;
use expect_test::{Expect, expect};

fn check(item: &str, expected: &Expect) {
    let text = match Item::parse(item) {
        Ok(item) => format!("{:?}", item.kind),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&text);
}

#[test]
fn objects() {
    check("objects Node=5", &expect![[r#"Objects { class: "Node", count: 5 }"#]]);
    check(
        "  objects\tdemo.Tree$Node = 0 ",
        &expect![[r#"Objects { class: "demo.Tree$Node", count: 0 }"#]],
    );
    check("objects Node", &expect!["bounds `objects Node`: expected `objects <Class>=<number>`"]);
    check(
        "objects Node=many",
        &expect!["bounds `objects Node=many`: `many` is not a number of objects"],
    );
    check("objects Node=-1", &expect!["bounds `objects Node=-1`: `-1` is not a number of objects"]);
    check("objects =3", &expect!["bounds `objects =3`: expected `objects <Class>=<number>`"]);
}

#[test]
fn fields() {
    check(
        "field BinaryTree.size=3..3",
        &expect![[
            r#"Field { path: Path { class: Some("BinaryTree"), field: "size" }, values: Some(Range("3", "3")) }"#
        ]],
    );
    check(
        "field size=-1 .. 3",
        &expect![[
            r#"Field { path: Path { class: None, field: "size" }, values: Some(Range("-1", "3")) }"#
        ]],
    );
    check(
        "field a.b.T.x={-1, 0,7}",
        &expect![[
            r#"Field { path: Path { class: Some("a.b.T"), field: "x" }, values: Some(List("{-1, 0,7}")) }"#
        ]],
    );
    check(
        "field T.c='a'..'d'",
        &expect![[
            r#"Field { path: Path { class: Some("T"), field: "c" }, values: Some(Range("'a'", "'d'")) }"#
        ]],
    );
    check(
        "field Node.left = Leaf | Inner",
        &expect![[
            r#"Field { path: Path { class: Some("Node"), field: "left" }, values: Some(Words(["Leaf", "Inner"])) }"#
        ]],
    );
    check(
        "field Node.parent != null",
        &expect![[r#"NotNull { path: Path { class: Some("Node"), field: "parent" } }"#]],
    );
    check(
        "field TreeMap.root",
        &expect![[
            r#"Field { path: Path { class: Some("TreeMap"), field: "root" }, values: None }"#
        ]],
    );
    check(
        r#"field T.s={"a=b","!=null"}"#,
        &expect![[
            r#"Field { path: Path { class: Some("T"), field: "s" }, values: Some(List("{\"a=b\",\"!=null\"}")) }"#
        ]],
    );
    check(
        r#"field T.s="a..b""#,
        &expect![[
            r#"Field { path: Path { class: Some("T"), field: "s" }, values: Some(List("{\"a..b\"}")) }"#
        ]],
    );
    check(
        "field Node.parent!=3",
        &expect![
            "bounds `field Node.parent!=3`: expected `field <Class>.<field>=<values> or field <Class>.<field>!=null`"
        ],
    );
    check(
        "field T.x=",
        &expect![
            "bounds `field T.x=`: no values are given; values are a range 0..3, a list {0,1,2}, or names Leaf|Inner"
        ],
    );
    check("field T.x={1,2", &expect!["bounds `field T.x={1,2`: the closing } is missing"]);
    check(
        "field .x=1",
        &expect![
            "bounds `field .x=1`: expected `field <Class>.<field>=<values> or field <Class>.<field>!=null`"
        ],
    );
    check(
        "field",
        &expect![
            "bounds `field`: expected `field <Class>.<field>=<values> or field <Class>.<field>!=null`"
        ],
    );
}

#[test]
fn domains_arrays_strings() {
    check("domain small=1..3", &expect![[r#"Domain { name: "small", values: Range("1", "3") }"#]]);
    check("domain small", &expect!["bounds `domain small`: expected `domain <name>=<values>`"]);
    check(
        "array Heap.elements length=0..3 elements=0..3",
        &expect![[
            r#"Array { path: Path { class: Some("Heap"), field: "elements" }, length: Some(Range("0", "3")), elements: Some(Range("0", "3")), not_null: false }"#
        ]],
    );
    check(
        r#"array T.names  elements={"a b", "}"} elements!=null"#,
        &expect![[
            r#"Array { path: Path { class: Some("T"), field: "names" }, length: None, elements: Some(List("{\"a b\", \"}\"}")), not_null: true }"#
        ]],
    );
    check(
        "array T.names",
        &expect![[
            r#"Array { path: Path { class: Some("T"), field: "names" }, length: None, elements: None, not_null: false }"#
        ]],
    );
    check(
        "array T.names size=3",
        &expect![
            "bounds `array T.names size=3`: expected `length=` or `elements=` instead of `size=3`"
        ],
    );
    check(
        "array length=3",
        &expect![
            "bounds `array length=3`: expected `array <Class>.<field> length=<values> elements=<values>`"
        ],
    );
    check(
        r#"strings File.name={"a","b"}"#,
        &expect![[
            r#"Strings { path: Path { class: Some("File"), field: "name" }, values: List("{\"a\",\"b\"}") }"#
        ]],
    );
    check(
        "strings File.name",
        &expect![[r#"bounds `strings File.name`: expected `strings <Class>.<field>={"a","b"}`"#]],
    );
}

#[test]
fn unknown_items() {
    check(
        "",
        &expect!["bounds ``: items begin with objects, field, domain, array, strings, not with ``"],
    );
    check(
        "object Node=3",
        &expect!["bounds `object Node=3`: there are no `object` items; did you mean `objects`?"],
    );
    check(
        "Node=3",
        &expect![
            "bounds `Node=3`: items begin with objects, field, domain, array, strings, not with `Node=3`"
        ],
    );
}

#[test]
fn later_specifications_refine() {
    let of = |bound, items: &[&str]| Spec { bound, ..Spec::from_items(items).expect("items") };
    let both = of(Some(3), &["objects A=1"]).refined_by(of(None, &["objects A=2"]));
    assert_eq!(both, of(Some(3), &["objects A=1", "objects A=2"]));
    assert_eq!(both.refined_by(of(Some(4), &[])).bound, Some(4));
}

proptest::proptest! {
    #[test]
    fn no_text_is_too_strange(
        keyword in "objects|field|domain|array|strings|",
        rest in "[ a-zA-Z0-9.=!|{}\"'\\\\\u{e9}]{0,40}",
    ) {
        // Whatever it is, it is read or refused with the text it is about.
        let text = format!("{keyword} {rest}");
        if let Err(error) = Item::parse(&text) {
            proptest::prop_assert!(error.to_string().contains(text.trim()));
        }
    }
}
