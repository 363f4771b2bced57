//! What a path has made true, for whoever tells people: in which words is a matter of the language.

use margay_ir::ClassId;
use margay_logic::TermId;
use margay_machine::symbolic::InputId;

/// Something that a path has made true. Terms, references and classes are those of the machine that
/// took the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A condition on numbers holds.
    Holds(TermId),
    /// A number is this constant.
    Equals(TermId, TermId),
    /// A reference is null.
    Null(InputId),
    /// A reference is not null.
    NonNull(InputId),
    /// A reference is another one, or a constant: what the input calls that, if it has a name.
    Same(InputId, Option<String>),
    /// A reference is an object of its own, and not this one that was met before.
    Other(InputId, String),
    /// The object of this name is an instance of a class, or is none.
    Instance(String, ClassId, bool),
    /// The object of this name is of one of these classes.
    OneOf(String, Vec<ClassId>),
    /// An object was made so, in the language's own words.
    Made(String),
}
