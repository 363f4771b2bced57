//! A jar, of one release or several.
//!
//! A jar whose manifest says `Multi-Release: true` may hold newer versions of a class under
//! `META-INF/versions/N/`; the JVM takes the highest that is not newer than itself, and so does
//! Margay.

use super::{ClassPathError, MAX_CLASS, Result};
use rustc_hash::FxHashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

pub(super) const MANIFEST: &str = "META-INF/MANIFEST.MF";
/// Signed jars have long manifests, but not as long as this.
pub(super) const MAX_MANIFEST: u64 = 32 << 20;

pub(super) struct Jar {
    path: PathBuf,
    zip: ZipArchive<BufReader<File>>,
    main_class: Option<String>,
    /// Release of the newest version of a class, where it is not the base version.
    releases: FxHashMap<String, u16>,
}

impl std::fmt::Debug for Jar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Jar").field(&self.path).finish()
    }
}

impl Jar {
    /// Opens a jar for use with a JDK of feature number `jdk`.
    pub(super) fn open(path: &Path, jdk: u16) -> Result<Jar> {
        let file = File::open(path).map_err(|e| ClassPathError::io(path, e))?;
        let zip = ZipArchive::new(BufReader::new(file))
            .map_err(|e| ClassPathError::BadJar { path: path.into(), reason: e.to_string() })?;
        let mut jar =
            Jar { path: path.into(), zip, main_class: None, releases: FxHashMap::default() };
        if let Some(bytes) = jar.read(MANIFEST, MAX_MANIFEST)? {
            let manifest = Manifest::parse(&String::from_utf8_lossy(&bytes));
            if manifest.multi_release {
                jar.releases = jar.find_releases(jdk);
            }
            jar.main_class = manifest.main_class;
        }
        Ok(jar)
    }

    fn find_releases(&self, jdk: u16) -> FxHashMap<String, u16> {
        let mut releases = FxHashMap::default();
        for name in self.names() {
            let versioned =
                name.strip_prefix("META-INF/versions/").and_then(|rest| rest.split_once('/'));
            if let Some((release, name)) = versioned
                && let Ok(release) = release.parse::<u16>()
                && (9..=jdk).contains(&release)
                && let Some(class) = name.strip_suffix(".class")
            {
                let newest = releases.entry(class.to_owned()).or_insert(release);
                *newest = release.max(*newest);
            }
        }
        releases
    }

    pub(super) fn main_class(&self) -> Option<&str> {
        self.main_class.as_deref()
    }

    pub(super) fn find(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        let entry = match self.releases.get(name) {
            Some(release) => format!("META-INF/versions/{release}/{name}.class"),
            None => format!("{name}.class"),
        };
        self.read(&entry, MAX_CLASS)
    }

    pub(super) fn resource(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        self.read(name, MAX_CLASS)
    }

    pub(super) fn has_folder(&self, name: &str) -> bool {
        let is_inside =
            |entry: &str| entry.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
        self.names().any(is_inside)
    }

    pub(super) fn classes(&self, names: &mut Vec<String>) {
        let base = self.names().filter(|name| !name.starts_with("META-INF/"));
        names.extend(base.filter_map(|name| name.strip_suffix(".class").map(str::to_owned)));
        names.extend(self.releases.keys().cloned());
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        // Java writes names in UTF-8; anything else is no class.
        let raw = self.zip.file_names_raw();
        raw.filter_map(|name| std::str::from_utf8(name).ok())
    }

    fn read(&mut self, entry: &str, limit: u64) -> Result<Option<Vec<u8>>> {
        let Some(index) = self.zip.index_for_name_raw(entry.as_bytes()) else {
            return Ok(None);
        };
        let bad = |reason: String| ClassPathError::BadEntry {
            path: self.path.clone(),
            entry: entry.to_owned(),
            reason,
        };
        let file = self.zip.by_index(index).map_err(|e| bad(e.to_string()))?;
        // The size in the directory may be a lie: read on only while there are bytes.
        let mut bytes = Vec::new();
        let read = file.take(limit + 1).read_to_end(&mut bytes);
        match read {
            Ok(length) if length as u64 > limit => {
                Err(bad(format!("it is larger than {} MiB", limit >> 20)))
            }
            Ok(_) => Ok(Some(bytes)),
            Err(e) => Err(bad(e.to_string())),
        }
    }
}

/// What Margay needs of a manifest.
#[derive(Debug, Default, PartialEq, Eq)]
struct Manifest {
    main_class: Option<String>,
    multi_release: bool,
}

impl Manifest {
    /// Reads the main section: `Name: value` lines, where a line that begins with a space
    /// continues the one before.
    fn parse(text: &str) -> Manifest {
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines().take_while(|line| !line.is_empty()) {
            match (line.strip_prefix(' '), lines.last_mut()) {
                (Some(more), Some(last)) => last.push_str(more),
                _ => lines.push(line.to_owned()),
            }
        }
        let mut manifest = Manifest::default();
        for (name, value) in lines.iter().filter_map(|line| line.split_once(':')) {
            let value = value.trim();
            if name.eq_ignore_ascii_case("Main-Class") {
                manifest.main_class = Some(value.replace('.', "/"));
            } else if name.eq_ignore_ascii_case("Multi-Release") {
                manifest.multi_release = value.eq_ignore_ascii_case("true");
            }
        }
        manifest
    }
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    #[test]
    fn manifest_main_section() {
        let text = "Manifest-Version: 1.0\r\nMain-Class: demo.very.lo\r\n ng.Name\r\n\
                    multi-release: TRUE\r\n\r\nName: x\r\nMain-Class: other.Section\r\n";
        assert_eq!(
            Manifest::parse(text),
            Manifest { main_class: Some("demo/very/long/Name".into()), multi_release: true }
        );
        assert_eq!(Manifest::parse(" : \n \u{0} \n::"), Manifest::default());
    }
}
