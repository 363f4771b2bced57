//! `invokedynamic`: what the JDK's bootstrap methods would have linked, written as IR.
//!
//! A JVM runs the bootstrap method of a call site once and then calls what it returned. The
//! bootstrap methods that compilers use have known results, so the site is replaced by code of
//! the same effect: nothing is linked at run time, and the code can be analysed like any other.

mod adapt;
mod concat;
mod lambda;
mod records;
mod switches;

use crate::build::Builder;
use crate::pool::{Dynamic, Pool, Reason};
use crate::synthetic::Synthetics;
pub(crate) use adapt::wrapper;
use margay_ir::Value;

/// A call site in its surroundings.
pub(crate) struct Site<'a> {
    /// The class that contains it.
    pub host: &'a str,
    /// Its number among the call sites of that class.
    pub number: u32,
    pub pool: Pool<'a>,
    pub dynamic: &'a Dynamic<'a>,
    /// The arguments on the stack.
    pub args: &'a [Value],
}

/// What stands for a call site.
pub(crate) enum Linked {
    /// Code was written; this is its result.
    Value(Value),
    /// Nothing: the bootstrap method is not known, or was given something unknown.
    Unsupported(String),
}

/// Writes the code of a call site.
pub(crate) fn link(
    build: &mut Builder,
    synthetics: &mut Synthetics,
    site: &Site,
) -> Result<Linked, Reason> {
    let bootstrap = &site.dynamic.bootstrap.member;
    match (&*bootstrap.class, &*bootstrap.name) {
        ("java/lang/invoke/LambdaMetafactory", "metafactory") => {
            lambda::link(build, synthetics, site, false)
        }
        ("java/lang/invoke/LambdaMetafactory", "altMetafactory") => {
            lambda::link(build, synthetics, site, true)
        }
        ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
            concat::with_constants(build, site)
        }
        ("java/lang/invoke/StringConcatFactory", "makeConcat") => concat::plain(build, site),
        ("java/lang/runtime/ObjectMethods", "bootstrap") => records::link(build, site),
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => switches::by_type(build, site),
        ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => switches::by_enum(build, site),
        (class, name) => {
            let reason = format!("invokedynamic bootstrap {class}.{name}");
            Ok(Linked::Unsupported(reason))
        }
    }
}

impl Site<'_> {
    /// A static argument of the bootstrap method.
    fn argument(&self, index: usize) -> Result<u16, Reason> {
        let argument = self.dynamic.arguments.get(index).copied();
        argument.ok_or_else(|| format!("the bootstrap method has no argument {index}"))
    }
}
