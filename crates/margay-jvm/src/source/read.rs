//! What a class file tells of a [`SourceClass`].
//!
//! Whether a nested class is private, its class file's own flags do not say; the `InnerClasses`
//! attribute does, for the class and all those around it.

use super::{Access, SourceClass, SourceField, SourceKind, SourceMethod};
use crate::classfile::{self, Code};
use crate::classpath::ClassPath;
use crate::descriptor::Signature;
use crate::inputs::signature;
use crate::pool::Pool;
use margay_ir::world::modifiers::{
    ABSTRACT, BRIDGE, ENUM, FINAL, INTERFACE, PRIVATE, PUBLIC, STATIC, SYNTHETIC,
};
use ristretto_classfile::ClassFile;
use ristretto_classfile::attributes::{Attribute, InnerClass};
use std::borrow::Cow;

/// The class of this name, with dots and `$`, if the class path has a readable one.
#[must_use]
pub fn source_class(class_path: &mut ClassPath, name: &str) -> Option<SourceClass> {
    let bytes = class_path.find(&name.replace('.', "/")).ok()??;
    let body = classfile::read(&bytes).ok()?;
    Reader { file: &body.file, pool: Pool(&body.file), codes: &body.codes }.read()
}

/// What a class file tells without the code of its methods.
#[must_use]
pub fn source_of(file: &ClassFile<'static>) -> Option<SourceClass> {
    Reader { file, pool: Pool(file), codes: &[] }.read()
}

struct Reader<'a> {
    file: &'a ClassFile<'static>,
    pool: Pool<'a>,
    codes: &'a [Option<Code>],
}

impl<'a> Reader<'a> {
    fn read(&self) -> Option<SourceClass> {
        let file = self.file;
        let own = self.pool.class(file.this_class).ok()?;
        let nesting = self.nesting(&own)?;
        let flags = nesting.first().map_or(file.access_flags.bits(), |entry| bits(entry));
        // A class is in reach where all those around it are.
        let around = nesting.iter().map(|entry| Access::of(bits(entry))).min();
        let access = around.unwrap_or_else(|| Access::of(flags));
        let superclass = self.pool.class(file.super_class).ok().map(|name| dotted(&name));
        let is_record = superclass.as_deref() == Some("java.lang.Record");
        let kind = match flags {
            _ if flags & INTERFACE != 0 => SourceKind::Interface,
            _ if flags & ENUM != 0 => SourceKind::Enum,
            _ if is_record => SourceKind::Record,
            _ => SourceKind::Class,
        };
        let is_inner = !nesting.is_empty() && flags & (STATIC | INTERFACE) == 0;
        let generic = self.signature(&file.attributes);
        let variables = generic.as_deref().and_then(signature::variables).unwrap_or_default();
        let interfaces = file.interfaces.iter().filter_map(|index| self.pool.class(*index).ok());
        Some(SourceClass {
            name: self.source_name(&own, &nesting),
            access,
            kind,
            is_inner,
            is_abstract: flags & ABSTRACT != 0,
            is_deprecated: is_deprecated(&file.attributes),
            is_auxiliary: self.is_auxiliary(&own),
            type_parameters: variables.len(),
            is_bounded: variables.iter().any(|(_, bounds)| *bounds != ["Ljava/lang/Object;"]),
            generic,
            superclass,
            interfaces: interfaces.map(|name| dotted(&name)).collect(),
            fields: self.fields(),
            methods: self.methods(),
        })
    }

    /// The entry of the class and those of the classes around it, innermost first.
    fn nesting(&self, own: &str) -> Option<Vec<&'a InnerClass>> {
        let attributes = self.file.attributes.iter();
        let entries: Vec<&InnerClass> = attributes
            .filter_map(|attribute| match attribute {
                Attribute::InnerClasses { classes, .. } => Some(classes),
                _ => None,
            })
            .flatten()
            .collect();
        let find = |name: &str| {
            let is_it = |entry: &&&InnerClass| {
                self.pool.class(entry.class_info_index).is_ok_and(|class| class == name)
            };
            entries.iter().find(is_it).copied()
        };
        let mut nesting = Vec::new();
        let mut next = find(own);
        while let Some(entry) = next {
            if nesting.len() > entries.len() {
                return None;
            }
            nesting.push(entry);
            let outer = self.pool.class(entry.outer_class_info_index).ok();
            next = outer.and_then(|outer| find(&outer));
        }
        Some(nesting)
    }

    /// `shapes.Tree.Node`; none if a class around it is local or anonymous.
    fn source_name(&self, own: &str, nesting: &[&InnerClass]) -> Option<String> {
        let mut simple = Vec::new();
        let mut outermost = own.to_owned();
        for entry in nesting {
            outermost = self.pool.class(entry.outer_class_info_index).ok()?.into_owned();
            simple.push(self.pool.text(entry.name_index).ok()?);
        }
        let mut name = dotted(&outermost);
        for part in simple.iter().rev() {
            name.extend([".", part]);
        }
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        name.chars().all(is_part).then_some(name)
    }

    /// Whether the outermost class is not the one that its source file is named after.
    fn is_auxiliary(&self, own: &str) -> bool {
        let simple = own.rsplit('/').next().unwrap_or(own);
        let attributes = self.file.attributes.iter();
        let mut sources = attributes.filter_map(|attribute| match attribute {
            Attribute::SourceFile { source_file_index, .. } => {
                self.pool.text(*source_file_index).ok()
            }
            _ => None,
        });
        let stem = sources.next().and_then(|file| Some(file.strip_suffix(".java")?.to_owned()));
        stem.is_some_and(|stem| {
            simple.strip_prefix(&stem).is_none_or(|rest| !rest.is_empty() && !rest.starts_with('$'))
        })
    }

    /// What generic types a class or method is declared with.
    fn signature(&self, attributes: &[Attribute]) -> Option<String> {
        attributes.iter().find_map(|attribute| match attribute {
            Attribute::Signature { signature_index, .. } => {
                self.pool.text(*signature_index).ok().map(Cow::into_owned)
            }
            _ => None,
        })
    }

    fn fields(&self) -> Vec<SourceField> {
        let fields = self.file.fields.iter();
        let field = |field: &ristretto_classfile::Field| {
            let flags = field.access_flags.bits();
            Some(SourceField {
                name: self.pool.text(field.name_index).ok()?.into_owned(),
                descriptor: self.pool.text(field.descriptor_index).ok()?.into_owned(),
                // What the compiler has added, source code cannot name.
                access: if flags & SYNTHETIC == 0 { Access::of(flags) } else { Access::Private },
                is_static: flags & STATIC != 0,
                is_final: flags & FINAL != 0,
            })
        };
        fields.filter_map(field).collect()
    }

    /// What the parameters of a generic method extend.
    fn bounds(text: &str) -> Option<Vec<Vec<String>>> {
        let variables = signature::variables(text)?;
        let bounds = |ty: &String| {
            let name = ty.strip_prefix('T').and_then(|rest| rest.strip_suffix(';'));
            let found = variables.iter().find(|(variable, _)| Some(variable.as_str()) == name);
            let bounds = found.map_or(&[][..], |(_, bounds)| bounds);
            let erased = bounds.iter().map(|bound| signature::erased(bound));
            erased.filter_map(|e| signature::class_name(&e).map(dotted)).collect()
        };
        Some(signature::parameter_types(text)?.iter().map(bounds).collect())
    }

    /// Names of the first local variables: the parameters.
    fn parameters(&self, method: usize, descriptor: &str, flags: u16) -> Option<Vec<String>> {
        let code = self.codes.get(method)?.as_ref()?;
        let mut local = u16::from(flags & STATIC == 0);
        let mut names = Vec::new();
        for ty in Signature::parse(descriptor)?.params {
            let mut variables = code.variables.iter();
            let found = variables.find(|it| it.index == local && it.start_pc == 0)?;
            names.push(self.pool.text(found.name_index).ok()?.into_owned());
            local += if matches!(ty, "J" | "D") { 2 } else { 1 };
        }
        Some(names)
    }

    fn methods(&self) -> Vec<SourceMethod> {
        let methods = self.file.methods.iter().enumerate();
        let method = |(number, method): (usize, &ristretto_classfile::Method)| {
            let flags = method.access_flags.bits();
            if flags & (SYNTHETIC | BRIDGE) != 0 {
                return None;
            }
            let thrown = method.attributes.iter().filter_map(|attribute| match attribute {
                Attribute::Exceptions { exception_indexes, .. } => Some(exception_indexes),
                _ => None,
            });
            let thrown = thrown.flatten().filter_map(|index| self.pool.class(*index).ok());
            let descriptor = self.pool.text(method.descriptor_index).ok()?.into_owned();
            let generic = self.signature(&method.attributes);
            Some(SourceMethod {
                name: self.pool.text(method.name_index).ok()?.into_owned(),
                parameters: self.parameters(number, &descriptor, flags).unwrap_or_default(),
                descriptor,
                access: Access::of(flags),
                is_static: flags & STATIC != 0,
                is_deprecated: is_deprecated(&method.attributes),
                throws: thrown.map(|name| dotted(&name)).collect(),
                bounds: generic.as_deref().and_then(Self::bounds).unwrap_or_default(),
                generic,
            })
        };
        methods.filter_map(method).collect()
    }
}

/// Modifier bits to access.
trait OfBits {
    fn of(flags: u16) -> Self;
}

impl OfBits for Access {
    fn of(flags: u16) -> Access {
        match flags {
            _ if flags & PUBLIC != 0 => Access::Public,
            _ if flags & PRIVATE != 0 => Access::Private,
            _ => Access::Package,
        }
    }
}

fn bits(entry: &InnerClass) -> u16 {
    entry.access_flags.bits()
}

fn dotted(name: &str) -> String {
    name.replace('/', ".")
}

fn is_deprecated(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| matches!(attribute, Attribute::Deprecated { .. }))
}
