//! Structures within bounds: with and without looking ahead, going back and running again, interpreted and compiled, in the
//! concrete and the traced domain, the same ones must be found in the same order.

use crate::platform::Text;
use crate::subject::{Fresh, Subject, bits_of, fields_of, show_value};
use margay_ir::{ClassId, ClassKind, FieldId, Storage, World};
use margay_machine::{Concrete, Core, Domain, Machine, Ref, Traced};
use margay_search::driver::{Progress, Visitor};
use margay_search::enumerate::{
    Bounds, Counters, FieldDomain, Found, ObjectSet, Options, Space, What, enumerate,
};
use margay_search::{Backtrack, Decisions};
use std::ops::ControlFlow;

/// What was found: how much was done, and the structures with their names.
pub type Result<T> = std::result::Result<T, String>;

/// Counts and structures for a predicate such as `tree.ok`, within bounds such as
/// `tree=1 node=3 tree.root={null,node} tree.size={0..3}`.
///
/// # Errors
/// When the bounds make no sense, or there are differences.
pub fn run(program: &str, predicate: &str, bounds: &str) -> Result<String> {
    let search = |multi_value, backtrack| {
        let options = Options { multi_value, backtrack, ..Options::default() };
        let found = search::<Concrete>(program, predicate, bounds, &options)?;
        let traced = search::<Traced>(program, predicate, bounds, &options)?;
        if found != traced {
            return Err(format!("concrete: {found:?}\ntraced: {traced:?}"));
        }
        let compiled = search_compiled(program, predicate, bounds, &options)?;
        match found == compiled {
            true => Ok(found),
            false => Err(format!("interpreted: {found:?}\ncompiled: {compiled:?}")),
        }
    };
    let (plain, structures) = search(false, Backtrack::Checkpoint)?;
    let (again, same) = search(false, Backtrack::Reexecute)?;
    let (ahead, also) = search(true, Backtrack::Checkpoint)?;
    let (_, too) = search(true, Backtrack::Reexecute)?;
    for other in [same, also, too] {
        if other != structures {
            return Err(format!("{structures:?}\nbut otherwise\n{other:?}"));
        }
    }
    let threw = if plain.threw == 0 { String::new() } else { format!(", {} threw", plain.threw) };
    Ok(format!(
        "{} candidates, {} valid{threw}; {} initializations, {} when run again\n\
         looking ahead: {} run, {} known to be rejected, {} to be accepted\n{}",
        plain.candidates(),
        plain.valid,
        plain.initializations,
        again.initializations,
        ahead.explored,
        ahead.rejected_ahead,
        ahead.accepted_ahead,
        structures.concat()
    ))
}

/// One search.
///
/// # Errors
/// When the predicate cannot be run.
pub fn search<D: Fresh>(
    program: &str,
    predicate: &str,
    bounds: &str,
    options: &Options,
) -> Result<(Counters, Vec<String>)> {
    search_in(Subject::<D>::new(program)?, predicate, bounds, options)
}

/// One search with compiled code, all of which is compared with what the interpreter does and what lanes foresee.
///
/// # Errors
/// When the predicate cannot be run, or there are differences.
pub fn search_compiled(
    program: &str,
    predicate: &str,
    bounds: &str,
    options: &Options,
) -> Result<(Counters, Vec<String>)> {
    let mut subject = Subject::<Concrete>::new(program)?;
    subject.compile(true);
    search_in(subject, predicate, bounds, options)
}

fn search_in<D: Fresh>(
    mut subject: Subject<D>,
    predicate: &str,
    bounds: &str,
    options: &Options,
) -> Result<(Counters, Vec<String>)> {
    let method = subject.method(predicate)?;
    let bounds = read_bounds(&mut subject, bounds)?;
    let core = &mut subject.machine.core;
    let mut space = Space::new(&core.world, &mut core.memory, &bounds)
        .map_err(|_| "the bounds need more memory than there is".to_owned())?;
    let mut lines = Lines(Vec::new());
    let counters = enumerate(&mut subject.machine, &mut space, method, options, &mut lines)
        .map_err(|error| error.to_string())?;
    Ok((counters, lines.0))
}

/// Writes down structures.
struct Lines(Vec<String>);

impl<D: Domain> Visitor<D, Text, Found<'_>, Counters> for Lines {
    fn found(
        &mut self,
        machine: &mut Machine<D, Text>,
        decisions: &Decisions,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        if found.what == What::Structure {
            let core = &machine.core;
            let objects: Vec<Ref> = found.space.reachable(&core.world, &core.memory).collect();
            let shown: Vec<String> = objects.iter().map(|at| show(core, &objects, *at)).collect();
            self.0.push(format!("{decisions}: {}\n", shown.join(" ")));
        }
        ControlFlow::Continue(())
    }

    fn pause(&mut self, _: &mut Machine<D, Text>, _: Progress<'_, Counters>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// An object of a structure: `node1(left=node2 right=null)`. Objects are numbered as they are met.
fn show<D: Domain>(core: &Core<D>, objects: &[Ref], object: Ref) -> String {
    let (world, memory) = (&core.world, &core.memory);
    let name = |object: Ref| {
        let place = objects.iter().position(|known| *known == object);
        let class = world.class_name(memory.class_of(object));
        place.map_or(class.to_owned(), |place| format!("{class}{place}"))
    };
    let held = |storage: Storage, value: D::Value| match (storage, D::known(value)) {
        (Storage::Ref, Some(target)) if target != 0 => name(target as Ref),
        _ => show_value(core, storage.value_type(), value),
    };
    let class = memory.class_of(object);
    let parts: Vec<String> = match world.loaded(class).kind {
        ClassKind::Array { elem, .. } => {
            (0..memory.len(object)).map(|index| held(elem, memory.get(object, index))).collect()
        }
        _ => fields_of(world, class)
            .into_iter()
            .map(|field| world.field(field))
            .map(|field| {
                let value = held(field.storage, memory.get(object, field.slot));
                format!("{}={value}", world.text(field.name))
            })
            .collect(),
    };
    format!("{}({})", name(object), parts.join(" "))
}

// ---- bounds ----

fn read_bounds<D: Fresh>(subject: &mut Subject<D>, text: &str) -> Result<Bounds> {
    let mut bounds = Bounds::default();
    let mut domains = Vec::new();
    for part in text.split_whitespace() {
        let (name, values) = part.split_once('=').ok_or_else(|| format!("`{part}` has no `=`"))?;
        match values.strip_prefix('{').and_then(|values| values.strip_suffix('}')) {
            Some(values) => domains.push((name, values)),
            None => {
                let count = values.parse().map_err(|_| format!("`{part}` has no number"))?;
                let class = load(subject, name)?;
                let array = matches!(
                    subject.machine.core.world.loaded(class).kind,
                    ClassKind::Array { .. }
                );
                let array = array.then(|| (vec![0], Box::new(FieldDomain::Bits(vec![0]))));
                let (existing, isomorphic) = (Vec::new(), true);
                bounds.objects.push(ObjectSet { class, count, existing, isomorphic, array });
            }
        }
    }
    let world = &subject.machine.core.world;
    for (name, values) in domains {
        let (class, member) = name.rsplit_once('.').ok_or_else(|| format!("`{name}`: no field"))?;
        let class = class_named(world, class)?;
        let set = bounds.objects.iter().position(|set| set.class == class);
        let elem = match world.loaded(class).kind {
            ClassKind::Array { elem, .. } => Some(elem),
            _ => None,
        };
        match (member, elem, set) {
            ("length", Some(_), Some(set)) => {
                let lengths = numbers(values, Storage::I32)?.into_iter().map(|n| n as u32);
                let array = bounds.objects[set].array.as_mut().expect("it is an array");
                array.0 = lengths.collect();
            }
            ("elements", Some(elem), Some(set)) => {
                let domain = domain(world, &bounds, values, elem)?;
                let array = bounds.objects[set].array.as_mut().expect("it is an array");
                *array.1 = domain;
            }
            _ => {
                let field = field_named(world, class, member)?;
                let domain = domain(world, &bounds, values, world.field(field).storage)?;
                bounds.fields.push((field, domain));
            }
        }
    }
    Ok(bounds)
}

fn load<D: Fresh>(subject: &mut Subject<D>, name: &str) -> Result<ClassId> {
    let world = &mut subject.machine.core.world;
    let class = world.class_named(name);
    let loaded = subject.machine.platform.load_class(world, class);
    loaded.map(|()| class).map_err(|error| format!("{name}: {error}"))
}

fn class_named(world: &World, name: &str) -> Result<ClassId> {
    let found = world.find_class(name).filter(|class| world.class(*class).is_some());
    found.ok_or_else(|| format!("there is no class {name} in these bounds"))
}

fn field_named(world: &World, class: ClassId, name: &str) -> Result<FieldId> {
    let found = fields_of(world, class)
        .into_iter()
        .find(|field| world.text(world.field(*field).name) == name);
    found.ok_or_else(|| format!("there is no field {name}"))
}

/// `null,node` or `0,1,5..7`.
fn domain(world: &World, bounds: &Bounds, text: &str, storage: Storage) -> Result<FieldDomain> {
    if storage != Storage::Ref {
        return Ok(FieldDomain::Bits(numbers(text, storage)?));
    }
    let names: Vec<&str> = text.split(',').filter(|name| *name != "null").collect();
    let null = text.split(',').any(|name| name == "null");
    let place = |name: &&str| {
        let class = class_named(world, name)?;
        let set = bounds.objects.iter().position(|set| set.class == class);
        set.ok_or_else(|| format!("there are no objects of {name}"))
    };
    let sets = names.iter().map(place).collect::<Result<_>>()?;
    Ok(FieldDomain::Refs { null, sets, given: Vec::new() })
}

fn numbers(text: &str, storage: Storage) -> Result<Vec<u64>> {
    let ty = storage.value_type();
    let bits = |text: &str| bits_of(ty, text).ok_or_else(|| format!("`{text}` is no {ty}"));
    let mut all = Vec::new();
    for part in text.split(',') {
        match part.split_once("..") {
            None => all.push(bits(part)?),
            Some((low, high)) => all.extend(bits(low)?..=bits(high)?),
        }
    }
    Ok(all)
}
