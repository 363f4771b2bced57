//! What to do about an error of the library, in the words of the command line.

use margay_java::test_run::TestRunError;
use margay_java::{Alternatives, Error, SelectError};
use margay_jvm::classpath::ClassPathError;
use margay_jvm::jdk::{ImageError, JdkError};
use margay_jvm::launch::InitializeError;
use margay_jvm::target::TargetError;
use margay_report::document::parts::PartsError;

/// More names than this help nobody.
const MOST_NAMED: usize = 8;

/// For a document that cannot be read.
pub const WRITE_AGAIN: &str = "write the results again with this Margay";

/// A line to be appended to an error; empty if there is nothing to add.
pub fn hint(error: &Error) -> String {
    let hint = match error {
        Error::Initialize(InitializeError::Threw { .. }) => {
            "its static initializer has to work without the program around it".to_owned()
        }
        Error::Select(error) => select(error),
        Error::Jdk(JdkError::Unusable { .. }) => {
            "name the folder of a JDK 17 or later with --jdk".to_owned()
        }
        Error::ClassPath(ClassPathError::Image(ImageError::Compressed { .. }))
        | Error::Target(TargetError::ClassPath(ClassPathError::Image(ImageError::Compressed {
            ..
        }))) => "name the folder of a full JDK with --jdk".to_owned(),
        Error::Target(TargetError::NoClass { suggestions, class_path_given: false, .. })
            if suggestions.is_empty() =>
        {
            "name the folder or jar with the class with --cp".to_owned()
        }
        Error::NoSuchPoint { near, .. } if !near.is_empty() => {
            format!("there is code at {}", near.join(", "))
        }
        Error::Arguments(_) => {
            "--args takes values such as 12 true 'c' \"text\" [1,2,3] null".to_owned()
        }
        Error::TooManyParts(error) => format!("make at most {}", error.parts),
        Error::TooFewMethods { methods, .. } => format!(
            "make at most {methods}; the paths of one method are divided by --from and --to"
        ),
        Error::HeapFull(_) => "give the program a larger heap with --max-heap".to_owned(),
        _ => return String::new(),
    };
    format!("\nhint: {hint}")
}

/// The same for tests that cannot be run.
pub fn test_run(error: &TestRunError) -> String {
    let hint = match error {
        TestRunError::ClassPath(_) => "name folders without separators",
        TestRunError::NoCompiler(_) => "name a JDK, not a bare runtime, with --jdk",
        TestRunError::NotCompiled(_) => "--cp must have the classes under test and all they use",
        TestRunError::NotRun(_) => "--junit must name JUnit 5 with its launcher",
        TestRunError::File(_) => return String::new(),
    };
    format!("\nhint: {hint}")
}

/// The same for parts that cannot be joined, without its beginning.
pub fn parts(error: &PartsError) -> &'static str {
    match error {
        PartsError::NoPart { .. } => {
            "name folders that `--shard … --out DIR` of `enumerate` or `generate` has filled"
        }
        PartsError::Different(..) => "class, method, bounds and options must be the same",
        PartsError::Missing { .. } | PartsError::MissingShard(_) => "name the folders of all parts",
        PartsError::Overlap(_) => "name each part once",
        PartsError::Unfinished(_) => "search it again",
        PartsError::Unreadable(_) => WRITE_AGAIN,
    }
}

fn select(error: &SelectError) -> String {
    use SelectError as E;
    let hint = match error {
        E::NoMainClass => "name one with --class",
        E::NoMainMethod { .. } => "name a method with --method, or another class with --class",
        E::NoSuchClass { .. } => "give its full name, and where it is with --cp",
        E::NotCallable { .. } => {
            "name a method with a body that is neither constructor nor initializer"
        }
        E::NoReceiver { .. } => "add a static method that makes the object, and name that",
        E::NoCode { .. } => "name a method with a body, or a class that implements it with --class",
        E::NoMethods => "name a method with --method, or a class with --class",
        E::NotAPrecondition { .. } => {
            "name a `boolean repOk()` of the class, or a static method with the receiver and the \
             arguments as parameters"
        }
        E::AbstractClass { .. } => "name a class that extends it with --class",
        E::NoClassWithPredicate => "add a method `boolean repOk()`, or name the class with --class",
        E::NoPredicate { .. } => {
            "a predicate is an instance method without parameters that returns a boolean, usually \
             repOk()"
        }
        E::NotAPredicate { .. } => {
            "a predicate is an instance method without parameters that returns a boolean"
        }
        E::NoSuchMethod { instead, .. } => {
            return meant(instead, " or ", "it has no methods of its own");
        }
        E::NoSuchPredicate { instead, .. } => {
            return meant(instead, ", ", "it has no boolean method without parameters");
        }
        E::NoClassWithMethod { near, .. } if near.is_empty() => {
            "name a class with --class to see what it has"
        }
        E::NoClassWithMethod { near, .. } => return format!("did you mean {}?", near.join(" or ")),
        E::SeveralMethods { candidates, .. } => {
            return format!("name one of {}", candidates.join(" or "));
        }
        E::SeveralClassesWithMethod { classes, .. } => {
            let first = classes.first().map_or("", String::as_str);
            return format!("name one with --class {first}: there are {}", shown(classes, ", "));
        }
        E::SeveralClassesWithPredicate { classes } => {
            return format!("name one with --class: {}", shown(classes, ", "));
        }
        E::SeveralPredicates { candidates, .. } => {
            return format!("name one with --predicate: {}", shown(candidates, ", "));
        }
        E::NoSuchPackage { packages, .. } if packages.is_empty() => "its classes are in no package",
        E::NoSuchPackage { packages, .. } => return format!("it has {}", shown(packages, ", ")),
    };
    hint.to_owned()
}

fn meant(instead: &Alternatives, between: &str, nothing: &str) -> String {
    match instead {
        Alternatives::Near(near) => format!("did you mean {}?", shown(near, between)),
        Alternatives::All(all) if all.is_empty() => nothing.to_owned(),
        Alternatives::All(all) => format!("it has {}", shown(all, between)),
    }
}

fn shown(names: &[String], between: &str) -> String {
    let rest = if names.len() > MOST_NAMED { ", ..." } else { "" };
    format!("{}{rest}", names[..names.len().min(MOST_NAMED)].join(between))
}
