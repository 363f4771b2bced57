//! What is known of classes, asked for once.

use super::types::Type;
use margay_jvm::inputs::signature::{parameter_types, variables};
use margay_jvm::source::{SourceClass, SourceMethod};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

type LookUp<'a> = dyn Fn(&str) -> Option<SourceClass> + 'a;

/// Remembers what was said of classes.
pub(super) struct Classes<'a> {
    look_up: Box<LookUp<'a>>,
    known: RefCell<FxHashMap<String, Option<Rc<SourceClass>>>>,
    signatures: RefCell<FxHashMap<String, Option<Rc<Signature>>>>,
    /// Whether methods are overloaded, by class, name and descriptor.
    overloaded: RefCell<FxHashMap<String, bool>>,
}

/// The types of a method.
pub(super) struct Signature {
    pub parameters: Vec<Type>,
    /// None for `void`.
    pub result: Option<Type>,
}

impl<'a> Classes<'a> {
    pub fn new(look_up: impl Fn(&str) -> Option<SourceClass> + 'a) -> Self {
        Classes {
            look_up: Box::new(look_up),
            known: RefCell::default(),
            signatures: RefCell::default(),
            overloaded: RefCell::default(),
        }
    }

    /// The class of this name, with dots and `$`.
    pub fn get(&self, name: &str) -> Option<Rc<SourceClass>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let found = (self.look_up)(name).map(Rc::new);
        self.known.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }

    /// The class and its superclasses, as far as they are known.
    pub fn lineage(&self, name: &str) -> impl Iterator<Item = (String, Rc<SourceClass>)> {
        let with_name = |name: String| self.get(&name).map(|class| (name, class));
        let next = move |(_, class): &(String, Rc<SourceClass>)| {
            class.superclass.clone().and_then(with_name)
        };
        std::iter::successors(with_name(name.to_owned()), next)
    }

    /// The method of a class, or of a superclass that it inherits it from.
    pub fn method(&self, class: &str, name: &str, descriptor: &str) -> Option<SourceMethod> {
        let (_, declaring) = self.declaring(class, name, descriptor)?;
        declaring.method(name, descriptor).cloned()
    }

    /// The class or superclass that declares a method.
    pub fn declaring(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<(String, Rc<SourceClass>)> {
        let mut lineage = self.lineage(class);
        lineage.find(|(_, class)| class.method(name, descriptor).is_some())
    }

    /// The types in a method's descriptor, if it is one.
    pub fn signature(&self, descriptor: &str) -> Option<Rc<Signature>> {
        if let Some(known) = self.signatures.borrow().get(descriptor) {
            return known.clone();
        }
        let read = Type::signature(descriptor);
        let read = read.map(|(parameters, result)| Rc::new(Signature { parameters, result }));
        self.signatures.borrow_mut().insert(descriptor.to_owned(), read.clone());
        read
    }

    /// Whether a call by name alone could mean another method or constructor.
    pub fn is_overloaded(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let key = [class, ".", name, descriptor].concat();
        if let Some(known) = self.overloaded.borrow().get(&key) {
            return *known;
        }
        let is_so = self.has_overload(class, name, descriptor);
        self.overloaded.borrow_mut().insert(key, is_so);
        is_so
    }

    /// Whether the compiler may not know which method is meant though all arguments have the types of its
    /// parameters: another one takes them too, and ties its type parameters together, so that neither is more
    /// specific. Of `f(Map<K, V>, V)` and `f(Map<K, V>, Factory<V>)` nobody can call the second with a map of objects.
    pub fn is_ambiguous(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let own = self.method(class, name, descriptor);
        let Some(own) = own.filter(|own| own.generic.as_ref().is_some_and(|g| g.starts_with('<')))
        else {
            return false;
        };
        let Some((wanted, _)) = Type::signature(&own.descriptor) else { return false };
        let takes = |other: &SourceMethod| {
            let types = Type::signature(&other.descriptor).map(|(types, _)| types);
            types.is_some_and(|types| {
                types.len() == wanted.len()
                    && wanted.iter().zip(&types).all(|(from, to)| self.is_below(from, to))
            })
        };
        self.lineage(class).any(|(_, known)| {
            let methods = known.methods.iter().filter(|method| method.name == name);
            let others = methods.filter(|m| parameters(&m.descriptor) != parameters(descriptor));
            others.into_iter().any(|other| ties_parameters(other) && takes(other))
        })
    }

    /// Whether values of a type are of another one too, as far as their classes are known.
    fn is_below(&self, from: &Type, to: &Type) -> bool {
        if from == to || to.is_object() && !from.is_primitive() {
            return true;
        }
        let mut open = vec![from.element.to_string()];
        while let Some(next) = open.pop() {
            if to.is(&next) && !from.is_array() {
                return true;
            }
            let known = self.get(&next);
            open.extend(
                known.iter().flat_map(|c| c.superclass.iter().chain(&c.interfaces)).cloned(),
            );
        }
        false
    }

    fn has_overload(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let mut open = vec![class.to_owned()];
        let parameters = parameters(descriptor);
        let mut known_all = true;
        while let Some(next) = open.pop() {
            let Some(class) = self.get(&next) else {
                known_all = false;
                continue;
            };
            let is_other = |other: &str| {
                let (one, other) = (parameters, self::parameters(other));
                one != other && count(one) == count(other)
            };
            let mut methods = class.methods.iter().filter(|method| method.name == name);
            if methods.any(|method| is_other(&method.descriptor)) {
                return true;
            }
            if name != "<init>" {
                open.extend(class.superclass.iter().chain(&class.interfaces).cloned());
            }
        }
        !known_all
    }
}

/// Whether a type parameter of a method is in the types of several of its parameters.
fn ties_parameters(method: &SourceMethod) -> bool {
    let Some(generic) = method.generic.as_deref().filter(|text| text.starts_with('<')) else {
        return false;
    };
    let types = parameter_types(generic).unwrap_or_default();
    variables(generic).iter().flatten().any(|(name, _)| {
        let name = format!("T{name}");
        let uses = |written: &&String| {
            written.split(['<', ';', '>', '*', '+', '-', '[']).any(|part| part == name)
        };
        types.iter().filter(uses).count() > 1
    })
}

/// The part of a descriptor that tells overloads apart.
fn parameters(descriptor: &str) -> &str {
    descriptor.split(')').next().unwrap_or_default()
}

fn count(parameters: &str) -> Option<usize> {
    Type::signature(&format!("{parameters})V")).map(|(types, _)| types.len())
}

/// The package of a class; empty for the unnamed one.
pub(super) fn package(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

/// Whether a class is of the JDK, into whose packages nobody else may put a class.
pub(super) fn is_platform(class: &str) -> bool {
    const PREFIXES: [&str; 8] = [
        "java.",
        "javax.",
        "jdk.",
        "sun.",
        "com.sun.",
        "org.w3c.dom.",
        "org.xml.sax.",
        "org.ietf.jgss.",
    ];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}

/// Whether all may use what is public in a class: most packages of the JDK are for itself.
pub(super) fn is_exported(class: &str) -> bool {
    let is_public = ["java.", "javax.", "org."].iter().any(|prefix| class.starts_with(prefix));
    is_public || !is_platform(class)
}

/// Whether source code can have this name.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let starts = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    characters.next().is_some_and(starts)
        && characters.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
        && !is_keyword(name)
}

/// Words that name nothing. Others, such as `record`, are keywords in some places only.
pub(super) fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 54] = [
        "_",
        "abstract",
        "assert",
        "boolean",
        "break",
        "byte",
        "case",
        "catch",
        "char",
        "class",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extends",
        "false",
        "final",
        "finally",
        "float",
        "for",
        "goto",
        "if",
        "implements",
        "import",
        "instanceof",
        "int",
        "interface",
        "long",
        "native",
        "new",
        "null",
        "package",
        "private",
        "protected",
        "public",
        "return",
        "short",
        "static",
        "strictfp",
        "super",
        "switch",
        "synchronized",
        "this",
        "throw",
        "throws",
        "transient",
        "true",
        "try",
        "void",
        "volatile",
        "while",
    ];
    KEYWORDS.binary_search(&word).is_ok()
}
