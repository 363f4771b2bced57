//! What to do about an error of the library, in the words of the command line.

use margay_java::test_run::TestRunError;
use margay_java::{Alternatives, Error, SelectError};
use margay_jvm::launch::InitializeError;

/// More names than this help nobody.
const MOST_NAMED: usize = 8;

/// A line to be appended to an error; empty if there is nothing to add.
pub fn hint(error: &Error) -> String {
    let hint = match error {
        Error::Initialize(InitializeError::Threw { .. }) => {
            "its static initializer has to work without the program around it".to_owned()
        }
        Error::Select(error) => select(error),
        Error::Arguments(_) => {
            "--args takes values such as 12 true 'c' \"text\" [1,2,3] null".to_owned()
        }
        Error::TooManyParts(error) => format!("make at most {}", error.parts),
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

fn select(error: &SelectError) -> String {
    match error {
        SelectError::NoMainClass => "name one with --class".to_owned(),
        SelectError::NoMainMethod { .. } => {
            "name a method with --method, or another class with --class".to_owned()
        }
        SelectError::NoSuchClass { .. } => {
            "give its full name, and where it is with --cp".to_owned()
        }
        SelectError::NoSuchMethod { instead: Alternatives::All(all), .. } => match all.as_slice() {
            [] => "it has no methods of its own".to_owned(),
            all => format!("it has {}", all.join(" or ")),
        },
        SelectError::NoSuchMethod { instead: Alternatives::Near(near), .. } => {
            format!("did you mean {}?", near.join(" or "))
        }
        SelectError::NoClassWithMethod { near, .. } => match near.as_slice() {
            [] => "name a class with --class to see what it has".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        },
        SelectError::SeveralMethods { candidates, .. } => {
            format!("name one of {}", candidates.join(" or "))
        }
        SelectError::SeveralClassesWithMethod { classes, .. } => {
            let first = classes.first().map_or("", String::as_str);
            format!("name one with --class {first}: there are {}", shown(classes))
        }
        SelectError::NotCallable { .. } => {
            "name a method with a body that is neither constructor nor initializer".to_owned()
        }
        SelectError::NoReceiver { .. } => {
            "add a static method that makes the object, and name that".to_owned()
        }
        SelectError::NoCode { .. } => {
            "name a method with a body, or a class that implements it with --class".to_owned()
        }
        SelectError::NoMethods => "name a method with --method, or a class with --class".to_owned(),
        SelectError::NoSuchPackage { packages, .. } => match packages.as_slice() {
            [] => "its classes are in no package".to_owned(),
            packages => format!("it has {}", shown(packages)),
        },
        SelectError::NotAPrecondition { .. } => {
            "name a `boolean repOk()` of the class, or a static method with the receiver and the \
             arguments as parameters"
                .to_owned()
        }
        SelectError::AbstractClass { .. } => "name a class that extends it with --class".to_owned(),
        SelectError::NoClassWithPredicate => {
            "add a method `boolean repOk()`, or name the class with --class".to_owned()
        }
        SelectError::SeveralClassesWithPredicate { classes } => {
            format!("name one with --class: {}", shown(classes))
        }
        SelectError::NoPredicate { .. } => {
            "a predicate is an instance method without parameters that returns a boolean, usually \
             repOk()"
                .to_owned()
        }
        SelectError::SeveralPredicates { candidates, .. } => {
            format!("name one with --predicate: {}", shown(candidates))
        }
        SelectError::NoSuchPredicate { instead: Alternatives::All(all), .. } => {
            match all.as_slice() {
                [] => "it has no boolean method without parameters".to_owned(),
                all => format!("it has {}", shown(all)),
            }
        }
        SelectError::NoSuchPredicate { instead: Alternatives::Near(near), .. } => {
            format!("did you mean {}?", shown(near))
        }
        SelectError::NotAPredicate { .. } => {
            "a predicate is an instance method without parameters that returns a boolean".to_owned()
        }
    }
}

fn shown(names: &[String]) -> String {
    let rest = if names.len() > MOST_NAMED { ", ..." } else { "" };
    format!("{}{rest}", names[..names.len().min(MOST_NAMED)].join(", "))
}
