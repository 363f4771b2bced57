//! Where classes come from: the user's folders, jars and class files, then the JDK.
//!
//! An entry is opened once; a class is read when it is asked for. Classes in packages of the JDK's modules are looked
//! up there only, as a JVM does: a user's copy of `java/lang/String` must not change the language, and an old
//! `javax/xml/namespace/QName` in some jar is not the one that runs.
//! Every file here may be damaged or made to harm: errors name the file and the entry, and no
//! length found in a file is believed before it is compared with a limit.

mod folder;
mod jar;
mod outline;
mod sealed;
mod single;
mod suggest;

use crate::jdk::{Image, ImageError, Jdk};
use crate::load::ClassBytes;
use folder::Folder;
pub(crate) use folder::list;
use jar::Jar;
pub(crate) use outline::Outline;
pub use sealed::unsealed;
use single::SingleClass;
pub(crate) use single::{folder_for, root_of};
use std::path::{Path, PathBuf};
pub use suggest::nearest;
use thiserror::Error;

/// No class file is larger; a larger one is an attack or a mistake.
const MAX_CLASS: u64 = 64 << 20;

/// Something on the class path that cannot be used.
#[derive(Debug, Error)]
pub enum ClassPathError {
    /// There is no such file or folder.
    #[error("there is no file or folder {}", .0.display())]
    Missing(PathBuf),
    /// Neither folder, jar nor class file.
    #[error("{} is neither a folder nor a .jar nor a .class file", .0.display())]
    UnknownKind(PathBuf),
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A jar that is none.
    #[error("{} is not a readable jar: {reason}", path.display())]
    BadJar {
        /// The jar.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// An entry of a jar that cannot be read.
    #[error("{}!/{entry} cannot be read: {reason}", path.display())]
    BadEntry {
        /// The jar.
        path: PathBuf,
        /// The entry.
        entry: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A class file that is none.
    #[error("{} is not a class file: {reason}", path.display())]
    BadClass {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The JDK's classes cannot be read.
    #[error(transparent)]
    Image(#[from] ImageError),
}

impl ClassPathError {
    fn io(path: &Path, source: std::io::Error) -> Self {
        let path = path.to_path_buf();
        match source.kind() {
            std::io::ErrorKind::NotFound => Self::Missing(path),
            _ => Self::Io { path, source },
        }
    }
}

type Result<T> = std::result::Result<T, ClassPathError>;

/// An opened class path.
#[derive(Debug)]
pub struct ClassPath {
    entries: Vec<Entry>,
    image: Image,
}

#[derive(Debug)]
enum Entry {
    Folder(Folder),
    Jar(Jar),
    Single(SingleClass),
}

impl ClassPath {
    /// Opens the entries (folders, jars, class files, and `folder/*` for all jars of a folder)
    /// and the JDK's classes.
    ///
    /// # Errors
    /// When an entry does not exist or is not what it seems.
    pub fn open(entries: &[PathBuf], jdk: &Jdk) -> Result<ClassPath> {
        let mut opened = Vec::with_capacity(entries.len());
        for path in entries {
            if path.file_name().is_some_and(|name| name == "*") {
                for jar in jars_beside(path)? {
                    opened.push(Entry::Jar(Jar::open(&jar, jdk.version)?));
                }
            } else {
                opened.push(Entry::open(path, jdk.version)?);
            }
        }
        Ok(ClassPath { entries: opened, image: Image::open(&jdk.modules)? })
    }

    /// The bytes of a class, by its name with slashes.
    ///
    /// # Errors
    /// When the class is there but cannot be read.
    pub fn find(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        if is_class_name(name) && !self.is_in_module(name)? {
            for entry in &mut self.entries {
                if let Some(bytes) = entry.find(name)? {
                    return Ok(Some(bytes));
                }
            }
        }
        Ok(self.image.class(name)?)
    }

    /// Whether a class would be in a package of one of the JDK's modules.
    fn is_in_module(&mut self, name: &str) -> Result<bool> {
        match name.rsplit_once('/') {
            Some(_) if name.starts_with("java/") => Ok(true),
            Some((package, _)) => Ok(self.image.module_of(package)?.is_some()),
            None => Ok(false),
        }
    }

    /// The names of the user's classes, sorted.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn classes(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Folder(folder) => folder.classes(&mut names)?,
                Entry::Jar(jar) => jar.classes(&mut names),
                Entry::Single(single) => single.classes(&mut names)?,
            }
        }
        names.retain(|name| is_ordinary(name));
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    /// What the user may have meant by a class name that was not found, nearest first: at most
    /// three of the user's classes, or else of the JDK's. Dots are taken for slashes.
    #[must_use]
    pub fn suggest(&self, name: &str) -> Vec<String> {
        let name = name.replace('.', "/");
        let near = suggest::nearest(&name, self.classes().unwrap_or_default());
        let may_be_jdk = !name.contains('/') || name.starts_with("java");
        if !near.is_empty() || !may_be_jdk {
            return near;
        }
        let jdk = self.image.names().unwrap_or_default();
        let public = jdk.iter().filter_map(|resource| {
            let (_, class) = resource.strip_prefix('/')?.split_once('/')?;
            let class = class.strip_suffix(".class")?;
            (class.starts_with("java/") || class.starts_with("javax/")).then(|| class.to_owned())
        });
        suggest::nearest(&name, public)
    }

    /// Whether there is nothing but the JDK.
    pub(crate) fn is_bare(&self) -> bool {
        self.entries.is_empty()
    }

    /// The class that the manifest of a jar among the entries calls its main class.
    pub(crate) fn manifest_main(&self) -> Option<&str> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Jar(jar) => jar.main_class(),
            _ => None,
        })
    }
}

impl Entry {
    fn open(path: &Path, jdk: u16) -> Result<Entry> {
        let meta = path.metadata().map_err(|e| ClassPathError::io(path, e))?;
        if meta.is_dir() {
            return Ok(Entry::Folder(Folder::new(path)));
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        match extension.to_ascii_lowercase().as_str() {
            "jar" | "zip" => Ok(Entry::Jar(Jar::open(path, jdk)?)),
            "class" => Ok(Entry::Single(SingleClass::open(path)?)),
            _ => Err(ClassPathError::UnknownKind(path.to_path_buf())),
        }
    }

    fn find(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        match self {
            Entry::Folder(folder) => folder.find(name),
            Entry::Jar(jar) => jar.find(name),
            Entry::Single(single) => single.find(name),
        }
    }

    /// Whether there is a folder of a name in it.
    fn has_folder(&self, name: &str) -> bool {
        match self {
            Entry::Folder(folder) => folder.has_folder(name),
            Entry::Jar(jar) => jar.has_folder(name),
            Entry::Single(_) => false,
        }
    }

    /// A file that is not a class.
    fn resource(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        match self {
            Entry::Folder(folder) => folder.resource(name),
            Entry::Jar(jar) => jar.resource(name),
            Entry::Single(single) => single.resource(name),
        }
    }
}

/// The classes of a folder and its subfolders, sorted.
pub(crate) fn classes_in_folder(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    Folder::new(folder).classes(&mut names)?;
    names.sort_unstable();
    Ok(names)
}

/// The jars that `folder/*` stands for, sorted.
pub(crate) fn jars_beside(star: &Path) -> Result<Vec<PathBuf>> {
    let folder = match star.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut jars = Vec::new();
    for path in folder::list(folder)? {
        let extension = path.extension().unwrap_or_default();
        if extension.eq_ignore_ascii_case("jar") {
            jars.push(path);
        }
    }
    Ok(jars)
}

/// Whether a name can be a class's, and so be looked for in folders: nothing in it may lead out
/// of them.
fn is_class_name(name: &str) -> bool {
    let forbidden = |c: char| matches!(c, '\\' | ':' | ';' | '[' | '.' | '\0');
    !name.contains(forbidden) && name.split('/').all(|part| !part.is_empty())
}

/// Whether it is a class to look at, and not a description of a package or a module.
fn is_ordinary(name: &str) -> bool {
    let simple = name.rsplit('/').next().unwrap_or(name);
    simple != "module-info" && simple != "package-info"
}

/// Reads a class file, if it is there.
fn read_class(path: &Path) -> Result<Option<Vec<u8>>> {
    let length = match path.metadata() {
        Ok(meta) if meta.is_file() => meta.len(),
        _ => return Ok(None),
    };
    if length > MAX_CLASS {
        return Err(ClassPathError::BadClass {
            path: path.to_path_buf(),
            reason: "it is larger than 64 MiB",
        });
    }
    let bytes = std::fs::read(path).map_err(|e| ClassPathError::io(path, e))?;
    Ok(Some(bytes))
}

impl ClassBytes for ClassPath {
    fn find(&mut self, name: &str) -> std::result::Result<Option<Vec<u8>>, String> {
        ClassPath::find(self, name).map_err(|error| error.to_string())
    }

    fn module_of(&mut self, name: &str) -> Option<String> {
        let (package, _) = name.rsplit_once('/')?;
        self.image.module_of(package).ok().flatten()
    }

    fn modules(&mut self) -> Vec<String> {
        let names = self.image.names().unwrap_or_default();
        let module = |name: &String| {
            Some(name.strip_prefix('/')?.strip_suffix("/module-info.class")?.to_owned())
        };
        names.iter().filter_map(module).collect()
    }

    fn resources(
        &mut self,
        module: Option<&str>,
        name: &str,
    ) -> std::result::Result<Vec<Vec<u8>>, String> {
        if let Some(module) = module {
            let found = self.image.resource(&format!("/{module}/{name}"));
            return found.map(Vec::from_iter).map_err(|error| error.to_string());
        }
        if name.contains(['\\', '\0']) {
            return Ok(Vec::new());
        }
        // Whether a folder is a resource differs between folders and jars, and from jar to jar.
        let is_folder = || format!("the program asks whether a folder is a resource: {name}");
        let inside = |part: &str| !matches!(part, "" | "." | "..");
        if !name.split('/').all(inside) {
            return Err(is_folder());
        }
        let found = self.entries.iter_mut().map(|entry| entry.resource(name).transpose());
        let found: Vec<Vec<u8>> =
            found.flatten().collect::<Result<_>>().map_err(|error| error.to_string())?;
        if found.is_empty() && self.entries.iter().any(|entry| entry.has_folder(name)) {
            return Err(is_folder());
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
