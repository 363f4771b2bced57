//! What the names in a condition mean where it stands.

use super::emit::Typed;
use crate::descriptor::{self, Signature};
use crate::load::Loader;
use margay_ir::world::modifiers::{PRIVATE, STATIC};
use margay_ir::world::package_of;
use margay_ir::{ClassId, World};

/// The variables that a line sees, and the class it is in.
pub(super) struct Scope<'a> {
    pub loader: &'a mut Loader,
    pub own: ClassId,
    pub variables: Vec<(String, Typed)>,
    /// The names of all that could be among them.
    pub visible: Vec<String>,
}

/// A field.
pub(super) struct Member {
    pub class: ClassId,
    pub name: String,
    pub descriptor: String,
    pub is_static: bool,
}

/// A method that has a result.
pub(super) struct Callee {
    pub class: ClassId,
    pub name: String,
    pub descriptor: String,
    pub parameters: Vec<String>,
    pub result: String,
    pub is_static: bool,
    pub is_private: bool,
    pub is_interface: bool,
}

impl Scope<'_> {
    pub fn variable(&self, name: &str) -> Option<&Typed> {
        self.variables.iter().find(|(known, _)| known == name).map(|(_, typed)| typed)
    }

    /// What to say of a name that means nothing here.
    pub fn unknown(&self, name: &str) -> String {
        match self.visible.is_empty() {
            true => format!("there is no `{name}`, and no variable is visible there"),
            false => format!("there is no `{name}`; visible there: {}", self.visible.join(", ")),
        }
    }

    pub fn class_text(&self, world: &World, class: ClassId) -> String {
        world.class_name(class).replace('/', ".")
    }

    /// The class of a reference.
    pub fn class_of(&mut self, world: &mut World, ty: &str) -> Result<ClassId, String> {
        let name = match ty.as_bytes().first() {
            Some(b'L') => descriptor::class_of(ty),
            Some(b'[') => "java/lang/Object",
            _ => return Err(format!("a {} has no members", margay_ir::world::type_name(ty))),
        };
        let class = world.class_named(name);
        let loaded = self.loader.load(world, class);
        loaded.map(|()| class).map_err(|error| error.to_string())
    }

    /// The class that source code in this class calls so.
    pub fn class(&mut self, world: &mut World, name: &str) -> Result<ClassId, String> {
        let path = name.replace('.', "/");
        let own = world.class_name(self.own).to_owned();
        let package = package_of(&own);
        let inside = own.match_indices('$').map(|(at, _)| &own[..at]).chain([own.as_str()]);
        let mut names: Vec<String> = inside.map(|outer| format!("{outer}${path}")).collect();
        names.reverse();
        if !package.is_empty() {
            names.push(format!("{package}/{path}"));
        }
        names.extend([path.clone(), format!("java/lang/{path}"), format!("java/util/{path}")]);
        for mut known in names {
            loop {
                let class = world.class_named(&known);
                if self.loader.load(world, class).is_ok() {
                    return Ok(class);
                }
                // What looks like the last package may be a class around it.
                let Some(at) = known.rfind('/') else { break };
                known.replace_range(at..=at, "$");
            }
        }
        Err(self.unknown(name))
    }

    /// The field that a class has or inherits.
    pub fn field(&self, world: &World, class: ClassId, name: &str) -> Option<Member> {
        for class in supertypes(world, class) {
            let fields = world.loaded(class).fields.iter().map(|field| world.field(*field));
            let found = fields.into_iter().find(|field| world.text(field.name) == name);
            if let Some(field) = found {
                return Some(Member {
                    class,
                    name: name.to_owned(),
                    descriptor: world.text(field.descriptor).to_owned(),
                    is_static: field.modifiers & STATIC != 0,
                });
            }
        }
        None
    }

    /// The method with so many parameters and a result that fits best.
    pub fn method(
        &self,
        world: &World,
        class: ClassId,
        name: &str,
        parameters: usize,
        fits: impl Fn(&[&str]) -> Option<usize>,
    ) -> Option<Callee> {
        let mut best: Option<(usize, Callee)> = None;
        for owner in supertypes(world, class) {
            let methods = world.loaded(owner).methods.iter().map(|method| world.method(*method));
            for method in methods.filter(|method| world.text(method.name) == name) {
                let descriptor = world.text(method.descriptor);
                let signature = Signature::parse(descriptor)?;
                let Some(result) = signature.result else { continue };
                if signature.params.len() != parameters {
                    continue;
                }
                let Some(distance) = fits(&signature.params) else { continue };
                if best.as_ref().is_some_and(|(nearest, _)| *nearest <= distance) {
                    continue;
                }
                let callee = Callee {
                    class: owner,
                    name: name.to_owned(),
                    descriptor: descriptor.to_owned(),
                    parameters: signature.params.iter().map(|ty| (*ty).to_owned()).collect(),
                    result: result.to_owned(),
                    is_static: method.is_static(),
                    is_private: method.modifiers & PRIVATE != 0,
                    is_interface: world.loaded(owner).is_interface(),
                };
                best = Some((distance, callee));
            }
        }
        best.map(|(_, callee)| callee)
    }
}

/// A class and those above it, superclasses before interfaces.
fn supertypes(world: &World, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
    let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    lineage.chain(world.loaded(class).ancestors().iter().copied())
}
