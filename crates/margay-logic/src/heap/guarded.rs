//! Guarded references: which of several a reference is, each under a condition.

use super::references::{Facts, Guarded, Leaf, References, Rule, Variable};
use crate::terms::{TermId, Terms};
use std::rc::Rc;

impl References {
    /// The reference that is this one in any case.
    pub fn leaf(&mut self, terms: &mut Terms, leaf: Leaf) -> Guarded {
        let guard = terms.bool(true);
        self.intern(vec![Rule { guard, leaf }])
    }

    /// The cases of a reference.
    #[must_use]
    pub fn rules(&self, reference: Guarded) -> &[Rule] {
        &self.guarded[reference.0 as usize]
    }

    /// The one case of a reference, if it has one.
    #[must_use]
    pub fn as_leaf(&self, reference: Guarded) -> Option<Leaf> {
        match self.rules(reference) {
            [rule] => Some(rule.leaf),
            _ => None,
        }
    }

    fn intern(&mut self, rules: Vec<Rule>) -> Guarded {
        let rules: Rc<[Rule]> = rules.into();
        let next = self.guarded.len();
        let guarded = &mut self.guarded;
        *self.interned.entry(rules).or_insert_with_key(|rules| {
            guarded.push(Rc::clone(rules));
            Guarded(u32::try_from(next).expect("fewer than 2^32 references"))
        })
    }

    /// `yes` if the condition holds, else `no`.
    pub fn choose<F: Facts>(
        &mut self,
        facts: &mut F,
        condition: TermId,
        yes: Guarded,
        no: Guarded,
    ) -> Guarded {
        match facts.holds(condition) {
            Some(true) => return yes,
            Some(false) => return no,
            None if yes == no => return yes,
            None => {}
        }
        let opposite = facts.terms().not(condition);
        let mut cases: Vec<Rule> = Vec::new();
        for (side, from) in [(condition, yes), (opposite, no)] {
            for rule in self.guarded[from.0 as usize].iter() {
                let guard = facts.terms().and(side, rule.guard);
                cases.push(Rule { guard, leaf: rule.leaf });
            }
        }
        self.joined(facts, cases)
    }

    /// The one case that is left of a reference, if it is known that no other applies.
    #[must_use]
    pub fn sure<F: Facts>(&self, facts: &F, reference: Guarded) -> Option<Leaf> {
        let rules = self.rules(reference);
        let state = |rule: &&Rule| facts.holds(rule.guard);
        let sure = rules.iter().find(|rule| state(rule) == Some(true));
        let mut open = rules.iter().filter(|rule| state(rule) != Some(false));
        let only = open.next().filter(|_| open.next().is_none());
        sure.or(only).map(|rule| rule.leaf)
    }

    /// The first case of which it is not known whether it applies.
    #[must_use]
    pub fn open_guard<F: Facts>(&self, facts: &F, reference: Guarded) -> Option<TermId> {
        let rules = self.rules(reference).iter();
        rules.map(|rule| rule.guard).find(|guard| facts.holds(*guard).is_none())
    }

    /// The reference with other cases: `leaf` says what each of them is. Those that are known not to apply
    /// are left out.
    pub fn with_leaves<F: Facts>(
        &mut self,
        facts: &mut F,
        reference: Guarded,
        leaf: impl Fn(Leaf) -> Leaf,
    ) -> Guarded {
        if let Some(only) = self.sure(facts, reference) {
            return self.leaf(facts.terms(), leaf(only));
        }
        let rules = Rc::clone(&self.guarded[reference.0 as usize]);
        let rules = rules.iter().map(|rule| Rule { guard: rule.guard, leaf: leaf(rule.leaf) });
        self.joined(facts, rules.collect())
    }

    /// The reference with these cases, which may name one thing twice.
    fn joined<F: Facts>(&mut self, facts: &mut F, cases: Vec<Rule>) -> Guarded {
        let mut rules: Vec<Rule> = Vec::new();
        for case in cases {
            if facts.holds(case.guard) == Some(false) {
                continue;
            }
            match rules.iter_mut().find(|known| known.leaf == case.leaf) {
                Some(known) => known.guard = facts.terms().or(known.guard, case.guard),
                None => rules.push(case),
            }
        }
        if let [only] = &mut rules[..] {
            only.guard = facts.terms().bool(true);
        }
        rules.sort_unstable_by_key(|rule| rule.leaf);
        self.intern(rules)
    }

    // ---- conditions ----

    /// The condition that a reference is null.
    pub fn is_null<F: Facts>(&self, facts: &mut F, reference: Guarded) -> TermId {
        let null = facts.terms().bool(false);
        let rules = self.rules(reference).iter();
        rules.fold(null, |any, rule| {
            let holds = self.leaf_is_null(facts, rule.leaf);
            let here = facts.terms().and(rule.guard, holds);
            facts.terms().or(any, here)
        })
    }

    fn leaf_is_null<F: Facts>(&self, facts: &mut F, leaf: Leaf) -> TermId {
        match leaf {
            Leaf::Null => facts.terms().bool(true),
            Leaf::Object(_) => facts.terms().bool(false),
            Leaf::Input(variable) => {
                let null = facts.terms().reference(0);
                let equal = facts.terms().eq(self.number(variable), null);
                plain(facts, equal)
            }
        }
    }

    /// The condition that two references are the same.
    pub fn same<F: Facts>(&self, facts: &mut F, a: Guarded, b: Guarded) -> TermId {
        if a == b {
            return facts.terms().bool(true);
        }
        let mut any = facts.terms().bool(false);
        for left in self.rules(a) {
            for right in self.rules(b) {
                let same = self.leaves_are_same(facts, left.leaf, right.leaf);
                let here = facts.terms().all(&[left.guard, right.guard, same]);
                any = facts.terms().or(any, here);
            }
        }
        plain(facts, any)
    }

    fn leaves_are_same<F: Facts>(&self, facts: &mut F, a: Leaf, b: Leaf) -> TermId {
        match (a, b) {
            (Leaf::Input(a), Leaf::Input(b)) => self.variables_are_same(facts, a, b),
            (Leaf::Null, other) | (other, Leaf::Null) => self.leaf_is_null(facts, other),
            (a, b) => facts.terms().bool(a == b),
        }
    }

    /// Two variables are the same if their numbers are, and, unless they are null, their classes.
    pub(super) fn variables_are_same<F: Facts>(
        &self,
        facts: &mut F,
        a: Variable,
        b: Variable,
    ) -> TermId {
        if a == b {
            return facts.terms().bool(true);
        }
        let equal = facts.terms().eq(self.number(a), self.number(b));
        let equal = plain(facts, equal);
        let (Some(left), Some(right)) = (self.class(a), self.class(b)) else { return equal };
        let classes = facts.terms().eq(left, right);
        let classes = if self.can_be_same(a, b) { classes } else { facts.terms().bool(false) };
        let null = self.leaf_is_null(facts, Leaf::Input(a));
        let agree = facts.terms().or(null, classes);
        let same = facts.terms().and(equal, agree);
        plain(facts, same)
    }
}

/// The constant that a condition is known to be, or the condition.
pub(super) fn plain<F: Facts>(facts: &mut F, condition: TermId) -> TermId {
    match facts.holds(condition) {
        Some(holds) => facts.terms().bool(holds),
        None => condition,
    }
}
