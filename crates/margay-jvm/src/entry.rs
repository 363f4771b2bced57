//! Starting an instance method: a static method, made up on the spot, that makes an object with
//! its no-argument constructor and calls the method on it.
//!
//! So constructor and method are one program: both can choose, and going back covers both.

use crate::build::{Builder, no_method};
use crate::descriptor::Signature;
use crate::load::{LoadError, Loader};
use crate::synthetic::Synthetic;
use margay_ir::function::Dispatch;
use margay_ir::world::modifiers::{FINAL, PUBLIC, STATIC, SYNTHETIC};
use margay_ir::world::{ClassDef, MethodDef};
use margay_ir::{ClassId, ClassKind, InstKind, MethodId, Terminator, Type, World};
use thiserror::Error;

/// Why an instance method cannot be started.
#[derive(Debug, Error)]
pub enum EntryError {
    /// There is no way to an object.
    #[error("{method} needs an object, and {reason}")]
    NoObject {
        /// The method.
        method: String,
        /// Why none can be made.
        reason: &'static str,
    },
    /// The class does not load.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl Loader {
    /// A static method that makes an object of the class and calls the instance method on it.
    ///
    /// # Errors
    /// When the class has no instances of its own or no constructor without parameters.
    pub fn on_new_object(
        &mut self,
        world: &mut World,
        class: ClassId,
        method: MethodId,
    ) -> Result<MethodId, EntryError> {
        let no_object = |world: &World, reason| EntryError::NoObject {
            method: world.method_text(method),
            reason,
        };
        let loaded = world.loaded(class);
        if loaded.is_interface() || loaded.is_abstract() {
            return Err(no_object(world, "its class is abstract"));
        }
        let (init, none) = (world.name("<init>"), world.name("()V"));
        if world.declared_method(class, init, none).is_none() {
            let reason = "its class has no constructor without parameters";
            return Err(no_object(world, reason));
        }
        let entry = world.class_named(&format!("margay/rt/Entry${}", world.method_count()));
        let synthetic = synthesise(world, class, method)
            .ok_or_else(|| no_object(world, "its descriptor is malformed"))?;
        self.synthetics.add(entry, synthetic);
        self.load(world, entry)?;
        Ok(world.loaded(entry).methods[0])
    }
}

fn synthesise(world: &mut World, class: ClassId, method: MethodId) -> Option<Synthetic> {
    let declared = world.method(method).clone();
    let (class_name, name) =
        (world.class_name(class).to_owned(), world.text(declared.name).to_owned());
    let descriptor = world.text(declared.descriptor).to_owned();
    let signature = Signature::parse(&descriptor)?;
    let (params, result) = (signature.types(false), signature.result_type());
    let text = format!("{class_name}.{name}{descriptor}");
    let mut build = Builder::new(world, text, no_method(), params.clone(), result);
    let object = build.value(InstKind::New(class), Type::Ref);
    build.call(Dispatch::Special, &class_name, "<init>", "()V", &[object]);
    let mut args = vec![object];
    args.extend(build.params());
    let dispatch = if declared.is_private() { Dispatch::Special } else { Dispatch::Virtual };
    let value = build.call(dispatch, &class_name, &name, &descriptor, &args);
    build.end(Terminator::Return(value));
    let body = build.finish(false);
    let def = ClassDef {
        kind: ClassKind::Class,
        modifiers: FINAL | SYNTHETIC,
        superclass: Some(world.class_named("java/lang/Object")),
        interfaces: Vec::new(),
        source: None,
        fields: Vec::new(),
        methods: vec![MethodDef {
            name: declared.name,
            descriptor: declared.descriptor,
            modifiers: PUBLIC | STATIC,
            params,
            result,
            initializer: false,
            body: 0,
        }],
    };
    Some(Synthetic { def, bodies: vec![body] })
}
