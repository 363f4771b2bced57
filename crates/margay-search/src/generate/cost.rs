//! What a path costs, in one of the models of [`margay_ir::cost`]: a number, or an expression over the
//! input where the program makes arrays whose length the input says.

use super::render::{self, Language};
use margay_ir::cost::{ARRAY_HEADER, aligned, element_width, object_bytes, payload};
use margay_ir::{BinOp, Cond, Conv, Type};
use margay_logic::{Op, TermId, Terms};
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Core, Domain};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CostModel {
    /// Operations.
    Instructions,
    /// Bytes that a JVM takes for the objects made.
    Bytes,
    /// Bytes of their fields and elements alone.
    Payload,
    /// Objects made.
    Objects,
    /// Calls of methods that have code.
    Calls,
    /// Calls of one method: `add`, `Vector.add`.
    CallsOf(String),
}

impl fmt::Display for CostModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CostModel::Instructions => f.write_str("instructions"),
            CostModel::Bytes => f.write_str("bytes"),
            CostModel::Payload => f.write_str("payload"),
            CostModel::Objects => f.write_str("objects"),
            CostModel::Calls => f.write_str("calls"),
            CostModel::CallsOf(method) => write!(f, "calls:{method}"),
        }
    }
}

impl FromStr for CostModel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "instructions" => Ok(CostModel::Instructions),
            "bytes" => Ok(CostModel::Bytes),
            "payload" => Ok(CostModel::Payload),
            "objects" => Ok(CostModel::Objects),
            "calls" => Ok(CostModel::Calls),
            other => match other.strip_prefix("calls:") {
                Some(method) if !method.is_empty() => Ok(CostModel::CallsOf(method.to_owned())),
                _ => Err(format!(
                    "`{other}` is no cost: say instructions, bytes, payload, objects, calls or calls:METHOD"
                )),
            },
        }
    }
}

/// What a test case costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseCost {
    /// The model: `bytes`.
    pub model: String,
    /// How much, of this input.
    pub value: u64,
    /// How much for every input that takes the path, where that depends on it: `16 + 4·n`; what is
    /// between ⌈ and ⌉ is rounded up to a multiple of eight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
}

/// The part of a cost that depends on the length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// What each element costs.
    width: u64,
    /// Whether the array has a header and is rounded up.
    is_object: bool,
    length: TermId,
}

impl Part {
    /// The same with the constant factor of the length, as long as that cannot overflow: an array has
    /// been made.
    fn simplified(self, terms: &Terms) -> Part {
        let node = terms.node(self.length);
        let (length, factor) = match (node.op(), node.args()) {
            (Op::Shl, [length, by]) => (*length, terms.as_const(*by).map(|by| 1 << (by & 31))),
            (Op::Mul, [a, b]) => match (terms.as_const(*a), terms.as_const(*b)) {
                (Some(factor), _) => (*b, Some(factor)),
                (_, factor) => (*a, factor),
            },
            _ => return self,
        };
        match factor.filter(|factor| *factor < 1 << 16) {
            Some(factor) => Part { width: self.width * factor, length, ..self }.simplified(terms),
            None => self,
        }
    }
}

/// How much a path costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    constant: u64,
    parts: Vec<Part>,
}

/// The number of a model among those that count calls of one method.
#[must_use]
pub fn kind(models: &[CostModel], model: &CostModel) -> usize {
    let kinds = models.iter().filter(|model| matches!(model, CostModel::CallsOf(_)));
    kinds.take_while(|kind| *kind != model).count()
}

/// What the present path has cost so far by the meter alone, if the model needs no look at objects.
fn counted<D: Domain>(core: &Core<D>, models: &[CostModel], model: &CostModel) -> Option<u64> {
    let spent = core.meter.spent();
    match model {
        CostModel::Instructions => Some(spent.instructions),
        CostModel::Calls => Some(spent.calls),
        CostModel::CallsOf(_) => Some(spent.kinds[kind(models, model)]),
        CostModel::Objects => Some(core.meter.made(&core.memory).len() as u64),
        CostModel::Bytes | CostModel::Payload => None,
    }
}

/// What the present path has cost so far. `models` are all that are metered.
#[must_use]
pub fn amount<D: Domain>(
    core: &Core<D>,
    models: &[CostModel],
    model: &CostModel,
    term: impl Fn(D::Value) -> Option<TermId>,
) -> Amount {
    if let Some(constant) = counted(core, models, model) {
        return Amount { constant, parts: Vec::new() };
    }
    let is_object = *model == CostModel::Bytes;
    let mut amount = Amount::default();
    for object in core.meter.made(&core.memory) {
        let class = core.memory.class_of(object);
        let Some(width) = element_width(&core.world, class) else {
            let bytes = if is_object { object_bytes } else { payload };
            amount.constant += bytes(&core.world, class);
            continue;
        };
        let length = match core.memory.sized(object) {
            None => u64::from(core.memory.len(object)),
            Some(length) => match (core.domain.plain(length), term(length)) {
                (Some(bits), _) => bits,
                (None, Some(length)) => {
                    amount.parts.push(Part { width, is_object, length });
                    continue;
                }
                (None, None) => 0,
            },
        };
        amount.constant += bytes_of(width, length, is_object);
    }
    amount
}

/// The same on a symbolic path.
#[must_use]
pub fn symbolic_amount(core: &Core<Symbolic>, models: &[CostModel], model: &CostModel) -> Amount {
    amount(core, models, model, |value| match value {
        SymbolicValue::Term(term) => Some(term),
        _ => None,
    })
}

fn bytes_of(width: u64, length: u64, is_object: bool) -> u64 {
    if is_object { aligned(ARRAY_HEADER + width * length) } else { width * length }
}

impl Amount {
    /// The number, if it does not depend on the input.
    #[must_use]
    pub fn constant(&self) -> Option<u64> {
        self.parts.is_empty().then_some(self.constant)
    }

    /// The least that it can be.
    #[must_use]
    pub fn least(&self) -> u64 {
        let parts = self.parts.iter().map(|part| bytes_of(part.width, 0, part.is_object));
        self.constant + parts.sum::<u64>()
    }

    /// How much it is where lengths have these values.
    #[must_use]
    pub fn value(&self, mut length: impl FnMut(TermId) -> u64) -> u64 {
        let parts = self.parts.iter();
        let parts = parts.map(|part| bytes_of(part.width, length(part.length), part.is_object));
        self.constant + parts.sum::<u64>()
    }

    /// Whether it is more than a number: known, or a condition on the input.
    pub fn exceeds(&self, domain: &mut Symbolic, bound: u64) -> Result<bool, TermId> {
        let number = SymbolicValue::Known;
        let mut sum = number(self.constant);
        for part in &self.parts {
            let length = domain.convert(Conv::I32ToI64, SymbolicValue::Term(part.length));
            let mut bytes = domain.binary(BinOp::Mul, Type::I64, length, number(part.width));
            if part.is_object {
                let header = number(aligned(ARRAY_HEADER) + margay_ir::cost::ALIGNMENT - 1);
                bytes = domain.binary(BinOp::Add, Type::I64, bytes, header);
                let whole = number(!(margay_ir::cost::ALIGNMENT - 1));
                bytes = domain.binary(BinOp::And, Type::I64, bytes, whole);
            }
            sum = domain.binary(BinOp::Add, Type::I64, sum, bytes);
        }
        match domain.test(Cond::Gt, Type::I64, sum, number(bound)) {
            Some(holds) => Ok(holds),
            None => Err(domain.alternatives().pop().expect("a branch has two sides")),
        }
    }

    /// The expression, if it depends on the input: `16 + 4·n`.
    #[must_use]
    pub fn text(&self, core: &Core<Symbolic>, language: &dyn Language) -> Option<String> {
        if self.parts.is_empty() {
            return None;
        }
        let mut groups: Vec<(Part, u64)> = Vec::new();
        for part in self.parts.iter().map(|part| part.simplified(core.domain.path.terms())) {
            // Elements alone add up, whatever arrays they are in.
            let same = |known: &Part| match part.is_object {
                true => *known == part,
                false => known.length == part.length,
            };
            match groups.iter_mut().find(|(known, _)| same(known)) {
                Some((_, times)) if part.is_object => *times += 1,
                Some((known, _)) => known.width += part.width,
                None => groups.push((part, 1)),
            }
        }
        let length = |part: &Part| {
            let text = render::number_text(core, language, part.length);
            if text.contains(' ') { format!("({text})") } else { text }
        };
        let times = |count: u64, what: &str| match count {
            1 => what.to_owned(),
            count => format!("{count}·{what}"),
        };
        // With one array, the whole sum is rounded up: the rest of it is a multiple already.
        if let [(part, 1)] = groups[..]
            && part.is_object
        {
            let base = self.constant + ARRAY_HEADER;
            let sum = format!("{base} + {}", times(part.width, &length(&part)));
            let is_whole = part.width % margay_ir::cost::ALIGNMENT == 0;
            return Some(if is_whole { sum } else { format!("⌈{sum}⌉") });
        }
        let sums = groups.iter().map(|(part, count)| match part.is_object {
            true => {
                let bytes = times(part.width, &length(part));
                times(*count, &format!("⌈{ARRAY_HEADER} + {bytes}⌉"))
            }
            false => times(part.width, &length(part)),
        });
        let constant = (self.constant > 0).then(|| self.constant.to_string());
        Some(constant.into_iter().chain(sums).collect::<Vec<_>>().join(" + "))
    }
}
