//! SWI-Prolog as a process: a script with a goal in, lines of text out.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Why SWI-Prolog has not done what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum SwiplError {
    /// It is not there.
    #[error("SWI-Prolog is not installed (`{0}` cannot be started)")]
    Missing(String),
    /// It does not accept the program, or has ended with an error.
    #[error("SWI-Prolog says:\n{0}")]
    Said(String),
    /// It took too long.
    #[error("SWI-Prolog has not ended within {} seconds", .0.as_secs())]
    Late(Duration),
    /// Files or pipes.
    #[error("running SWI-Prolog: {0}")]
    Io(#[from] std::io::Error),
}

/// An installed SWI-Prolog.
#[derive(Clone, Debug)]
pub struct Swipl {
    /// The program.
    pub path: PathBuf,
    /// How long it may take.
    pub timeout: Duration,
}

impl Default for Swipl {
    fn default() -> Self {
        Swipl { path: PathBuf::from("swipl"), timeout: Duration::from_secs(600) }
    }
}

/// How often it is looked at.
const PACE: Duration = Duration::from_millis(5);

impl Swipl {
    /// Loads a script and runs a goal; gives what that prints. A warning is an error: a program that
    /// SWI-Prolog wonders about is not the one that was meant.
    ///
    /// # Errors
    /// When there is no SWI-Prolog, when it complains, or when it takes too long.
    pub fn run(&self, script: &str, goal: &str) -> Result<String, SwiplError> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("program.pl");
        std::fs::File::create(&file)?.write_all(script.as_bytes())?;
        let (out, err) = (folder.path().join("out"), folder.path().join("err"));
        let mut process = Command::new(&self.path)
            .args(["-q", "-f", "none", "--stack-limit=2g", "-g", goal, "-t", "halt"])
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(std::fs::File::create(&out)?)
            .stderr(std::fs::File::create(&err)?)
            .spawn()
            .map_err(|_| SwiplError::Missing(self.path.display().to_string()))?;
        let started = Instant::now();
        let status = loop {
            if let Some(status) = process.try_wait()? {
                break status;
            }
            if started.elapsed() > self.timeout {
                // It may have ended in between.
                let _ = process.kill();
                process.wait()?;
                return Err(SwiplError::Late(self.timeout));
            }
            std::thread::sleep(PACE);
        };
        let said = text_of(&err)?;
        if !status.success() || !said.trim().is_empty() {
            return Err(SwiplError::Said(format!(
                "{}{}",
                said,
                if status.success() { "" } else { "(ended with an error)" }
            )));
        }
        Ok(text_of(&out)?)
    }
}

fn text_of(file: &Path) -> Result<String, std::io::Error> {
    Ok(String::from_utf8_lossy(&std::fs::read(file)?).into_owned())
}
