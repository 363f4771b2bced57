//! What a JVM loads when it verifies the code of a class, before it runs any of it: what the code catches and throws, and
//! what it passes an object of another type for. Without types of what is on the stack the last shows where nothing in the
//! class has exactly the type that a method takes: no field, no result, no parameter, no class that is named.

use super::Loader;
use crate::pool::{Pool, signature};
use margay_ir::ClassId;
use ristretto_classfile::Constant;
use ristretto_classfile::attributes::Attribute;
use std::collections::BTreeSet;

impl Loader {
    /// The classes that verifying the code of a class takes, sorted; then those that it makes, if it gives something for another type.
    #[must_use]
    pub fn verified_with(&self, class: ClassId) -> Vec<String> {
        let Some(body) = self.files.get(&class).map(|stored| stored.body()) else {
            return Vec::new();
        };
        let pool = Pool(&body.file);
        let handlers = body.codes.iter().flatten().flat_map(|code| &code.handlers);
        let caught = handlers.filter(|handler| handler.catch != 0);
        let caught = caught.filter_map(|handler| pool.class(handler.catch).ok());
        let mut found: BTreeSet<String> = caught.map(|name| name.into_owned()).collect();
        let taken = converted(pool);
        // What is given for one of them has to be known too: as a rule it is new.
        let given = if taken.is_empty() { BTreeSet::new() } else { made(pool) };
        found.extend(taken);
        found.extend(declared(pool));
        let given: Vec<String> = given.into_iter().filter(|name| !found.contains(name)).collect();
        found.into_iter().chain(given).collect()
    }
}

/// The classes whose constructors the code calls.
fn made(pool: Pool<'_>) -> BTreeSet<String> {
    let last = u16::try_from(pool.0.constant_pool.len()).unwrap_or(u16::MAX);
    let methods = (1..=last).filter_map(|index| pool.method(index).ok());
    methods.filter(|it| it.name == "<init>").map(|it| it.class.into_owned()).collect()
}

/// The exceptions that methods declare: what is thrown has to be one, and what calls them has to know them.
fn declared(pool: Pool<'_>) -> impl Iterator<Item = String> {
    let attributes = pool.0.methods.iter().flat_map(|method| &method.attributes);
    let thrown = attributes.filter_map(|attribute| match attribute {
        Attribute::Exceptions { exception_indexes, .. } => Some(exception_indexes),
        _ => None,
    });
    thrown.flatten().filter_map(move |index| Some(pool.class(*index).ok()?.into_owned()))
}

/// The classes of parameters of methods that the code calls, where the class has nothing of just that type.
fn converted(pool: Pool<'_>) -> BTreeSet<String> {
    let (mut taken, mut had) = (BTreeSet::new(), BTreeSet::new());
    for method in &pool.0.methods {
        let descriptor = pool.text(method.descriptor_index).unwrap_or_default();
        let own = signature(&descriptor).into_iter().flat_map(|own| own.params);
        had.extend(own.filter_map(named));
    }
    let last = u16::try_from(pool.0.constant_pool.len()).unwrap_or(u16::MAX);
    for index in 1..=last {
        match pool.get(index) {
            Ok(Constant::Class(_)) => had.extend(pool.class(index).map(|name| name.into_owned())),
            Ok(Constant::FieldRef { .. }) => {
                let field = pool.field(index);
                had.extend(field.iter().filter_map(|field| named(&field.descriptor)));
            }
            Ok(Constant::MethodRef { .. } | Constant::InterfaceMethodRef { .. }) => {
                let Ok(method) = pool.method(index) else { continue };
                let Ok(called) = signature(&method.descriptor) else { continue };
                taken.extend(called.params.into_iter().filter_map(named));
                had.extend(called.result.and_then(named));
            }
            _ => {}
        }
    }
    taken.retain(|name| !had.contains(name));
    taken
}

/// The class of a descriptor, unless that is of an array or a primitive type.
fn named(descriptor: &str) -> Option<String> {
    Some(descriptor.strip_prefix('L')?.strip_suffix(';')?.to_owned())
}
