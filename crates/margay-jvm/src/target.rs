//! What a user may name on the command line, and what it stands for.
//!
//! A target is a `.java` file, a `.class` file, a folder, a jar, or a class by name. Sources are
//! compiled first, also those of a folder without classes and that of a class which exists only as
//! source; everything ends as a class path and, where that is clear, a main class.

mod sources;

use crate::classpath::{ClassPath, ClassPathError, Outline, folder_for};
use crate::compile::{ApiSource, Cache, CompileError, Compiler, main_class_of};
use crate::jdk::Jdk;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A target that cannot be used.
#[derive(Debug, Error)]
pub enum TargetError {
    /// Something on the class path cannot be used.
    #[error(transparent)]
    ClassPath(#[from] ClassPathError),
    /// The sources cannot be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A folder of sources does not compile as a whole.
    #[error("the sources of {} are compiled together, and {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        error: CompileError,
    },
    /// A name without package is that of several classes.
    #[error("several classes are called {name}")]
    SeveralClasses {
        /// The name.
        name: String,
        /// They, with dots.
        classes: Vec<String>,
    },
    /// No class is called so.
    #[error("there is no class {}{}", spoken(name), advice(suggestions, *class_path_given))]
    NoClass {
        /// The name asked for.
        name: String,
        /// Names like it.
        suggestions: Vec<String>,
        /// Whether there is anything on the class path but the JDK.
        class_path_given: bool,
    },
}

/// With dots, as users write it.
fn spoken(name: &str) -> String {
    name.replace('/', ".")
}

fn advice(suggestions: &[String], class_path_given: bool) -> String {
    let names: Vec<String> = suggestions.iter().map(|name| spoken(name)).collect();
    match (names.as_slice(), class_path_given) {
        ([], false) => " in the JDK".to_owned(),
        ([], true) => " on the class path".to_owned(),
        (names, _) => format!("; did you mean {}?", names.join(" or ")),
    }
}

/// What targets are opened with.
#[derive(Debug)]
pub struct TargetOptions<'a> {
    /// The JDK whose classes, and compiler, are used.
    pub jdk: &'a Jdk,
    /// Margay's own Java sources, which the user's may import.
    pub api: &'a [ApiSource<'a>],
    /// Where compiled sources are kept.
    pub cache: &'a Cache,
}

/// An opened target.
#[derive(Debug)]
pub struct Target {
    /// All classes within reach.
    pub class_path: ClassPath,
    /// The class that the target is about: the one named, or the only one with a `main`.
    pub main_class: Option<String>,
    /// The source that the name of a class led to.
    pub source: Option<PathBuf>,
    /// What is on the class path; sources are compiled.
    entries: Vec<PathBuf>,
    /// How many of the entries, at the beginning, were named as the target.
    own: usize,
}

/// The target's arguments, sorted by what they are.
#[derive(Default)]
struct Arguments {
    sources: Vec<PathBuf>,
    entries: Vec<PathBuf>,
    /// Folders without classes, and the sources in them.
    folders: Vec<(PathBuf, Vec<PathBuf>)>,
    names: Vec<String>,
}

impl Arguments {
    fn sort(arguments: &[PathBuf]) -> Result<Arguments, ClassPathError> {
        let mut sorted = Arguments::default();
        for argument in arguments {
            if has_extension(argument, &["java"]) {
                sorted.sources.push(argument.clone());
            } else if argument.is_dir() {
                match sources::instead_of_classes(argument)? {
                    none if none.is_empty() => sorted.entries.push(argument.clone()),
                    sources => sorted.folders.push((argument.clone(), sources)),
                }
            } else if Target::is_path(argument) {
                sorted.entries.push(argument.clone());
            } else {
                let name = argument.to_string_lossy();
                sorted.names.push(name.replace(['.', '\\'], "/"));
            }
        }
        Ok(sorted)
    }
}

fn has_extension(path: &Path, wanted: &[&str]) -> bool {
    let extension = path.extension().unwrap_or_default();
    wanted.iter().any(|wanted| extension.eq_ignore_ascii_case(wanted))
}

impl Target {
    /// Whether an argument is a file or folder, not the name of a class.
    #[must_use]
    pub fn is_path(argument: &Path) -> bool {
        has_extension(argument, &["java", "class", "jar", "zip"]) || argument.exists()
    }

    /// Opens what the arguments name, with `class_path` behind it; `class` is the one that is meant.
    ///
    /// # Errors
    /// When something does not exist, cannot be read or does not compile.
    pub fn open(
        arguments: &[PathBuf],
        class: Option<&str>,
        class_path: &[PathBuf],
        options: &TargetOptions<'_>,
    ) -> Result<Target, TargetError> {
        let arguments = Arguments::sort(arguments)?;
        let wanted = class.map(|name| name.replace('.', "/"));
        let wanted = wanted.as_deref().or(arguments.names.first().map(String::as_str));
        let behind = [arguments.entries.as_slice(), class_path].concat();
        let TargetOptions { jdk, api, cache } = *options;
        let compile = |files: &[PathBuf], source_path: &[PathBuf]| {
            Compiler { jdk, class_path: &behind, source_path, api, cache }.compile(files)
        };
        let (folders, in_folders): (Vec<PathBuf>, Vec<Vec<PathBuf>>) =
            arguments.folders.iter().cloned().unzip();
        let mut source =
            wanted.map(|name| sources::of_class(&folders, name)).transpose()?.flatten();
        let mut compiled = Vec::new();
        if !arguments.sources.is_empty() {
            compiled.push(compile(&arguments.sources, &folders)?);
        }
        match (&source, folders.first()) {
            // What the class needs is enough: others may not compile.
            (Some(file), _) => match compile(std::slice::from_ref(file), &folders) {
                Ok(classes) => compiled.push(classes),
                // Some of it may be in files that are not named after it, which only whoever is given all of them finds.
                Err(error) => {
                    let whole = compile(&in_folders.concat(), &folders);
                    compiled.push(whole.map_err(|_| error)?);
                    source = None;
                }
            },
            (None, Some(folder)) => {
                let files = in_folders.concat();
                compiled.push(match (compile(&files, &folders), wanted) {
                    (Ok(classes), _) => classes,
                    (Err(_), Some(name)) => return Err(sources::no_class(name, &files)?),
                    (Err(error), None) => {
                        return Err(TargetError::Folder { folder: folder.clone(), error });
                    }
                });
            }
            (None, None) => {}
        }
        let own = compiled.len() + arguments.entries.len();
        let mut target = Target::of([compiled, behind.clone()].concat(), source, jdk)?;
        // Without files of its own, the target is what is on the class path.
        target.own = if own == 0 { target.entries.len() } else { own };
        let Some(name) = wanted else {
            let mut own = ClassPath::open(&target.entries[..target.own], jdk)?;
            target.main_class = target.choose_main(&arguments, &mut own)?;
            return Ok(target);
        };
        let found = target.resolve(name);
        if let Err(TargetError::NoClass { .. }) = found {
            let folders: Vec<PathBuf> = behind.iter().filter(|e| e.is_dir()).cloned().collect();
            if let Some(file) = sources::of_class(&folders, name)? {
                let classes = compile(std::slice::from_ref(&file), &folders)?;
                let entries = [vec![classes], target.entries].concat();
                target = Target::of(entries, Some(file), jdk)?;
                target.main_class = Some(target.resolve(name)?);
                return Ok(target);
            }
        }
        target.main_class = Some(found?);
        Ok(target)
    }

    fn of(
        entries: Vec<PathBuf>,
        source: Option<PathBuf>,
        jdk: &Jdk,
    ) -> Result<Target, TargetError> {
        let class_path = ClassPath::open(&entries, jdk)?;
        let own = entries.len();
        Ok(Target { class_path, main_class: None, source, entries, own })
    }

    /// The names of the classes that are the target's, not only on its class path, sorted.
    ///
    /// # Errors
    /// When something has changed in between.
    pub fn own_classes(&self, jdk: &Jdk) -> Result<Vec<String>, TargetError> {
        Ok(ClassPath::open(&self.entries[..self.own], jdk)?.classes()?)
    }

    /// What is on the class path, in order, as a JVM takes it; where sources were given, what they
    /// compile to.
    #[must_use]
    pub fn entries(&self) -> Vec<PathBuf> {
        let folder = |entry: &PathBuf| match has_extension(entry, &["class"]) {
            true => folder_for(entry),
            false => entry.clone(),
        };
        self.entries.iter().map(folder).collect()
    }

    /// Opens the target once more, for another machine; nothing is compiled again.
    ///
    /// # Errors
    /// When something has changed in between.
    pub fn again(&self, jdk: &Jdk) -> Result<Target, TargetError> {
        let again = Target::of(self.entries.clone(), self.source.clone(), jdk)?;
        Ok(Target { main_class: self.main_class.clone(), own: self.own, ..again })
    }

    fn choose_main(
        &mut self,
        arguments: &Arguments,
        own: &mut ClassPath,
    ) -> Result<Option<String>, TargetError> {
        if let Some(source) = arguments.sources.first()
            && let Some(name) = main_class_of(source)?
            && self.class_path.find(&name)?.is_some()
        {
            return Ok(Some(name));
        }
        let is_class = |path: &&PathBuf| path.extension().is_some_and(|e| e == "class");
        if let Some(file) = arguments.entries.iter().find(is_class) {
            return Ok(Some(class_in(file)?));
        }
        match own.manifest_main() {
            Some(name) => Ok(Some(name.to_owned())),
            None => Ok(only_class_with_main(own)?),
        }
    }

    /// The class called so. `demo.Outer.Inner` may also mean the nested class `Outer$Inner`, and a
    /// name without package the user's only class called so.
    ///
    /// # Errors
    /// When there is none, or several.
    pub fn resolve(&mut self, name: &str) -> Result<String, TargetError> {
        let mut candidate = name.replace('.', "/");
        loop {
            if self.class_path.find(&candidate)?.is_some() {
                return Ok(candidate);
            }
            let Some(slash) = candidate.rfind('/') else {
                break;
            };
            candidate.replace_range(slash..=slash, "$");
        }
        if let Some(class) = self.by_simple_name(name)? {
            return Ok(class);
        }
        Err(TargetError::NoClass {
            name: name.to_owned(),
            suggestions: self.class_path.suggest(name),
            class_path_given: !self.class_path.is_bare(),
        })
    }
}

impl Target {
    /// The user's class of this name in whatever package; a nested one if no other is called so.
    fn by_simple_name(&self, name: &str) -> Result<Option<String>, TargetError> {
        let name = name.replace('.', "$");
        let classes = self.class_path.classes()?;
        let called = |after: &[char]| -> Vec<&String> {
            classes.iter().filter(|class| class.rsplit(after).next() == Some(&name)).collect()
        };
        let top = called(&['/']);
        let found = if top.is_empty() { called(&['/', '$']) } else { top };
        match found.as_slice() {
            [] => Ok(None),
            [class] => Ok(Some((*class).clone())),
            several => Err(TargetError::SeveralClasses {
                name,
                classes: several.iter().map(|class| spoken(class)).collect(),
            }),
        }
    }
}

fn class_in(file: &Path) -> Result<String, ClassPathError> {
    let bytes = std::fs::read(file)
        .map_err(|source| ClassPathError::Io { path: file.to_path_buf(), source })?;
    match Outline::of(&bytes) {
        Ok(outline) => Ok(outline.name),
        Err(reason) => Err(ClassPathError::BadClass { path: file.to_path_buf(), reason }),
    }
}

/// The class to start, if there is no doubt. Files that are no classes are not our concern here.
fn only_class_with_main(own: &mut ClassPath) -> Result<Option<String>, ClassPathError> {
    let mut found = None;
    for name in own.classes()? {
        let bytes = own.find(&name)?.unwrap_or_default();
        if Outline::of(&bytes).is_ok_and(|outline| outline.has_main && outline.name == name)
            && found.replace(name).is_some()
        {
            return Ok(None);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
