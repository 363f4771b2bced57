//! Summaries as data, to be written down and read again: classes and blocks have names, and all that is read is checked.

use super::UNKNOWN;
use super::kept::{Copier, KeptSummary, Line, Renames};
use super::{CallSummary, Case, CaseEnd, CaseValue, MadeObject, Node, Origin, StaticCell};
use margay_ir::{ClassId, MethodId, Storage, StrId};
use margay_logic::{Sort, StoredTerms, TermId, Terms};
use margay_machine::symbolic::inputs::Making;
use margay_machine::symbolic::{InputId, Reference, variable_sort};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::hash::Hash;
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

    /// The names of the class and of a static field of it.
    fn cell(&self, cell: StaticCell) -> (String, String);

    /// The static field of a class of these names.
    fn cell_named(&mut self, class: &str, field: &str) -> Option<StaticCell>;

    /// The units of a string constant.
    fn text(&self, text: StrId) -> Vec<u16>;

    /// The string constant of some units.
    fn text_of(&mut self, units: &[u16]) -> StrId;

    /// The name of a method.
    fn method(&self, method: MethodId) -> String;

    /// The line that its code begins with: others are kept as seen from there.
    fn first_line(&mut self, method: MethodId) -> u32;

    /// The method of a name.
    fn method_named(&mut self, name: &str) -> Option<MethodId>;
}

/// A summary as data. Classes, blocks, static fields, texts, methods and references are numbers in the tables beside it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredSummary {
    classes: Vec<String>,
    blocks: Vec<(String, u32)>,
    statics: Vec<(String, String)>,
    texts: Vec<Vec<u16>>,
    methods: Vec<String>,
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

/// Things that are numbered as they come, by their names: a block of a summary that was read has another id than
/// the same block where it runs.
struct Table<T> {
    all: Vec<T>,
    numbers: FxHashMap<T, u32>,
    /// The numbers of those met before.
    ids: FxHashMap<u32, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { all: Vec::new(), numbers: FxHashMap::default(), ids: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    fn number(&mut self, id: u32, name: impl FnOnce() -> T) -> u32 {
        let Table { all, numbers, ids } = self;
        *ids.entry(id).or_insert_with(|| {
            let name = name();
            *numbers.entry(name.clone()).or_insert_with(|| {
                all.push(name);
                all.len() as u32 - 1
            })
        })
    }
}

/// Gives names to things of the program.
struct Naming<'a> {
    names: &'a mut dyn Names,
    classes: Table<String>,
    blocks: Table<(String, u32)>,
    statics: Table<(String, String)>,
    texts: Table<Vec<u16>>,
    methods: Table<String>,
}

impl Renames for Naming<'_> {
    fn class(&mut self, class: ClassId) -> Option<ClassId> {
        let number = self.classes.number(class.as_u32(), || self.names.class(class));
        Some(ClassId::from_u32(number))
    }

    fn point(&mut self, point: u32) -> Option<u32> {
        Some(self.blocks.number(point, || self.names.point(point)))
    }

    fn cell(&mut self, cell: StaticCell) -> Option<StaticCell> {
        let number = self.statics.number(cell.cell, || self.names.cell(cell));
        Some(StaticCell { class: ClassId::from_u32(0), cell: number })
    }

    fn text(&mut self, text: StrId) -> Option<StrId> {
        let number = self.texts.number(text.as_u32(), || self.names.text(text));
        Some(StrId::from_u32(number))
    }

    fn place(&mut self, (method, line): Line) -> Option<Line> {
        let number = self.methods.number(method.as_u32(), || self.names.method(method));
        let line = line.map(|line| line.wrapping_sub(self.names.first_line(method)));
        Some((MethodId::from_u32(number), line))
    }
}

/// Finds things of the program that have names.
struct Finding {
    /// With the cells of their objects; none of an array.
    classes: Vec<(ClassId, Option<u32>)>,
    blocks: Vec<u32>,
    statics: Vec<StaticCell>,
    texts: Vec<StrId>,
    /// With the lines that their code begins with.
    methods: Vec<(MethodId, u32)>,
}

impl Finding {
    fn new(stored: &StoredSummary, names: &mut dyn Names) -> Result<Finding, String> {
        let mut classes = Vec::with_capacity(stored.classes.len());
        for name in &stored.classes {
            let found = names.class_named(name);
            classes.push(found.ok_or_else(|| format!("there is no class {name}"))?);
        }
        let mut blocks = Vec::with_capacity(stored.blocks.len());
        for (method, block) in &stored.blocks {
            let found = names.point_named(method, *block);
            blocks.push(found.ok_or_else(|| format!("{method} has no block {block}"))?);
        }
        let mut statics = Vec::with_capacity(stored.statics.len());
        for (class, field) in &stored.statics {
            let found = names.cell_named(class, field);
            statics.push(found.ok_or_else(|| format!("{class} has no static field {field}"))?);
        }
        let texts = stored.texts.iter().map(|units| names.text_of(units)).collect();
        let mut methods = Vec::with_capacity(stored.methods.len());
        for name in &stored.methods {
            let found = names.method_named(name);
            let found = found.ok_or_else(|| format!("there is no method {name}"))?;
            methods.push((found, names.first_line(found)));
        }
        Ok(Finding { classes, blocks, statics, texts, methods })
    }
}

impl Renames for Finding {
    fn class(&mut self, class: ClassId) -> Option<ClassId> {
        Some(self.classes.get(class.as_u32() as usize)?.0)
    }

    fn point(&mut self, point: u32) -> Option<u32> {
        self.blocks.get(point as usize).copied()
    }

    fn cell(&mut self, cell: StaticCell) -> Option<StaticCell> {
        self.statics.get(cell.cell as usize).copied()
    }

    fn text(&mut self, text: StrId) -> Option<StrId> {
        self.texts.get(text.as_u32() as usize).copied()
    }

    fn place(&mut self, (method, line): Line) -> Option<Line> {
        let (method, first) = *self.methods.get(method.as_u32() as usize)?;
        Some((method, line.map(|line| line.wrapping_add(first))))
    }
}

impl KeptSummary {
    /// The summary as data; none if some of it cannot be written down.
    #[must_use]
    pub fn store(&self, names: &mut dyn Names) -> Option<StoredSummary> {
        let mut naming = Naming {
            names,
            classes: Table::default(),
            blocks: Table::default(),
            statics: Table::default(),
            texts: Table::default(),
            methods: Table::default(),
        };
        let (term, input) = (&mut Some, &Some);
        let copied = Copier { term, input, names: &mut naming }.summary(&self.summary)?;
        let CallSummary { mut nodes, root, numbers, references, cases, max_array } = copied;
        for node in &mut nodes {
            // An object that is made by code is none that a call is composed with.
            if let Node::Object { new, .. } = node {
                new.retain(|(making, _)| matches!(making, Making::Object(_) | Making::Array(_)));
            }
        }
        let mut own = Vec::with_capacity(references.len());
        for (input, about) in &self.references {
            let about = Reference { class: naming.class(about.class)?, ..about.clone() };
            own.push((*input, about, *references.get(input)?));
        }
        let mut numbers: Vec<_> =
            numbers.into_iter().map(|(term, (at, how))| (term, at, how)).collect();
        numbers.sort_by_key(|(term, ..)| *term);
        let terms = self.terms.stored()?;
        Some(StoredSummary {
            classes: naming.classes.all,
            blocks: naming.blocks.all,
            statics: naming.statics.all,
            texts: naming.texts.all,
            methods: naming.methods.all,
            references: own,
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
        let mut finding = Finding::new(&self, names)?;
        let mut terms = self.terms.restore()?;
        terms.shrink();
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
        let wrong = || "it refers to what it does not have".to_owned();
        let (term, input) = (&mut Some, &Some);
        let copied = Copier { term, input, names: &mut finding }.summary(&read);
        let summary = copied.ok_or_else(wrong)?;
        let made = read.nodes.iter().filter_map(|node| match node {
            Node::Case(case) => Some(&case.made),
            _ => None,
        });
        for MadeObject { class, len, cells, .. } in made.flatten() {
            let (_, own) = finding.classes[class.as_u32() as usize];
            if own.is_some_and(|own| own != *len) || cells.iter().any(|(at, _)| at >= len) {
                return Err("an object has cells that its class does not have".to_owned());
            }
        }
        let mut references = Vec::with_capacity(self.references.len());
        for (input, about, _) in self.references {
            let class = finding.class(about.class).ok_or_else(wrong)?;
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
            Node::Compared { next, .. } => leads(next),
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
    for value in case.values() {
        let is_right = match value {
            CaseValue::Term(term) => is_term(terms, term),
            CaseValue::Made(number) => (number as usize) < case.made.len(),
            CaseValue::Known(_)
            | CaseValue::Reference(_)
            | CaseValue::Given(_)
            | CaseValue::Text(_)
            | CaseValue::Constant(_) => true,
        };
        if !is_right {
            return Err("a case has a value that is not there".to_owned());
        }
    }
    if matches!(case.end, CaseEnd::Threw(CaseValue::Known(_) | CaseValue::Term(_))) {
        return Err("a case throws what is no object".to_owned());
    }
    Ok(())
}
