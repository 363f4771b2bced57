//! Jars whose packages are sealed: nobody else may put a class there, a test no more than others. Builds
//! test what they have compiled, before there is a jar; so a copy of the jar will do that is not sealed.

use super::jar::{MANIFEST, MAX_MANIFEST};
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Writes a copy of a jar without seals, if packages of it are sealed; tells whether it has.
///
/// # Errors
/// When the jar cannot be read, or the copy not written.
pub fn unsealed(jar: &Path, copy: &Path) -> std::io::Result<bool> {
    let mut zip = ZipArchive::new(BufReader::new(File::open(jar)?))?;
    let Some(index) = zip.index_for_name_raw(MANIFEST.as_bytes()) else { return Ok(false) };
    let mut manifest = Vec::new();
    zip.by_index(index)?.take(MAX_MANIFEST).read_to_end(&mut manifest)?;
    let manifest = String::from_utf8_lossy(&manifest);
    let (seals, rest): (Vec<&str>, Vec<&str>) = manifest.lines().partition(|line| seals(line));
    if seals.is_empty() {
        return Ok(false);
    }
    let mut writer = ZipWriter::new(File::create(copy)?);
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    writer.start_file(MANIFEST, stored)?;
    writer.write_all(format!("{}\n", rest.join("\n")).as_bytes())?;
    for other in (0..zip.len()).filter(|other| *other != index) {
        writer.raw_copy_file(zip.by_index_raw(other)?)?;
    }
    writer.finish()?;
    Ok(true)
}

/// Whether a line of a manifest seals the jar, or a package of it.
fn seals(line: &str) -> bool {
    line.split_once(':').is_some_and(|(name, value)| {
        name.eq_ignore_ascii_case("Sealed") && value.trim().eq_ignore_ascii_case("true")
    })
}
