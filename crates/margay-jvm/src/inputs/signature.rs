//! What class files tell of a method beyond its descriptor: generic types, names of parameters,
//! declared exceptions.

use super::supertypes::member_type;
use crate::descriptor::Signature;
use crate::platform::Jvm;
use crate::pool::Pool;
use margay_ir::{ClassId, FieldId, MethodId};
use margay_machine::{Domain, Machine};
use ristretto_classfile::ClassFile;
use ristretto_classfile::attributes::Attribute;

/// What is known of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in the source; `arg0` and so on if the class file does not tell.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its generic type, if it has one.
    pub generic: Option<String>,
}

/// The parameters of a method, without its receiver.
pub fn parameters<D: Domain>(machine: &Machine<D, Jvm<D>>, method: MethodId) -> Vec<Parameter> {
    parameters_in(machine, method, machine.core.world.method(method).class)
}

/// The parameters of a method that a class declares or inherits: what it fixes of the type arguments of classes above it, they are.
pub fn parameters_in<D: Domain>(
    machine: &Machine<D, Jvm<D>>,
    method: MethodId,
    class: ClassId,
) -> Vec<Parameter> {
    let world = &machine.core.world;
    let declared = world.method(method);
    let descriptor = world.text(declared.descriptor);
    let Some(signature) = Signature::parse(descriptor) else { return Vec::new() };
    let mut variables = class_variables(machine, class).unwrap_or_default();
    // Those of the method hide those of its class.
    let own = attributes(machine, method, signature_of).and_then(|text| self::variables(&text));
    variables.splice(0..0, own.unwrap_or_default());
    let generics = generic_parameters(machine, method).unwrap_or_default();
    let names = names(machine, method);
    let same = generics.len() == signature.params.len();
    let seen = |generic: &String| member_type(machine, generic, declared.class, class, None);
    let parameter = |(index, descriptor): (usize, &&str)| Parameter {
        name: names.get(index).cloned().flatten().unwrap_or_else(|| format!("arg{index}")),
        descriptor: (*descriptor).to_owned(),
        generic: same.then(|| bounded(&seen(&generics[index]), &variables)),
    };
    signature.params.iter().enumerate().map(parameter).collect()
}

/// Classes in the `throws` clause, with dots.
pub fn exceptions<D: Domain>(machine: &Machine<D, Jvm<D>>, method: MethodId) -> Vec<String> {
    let found = attributes(machine, method, |file, attribute| match attribute {
        Attribute::Exceptions { exception_indexes, .. } => {
            let class = |index: &u16| Pool(file).class(*index).ok().map(|c| c.replace('/', "."));
            Some(exception_indexes.iter().filter_map(class).collect::<Vec<String>>())
        }
        _ => None,
    });
    found.unwrap_or_default()
}

/// The generic type of a field, if it has one.
pub fn of_field<D: Domain>(machine: &Machine<D, Jvm<D>>, field: FieldId) -> Option<String> {
    let world = &machine.core.world;
    let declared = world.field(field);
    let file = machine.platform.loader.class_file(declared.class)?;
    let name = world.text(declared.name);
    let fields = file.fields.iter();
    let mut same = fields.filter(|f| Pool(file).text(f.name_index).is_ok_and(|n| n == name));
    same.next()?.attributes.iter().find_map(|attribute| signature_of(file, attribute))
}

pub(super) fn class_variables<D: Domain>(
    machine: &Machine<D, Jvm<D>>,
    class: ClassId,
) -> Option<Vec<Variable>> {
    let file = machine.platform.loader.class_file(class)?;
    let text = file.attributes.iter().find_map(|attribute| signature_of(file, attribute))?;
    variables(&text)
}

/// A type parameter with its bounds.
pub type Variable = (String, Vec<String>);

/// The type parameters that the signature of a class or method begins with.
#[must_use]
pub fn variables(signature: &str) -> Option<Vec<Variable>> {
    let mut rest = signature.strip_prefix('<')?;
    let mut found = Vec::new();
    while !rest.starts_with('>') {
        let (name, mut after) = rest.split_once(':')?;
        let mut bounds = Vec::new();
        // Each bound follows a colon; that of the class may be left out.
        loop {
            after = after.strip_prefix(':').unwrap_or(after);
            let end = type_end(after)?;
            bounds.push(after[..end].to_owned());
            after = &after[end..];
            if !after.starts_with(':') {
                break;
            }
        }
        found.push((name.to_owned(), bounds));
        rest = after;
    }
    Some(found)
}

/// A type in which variables are replaced by what they extend.
fn bounded(generic: &str, variables: &[Variable]) -> String {
    let bound = |name: &str| {
        let (_, bounds) = variables.iter().find(|(variable, _)| variable == name)?;
        let first = bounds.first().filter(|bound| !bound.starts_with('T'))?;
        Some(erased(first))
    };
    substituted(generic, bound)
}

/// A type with some of its variables replaced.
#[must_use]
pub fn substituted(generic: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = generic;
    // Whether a type begins here.
    let mut begins = true;
    while let Some(first) = rest.chars().next() {
        let variable = rest.strip_prefix('T').filter(|_| begins);
        if let Some((name, after)) = variable.and_then(|variable| variable.split_once(';')) {
            match value(name) {
                Some(value) => text.push_str(&value),
                None => text.extend(["T", name, ";"]),
            }
            rest = after;
            continue;
        }
        begins = match first {
            'L' if begins => false,
            '.' => false,
            '<' | ';' => true,
            _ => begins,
        };
        text.push(first);
        rest = &rest[first.len_utf8()..];
    }
    text
}

pub(super) fn signature_of(file: &ClassFile<'static>, attribute: &Attribute) -> Option<String> {
    match attribute {
        Attribute::Signature { signature_index, .. } => {
            Pool(file).text(*signature_index).ok().map(std::borrow::Cow::into_owned)
        }
        _ => None,
    }
}

pub(super) fn attributes<D: Domain, T>(
    machine: &Machine<D, Jvm<D>>,
    method: MethodId,
    find: impl Fn(&ClassFile<'static>, &Attribute) -> Option<T>,
) -> Option<T> {
    let declared = machine.core.world.method(method);
    let file = machine.platform.loader.class_file(declared.class)?;
    let method = file.methods.get(declared.body as usize)?;
    method.attributes.iter().find_map(|attribute| find(file, attribute))
}

fn generic_parameters<D: Domain>(
    machine: &Machine<D, Jvm<D>>,
    method: MethodId,
) -> Option<Vec<String>> {
    parameter_types(&attributes(machine, method, signature_of)?)
}

/// The types of the parameters in the signature of a method.
#[must_use]
pub fn parameter_types(text: &str) -> Option<Vec<String>> {
    let open = parameters_start(text)?;
    let mut rest = &text[open..];
    let mut types = Vec::new();
    while !rest.starts_with(')') {
        let end = type_end(rest)?;
        types.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    Some(types)
}

/// The types of exceptions in the signature of a method: none, unless one of them has type parameters.
pub(super) fn exception_types(text: &str) -> Vec<String> {
    let types = text.split('^').skip(1);
    types.filter_map(|rest| Some(rest[..type_end(rest)?].to_owned())).collect()
}

/// The type of the result in the signature of a method.
#[must_use]
pub fn result_type(text: &str) -> Option<&str> {
    let open = parameters_start(text)?;
    let after = &text[open + text[open..].find(')')? + 1..];
    Some(&after[..type_end(after)?])
}

/// The place after the parenthesis that opens the parameters; type parameters come before it.
fn parameters_start(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b'(' if depth == 0 => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The end of the first type of a signature.
fn type_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|byte| *byte != b'[')?;
    if !matches!(bytes[start], b'L' | b'T') {
        return Some(start + 1);
    }
    let mut depth = 0;
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b';' if depth == 0 => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The supertypes in the signature of a class, which come after its type parameters.
#[must_use]
pub fn supertypes_in(signature: &str) -> Option<Vec<String>> {
    let mut rest = signature;
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.find(|character: char| {
            depth += i32::from(character == '<') - i32::from(character == '>');
            depth == 0
        })?;
        rest = &rest[end + 1..];
    }
    let mut found = Vec::new();
    while !rest.is_empty() {
        let end = type_end(rest)?;
        found.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    Some(found)
}

/// The descriptor of a generic type without its arguments; a type variable is an object.
#[must_use]
pub fn erased(generic: &str) -> String {
    if generic.trim_start_matches('[').starts_with('T') {
        let dimensions = generic.len() - generic.trim_start_matches('[').len();
        return format!("{}Ljava/lang/Object;", "[".repeat(dimensions));
    }
    let mut text = String::new();
    let mut depth = 0;
    for character in generic.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth -= 1,
            // A class inside a generic class.
            '.' if depth == 0 => text.push('$'),
            _ if depth == 0 => text.push(character),
            _ => {}
        }
    }
    text
}

/// An argument of a generic type: `Ljava/lang/Integer;` of `Ljava/util/List<Ljava/lang/Integer;>;`.
#[must_use]
pub fn argument(generic: &str, number: usize) -> Option<String> {
    let open = generic.find('<')?;
    let mut rest = &generic[open + 1..];
    for place in 0..=number {
        let bound = rest.trim_start_matches(['+', '-']);
        let end = if bound.starts_with('*') { 1 } else { type_end(bound)? };
        if place == number {
            return Some(&bound[..end])
                .filter(|found| !found.starts_with(['*', '>']))
                .map(str::to_owned);
        }
        rest = &bound[end..];
    }
    None
}

/// Names of the parameters, as far as the class file has them.
fn names<D: Domain>(machine: &Machine<D, Jvm<D>>, method: MethodId) -> Vec<Option<String>> {
    let given = attributes(machine, method, |file, attribute| match attribute {
        Attribute::MethodParameters { parameters, .. } => {
            let name = |index: u16| Pool(file).text(index).ok().map(std::borrow::Cow::into_owned);
            Some(parameters.iter().map(|p| name(p.name_index)).collect::<Vec<_>>())
        }
        _ => None,
    });
    given.unwrap_or_else(|| local_names(machine, with_code(machine, method).unwrap_or(method)))
}

/// Of a method that is declared by an enum and left to its constants, that of the first one: what is abstract has no local
/// variables.
fn with_code<D: Domain>(machine: &Machine<D, Jvm<D>>, method: MethodId) -> Option<MethodId> {
    let world = &machine.core.world;
    let declared = world.method(method);
    let first = format!("{}$1", world.class_name(declared.class));
    let first = world.find_class(&first).filter(|first| {
        let below = world.class(*first).and_then(|class| class.superclass);
        declared.is_abstract() && below == Some(declared.class)
    });
    world.select(first?, method)
}

/// Names of the first local variables: the parameters.
fn local_names<D: Domain>(machine: &Machine<D, Jvm<D>>, method: MethodId) -> Vec<Option<String>> {
    let world = &machine.core.world;
    let declared = world.method(method);
    let variables = machine.platform.loader.local_variables(declared.class, declared.body);
    let Some(signature) = Signature::parse(world.text(declared.descriptor)) else {
        return Vec::new();
    };
    let mut local = u16::from(!declared.is_static());
    let mut names = Vec::new();
    for descriptor in &signature.params {
        let found = variables.iter().find(|(index, start, _)| *index == local && *start == 0);
        names.push(found.map(|(_, _, name)| name.clone()));
        local += if matches!(*descriptor, "J" | "D") { 2 } else { 1 };
    }
    names
}

/// The class a descriptor names, if it is one.
#[must_use]
pub fn class_name(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'))
}

/// Whether a class is declared by the program, not by the compiler: it can be named in a source.
#[must_use]
pub fn is_named(name: &str) -> bool {
    let parts = name.rsplit('/').next().unwrap_or(name).split('$');
    parts.skip(1).all(|part| part.starts_with(|c: char| !c.is_ascii_digit()))
}

/// The class of a loaded class's outermost class.
#[must_use]
pub fn outermost(name: &str) -> &str {
    name.split('$').next().unwrap_or(name)
}

/// What the class file says of how a nested class may be used: its modifiers in the source.
pub fn inner_modifiers<D: Domain>(machine: &Machine<D, Jvm<D>>, class: ClassId) -> Option<u16> {
    let file = machine.platform.loader.class_file(class)?;
    let name = machine.core.world.class_name(class);
    file.attributes.iter().find_map(|attribute| match attribute {
        Attribute::InnerClasses { classes, .. } => {
            let own = classes.iter().find(|inner| {
                Pool(file).class(inner.class_info_index).is_ok_and(|inner| inner == name)
            });
            own.map(|inner| inner.access_flags.bits())
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generic_types_are_taken_apart() {
        let map = "Ljava/util/Map<Ljava/lang/String;Ljava/util/List<TT;>;>;";
        assert_eq!(argument(map, 0).as_deref(), Some("Ljava/lang/String;"));
        assert_eq!(argument(map, 1).as_deref(), Some("Ljava/util/List<TT;>;"));
        assert_eq!(argument(map, 2), None);
        assert_eq!(erased(map), "Ljava/util/Map;");
        assert_eq!(
            argument("Ljava/util/List<+Ljava/lang/Number;>;", 0).unwrap(),
            "Ljava/lang/Number;"
        );
        assert_eq!(argument("Ljava/util/List<*>;", 0), None);
        assert_eq!(erased("[TT;"), "[Ljava/lang/Object;");
        assert_eq!(type_end("[[ILjava/lang/String;"), Some(3));
        assert_eq!(result_type("<T:La/B;>(TT;I)Lx/C<TT;>;^La/E;"), Some("Lx/C<TT;>;"));
    }

    #[test]
    fn type_variables_have_bounds() {
        let method = "<T:Ljava/lang/Number;:Ljava/lang/Comparable<TT;>;U::La/B;>(TT;TU;)V";
        let found = variables(method).expect("variables");
        assert_eq!(found[0].1, ["Ljava/lang/Number;", "Ljava/lang/Comparable<TT;>;"]);
        assert_eq!(found[1], ("U".to_owned(), vec!["La/B;".to_owned()]));
        assert_eq!(parameter_types(method).expect("types"), ["TT;", "TU;"]);
        assert_eq!(
            bounded("Ljava/util/List<+TT;>;", &found),
            "Ljava/util/List<+Ljava/lang/Number;>;"
        );
    }

    #[test]
    fn type_variables_are_replaced() {
        let value = |name: &str| (name == "T").then(|| "Ljava/lang/Long;".to_owned());
        let replaced = |generic| substituted(generic, value);
        assert_eq!(replaced("TT;"), "Ljava/lang/Long;");
        assert_eq!(replaced("[TU;"), "[TU;");
        assert_eq!(
            replaced("LTest<+TT;Ljava/util/List<[TT;>;>;"),
            "LTest<+Ljava/lang/Long;Ljava/util/List<[Ljava/lang/Long;>;>;"
        );
        assert_eq!(replaced("LOuter<TT;>.Team<TU;>;"), "LOuter<Ljava/lang/Long;>.Team<TU;>;");
    }

    #[test]
    fn supertypes_come_after_type_parameters() {
        let signature = "<K:Ljava/lang/Object;V::La/B<TK;>;>Lx/Super<TK;>;Lx/Face<[TV;>;";
        let found = supertypes_in(signature).expect("types");
        assert_eq!(found, ["Lx/Super<TK;>;", "Lx/Face<[TV;>;"]);
        assert_eq!(supertypes_in("Lx/Super<TK;>;").expect("types"), ["Lx/Super<TK;>;"]);
        assert_eq!(supertypes_in("<K:"), None);
    }
}
