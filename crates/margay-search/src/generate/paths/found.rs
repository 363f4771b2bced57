//! What the search over paths reports.

use super::super::concrete::ConcreteInput;
use super::super::cost::Amount;
use super::super::fact::Fact;
use super::super::focus::InputValues;
use super::super::summary::Effect;
use margay_ir::ClassId;
use margay_machine::symbolic::SymbolicValue;
use margay_machine::{Outcome, Place, Ref};

/// Something to be reported.
#[derive(Clone, Debug)]
pub enum Found {
    /// A path has ended.
    Path(Box<PathEnd>),
    /// Something was lost on the way.
    Lost(Lost),
    /// There are several ways on, and so much of the condition is known by then.
    Fork(usize),
}

/// A path that has ended.
#[derive(Clone, Debug)]
pub struct PathEnd {
    /// What was made true at choices, in their order.
    pub condition: Vec<Fact>,
    /// An input that takes the path, if the method ended by itself.
    pub input: Option<ConcreteInput>,
    /// What its inputs are by their names, where inputs are told apart.
    pub values: Option<InputValues>,
    /// What it costs, of every input that takes it and of this one, in each model that is counted.
    pub costs: Vec<(Amount, u64)>,
    /// What it has left in objects of the input, if somebody wants to know.
    pub effects: Vec<Effect>,
    /// Where the objects of the input are, and what it calls them, if somebody wants to know.
    pub objects: Vec<(Ref, String)>,
    /// How it ended.
    pub outcome: Outcome<SymbolicValue>,
}

/// What is lost when a question is answered for some values only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// A number was made concrete: more values were possible than are tried.
    Concretized(Option<Place>),
    /// A path that met more branches than are tried both ways: from here on it goes where its inputs lead.
    ManyBranches(Option<Place>),
    /// A condition was too large for the solver: the inputs it depends on have the values they had.
    Large(Option<Place>),
    /// From here on a path goes where its inputs lead, as the solver did not know.
    Followed(Option<Place>),
    /// An array longer than the bound was possible.
    Longer(Option<Place>),
    /// The solver did not know.
    Unknown(String, Option<Place>),
    /// There is no way to make an object of this class, on a path on which this holds.
    Unmade(ClassId, Option<Place>, Vec<Fact>),
    /// The heap was full.
    NoRoom,
}
