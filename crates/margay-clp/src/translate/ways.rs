//! The ways in which a block ends, as rules that exclude each other.

use super::clause::{Clause, Taken};
use super::method::MethodWriter;
use margay_ir::function::ValueDef;
use margay_ir::{Block, BlockCall, Check, Cond, Function, InstKind, Terminator, Type, Value};
use std::collections::BTreeSet;

/// A way in which a block ends.
struct Way {
    /// What the answer of a question is.
    answer: Option<&'static str>,
    /// A value that has to have this shape.
    shape: Option<(Value, String)>,
    guards: Vec<String>,
    call: BlockCall,
}

impl Way {
    fn to(call: &BlockCall) -> Way {
        Way { answer: None, shape: None, guards: Vec::new(), call: call.clone() }
    }

    fn guarded(call: &BlockCall, guard: String) -> Way {
        Way { guards: vec![guard], ..Way::to(call) }
    }

    fn answered(call: &BlockCall, answer: &'static str) -> Way {
        Way { answer: Some(answer), ..Way::to(call) }
    }

    /// With the value null, or an object.
    fn shaped(call: &BlockCall, value: Value, is_null: bool) -> Way {
        let shape = if is_null { "null".to_owned() } else { format!("r(R{})", value.as_u32()) };
        Way { shape: Some((value, shape)), ..Way::to(call) }
    }
}

/// Writes the ways in which a block ends, after what the clause does.
pub(super) fn write(writer: &mut MethodWriter<'_>, mut clause: Clause, block: Block) {
    let function = writer.function;
    let data = &function.blocks[block];
    // The answer of a question that the ways depend on.
    let mut asked = None;
    let mut ask = |clause: &mut Clause, operation: &str, mut given: Vec<String>| {
        let answer = format!("T{}", block.as_u32());
        given.push(answer.clone());
        clause.read(operation, &given);
        asked = Some(answer);
    };
    let text = |clause: &Clause, value: Value| writer.text(clause, value);
    let ways: Vec<Way> = match &data.terminator {
        Terminator::Branch { cond, then, otherwise } => match compared(writer, function, *cond) {
            Some((Type::Ref, cond, a, b)) => {
                let (same, other) = match cond {
                    Cond::Eq => (then, otherwise),
                    _ => (otherwise, then),
                };
                match (writer.known.value(a), writer.known.value(b)) {
                    (Some(value), None) | (None, Some(value))
                        if [a, b].iter().any(|v| writer.known.text(*v) == "null") =>
                    {
                        vec![Way::shaped(same, value, true), Way::shaped(other, value, false)]
                    }
                    _ => {
                        let given = vec![text(&clause, a), text(&clause, b)];
                        ask(&mut clause, "ref_eq", given);
                        vec![Way::answered(same, "1"), Way::answered(other, "0")]
                    }
                }
            }
            Some((_, cond, a, b)) => {
                let (a, b) = (text(&clause, a), text(&clause, b));
                let guard = |cond: Cond| format!("{a} {} {b}", relation(cond));
                vec![
                    Way::guarded(then, guard(cond)),
                    Way::guarded(otherwise, guard(cond.negated())),
                ]
            }
            None => {
                let value = text(&clause, *cond);
                vec![
                    Way::guarded(then, format!("{value} #\\= 0")),
                    Way::guarded(otherwise, format!("{value} #= 0")),
                ]
            }
        },
        Terminator::Guard { check, pass, fail } => match check {
            Check::NonNull(value) => match writer.known.value(*value) {
                Some(value) => {
                    vec![Way::shaped(pass, value, false), Way::shaped(fail, value, true)]
                }
                None if writer.known.text(*value) == "null" => vec![Way::to(fail)],
                None => vec![Way::to(pass)],
            },
            Check::NonZero { value, .. } if writer.known.value(*value).is_none() => {
                let is_zero = writer.known.text(*value) == "0";
                vec![Way::to(if is_zero { fail } else { pass })]
            }
            Check::NonZero { value, .. } => {
                let value = text(&clause, *value);
                vec![
                    Way::guarded(pass, format!("{value} #\\= 0")),
                    Way::guarded(fail, format!("{value} #= 0")),
                ]
            }
            Check::InBounds { index, length } => {
                let (index, length) = (text(&clause, *index), text(&clause, *length));
                vec![
                    Way::guarded(pass, format!("inside({index}, {length})")),
                    Way::guarded(fail, format!("outside({index}, {length})")),
                ]
            }
            Check::NonNegative(value) => {
                let value = text(&clause, *value);
                vec![
                    Way::guarded(pass, format!("{value} #>= 0")),
                    Way::guarded(fail, format!("{value} #< 0")),
                ]
            }
            Check::Castable { class, object } => {
                let class = crate::term::atom(&super::names::class(writer.world, *class));
                let given = vec![text(&clause, *object), class];
                ask(&mut clause, "castable", given);
                vec![Way::answered(pass, "1"), Way::answered(fail, "0")]
            }
            Check::Storable { array, value } => {
                let given = vec![text(&clause, *array), text(&clause, *value)];
                ask(&mut clause, "storable", given);
                vec![Way::answered(pass, "1"), Way::answered(fail, "0")]
            }
        },
        Terminator::Switch { value, cases, default } => {
            switch(&text(&clause, *value), cases, default)
        }
        _ => unreachable!("has one way only"),
    };
    rules(writer, clause, block, asked, &ways);
}

/// The rules: of the clause's own predicate if it does nothing, else of one of their own.
fn rules(
    writer: &mut MethodWriter<'_>,
    mut clause: Clause,
    block: Block,
    asked: Option<String>,
    ways: &[Way],
) {
    let function = writer.function;
    let line = function.line(super::unit::end_of(function, block));
    let mut first = clause.clone();
    first.line = line;
    if !clause.body.is_empty() {
        let mut needed =
            writer.live.after(function, &writer.known, &function.blocks[block].terminator);
        compared_values(writer, block, &mut needed);
        let name = writer.names.ways(function, block);
        let passed = needed.iter().map(|value| writer.text(&clause, *value));
        let passed: Vec<String> = asked.iter().cloned().chain(passed).collect();
        clause.go_on(&name, &passed);
        let taken = asked.into_iter().map(Taken::Pattern);
        let taken = taken.chain(needed.into_iter().map(Taken::Value)).collect();
        first = Clause::new(name, taken, line);
        writer.add(clause);
    }
    for way in ways {
        let mut rule = first.clone();
        if let Some(answer) = way.answer {
            rule.taken[0] = Taken::Pattern(answer.to_owned());
        }
        rule.shapes.extend(way.shape.clone());
        rule.body.extend(way.guards.iter().cloned());
        writer.jump(&mut rule, &way.call, None);
        writer.add(rule);
    }
}

/// The comparison that a condition is, if it is made for this branch only.
fn compared(
    writer: &MethodWriter<'_>,
    function: &Function,
    condition: Value,
) -> Option<(Type, Cond, Value, Value)> {
    let ValueDef::Inst(inst) = function.values[condition].def else { return None };
    if !writer.fused.contains(&inst) {
        return None;
    }
    match function.insts[inst].kind {
        InstKind::Compare { cond, ty, a, b } => Some((ty, cond, a, b)),
        _ => None,
    }
}

/// What guards compare is needed, what they are the comparison of is not.
fn compared_values(writer: &MethodWriter<'_>, block: Block, needed: &mut BTreeSet<Value>) {
    let function = writer.function;
    let Terminator::Branch { cond, .. } = function.blocks[block].terminator else { return };
    if let Some((ty, _, a, b)) = compared(writer, function, cond) {
        needed.remove(&cond);
        let is_asked = ty == Type::Ref && [a, b].iter().all(|v| writer.known.value(*v).is_some());
        if !is_asked {
            needed.extend([a, b].into_iter().filter_map(|value| writer.known.value(value)));
        }
    }
}

/// Keys that lead to the same place are one way.
fn switch(value: &str, cases: &[(i32, BlockCall)], default: &BlockCall) -> Vec<Way> {
    let mut groups: Vec<(&BlockCall, Vec<String>)> = Vec::new();
    for (key, call) in cases.iter().filter(|(_, call)| call != default) {
        match groups.iter_mut().find(|(to, _)| *to == call) {
            Some((_, keys)) => keys.push(key.to_string()),
            None => groups.push((call, vec![key.to_string()])),
        }
    }
    let all: Vec<&String> = groups.iter().flat_map(|(_, keys)| keys).collect();
    let others = all.iter().map(|key| format!("{value} #\\= {key}")).collect();
    let mut ways: Vec<Way> = Vec::new();
    for (call, keys) in &groups {
        let keys = keys.join(" \\/ ");
        ways.push(Way::guarded(call, format!("{value} in {keys}")));
    }
    ways.push(Way { guards: others, ..Way::to(default) });
    ways
}

/// A comparison as clpfd has it.
pub(super) fn relation(cond: Cond) -> &'static str {
    match cond {
        Cond::Eq => "#=",
        Cond::Ne => "#\\=",
        Cond::Lt => "#<",
        Cond::Le => "#=<",
        Cond::Gt => "#>",
        Cond::Ge => "#>=",
    }
}
