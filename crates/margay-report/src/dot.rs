//! Graphviz DOT, for those who lay out pictures themselves.
//!
//! An object is a record: its name, its values, and a port for each field that leads on; an array
//! is a row of ports. References outside the spanning tree are dashed and do
//! not move nodes. Null is a small circle in its port. A list runs from left to right, and all its
//! fields are values, in their order.

use crate::Marks;
use crate::names::{field_label, id_at};
use crate::spanning::{Edge, Ports, Spanning, value_text};
use margay_search::structure::{Content, Object, Structure, Value};
use std::io::{self, Write};
use std::sync::Arc;

/// Writes a structure as a graph.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, structure: &Structure) -> io::Result<()> {
    write_marked(out, structure, &Marks::default())
}

/// The same with changed values highlighted: they say what was there before, their objects and
/// references are red.
///
/// # Errors
/// Those of `out`.
pub fn write_marked(out: &mut impl Write, structure: &Structure, marks: &Marks) -> io::Result<()> {
    let spanning = Spanning::of(structure);
    let ports = Ports::of(structure, &spanning);
    let is_chain = ports.make_chain(structure, &spanning);
    let is_marked = |edge: &Edge| marks.before(edge.from, edge.slot).is_some();
    writeln!(out, "digraph structure {{")?;
    if is_chain {
        writeln!(out, "  rankdir=LR;")?;
    }
    writeln!(out, "  node [shape=record, fontname=\"monospace\", fontsize=10];")?;
    for &place in &spanning.preorder {
        let object = &structure.objects[place];
        let was = |slot: usize| {
            let before = marks.before(place, slot).map(escape);
            before.map(|before| format!("\\ (was\\ {before})")).unwrap_or_default()
        };
        let label = label(structure, object, &ports, is_chain, &was);
        let slots = object.content.values().count();
        let is_marked = (0..slots).any(|slot| marks.before(place, slot).is_some());
        let style = if is_marked { ", color=red, penwidth=2" } else { "" };
        writeln!(out, "  {} [label=\"{label}\"{style}];", quoted(&object.id))?;
    }
    for edge in spanning.preorder.iter().flat_map(|&place| &spanning.children[place]) {
        let style = if is_marked(edge) { " [color=red]" } else { "" };
        write_edge(out, structure, edge, style)?;
    }
    for edge in &spanning.others {
        let colour = if is_marked(edge) { ", color=red" } else { "" };
        write_edge(out, structure, edge, &format!(" [style=dashed, constraint=false{colour}]"))?;
    }
    writeln!(out, "}}")
}

fn write_edge(
    out: &mut impl Write,
    structure: &Structure,
    edge: &Edge,
    style: &str,
) -> io::Result<()> {
    let (from, to) = (id_at(structure, edge.from), id_at(structure, edge.to));
    writeln!(out, "  {}:f{} -> {}{style};", quoted(from), edge.slot, quoted(to))
}

/// The label of a record. Braces turn the direction of its parts, which starts across the page,
/// or down it when the graph runs from left to right.
fn label(
    structure: &Structure,
    object: &Object,
    ports: &Ports<'_>,
    is_chain: bool,
    was: &impl Fn(usize) -> String,
) -> String {
    let (rows, cells) = match &object.content {
        Content::Fields(fields) => {
            let slots = fields.iter().enumerate();
            let (cells, rows): (Vec<_>, Vec<_>) =
                slots.partition(|(_, (field, _))| !is_chain && ports.contains(object, field));
            let cell = |(slot, (field, value)): (usize, &(Arc<_>, Value))| {
                let label = escape(&field_label(object, field));
                format!("<f{slot}> {label}{}{}", mark(value), was(slot))
            };
            let row = |(slot, (field, value)): (usize, &(Arc<_>, Value))| {
                let text = escape(&value_text(structure, value));
                let label = escape(&field_label(object, field));
                format!("<f{slot}> {label} = {text}{}", was(slot))
            };
            (rows.into_iter().map(row).collect(), cells.into_iter().map(cell).collect::<Vec<_>>())
        }
        other => {
            let cell = |(slot, value): (usize, &Value)| match value {
                Value::Ref(_) => format!("<f{slot}> {slot}{}", was(slot)),
                Value::Null => format!("<f{slot}> {slot}{}{}", mark(value), was(slot)),
                _ => format!("<f{slot}> {}{}", escape(&value_text(structure, value)), was(slot)),
            };
            (Vec::new(), other.values().enumerate().map(cell).collect())
        }
    };
    let strip = (!cells.is_empty()).then(|| format!("{{{}}}", cells.join("|")));
    let parts: Vec<String> = [escape(&object.id)].into_iter().chain(rows).chain(strip).collect();
    let parts = parts.join("|");
    if is_chain { parts } else { format!("{{{parts}}}") }
}

/// What a port shows in place of an edge.
fn mark(value: &Value) -> &'static str {
    match value {
        Value::Null => " ∘",
        Value::Free => " any",
        _ => "",
    }
}

/// A name in quotes, where only quotes and backslashes are special.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Text in the label of a record.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '{' | '}' | '|' | '<' | '>' | '"' | '\\' | ' ' => escaped.extend(['\\', character]),
            _ if character.is_control() => escaped.push('\u{FFFD}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;
    use expect_test::{Expect, expect};

    fn check(name: &str, expected: Expect) {
        let mut text = Vec::new();
        write(&mut text, &sample(name).structure).expect("a vector takes everything");
        expected.assert_eq(&String::from_utf8(text).expect("DOT is UTF-8"));
    }

    #[test]
    fn a_tree_with_parents() {
        check(
            "RedBlackTree",
            expect![[r#"
            digraph structure {
              node [shape=record, fontname="monospace", fontsize=10];
              "RedBlackTree0" [label="{RedBlackTree0|<f1> size = 7|{<f0> root}}"];
              "Node0" [label="{Node0|<f0> key = 4|<f1> color = BLACK|<f4> parent = null|{<f2> left|<f3> right}}"];
              "Node1" [label="{Node1|<f0> key = 2|<f1> color = RED|<f4> parent = Node0|{<f2> left|<f3> right}}"];
              "Node3" [label="{Node3|<f0> key = 1|<f1> color = BLACK|<f4> parent = Node1|{<f2> left ∘|<f3> right ∘}}"];
              "Node4" [label="{Node4|<f0> key = 3|<f1> color = BLACK|<f4> parent = Node1|{<f2> left ∘|<f3> right ∘}}"];
              "Node2" [label="{Node2|<f0> key = 6|<f1> color = BLACK|<f4> parent = Node0|{<f2> left|<f3> right}}"];
              "Node5" [label="{Node5|<f0> key = 5|<f1> color = RED|<f4> parent = Node2|{<f2> left ∘|<f3> right ∘}}"];
              "Node6" [label="{Node6|<f0> key = 7|<f1> color = RED|<f4> parent = Node2|{<f2> left ∘|<f3> right ∘}}"];
              "RedBlackTree0":f0 -> "Node0";
              "Node0":f2 -> "Node1";
              "Node0":f3 -> "Node2";
              "Node1":f2 -> "Node3";
              "Node1":f3 -> "Node4";
              "Node2":f2 -> "Node5";
              "Node2":f3 -> "Node6";
              "Node1":f4 -> "Node0" [style=dashed, constraint=false];
              "Node3":f4 -> "Node1" [style=dashed, constraint=false];
              "Node4":f4 -> "Node1" [style=dashed, constraint=false];
              "Node2":f4 -> "Node0" [style=dashed, constraint=false];
              "Node5":f4 -> "Node2" [style=dashed, constraint=false];
              "Node6":f4 -> "Node2" [style=dashed, constraint=false];
            }
        "#]],
        );
    }

    #[test]
    fn a_list() {
        check(
            "DoublyLinkedList",
            expect![[r#"
                digraph structure {
                  rankdir=LR;
                  node [shape=record, fontname="monospace", fontsize=10];
                  "DoublyLinkedList0" [label="DoublyLinkedList0|<f0> head = Node0|<f1> tail = Node3|<f2> size = 4"];
                  "Node0" [label="Node0|<f0> value = 0|<f1> next = Node1|<f2> prev = null"];
                  "Node1" [label="Node1|<f0> value = 1|<f1> next = Node2|<f2> prev = Node0"];
                  "Node2" [label="Node2|<f0> value = 4|<f1> next = Node3|<f2> prev = Node1"];
                  "Node3" [label="Node3|<f0> value = 9|<f1> next = null|<f2> prev = Node2"];
                  "DoublyLinkedList0":f0 -> "Node0";
                  "Node0":f1 -> "Node1";
                  "Node1":f1 -> "Node2";
                  "Node2":f1 -> "Node3";
                  "DoublyLinkedList0":f1 -> "Node3" [style=dashed, constraint=false];
                  "Node1":f2 -> "Node0" [style=dashed, constraint=false];
                  "Node2":f2 -> "Node1" [style=dashed, constraint=false];
                  "Node3":f2 -> "Node2" [style=dashed, constraint=false];
                }
            "#]],
        );
    }

    #[test]
    fn what_was_changed_is_red() {
        let mut marks = Marks::default();
        marks.add(2, 1, "null".to_owned());
        let mut text = Vec::new();
        write_marked(&mut text, &sample("Ring").structure, &marks)
            .expect("a vector takes everything");
        let expected = expect![[r#"
            digraph structure {
              rankdir=LR;
              node [shape=record, fontname="monospace", fontsize=10];
              "Ring0" [label="Ring0|<f0> entry = Node0"];
              "Node0" [label="Node0|<f0> mark = 'a'|<f1> next = Node1"];
              "Node1" [label="Node1|<f0> mark = 'b'|<f1> next = Node2\ (was\ null)", color=red, penwidth=2];
              "Node2" [label="Node2|<f0> mark = 'c'|<f1> next = Node0"];
              "Ring0":f0 -> "Node0";
              "Node0":f1 -> "Node1";
              "Node1":f1 -> "Node2" [color=red];
              "Node2":f1 -> "Node0" [style=dashed, constraint=false];
            }
        "#]];
        expected.assert_eq(&String::from_utf8(text).expect("DOT is UTF-8"));
    }

    #[test]
    fn arrays_and_text() {
        check(
            "HashTable",
            expect![[r#"
            digraph structure {
              node [shape=record, fontname="monospace", fontsize=10];
              "HashTable0" [label="{HashTable0|<f1> count = 5|<f2> loadFactor = 0.75|{<f0> table}}"];
              "Entry[]0" [label="{Entry[]0|{<f0> 0|<f1> 1 ∘|<f2> 2|<f3> 3 ∘|<f4> 4}}"];
              "Entry0" [label="{Entry0|<f0> key = \"apple\"|<f1> value = 1|{<f2> next}}"];
              "Entry3" [label="{Entry3|<f0> key = \"fig\"|<f1> value = 4|{<f2> next ∘}}"];
              "Entry1" [label="{Entry1|<f0> key = \"\<pear\ &\ \\\"quince\\\"\>\"|<f1> value = 2|{<f2> next ∘}}"];
              "Entry2" [label="{Entry2|<f0> key = \"\"|<f1> value = any|{<f2> next}}"];
              "Entry4" [label="{Entry4|<f0> key = \"zażółć\"|<f1> value = 9007199254740993|{<f2> next ∘}}"];
              "HashTable0":f0 -> "Entry[]0";
              "Entry[]0":f0 -> "Entry0";
              "Entry[]0":f2 -> "Entry1";
              "Entry[]0":f4 -> "Entry2";
              "Entry0":f2 -> "Entry3";
              "Entry2":f2 -> "Entry4";
            }
        "#]],
        );
    }
}
