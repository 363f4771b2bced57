//! `java.util.zip.CRC32` and `Adler32`.

use super::{Answer, Call, Entry, int, native};
use margay_machine::{Abrupt, Domain};

const CRC32: &str = "java/util/zip/CRC32";
const ADLER32: &str = "java/util/zip/Adler32";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let sums = "native: adds bytes to a checksum";
    vec![
        native(CRC32, "update", "(II)I", |c| one(c, crc), sums),
        native(CRC32, "updateBytes0", "", |c| many(c, crc), sums),
        native(ADLER32, "update", "(II)I", |c| one(c, adler), sums),
        native(ADLER32, "updateBytes", "", |c| many(c, adler), sums),
    ]
}

/// A checksum with another byte.
type Step = fn(u32, u8) -> u32;

fn crc(sum: u32, byte: u8) -> u32 {
    /// The polynomial of ISO 3309, its bits reversed.
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let mut sum = !sum ^ u32::from(byte);
    for _ in 0..8 {
        sum = sum >> 1 ^ if sum & 1 == 0 { 0 } else { POLYNOMIAL };
    }
    !sum
}

fn adler(sum: u32, byte: u8) -> u32 {
    /// The largest prime below 2^16.
    const PRIME: u32 = 65_521;
    let low = ((sum & 0xffff) + u32::from(byte)) % PRIME;
    let high = ((sum >> 16) + low) % PRIME;
    high << 16 | low
}

fn one<D: Domain>(call: &mut Call<'_, D>, step: Step) -> Answer<D> {
    let (sum, byte) = (call.int(0)? as u32, call.int(1)? as u8);
    int::<D>(step(sum, byte) as i32)
}

fn many<D: Domain>(call: &mut Call<'_, D>, step: Step) -> Answer<D> {
    let (mut sum, array) = (call.int(0)? as u32, call.object(1)?);
    let (from, count) = (call.int(2)?.unsigned_abs(), call.int(3)?.unsigned_abs());
    call.settle(array, from, count)?;
    let inside = from.checked_add(count).is_some_and(|end| end <= call.core.memory.len(array));
    if !inside {
        return Err(Abrupt::Refuse("a checksum of bytes outside an array".to_owned()));
    }
    for index in from..from + count {
        sum = step(sum, call.decided(call.core.memory.get(array, index))? as u8);
    }
    int::<D>(sum as i32)
}

#[cfg(test)]
mod tests {
    #[test]
    fn known_sums() {
        let of = |start, step: super::Step| b"123456789".iter().fold(start, |s, b| step(s, *b));
        assert_eq!(of(0, super::crc), 0xcbf4_3926);
        assert_eq!(of(1, super::adler), 0x091e_01de);
    }
}
