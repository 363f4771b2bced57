//! Where sources are: where the run says, and in the places that build tools have them in, seen from the folder
//! of compiled classes.

use crate::document::{Run, RunTarget};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of sources, seen from a folder of compiled classes.
const AROUND: [&str; 6] = [
    "",
    "../src",
    "../src/main/java",
    "../../src/main/java",
    "../../src/test/java",
    "../../../../src/main/java",
];

/// Larger files are left out.
const LARGEST: u64 = 4 << 20;

/// Where sources may be.
#[derive(Debug)]
pub(crate) struct Roots(Vec<PathBuf>);

impl Roots {
    /// Those of a run; its paths are as seen from the working folder.
    pub fn of(run: &Run) -> Roots {
        let mut roots: Vec<PathBuf> = run.sources.iter().map(PathBuf::from).collect();
        let target = match &run.target {
            RunTarget::Path(path) => Some(path),
            RunTarget::Name(_) => None,
        };
        for path in target.into_iter().chain(&run.class_path) {
            let path = Path::new(path);
            let folder = if path.is_dir() { Some(path) } else { path.parent() };
            roots.extend(folder.iter().flat_map(|folder| AROUND.map(|way| folder.join(way))));
        }
        Roots(roots)
    }

    /// Where a file is, by its path below one of them.
    pub fn find(&self, path: &str) -> Option<PathBuf> {
        self.0.iter().map(|root| root.join(path)).find(|file| file.is_file())
    }

    /// The file's text.
    pub fn read(&self, path: &str) -> Option<String> {
        let file = self.find(path)?;
        let is_small = fs::metadata(&file).is_ok_and(|data| data.len() <= LARGEST);
        let bytes = is_small.then(|| fs::read(&file).ok()).flatten()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}
