//! Runs every path by hand and compares, after each return to a choice, all that the machine holds
//! with a copy made when the choice was met: memory, and what a path has decided of its inputs.

use crate::subject::bits_of;
use margay_ir::{ClassId, MethodId, Storage, Type};
use margay_logic::{Outcome as Answer, TermId};
use margay_machine::symbolic::{
    InputId, Reference, ReferenceState, Snapshot, Symbolic, SymbolicValue,
};
use margay_machine::traced::TraceMark;
use margay_machine::{Concrete, Domain, Event, Machine, Outcome, Platform, Traced, Want};

/// Steps between pauses: few, so that memory is also looked at in the middle of things.
const SLICE: u64 = 5_000;

/// Numbers that are tried where one has to be known.
const NUMBERS: [u64; 4] = [0, 1, 2, 0xffff_ffff];

/// A domain whose state can be compared, and that knows the answers to its own questions.
pub trait Walked: Domain + Sized {
    /// What the domain holds.
    type Copy: PartialEq + std::fmt::Debug;

    /// One way to go on.
    type Way: Clone;

    /// A copy of what the domain holds.
    fn copy(&self) -> Self::Copy;

    /// The ways to go on from an event; none where the walk ends.
    fn ways<P: Platform<Self>>(
        machine: &mut Machine<Self, P>,
        event: &Event<Self::Value>,
    ) -> Vec<Self::Way>;

    /// Goes one of the ways.
    fn go<P: Platform<Self>>(machine: &mut Machine<Self, P>, way: &Self::Way);
}

fn plain_ways<V>(event: &Event<V>) -> Vec<u32> {
    match event {
        Event::Choice(count) => (0..*count).collect(),
        _ => Vec::new(),
    }
}

impl Walked for Concrete {
    type Copy = ();
    type Way = u32;

    fn copy(&self) {}

    fn ways<P: Platform<Self>>(_: &mut Machine<Self, P>, event: &Event<u64>) -> Vec<u32> {
        plain_ways(event)
    }

    fn go<P: Platform<Self>>(machine: &mut Machine<Self, P>, way: &u32) {
        machine.take(*way);
    }
}

impl Walked for Traced {
    type Copy = TraceMark;
    type Way = u32;

    fn copy(&self) -> TraceMark {
        self.mark()
    }

    fn ways<P: Platform<Self>>(_: &mut Machine<Self, P>, event: &Event<Self::Value>) -> Vec<u32> {
        plain_ways(event)
    }

    fn go<P: Platform<Self>>(machine: &mut Machine<Self, P>, way: &u32) {
        machine.take(*way);
    }
}

/// A way to go on where something is not decided.
#[derive(Clone, Debug)]
pub enum Open {
    /// An alternative without a condition.
    Take(u32),
    /// An alternative with one.
    Assume(TermId, u32),
    /// A number is this one.
    Number(TermId, u64),
    /// A reference is null, an object, or a new object of its class.
    Null(InputId),
    /// See [`Open::Null`].
    NonNull(InputId),
    /// See [`Open::Null`].
    New(InputId, ClassId),
}

impl Walked for Symbolic {
    type Copy = Snapshot;
    type Way = Open;

    fn copy(&self) -> Snapshot {
        self.snapshot()
    }

    fn ways<P: Platform<Self>>(
        machine: &mut Machine<Self, P>,
        event: &Event<SymbolicValue>,
    ) -> Vec<Open> {
        let domain = &mut machine.core.domain;
        let ways: Vec<Open> = match event {
            Event::Choice(count) => match domain.alternatives() {
                none if none.is_empty() => (0..*count).map(Open::Take).collect(),
                conditions => (0..).zip(conditions).map(|(n, c)| Open::Assume(c, n)).collect(),
            },
            Event::Wanted(Want::Number(SymbolicValue::Term(term))) => {
                NUMBERS.iter().map(|number| Open::Number(*term, *number)).collect()
            }
            Event::Wanted(Want::Nullness(SymbolicValue::Input(input))) => {
                vec![Open::Null(*input), Open::NonNull(*input)]
            }
            Event::Wanted(Want::Object(SymbolicValue::Input(input))) => {
                let new = Open::New(*input, domain.references.about(*input).class);
                match domain.references.state(*input) {
                    ReferenceState::Open => vec![Open::Null(*input), new],
                    ReferenceState::NonNull | ReferenceState::Is(_) => vec![new],
                }
            }
            _ => Vec::new(),
        };
        ways.into_iter().filter(|way| is_possible(domain, way)).collect()
    }

    fn go<P: Platform<Self>>(machine: &mut Machine<Self, P>, way: &Open) {
        let mut alternative = 0;
        match *way {
            Open::Take(number) => alternative = number,
            Open::Assume(condition, number) => {
                machine.core.domain.path.assume(condition);
                alternative = number;
            }
            Open::Number(term, bits) => machine.core.domain.path.fix(term, bits),
            Open::Null(input) => machine.core.domain.decide(input, ReferenceState::Is(0)),
            Open::NonNull(input) => machine.core.domain.decide(input, ReferenceState::NonNull),
            Open::New(input, class) => make(machine, input, class),
        }
        machine.take(alternative);
    }
}

fn is_possible(domain: &mut Symbolic, way: &Open) -> bool {
    let condition = match *way {
        Open::Assume(condition, _) => condition,
        Open::Number(term, bits) => domain.path.equals(term, bits),
        _ => return true,
    };
    domain.path.feasible(condition) == Answer::Sat
}

/// A new object of the input, whose numbers are open and whose references are null.
fn make<P: Platform<Symbolic>>(machine: &mut Machine<Symbolic, P>, input: InputId, class: ClassId) {
    let fields = crate::subject::fields_of(&machine.core.world, class);
    let cells = machine.core.world.loaded(class).cells;
    let object = machine.core.memory.allocate(class, cells).expect("there is room");
    let owner = machine.core.domain.references.about(input).name.clone();
    for field in fields {
        let field = machine.core.world.field(field);
        if field.storage == Storage::I32 {
            let name = format!("{owner}.{}", machine.core.world.text(field.name));
            let value = machine.core.domain.number(&name, Storage::I32);
            machine.core.memory.set(object, field.slot, value);
        }
    }
    machine.core.domain.add_object(object);
    machine.core.domain.decide(input, ReferenceState::Is(object));
}

/// Arguments of a call: `?` is anything.
///
/// # Errors
/// When one is not of the type of its parameter.
pub fn open_arguments<P: Platform<Symbolic>>(
    machine: &mut Machine<Symbolic, P>,
    method: MethodId,
    texts: &[String],
) -> Result<Vec<SymbolicValue>, String> {
    let method = machine.core.world.method(method);
    let (params, class) = (method.params.clone(), method.class);
    if params.len() != texts.len() {
        return Err(format!("{} of {} arguments are given", texts.len(), params.len()));
    }
    let mut values = Vec::new();
    for (place, (ty, text)) in params.into_iter().zip(texts).enumerate() {
        let name = format!("arg{place}");
        values.push(match (text.as_str(), ty) {
            ("?", Type::Ref) => {
                let generic = None;
                let about = Reference { name, class, generic, constants: false, nullable: true };
                SymbolicValue::Input(machine.core.domain.references.get(about))
            }
            ("?", Type::I32) => machine.core.domain.number(&name, Storage::I32),
            ("?", Type::I64) => machine.core.domain.number(&name, Storage::I64),
            _ => SymbolicValue::Known(bits_of(ty, text).ok_or(format!("`{text}` is no {ty}"))?),
        });
    }
    Ok(values)
}

/// Who is told of each path: the machine at its end, the ways taken, and how it ended.
pub type Told<'a, D, P> =
    &'a mut dyn FnMut(&mut Machine<D, P>, &[u32], &Outcome<<D as Domain>::Value>);

/// Runs all paths of a method, depth first; gives the number of choices.
///
/// # Errors
/// When going back did not restore everything, or the method cannot be called.
pub fn walk<D: Walked, P: Platform<D>>(
    machine: &mut Machine<D, P>,
    method: MethodId,
    args: &[D::Value],
    told: Told<'_, D, P>,
) -> Result<u32, String> {
    if let Err(outcome) = machine.start(method, args) {
        told(machine, &[], &outcome);
        return Ok(0);
    }
    machine.pause_after(SLICE);
    let mut walk = Walk { machine, path: Vec::new(), choices: 0, told };
    walk.run()?;
    Ok(walk.choices)
}

struct Walk<'a, D: Walked, P: Platform<D>> {
    machine: &'a mut Machine<D, P>,
    path: Vec<u32>,
    choices: u32,
    told: Told<'a, D, P>,
}

impl<D: Walked, P: Platform<D>> Walk<'_, D, P> {
    fn run(&mut self) -> Result<(), String> {
        loop {
            match self.machine.resume() {
                Event::Pause => self.machine.pause_after(SLICE),
                Event::Done(outcome) => {
                    (self.told)(self.machine, &self.path, &outcome);
                    return Ok(());
                }
                event => {
                    let ways = D::ways(self.machine, &event);
                    return self.branch(&ways);
                }
            }
        }
    }

    fn branch(&mut self, ways: &[D::Way]) -> Result<(), String> {
        if ways.is_empty() {
            return Ok(());
        }
        self.choices += 1;
        let choice = self.choices;
        self.machine.checkpoint();
        let copy = |machine: &Machine<D, P>| {
            (machine.core.memory.snapshot(), machine.core.domain.copy(), machine.core.steps)
        };
        let before = copy(self.machine);
        for (number, way) in (0..).zip(ways) {
            D::go(self.machine, way);
            self.path.push(number);
            self.run()?;
            self.path.pop();
            if number as usize + 1 < ways.len() {
                self.machine.backtrack();
            } else {
                self.machine.backtrack_last();
            }
            if copy(self.machine) != before {
                let path = &self.path;
                return Err(format!("way {number} of choice {choice} leaks, after {path:?}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::Subject;

    /// A machine that forgets to take something back is found out.
    #[test]
    fn a_leak_is_found() {
        let program = "class main extends object {
            static method f()i32: () -> i32 {
            block0:
                v0: ref = new main
                v1: i32 = const 0
                v2: i32 = const 1
                v3: i32 = call static env.choose(i32,i32)i32 (v1, v2)
                return v3
            }
            field x:i32: i32
        }";
        let mut subject = Subject::<Concrete>::new(program).expect("a program");
        let method = subject.method("main.f").expect("the method");
        let walked = walk(&mut subject.machine, method, &[], &mut |_, _, _| {});
        assert_eq!(walked, Ok(1));
        let leaking = walk(&mut subject.machine, method, &[], &mut |machine, _, _| {
            let last = machine.core.memory.used() as u32 - 1;
            machine.core.memory.overwrite_cell(last, 99);
        });
        assert_eq!(leaking, Err("way 0 of choice 1 leaks, after []".to_owned()));
    }
}
