//! Methods made up on the spot to start others: one that makes an object with its no-argument
//! constructor and calls an instance method on it, one that assumes a precondition first, one that
//! makes and fills a collection.
//!
//! So constructor or precondition and method are one program: both can choose, and going back
//! covers both.

use crate::build::{Builder, no_method};
use crate::descriptor::Signature;
use crate::expressions::{ENUM_MAP, ENUM_SET, Expression, make_of_array, make_of_constants};
use crate::inputs::records::canonical;
use crate::inputs::{MadeOf, made_of};
use crate::load::{LoadError, Loader};
use crate::sequence::Sequence;
use crate::synthetic::Synthetic;
use margay_ir::function::Dispatch;
use margay_ir::world::modifiers::{FINAL, PUBLIC, STATIC, SYNTHETIC};
use margay_ir::world::{ClassDef, Method, MethodDef};
use margay_ir::{ClassId, ClassKind, InstKind, MethodId, Storage, Terminator, Type, World};
use thiserror::Error;

/// The name of a method that makes an object of what is in an array, and its descriptor.
const FILL: &str = "fill";
const FILLING: &str = "(Ljava/lang/Object;[Ljava/lang/Object;)V";

/// What the names of classes of such methods begin with.
const ENTRY: &str = "margay/rt/Entry$";

/// Whether a method was made up to make an object.
#[must_use]
pub fn makes_object(world: &World, method: MethodId) -> bool {
    let declared = world.method(method);
    world.text(declared.name) == FILL && world.class_name(declared.class).starts_with(ENTRY)
}

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
        let synthetic = synthesise(world, class, method)
            .ok_or_else(|| no_object(world, "its descriptor is malformed"))?;
        Ok(self.add_entry(world, synthetic)?)
    }

    /// A static method with the receiver and the parameters of another that calls it where a
    /// precondition holds; elsewhere the path does not count. The precondition is an instance
    /// method of the receiver without parameters, or a static one with the same parameters.
    ///
    /// # Errors
    /// When the two do not fit together.
    pub fn with_precondition(
        &mut self,
        world: &mut World,
        precondition: MethodId,
        method: MethodId,
    ) -> Result<MethodId, EntryError> {
        match guarded(world, precondition, method) {
            Some(synthetic) => Ok(self.add_entry(world, synthetic)?),
            None => Err(EntryError::NoObject {
                method: world.method_text(precondition),
                reason: "as a precondition it must return a boolean and take nothing, or all \
                         that the method takes",
            }),
        }
    }

    /// A static method with the receiver and the parameters of another that calls it and fails where
    /// what must hold then does not. The postcondition is a static method with the same parameters,
    /// followed by the result if there is one; without it the result itself must be true.
    ///
    /// # Errors
    /// When the two do not fit together.
    pub fn with_postcondition(
        &mut self,
        world: &mut World,
        postcondition: Option<MethodId>,
        method: MethodId,
    ) -> Result<MethodId, EntryError> {
        match ensured(world, postcondition, method) {
            Some(synthetic) => Ok(self.add_entry(world, synthetic)?),
            None => Err(EntryError::NoObject {
                method: world.method_text(postcondition.unwrap_or(method)),
                reason: match postcondition {
                    Some(_) => {
                        "as a postcondition it must be static, return a boolean and take all that \
                         the method takes, then what it returns"
                    }
                    None => "to be true always it must return a boolean",
                },
            }),
        }
    }

    /// A static method without parameters that calls a `main` without arguments.
    ///
    /// # Errors
    /// When the class does not load.
    pub fn starting(&mut self, world: &mut World, main: MethodId) -> Result<MethodId, LoadError> {
        let declared = world.method(main).clone();
        let owner = world.class_name(declared.class).to_owned();
        let descriptor = world.text(declared.descriptor).to_owned();
        let title = format!("{owner}.main");
        let mut build = Builder::new(world, title, no_method(), Vec::new(), None);
        let mut args = Vec::new();
        if !declared.params.is_empty() {
            let class = build.world.class_named("[Ljava/lang/String;");
            let len = build.int(0);
            args.push(build.value(InstKind::NewArray { class, len }, Type::Ref));
        }
        build.call(Dispatch::Static, &owner, "main", &descriptor, &args);
        build.end(Terminator::Return(None));
        let bodies = vec![build.finish(false)];
        let [name, descriptor] = ["main", "()V"].map(|text| world.name(text));
        let def = holder(world, name, descriptor, Vec::new(), None);
        self.add_entry(world, Synthetic { def, bodies })
    }

    /// A static method that looks at the receiver of another before it calls that: so the receiver is
    /// made first, as a program would.
    ///
    /// # Errors
    /// When the class does not load.
    pub fn on_made_receiver(
        &mut self,
        world: &mut World,
        method: MethodId,
    ) -> Result<MethodId, LoadError> {
        let declared = world.method(method).clone();
        let owner = world.class_name(declared.class).to_owned();
        let [name, descriptor] =
            [declared.name, declared.descriptor].map(|name| world.text(name).to_owned());
        let (params, result) = (declared.params.clone(), declared.result);
        let title = format!("{owner}.{name}{descriptor}");
        let mut build = Builder::new(world, title, no_method(), params.clone(), result);
        let args = build.params();
        let looking = "(Ljava/lang/Object;)V";
        build.call(Dispatch::Static, "margay/rt/Natives", "look", looking, &args[..1]);
        let value = build.call(dispatch(&declared), &owner, &name, &descriptor, &args);
        build.end(Terminator::Return(value));
        let bodies = vec![build.finish(false)];
        let def = holder(world, declared.name, declared.descriptor, params, result);
        self.add_entry(world, Synthetic { def, bodies })
    }

    /// A static method that makes an object of what is in an array: by a constructor that takes it, or by
    /// the one without parameters and methods that put it in.
    ///
    /// # Errors
    /// When the class does not load.
    pub fn filling(&mut self, world: &mut World, class: ClassId) -> Result<MethodId, LoadError> {
        let constructor = canonical(world, class).map(|(_, descriptor)| descriptor);
        self.making(world, class, |build, owner| match &constructor {
            Some(constructor) => Sequence::constructor(owner, constructor).emit(build, owner),
            None => match Expression::of(owner) {
                Some(expression) => make_of_array(build, class, expression),
                None if [ENUM_SET, ENUM_MAP].contains(&owner) => make_of_constants(build, class),
                None => make_filled(build, owner),
            },
        })
    }

    /// The same by a sequence of calls.
    ///
    /// # Errors
    /// When the class does not load.
    pub fn calling(
        &mut self,
        world: &mut World,
        class: ClassId,
        sequence: &Sequence,
    ) -> Result<MethodId, LoadError> {
        self.making(world, class, |build, owner| sequence.emit(build, owner))
    }

    /// A static method with this body that makes an object of what is in an array.
    fn making(
        &mut self,
        world: &mut World,
        class: ClassId,
        emit: impl FnOnce(&mut Builder, &str),
    ) -> Result<MethodId, LoadError> {
        let params = vec![Type::Ref, Type::Ref];
        let owner = world.class_name(class).to_owned();
        let title = format!("{owner}.{FILL}{FILLING}");
        let mut build = Builder::new(world, title, no_method(), params.clone(), None);
        emit(&mut build, &owner);
        let bodies = vec![build.finish(false)];
        let [name, descriptor] = [FILL, FILLING].map(|text| world.name(text));
        let def = holder(world, name, descriptor, params, None);
        self.add_entry(world, Synthetic { def, bodies })
    }

    pub(crate) fn add_entry(
        &mut self,
        world: &mut World,
        entry: Synthetic,
    ) -> Result<MethodId, LoadError> {
        let class = world.class_named(&format!("{ENTRY}{}", world.method_count()));
        self.synthetics.add(class, entry);
        self.load(world, class)?;
        Ok(world.loaded(class).methods[0])
    }
}

/// Makes an object by a constructor that takes what is in the array, or by the one without parameters
/// and a method that puts it in.
fn make_filled(build: &mut Builder, owner: &str) {
    let args = build.params();
    let made = made_of(owner);
    if made.is_none_or(|made| made.method != "<init>") {
        build.call(Dispatch::Special, owner, "<init>", "()V", &args[..1]);
    }
    if let Some(MadeOf { method, descriptor, .. }) = made {
        let (array, index) = (args[1], build.int(0));
        let load = InstKind::ArrayLoad { elem: Storage::Ref, array, index };
        let value = build.value(load, Type::Ref);
        build.call(Dispatch::Special, owner, method, descriptor, &[args[0], value]);
    } else {
        build.call(Dispatch::Static, "margay/rt/Contents", FILL, FILLING, &args);
    }
    build.end(Terminator::Return(None));
}

fn guarded(world: &mut World, precondition: MethodId, method: MethodId) -> Option<Synthetic> {
    let (test, declared) = (world.method(precondition).clone(), world.method(method).clone());
    let text = |world: &World, name| world.text(name).to_owned();
    let class = |world: &World, class| world.class_name(class).to_owned();
    let (owner, tester) = (class(world, declared.class), class(world, test.class));
    let names = [declared.name, declared.descriptor, test.name, test.descriptor];
    let [name, descriptor, test_name, test_descriptor] = names.map(|name| text(world, name));
    let signature = Signature::parse(&descriptor)?;
    let (params, result) = (declared.params.clone(), signature.result_type());
    let title = format!("{owner}.{name}{descriptor}");
    let mut build = Builder::new(world, title, no_method(), params.clone(), result);
    let args = build.params();
    let given = match test.params.len() {
        1 if !test.is_static() && !declared.is_static() => &args[..1],
        count if test.is_static() && count == args.len() => &args[..],
        _ => return None,
    };
    if !test_descriptor.ends_with(")Z") {
        return None;
    }
    let holds = build.call(dispatch(&test), &tester, &test_name, &test_descriptor, given)?;
    build.call(Dispatch::Static, "margay/Margay", "assume", "(Z)V", &[holds]);
    let value = build.call(dispatch(&declared), &owner, &name, &descriptor, &args);
    build.end(Terminator::Return(value));
    let body = build.finish(false);
    Some(Synthetic {
        def: holder(world, declared.name, declared.descriptor, params, result),
        bodies: vec![body],
    })
}

fn ensured(
    world: &mut World,
    postcondition: Option<MethodId>,
    method: MethodId,
) -> Option<Synthetic> {
    const CHECKS: &str = "margay/rt/Checks";
    let declared = world.method(method).clone();
    let owner = world.class_name(declared.class).to_owned();
    let [name, descriptor] =
        [declared.name, declared.descriptor].map(|name| world.text(name).to_owned());
    let test = postcondition.map(|test| world.method(test).clone());
    let (params, result) = (declared.params.clone(), declared.result);
    let test = test.map(|test| {
        let words = [test.name, test.descriptor].map(|name| world.text(name).to_owned());
        (world.class_name(test.class).to_owned(), words, test)
    });
    let title = format!("{owner}.{name}{descriptor}");
    let mut build = Builder::new(world, title, no_method(), params.clone(), result);
    let args = build.params();
    let value = build.call(dispatch(&declared), &owner, &name, &descriptor, &args);
    match test {
        None if descriptor.ends_with(")Z") => {
            build.call(Dispatch::Static, CHECKS, "isTrue", "(Z)V", &[value?]);
        }
        None => return None,
        Some((tester, [name, descriptor], test)) => {
            let given: Vec<_> = args.iter().copied().chain(value).collect();
            let types: Vec<Type> = params.iter().copied().chain(result).collect();
            if !test.is_static() || !descriptor.ends_with(")Z") || test.params != types {
                return None;
            }
            let holds = build.call(Dispatch::Static, &tester, &name, &descriptor, &given)?;
            build.call(Dispatch::Static, CHECKS, "ensures", "(Z)V", &[holds]);
        }
    }
    build.end(Terminator::Return(value));
    let bodies = vec![build.finish(false)];
    let def = holder(world, declared.name, declared.descriptor, params, result);
    Some(Synthetic { def, bodies })
}

/// How a method is called on an object, or without one.
fn dispatch(method: &Method) -> Dispatch {
    match (method.is_static(), method.is_private()) {
        (true, _) => Dispatch::Static,
        (false, true) => Dispatch::Special,
        (false, false) => Dispatch::Virtual,
    }
}

/// A class with one static method.
pub(crate) fn holder(
    world: &mut World,
    name: margay_ir::Name,
    descriptor: margay_ir::Name,
    params: Vec<Type>,
    result: Option<Type>,
) -> ClassDef {
    ClassDef {
        kind: ClassKind::Class,
        modifiers: FINAL | SYNTHETIC,
        superclass: Some(world.class_named("java/lang/Object")),
        interfaces: Vec::new(),
        source: None,
        fields: Vec::new(),
        methods: vec![MethodDef {
            name,
            descriptor,
            modifiers: PUBLIC | STATIC,
            params,
            result,
            initializer: false,
            body: 0,
        }],
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
    let value = build.call(dispatch(&declared), &class_name, &name, &descriptor, &args);
    build.end(Terminator::Return(value));
    let body = build.finish(false);
    let def = holder(world, declared.name, declared.descriptor, params, result);
    Some(Synthetic { def, bodies: vec![body] })
}
