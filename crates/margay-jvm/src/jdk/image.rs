//! Reading a JDK's module image, `lib/modules`.
//!
//! The image is a perfect hash table from `/module/package/Name.class` to bytes, followed by the
//! bytes. Its index (2 to 3 MB) is read when the image is opened; a class costs one seek. A
//! package's module comes from the image itself, which has a resource `/packages/java.util` that
//! lists them.
//!
//! `ristretto_jimage` reads images too, but aborts on those that `jlink --compress` makes and on
//! damaged ones; here both are errors. Nothing of the file is trusted: every offset is checked.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use thiserror::Error;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: usize = 28;
const HASH_MULTIPLIER: u32 = 0x0100_0193;
/// No index of a real image is near this; a larger one is a lie of the header.
const MAX_INDEX: u64 = 256 << 20;

/// A module image that cannot be read.
#[derive(Debug, Error)]
pub enum ImageError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The image.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The file is not what it should be.
    #[error("{} is not a usable module image: {reason}", path.display())]
    Malformed {
        /// The image.
        path: PathBuf,
        /// What is wrong.
        reason: &'static str,
    },
    /// A resource is compressed.
    #[error("{} is compressed (made by `jlink --compress`)", path.display())]
    Compressed {
        /// The image.
        path: PathBuf,
    },
}

/// An open module image.
#[derive(Debug)]
pub struct Image {
    path: PathBuf,
    file: File,
    big_endian: bool,
    /// The tables, without the header.
    index: Vec<u8>,
    /// Entries of the hash table.
    entries: usize,
    /// Where the tables begin in `index`; the first begins at 0.
    locations: usize,
    strings: usize,
    /// Bytes of the file that hold resources.
    data: u64,
}

/// Where a resource is and what it is called.
#[derive(Default)]
struct Location {
    module: usize,
    parent: usize,
    base: usize,
    extension: usize,
    offset: u64,
    compressed: u64,
    size: u64,
}

impl Image {
    /// Opens an image.
    ///
    /// # Errors
    /// When the file cannot be read or is not an image.
    pub fn open(path: &Path) -> Result<Image, ImageError> {
        let io = |source| ImageError::Io { path: path.to_path_buf(), source };
        let malformed = |reason| ImageError::Malformed { path: path.to_path_buf(), reason };
        let mut file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let mut header = [0; HEADER];
        file.read_exact(&mut header).map_err(|_| malformed("it is too short"))?;
        let big_endian = match word(&header, 0, false) {
            Some(MAGIC) => false,
            _ if word(&header, 0, true) == Some(MAGIC) => true,
            _ => return Err(malformed("it does not start with CAFEDADA")),
        };
        let field = |n: usize| word(&header, n * 4, big_endian).unwrap_or(0);
        if field(1) >> 16 != 1 {
            return Err(malformed("its version is not 1"));
        }
        let (entries, locations, strings) = (field(4), field(5), field(6));
        let size = u64::from(entries) * 8 + u64::from(locations) + u64::from(strings);
        let start = HEADER as u64 + size;
        if size > MAX_INDEX || start > length {
            return Err(malformed("its index is longer than the file"));
        }
        let mut index = vec![0; size as usize];
        file.read_exact(&mut index).map_err(io)?;
        Ok(Image {
            path: path.to_path_buf(),
            file,
            big_endian,
            index,
            entries: entries as usize,
            locations: entries as usize * 8,
            strings: entries as usize * 8 + locations as usize,
            data: length - start,
        })
    }

    /// The bytes of a class (`java/util/HashMap`), whatever module it is in.
    ///
    /// # Errors
    /// When the image is damaged.
    pub fn class(&mut self, name: &str) -> Result<Option<Vec<u8>>, ImageError> {
        let package = name.rfind('/').map_or("", |slash| &name[..slash]);
        match self.module_of(package)? {
            Some(module) => self.resource(&format!("/{module}/{name}.class")),
            None => Ok(None),
        }
    }

    /// The module that a package (`java/util`) belongs to.
    ///
    /// # Errors
    /// When the image is damaged.
    pub fn module_of(&mut self, package: &str) -> Result<Option<String>, ImageError> {
        let package = format!("/packages/{}", package.replace('/', "."));
        let Some(list) = self.resource(&package)? else {
            return Ok(None);
        };
        // Pairs: whether the package has no classes in that module, and the module's name.
        let module = list.chunks_exact(8).find_map(|pair| {
            let empty = word(pair, 0, self.big_endian)?;
            let name = word(pair, 4, self.big_endian)?;
            (empty == 0).then(|| self.string(name as usize))
        });
        match module {
            Some(name) => Ok(Some(name.ok_or(self.damaged())?.to_owned())),
            None => Ok(None),
        }
    }

    /// The names of all resources (`/java.base/java/util/HashMap.class`), sorted.
    ///
    /// # Errors
    /// When the image is damaged.
    pub fn names(&self) -> Result<Vec<String>, ImageError> {
        let names = (0..self.entries).map(|entry| {
            let location = self.location(entry)?;
            self.full_name(&location)
        });
        let mut names: Vec<String> = names.collect::<Option<_>>().ok_or_else(|| self.damaged())?;
        names.sort_unstable();
        Ok(names)
    }

    /// The bytes of a resource (`/java.base/java/util/currency.data`).
    ///
    /// # Errors
    /// When the image is damaged.
    pub fn resource(&mut self, name: &str) -> Result<Option<Vec<u8>>, ImageError> {
        let Some(entry) = self.entry(name) else {
            return Ok(None);
        };
        let location = self.location(entry).ok_or_else(|| self.damaged())?;
        if self.full_name(&location).as_deref() != Some(name) {
            return Ok(None);
        }
        if location.compressed != 0 {
            let path = self.path.clone();
            return Err(ImageError::Compressed { path });
        }
        self.read(&location).map(Some)
    }

    fn read(&mut self, location: &Location) -> Result<Vec<u8>, ImageError> {
        let end = location.offset.checked_add(location.size);
        if end.is_none_or(|end| end > self.data) {
            return Err(self.damaged());
        }
        let start = (HEADER + self.index.len()) as u64 + location.offset;
        let mut bytes = vec![0; location.size as usize];
        self.file
            .seek(SeekFrom::Start(start))
            .and_then(|_| self.file.read_exact(&mut bytes))
            .map_err(|source| ImageError::Io { path: self.path.clone(), source })?;
        Ok(bytes)
    }

    /// The entry where `name` is, if it is anywhere.
    fn entry(&self, name: &str) -> Option<usize> {
        let slot = |seed| (hash(name, seed) as usize).checked_rem(self.entries);
        let first = slot(HASH_MULTIPLIER)?;
        let redirect = word(&self.index, first * 4, self.big_endian)?.cast_signed();
        match redirect {
            0 => None,
            1.. => slot(redirect.cast_unsigned()),
            // The entry itself, as its complement.
            ..0 => usize::try_from(!redirect).ok(),
        }
    }

    /// Decodes the attributes of an entry: a byte with kind and length, then a big-endian number.
    fn location(&self, entry: usize) -> Option<Location> {
        let offsets = self.entries * 4;
        let at = word(&self.index, offsets.checked_add(entry.checked_mul(4)?)?, self.big_endian)?;
        let mut rest = self.index.get(self.locations..self.strings)?.get(at as usize..)?;
        let mut location = Location::default();
        loop {
            let (&tag, after) = rest.split_first()?;
            if tag >> 3 == 0 {
                return Some(location);
            }
            let (value, after) = after.split_at_checked(usize::from(tag & 7) + 1)?;
            let value = value.iter().fold(0, |n, byte| n << 8 | u64::from(*byte));
            let text = usize::try_from(value).ok()?;
            match tag >> 3 {
                1 => location.module = text,
                2 => location.parent = text,
                3 => location.base = text,
                4 => location.extension = text,
                5 => location.offset = value,
                6 => location.compressed = value,
                7 => location.size = value,
                // Later versions of the format add attributes.
                _ => {}
            }
            rest = after;
        }
    }

    fn full_name(&self, location: &Location) -> Option<String> {
        let part = |at, before: &str, after: &str| {
            let text = self.string(at)?;
            Some(match text.is_empty() {
                true => String::new(),
                false => format!("{before}{text}{after}"),
            })
        };
        Some(
            part(location.module, "/", "/")?
                + &part(location.parent, "", "/")?
                + self.string(location.base)?
                + &part(location.extension, ".", "")?,
        )
    }

    /// The text at `offset` of the strings, where 0 is the empty string.
    fn string(&self, offset: usize) -> Option<&str> {
        let strings = self.index.get(self.strings..)?.get(offset..)?;
        let end = strings.iter().position(|byte| *byte == 0)?;
        std::str::from_utf8(&strings[..end]).ok()
    }

    fn damaged(&self) -> ImageError {
        ImageError::Malformed { path: self.path.clone(), reason: "its index is damaged" }
    }
}

fn word(bytes: &[u8], at: usize, big_endian: bool) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    Some(match big_endian {
        true => u32::from_be_bytes(bytes),
        false => u32::from_le_bytes(bytes),
    })
}

fn hash(name: &str, seed: u32) -> u32 {
    let step = |hash: u32, byte: u8| hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte);
    name.bytes().fold(seed, step) & 0x7FFF_FFFF
}

#[cfg(test)]
mod tests;
