//! Methods made up on the spot to start others: one that makes an object with its no-argument
//! constructor and calls an instance method on it, one that assumes a precondition first, one that
//! makes and fills a collection.
//!
//! So constructor or precondition and method are one program: both can choose, and going back
//! covers both.

use crate::build::{Builder, call, no_method};
use crate::descriptor::Signature;
use crate::indy::wrapper;
use crate::inputs::records::canonical;
use crate::inputs::{MadeOf, made_of};
use crate::load::{LoadError, Loader};
use crate::synthetic::Synthetic;
use margay_ir::function::Dispatch;
use margay_ir::world::modifiers::{FINAL, PUBLIC, STATIC, SYNTHETIC};
use margay_ir::world::{ClassDef, MethodDef};
use margay_ir::{ClassId, ClassKind, InstKind, MethodId, Storage, Terminator, Type, World};
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

    /// A static method that makes an object of what is in an array: by a constructor that takes it, or by
    /// the one without parameters and methods that put it in.
    ///
    /// # Errors
    /// When the class does not load.
    pub fn filling(&mut self, world: &mut World, class: ClassId) -> Result<MethodId, LoadError> {
        let (name, descriptor) = ("fill", "(Ljava/lang/Object;[Ljava/lang/Object;)V");
        let params = vec![Type::Ref, Type::Ref];
        let owner = world.class_name(class).to_owned();
        let title = format!("{owner}.{name}{descriptor}");
        let mut build = Builder::new(world, title, no_method(), params.clone(), None);
        match canonical(build.world, class) {
            Some((_, constructor)) => make_record(&mut build, &owner, &constructor),
            None => make_filled(&mut build, &owner, name, descriptor),
        }
        let bodies = vec![build.finish(false)];
        let [name, descriptor] = [name, descriptor].map(|text| world.name(text));
        let def = holder(world, name, descriptor, params, None);
        self.add_entry(world, Synthetic { def, bodies })
    }

    fn add_entry(&mut self, world: &mut World, entry: Synthetic) -> Result<MethodId, LoadError> {
        let class = world.class_named(&format!("margay/rt/Entry${}", world.method_count()));
        self.synthetics.add(class, entry);
        self.load(world, class)?;
        Ok(world.loaded(class).methods[0])
    }
}

/// Makes an object by a constructor that takes what is in the array, or by the one without parameters
/// and a method that puts it in.
fn make_filled(build: &mut Builder, owner: &str, name: &str, descriptor: &str) {
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
        build.call(Dispatch::Static, "margay/rt/Contents", name, descriptor, &args);
    }
    build.end(Terminator::Return(None));
}

/// Makes a record of the components in the array. Where its constructor throws there is none.
fn make_record(build: &mut Builder, owner: &str, constructor: &str) {
    let args = build.params();
    let (array, types) = (args[1], Signature::parse(constructor).map(|s| s.params));
    let types: Vec<String> = types.into_iter().flatten().map(str::to_owned).collect();
    let mut given = vec![args[0]];
    for (index, descriptor) in (0..).zip(&types) {
        let index = build.int(index);
        let load = InstKind::ArrayLoad { elem: Storage::Ref, array, index };
        let value = build.value(load, Type::Ref);
        given.push(match wrapper(descriptor) {
            Some((class, open)) => {
                build.call_virtual(class, open, &format!("(){descriptor}"), &[value])
            }
            None => value,
        });
    }
    let refused = build.new_block();
    build.add_param(refused, Type::Ref);
    build.set_unwind(Some(call(refused, &[])));
    build.call(Dispatch::Special, owner, "<init>", constructor, &given);
    build.set_unwind(None);
    build.end(Terminator::Return(None));
    build.switch_to(refused);
    let no = build.int(0);
    build.call(Dispatch::Static, "margay/Margay", "assume", "(Z)V", &[no]);
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
    let dispatch = |static_: bool, private: bool| match (static_, private) {
        (true, _) => Dispatch::Static,
        (false, true) => Dispatch::Special,
        (false, false) => Dispatch::Virtual,
    };
    let how = dispatch(test.is_static(), test.is_private());
    let holds = build.call(how, &tester, &test_name, &test_descriptor, given)?;
    build.call(Dispatch::Static, "margay/Margay", "assume", "(Z)V", &[holds]);
    let how = dispatch(declared.is_static(), declared.is_private());
    let value = build.call(how, &owner, &name, &descriptor, &args);
    build.end(Terminator::Return(value));
    let body = build.finish(false);
    Some(Synthetic {
        def: holder(world, declared.name, declared.descriptor, params, result),
        bodies: vec![body],
    })
}

/// A class with one static method.
fn holder(
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
    let dispatch = if declared.is_private() { Dispatch::Special } else { Dispatch::Virtual };
    let value = build.call(dispatch, &class_name, &name, &descriptor, &args);
    build.end(Terminator::Return(value));
    let body = build.finish(false);
    let def = holder(world, declared.name, declared.descriptor, params, result);
    Some(Synthetic { def, bodies: vec![body] })
}
