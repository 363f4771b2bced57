//! The command `margay`.

use std::process::ExitCode;

/// Paths and cases are many small objects; this allocator is faster with them than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    margay::main()
}
