//! Compiling the user's sources with the JDK's own `javac`, and remembering the result.
//!
//! A source file's neighbours are found through its package: `src/demo/List.java` of package
//! `demo` has the source root `src`. Margay's own API (annotations and helpers a source may
//! import) is on the source path too, so that only what a program uses of it is compiled.
//!
//! The result is kept in a cache keyed by content. Which files javac will read is known only
//! after it has run, so the cache works in two steps, as `ccache` does: a first key, over the
//! files named, the options, the class path and the JDK, leads to the list of the sources that
//! were read the last time; a second key, over the contents of all those, leads to the classes.
//! Classes are compiled into a temporary folder and renamed into place, so that concurrent runs
//! see all of a result or nothing.

mod cache;
mod javac;
mod source;

use crate::jdk::{Jdk, how_to_install};
pub use cache::Cache;
use cache::{Key, KeyBuilder};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use thiserror::Error;

/// Sources that cannot be compiled.
#[derive(Debug, Error)]
pub enum CompileError {
    /// The JDK is a bare runtime.
    #[error(
        "{} has no javac, which .java files need\nfix: {}", .0.display(), how_to_install()
    )]
    NoCompiler(PathBuf),
    /// A file or folder cannot be read or written.
    #[error("cannot use {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The class path cannot be read.
    #[error(transparent)]
    ClassPath(#[from] crate::classpath::ClassPathError),
    /// javac's own words, with file and line.
    #[error("javac does not accept the sources:\n{0}")]
    Rejected(String),
}

impl CompileError {
    fn io(path: &Path) -> impl Fn(std::io::Error) -> CompileError {
        let path = path.to_path_buf();
        move |source| CompileError::Io { path: path.clone(), source }
    }
}

type Result<T> = std::result::Result<T, CompileError>;

/// A source file that goes with every compilation: its path below the source root
/// (`margay/Bound.java`) and its text.
pub type ApiSource<'a> = (&'a str, &'a str);

/// What sources are compiled with.
#[derive(Debug)]
pub struct Compiler<'a> {
    /// Whose compiler.
    pub jdk: &'a Jdk,
    /// Folders and jars the sources refer to.
    pub class_path: &'a [PathBuf],
    /// Folders with further sources, beside those around the files.
    pub source_path: &'a [PathBuf],
    /// Margay's API.
    pub api: &'a [ApiSource<'a>],
    /// Where results are kept.
    pub cache: &'a Cache,
}

impl Compiler<'_> {
    /// Compiles the files, and what they need of their neighbours, into a folder of the cache.
    ///
    /// # Errors
    /// When there is no compiler, a file cannot be read, or javac finds errors.
    pub fn compile(&self, files: &[PathBuf]) -> Result<PathBuf> {
        let first = self.first_key(files)?;
        if let Some(read) = self.cache.sources_read(first) {
            let folder = self.cache.classes(second_key(first, &read));
            if folder.is_dir() {
                return Ok(folder);
            }
        }
        self.compile_anew(files, first)
    }

    fn compile_anew(&self, files: &[PathBuf], first: Key) -> Result<PathBuf> {
        let javac = self.jdk.javac.as_ref();
        let javac = javac.ok_or_else(|| CompileError::NoCompiler(self.jdk.home.clone()))?;
        let mut source_path = source_roots(files)?;
        source_path.extend_from_slice(self.source_path);
        source_path.push(self.cache.keep_sources(self.api)?);
        let work = self.cache.temporary_folder()?;
        let started = SystemTime::now();
        let read = javac::run(&javac::Job {
            javac,
            files,
            class_path: self.class_path,
            source_path: &source_path,
            output: work.path(),
        })?;
        let mut key = second_key(first, &read);
        if cache::modified_since(started, &read) {
            // Which version did javac see? No later run may find this result by its contents.
            key = key.at(started);
        }
        let folder = self.cache.classes(key);
        cache::move_into_place(work, &folder)?;
        self.cache.remember_sources_read(first, &read)?;
        Ok(folder)
    }

    fn first_key(&self, files: &[PathBuf]) -> Result<Key> {
        let mut key = KeyBuilder::default();
        key.text(env!("CARGO_PKG_VERSION"));
        key.path(&self.jdk.home);
        key.text(&self.jdk.full_version);
        for (path, text) in self.api {
            key.text(path);
            key.text(text);
        }
        for file in files {
            // Where it is decides which neighbours it has.
            let real = file.canonicalize().map_err(CompileError::io(file))?;
            key.path(&real);
            key.file(&real);
        }
        for entry in self.class_path {
            key.class_path_entry(entry)?;
        }
        Ok(key.finish())
    }
}

/// Over the contents of the sources read.
fn second_key(first: Key, read: &[PathBuf]) -> Key {
    let mut key = KeyBuilder::default();
    key.text(&first.to_string());
    for file in read {
        key.path(file);
        key.file(file);
    }
    key.finish()
}

/// The class that a source file is named after: `demo/List` for `List.java` of package `demo`.
///
/// # Errors
/// When the file cannot be read.
pub fn main_class_of(file: &Path) -> Result<Option<String>> {
    let package = source::package_of_file(file)?;
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    Ok(stem.map(|stem| match package.as_str() {
        "" => stem.to_owned(),
        package => format!("{package}/{stem}"),
    }))
}

/// The roots of the files that are where their packages say.
fn source_roots(files: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut roots = Vec::new();
    for file in files {
        let package = source::package_of_file(file)?;
        let real = file.canonicalize().map_err(CompileError::io(file))?;
        let root = crate::classpath::root_of(&real, &package);
        roots.extend(root.filter(|root| !roots.contains(root)));
    }
    Ok(roots)
}

#[cfg(test)]
mod tests;
