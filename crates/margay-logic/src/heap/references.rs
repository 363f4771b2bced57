//! References: variables, the classes they may have, and the objects that stand for them.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Bits of the number of a class.
const CLASS_BITS: u8 = 32;

/// Where conditions are made, and what is known of them without asking.
pub trait Facts {
    /// The terms.
    fn terms(&mut self) -> &mut Terms;

    /// Whether a condition holds, as far as that is plain.
    fn holds(&self, condition: TermId) -> Option<bool>;
}

impl Facts for Terms {
    fn terms(&mut self) -> &mut Terms {
        self
    }

    fn holds(&self, condition: TermId) -> Option<bool> {
        self.as_const(condition).map(|bits| bits != 0)
    }
}

/// A reference of the input: null, or an object that it may share with others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Variable(u32);

impl Variable {
    /// Its number among all variables, in the order they were added.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a reference is in one case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Leaf {
    /// No object.
    Null,
    /// An object that is no part of the input, by its number, which is not 0.
    Object(u32),
    /// Whatever a variable is.
    Input(Variable),
}

/// One case of a guarded reference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// When it applies.
    pub guard: TermId,
    /// What the reference is then.
    pub leaf: Leaf,
}

/// A reference that is one of several, each under a condition. Exactly one of them holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Guarded(pub(super) u32);

/// What is known of a variable.
#[derive(Clone, Debug)]
struct About {
    /// Its number, of sort [`Sort::Ref`]: 0 is null.
    number: TermId,
    /// The classes it may have, if somebody has said.
    classes: Option<Rc<[u32]>>,
    /// Its class among them.
    class: Option<TermId>,
    is_used: bool,
}

/// One thing to be taken back.
#[derive(Clone, Debug)]
enum Undo {
    Classes(Variable),
    Object,
    Use,
}

/// A point to go back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(usize);

/// All references of a heap.
#[derive(Clone, Default, Debug)]
pub struct References {
    variables: Vec<About>,
    pub(super) guarded: Vec<Rc<[Rule]>>,
    pub(super) interned: FxHashMap<Rc<[Rule]>, Guarded>,
    /// Objects that stand for variables, oldest first.
    objects: Vec<(Variable, u32)>,
    used: Vec<Variable>,
    /// Terms that are classes of variables, and the variables behind them with what they say.
    class_terms: FxHashSet<TermId>,
    choices: FxHashMap<TermId, (Variable, u32)>,
    log: Vec<Undo>,
}

impl References {
    /// A variable with this number, a term of sort [`Sort::Ref`]; the same term gives the same one.
    pub fn add(&mut self, number: TermId) -> Variable {
        let known = self.variables.iter().position(|about| about.number == number);
        let place = known.unwrap_or_else(|| {
            let about = About { number, classes: None, class: None, is_used: false };
            self.variables.push(about);
            self.variables.len() - 1
        });
        Variable(u32::try_from(place).expect("fewer than 2^32 variables"))
    }

    /// Lets a variable take part in what is asked and in models, until going back.
    pub fn use_variable(&mut self, variable: Variable) {
        let about = &mut self.variables[variable.index()];
        if !std::mem::replace(&mut about.is_used, true) {
            self.used.push(variable);
            self.log.push(Undo::Use);
        }
    }

    /// The variables in use.
    #[must_use]
    pub fn used(&self) -> &[Variable] {
        &self.used
    }

    /// Whether a variable is in use.
    #[must_use]
    pub fn is_used(&self, variable: Variable) -> bool {
        self.variables[variable.index()].is_used
    }

    /// The term that is the number of a variable.
    #[must_use]
    pub fn number(&self, variable: Variable) -> TermId {
        self.variables[variable.index()].number
    }

    // ---- classes ----

    /// Says which classes a variable may have if it is not null. Which of them it has is a term that has
    /// no other values, so nothing has to be assumed for that.
    ///
    /// # Panics
    /// If there are none, or if they were said before.
    pub fn set_classes(&mut self, terms: &mut Terms, variable: Variable, classes: &[u32]) {
        let (last, others) = classes.split_last().expect("an object has a class");
        let last = terms.bv(u64::from(*last), CLASS_BITS);
        let class = others.iter().rev().fold(last, |rest, class| {
            let is_this = has_chosen(terms, variable, *class);
            self.choices.insert(is_this, (variable, *class));
            let class = terms.bv(u64::from(*class), CLASS_BITS);
            terms.ite(is_this, class, rest)
        });
        if !others.is_empty() {
            self.class_terms.insert(class);
        }
        let about = &mut self.variables[variable.index()];
        assert!(about.classes.is_none(), "classes are said once");
        (about.class, about.classes) = (Some(class), Some(classes.into()));
        self.log.push(Undo::Classes(variable));
    }

    /// Whether there are variables of which it is open what class they have.
    #[must_use]
    pub fn has_open_classes(&self) -> bool {
        !self.class_terms.is_empty()
    }

    /// Whether a condition says that the classes of two variables are the same, which holds of all that are the same
    /// object: whoever reads the one knows the other.
    #[must_use]
    pub fn says_classes_agree(&self, terms: &Terms, condition: TermId) -> bool {
        let node = terms.node(condition);
        node.op() == Op::Eq && node.args().iter().all(|side| self.class_terms.contains(side))
    }

    /// The variable and the class that a condition says it has, if it says nothing else.
    #[must_use]
    pub fn says_class(&self, condition: TermId) -> Option<(Variable, u32)> {
        self.choices.get(&condition).copied()
    }

    /// What the variables behind the class of a variable are, if it is this one of those it may have.
    pub fn chosen(&self, terms: &mut Terms, variable: Variable, class: u32) -> Vec<(TermId, bool)> {
        let classes = self.classes(variable).unwrap_or_default();
        let Some((_, others)) = classes.split_last() else { return Vec::new() };
        let others = others.iter();
        others.map(|other| (has_chosen(terms, variable, *other), *other == class)).collect()
    }

    /// The classes a variable may have, if somebody has said.
    #[must_use]
    pub fn classes(&self, variable: Variable) -> Option<&[u32]> {
        self.variables[variable.index()].classes.as_deref()
    }

    /// The term that is the class of a variable, if somebody has said which ones it may have.
    #[must_use]
    pub fn class(&self, variable: Variable) -> Option<TermId> {
        self.variables[variable.index()].class
    }

    /// The condition that the class of a variable is one of these.
    pub fn has_class(&self, terms: &mut Terms, variable: Variable, classes: &[u32]) -> TermId {
        match self.class(variable) {
            Some(class) => is_one_of(terms, class, classes),
            None => terms.bool(true),
        }
    }

    /// Whether two variables have a class in common, so that they can be the same object.
    #[must_use]
    pub fn can_be_same(&self, a: Variable, b: Variable) -> bool {
        match (self.classes(a), self.classes(b)) {
            (Some(a), Some(b)) => a.iter().any(|class| b.contains(class)),
            _ => true,
        }
    }

    // ---- objects ----

    /// Lets an object stand for a variable: its cells are those of whatever the variable is.
    pub fn stand(&mut self, variable: Variable, object: u32) {
        self.objects.push((variable, object));
        self.log.push(Undo::Object);
    }

    /// The objects that stand for variables, oldest first.
    #[must_use]
    pub fn objects(&self) -> &[(Variable, u32)] {
        &self.objects
    }

    /// The object that stands for a variable.
    #[must_use]
    pub fn object_of(&self, variable: Variable) -> Option<u32> {
        self.objects.iter().find(|(of, _)| *of == variable).map(|(_, object)| *object)
    }

    /// The variable that an object stands for.
    #[must_use]
    pub fn variable_of(&self, object: u32) -> Option<Variable> {
        self.objects.iter().find(|(_, at)| *at == object).map(|(variable, _)| *variable)
    }

    /// All objects that a reference may be, with the conditions that it is: those of the program that
    /// it names, and those that stand for variables. Conditions overlap where variables may be the same.
    pub fn objects_of<F: Facts>(&self, facts: &mut F, reference: Guarded) -> Vec<(u32, TermId)> {
        let made = self.rules(reference).iter().filter_map(|rule| match rule.leaf {
            Leaf::Object(object) => Some((object, rule.guard)),
            Leaf::Null | Leaf::Input(_) => None,
        });
        let mut found: Vec<(u32, TermId)> = made.collect();
        for (variable, object) in &self.objects {
            let mut any = facts.terms().bool(false);
            for rule in self.rules(reference) {
                if let Leaf::Input(other) = rule.leaf
                    && self.can_be_same(*variable, other)
                {
                    let same = self.variables_are_same(facts, *variable, other);
                    let here = facts.terms().and(rule.guard, same);
                    any = facts.terms().or(any, here);
                }
            }
            if facts.holds(any) != Some(false) {
                found.push((*object, any));
            }
        }
        found
    }

    // ---- going back ----

    /// A mark of the present state, for [`undo_to`](Self::undo_to).
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    /// Takes back objects, classes and uses since the mark. Variables and guarded references stay.
    pub fn undo_to(&mut self, mark: Mark) {
        for undo in self.log.drain(mark.0..).rev() {
            match undo {
                Undo::Classes(variable) => {
                    let about = &mut self.variables[variable.index()];
                    (about.classes, about.class) = (None, None);
                }
                Undo::Object => {
                    self.objects.pop();
                }
                Undo::Use => {
                    let variable = self.used.pop().expect("one was in use");
                    self.variables[variable.index()].is_used = false;
                }
            }
        }
    }
}

/// The variable that says whether a reference has a class, if it has none of those before.
fn has_chosen(terms: &mut Terms, variable: Variable, class: u32) -> TermId {
    terms.var(&format!("class of {} is {class}", variable.0), Sort::Bool)
}

fn is_one_of(terms: &mut Terms, class: TermId, classes: &[u32]) -> TermId {
    let equal: Vec<TermId> = classes
        .iter()
        .map(|one| {
            let one = terms.bv(u64::from(*one), CLASS_BITS);
            terms.eq(class, one)
        })
        .collect();
    terms.any(&equal)
}
