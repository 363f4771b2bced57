//! Reading the constant pool: every index checked, every text valid for its use.

use crate::descriptor::{self, Signature};
use ristretto_classfile::attributes::{Attribute, BootstrapMethod};
use ristretto_classfile::{ClassFile, Constant, ReferenceKind};
use std::borrow::Cow;

/// Why something in a class file makes no sense; whoever knows the place adds it.
pub(crate) type Reason = String;

/// A reference to a field or method.
pub(crate) struct Member<'a> {
    pub class: Cow<'a, str>,
    pub name: Cow<'a, str>,
    pub descriptor: Cow<'a, str>,
    /// Whether it is a reference to a method of an interface.
    pub interface: bool,
}

/// A method handle constant.
pub(crate) struct Handle<'a> {
    pub kind: ReferenceKind,
    pub member: Member<'a>,
}

/// An `invokedynamic` site or dynamic constant.
pub(crate) struct Dynamic<'a> {
    pub bootstrap: Handle<'a>,
    pub arguments: &'a [u16],
    pub name: Cow<'a, str>,
    pub descriptor: Cow<'a, str>,
}

/// The constant pool of a class.
#[derive(Clone, Copy)]
pub(crate) struct Pool<'a>(pub &'a ClassFile<'static>);

impl<'a> Pool<'a> {
    pub fn get(self, index: u16) -> Result<&'a Constant<'static>, Reason> {
        self.0.constant_pool.get(index).ok_or_else(|| format!("there is no constant #{index}"))
    }

    pub fn text(self, index: u16) -> Result<Cow<'a, str>, Reason> {
        match self.get(index)? {
            Constant::Utf8(text) => Ok(text.to_str_lossy()),
            _ => Err(format!("constant #{index} is not text")),
        }
    }

    /// The UTF-16 units of a text.
    pub fn units(self, index: u16) -> Result<Vec<u16>, Reason> {
        match self.get(index)? {
            Constant::Utf8(text) => text.to_utf16().map_err(|error| error.to_string()),
            _ => Err(format!("constant #{index} is not text")),
        }
    }

    pub fn class(self, index: u16) -> Result<Cow<'a, str>, Reason> {
        match self.get(index)? {
            Constant::Class(name) => {
                let name = self.text(*name)?;
                if is_class_name(&name) {
                    Ok(name)
                } else {
                    Err(format!("`{name}` is not a class name"))
                }
            }
            _ => Err(format!("constant #{index} is not a class")),
        }
    }

    fn name_and_type(self, index: u16) -> Result<(Cow<'a, str>, Cow<'a, str>), Reason> {
        match self.get(index)? {
            Constant::NameAndType { name_index, descriptor_index } => {
                Ok((self.text(*name_index)?, self.text(*descriptor_index)?))
            }
            _ => Err(format!("constant #{index} is not a name and type")),
        }
    }

    fn member(
        self,
        class_index: u16,
        name_and_type_index: u16,
        interface: bool,
    ) -> Result<Member<'a>, Reason> {
        let (name, descriptor) = self.name_and_type(name_and_type_index)?;
        Ok(Member { class: self.class(class_index)?, name, descriptor, interface })
    }

    pub fn field(self, index: u16) -> Result<Member<'a>, Reason> {
        match self.get(index)? {
            Constant::FieldRef { class_index, name_and_type_index } => {
                let member = self.member(*class_index, *name_and_type_index, false)?;
                check_type(&member.descriptor)?;
                Ok(member)
            }
            _ => Err(format!("constant #{index} is not a field")),
        }
    }

    /// A method; its descriptor is a method descriptor.
    pub fn method(self, index: u16) -> Result<Member<'a>, Reason> {
        let (class, name_and_type, interface) = match self.get(index)? {
            Constant::MethodRef { class_index, name_and_type_index } => {
                (*class_index, *name_and_type_index, false)
            }
            Constant::InterfaceMethodRef { class_index, name_and_type_index } => {
                (*class_index, *name_and_type_index, true)
            }
            _ => return Err(format!("constant #{index} is not a method")),
        };
        let member = self.member(class, name_and_type, interface)?;
        signature(&member.descriptor)?;
        Ok(member)
    }

    pub fn handle(self, index: u16) -> Result<Handle<'a>, Reason> {
        let Constant::MethodHandle { reference_kind, reference_index } = self.get(index)? else {
            return Err(format!("constant #{index} is not a method handle"));
        };
        use ReferenceKind::{GetField, GetStatic, PutField, PutStatic};
        let member = match reference_kind {
            GetField | GetStatic | PutField | PutStatic => self.field(*reference_index)?,
            _ => self.method(*reference_index)?,
        };
        Ok(Handle { kind: reference_kind.clone(), member })
    }

    /// A method type constant's descriptor, which is one.
    pub fn method_type(self, index: u16) -> Result<Cow<'a, str>, Reason> {
        let Constant::MethodType(text) = self.get(index)? else {
            return Err(format!("constant #{index} is not a method type"));
        };
        let text = self.text(*text)?;
        signature(&text)?;
        Ok(text)
    }

    pub fn integer(self, index: u16) -> Result<i32, Reason> {
        match self.get(index)? {
            Constant::Integer(value) => Ok(*value),
            _ => Err(format!("constant #{index} is not an integer")),
        }
    }

    /// The site of an `invokedynamic` instruction.
    pub fn call_site(self, index: u16) -> Result<Dynamic<'a>, Reason> {
        match self.get(index)? {
            Constant::InvokeDynamic { bootstrap_method_attr_index, name_and_type_index } => {
                let site = self.dynamic(*bootstrap_method_attr_index, *name_and_type_index)?;
                signature(&site.descriptor)?;
                Ok(site)
            }
            _ => Err(format!("constant #{index} is not a dynamic call site")),
        }
    }

    /// A dynamic constant.
    pub fn dynamic_constant(self, index: u16) -> Result<Dynamic<'a>, Reason> {
        match self.get(index)? {
            Constant::Dynamic { bootstrap_method_attr_index, name_and_type_index } => {
                self.dynamic(*bootstrap_method_attr_index, *name_and_type_index)
            }
            _ => Err(format!("constant #{index} is not a dynamic constant")),
        }
    }

    fn dynamic(self, bootstrap: u16, name_and_type: u16) -> Result<Dynamic<'a>, Reason> {
        let method = self.bootstrap(bootstrap)?;
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Ok(Dynamic {
            bootstrap: self.handle(method.bootstrap_method_ref)?,
            arguments: &method.arguments,
            name,
            descriptor,
        })
    }

    fn bootstrap(self, index: u16) -> Result<&'a BootstrapMethod, Reason> {
        self.0
            .attributes
            .iter()
            .find_map(|attribute| match attribute {
                Attribute::BootstrapMethods { methods, .. } => methods.get(usize::from(index)),
                _ => None,
            })
            .ok_or_else(|| format!("there is no bootstrap method {index}"))
    }
}

/// Whether the text can name a class or an array class.
fn is_class_name(name: &str) -> bool {
    if name.starts_with('[') {
        return descriptor::is_type(name);
    }
    !name.is_empty() && !name.contains(['.', ';', '['])
}

fn check_type(text: &str) -> Result<(), Reason> {
    if descriptor::is_type(text) { Ok(()) } else { Err(format!("`{text}` is not a type")) }
}

/// Takes a method descriptor apart, or says that it is none.
pub(crate) fn signature(text: &str) -> Result<Signature<'_>, Reason> {
    Signature::parse(text).ok_or_else(|| format!("`{text}` is not a method descriptor"))
}
