//! What a class file says of itself at a glance: its name, and whether it can be started.
//!
//! Needed before any class is loaded, to know where a file belongs and which of a thousand
//! classes is the program; so the file is walked here without decoding what is passed.

use super::is_class_name;

/// A class file at a glance.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    /// Its name, with slashes.
    pub(crate) name: String,
    /// Whether it has a `public static void main(String[])`.
    pub(crate) has_main: bool,
}

const TRUNCATED: &str = "it is truncated";
const PUBLIC_STATIC: u16 = 0x0009;

impl Outline {
    /// Walks a class file; an error says what is wrong with it.
    pub(crate) fn of(bytes: &[u8]) -> Result<Outline, &'static str> {
        if !bytes.starts_with(&[0xCA, 0xFE, 0xBA, 0xBE]) {
            return Err("it does not start with CAFEBABE");
        }
        let mut cursor = Cursor { bytes, at: 8 };
        let pool = Pool::walk(&mut cursor)?;
        cursor.skip(2)?;
        let class = cursor.u16()?;
        let name = pool.class(class).and_then(|text| std::str::from_utf8(text).ok());
        let name = name.filter(|name| is_class_name(name));
        let name = name.ok_or("it does not name its class")?.to_owned();
        cursor.skip(2)?;
        let interfaces = usize::from(cursor.u16()?);
        cursor.skip(interfaces * 2)?;
        cursor.members(|_| ())?;
        let mut has_main = false;
        cursor.members(|[modifiers, name, descriptor]| {
            has_main |= modifiers & PUBLIC_STATIC == PUBLIC_STATIC
                && pool.text(name) == Some(b"main")
                && pool.text(descriptor) == Some(b"([Ljava/lang/String;)V");
        })?;
        Ok(Outline { name, has_main })
    }
}

/// A place in the file.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn skip(&mut self, count: usize) -> Result<&'a [u8], &'static str> {
        let end = self.at.checked_add(count).ok_or(TRUNCATED)?;
        let skipped = self.bytes.get(self.at..end).ok_or(TRUNCATED)?;
        self.at = end;
        Ok(skipped)
    }

    fn u8(&mut self) -> Result<u8, &'static str> {
        self.skip(1).map(|byte| byte[0])
    }

    fn u16(&mut self) -> Result<u16, &'static str> {
        self.skip(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
    }

    fn u32(&mut self) -> Result<u32, &'static str> {
        let (high, low) = (self.u16()?, self.u16()?);
        Ok(u32::from(high) << 16 | u32::from(low))
    }

    /// Passes a list of fields or methods: modifiers, name, descriptor, then attributes.
    fn members(&mut self, mut visit: impl FnMut([u16; 3])) -> Result<(), &'static str> {
        for _ in 0..self.u16()? {
            visit([self.u16()?, self.u16()?, self.u16()?]);
            for _ in 0..self.u16()? {
                self.skip(2)?;
                let length = self.u32()?;
                self.skip(length as usize)?;
            }
        }
        Ok(())
    }
}

/// The constants that are names: by index, their tag and contents.
struct Pool<'a> {
    constants: Vec<(u8, &'a [u8])>,
}

const TEXT: u8 = 1;
const CLASS: u8 = 7;

impl<'a> Pool<'a> {
    fn walk(cursor: &mut Cursor<'a>) -> Result<Self, &'static str> {
        let count = usize::from(cursor.u16()?);
        let mut constants = vec![(0, &[][..])];
        while constants.len() < count {
            let tag = cursor.u8()?;
            let size = match tag {
                TEXT => usize::from(cursor.u16()?),
                3 | 4 | 9..=12 | 17 | 18 => 4,
                5 | 6 => 8,
                CLASS | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                _ => return Err("its constant pool has an unknown tag"),
            };
            constants.push((tag, cursor.skip(size)?));
            // Long and double constants take two places.
            if matches!(tag, 5 | 6) {
                constants.push((0, &[]));
            }
        }
        Ok(Pool { constants })
    }

    fn text(&self, index: u16) -> Option<&'a [u8]> {
        match self.constants.get(usize::from(index)) {
            Some((TEXT, text)) => Some(text),
            _ => None,
        }
    }

    fn class(&self, index: u16) -> Option<&'a [u8]> {
        match self.constants.get(usize::from(index)) {
            Some((CLASS, [high, low])) => self.text(u16::from_be_bytes([*high, *low])),
            _ => None,
        }
    }
}
