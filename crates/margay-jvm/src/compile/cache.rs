//! The cache of compiled classes: where it is and how its entries are named.

use super::{ApiSource, CompileError, Result};
use crate::classpath::{classes_in_folder, jars_beside};
use sha2::{Digest, Sha256};
use std::env::var_os;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::{NamedTempFile, TempDir};

/// A folder of results.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// A cache in folder `root`, which is made when it is first needed.
    #[must_use]
    pub fn at(root: &Path) -> Self {
        Cache { root: root.into() }
    }

    /// The user's cache: `$MARGAY_CACHE`, else `margay` in `$XDG_CACHE_HOME` or `~/.cache`, else
    /// in the folder for temporary files. The first that can be made and written is taken; but
    /// `$MARGAY_CACHE` is taken at its word.
    #[must_use]
    pub fn of_user() -> Self {
        let set = |name| var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let xdg = set("XDG_CACHE_HOME");
        let home = std::env::home_dir().map(|home| home.join(".cache"));
        let bases = xdg.into_iter().chain(home);
        set("MARGAY_CACHE").map_or_else(|| Cache::in_first_usable(bases), |root| Cache { root })
    }

    fn in_first_usable(bases: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut caches = bases.into_iter().map(|base| Cache::at(&base.join("margay")));
        caches
            .find(|cache| cache.temporary_folder().is_ok())
            .unwrap_or_else(|| Cache::at(&std::env::temp_dir().join("margay")))
    }

    /// The classes of a compilation, if it has been done.
    pub(super) fn classes(&self, key: Key) -> PathBuf {
        self.root.join(format!("{key}.classes"))
    }

    fn sources_file(&self, key: Key) -> PathBuf {
        self.root.join(format!("{key}.sources"))
    }

    /// The sources that a compilation read the last time, if there was one.
    pub(super) fn sources_read(&self, key: Key) -> Option<Vec<PathBuf>> {
        let list = fs::read_to_string(self.sources_file(key)).ok()?;
        Some(list.lines().map(PathBuf::from).collect())
    }

    pub(super) fn remember_sources_read(&self, key: Key, files: &[PathBuf]) -> Result<()> {
        let error = CompileError::io(&self.root);
        let mut list = NamedTempFile::new_in(&self.root).map_err(&error)?;
        for file in files {
            writeln!(list, "{}", file.display()).map_err(&error)?;
        }
        let persisted = list.persist(self.sources_file(key));
        persisted.map(drop).map_err(|e| error(e.error))
    }

    /// Keeps the sources in a folder named by their contents, and returns it.
    pub(super) fn keep_sources(&self, sources: &[ApiSource<'_>]) -> Result<PathBuf> {
        let mut key = KeyBuilder::default();
        for (path, text) in sources {
            key.text(path);
            key.text(text);
        }
        let folder = self.root.join(format!("{}.api", key.finish()));
        if folder.is_dir() {
            return Ok(folder);
        }
        let work = self.temporary_folder()?;
        for (path, text) in sources {
            let file = work.path().join(path);
            let parent = file.parent().unwrap_or(work.path());
            fs::create_dir_all(parent).map_err(CompileError::io(parent))?;
            fs::write(&file, text).map_err(CompileError::io(&file))?;
        }
        move_into_place(work, &folder)?;
        Ok(folder)
    }

    /// The place of a file that is kept under its own name.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// A new folder that can be renamed to a place in the cache.
    pub(crate) fn temporary_folder(&self) -> Result<TempDir> {
        fs::create_dir_all(&self.root)
            .and_then(|()| TempDir::new_in(&self.root))
            .map_err(CompileError::io(&self.root))
    }
}

/// Renames a finished folder to its place, unless another run was quicker.
pub(super) fn move_into_place(work: TempDir, place: &Path) -> Result<()> {
    match fs::rename(work.path(), place) {
        Ok(()) => {
            // It is no longer where it would be removed from.
            let _ = work.keep();
            Ok(())
        }
        Err(_) if place.is_dir() => Ok(()),
        Err(error) => Err(CompileError::io(place)(error)),
    }
}

/// Whether any of the files may have changed after `time`.
pub(super) fn modified_since(time: SystemTime, files: &[PathBuf]) -> bool {
    let modified = |file: &PathBuf| file.metadata().and_then(|meta| meta.modified());
    files.iter().any(|file| modified(file).is_ok_and(|at| at >= time))
}

/// The name of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key([u8; 16]);

impl Key {
    /// The key of the same thing at that time.
    pub(super) fn at(self, time: SystemTime) -> Key {
        let mut key = KeyBuilder::default();
        key.bytes(&self.0);
        key.time(time);
        key.finish()
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A digest over parts, each with its length so that they cannot run together.
#[derive(Default)]
pub(super) struct KeyBuilder(Sha256);

impl KeyBuilder {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub(super) fn path(&mut self, path: &Path) {
        self.bytes(path.as_os_str().as_encoded_bytes());
    }

    /// The contents of a file; a missing one differs from any that is there.
    pub(super) fn file(&mut self, path: &Path) {
        match fs::read(path) {
            Ok(contents) => self.bytes(&contents),
            Err(_) => self.0.update([0xff; 9]),
        }
    }

    /// A folder or jar, by name, size and time of what is in it.
    pub(super) fn class_path_entry(&mut self, entry: &Path) -> Result<()> {
        if entry.file_name().is_some_and(|name| name == "*") {
            for jar in jars_beside(entry)? {
                self.class_path_entry(&jar)?;
            }
            return Ok(());
        }
        let entry = entry.canonicalize().map_err(CompileError::io(entry))?;
        self.stamp(&entry);
        if entry.is_dir() {
            for class in classes_in_folder(&entry)? {
                self.stamp(&entry.join(class + ".class"));
            }
        }
        Ok(())
    }

    fn stamp(&mut self, file: &Path) {
        self.path(file);
        if let Ok(meta) = file.metadata() {
            self.0.update(meta.len().to_le_bytes());
            self.time(meta.modified().unwrap_or(UNIX_EPOCH));
        }
    }

    fn time(&mut self, time: SystemTime) {
        let nanos = time.duration_since(UNIX_EPOCH).map_or(0, |age| age.as_nanos());
        self.0.update(nanos.to_le_bytes());
    }

    pub(super) fn finish(self) -> Key {
        let digest: [u8; 32] = self.0.finalize().into();
        let mut key = [0; 16];
        key.copy_from_slice(&digest[..16]);
        Key(key)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, KeyBuilder};
    use std::fs;
    use tempfile::TempDir;

    #[test]
    fn folders_that_cannot_be_made_are_passed_over() {
        let dir = TempDir::new().unwrap();
        let (file, folder) = (dir.path().join("file"), dir.path().join("folder"));
        fs::write(&file, "").unwrap();
        let second = Cache::in_first_usable([file.clone(), folder.clone()]);
        assert_eq!(second.root, folder.join("margay"));
        let last = Cache::in_first_usable([file]);
        assert_eq!(last.root, std::env::temp_dir().join("margay"));
    }

    #[test]
    fn parts_of_a_key_do_not_run_together() {
        let key = |parts: &[&str]| {
            let mut key = KeyBuilder::default();
            parts.iter().for_each(|part| key.text(part));
            key.finish().to_string()
        };
        assert_eq!(key(&["ab", "c"]), key(&["ab", "c"]));
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_ne!(key(&["", "a"]), key(&["a", ""]));
    }
}
