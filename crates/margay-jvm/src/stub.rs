//! Implementations of interfaces and abstract classes that nothing implements, and subclasses that stand in
//! for classes that reach the outside world: a class made up on the spot whose methods return, or throw, what its
//! fields hold, whatever they are given. With one method of an interface, its objects are lambdas.

use crate::build::{Builder, call, no_method};
use crate::descriptor::{self, Signature};
use crate::load::{LoadError, Loader};
use crate::synthetic::Synthetic;
use margay_ir::world::modifiers::{FINAL, PRIVATE, PUBLIC, STATIC, SYNTHETIC};
use margay_ir::world::{ClassDef, FieldDef, MethodDef};
use margay_ir::{
    ClassId, ClassKind, Cond, FieldId, InstKind, MethodId, Terminator, Type, Value, World,
};

/// What precedes the interface in the name of a class.
const PREFIX: &str = "margay/rt/Stub$";
/// What follows the superclass in the name of a class: it is in the package of that, as a test is.
const SUFFIX: &str = "$$Stub";
/// What comes before the numbers of the methods, where they are not just those without a body.
const CHOSEN: char = '#';

/// Methods of an interface that are made up at most.
const MOST_METHODS: usize = 25;

/// A class that was made up.
pub struct Stub {
    /// The interface or class.
    pub interface: ClassId,
    /// Its methods.
    pub methods: Vec<StubbedMethod>,
}

/// A method of a class that was made up.
#[derive(Clone, Copy)]
pub struct StubbedMethod {
    /// The method.
    pub method: MethodId,
    /// The field that has what it returns, if it returns anything.
    pub result: Option<FieldId>,
    /// The field that has what it throws: then it does not return.
    pub thrown: FieldId,
}

impl Stub {
    /// What a class implements, if it was made up.
    #[must_use]
    pub fn of(world: &World, class: ClassId) -> Option<Stub> {
        stubbed(world.class_name(class))?;
        let loaded = world.loaded(class);
        let interface = loaded.interfaces.first().copied().or(loaded.superclass)?;
        let mut fields = loaded.fields.iter().copied();
        let method = |method: &MethodId| {
            let result = world.method(*method).result.and_then(|_| fields.next());
            Some(StubbedMethod { method: *method, result, thrown: fields.next()? })
        };
        Some(Stub { interface, methods: loaded.methods.iter().filter_map(method).collect() })
    }
}

/// The field that has what a method returns.
pub(crate) fn result_field(name: &str, descriptor: &str) -> String {
    format!("{name}{descriptor}")
}

/// The type of what methods throw.
pub const THROWABLE: &str = "Ljava/lang/Throwable;";

/// The field that has what a method throws.
pub(crate) fn thrown_field(name: &str, descriptor: &str) -> String {
    format!("{name}{descriptor}!")
}

impl Loader {
    /// The class that implements an interface or abstract class; none if it has too many methods to implement.
    ///
    /// # Errors
    /// When the class does not load.
    pub fn stub(
        &mut self,
        world: &mut World,
        interface: ClassId,
    ) -> Result<Option<ClassId>, LoadError> {
        let methods = open_methods(world, interface);
        let name = stub_name(world, interface);
        self.made_up(world, name, interface, &methods)
    }

    /// The class that extends another and overrides these methods of it beside those without a body; none
    /// if there is nothing to override, or too much.
    ///
    /// # Errors
    /// When the class does not load.
    pub fn double(
        &mut self,
        world: &mut World,
        class: ClassId,
        overridden: &[MethodId],
    ) -> Result<Option<ClassId>, LoadError> {
        let open = open_methods(world, class);
        let all = overridable(world, class);
        let is_chosen = |(_, m): &(usize, &MethodId)| overridden.contains(m) && !open.contains(m);
        let chosen: Vec<usize> =
            all.iter().enumerate().filter(is_chosen).map(|(at, _)| at).collect();
        if chosen.is_empty() {
            return self.stub(world, class);
        }
        let numbers: Vec<String> = chosen.iter().map(usize::to_string).collect();
        let name = format!("{}{CHOSEN}{}", stub_name(world, class), numbers.join(","));
        let methods: Vec<MethodId> =
            open.into_iter().chain(chosen.iter().map(|at| all[*at])).collect();
        self.made_up(world, name, class, &methods)
    }

    /// The class of a name that one of these has.
    ///
    /// # Errors
    /// When a class does not load.
    pub fn stub_named(
        &mut self,
        world: &mut World,
        name: &str,
    ) -> Result<Option<ClassId>, LoadError> {
        let Some((above, numbers)) = stubbed(name) else { return Ok(None) };
        let class = world.class_named(above);
        self.load(world, class)?;
        let all = overridable(world, class);
        let numbers = numbers.split(',').filter_map(|number| number.parse::<usize>().ok());
        let chosen: Vec<MethodId> = numbers.filter_map(|at| all.get(at).copied()).collect();
        self.double(world, class, &chosen)
    }

    fn made_up(
        &mut self,
        world: &mut World,
        name: String,
        above: ClassId,
        methods: &[MethodId],
    ) -> Result<Option<ClassId>, LoadError> {
        if methods.len() > MOST_METHODS {
            return Ok(None);
        }
        let class = world.class_named(&name);
        if !self.synthetics.contains(class) {
            let Some(synthetic) = synthesise(world, class, above, methods) else {
                return Ok(None);
            };
            self.synthetics.add(class, synthetic);
        }
        self.load(world, class)?;
        Ok(Some(class))
    }
}

/// The name of the class that implements or extends another.
fn stub_name(world: &World, above: ClassId) -> String {
    let name = world.class_name(above);
    match world.loaded(above).is_interface() {
        true => format!("{PREFIX}{name}"),
        false => format!("{name}{SUFFIX}"),
    }
}

/// What such a class implements or extends, and the numbers of the methods that were chosen.
fn stubbed(class: &str) -> Option<(&str, &str)> {
    let (name, numbers) = class.split_once(CHOSEN).unwrap_or((class, ""));
    let above = name.strip_prefix(PREFIX).or_else(|| name.strip_suffix(SUFFIX))?;
    Some((above, numbers))
}

/// The methods with a body that a subclass may override, its own before those of classes above, which it
/// may have from a library too: one of each name and descriptor.
pub(crate) fn overridable(world: &World, class: ClassId) -> Vec<MethodId> {
    let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let is_made = |c: &ClassId| world.class_name(*c) != "java/lang/Object";
    let mut found: Vec<MethodId> = Vec::new();
    for method in lineage.take_while(is_made).flat_map(|c| world.loaded(c).methods.clone()) {
        let declared = world.method(method);
        let is_same = |other: &MethodId| {
            let other = world.method(*other);
            (other.name, other.descriptor) == (declared.name, declared.descriptor)
        };
        if !found.iter().any(is_same) {
            found.push(method);
        }
    }
    found.retain(|method| {
        let declared = world.method(*method);
        let is_closed = declared.modifiers & (FINAL | PRIVATE | STATIC | SYNTHETIC) != 0;
        !is_closed && !declared.is_abstract() && !world.text(declared.name).starts_with('<')
    });
    found
}

/// The method of a class or interface that one of this name and descriptor implements or overrides.
pub(crate) fn original(
    world: &World,
    above: ClassId,
    name: &str,
    descriptor: &str,
) -> Option<MethodId> {
    let mut all = open_methods(world, above).into_iter().chain(overridable(world, above));
    all.find(|method| {
        let declared = world.method(*method);
        [declared.name, declared.descriptor].map(|text| world.text(text)) == [name, descriptor]
    })
}

/// The methods of an interface or abstract class that have no body, one of each name and descriptor.
pub(crate) fn open_methods(world: &World, interface: ClassId) -> Vec<MethodId> {
    let Some(object) = world.find_class("java/lang/Object") else { return Vec::new() };
    if !world.loaded(interface).is_abstract() {
        return Vec::new();
    }
    let signature = |m: MethodId| (world.method(m).name, world.method(m).descriptor);
    let of_object = |m: MethodId| {
        world.loaded(object).methods.iter().any(|own| {
            signature(*own) == signature(m) && world.method(*own).modifiers & PUBLIC != 0
        })
    };
    let own = |class: ClassId| world.loaded(class).methods.iter().copied();
    let ancestors = world.loaded(interface).ancestors().iter().copied();
    let all: Vec<MethodId> = std::iter::once(interface)
        .chain(ancestors.filter(|class| *class != interface && *class != object))
        .flat_map(own)
        .filter(|m| !world.method(*m).is_static() && !world.method(*m).is_private())
        .collect();
    // What a class declares goes before what interfaces do.
    let lineage = std::iter::successors(Some(interface), |class| world.loaded(*class).superclass);
    let is_class = |class: &ClassId| *class != object && !world.loaded(*class).is_interface();
    let lineage: Vec<ClassId> = lineage.filter(is_class).collect();
    let declared = |m: MethodId| {
        let mut own = lineage.iter().flat_map(|class| world.loaded(*class).methods.iter().copied());
        own.find(|other| signature(*other) == signature(m) && !world.method(*other).is_static())
    };
    let has_body = |m: MethodId| {
        if let Some(declared) = declared(m) {
            return !world.method(declared).is_abstract();
        }
        all.iter().any(|other| {
            let (owner, above) = (world.method(*other).class, world.method(m).class);
            signature(*other) == signature(m)
                && !world.method(*other).is_abstract()
                && world.is_subclass(owner, above)
        })
    };
    let mut found: Vec<MethodId> = Vec::new();
    let is_open = |m: &MethodId| !has_body(*m) && (!of_object(*m) || declared(*m).is_some());
    for method in all.iter().copied().filter(is_open) {
        if !found.iter().any(|other| signature(*other) == signature(method)) {
            found.push(method);
        }
    }
    found
}

/// A class with methods that return or throw what its fields hold.
fn synthesise(
    world: &mut World,
    class: ClassId,
    interface: ClassId,
    overridden: &[MethodId],
) -> Option<Synthetic> {
    let (mut fields, mut methods, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    for (number, method) in overridden.iter().enumerate() {
        let declared = world.method(*method);
        let (name, written) = (declared.name, declared.descriptor);
        let text = world.text(written).to_owned();
        let types = Signature::parse(&text)?;
        let result_field = result_field(world.text(name), &text);
        let thrown_field = thrown_field(world.text(name), &text);
        fields.extend(types.result.map(|ty| field(world, &result_field, ty)));
        fields.push(field(world, &thrown_field, THROWABLE));
        let title = format!("{}.{}{text}", world.class_name(class), world.text(name));
        let (params, result) = (types.types(true), types.result_type());
        let mut build = Builder::new(world, title, no_method(), params.clone(), result);
        let object = build.params()[0];
        throw_if_any(&mut build, class, object, &thrown_field);
        let value = types.result.map(|ty| {
            let field = build.world.field_ref(class, &result_field, ty);
            build.value(InstKind::GetField { field, object }, descriptor::value_type(ty))
        });
        build.end(Terminator::Return(value));
        bodies.push(build.finish(true));
        methods.push(MethodDef {
            name,
            descriptor: written,
            modifiers: PUBLIC,
            params,
            result,
            initializer: false,
            body: number as u32,
        });
    }
    let (superclass, interfaces) = match world.loaded(interface).is_interface() {
        true => (world.class_named("java/lang/Object"), vec![interface]),
        false => (interface, Vec::new()),
    };
    let def = ClassDef {
        kind: ClassKind::Class,
        modifiers: FINAL | SYNTHETIC,
        superclass: Some(superclass),
        interfaces,
        source: None,
        fields,
        methods,
    };
    Some(Synthetic { def, bodies })
}

fn field(world: &mut World, name: &str, ty: &str) -> FieldDef {
    FieldDef {
        name: world.name(name),
        descriptor: world.name(ty),
        modifiers: PRIVATE | FINAL,
        storage: descriptor::storage(ty),
        constant: None,
    }
}

/// Throws what a field holds, unless that is null.
fn throw_if_any(build: &mut Builder, class: ClassId, object: Value, field: &str) {
    let field = build.world.field_ref(class, field, THROWABLE);
    let thrown = build.value(InstKind::GetField { field, object }, Type::Ref);
    let null = build.null();
    let returns = build.compare(Cond::Eq, thrown, null);
    let (throwing, returning) = (build.new_block(), build.new_block());
    build.branch(returns, call(returning, &[]), call(throwing, &[]));
    build.switch_to(throwing);
    build.raise(thrown);
    build.switch_to(returning);
}
