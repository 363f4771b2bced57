//! Pictures, by example.

use super::layout::Layout;
use super::*;
use crate::testing::{sample, samples};
use expect_test::expect;
use margay_search::structure::{Content, FieldName, Object, Value};

fn picture(structure: &Structure) -> String {
    let mut text = Vec::new();
    write_inline(&mut text, structure).expect("a vector takes everything");
    String::from_utf8(text).expect("SVG is UTF-8")
}

/// Nodes that only refer: one list of values each.
fn nodes(values: &[&[Value]]) -> Structure {
    let field = |slot| FieldName { class: "N".to_owned(), name: format!("f{slot}") };
    let node = |(place, values): (usize, &&[Value])| Object {
        id: format!("N{place}"),
        class: "N".into(),
        content: Content::Fields(
            values
                .iter()
                .enumerate()
                .map(|(slot, value)| (field(slot).into(), value.clone()))
                .collect(),
        ),
    };
    Structure { objects: values.iter().enumerate().map(node).collect() }
}

/// The left end of a card by its title.
fn left(layout: &Layout, title: &str) -> f64 {
    let card = layout.placed.iter().find(|(_, card, _)| card.title == title);
    card.map(|(_, _, rect)| rect.left).expect("a card of that name")
}

#[test]
fn the_smallest_picture() {
    let empty = samples().pop().expect("the empty tree is last").structure;
    expect![[r#"
        <svg xmlns="http://www.w3.org/2000/svg" class="margay" role="img" width="122" height="90" viewBox="-12 -12 122 90">
        <g class="card c0" transform="translate(0 0)">
        <title>BinaryTree0: shapes.BinaryTree</title>
        <rect class="body" width="98" height="66" rx="5"/>
        <path class="band" d="M0,24 V5 Q0,0 5,0 H93 Q98,0 98,5 V24Z"/>
        <text class="name" x="49" y="16">BinaryTree0</text>
        <text class="label" x="9" y="40">root</text>
        <text class="value none" x="89" y="40">null</text>
        <text class="label" x="9" y="58">size</text>
        <text class="value" x="89" y="58">0</text>
        </g>
        </svg>
    "#]].assert_eq(&picture(&empty));
}

#[test]
fn a_file_of_its_own_has_both_themes() {
    let mut text = Vec::new();
    write(&mut text, &sample("Ring").structure).expect("a vector takes everything");
    let text = String::from_utf8(text).expect("SVG is UTF-8");
    let alone = text.replace(&format!("<style>\n{STYLE}</style>\n"), "");
    assert_eq!(alone, picture(&sample("Ring").structure));
    assert!(STYLE.contains("@media (prefers-color-scheme: dark)"));
    assert!(!STYLE.contains(['<', '&']), "the style must be XML text as it is");
}

#[test]
fn elements_are_closed() {
    for record in samples() {
        let picture = picture(&record.structure);
        let mut open = Vec::new();
        for tag in picture.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').expect("a tag ends");
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name)),
                None if tag.ends_with('/') => {}
                None => open.extend(tag.split(' ').next()),
            }
        }
        assert!(open.is_empty(), "left open: {open:?}");
    }
}

#[test]
fn text_is_escaped() {
    let picture = picture(&sample("HashTable").structure);
    assert!(picture.contains(r#">&quot;&lt;pear &amp; \&quot;quince\&quot;&gt;&quot;<"#));
    assert_eq!(escape("a\u{0}\n\u{FFFF}'"), "a\u{FFFD}\u{FFFD}\u{FFFD}&#39;");
}

#[test]
fn long_values_are_cut_and_kept_in_a_tooltip() {
    let long = "x".repeat(40);
    let picture = picture(&nodes(&[&[Value::Text(long.clone())]]));
    assert!(picture.contains(&format!("<title>&quot;{long}&quot;</title>")));
    assert!(picture.contains("xxx…</text>"));
}

#[test]
fn a_way_down_that_was_never_read_says_so() {
    let structure = nodes(&[&[Value::Ref(1), Value::Null], &[Value::Null, Value::Free]]);
    assert!(picture(&structure).contains(">f1 any</text>"));
}

#[test]
fn cards_never_overlap() {
    for record in samples() {
        let layout = Layout::of(&record.structure);
        for (place, (_, _, one)) in layout.placed.iter().enumerate() {
            for (_, _, other) in &layout.placed[place + 1..] {
                assert!(!one.meets(other), "{one:?} {other:?}");
            }
        }
    }
}

#[test]
fn curves_go_around_cards() {
    for name in ["DoublyLinkedList", "RedBlackTree", "Ring", "Folder"] {
        let layout = Layout::of(&sample(name).structure);
        assert!(!layout.others.is_empty());
        for curve in &layout.others {
            let line = geometry::Polyline::of(&curve.1);
            let crossed = layout.placed.iter().filter(|(_, _, rect)| line.enters(rect, -1.0));
            assert_eq!(crossed.count(), 0, "{name}: {curve:?}");
        }
    }
}

#[test]
fn a_list_runs_from_left_to_right() {
    let layout = Layout::of(&sample("DoublyLinkedList").structure);
    assert!(layout.placed.iter().all(|(_, _, rect)| rect.top == 0.0));
    let titles: Vec<&str> = layout.placed.iter().map(|(_, card, _)| card.title.as_str()).collect();
    assert_eq!(titles, ["DoublyLinkedList0", "Node0", "Node1", "Node2", "Node3"]);
    assert!(titles.windows(2).all(|pair| left(&layout, pair[0]) < left(&layout, pair[1])));
}

#[test]
fn a_tree_has_left_children_left_and_right_children_right() {
    let layout = Layout::of(&sample("BinaryTree").structure);
    let left = |title| left(&layout, title);
    assert!(left("Node1") < left("Node0") && left("Node0") < left("Node2"));
    assert!(left("Node1") < left("Node3"), "a right child without a left one");
    assert!(left("Node4") < left("Node2"), "a left child without a right one");
}

#[test]
fn structures_that_no_search_makes_are_drawn_too() {
    let odd = [
        nodes(&[]),
        nodes(&[&[]]),
        nodes(&[&[Value::Ref(0), Value::Ref(7)]]),
        nodes(&[&[Value::Free], &[Value::Ref(0)]]),
    ];
    for structure in odd {
        assert!(picture(&structure).ends_with("</svg>\n"));
    }
}

#[test]
fn a_reference_to_its_own_object_is_a_loop() {
    let layout = Layout::of(&nodes(&[&[Value::Ref(0)]]));
    let lengths: Vec<f64> =
        layout.others.iter().map(|(_, curve)| geometry::Polyline::of(curve).length()).collect();
    assert!(matches!(lengths[..], [length] if length > 20.0), "{lengths:?}");
}

#[test]
fn curves_do_not_share_their_ends() {
    let layout = Layout::of(&nodes(&[
        &[Value::Ref(1), Value::Ref(2)],
        &[Value::Ref(2), Value::Ref(0)],
        &[Value::Ref(0), Value::Null],
    ]));
    let mut ends: Vec<String> = Vec::new();
    for curve in &layout.others {
        ends.extend([curve.1.from.at.to_string(), curve.1.to.at.to_string()]);
    }
    assert_eq!(ends.len(), 6);
    ends.sort();
    ends.dedup();
    assert_eq!(ends.len(), 6);
}

#[test]
fn a_long_list_is_no_deep_recursion() {
    let values: Vec<Vec<Value>> =
        (0..3_000).map(|place| vec![Value::Ref(place + 1), Value::Null]).collect();
    let values: Vec<&[Value]> = values.iter().map(Vec::as_slice).collect();
    assert_eq!(Layout::of(&nodes(&values)).tree.len(), 2_999);
}
