//! The command `margay`.

use std::process::ExitCode;

fn main() -> ExitCode {
    margay::main()
}
