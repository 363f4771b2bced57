//! The types with which an anonymous class declares what it overrides.
//!
//! Where a class between it and the declaration says what a type parameter is, that stands in the method
//! (`class Names extends Sorter<String>` has a `compare(String, String)`), though the descriptor has its erasure.

use super::classes::{Classes, Signature};
use super::types::Type;
use margay_jvm::inputs::signature::{
    argument, class_name, erased, parameter_types, result_type, substituted, supertypes_in,
    variables,
};
use margay_jvm::source::{SourceClass, SourceMethod};

/// A method as a class that overrides it sees it.
pub(super) struct Overridden {
    /// Its types, erased.
    pub erased: Signature,
    /// Its signature with type arguments, if it has any and they are known.
    pub generic: Option<String>,
}

impl Classes<'_> {
    /// The types of a method that a type (`La/Sorter<Ljava/lang/String;>;`) has from a class or interface
    /// that declares it.
    pub fn as_overridden(&self, own: &str, name: &str, descriptor: &str) -> Option<Overridden> {
        let class = class_name(&erased(own))?.replace('/', ".");
        let known = self.get(&class)?;
        if let Some(method) = known.method(name, descriptor) {
            let generic = method.generic.as_deref().filter(|text| text.starts_with('('));
            let generic = generic.map(|text| substituted(text, |it| value_of(&known, own, it)));
            return Some(Overridden { erased: typed(&known, method, own)?, generic });
        }
        let mut above = supertypes(&known, own).into_iter();
        above.find_map(|supertype| self.as_overridden(&supertype, name, descriptor))
    }
}

/// The types of a method that the class of a type declares. Only where one is a parameter of the class itself
/// is it another than the descriptor says.
fn typed(known: &SourceClass, method: &SourceMethod, own: &str) -> Option<Signature> {
    let (parameters, result) = Type::signature(&method.descriptor)?;
    let generic = method.generic.as_deref().unwrap_or_default();
    let hidden = variables(generic).unwrap_or_default();
    let seen = |written: Option<&str>, declared: Type| {
        let replaced = written.and_then(|written| {
            let variable = written.trim_start_matches('[').strip_prefix('T')?.strip_suffix(';')?;
            let is_own = !hidden.iter().any(|(name, _)| name == variable);
            let known = is_own.then(|| value_of(known, own, variable))??;
            Type::descriptor(&erased(&substituted(written, |_| Some(known.clone()))))
        });
        replaced.unwrap_or(declared)
    };
    let written = parameter_types(generic).unwrap_or_default();
    let is_same = written.len() == parameters.len();
    let written = |place: usize| is_same.then(|| written[place].as_str());
    let parameters = parameters.into_iter().enumerate().map(|(at, ty)| seen(written(at), ty));
    let parameters = parameters.collect();
    let result = result.map(|ty| seen(result_type(generic), ty));
    Some(Signature { parameters, result })
}

/// What a type parameter of a class is in a type; nothing if that is raw.
fn value_of(known: &SourceClass, own: &str, variable: &str) -> Option<String> {
    let all = known.generic.as_deref().and_then(variables)?;
    let place = all.iter().position(|(name, _)| name == variable)?;
    argument(own, place).filter(|value| value.starts_with(['L', '[']))
}

/// What a type extends and implements. Above a raw type, or one inside a generic one, all is raw.
fn supertypes(known: &SourceClass, own: &str) -> Vec<String> {
    let is_raw = known.type_parameters > 0 && !own.contains('<') || own.contains(">.");
    let written = known.generic.as_deref().filter(|_| !is_raw).and_then(supertypes_in);
    let Some(written) = written else {
        let names = known.superclass.iter().chain(&known.interfaces);
        return names.map(|name| format!("L{};", name.replace('.', "/"))).collect();
    };
    let resolved = |ty: String| substituted(&ty, |variable| value_of(known, own, variable));
    written.into_iter().map(resolved).collect()
}
