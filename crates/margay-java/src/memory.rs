//! How much memory there is, and how much of it this process takes, on systems that tell.

use std::fs;

/// Bytes of memory that the process takes.
#[must_use]
pub(crate) fn taken() -> Option<u64> {
    bytes(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// Bytes of memory that the machine has.
#[must_use]
pub fn of_machine() -> Option<u64> {
    bytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
}

/// A line such as `VmRSS:    1234 kB`.
fn bytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_are_read_in_kilobytes() {
        let text = "VmPeak:\t  90 kB\nVmRSS:\t    12 kB\n";
        assert_eq!(bytes(text, "VmRSS:"), Some(12 * 1024));
        assert_eq!(bytes(text, "VmSwap:"), None);
        assert_eq!(bytes("VmRSS: many", "VmRSS:"), None);
    }
}
