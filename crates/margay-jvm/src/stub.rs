//! Lambdas of the input: for a functional interface that nothing implements, a class made up on the
//! spot whose method returns what a field holds, whatever it is given.

use crate::build::{Builder, no_method};
use crate::descriptor::{self, Signature};
use crate::load::{LoadError, Loader};
use crate::synthetic::Synthetic;
use margay_ir::world::modifiers::{FINAL, PRIVATE, PUBLIC, SYNTHETIC};
use margay_ir::world::{ClassDef, FieldDef, MethodDef};
use margay_ir::{ClassId, ClassKind, FieldId, InstKind, MethodId, Terminator, World};

/// What precedes the interface in the name of a class.
const PREFIX: &str = "margay/rt/Stub$";
/// The field with what the method returns.
const RESULT: &str = "result";

/// A class whose objects are lambdas.
pub struct Stub {
    /// The interface.
    pub interface: ClassId,
    /// The one method.
    pub method: MethodId,
    /// The field with what it returns, if it returns anything.
    pub result: Option<FieldId>,
}

impl Stub {
    /// What a class is a lambda of, if it is one.
    #[must_use]
    pub fn of(world: &World, class: ClassId) -> Option<Stub> {
        if !world.class_name(class).starts_with(PREFIX) {
            return None;
        }
        let loaded = world.loaded(class);
        let (interface, method) = (*loaded.interfaces.first()?, *loaded.methods.first()?);
        Some(Stub { interface, method, result: loaded.fields.first().copied() })
    }
}

/// The interface in the name of a class of lambdas, both as class files spell them.
#[must_use]
pub fn interface_of(class: &str) -> Option<&str> {
    class.strip_prefix(PREFIX)
}

impl Loader {
    /// The class of lambdas of an interface; none if it has not one method to implement.
    ///
    /// # Errors
    /// When the class does not load.
    pub fn stub(
        &mut self,
        world: &mut World,
        interface: ClassId,
    ) -> Result<Option<ClassId>, LoadError> {
        let Some(method) = functional_method(world, interface) else { return Ok(None) };
        let name = format!("{PREFIX}{}", world.class_name(interface));
        let class = world.class_named(&name);
        if !self.synthetics.contains(class) {
            let Some(synthetic) = synthesise(world, class, interface, method) else {
                return Ok(None);
            };
            self.synthetics.add(class, synthetic);
        }
        self.load(world, class)?;
        Ok(Some(class))
    }
}

/// The only method of an interface that has no body.
pub(crate) fn functional_method(world: &World, interface: ClassId) -> Option<MethodId> {
    if !world.loaded(interface).is_interface() {
        return None;
    }
    let object = world.find_class("java/lang/Object")?;
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
    let has_body = |m: MethodId| {
        all.iter().any(|other| {
            let (owner, above) = (world.method(*other).class, world.method(m).class);
            signature(*other) == signature(m)
                && !world.method(*other).is_abstract()
                && world.is_subclass(owner, above)
        })
    };
    let mut open = all.iter().copied().filter(|m| !has_body(*m) && !of_object(*m));
    let first = open.next()?;
    open.all(|other| signature(other) == signature(first)).then_some(first)
}

/// A class with a field and a method that returns it.
fn synthesise(
    world: &mut World,
    class: ClassId,
    interface: ClassId,
    method: MethodId,
) -> Option<Synthetic> {
    let declared = world.method(method);
    let (name, written) = (declared.name, declared.descriptor);
    let text = world.text(written).to_owned();
    let types = Signature::parse(&text)?;
    let title = format!("{}.{}{text}", world.class_name(class), world.text(name));
    let fields: Vec<FieldDef> = types
        .result
        .iter()
        .map(|ty| FieldDef {
            name: world.name(RESULT),
            descriptor: world.name(ty),
            modifiers: PRIVATE | FINAL,
            storage: descriptor::storage(ty),
            constant: None,
        })
        .collect();
    let mut build = Builder::new(world, title, no_method(), types.types(true), types.result_type());
    let object = build.params()[0];
    let result = types.result.map(|ty| {
        let field = build.world.field_ref(class, RESULT, ty);
        build.value(InstKind::GetField { field, object }, descriptor::value_type(ty))
    });
    build.end(Terminator::Return(result));
    let bodies = vec![build.finish(true)];
    let method = MethodDef {
        name,
        descriptor: written,
        modifiers: PUBLIC,
        params: types.types(true),
        result: types.result_type(),
        initializer: false,
        body: 0,
    };
    let def = ClassDef {
        kind: ClassKind::Class,
        modifiers: FINAL | SYNTHETIC,
        superclass: Some(world.class_named("java/lang/Object")),
        interfaces: vec![interface],
        source: None,
        fields,
        methods: vec![method],
    };
    Some(Synthetic { def, bodies })
}
