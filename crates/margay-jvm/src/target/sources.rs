//! Folders of sources: a folder with `.java` files and no classes stands for what these compile to,
//! and the name of a class leads to its source.

use super::{TargetError, spoken};
use crate::classpath::{ClassPathError, list, nearest};
use crate::compile::main_class_of;
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// The sources below a folder that has no class files; none if it has some.
pub(super) fn instead_of_classes(folder: &Path) -> Result<Vec<PathBuf>, ClassPathError> {
    let mut sources = Vec::new();
    let mut has_classes = false;
    walk(folder, &mut |file| {
        has_classes = has_extension(file, "class");
        if has_extension(file, "java") {
            sources.push(file.to_path_buf());
        }
        !has_classes
    })?;
    sources.sort_unstable();
    Ok(if has_classes { Vec::new() } else { sources })
}

/// The source of a class in one of these folders. The class may be nested; a name without package
/// is enough if there is but one source called so.
pub(super) fn of_class(folders: &[PathBuf], name: &str) -> Result<Option<PathBuf>, TargetError> {
    let outer = name.split('$').next().unwrap_or(name);
    // `demo/Outer/Inner` may be meant as the nested class.
    let shorter = outer.rmatch_indices('/').map(|(slash, _)| &outer[..slash]);
    let names: Vec<&str> = std::iter::once(outer).chain(shorter).collect();
    let simple = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let stems: Vec<String> = names.iter().map(|name| simple(name)).collect();
    let mut found: Vec<(String, PathBuf)> = Vec::new();
    for folder in folders {
        let mut files = Vec::new();
        walk(folder, &mut |file| {
            let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if has_extension(file, "java") && stems.iter().any(|wanted| wanted == stem) {
                files.push(file.to_path_buf());
            }
            true
        })?;
        for file in files {
            found.extend(main_class_of(&file)?.map(|class| (class, file)));
        }
    }
    let exact = names.iter().find_map(|name| found.iter().find(|(class, _)| class == name));
    if let Some((_, file)) = exact {
        return Ok(Some(file.clone()));
    }
    found.retain(|(class, _)| !outer.contains('/') && simple(class) == outer);
    found.sort();
    found.dedup_by(|a, b| a.0 == b.0);
    match found.as_slice() {
        [] => Ok(None),
        [(_, file)] => Ok(Some(file.clone())),
        several => Err(TargetError::SeveralClasses {
            name: name.to_owned(),
            classes: several.iter().map(|(class, _)| spoken(class)).collect(),
        }),
    }
}

/// Why there is no class of this name among sources that do not compile as a whole.
pub(super) fn no_class(name: &str, files: &[PathBuf]) -> Result<TargetError, TargetError> {
    let mut classes = Vec::new();
    for file in files {
        classes.extend(main_class_of(file)?);
    }
    let suggestions = nearest(name, classes);
    Ok(TargetError::NoClass { name: name.to_owned(), suggestions, class_path_given: true })
}

/// Visits the files below a folder until `visit` says no.
fn walk(folder: &Path, visit: &mut impl FnMut(&Path) -> bool) -> Result<(), ClassPathError> {
    let mut seen = FxHashSet::default();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        // Links may lead back up.
        let real = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        if !seen.insert(real) {
            continue;
        }
        for path in list(&folder)? {
            if path.is_dir() {
                open.push(path);
            } else if !visit(&path) {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn has_extension(file: &Path, wanted: &str) -> bool {
    file.extension().is_some_and(|extension| extension == wanted)
}
