//! Static fields that a test sets or that the method changes: they are put back afterwards.

use super::classes::{is_identifier, is_platform};
use super::file::Static;
use super::helper::Helper;
use super::test::{Test, Unwritable, Warnings, Written};
use super::types::Type;
use crate::literal;
use crate::names::simple_class;
use margay_search::structure::FieldName;

impl Test<'_, '_, '_> {
    /// Makes sure that a static field is put back after each test. Gives the field as source
    /// code names it, if it may, and its type.
    pub fn keep_static(&mut self, field: &FieldName) -> Written<(Option<String>, Type)> {
        let key = format!("{}.{}", field.class, field.name);
        let owner = self.file.classes.get(&field.class);
        let known = owner.as_ref().and_then(|class| class.field(&field.name));
        if known.is_none_or(|known| known.is_final) {
            return Unwritable::because(format!("the static field {key} cannot be set"));
        }
        let known = known.filter(|known| self.file.may_use(&field.class, known.access));
        let target = known.filter(|_| is_identifier(&field.name));
        let class = target.and_then(|_| self.mentioned(&Type::class(&field.class)));
        let target = class.map(|class| format!("{class}.{}", field.name));
        let descriptor = owner.as_ref().and_then(|class| class.field(&field.name));
        let wanted = descriptor.and_then(|field| Type::descriptor(&field.descriptor));
        let wanted = wanted.unwrap_or_else(Type::object);
        if target.is_none() && is_platform(&field.class) {
            return Unwritable::because(format!("the static field {key} cannot be set"));
        }
        if !self.file.statics.contains_key(&key) {
            let kept = self.kept(field, &key, target.as_deref(), &wanted);
            self.file.statics.insert(key, kept);
        }
        Ok((target, wanted))
    }

    /// Makes sure that a static field, if it can be set, and what it leads to are put back after each test.
    pub fn put_back(&mut self, field: &FieldName) -> Written<()> {
        let owner = self.file.classes.get(&field.class);
        let known = owner.as_ref().and_then(|class| class.field(&field.name));
        let is_object = known.is_none_or(|known| known.descriptor.starts_with(['L', '[']));
        if known.is_some_and(|known| !known.is_final) {
            self.keep_static(field)?;
        }
        if is_object {
            self.file.keep_behind(format!("{}.{}", field.class, field.name));
        }
        Ok(())
    }

    fn kept(
        &mut self,
        field: &FieldName,
        key: &str,
        target: Option<&str>,
        wanted: &Type,
    ) -> Static {
        let mut stem: String = format!("saved{}_{}", simple_class(&field.class), field.name);
        stem.retain(|c| c.is_alphanumeric() || c == '_');
        let taken = self.file.statics.values().filter(|other| other.saved.starts_with(&stem));
        let number = taken.count();
        let saved = if number == 0 { stem } else { format!("{stem}_{}", number + 1) };
        let key = literal::string(key);
        // Where the compiler would warn, reflection is used: only tests suppress warnings.
        let warnings = std::mem::take(&mut self.warnings);
        let (type_name, _) = self.declared(wanted);
        let _ = self.named(&Type::class(&field.class));
        let is_clean = std::mem::replace(&mut self.warnings, warnings) == Warnings::default();
        match target.filter(|_| is_clean) {
            Some(target) => {
                let restore = format!("{target} = {saved};");
                Static { saved, type_name, read: target.to_owned(), restore }
            }
            None => {
                let type_name = self.file.library("java.lang.Object");
                let read = format!("{}({key})", self.file.helper(Helper::GetStatic));
                let set = self.file.helper(Helper::SetStatic);
                let restore = format!("{set}({key}, {saved});");
                Static { saved, type_name, read, restore }
            }
        }
    }
}
