//! One class file, named by itself, with its neighbours.
//!
//! `out/demo/List.class` holds `demo/List`, so the root of its packages is `out`. A file that
//! was moved out of its package's folder still serves, and so do its nested classes beside it.

use super::{ClassPathError, Outline, Result, folder, read_class};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub(super) struct SingleClass {
    name: String,
    path: PathBuf,
    /// The folder of the file, and its package with a slash at the end, if it has one.
    folder: PathBuf,
    package: String,
    /// The root of the packages, if the file is in its package's folder.
    root: Option<PathBuf>,
}

impl SingleClass {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let bytes = read_class(path)?.ok_or_else(|| ClassPathError::Missing(path.into()))?;
        let outline = Outline::of(&bytes)
            .map_err(|reason| ClassPathError::BadClass { path: path.into(), reason })?;
        let name = outline.name;
        let package = name[..name.rfind('/').map_or(0, |slash| slash + 1)].to_owned();
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        // A relative path may begin below the root.
        let real = path.canonicalize().unwrap_or_else(|_| path.into());
        Ok(SingleClass { root: root_of(&real, &package), path: path.into(), name, folder, package })
    }

    pub(super) fn find(&self, name: &str) -> Result<Option<Vec<u8>>> {
        if name == self.name {
            return read_class(&self.path);
        }
        if let Some(root) = &self.root {
            return read_class(&root.join(format!("{name}.class")));
        }
        match name.strip_prefix(&self.package) {
            Some(simple) if !simple.contains('/') => {
                read_class(&self.folder.join(format!("{simple}.class")))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn resource(&self, name: &str) -> Result<Option<Vec<u8>>> {
        self.root.as_ref().map_or(Ok(None), |root| read_class(&root.join(name)))
    }

    /// Adds the class and its nested classes; its neighbours are none of the user's business.
    pub(super) fn classes(&self, names: &mut Vec<String>) -> Result<()> {
        names.push(self.name.clone());
        let nested = format!("{}$", self.name.rsplit('/').next().unwrap_or_default());
        let folder = match self.folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => &self.folder,
        };
        for path in folder::list(folder)? {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            if let Some(simple) = file.strip_suffix(".class")
                && simple.starts_with(&nested)
            {
                names.push(format!("{}{simple}", self.package));
            }
        }
        Ok(())
    }
}

/// The folder that a JVM takes for the class path in the place of a class file.
pub(crate) fn folder_for(file: &Path) -> PathBuf {
    let root = SingleClass::open(file).ok().and_then(|single| single.root);
    root.unwrap_or_else(|| file.parent().unwrap_or(Path::new("")).to_path_buf())
}

/// The folder above the folders of the file's package, if that is where the file is.
pub(crate) fn root_of(file: &Path, package: &str) -> Option<PathBuf> {
    let mut folder = file.parent()?;
    for part in package.rsplit('/').filter(|part| !part.is_empty()) {
        if folder.file_name()? != part {
            return None;
        }
        folder = folder.parent()?;
    }
    Some(folder.to_path_buf())
}
