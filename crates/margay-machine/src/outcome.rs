//! How execution stops: at a choice, or at the end of a path.

use crate::memory::Ref;
use margay_ir::{ClassId, MethodId};
use margay_logic::heap::Assumption;

/// Why the machine handed control back.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<V> {
    /// At a choice with this many alternatives (two at least): take one and go on.
    Choice(u32),
    /// The program reads a cell that is not decided yet: set it and go on.
    Undecided(u32),
    /// The program needs to know something of a value that is not decided: decide it, then
    /// [`go on`](crate::Machine::retry).
    Wanted(Want<V>),
    /// A call of the method is about to happen: [let it](crate::Machine::enter_call), or say what
    /// [comes](crate::Machine::skip_call) of it.
    Call(MethodId),
    /// A call that was let happen has ended.
    CallEnded(CallEnd<V>),
    /// The way of a branch that is followed has come to where it meets the other.
    Joined,
    /// A round of a loop is about to begin that somebody wants to see:
    /// [begin it](crate::Machine::begin_round).
    Head,
    /// The slice of work is used up: go on or stop.
    Pause,
    /// The path has ended.
    Done(Outcome<V>),
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEnd<V> {
    /// It returned.
    Returned(Option<V>),
    /// An exception left it.
    Threw(Ref),
}

/// What must be decided before the program can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want<V> {
    /// Whether a reference is null.
    Nullness(V),
    /// Which object a reference is.
    Object(V),
    /// Of which classes a reference may be that stays open.
    Kind(V),
    /// An object that has the cells of a reference that stays open.
    Cells(V),
    /// Which number it is.
    Number(V),
    /// How long an array is.
    Length(Ref),
    /// How long an array is to be made.
    Size(V),
    /// Whether an object is an instance of a class.
    Instance(Ref, ClassId),
    /// Which override of a method an object has.
    Override(Ref, MethodId),
    /// Of which class an object is.
    Class(Ref),
    /// That something is assumed of references: of one, which is named twice, or of two.
    Assumed(Assumption, V, V),
}

/// How a path ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<V> {
    /// The method returned.
    Returned(Option<V>),
    /// An exception left the method.
    Threw(Ref),
    /// An assumption was false: the path does not count.
    Rejected,
    /// A bound on loops or recursion was reached.
    Bounded,
    /// A loop came back to a state it had been in: it never ends.
    Endless,
    /// The program reported a failure.
    Failed(Option<String>),
    /// The program ended itself with an exit code.
    Exited(i32),
    /// Margay cannot run what comes next.
    Refused(Refusal),
}

/// Something Margay does not do, with the place that needed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What and why.
    pub reason: String,
    /// Innermost call first.
    pub stack: Vec<Place>,
}

/// A place in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The method.
    pub method: MethodId,
    /// Position in the method's own code.
    pub offset: u32,
    /// Source line, if known.
    pub line: Option<u32>,
}
