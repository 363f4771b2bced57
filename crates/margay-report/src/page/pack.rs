//! Data in a page: JSON, compressed, in blocks. The browser unpacks a block when somebody looks at
//! what is in it, so that a page of 100,000 structures opens at once.
//!
//! A block is the text of a `script` element that is no script: raw deflate as base64, which has no
//! letter that HTML would read.

use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use std::io::{self, Write};

/// Bytes of JSON after which a block is full: it is unpacked in a few milliseconds.
const FULL: usize = 256 << 10;

/// Writes blocks.
#[derive(Debug)]
pub(super) struct Pack<W> {
    pub out: W,
    /// Blocks so far, those that are being filled included.
    count: usize,
}

/// Where something is: the block, and the place in it.
pub(super) type Place = (usize, usize);

impl<W: Write> Pack<W> {
    pub fn new(out: W) -> Self {
        Pack { out, count: 0 }
    }

    /// Writes a value as a block of its own; gives the block.
    pub fn put(&mut self, value: &impl Serialize) -> io::Result<usize> {
        let number = self.reserve();
        self.write(&format!("b{number}"), serde_json::to_string(value)?.as_bytes())?;
        Ok(number)
    }

    /// Writes the block that is read first.
    pub fn put_index(&mut self, index: &impl Serialize) -> io::Result<()> {
        self.write("index", serde_json::to_string(index)?.as_bytes())
    }

    fn reserve(&mut self) -> usize {
        self.count += 1;
        self.count - 1
    }

    fn write(&mut self, id: &str, json: &[u8]) -> io::Result<()> {
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::default());
        deflate.write_all(json)?;
        let packed = BASE64.encode(deflate.finish()?);
        writeln!(self.out, "<script type=\"text/plain\" id=\"{id}\">{packed}</script>")
    }
}

/// A block that is being filled with values, one after the other.
#[derive(Debug, Default)]
pub(super) struct Filling {
    /// Its number, if there is something in it.
    number: Option<usize>,
    json: String,
    count: usize,
}

impl Filling {
    /// Adds a value; writes the block if that makes it full.
    pub fn add<W: Write>(
        &mut self,
        pack: &mut Pack<W>,
        value: &impl Serialize,
    ) -> io::Result<Place> {
        let number = *self.number.get_or_insert_with(|| pack.reserve());
        self.json.push(if self.count == 0 { '[' } else { ',' });
        self.json += &serde_json::to_string(value)?;
        self.count += 1;
        let place = (number, self.count - 1);
        if self.json.len() >= FULL {
            self.end(pack)?;
        }
        Ok(place)
    }

    /// Writes what there is.
    pub fn end<W: Write>(&mut self, pack: &mut Pack<W>) -> io::Result<()> {
        let Filling { number, mut json, .. } = std::mem::take(self);
        let Some(number) = number else { return Ok(()) };
        json.push(']');
        pack.write(&format!("b{number}"), json.as_bytes())
    }
}

/// Reads the blocks of a page back, for tests.
#[cfg(test)]
pub(super) fn unpacked(page: &str, id: &str) -> serde_json::Value {
    let start = format!("<script type=\"text/plain\" id=\"{id}\">");
    let (_, rest) = page.split_once(&start).expect("a block of that name");
    let (text, _) = rest.split_once('<').expect("its end");
    let bytes = BASE64.decode(text).expect("base64");
    let json = flate2::read::DeflateDecoder::new(bytes.as_slice());
    serde_json::from_reader(json).expect("JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_where_they_were_put() {
        let mut pack = Pack::new(Vec::new());
        let mut filling = Filling::default();
        let long = "x".repeat(FULL / 3);
        let places: Vec<Place> = (0..7)
            .map(|number| filling.add(&mut pack, &(number, &long)).expect("memory"))
            .collect();
        filling.end(&mut pack).expect("memory");
        assert_eq!(places.last(), Some(&(2, 0)), "three values fill a block");
        let page = String::from_utf8(pack.out).expect("UTF-8");
        for (number, (block, place)) in places.into_iter().enumerate() {
            assert_eq!(unpacked(&page, &format!("b{block}"))[place][0], number);
        }
    }
}
