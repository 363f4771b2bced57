//! Lambda expressions and method references.
//!
//! Each site has a class of its own, as in a JVM: final, with a field for each captured value,
//! and a method that calls the implementation. A site that captures nothing always yields the
//! same object, made when the class is initialised.

use super::adapt::convert;
use super::{Linked, Site};
use crate::build::{Builder, no_method};
use crate::descriptor::{self, Signature};
use crate::pool::{Handle, Reason, signature};
use crate::synthetic::{Synthetic, Synthetics};
use margay_ir::function::{Args, Dispatch};
use margay_ir::world::modifiers::{FINAL, PRIVATE, PUBLIC, STATIC, SYNTHETIC};
use margay_ir::world::{ClassDef, FieldDef, MethodDef};
use margay_ir::{ClassId, ClassKind, Function, InstKind, Terminator, Type, Value, World};
use ristretto_classfile::ReferenceKind;

const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;
/// The object of a site without captures.
const INSTANCE: &str = "instance";

/// The class of a site.
struct Lambda<'a> {
    name: String,
    class: ClassId,
    interfaces: Vec<String>,
    /// Types of the captured values.
    captures: Vec<&'a str>,
    method: &'a str,
    /// Descriptors under which the method can be called; the first is the interface's own.
    descriptors: Vec<String>,
    /// Descriptor with the type arguments filled in.
    meant: String,
    implementation: Handle<'a>,
}

/// Makes the class of the site, unless it exists, and an object of it.
pub(super) fn link(
    build: &mut Builder,
    synthetics: &mut Synthetics,
    site: &Site,
    alternative: bool,
) -> Result<Linked, Reason> {
    let lambda = Lambda::describe(build.world, site, alternative)?;
    use ReferenceKind::{GetField, GetStatic, PutField, PutStatic};
    if let GetField | GetStatic | PutField | PutStatic = lambda.implementation.kind {
        return Ok(Linked::Unsupported("lambda that is a field access".into()));
    }
    if !synthetics.contains(lambda.class) {
        let synthetic = lambda.synthesise(build.world)?;
        synthetics.add(lambda.class, synthetic);
    }
    Ok(Linked::Value(lambda.create(build, site.args)))
}

impl<'a> Lambda<'a> {
    fn describe(world: &mut World, site: &Site<'a>, alternative: bool) -> Result<Self, Reason> {
        let Signature { params, result } = signature(&site.dynamic.descriptor)?;
        let interface = result.filter(|result| result.starts_with('L'));
        let interface = interface.ok_or("a lambda that is no object")?;
        let name = format!("{}$$Lambda${}", site.host, site.number);
        let mut lambda = Lambda {
            class: world.class_named(&name),
            name,
            interfaces: vec![descriptor::class_of(interface).to_owned()],
            captures: params,
            method: &site.dynamic.name,
            descriptors: vec![site.pool.method_type(site.argument(0)?)?.into_owned()],
            meant: site.pool.method_type(site.argument(2)?)?.into_owned(),
            implementation: site.pool.handle(site.argument(1)?)?,
        };
        if alternative {
            lambda.add_alternatives(site)?;
        }
        Ok(lambda)
    }

    /// The further arguments of `altMetafactory`.
    fn add_alternatives(&mut self, site: &Site) -> Result<(), Reason> {
        let mut next = 3..;
        let mut argument = || site.argument(next.next().unwrap_or_default());
        let flags = site.pool.integer(argument()?)?;
        if flags & SERIALIZABLE != 0 {
            add(&mut self.interfaces, "java/io/Serializable".into());
        }
        if flags & MARKERS != 0 {
            for _ in 0..site.pool.integer(argument()?)? {
                let marker = site.pool.class(argument()?)?.into_owned();
                add(&mut self.interfaces, marker);
            }
        }
        if flags & BRIDGES != 0 {
            for _ in 0..site.pool.integer(argument()?)? {
                let bridge = site.pool.method_type(argument()?)?.into_owned();
                add(&mut self.descriptors, bridge);
            }
        }
        Ok(())
    }

    /// The code of the site.
    fn create(&self, build: &mut Builder, captured: &[Value]) -> Value {
        if captured.is_empty() {
            let field = build.world.field_ref(self.class, INSTANCE, &self.interface());
            return build.value(InstKind::GetStatic(field), Type::Ref);
        }
        let object = build.value(InstKind::New(self.class), Type::Ref);
        for (index, value) in captured.iter().enumerate() {
            let field = build.world.field_ref(self.class, &capture(index), self.captures[index]);
            let value = *value;
            build.effect(InstKind::PutField { field, object, value });
        }
        object
    }

    /// Descriptor of the interface.
    fn interface(&self) -> String {
        descriptor::of_class(&self.interfaces[0])
    }

    fn synthesise(&self, world: &mut World) -> Result<Synthetic, Reason> {
        let mut def = ClassDef {
            kind: ClassKind::Class,
            modifiers: FINAL | SYNTHETIC,
            superclass: Some(world.class_named("java/lang/Object")),
            interfaces: self.interfaces.iter().map(|name| world.class_named(name)).collect(),
            source: None,
            fields: Vec::new(),
            methods: Vec::new(),
        };
        let mut bodies = Vec::new();
        for (index, ty) in self.captures.iter().enumerate() {
            def.fields.push(field(world, &capture(index), ty, PRIVATE | FINAL));
        }
        for descriptor in &self.descriptors {
            let types = signature(descriptor)?;
            def.methods.push(MethodDef {
                name: world.name(self.method),
                descriptor: world.name(descriptor),
                modifiers: PUBLIC,
                params: types.types(true),
                result: types.result_type(),
                initializer: false,
                body: bodies.len() as u32,
            });
            bodies.push(self.body(world, descriptor)?);
        }
        if self.captures.is_empty() {
            let ty = self.interface();
            def.fields.push(field(world, INSTANCE, &ty, STATIC | FINAL));
            def.methods.push(MethodDef {
                name: world.name("<clinit>"),
                descriptor: world.name("()V"),
                modifiers: STATIC,
                params: Vec::new(),
                result: None,
                initializer: true,
                body: bodies.len() as u32,
            });
            bodies.push(self.initializer(world));
        }
        Ok(Synthetic { def, bodies })
    }

    fn initializer(&self, world: &mut World) -> Function {
        let name = format!("{}.<clinit>()V", self.name);
        let mut build = Builder::new(world, name, no_method(), Vec::new(), None);
        let value = build.value(InstKind::New(self.class), Type::Ref);
        let field = build.world.field_ref(self.class, INSTANCE, &self.interface());
        build.effect(InstKind::PutStatic { field, value });
        build.end(Terminator::Return(None));
        build.finish(false)
    }

    /// Calls the implementation with the captured values, then the arguments.
    fn body(&self, world: &mut World, descriptor: &str) -> Result<Function, Reason> {
        let types = signature(descriptor)?;
        let meant = signature(&self.meant)?;
        let name = format!("{}.{}{descriptor}", self.name, self.method);
        let result = types.result_type();
        let mut build = Builder::new(world, name, no_method(), types.types(true), result);
        let arguments = self.arguments(&mut build, &types, &meant)?;
        let (value, ty) = self.call(&mut build, arguments)?;
        let result = match (types.result, value) {
            (None, _) => None,
            (Some(to), Some(value)) => Some(convert(&mut build, value, &ty, to, to)?),
            (Some(_), None) => return Err("a lambda without the result it needs".into()),
        };
        build.end(Terminator::Return(result));
        Ok(build.finish(true))
    }

    /// Types of what the implementation takes, the receiver included.
    fn implementation_params(&self) -> Result<Vec<String>, Reason> {
        let member = &self.implementation.member;
        let receiver = match self.implementation.kind {
            ReferenceKind::InvokeStatic | ReferenceKind::NewInvokeSpecial => None,
            _ => Some(descriptor::of_class(&member.class)),
        };
        let params = signature(&member.descriptor)?.params;
        let params = params.into_iter().map(str::to_owned);
        Ok(receiver.into_iter().chain(params).collect())
    }

    fn arguments(
        &self,
        build: &mut Builder,
        types: &Signature,
        meant: &Signature,
    ) -> Result<Args, Reason> {
        let wanted = self.implementation_params()?;
        let given = types.params.len();
        if self.captures.len() + given != wanted.len() || meant.params.len() != given {
            return Err("a lambda with more or fewer arguments than its implementation".into());
        }
        let (for_captures, for_params) = wanted.split_at(self.captures.len());
        let params = build.params();
        let mut arguments = Args::new();
        for (index, to) in for_captures.iter().enumerate() {
            let from = self.captures[index];
            let field = build.world.field_ref(self.class, &capture(index), from);
            let object = params[0];
            let ty = descriptor::value_type(from);
            let value = build.value(InstKind::GetField { field, object }, ty);
            arguments.push(convert(build, value, from, from, to)?);
        }
        for (index, to) in for_params.iter().enumerate() {
            let value = params[index + 1];
            let (from, meant) = (types.params[index], meant.params[index]);
            arguments.push(convert(build, value, from, meant, to)?);
        }
        Ok(arguments)
    }

    /// Calls the implementation; its result, if any, with its type.
    fn call(
        &self,
        build: &mut Builder,
        mut arguments: Args,
    ) -> Result<(Option<Value>, String), Reason> {
        let member = &self.implementation.member;
        let dispatch = match self.implementation.kind {
            ReferenceKind::InvokeStatic => Dispatch::Static,
            ReferenceKind::InvokeVirtual => Dispatch::Virtual,
            ReferenceKind::InvokeInterface => Dispatch::Interface,
            _ => Dispatch::Special,
        };
        if self.implementation.kind == ReferenceKind::NewInvokeSpecial {
            let class = build.world.class_named(&member.class);
            let object = build.value(InstKind::New(class), Type::Ref);
            arguments.insert(0, object);
            build.call(dispatch, &member.class, &member.name, &member.descriptor, &arguments);
            return Ok((Some(object), descriptor::of_class(&member.class)));
        }
        if dispatch != Dispatch::Static {
            build.guard_non_null(arguments[0]);
        }
        let result =
            build.call(dispatch, &member.class, &member.name, &member.descriptor, &arguments);
        let ty = signature(&member.descriptor)?.result.unwrap_or_default();
        Ok((result, ty.to_owned()))
    }
}

/// The field of a captured value.
fn capture(index: usize) -> String {
    format!("arg${}", index + 1)
}

fn field(world: &mut World, name: &str, ty: &str, modifiers: u16) -> FieldDef {
    FieldDef {
        name: world.name(name),
        descriptor: world.name(ty),
        modifiers,
        storage: descriptor::storage(ty),
        constant: None,
    }
}

/// Adds what is not there yet.
fn add(list: &mut Vec<String>, item: String) {
    if !list.contains(&item) {
        list.push(item);
    }
}
