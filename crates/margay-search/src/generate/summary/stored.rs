//! Summaries as data, to be written down and read again: classes and blocks have names, and all that is read is checked.

use super::kept::{Copier, KeptSummary};
use super::{CallSummary, Case, CaseValue, MadeObject, Node, Origin, UNKNOWN};
use margay_ir::{ClassId, Storage};
use margay_logic::{Sort, StoredTerms, TermId, Terms};
use margay_machine::symbolic::inputs::Making;
use margay_machine::symbolic::{InputId, Reference, variable_sort};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// What classes and blocks are called, in any run of the same program.
pub trait Names {
    /// The name of a class.
    fn class(&self, class: ClassId) -> String;

    /// The class of a name, if there is one, and the cells of its objects; none of an array.
    fn class_named(&mut self, name: &str) -> Option<(ClassId, Option<u32>)>;

    /// The name of the method of a point, and the number of its block.
    fn point(&self, point: u32) -> (String, u32);

    /// The point of a block of the method of a name.
    fn point_named(&mut self, method: &str, block: u32) -> Option<u32>;
}

/// A summary as data. Classes, blocks and references are numbers in the tables beside it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredSummary {
    classes: Vec<String>,
    blocks: Vec<(String, u32)>,
    references: Vec<(InputId, Reference, Origin)>,
    terms: StoredTerms,
    numbers: Vec<(TermId, Origin, Storage)>,
    nodes: Vec<Node>,
    root: u32,
    cases: u64,
    max_array: u32,
}

/// Cases as data: nobody has to know that they are shared.
pub(super) mod shared {
    use super::Case;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::rc::Rc;

    pub fn serialize<S: Serializer>(case: &Rc<Case>, serializer: S) -> Result<S::Ok, S::Error> {
        (**case).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rc<Case>, D::Error> {
        Case::deserialize(deserializer).map(Rc::new)
    }
}

/// Things that are numbered as they come.
#[derive(Default)]
struct Table<T> {
    all: Vec<T>,
    numbers: FxHashMap<u32, u32>,
}

impl<T> Table<T> {
    fn number(&mut self, id: u32, name: impl FnOnce() -> T) -> u32 {
        let all = &mut self.all;
        *self.numbers.entry(id).or_insert_with(|| {
            all.push(name());
            all.len() as u32 - 1
        })
    }
}

impl KeptSummary {
    /// The summary as data; none if some of it cannot be written down.
    #[must_use]
    pub fn store(&self, names: &dyn Names) -> Option<StoredSummary> {
        let (mut classes, mut blocks) = (Table::default(), Table::default());
        let mut class = |class: ClassId| {
            let number = classes.number(class.as_u32(), || names.class(class));
            Some(ClassId::from_u32(number))
        };
        let mut point = |point: u32| Some(blocks.number(point, || names.point(point)));
        let (term, input) = (&mut Some, &Some);
        let copied =
            Copier { term, input, class: &mut class, point: &mut point }.summary(&self.summary)?;
        let CallSummary { mut nodes, root, numbers, references, cases, max_array } = copied;
        for node in &mut nodes {
            // An object that is made by code is none that a call is composed with.
            if let Node::Object { new, .. } = node {
                new.retain(|(making, _)| matches!(making, Making::Object(_) | Making::Array(_)));
            }
        }
        let mut own = Vec::with_capacity(references.len());
        for (input, about) in &self.references {
            let about = Reference { class: class(about.class)?, ..about.clone() };
            own.push((*input, about, *references.get(input)?));
        }
        let mut numbers: Vec<_> =
            numbers.into_iter().map(|(term, (at, how))| (term, at, how)).collect();
        numbers.sort_by_key(|(term, ..)| *term);
        let terms = self.terms.stored()?;
        let (classes, blocks) = (classes.all, blocks.all);
        let references = own;
        Some(StoredSummary {
            classes,
            blocks,
            references,
            terms,
            numbers,
            nodes,
            root,
            cases,
            max_array,
        })
    }
}

impl StoredSummary {
    /// The summary in a program that has its classes and methods.
    ///
    /// # Errors
    /// When it is none of this program, or no summary; the text says why.
    pub fn restore(self, names: &mut dyn Names) -> Result<KeptSummary, String> {
        let mut classes = Vec::with_capacity(self.classes.len());
        for name in &self.classes {
            let found =
                names.class_named(name).ok_or_else(|| format!("there is no class {name}"))?;
            classes.push(found);
        }
        let mut blocks = Vec::with_capacity(self.blocks.len());
        for (method, block) in &self.blocks {
            let found = names.point_named(method, *block);
            blocks.push(found.ok_or_else(|| format!("{method} has no block {block}"))?);
        }
        let terms = self.terms.restore()?;
        let references =
            self.references.iter().map(|(input, _, origin)| (*input, *origin)).collect();
        let mut numbers = FxHashMap::default();
        for (term, origin, storage) in &self.numbers {
            if !is_term(&terms, *term) || terms.sort(*term) != variable_sort(*storage) {
                return Err(format!("{origin:?} is not a number of its kind"));
            }
            numbers.insert(*term, (*origin, *storage));
        }
        let StoredSummary { nodes, root, cases, max_array, .. } = self;
        let read = CallSummary { nodes, root, numbers, references, cases, max_array };
        check_nodes(&read, &terms)?;
        let mut class = |class: ClassId| Some(classes.get(class.as_u32() as usize)?.0);
        let mut point = |point: u32| blocks.get(point as usize).copied();
        let wrong = || "it refers to what it does not have".to_owned();
        let (term, input) = (&mut Some, &Some);
        let copied = Copier { term, input, class: &mut class, point: &mut point }.summary(&read);
        let summary = copied.ok_or_else(wrong)?;
        let made = read.nodes.iter().filter_map(|node| match node {
            Node::Case(case) => Some(&case.made),
            _ => None,
        });
        for MadeObject { class, len, cells } in made.flatten() {
            let (_, own) = classes[class.as_u32() as usize];
            if own.is_some_and(|own| own != *len) || cells.iter().any(|(at, _)| at >= len) {
                return Err("an object has cells that its class does not have".to_owned());
            }
        }
        let mut references = Vec::with_capacity(self.references.len());
        for (input, about, _) in self.references {
            let class = class(about.class).ok_or_else(wrong)?;
            references.push((input, Reference { class, ..about }));
        }
        Ok(KeptSummary { terms, references, summary })
    }
}

fn is_term(terms: &Terms, term: TermId) -> bool {
    term.index() < terms.len()
}

/// Every way through the tree has an end, and all terms are terms.
fn check_nodes(summary: &CallSummary, terms: &Terms) -> Result<(), String> {
    let CallSummary { nodes, root, .. } = summary;
    let is_fine = |from: u32, to: u32| {
        let is_end = to <= super::THROWS && matches!(nodes.get(to as usize), Some(Node::Runs));
        is_end || (to > from && (to as usize) < nodes.len())
    };
    if !is_fine(UNKNOWN, *root) {
        return Err("it has no beginning".to_owned());
    }
    for (number, node) in (0..).zip(nodes) {
        let wrong = || Err(format!("node {number} leads to none that comes after it"));
        let leads = |to: &u32| is_fine(number, *to);
        let is_right = match node {
            Node::Runs => true,
            Node::Test { conditions, is_branch } => {
                let is_condition =
                    |term: TermId| is_term(terms, term) && terms.sort(term) == Sort::Bool;
                if !conditions.iter().all(|(condition, _)| is_condition(*condition))
                    || *is_branch && conditions.len() != 2
                {
                    return Err(format!("node {number} has no conditions"));
                }
                conditions.iter().all(|(_, next)| leads(next))
            }
            Node::Null { null, object, .. } => leads(null) && leads(object),
            Node::Object { null, new, same, .. } => {
                leads(null)
                    && new.iter().all(|(_, next)| leads(next))
                    && same.iter().all(|(_, next)| leads(next))
            }
            Node::Classes { groups, .. } => groups.iter().all(|(.., next)| leads(next)),
            Node::Case(case) => {
                check_case(case, terms)?;
                true
            }
        };
        if !is_right {
            return wrong();
        }
    }
    Ok(())
}

fn check_case(case: &Rc<Case>, terms: &Terms) -> Result<(), String> {
    let cells = case.made.iter().flat_map(|made| made.cells.iter().map(|(_, value)| *value));
    let written = case.writes.iter().map(|(.., value)| *value);
    for value in cells.chain(written).chain(case.result) {
        let is_right = match value {
            CaseValue::Term(term) => is_term(terms, term),
            CaseValue::Made(number) => (number as usize) < case.made.len(),
            CaseValue::Known(_) | CaseValue::Reference(_) | CaseValue::Given(_) => true,
        };
        if !is_right {
            return Err("a case has a value that is not there".to_owned());
        }
    }
    Ok(())
}
