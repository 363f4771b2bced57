//! Class files in memory: `ristretto_classfile`'s model, filled with care.
//!
//! The pieces are read by `ristretto_classfile`, the frame around them here, for three reasons.
//! Its reader trusts the nesting of attributes and annotations (hostile input overflows the
//! host's stack) and ignores their lengths; it turns code offsets into instruction numbers, and
//! in doing so loses the exclusive end of a `try` range at the end of the code; and it decodes
//! every method of a class, of which a program runs few. So `Code` attributes stay bytes until
//! their method is lowered: they are in [`ClassBody::codes`] and not among the attributes of
//! [`ClassFile::methods`].

use crate::bytecode;
use crate::pool::{Pool, Reason};
use ristretto_classfile::attributes::{Attribute, LineNumber, LocalVariableTable, Record};
use ristretto_classfile::byte_reader::ByteReader;
use ristretto_classfile::{
    ClassAccessFlags, ClassFile, ConstantPool, Error, Field, FieldAccessFlags, FieldType, Method,
    MethodAccessFlags, Version,
};
use std::sync::OnceLock;

/// How deep annotations may nest, at most, to be read; javac's nest two or three deep.
const NESTING: usize = 500;

/// A class file, with the code of its methods apart.
pub(crate) struct ClassBody {
    /// Everything but the code.
    pub file: ClassFile<'static>,
    /// By method: its code, unless it is abstract or native.
    pub codes: Vec<Option<Code>>,
    /// By method: the number of `invokedynamic` instructions in all before it.
    sites: OnceLock<Vec<u32>>,
}

impl ClassBody {
    /// The number of `invokedynamic` instructions in the methods before this one.
    pub fn sites_before(&self, method: usize) -> u32 {
        let sites = self.sites.get_or_init(|| {
            let counts = self.codes.iter().map(|code| match code {
                Some(code) => bytecode::count_sites(&code.bytes),
                None => 0,
            });
            let running = |sum: &mut u32, count: u32| Some(std::mem::replace(sum, *sum + count));
            counts.scan(0, running).collect()
        });
        sites.get(method).copied().unwrap_or(0)
    }
}

/// The code of a method, not yet decoded. Offsets are in bytes.
pub(crate) struct Code {
    pub max_stack: u16,
    pub max_locals: u16,
    pub bytes: Box<[u8]>,
    pub handlers: Vec<Handler>,
    pub lines: Vec<LineNumber>,
    pub variables: Vec<LocalVariableTable>,
}

/// An entry of an exception table.
#[derive(Clone, Copy)]
pub(crate) struct Handler {
    pub start: u16,
    /// Exclusive.
    pub end: u16,
    pub target: u16,
    /// Class constant of what is caught; 0 for everything.
    pub catch: u16,
}

/// Why a class file cannot be read.
pub(crate) enum Unreadable {
    Version { major: u16, minor: u16 },
    Malformed(Reason),
}

impl From<Error> for Unreadable {
    fn from(error: Error) -> Self {
        match error {
            Error::InvalidVersion { major, minor } => Unreadable::Version { major, minor },
            error => Unreadable::Malformed(error.to_string()),
        }
    }
}

impl From<Reason> for Unreadable {
    fn from(reason: Reason) -> Self {
        Unreadable::Malformed(reason)
    }
}

/// Reads a class file.
pub(crate) fn read(bytes: &[u8]) -> Result<ClassBody, Unreadable> {
    let mut reader = ByteReader::new(bytes);
    if reader.read_u32()? != 0xCAFE_BABE {
        return Err(Reason::from("not a class file").into());
    }
    let mut file = ClassFile {
        version: Version::from_bytes(&mut reader)?,
        constant_pool: ConstantPool::from_bytes(&mut reader)?.into_owned(),
        ..ClassFile::default()
    };
    file.access_flags = ClassAccessFlags::from_bits_truncate(reader.read_u16()?);
    file.this_class = reader.read_u16()?;
    file.super_class = reader.read_u16()?;
    for _ in 0..reader.read_u16()? {
        file.interfaces.push(reader.read_u16()?);
    }
    for _ in 0..reader.read_u16()? {
        let field = read_field(&file, &mut reader)?;
        file.fields.push(field);
    }
    let mut codes = Vec::new();
    for _ in 0..reader.read_u16()? {
        let (method, code) = read_method(&file, &mut reader)?;
        file.methods.push(method);
        codes.push(code);
    }
    file.attributes = read_attributes(&file, &mut reader)?;
    Ok(ClassBody { file, codes, sites: OnceLock::new() })
}

fn read_field(file: &ClassFile<'static>, reader: &mut ByteReader) -> Result<Field, Unreadable> {
    let access_flags = FieldAccessFlags::from_bits_truncate(reader.read_u16()?);
    let name_index = reader.read_u16()?;
    let descriptor_index = reader.read_u16()?;
    let descriptor = Pool(file).text(descriptor_index)?;
    if !crate::descriptor::is_type(&descriptor) {
        return Err(format!("`{descriptor}` is not a type").into());
    }
    Ok(Field {
        access_flags,
        name_index,
        descriptor_index,
        field_type: FieldType::parse(&descriptor)?,
        attributes: read_attributes(file, reader)?,
    })
}

fn read_method(
    file: &ClassFile<'static>,
    reader: &mut ByteReader,
) -> Result<(Method, Option<Code>), Unreadable> {
    let mut method = Method {
        access_flags: MethodAccessFlags::from_bits_truncate(reader.read_u16()?),
        name_index: reader.read_u16()?,
        descriptor_index: reader.read_u16()?,
        attributes: Vec::new(),
    };
    let mut code = None;
    for _ in 0..reader.read_u16()? {
        let raw = RawAttribute::read(file, reader)?;
        if raw.name == "Code" {
            code = Some(read_code(file, raw.info)?);
        } else {
            method.attributes.push(raw.parse(file)?);
        }
    }
    Ok((method, code))
}

fn read_code(file: &ClassFile<'static>, info: &[u8]) -> Result<Code, Unreadable> {
    let mut reader = ByteReader::new(info);
    let max_stack = reader.read_u16()?;
    let max_locals = reader.read_u16()?;
    let length = reader.read_u32()? as usize;
    let mut code = Code {
        max_stack,
        max_locals,
        bytes: reader.read_bytes(length)?.into(),
        handlers: Vec::new(),
        lines: Vec::new(),
        variables: Vec::new(),
    };
    for _ in 0..reader.read_u16()? {
        code.handlers.push(Handler {
            start: reader.read_u16()?,
            end: reader.read_u16()?,
            target: reader.read_u16()?,
            catch: reader.read_u16()?,
        });
    }
    for _ in 0..reader.read_u16()? {
        let raw = RawAttribute::read(file, &mut reader)?;
        if !matches!(&*raw.name, "LineNumberTable" | "LocalVariableTable") {
            continue;
        }
        match raw.parse(file)? {
            Attribute::LineNumberTable { line_numbers, .. } => code.lines.extend(line_numbers),
            Attribute::LocalVariableTable { variables, .. } => code.variables.extend(variables),
            _ => {}
        }
    }
    Ok(code)
}

fn read_attributes(
    file: &ClassFile<'static>,
    reader: &mut ByteReader,
) -> Result<Vec<Attribute>, Unreadable> {
    let mut attributes = Vec::new();
    for _ in 0..reader.read_u16()? {
        attributes.push(RawAttribute::read(file, reader)?.parse(file)?);
    }
    Ok(attributes)
}

/// An attribute with its borders known and its inside not looked at.
struct RawAttribute<'b> {
    name: String,
    name_index: u16,
    /// Name, length and contents.
    whole: &'b [u8],
    info: &'b [u8],
}

impl<'b> RawAttribute<'b> {
    fn read(file: &ClassFile<'static>, reader: &mut ByteReader<'b>) -> Result<Self, Unreadable> {
        let start = reader.position();
        let name_index = reader.read_u16()?;
        let name = Pool(file).text(name_index)?.into_owned();
        let length = reader.read_u32()? as usize;
        let info = reader.read_bytes(length)?;
        Ok(RawAttribute { name, name_index, whole: &reader.data()[start..reader.position()], info })
    }

    fn parse(self, file: &ClassFile<'static>) -> Result<Attribute, Unreadable> {
        match &*self.name {
            "Code" => return Err(Reason::from("a Code attribute outside a method").into()),
            "Record" => return self.parse_record(file),
            name if name.contains("Annotation") && may_nest_deep(self.info) => {
                return Ok(Attribute::Unknown {
                    name_index: self.name_index,
                    info: self.info.to_vec(),
                });
            }
            _ => {}
        }
        let mut reader = ByteReader::new(self.whole);
        Ok(Attribute::from_bytes(&file.constant_pool, &mut reader)?)
    }

    fn parse_record(&self, file: &ClassFile<'static>) -> Result<Attribute, Unreadable> {
        let mut reader = ByteReader::new(self.info);
        let mut records = Vec::new();
        for _ in 0..reader.read_u16()? {
            let (name_index, descriptor_index) = (reader.read_u16()?, reader.read_u16()?);
            let mut attributes = Vec::new();
            for _ in 0..reader.read_u16()? {
                let raw = RawAttribute::read(file, &mut reader)?;
                if raw.name == "Record" {
                    return Err(Reason::from("a record component that is a record").into());
                }
                attributes.push(raw.parse(file)?);
            }
            records.push(Record { name_index, descriptor_index, attributes });
        }
        Ok(Attribute::Record { name_index: self.name_index, records })
    }
}

/// Whether annotations may nest too deep for a recursive reader. Each level costs a `@` or a `[`,
/// so counting these bytes, whatever they stand for, is on the safe side.
fn may_nest_deep(info: &[u8]) -> bool {
    let openers = info.iter().filter(|byte| matches!(byte, b'@' | b'['));
    openers.count() > NESTING
}
