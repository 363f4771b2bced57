//! The name that a class file gives itself.
//!
//! Needed before any class is loaded, to know where a file belongs; so the constant pool is
//! walked here, without decoding the rest.

/// The name in a class file, with slashes.
///
/// # Errors
/// What is wrong with the bytes.
pub fn own_name(bytes: &[u8]) -> Result<String, &'static str> {
    let truncated = "it is truncated";
    if !bytes.starts_with(&[0xCA, 0xFE, 0xBA, 0xBE]) {
        return Err("it does not start with CAFEBABE");
    }
    let constants = usize::from(u16_at(bytes, 8).ok_or(truncated)?);
    let mut offsets = vec![None; constants];
    let mut at = 10;
    let mut index = 1;
    while index < constants {
        let tag = *bytes.get(at).ok_or(truncated)?;
        offsets[index] = Some((tag, at + 1));
        let size = match tag {
            1 => 2 + usize::from(u16_at(bytes, at + 1).ok_or(truncated)?),
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => 8,
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            _ => return Err("its constant pool has an unknown tag"),
        };
        at += 1 + size;
        // Long and double constants take two places.
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    let follow = |index: u16, tag| match offsets.get(usize::from(index)).copied().flatten() {
        Some((found, at)) if found == tag => Some(at),
        _ => None,
    };
    let this = u16_at(bytes, at + 2).ok_or(truncated)?;
    let name = follow(this, 7).and_then(|class| follow(u16_at(bytes, class)?, 1));
    let name = name.ok_or("it does not name its class")?;
    let length = usize::from(u16_at(bytes, name).ok_or(truncated)?);
    let text = bytes.get(name + 2..name + 2 + length).ok_or(truncated)?;
    match std::str::from_utf8(text) {
        Ok(text) if super::is_class_name(text) => Ok(text.to_owned()),
        _ => Err("its class has no valid name"),
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let pair = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes([pair[0], pair[1]]))
}
