//! Inputs by chance: a path that follows inputs begins with them, and the search goes on from where they lead (hybrid
//! concolic testing: Majumdar and Sen, ICSE 2007). What no sequence of small steps away from the simplest inputs comes to
//! is often near some others.
//!
//! What an input is depends on nothing but the number of the draw and its name, so that decisions lead to the
//! same place whenever the path is taken again.

use super::super::objects::InputHeap;
use super::apply::Answered;
use super::seed::{Seed, bits_of};
use crate::structure::Value;
use margay_ir::{ClassId, World};
use margay_logic::{FloatSort, Sort, Taste};
use margay_machine::Chance;
use margay_machine::symbolic::inputs::Making;
use margay_machine::symbolic::{InputId, Symbolic};
use std::rc::Rc;

/// In one of so many draws there are references that are null, or objects that were met before: of so many one.
const SPECIAL: [usize; 2] = [3, 4];

/// Of the numbers that are known from elsewhere one of so many is another.
const CHANGED: usize = 4;

/// In all but one of so many draws references for which there is the same choice are chosen alike.
const ALIKE: usize = 4;

/// Integers near zero: that many below, and that many from it on.
const BELOW: usize = 3;
const ABOVE: usize = 9;

/// Fractions that code treats in ways of their own.
const FRACTIONS: [f64; 14] =
    [0.0, 1.0, -1.0, 0.5, 2.0, -2.5, 3.0, 0.1, 100.0, 1e-9, 1e10, -1e300, f64::INFINITY, f64::NAN];

/// Inputs by chance.
#[derive(Clone, Debug, Default)]
pub struct Draws {
    /// Which ones.
    pub number: u64,
    /// Integers that the code mentions.
    pub integers: Vec<i64>,
    /// Fractions that the code mentions.
    pub fractions: Vec<f64>,
    /// Inputs that are known to get somewhere: these are like them.
    pub base: Option<Rc<Seed>>,
}

impl Draws {
    /// The bits of a number.
    pub(super) fn bits(&self, name: &str, sort: Sort, taste: Taste) -> Option<u64> {
        let mut chance = Chance::of(self.number, name);
        if let Some(base) = &self.base
            && chance.below(CHANGED) > 0
        {
            let like_others = |chance: &mut Chance| match chance.below(2) {
                0 => base.bits_of_kin(name, sort, chance),
                _ => None,
            };
            let known = base.bits(name, sort).or_else(|| like_others(&mut chance));
            if known.is_some() {
                return known;
            }
        }
        match (sort, taste) {
            (Sort::Bool, _) => Some(chance.below(2) as u64),
            (Sort::Bv(_), Taste::Printable) => {
                Some(0x20 + chance.below(0x5f) as u64).filter(|_| chance.below(2) > 0)
            }
            (Sort::Bv(width), _) => bits_of(&Value::Int(self.integer(&mut chance, width)), sort),
            (Sort::Float(FloatSort::F32), _) => {
                Some(u64::from((self.fraction(&mut chance) as f32).to_bits()))
            }
            (Sort::Float(FloatSort::F64), _) => Some(self.fraction(&mut chance).to_bits()),
            _ => None,
        }
    }

    fn integer(&self, chance: &mut Chance, width: u8) -> i64 {
        match chance.below(16) {
            0 => i64::MAX >> (64 - width.clamp(1, 64)),
            1 => i64::MIN >> (64 - width.clamp(1, 64)),
            2..5 if !self.integers.is_empty() => {
                let near = chance.below(3) as i64 - 1;
                chance.one_of(&self.integers).wrapping_add(near)
            }
            5 => chance.below(2_000) as i64 - 1_000,
            _ => chance.below(BELOW + ABOVE) as i64 - BELOW as i64,
        }
    }

    fn fraction(&self, chance: &mut Chance) -> f64 {
        match chance.below(4) {
            0 if !self.fractions.is_empty() => *chance.one_of(&self.fractions),
            0 | 1 => *chance.one_of(&FRACTIONS),
            2 => chance.below(BELOW + ABOVE) as f64 - BELOW as f64,
            _ => (chance.below(20_000) as f64 - 10_000.0) / 1_024.0,
        }
    }

    /// The answer to a question about a reference, if it is one.
    pub(super) fn answer(
        &self,
        world: &World,
        domain: &Symbolic,
        heap: &InputHeap,
        answers: &[Answered],
    ) -> Option<usize> {
        let input = answers.iter().find_map(asked)?;
        let name = &domain.references.about(input).name;
        let mut chance = Chance::of(!self.number, name);
        if let Some(base) = &self.base
            && chance.below(CHANGED) > 0
            && let Some(known) = base.answer(world, domain, heap, answers)
        {
            return Some(known);
        }
        let is_special = |answer: &Answered| matches!(answer, Answered::Null(_) | Answered::Is(..));
        let all = (0..answers.len()).filter(|place| asked(&answers[*place]).is_some());
        let (special, plain): (Vec<usize>, Vec<usize>) =
            all.partition(|place| is_special(&answers[*place]));
        let [draws, references] = SPECIAL;
        let is_rare = self.number.is_multiple_of(draws as u64) && chance.below(references) == 0;
        if !special.is_empty() && (is_rare || plain.is_empty()) {
            return Some(*chance.one_of(&special));
        }
        // Where all are alike, elements of one class can be compared.
        if Chance::new(self.number).below(ALIKE) > 0 {
            chance = Chance::new(!self.number);
        }
        let class = |place: &usize| class_of(&answers[*place]);
        let mut classes: Vec<Option<ClassId>> = plain.iter().map(class).collect();
        classes.dedup();
        let of_kin = self.base.as_ref().and_then(|base| {
            let kin = base.class_of_kin(name)?;
            classes.iter().find(|class| class.is_some_and(|class| world.class_name(class) == kin))
        });
        // The first one is the likeliest.
        let likely = of_kin.copied().unwrap_or(classes[0]);
        let chosen = if chance.below(2) == 0 { likely } else { *chance.one_of(&classes) };
        let of_class: Vec<usize> =
            plain.into_iter().filter(|place| class(place) == chosen).collect();
        Some(*chance.one_of(&of_class))
    }
}

/// The class that an answer gives a reference, if it gives it one.
fn class_of(answer: &Answered) -> Option<ClassId> {
    match answer {
        Answered::New(_, Making::Object(classes)) | Answered::Kind(_, classes, _) => {
            classes.first().copied()
        }
        Answered::New(_, Making::Array(class)) => Some(*class),
        Answered::New(_, Making::Built(built)) => Some(built.class),
        _ => None,
    }
}

/// The reference that an answer is about.
fn asked(answer: &Answered) -> Option<InputId> {
    match answer {
        Answered::Null(input)
        | Answered::NonNull(input)
        | Answered::Is(input, _)
        | Answered::New(input, _)
        | Answered::Kind(input, ..) => Some(*input),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["this.add.number", "this.add#2.number", "left", "right"];

    #[test]
    fn numbers_depend_on_the_draw_and_on_their_names() {
        let numbers = |number| {
            let draws = Draws { number, ..Draws::default() };
            NAMES.map(|name| draws.bits(name, Sort::Bv(32), Taste::NearZero))
        };
        assert_eq!(numbers(1), numbers(1));
        let all: Vec<_> = (1..50).map(numbers).collect();
        assert!(all.iter().any(|numbers| *numbers != all[0]));
        assert!(all.iter().any(|numbers| numbers[0] != numbers[1]));
    }

    #[test]
    fn numbers_fit_their_sorts() {
        for number in 0..500 {
            let draws = Draws { number, integers: vec![70_000, -1], ..Draws::default() };
            for width in [8, 16, 32] {
                let bits = draws.bits("n", Sort::Bv(width), Taste::NearZero).expect("a number");
                assert!(bits < 1 << width, "{bits} of {width} bits");
            }
            if let Some(letter) = draws.bits("c", Sort::Bv(16), Taste::Printable) {
                assert!((0x20..0x7f).contains(&letter), "{letter}");
            }
        }
    }

    #[test]
    fn what_is_known_is_mostly_kept() {
        let numbers = [(NAMES[0].to_owned(), Value::Int(1_234))].into_iter().collect();
        let base = Rc::new(Seed { numbers, ..Seed::default() });
        let of = |number, name| {
            let draws = Draws { number, base: Some(Rc::clone(&base)), ..Draws::default() };
            draws.bits(name, Sort::Bv(32), Taste::NearZero) == Some(1_234)
        };
        let kept = |name| (0..400).filter(|number| of(*number, name)).count();
        assert!((200..400).contains(&kept(NAMES[0])));
        // Another call of the method is given the same now and then.
        assert!((50..300).contains(&kept(NAMES[1])));
        assert_eq!(kept(NAMES[2]), 0);
    }
}
