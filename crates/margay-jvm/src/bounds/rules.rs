//! Items with their names resolved: what holds for which class and field.

use super::names::Names;
use super::spec::{Item, Path, RuleKind, Spec, Values};
use super::values::MOST;
use super::{BoundsError, Subject};
use crate::messages::external_name;
use crate::platform::Jvm;
use indexmap::IndexMap;
use margay_ir::world::type_name;
use margay_ir::{ClassId, FieldId, World};
use margay_machine::{Domain, Machine};
use rustc_hash::FxBuildHasher;

type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// What the items say.
#[derive(Default)]
pub(super) struct Rules {
    pub bound: Option<u32>,
    /// Numbers of objects.
    pub objects: Map<ClassId, (Item, u32)>,
    pub fields: Map<FieldId, Rule>,
    domains: Map<String, Values>,
}

/// What the items say of a field.
#[derive(Clone)]
pub(super) struct Rule {
    /// The last of them, for messages.
    pub item: Item,
    pub not_null: bool,
    /// Classes of a reference field, in order.
    pub classes: Option<Vec<ClassId>>,
    /// Values of a field, or elements of an array.
    pub values: Option<Values>,
    /// Of an array.
    pub length: Option<Values>,
    pub elements_not_null: bool,
}

/// Finds out what the items are about.
pub(super) fn resolve<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    subject: Subject<'_>,
    spec: &Spec,
) -> Result<Rules, BoundsError> {
    if let Some(bound) = spec.bound.filter(|bound| u64::from(*bound) > MOST) {
        let (item, reason) = (format!("bound {bound}"), format!("at most {MOST} makes sense"));
        return Err(BoundsError::Item { item, reason });
    }
    let mut rules = Rules { bound: spec.bound, ..Rules::default() };
    for item in &spec.items {
        if let RuleKind::Domain { name, values } = &item.kind {
            rules.domains.insert(name.clone(), values.clone());
        }
    }
    let mut names = Names::new(machine, subject);
    for item in &spec.items {
        rules.add(&mut names, item).map_err(|reason| item.error(reason))?;
    }
    Ok(rules)
}

impl Rules {
    fn add<D: Domain>(&mut self, names: &mut Names<'_, D>, item: &Item) -> Result<(), String> {
        match &item.kind {
            RuleKind::Domain { values, .. } => self.named(values).map(|_| ()),
            RuleKind::Objects { class, count } => {
                let id = names.class(class)?;
                instantiable(names.world(), id)?;
                self.objects.insert(id, (item.clone(), *count));
                Ok(())
            }
            RuleKind::NotNull { path } => {
                let (rule, ty) = self.rule(names, path, item)?;
                rule.not_null = true;
                match ty.len() {
                    1 => Err(format!("a field of type {} is never null", type_name(&ty))),
                    _ => Ok(()),
                }
            }
            RuleKind::Field { path, values } => self.add_field(names, item, path, values.as_ref()),
            RuleKind::Strings { path, values } => {
                let (rule, ty) = self.rule(names, path, item)?;
                rule.values = Some(values.clone());
                match ty.as_str() {
                    "Ljava/lang/String;" => Ok(()),
                    _ => Err(format!("the field is of type {}, not String", type_name(&ty))),
                }
            }
            RuleKind::Array { path, length, elements, not_null } => {
                self.add_array(names, item, path, length.as_ref(), elements.as_ref())?;
                self.rule(names, path, item)?.0.elements_not_null |= *not_null;
                Ok(())
            }
        }
    }

    fn add_array<D: Domain>(
        &mut self,
        names: &mut Names<'_, D>,
        item: &Item,
        path: &Path,
        length: Option<&Values>,
        elements: Option<&Values>,
    ) -> Result<(), String> {
        let (_, ty) = self.rule(names, path, item)?;
        let Some(element) = ty.strip_prefix('[') else {
            return Err(format!("the field is of type {}, no array", type_name(&ty)));
        };
        let length = length.map(|values| self.named(values)).transpose()?;
        let elements = elements.map(|values| self.named(values)).transpose()?;
        let classes = match &elements {
            Some(Values::Words(words)) => self.classes(names, element, words)?,
            _ => None,
        };
        let (rule, _) = self.rule(names, path, item)?;
        // An item may be about lengths only, or about elements only.
        rule.length = length.or(rule.length.take());
        if elements.is_some() {
            (rule.values, rule.classes) = (elements, classes);
        }
        Ok(())
    }

    fn add_field<D: Domain>(
        &mut self,
        names: &mut Names<'_, D>,
        item: &Item,
        path: &Path,
        values: Option<&Values>,
    ) -> Result<(), String> {
        let values = values.map(|values| self.named(values)).transpose()?;
        let (_, ty) = self.rule(names, path, item)?;
        let classes = match &values {
            Some(Values::Words(words)) => self.classes(names, &ty, words)?,
            Some(_) if ty.starts_with('[') => {
                return Err(format!(
                    "the field is of type {}; bound it with `array <Class>.<field> length=…`",
                    type_name(&ty)
                ));
            }
            _ => None,
        };
        let (rule, _) = self.rule(names, path, item)?;
        (rule.values, rule.classes) = (values, classes);
        Ok(())
    }

    /// The classes that words mean, if the values of the type are objects told by their class.
    fn classes<D: Domain>(
        &self,
        names: &mut Names<'_, D>,
        ty: &str,
        words: &[String],
    ) -> Result<Option<Vec<ClassId>>, String> {
        if !ty.starts_with('L') || super::references::is_value(names.machine, ty) {
            return Ok(None);
        }
        let declared = super::names::load(names.machine, crate::descriptor::class_of(ty))?;
        let mut classes = Vec::new();
        for word in words.iter().filter(|word| *word != "null") {
            let class = names.class(word)?;
            instantiable(names.world(), class)?;
            if !names.world().is_subclass(class, declared) {
                let (class, declared) =
                    (external_name(names.world(), class), external_name(names.world(), declared));
                return Err(format!("{class} is not a subclass of {declared}"));
            }
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        Ok(Some(classes))
    }

    /// The rule of a field, and the field's type.
    fn rule<D: Domain>(
        &mut self,
        names: &mut Names<'_, D>,
        path: &Path,
        item: &Item,
    ) -> Result<(&mut Rule, String), String> {
        let field = names.field(path)?;
        let ty = names.world().text(names.world().field(field).descriptor).to_owned();
        let rule = self.fields.entry(field).or_insert_with(|| Rule {
            item: item.clone(),
            not_null: false,
            classes: None,
            values: None,
            length: None,
            elements_not_null: false,
        });
        rule.item = item.clone();
        Ok((rule, ty))
    }

    /// The values, after the names of domains were replaced by what they stand for.
    fn named(&self, values: &Values) -> Result<Values, String> {
        let mut values = values;
        for _ in 0..=self.domains.len() {
            let name = match values {
                Values::Words(words) if words.len() == 1 => &words[0],
                _ => return Ok(values.clone()),
            };
            match self.domains.get(name) {
                Some(named) => values = named,
                None => return Ok(values.clone()),
            }
        }
        Err("the domain is defined by itself".to_owned())
    }
}

fn instantiable(world: &World, class: ClassId) -> Result<(), String> {
    let name = external_name(world, class);
    let loaded = world.loaded(class);
    match loaded.modifiers & margay_ir::world::modifiers::ENUM {
        0 if loaded.is_abstract() => {
            Err(format!("{name} is abstract; name the classes that extend it"))
        }
        0 => Ok(()),
        _ => Err(format!("{name} is an enum, whose objects are its constants")),
    }
}
