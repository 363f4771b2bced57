//! What the benchmarks share: measured runs of commands, and plots of them.
#![allow(dead_code, reason = "each benchmark uses a part of this")]

use margay_report::document::{DocumentKind, End, JdkUsed, Run, RunCommand, RunTarget};
use margay_report::figures::{Figure, Series};
use margay_report::files::{FileFormat, PlainFiles};
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

/// What a benchmark has measured, for plots: a page and a document, in the folder that `MARGAY_BENCH_OUT` names.
pub struct Plots {
    name: &'static str,
    figures: Vec<Figure>,
}

/// Names and numbers of bars.
pub type Bars = Vec<(String, f64)>;

impl Plots {
    pub fn new(name: &'static str) -> Plots {
        Plots { name, figures: Vec::new() }
    }

    /// Adds bars of one measure, a colour for each of what is compared.
    pub fn bars(&mut self, title: &str, y: &str, series: &[(&str, Bars)]) {
        let series = series.iter().map(|(name, bars)| Series::bars(name, bars)).collect();
        let (title, y) = (title.to_owned(), y.to_owned());
        self.figures.push(Figure { title, y, series, ..Figure::default() });
    }

    /// Adds lines against a size.
    pub fn lines(&mut self, title: &str, x: &str, y: &str, series: &[(&str, Vec<(f64, f64)>)]) {
        let series: Vec<Series> =
            series.iter().map(|(name, points)| Series::line(name, points)).collect();
        let values = series.iter().flat_map(|it| &it.points).map(|point| point.y);
        let (least, most) =
            values.fold((f64::INFINITY, 0.0_f64), |(least, most), y| (least.min(y), most.max(y)));
        let logarithmic = least > 0.0 && most / least > 50.0;
        let (title, x, y) = (title.to_owned(), x.to_owned(), y.to_owned());
        self.figures.push(Figure { title, x, y, series, logarithmic, ..Figure::default() });
    }

    /// Writes them, if somebody wants them.
    pub fn finish(self) {
        let Some(folder) = std::env::var_os("MARGAY_BENCH_OUT") else { return };
        let target = RunTarget::Name(format!("benchmark {}", self.name));
        let jdk = JdkUsed { version: "of the PATH".to_owned(), home: None };
        let run = Run::new(RunCommand::Bench, target, jdk);
        let folder = Path::new(&folder).join(self.name);
        let formats = [FileFormat::Html];
        let files = PlainFiles::in_folder(&folder, &formats, DocumentKind::Figures, &run);
        let mut files = files.expect("a folder that can be written");
        self.figures.iter().for_each(|figure| files.figure(figure).expect("written"));
        files.finish(&End { complete: true, ..End::default() }).expect("written");
    }
}
