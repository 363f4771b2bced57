//! A counterexample that begins with `main`, on a JVM: the program is run with the values that it asks
//! for, and must end with the exception.

use crate::session::Session;
use margay_jvm::runtime::api_classes;
use margay_search::check::{CheckReport, Counterexample};
use std::fs;
use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Whether the JVM ends the program with the same exception.
///
/// # Errors
/// When it cannot be run.
pub fn on_jvm(
    session: &Session,
    report: &CheckReport,
    found: &Counterexample,
    timeout: Duration,
) -> io::Result<bool> {
    let work = tempfile::tempdir()?;
    let api = work.path().join("api");
    for (name, bytes) in api_classes() {
        let file = api.join(format!("{name}.class"));
        fs::create_dir_all(file.parent().unwrap_or(&api))?;
        fs::write(file, bytes)?;
    }
    let values = work.path().join("values");
    fs::write(
        &values,
        found.case.input.asked.iter().map(|v| format!("{v}\n")).collect::<String>(),
    )?;
    let entries = [api].into_iter().chain(session.class_path_entries());
    let class_path = std::env::join_paths(entries).map_err(io::Error::other)?;
    let errors = work.path().join("errors");
    let input = match &found.case.input.stdin {
        None => Stdio::null(),
        Some(bytes) => {
            let file = work.path().join("input");
            fs::write(&file, bytes)?;
            fs::File::open(&file)?.into()
        }
    };
    let mut define = std::ffi::OsString::from("-Dmargay.values=");
    define.push(&values);
    let mut child = Command::new(&session.jdk().java)
        .args(["-XX:+IgnoreUnrecognizedVMOptions", "-XX:TieredStopAtLevel=1", "-ea"])
        .arg(define)
        .arg("-cp")
        .arg(class_path)
        .arg(&report.method.class)
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(fs::File::create(&errors)?)
        .spawn()?;
    let end = Instant::now() + timeout;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() >= end {
            // If that fails it has just ended by itself.
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the program does not end"));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let words = String::from_utf8_lossy(&fs::read(&errors)?).into_owned();
    let class = found.violation.split(':').next().unwrap_or_default();
    // A failure that the program reports itself is an AssertionError there.
    let class = if class.contains('.') { class } else { "java.lang.AssertionError" };
    Ok(!status.success() && words.contains(class))
}
