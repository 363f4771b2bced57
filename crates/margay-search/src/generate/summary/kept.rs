//! Summaries that outlive the search they come from.
//!
//! Terms and references belong to one search. A summary is kept with terms of its own, and gets those of a search
//! when it is used there. So it is the same whatever was searched before.

use super::{CallSummary, Case, CaseEnd, CaseValue, ClassTest, GivenObject, MadeObject, Node};
use super::{Origin, StaticCell};
use margay_ir::{ClassId, MethodId, Storage, StrId};
use margay_logic::{TermId, Terms};
use margay_machine::symbolic::inputs::Making;
use margay_machine::symbolic::{InputId, Reference, Symbolic};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A summary with terms of its own.
#[derive(Debug)]
pub struct KeptSummary {
    pub(super) terms: Terms,
    pub(super) references: Vec<(InputId, Reference)>,
    pub(super) summary: CallSummary,
}

impl KeptSummary {
    /// Keeps a summary of a search.
    #[must_use]
    pub fn new(domain: &Symbolic, summary: &CallSummary) -> Option<KeptSummary> {
        let mut references: Vec<(InputId, Reference)> = summary
            .references
            .keys()
            .map(|input| (*input, domain.references.about(*input).clone()))
            .collect();
        references.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
        let mut terms = Terms::new();
        let mut done = FxHashMap::default();
        let from = domain.path.terms();
        let mut term = |term| terms.import(from, term, &mut done);
        let names = &mut SameNames;
        let summary = Copier { term: &mut term, input: &Some, names }.summary(summary)?;
        terms.shrink();
        Some(KeptSummary { terms, references, summary })
    }

    /// About how many bytes of memory it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let CallSummary { nodes, numbers, references, .. } = &self.summary;
        let below = |node: &Node| match node {
            Node::Runs | Node::Null { .. } | Node::Compared { .. } => 0,
            Node::Test { conditions, .. } => size_of_val(&conditions[..]),
            Node::Object { new, same, .. } => size_of_val(&new[..]) + size_of_val(&same[..]),
            Node::Classes { groups, .. } => {
                let classes = groups.iter().map(|(classes, ..)| size_of_val(&classes[..]));
                size_of_val(&groups[..]) + classes.sum::<usize>()
            }
            Node::Case(case) => case.bytes(),
        };
        let tree = size_of_val(&nodes[..]) + nodes.iter().map(below).sum::<usize>();
        let places = numbers.len() * size_of::<(TermId, (Origin, Storage))>()
            + references.len() * size_of::<(InputId, Origin)>()
            + size_of_val(&self.references[..]);
        (tree + places + self.terms.bytes()) as u64
    }

    /// The same summary for a search.
    #[must_use]
    pub fn in_search(&self, domain: &mut Symbolic) -> Option<CallSummary> {
        let inputs: FxHashMap<InputId, InputId> = self
            .references
            .iter()
            .map(|(own, about)| (*own, domain.references.get(about.clone())))
            .collect();
        let mut done = FxHashMap::default();
        let mut term = |term| domain.path.import(&self.terms, term, &mut done);
        let input = |input| inputs.get(&input).copied();
        let names = &mut SameNames;
        Copier { term: &mut term, input: &input, names }.summary(&self.summary)
    }
}

/// A line of a method.
pub(super) type Line = (MethodId, Option<u32>);

/// What the program's own things are in a copy of a summary; none if there is no such thing.
pub(super) trait Renames {
    fn class(&mut self, class: ClassId) -> Option<ClassId>;
    fn point(&mut self, point: u32) -> Option<u32>;
    fn cell(&mut self, cell: StaticCell) -> Option<StaticCell>;
    fn text(&mut self, text: StrId) -> Option<StrId>;
    fn place(&mut self, place: Line) -> Option<Line>;
}

/// All of them are the same.
struct SameNames;

impl Renames for SameNames {
    fn class(&mut self, class: ClassId) -> Option<ClassId> {
        Some(class)
    }

    fn point(&mut self, point: u32) -> Option<u32> {
        Some(point)
    }

    fn cell(&mut self, cell: StaticCell) -> Option<StaticCell> {
        Some(cell)
    }

    fn text(&mut self, text: StrId) -> Option<StrId> {
        Some(text)
    }

    fn place(&mut self, place: Line) -> Option<Line> {
        Some(place)
    }
}

/// Copies a summary with other terms, references and things of the program.
pub(super) struct Copier<'a> {
    pub term: &'a mut dyn FnMut(TermId) -> Option<TermId>,
    pub input: &'a dyn Fn(InputId) -> Option<InputId>,
    pub names: &'a mut dyn Renames,
}

impl Copier<'_> {
    pub fn summary(&mut self, summary: &CallSummary) -> Option<CallSummary> {
        let CallSummary { nodes, root, numbers, references, cases, max_array } = summary;
        // In an order that depends on nothing but the summary.
        let nodes = nodes.iter().map(|node| self.node(node)).collect::<Option<Vec<Node>>>()?;
        let mut known: Vec<_> = numbers.iter().collect();
        known.sort_by_key(|(variable, _)| **variable);
        let mut numbers = FxHashMap::default();
        for (variable, (origin, storage)) in known {
            numbers.insert((self.term)(*variable)?, (self.origin(*origin)?, *storage));
        }
        let mut own = FxHashMap::default();
        // In an order that depends on nothing but the summary.
        let mut known: Vec<_> = references.iter().collect();
        known.sort_by_key(|(input, _)| **input);
        for (input, origin) in known {
            own.insert((self.input)(*input)?, self.origin(*origin)?);
        }
        let (root, cases, max_array) = (*root, *cases, *max_array);
        Some(CallSummary { nodes, root, numbers, references: own, cases, max_array })
    }

    fn node(&mut self, node: &Node) -> Option<Node> {
        Some(match node {
            Node::Runs => Node::Runs,
            Node::Compared { with, next } => {
                Node::Compared { with: (self.input)(*with)?, next: *next }
            }
            Node::Test { conditions, is_branch } => {
                let mut own = Vec::with_capacity(conditions.len());
                for (condition, next) in conditions {
                    own.push(((self.term)(*condition)?, *next));
                }
                Node::Test { conditions: own, is_branch: *is_branch }
            }
            Node::Null { reference, null, object } => {
                Node::Null { reference: (self.input)(*reference)?, null: *null, object: *object }
            }
            Node::Object { reference, null, new, same } => {
                let same = same.iter().map(|(object, next)| Some((self.object(*object)?, *next)));
                let same = same.collect::<Option<Vec<_>>>()?;
                let mut own = Vec::with_capacity(new.len());
                for (making, next) in new {
                    own.push((self.making(making)?, *next));
                }
                let reference = (self.input)(*reference)?;
                Node::Object { reference, null: *null, new: own, same }
            }
            Node::Classes { object, groups } => {
                let mut own = Vec::with_capacity(groups.len());
                for (classes, test, next) in groups {
                    let test = match test {
                        ClassTest::Instance(class, holds) => {
                            ClassTest::Instance(self.names.class(*class)?, *holds)
                        }
                        ClassTest::OneOf => ClassTest::OneOf,
                    };
                    own.push((self.classes(classes)?, test, *next));
                }
                Node::Classes { object: self.object(*object)?, groups: own }
            }
            Node::Case(case) => Node::Case(Rc::new(self.case(case)?)),
        })
    }

    fn making(&mut self, making: &Making) -> Option<Making> {
        Some(match making {
            Making::Object(classes) => Making::Object(self.classes(classes)?),
            Making::Array(class) => Making::Array(self.names.class(*class)?),
            Making::Existing(_) | Making::Built(_) => making.clone(),
        })
    }

    fn classes(&mut self, classes: &[ClassId]) -> Option<Vec<ClassId>> {
        classes.iter().map(|class| self.names.class(*class)).collect()
    }

    fn case(&mut self, case: &Case) -> Option<Case> {
        let Case { number, schedule, trace, classes, made, writes, statics, end } = case;
        let mut own = Vec::with_capacity(made.len());
        for MadeObject { class, len, cells, made_at } in made {
            let mut written = Vec::with_capacity(cells.len());
            for (index, value) in cells {
                written.push((*index, self.value(*value)?));
            }
            let made_at = match made_at {
                Some(places) => Some(self.places(places)?),
                None => None,
            };
            let class = self.names.class(*class)?;
            own.push(MadeObject { class, len: *len, cells: written, made_at });
        }
        let mut left = Vec::with_capacity(writes.len());
        for (object, index, value) in writes {
            left.push((self.object(*object)?, *index, self.value(*value)?));
        }
        let mut kept = Vec::with_capacity(statics.len());
        for (cell, value) in statics {
            kept.push((self.names.cell(*cell)?, self.value(*value)?));
        }
        let end = match end {
            CaseEnd::Returned(None) => CaseEnd::Returned(None),
            CaseEnd::Returned(Some(value)) => CaseEnd::Returned(Some(self.value(*value)?)),
            CaseEnd::Threw(exception) => CaseEnd::Threw(self.value(*exception)?),
        };
        let points = trace.iter().map(|point| self.names.point(*point));
        Some(Case {
            number: *number,
            schedule: schedule.clone(),
            trace: points.collect::<Option<Vec<u32>>>()?,
            classes: self.classes(classes)?,
            made: own,
            writes: left,
            statics: kept,
            end,
        })
    }

    fn places(&mut self, places: &[Line]) -> Option<Vec<Line>> {
        places.iter().map(|place| self.names.place(*place)).collect()
    }

    fn value(&mut self, value: CaseValue) -> Option<CaseValue> {
        Some(match value {
            CaseValue::Term(term) => CaseValue::Term((self.term)(term)?),
            CaseValue::Reference(input) => CaseValue::Reference((self.input)(input)?),
            CaseValue::Given(object) => CaseValue::Given(self.object(object)?),
            CaseValue::Text(text) => CaseValue::Text(self.names.text(text)?),
            CaseValue::Constant(cell) => CaseValue::Constant(self.names.cell(cell)?),
            CaseValue::Known(_) | CaseValue::Made(_) => value,
        })
    }

    fn object(&self, object: GivenObject) -> Option<GivenObject> {
        Some(match object {
            GivenObject::Of(input) => GivenObject::Of((self.input)(input)?),
            GivenObject::Blank(number) => GivenObject::Blank(number),
        })
    }

    fn origin(&mut self, origin: Origin) -> Option<Origin> {
        Some(match origin {
            Origin::Argument(number) => Origin::Argument(number),
            Origin::Cell(object, index) => Origin::Cell(self.object(object)?, index),
            Origin::Length(object) => Origin::Length(self.object(object)?),
            Origin::Static(cell) => Origin::Static(self.names.cell(cell)?),
        })
    }
}
