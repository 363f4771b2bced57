//! Where test cases go: to standard output as text or JSON lines, to a folder as files.

use super::args::{Format, GenerateArgs};
use crate::error::{CliError, note};
use margay_jvm::classpath::ClassPath;
use margay_jvm::source::source_class;
use margay_report::cases::{heap, json, junit, text};
use margay_report::{dot, svg};
use margay_search::generate::case::{MethodReport, TestCase};
use margay_search::generate::coverage::Coverage;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Everything that is written.
pub struct Output<'a> {
    args: &'a GenerateArgs,
    folder: Option<PathBuf>,
    formats: Vec<Format>,
    json: Option<BufWriter<File>>,
    /// The classes that tests name.
    class_path: RefCell<ClassPath>,
}

impl<'a> Output<'a> {
    /// Makes the folder.
    pub fn open(args: &'a GenerateArgs, class_path: ClassPath) -> Result<Self, CliError> {
        let folder = args.output.out.clone();
        let mut formats = args.output.format.clone();
        if formats.is_empty() {
            formats = match folder {
                Some(_) => vec![Format::Junit, Format::Json, Format::Coverage],
                None => vec![Format::Text],
            };
        }
        let in_files = [Format::Junit, Format::Dot, Format::Svg, Format::Coverage];
        if folder.is_none() && formats.iter().any(|format| in_files.contains(format)) {
            return Err(CliError::usage(
                "tests, pictures and coverage are files",
                "name a folder for them: --out DIR",
            ));
        }
        if let Some(folder) = &folder {
            fs::create_dir_all(folder)?;
        }
        let wants_json = formats.contains(&Format::Json);
        let json = match folder.as_ref().filter(|_| wants_json) {
            Some(folder) => Some(BufWriter::new(File::create(folder.join("cases.jsonl"))?)),
            None => None,
        };
        let class_path = RefCell::new(class_path);
        Ok(Output { args, folder, formats, json, class_path })
    }

    /// Writes what was found out about a method, so that nothing is lost if the next one takes
    /// for ever.
    pub fn method(&mut self, report: &MethodReport) -> Result<(), CliError> {
        let mut stdout = std::io::stdout().lock();
        if self.formats.contains(&Format::Text) {
            text::write(&mut stdout, report)?;
        }
        match &mut self.json {
            Some(file) => {
                json::write(file, report)?;
                file.flush()?;
            }
            None if self.formats.contains(&Format::Json) => json::write(&mut stdout, report)?,
            None => {}
        }
        if let Some(folder) = &self.folder {
            for case in &report.cases {
                self.pictures(folder, report, case)?;
            }
        }
        Ok(())
    }

    fn pictures(
        &self,
        folder: &Path,
        report: &MethodReport,
        case: &TestCase,
    ) -> Result<(), CliError> {
        let [as_dot, as_svg] = [Format::Dot, Format::Svg].map(|f| self.formats.contains(&f));
        if !as_dot && !as_svg {
            return Ok(());
        }
        let folder = folder.join("heaps");
        fs::create_dir_all(&folder)?;
        let method = format!("{}.{}", report.method.class, report.method.name);
        let method = method.replace(['<', '>', '$'], "_");
        let heaps = [("before", heap::before(report, case)), ("after", heap::after(report, case))];
        for (when, structure) in heaps {
            let stem = format!("{method}-{:04}-{when}", case.number);
            if as_dot {
                let mut file = BufWriter::new(File::create(folder.join(format!("{stem}.dot")))?);
                dot::write(&mut file, &structure)?;
                file.flush()?;
            }
            if as_svg {
                let mut file = BufWriter::new(File::create(folder.join(format!("{stem}.svg")))?);
                svg::write(&mut file, &structure)?;
                file.flush()?;
            }
        }
        Ok(())
    }

    /// Writes the tests of a class, so that they are there whatever becomes of the next one.
    pub fn class(&self, reports: &[MethodReport]) -> Result<(), CliError> {
        match &self.folder {
            Some(folder) if self.formats.contains(&Format::Junit) => self.junit(folder, reports),
            _ => Ok(()),
        }
    }

    /// Writes what is about all methods together.
    pub fn finish(&self, coverage: &Coverage) -> Result<(), CliError> {
        match &self.folder {
            Some(folder) if self.formats.contains(&Format::Coverage) => {
                write_coverage(folder, coverage)
            }
            _ => Ok(()),
        }
    }

    /// Whether cases go to standard output.
    pub fn prints_cases(&self) -> bool {
        let json = self.formats.contains(&Format::Json) && self.json.is_none();
        json || self.formats.contains(&Format::Text)
    }

    fn junit(&self, folder: &Path, reports: &[MethodReport]) -> Result<(), CliError> {
        let look_up = |name: &str| source_class(&mut self.class_path.borrow_mut(), name);
        let open = |path: &str| {
            let path = folder.join(path);
            if path.exists() && !is_ours(&path) {
                let what = format!(
                    "{} was not written by Margay: move it, or name another folder",
                    path.display()
                );
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
            }
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            File::create(path).map(BufWriter::new)
        };
        let Some(class) = reports.first().map(|first| first.method.class.as_str()) else {
            return Ok(());
        };
        let written = junit::write(class, reports, look_up, open)?;
        // Left from a run that found more.
        for further in junit::further(class, &written) {
            for path in further.map(|path| folder.join(path)).take_while(|path| is_ours(path)) {
                fs::remove_file(path)?;
            }
        }
        if self.args.output.quiet {
            return Ok(());
        }
        for left_out in written.left_out {
            let name = &left_out.method.name;
            let (case, why) = (left_out.case, &left_out.why);
            note(&format!("no test for case {case} of {class}.{name}: {why}"));
        }
        Ok(())
    }
}

/// Whether a file of tests is one of those that are written anew.
fn is_ours(path: &Path) -> bool {
    let mark = junit::MARK.as_bytes();
    let mut start = vec![0; mark.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == mark
}

fn write_coverage(folder: &Path, coverage: &Coverage) -> Result<(), CliError> {
    use margay_report::coverage::{jacoco, json as coverage_json};
    let mut file = BufWriter::new(File::create(folder.join("coverage.json"))?);
    coverage_json::write(&mut file, coverage)?;
    file.flush()?;
    let mut file = BufWriter::new(File::create(folder.join("coverage.xml"))?);
    jacoco::write(&mut file, "margay generate", coverage)?;
    file.flush()?;
    Ok(())
}
