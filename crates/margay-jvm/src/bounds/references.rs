//! The values of reference types that are no structures of their own: strings, boxed numbers,
//! enum constants. They exist before the search.

use super::{names, run, spec::Values, values};
use crate::describe::constant_name;
use crate::descriptor;
use crate::platform::Jvm;
use crate::values::Literal;
use margay_ir::ClassId;
use margay_ir::world::SymbolicRef;
use margay_ir::world::modifiers::ENUM;
use margay_ir::world::type_name;
use margay_machine::{Domain, Machine, Ref};

const STRING: &str = "Ljava/lang/String;";

/// The primitive type that a box is around.
fn unboxed(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "Ljava/lang/Boolean;" => "Z",
        "Ljava/lang/Byte;" => "B",
        "Ljava/lang/Short;" => "S",
        "Ljava/lang/Character;" => "C",
        "Ljava/lang/Integer;" => "I",
        "Ljava/lang/Long;" => "J",
        "Ljava/lang/Float;" => "F",
        "Ljava/lang/Double;" => "D",
        _ => return None,
    })
}

/// Whether objects of the type are told by what they stand for, not by their class.
pub(super) fn is_value<D: Domain>(machine: &mut Machine<D, Jvm<D>>, ty: &str) -> bool {
    ty == STRING || unboxed(ty).is_some() || enum_of(machine, ty).is_some()
}

fn enum_of<D: Domain>(machine: &mut Machine<D, Jvm<D>>, ty: &str) -> Option<ClassId> {
    let class = names::load(machine, descriptor::class_of(ty)).ok()?;
    is_enum(machine, class).then_some(class)
}

/// Whether the class is an enum.
pub(super) fn is_enum<D: Domain>(machine: &Machine<D, Jvm<D>>, class: ClassId) -> bool {
    machine.core.world.loaded(class).modifiers & ENUM != 0
}

/// All values of a type of which only a bound is known; none if it is not such a type.
pub(super) fn up_to<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    ty: &str,
    bound: u32,
) -> Result<Option<Vec<Ref>>, String> {
    if ty == STRING {
        let texts = (0..bound).map(letters);
        let texts: Vec<Literal> =
            texts.map(|text| Literal::Text(text.encode_utf16().collect())).collect();
        return build(machine, &texts).map(Some);
    }
    if let Some(primitive) = unboxed(ty) {
        let boxed = boxes(machine, ty, primitive, &values::up_to(primitive, bound))?;
        return Ok(Some(boxed));
    }
    match enum_of(machine, ty) {
        Some(class) => constants(machine, class).map(Some),
        None => Ok(None),
    }
}

/// `a` to `z`, then `aa`, `ab` and so on.
fn letters(mut index: u32) -> String {
    let mut text = Vec::new();
    loop {
        text.push(char::from(b'a' + (index % 26) as u8));
        if index < 26 {
            return text.into_iter().rev().collect();
        }
        index = index / 26 - 1;
    }
}

/// The values that a text stands for as values of a reference type.
pub(super) fn listed<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    ty: &str,
    text: &Values,
) -> Result<Vec<Ref>, String> {
    if let Some(primitive) = unboxed(ty) {
        let bits = values::bits(primitive, text)?;
        return boxes(machine, ty, primitive, &bits);
    }
    if let Some(class) = enum_of(machine, ty) {
        return chosen(machine, class, text);
    }
    if ty == STRING {
        return strings(machine, text);
    }
    // Numbers and strings are objects of many types; which, their spelling says.
    let integer = "Ljava/lang/Integer;";
    let found = match listed(machine, integer, text) {
        Ok(found) => Ok(found),
        Err(_) if matches!(text, Values::List(list) if list.contains('"')) => {
            strings(machine, text)
        }
        Err(reason) => Err(reason),
    }?;
    let declared = names::load(machine, descriptor::class_of(ty))?;
    let core = &machine.core;
    let fits = |object: &Ref| core.world.is_subclass(core.memory.class_of(*object), declared);
    if found.iter().all(fits) {
        Ok(found)
    } else {
        Err(format!("they are not of type {}", type_name(ty)))
    }
}

fn strings<D: Domain>(machine: &mut Machine<D, Jvm<D>>, text: &Values) -> Result<Vec<Ref>, String> {
    let texts = match text {
        Values::List(list) => values::list(STRING, list)?,
        Values::Words(words) => {
            let text = |word: &String| Literal::Text(word.encode_utf16().collect());
            words.iter().filter(|word| *word != "null").map(text).collect()
        }
        Values::Range(..) => return Err("there are no ranges of strings".to_owned()),
    };
    build(machine, &texts)
}

fn build<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    literals: &[Literal],
) -> Result<Vec<Ref>, String> {
    let mut objects = Vec::new();
    for literal in literals {
        let built = crate::values::build(machine, literal).map_err(|error| error.to_string())?;
        let object = D::known(built).unwrap_or_default() as Ref;
        if object != 0 && !objects.contains(&object) {
            objects.push(object);
        }
    }
    Ok(objects)
}

/// Boxes, made by the JDK's own `valueOf`, which shares them with the program.
fn boxes<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    ty: &str,
    primitive: &str,
    bits: &[u64],
) -> Result<Vec<Ref>, String> {
    let class = descriptor::class_of(ty);
    let one = |bits: &u64| {
        static_call(machine, class, "valueOf", &format!("({primitive}){ty}"), &[*bits])
    };
    bits.iter().map(one).collect()
}

/// The constants of an enum, in order.
///
/// # Errors
/// When its initializer does not end as it should.
pub fn constants<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    class: ClassId,
) -> Result<Vec<Ref>, String> {
    let name = machine.core.world.class_name(class).to_owned();
    let values = format!("(){}", descriptor::of_class(&descriptor::array_of(&name)));
    let array = static_call(machine, &name, "values", &values, &[])?;
    let memory = &machine.core.memory;
    let element = |index| D::known(memory.get(array, index)).unwrap_or_default() as Ref;
    Ok((0..memory.len(array)).map(element).collect())
}

/// Constants of an enum by their names.
fn chosen<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    class: ClassId,
    text: &Values,
) -> Result<Vec<Ref>, String> {
    let wanted: Vec<&str> = match text {
        Values::Words(words) => words.iter().map(String::as_str).collect(),
        Values::List(list) => list.trim_matches(['{', '}']).split(',').map(str::trim).collect(),
        Values::Range(..) => return Err("there are no ranges of enum constants".to_owned()),
    };
    let mut all = Vec::new();
    for constant in constants(machine, class)? {
        let name = constant_name(machine, constant).unwrap_or_default();
        all.push((name, constant));
    }
    let one = |wanted: &&str| {
        let found = all.iter().find(|(name, _)| name == wanted);
        found.map(|(_, constant)| *constant).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
            format!("there is no constant {wanted}; there are {}", names.join(", "))
        })
    };
    wanted.iter().filter(|name| **name != "null").map(one).collect()
}

fn static_call<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    class: &str,
    name: &str,
    descriptor: &str,
    bits: &[u64],
) -> Result<Ref, String> {
    let class = names::load(machine, class)?;
    let world = &mut machine.core.world;
    let (name, descriptor) = (world.name(name), world.name(descriptor));
    let method = world.find_method(SymbolicRef { class, name, descriptor });
    let method = method.ok_or("this JDK's class is not as expected")?;
    let args: Vec<D::Value> = bits.iter().map(|bits| D::constant(*bits)).collect();
    match run::call(machine, method, &args) {
        Ok(object) => Ok(object as Ref),
        Err(failure) => {
            let method = machine.core.world.method_text(method);
            Err(format!("{method}: {}", failure.text(machine)))
        }
    }
}
