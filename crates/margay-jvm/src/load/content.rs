//! What a class file is, for whoever wants to know whether it has changed: a digest of its bytes, and the types that it
//! mentions.

use super::Loader;
use ristretto_classfile::Constant;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// What a class file is.
#[derive(Clone, Debug)]
pub struct ClassContent {
    /// A digest of its bytes.
    pub digest: [u8; 32],
    /// Internal names of the classes that its code, its members and their types mention.
    pub types: BTreeSet<String>,
}

impl Loader {
    /// The content of a class on the class path; none of one of the JDK, or that cannot be read.
    pub fn content(&mut self, name: &str) -> Option<ClassContent> {
        if self.source.module_of(name).is_some() {
            return None;
        }
        let bytes = self.source.find(name).ok()??;
        let digest = Sha256::digest(&bytes).into();
        let body = super::parse(name, &bytes).ok()?;
        let pool = &body.file.constant_pool;
        let mut types = BTreeSet::new();
        for constant in pool.iter() {
            match constant {
                Constant::Class(index) => {
                    let class = pool.try_get_utf8(*index).ok()?.to_str_lossy();
                    // That of an array is a descriptor, and one of those below.
                    types.extend((!class.starts_with('[')).then(|| class.into_owned()));
                }
                Constant::Utf8(text) => types.extend(described(&text.to_str_lossy())),
                _ => {}
            }
        }
        Some(ClassContent { digest, types })
    }
}

/// The classes that a descriptor or a generic signature names; whatever else a text is, they are few.
#[must_use]
pub fn described(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in text.split(|c: char| "()[;<>:*+-".contains(c)) {
        // Before the type there may be primitive ones: `IILdemo/Node`.
        let start = part.find(|c: char| !"BCDFIJSZ".contains(c)).unwrap_or(part.len());
        let name = part[start..].strip_prefix('L');
        found.extend(name.filter(|name| !name.is_empty()).map(str::to_owned));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_and_signatures_name_classes() {
        let names = |text: &str| described(text).join(" ");
        assert_eq!(names("(IJLdemo/Node;[[Ldemo/Leaf;Z)V"), "demo/Node demo/Leaf");
        assert_eq!(
            names("<T::Ldemo/Shape;>Ljava/util/List<+Ldemo/Node;>;"),
            "demo/Shape java/util/List demo/Node"
        );
        assert_eq!(names("(II)I"), "");
    }
}
