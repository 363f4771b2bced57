//! Summaries that outlive the search they come from.
//!
//! Terms and references belong to one search. A summary is kept with terms of its own, and gets those of a search
//! when it is used there. So it is the same whatever was searched before.

use super::{CallSummary, Case, CaseValue, ClassTest, GivenObject, MadeObject, Node, Origin};
use margay_ir::ClassId;
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
        let (class, point) = (&mut Some, &mut Some);
        let summary = Copier { term: &mut term, input: &Some, class, point }.summary(summary)?;
        Some(KeptSummary { terms, references, summary })
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
        let (class, point) = (&mut Some, &mut Some);
        Copier { term: &mut term, input: &input, class, point }.summary(&self.summary)
    }
}

/// Copies a summary with other terms, references, classes and blocks.
pub(super) struct Copier<'a> {
    pub term: &'a mut dyn FnMut(TermId) -> Option<TermId>,
    pub input: &'a dyn Fn(InputId) -> Option<InputId>,
    pub class: &'a mut dyn FnMut(ClassId) -> Option<ClassId>,
    pub point: &'a mut dyn FnMut(u32) -> Option<u32>,
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
        for (input, origin) in references {
            own.insert((self.input)(*input)?, self.origin(*origin)?);
        }
        let (root, cases, max_array) = (*root, *cases, *max_array);
        Some(CallSummary { nodes, root, numbers, references: own, cases, max_array })
    }

    fn node(&mut self, node: &Node) -> Option<Node> {
        Some(match node {
            Node::Runs => Node::Runs,
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
                            ClassTest::Instance((self.class)(*class)?, *holds)
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
            Making::Array(class) => Making::Array((self.class)(*class)?),
            Making::Existing(_) | Making::Built(_) => making.clone(),
        })
    }

    fn classes(&mut self, classes: &[ClassId]) -> Option<Vec<ClassId>> {
        classes.iter().map(|class| (self.class)(*class)).collect()
    }

    fn case(&mut self, case: &Case) -> Option<Case> {
        let Case { number, schedule, trace, made, writes, result } = case;
        let mut own = Vec::with_capacity(made.len());
        for MadeObject { class, len, cells } in made {
            let mut written = Vec::with_capacity(cells.len());
            for (index, value) in cells {
                written.push((*index, self.value(*value)?));
            }
            own.push(MadeObject { class: (self.class)(*class)?, len: *len, cells: written });
        }
        let mut left = Vec::with_capacity(writes.len());
        for (object, index, value) in writes {
            left.push((self.object(*object)?, *index, self.value(*value)?));
        }
        let result = match result {
            Some(value) => Some(self.value(*value)?),
            None => None,
        };
        let trace = trace.iter().map(|point| (self.point)(*point)).collect::<Option<Vec<u32>>>()?;
        let (number, schedule) = (*number, schedule.clone());
        Some(Case { number, schedule, trace, made: own, writes: left, result })
    }

    fn value(&mut self, value: CaseValue) -> Option<CaseValue> {
        Some(match value {
            CaseValue::Term(term) => CaseValue::Term((self.term)(term)?),
            CaseValue::Reference(input) => CaseValue::Reference((self.input)(input)?),
            CaseValue::Given(object) => CaseValue::Given(self.object(object)?),
            CaseValue::Known(_) | CaseValue::Made(_) => value,
        })
    }

    fn object(&self, object: GivenObject) -> Option<GivenObject> {
        Some(match object {
            GivenObject::Of(input) => GivenObject::Of((self.input)(input)?),
            GivenObject::Blank(number) => GivenObject::Blank(number),
        })
    }

    fn origin(&self, origin: Origin) -> Option<Origin> {
        Some(match origin {
            Origin::Argument(number) => Origin::Argument(number),
            Origin::Cell(object, index) => Origin::Cell(self.object(object)?, index),
            Origin::Length(object) => Origin::Length(self.object(object)?),
        })
    }
}
