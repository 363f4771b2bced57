//! What can go wrong beside the program under test. An exception of that program is an outcome,
//! never one of these.

use crate::repair::StructureError;
use margay_jvm::bounds::BoundsError;
use margay_jvm::classpath::ClassPathError;
use margay_jvm::jdk::JdkError;
use margay_jvm::launch::{InitializeError, LaunchError};
use margay_jvm::load::LoadError;
use margay_jvm::target::TargetError;
use margay_jvm::values::ValueError;
use margay_search::driver::{NotEnoughParts, PathError};
use margay_search::enumerate::EnumerateError;
use margay_search::explore::ExploreError;
use thiserror::Error;

/// Why something could not be done.
#[derive(Debug, Error)]
pub enum Error {
    /// No usable JDK.
    #[error(transparent)]
    Jdk(#[from] JdkError),
    /// No usable target.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// No readable class path.
    #[error(transparent)]
    ClassPath(#[from] ClassPathError),
    /// A class that does not load.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A Java runtime that does not start.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// A class whose static initializer does not end as it should.
    #[error(transparent)]
    Initialize(#[from] InitializeError),
    /// A class, method or predicate that does not exist, or is not the only one.
    #[error(transparent)]
    Select(#[from] SelectError),
    /// Options that do not go together, or need each other.
    #[error("{0}")]
    Together(String),
    /// A point that the program does not have.
    #[error("{point} is no point of the program: {why}")]
    NoSuchPoint {
        /// What was asked for.
        point: String,
        /// Why it is none.
        why: String,
        /// What may be meant.
        near: Vec<String>,
    },
    /// Arguments that do not fit their method.
    #[error(transparent)]
    Arguments(#[from] ValueError),
    /// A decision path that leads nowhere.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    /// Decisions that name no place in a tree of symbolic paths.
    #[error(transparent)]
    Path(#[from] PathError),
    /// Bounds that make no sense.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// An enumeration that ended early.
    #[error(transparent)]
    Enumerate(EnumerateError),
    /// A candidate on which the predicate does not end.
    #[error("{error}\n{candidate}")]
    Endless {
        /// Which budget ended it.
        error: EnumerateError,
        /// The candidate, as a line of JSON.
        candidate: String,
    },
    /// A search that cannot be divided into so many parts.
    #[error(transparent)]
    TooManyParts(#[from] NotEnoughParts),
    /// A selection with fewer methods than it is to be divided into.
    #[error("there are too few methods for {parts} parts")]
    TooFewMethods {
        /// Methods there are.
        methods: usize,
        /// Parts that were asked for.
        parts: usize,
    },
    /// Objects or arguments that need more than the heap.
    #[error("{0}")]
    HeapFull(String),
    /// Something that has no translation to a constraint logic program.
    #[error(transparent)]
    Refused(#[from] margay_clp::Refusal),
    /// SWI-Prolog is missing, or does not do what it should.
    #[error(transparent)]
    Swipl(#[from] margay_clp::swipl::SwiplError),
    /// A structure that does not fit its classes.
    #[error(transparent)]
    Structure(#[from] StructureError),
    /// A method that is no predicate of structures.
    #[error("{0}")]
    NotAPredicate(String),
    /// A structure without a repair within the limits.
    #[error("{0}")]
    Unrepaired(String),
    /// A repair that was stopped before its end.
    #[error("{0}")]
    Stopped(String),
    /// A result that does not hold when it is checked.
    #[error("{0}: this is a bug in Margay")]
    Unconfirmed(String),
    /// Something that Margay does not support.
    #[error("{0}")]
    Unsupported(String),
    /// A file that cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
}

/// What was meant instead of a name that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alternatives {
    /// Names like it.
    Near(Vec<String>),
    /// What there is.
    All(Vec<String>),
}

/// A class, method or predicate that does not exist, or is not the only one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SelectError {
    /// No class was named.
    #[error("the target holds several classes, or none, with a main method")]
    NoMainClass,
    /// A class without a `main` that a launcher would start.
    #[error("class {class} has no `public static void main(String[] args)`")]
    NoMainMethod {
        /// The class.
        class: String,
    },
    /// There is no such class.
    #[error("there is no class {name}")]
    NoSuchClass {
        /// The name.
        name: String,
    },
    /// The class has no such method.
    #[error("class {class} has no method {method}")]
    NoSuchMethod {
        /// The class.
        class: String,
        /// The method, as it was named.
        method: String,
        /// What may be meant, with descriptors.
        instead: Alternatives,
    },
    /// No class of the target has such a method.
    #[error("no class of the target has a method {method}")]
    NoClassWithMethod {
        /// The name.
        method: String,
        /// Names like it.
        near: Vec<String>,
    },
    /// Several methods have that name.
    #[error("several methods are called {name}")]
    SeveralMethods {
        /// The name.
        name: String,
        /// They, with descriptors.
        candidates: Vec<String>,
    },
    /// Several classes have a method of that name.
    #[error("several classes of the target have a method {method}")]
    SeveralClassesWithMethod {
        /// The name.
        method: String,
        /// The classes.
        classes: Vec<String>,
    },
    /// A constructor or a method without code.
    #[error("{method} cannot be called by itself")]
    NotCallable {
        /// The method.
        method: String,
    },
    /// An instance method whose receiver cannot be made.
    #[error("{reason}")]
    NoReceiver {
        /// Why not.
        reason: String,
    },
    /// A method without code.
    #[error("{method} is {what}: it has no code to test")]
    NoCode {
        /// The method.
        method: String,
        /// Abstract or native.
        what: &'static str,
    },
    /// Nothing to test.
    #[error("there is no method to test")]
    NoMethods,
    /// No class is in that package.
    #[error("the target has no class of package {package}")]
    NoSuchPackage {
        /// The package.
        package: String,
        /// Packages that there are.
        packages: Vec<String>,
    },
    /// A method that is no precondition of the one under test.
    #[error("{reason}")]
    NotAPrecondition {
        /// Why not.
        reason: String,
    },
    /// A class without objects.
    #[error("class {class} is abstract and has no objects")]
    AbstractClass {
        /// The class.
        class: String,
    },
    /// No class of the target has a predicate.
    #[error("no class of the target has a predicate")]
    NoClassWithPredicate,
    /// Several classes of the target have one.
    #[error("several classes of the target have a predicate")]
    SeveralClassesWithPredicate {
        /// The classes.
        classes: Vec<String>,
    },
    /// The class has no predicate.
    #[error("class {class} has no predicate")]
    NoPredicate {
        /// The class.
        class: String,
    },
    /// The class has several predicates, none of the usual name.
    #[error("which predicate of class {class} is meant?")]
    SeveralPredicates {
        /// The class.
        class: String,
        /// Their names.
        candidates: Vec<String>,
    },
    /// The class has no predicate of that name.
    #[error("class {class} has no predicate {name}")]
    NoSuchPredicate {
        /// The class.
        class: String,
        /// The name.
        name: String,
        /// What may be meant.
        instead: Alternatives,
    },
    /// A method that is no predicate.
    #[error("{method} is not a predicate")]
    NotAPredicate {
        /// The method.
        method: String,
    },
}
