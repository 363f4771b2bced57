//! A folder of class files, laid out by package.

use super::{ClassPathError, Result, read_class};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(super) fn new(root: &Path) -> Self {
        Folder { root: root.to_path_buf() }
    }

    pub(super) fn find(&self, name: &str) -> Result<Option<Vec<u8>>> {
        read_class(&self.root.join(format!("{name}.class")))
    }

    pub(super) fn resource(&self, name: &str) -> Result<Option<Vec<u8>>> {
        read_class(&self.root.join(name))
    }

    pub(super) fn has_folder(&self, name: &str) -> bool {
        self.root.join(name).is_dir()
    }

    /// Adds the classes of the folder and its subfolders.
    pub(super) fn classes(&self, names: &mut Vec<String>) -> Result<()> {
        let mut seen = FxHashSet::default();
        let mut open = vec![(self.root.clone(), String::new())];
        while let Some((folder, package)) = open.pop() {
            // Links may lead back up.
            let real = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            if !seen.insert(real) {
                continue;
            }
            for path in list(&folder)? {
                let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                    continue;
                };
                if path.is_dir() {
                    open.push((path.clone(), format!("{package}{name}/")));
                } else if let Some(class) = name.strip_suffix(".class") {
                    names.push(format!("{package}{class}"));
                }
            }
        }
        Ok(())
    }
}

/// What is in a folder, sorted.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let error = |e| ClassPathError::io(folder, e);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(error)? {
        paths.push(entry.map_err(error)?.path());
    }
    paths.sort_unstable();
    Ok(paths)
}
