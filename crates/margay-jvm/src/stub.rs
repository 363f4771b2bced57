//! Implementations of interfaces and abstract classes that nothing implements: a class made up on the
//! spot whose methods return what its fields hold, whatever they are given. With one method of an interface,
//! its objects are lambdas.

use crate::build::{Builder, no_method};
use crate::descriptor::{self, Signature};
use crate::load::{LoadError, Loader};
use crate::synthetic::Synthetic;
use margay_ir::world::modifiers::{FINAL, PRIVATE, PUBLIC, SYNTHETIC};
use margay_ir::world::{ClassDef, FieldDef, MethodDef};
use margay_ir::{ClassId, ClassKind, FieldId, InstKind, MethodId, Terminator, World};

/// What precedes the interface in the name of a class.
const PREFIX: &str = "margay/rt/Stub$";
/// What the names of fields with what methods return begin with; the number of the method follows.
const RESULT: &str = "result";

/// Methods of an interface that are made up at most.
const MOST_METHODS: usize = 12;

/// A class that was made up.
pub struct Stub {
    /// The interface or abstract class.
    pub interface: ClassId,
    /// Its methods, each with the field that has what it returns, if it returns anything.
    pub methods: Vec<(MethodId, Option<FieldId>)>,
}

impl Stub {
    /// What a class implements, if it was made up.
    #[must_use]
    pub fn of(world: &World, class: ClassId) -> Option<Stub> {
        if !world.class_name(class).starts_with(PREFIX) {
            return None;
        }
        let loaded = world.loaded(class);
        let interface = loaded.interfaces.first().copied().or(loaded.superclass)?;
        let mut fields = loaded.fields.iter().copied();
        let method = |method: &MethodId| {
            let result = world.method(*method).result.and_then(|_| fields.next());
            (*method, result)
        };
        Some(Stub { interface, methods: loaded.methods.iter().map(method).collect() })
    }
}

/// The interface in the name of such a class, both as class files spell them.
#[must_use]
pub fn interface_of(class: &str) -> Option<&str> {
    class.strip_prefix(PREFIX)
}

impl Loader {
    /// The class that implements an interface or abstract class; none if it has no method to implement, or
    /// too many.
    ///
    /// # Errors
    /// When the class does not load.
    pub fn stub(
        &mut self,
        world: &mut World,
        interface: ClassId,
    ) -> Result<Option<ClassId>, LoadError> {
        let methods = open_methods(world, interface);
        if methods.is_empty() || methods.len() > MOST_METHODS {
            return Ok(None);
        }
        let name = format!("{PREFIX}{}", world.class_name(interface));
        let class = world.class_named(&name);
        if !self.synthetics.contains(class) {
            let Some(synthetic) = synthesise(world, class, interface, &methods) else {
                return Ok(None);
            };
            self.synthetics.add(class, synthetic);
        }
        self.load(world, class)?;
        Ok(Some(class))
    }
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

/// A class with methods that return what its fields hold.
fn synthesise(
    world: &mut World,
    class: ClassId,
    interface: ClassId,
    open: &[MethodId],
) -> Option<Synthetic> {
    let (mut fields, mut methods, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    for (number, method) in open.iter().enumerate() {
        let declared = world.method(*method);
        let (name, written) = (declared.name, declared.descriptor);
        let text = world.text(written).to_owned();
        let types = Signature::parse(&text)?;
        let result_field = format!("{RESULT}{number}");
        if let Some(ty) = types.result {
            fields.push(FieldDef {
                name: world.name(&result_field),
                descriptor: world.name(ty),
                modifiers: PRIVATE | FINAL,
                storage: descriptor::storage(ty),
                constant: None,
            });
        }
        let title = format!("{}.{}{text}", world.class_name(class), world.text(name));
        let (params, result) = (types.types(true), types.result_type());
        let mut build = Builder::new(world, title, no_method(), params.clone(), result);
        let object = build.params()[0];
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
