//! How much memory there is, on systems that tell.

use std::fs;

/// Bytes of memory that the machine has.
#[must_use]
pub fn of_machine() -> Option<u64> {
    bytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
}

/// A line such as `MemTotal:    1234 kB`.
fn bytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// A size in bytes as people write it: `512k`, `64m`, `2g`.
///
/// # Errors
/// When it is none.
pub fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        _ => return Err("expected a size such as 65536, 512k, 64m or 2g".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a size such as 512k, 64m or 2g")?;
    number.checked_mul(1 << shift).ok_or_else(|| "that is more than there can be".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{bytes, size};

    #[test]
    fn sizes_are_read_in_kilobytes() {
        let text = "MemTotal:\t  90 kB\nMemFree:\t    12 kB\n";
        assert_eq!(bytes(text, "MemFree:"), Some(12 * 1024));
        assert_eq!(bytes(text, "SwapFree:"), None);
        assert_eq!(bytes("MemFree: many", "MemFree:"), None);
    }

    #[test]
    fn sizes_are_read_as_people_write_them() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("4k"), Ok(4096));
        assert_eq!(size("1M"), Ok(1 << 20));
        assert_eq!(size("2g"), Ok(2 << 30));
        for bad in ["", "k", "1x", "-1", "99999999999999999g"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
