//! What the benchmarks share: measured runs of commands.
#![allow(dead_code, reason = "each benchmark uses a part of this")]

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Runs of which the fastest counts.
pub const RUNS: usize = 3;

/// A folder or file of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The built command.
pub fn margay() -> Command {
    Command::new(env!("CARGO_BIN_EXE_margay"))
}

/// What a command did, and what it took.
pub struct Measured {
    /// Of the fastest run.
    pub time: Duration,
    /// The most memory seen in use, in KB; 0 where the system does not tell.
    pub memory: u64,
    /// Standard output.
    pub output: String,
}

impl Measured {
    /// Runs a command several times.
    pub fn of(command: &mut Command) -> Measured {
        let mut best = Measured { time: Duration::MAX, memory: 0, output: String::new() };
        for _ in 0..RUNS {
            let run = Measured::once(command);
            let memory = best.memory.max(run.memory);
            if run.time < best.time {
                best = run;
            }
            best.memory = memory;
        }
        best
    }

    fn once(command: &mut Command) -> Measured {
        let started = Instant::now();
        let quiet = command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = quiet.spawn().expect("the command starts");
        let mut memory = 0;
        while child.try_wait().expect("the command can be waited for").is_none() {
            memory = memory.max(peak(&child));
            std::thread::sleep(Duration::from_millis(1));
        }
        let time = started.elapsed();
        let mut output = String::new();
        let stdout = child.stdout.as_mut().expect("it is piped");
        stdout.read_to_string(&mut output).expect("output in UTF-8");
        Measured { time, memory, output }
    }
}

/// The most memory a process has had, in KB, as Linux tells it.
fn peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or_default()
}
