//! Which references make the shape of a structure.
//!
//! A depth-first walk from the root, fields in their order, makes a spanning tree. Depth first,
//! because then a list is a chain even when its header also points at the last node; in a tree
//! any walk finds the same edges. References outside the tree point back or across, as `parent`,
//! `prev` and `tail` do.

use crate::literal;
use crate::names::id_at;
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use rustc_hash::FxHashSet;

/// A reference: `from` holds it in the field or element at `slot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub from: usize,
    pub slot: usize,
    pub to: usize,
}

/// The spanning tree of a structure.
pub(crate) struct Spanning {
    /// Tree edges of each object, by slot.
    pub children: Vec<Vec<Edge>>,
    /// References that are not in the tree, by object and slot.
    pub others: Vec<Edge>,
    /// Objects that the root leads to, each before its children.
    pub preorder: Vec<usize>,
}

impl Spanning {
    pub fn of(structure: &Structure) -> Self {
        let count = structure.objects.len();
        let mut children = vec![Vec::new(); count];
        let mut preorder = Vec::with_capacity(count);
        let mut met = vec![false; count];
        let mut open: Vec<(Edge, bool)> = Vec::new();
        let root = Edge { from: 0, slot: 0, to: 0 };
        open.extend((count > 0).then_some((root, true)));
        while let Some((edge, is_root)) = open.pop() {
            if std::mem::replace(&mut met[edge.to], true) {
                continue;
            }
            if !is_root {
                children[edge.from].push(edge);
            }
            preorder.push(edge.to);
            let next: Vec<Edge> = edges(structure, edge.to).collect();
            open.extend(next.into_iter().rev().map(|edge| (edge, false)));
        }
        let all = preorder.iter().flat_map(|&from| edges(structure, from));
        let others = all.filter(|edge| !children[edge.from].contains(edge)).collect();
        Spanning { children, others, preorder }
    }

    /// The tree edge that leaves an object at a slot.
    pub fn child(&self, from: usize, slot: usize) -> Option<usize> {
        self.children[from].iter().find(|edge| edge.slot == slot).map(|edge| edge.to)
    }
}

/// The references an object holds; those to no object of the structure are left out.
fn edges(structure: &Structure, from: usize) -> impl Iterator<Item = Edge> {
    let values = values(&structure.objects[from]);
    values.into_iter().enumerate().filter_map(move |(slot, value)| match *value {
        Value::Ref(to) if to < structure.objects.len() => Some(Edge { from, slot, to }),
        _ => None,
    })
}

/// The values of an object, by slot.
pub(crate) fn values(object: &Object) -> Vec<&Value> {
    object.content.values().collect()
}

/// The fields that are drawn as ways down: those with a tree edge in some object of the class, and
/// those that hold nothing but null, as the fields of a leaf. What is left are values, and
/// references that always point back.
pub(crate) struct Ports<'a>(FxHashSet<Key<'a>>);

/// A field of the objects of a class: that class, the one that declares it, its name.
type Key<'a> = (&'a str, &'a str, &'a str);

fn key<'a>(object: &'a Object, field: &'a FieldName) -> Key<'a> {
    (&object.class, &field.class, &field.name)
}

impl<'a> Ports<'a> {
    pub fn of(structure: &'a Structure, spanning: &Spanning) -> Self {
        let (mut down, mut null, mut other) = Default::default();
        for (place, object) in structure.objects.iter().enumerate() {
            let Content::Fields(fields) = &object.content else { continue };
            for (slot, (field, value)) in fields.iter().enumerate() {
                let group: &mut FxHashSet<Key<'_>> = match value {
                    _ if spanning.child(place, slot).is_some() => &mut down,
                    Value::Null => &mut null,
                    Value::Free => continue,
                    _ => &mut other,
                };
                group.insert(key(object, field));
            }
        }
        null.retain(|field| !other.contains(field));
        down.extend(null);
        Ports(down)
    }

    /// Whether the structure is a list: an object that leads on has one way to. A tree that happens
    /// to have one branch is no list, nor is an array an element of one.
    pub fn make_chain(&self, structure: &Structure, spanning: &Spanning) -> bool {
        let mut leading = spanning.preorder.iter().filter(|&&at| !spanning.children[at].is_empty());
        leading.all(|&place| {
            let object = &structure.objects[place];
            let Content::Fields(fields) = &object.content else { return false };
            fields.iter().filter(|(field, _)| self.contains(object, field)).count() == 1
        })
    }

    pub fn contains(&self, object: &Object, field: &FieldName) -> bool {
        self.0.contains(&key(object, field))
    }
}

/// A value in a few characters, as pictures show it.
#[must_use]
pub fn value_text(structure: &Structure, value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Ref(place) => id_at(structure, *place).to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Char(unit) => match char::from_u32((*unit).into()) {
            Some(character) if !character.is_control() => format!("'{character}'"),
            _ => format!("'\\u{unit:04x}'"),
        },
        Value::Float(text) => text.clone(),
        Value::Text(text) => format!("{text:?}"),
        Value::Units(units) => literal::units(units),
        Value::Constant(name) => name.clone(),
        Value::Free => "any".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;
    use expect_test::{Expect, expect};

    fn check(name: &str, expected: Expect) {
        let structure = sample(name).structure;
        let spanning = Spanning::of(&structure);
        let text = |edge: &Edge| {
            format!("{}-{}", id_at(&structure, edge.from), id_at(&structure, edge.to))
        };
        let tree: Vec<String> = spanning.children.iter().flatten().map(text).collect();
        let others: Vec<String> = spanning.others.iter().map(text).collect();
        let is_chain = Ports::of(&structure, &spanning).make_chain(&structure, &spanning);
        let chain = if is_chain { "chain" } else { "tree" };
        expected.assert_eq(&format!("{chain} {}\nothers {}", tree.join(" "), others.join(" ")));
    }

    #[test]
    fn a_list_is_a_chain_though_its_header_knows_the_last_node() {
        check(
            "DoublyLinkedList",
            expect![[r#"
                chain DoublyLinkedList0-Node0 Node0-Node1 Node1-Node2 Node2-Node3
                others DoublyLinkedList0-Node3 Node1-Node0 Node2-Node1 Node3-Node2"#]],
        );
    }

    #[test]
    fn parents_are_not_part_of_a_tree() {
        check(
            "RedBlackTree",
            expect![[r#"
            tree RedBlackTree0-Node0 Node0-Node1 Node0-Node2 Node1-Node3 Node1-Node4 Node2-Node5 Node2-Node6
            others Node1-Node0 Node3-Node1 Node4-Node1 Node2-Node0 Node5-Node2 Node6-Node2"#]],
        );
    }

    #[test]
    fn a_ring_closes_outside_the_tree() {
        check(
            "Ring",
            expect![[r#"
            chain Ring0-Node0 Node0-Node1 Node1-Node2
            others Node2-Node0"#]],
        );
    }

    #[test]
    fn a_tree_of_one_branch_is_no_list() {
        let leaf = r#"{"class":"N","fields":{"left":null,"right":null}}"#;
        let root = r#"{"class":"N","fields":{"left":{"$ref":"N1"},"right":null}}"#;
        let line = format!(r#"{{"root":"N0","objects":{{"N0":{root},"N1":{leaf}}}}}"#);
        let structure = crate::json::parse_line(&line).expect("well formed").structure;
        let spanning = Spanning::of(&structure);
        assert!(!Ports::of(&structure, &spanning).make_chain(&structure, &spanning));
    }

    #[test]
    fn fields_that_only_point_back_are_no_ports() {
        let structure = sample("RedBlackTree").structure;
        let ports = Ports::of(&structure, &Spanning::of(&structure));
        let node = &structure.objects[1];
        let Content::Fields(fields) = &node.content else { panic!("a node has fields") };
        let names = fields.iter().filter(|(field, _)| ports.contains(node, field));
        let names: Vec<&str> = names.map(|(field, _)| field.name.as_str()).collect();
        assert_eq!(names, ["left", "right"]);
    }
}
