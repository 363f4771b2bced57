//! What documents say of the command that wrote them, and back: from documents to what it was
//! run on.

use crate::cli::{TargetArgs, class_path};
use crate::error::CliError;
use margay_java::{Session, Target};
use margay_report::document::{DocumentKind, DocumentReader, JdkUsed, Run, RunCommand, RunTarget};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file of results, or standard output.
pub type Results = BufWriter<Box<dyn Write>>;
/// A document that is being read from a file.
pub type Document = DocumentReader<BufReader<File>>;

/// A file in the folder, which is made if it is not there; without a folder, standard output.
pub fn create(folder: Option<&Path>, name: &str) -> std::io::Result<Results> {
    let out: Box<dyn Write> = match folder {
        Some(folder) => {
            std::fs::create_dir_all(folder)?;
            Box::new(File::create(folder.join(name))?)
        }
        None => Box::new(std::io::stdout()),
    };
    Ok(BufWriter::new(out))
}

/// What a command is run on; `class` is the one it is about, with dots.
pub fn run_on(
    command: RunCommand,
    args: &TargetArgs,
    session: &Session,
    class: Option<String>,
) -> Run {
    let text = |path: &PathBuf| path.to_string_lossy().into_owned();
    let name = text(&args.target);
    let is_file = ["java", "class", "jar", "zip"].iter().any(|wanted| {
        args.target.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
    });
    let is_path = is_file || args.target.exists();
    let version = session.jdk().full_version.clone();
    Run {
        command,
        target: if is_path { RunTarget::Path(name) } else { RunTarget::Name(name) },
        class_path: class_path(&args.cp).iter().map(text).collect(),
        sources: source_root(&args.target, class.as_deref()).iter().map(text).collect(),
        jdk: JdkUsed { version, home: args.jdk.as_ref().map(text) },
        class,
        method: None,
        accessible: None,
        bounds: Vec::new(),
        options: Vec::new(),
        from: None,
        to: None,
    }
}

/// The folder of a source file without the folders of its package.
fn source_root(file: &Path, class: Option<&str>) -> Option<PathBuf> {
    file.extension().filter(|extension| extension.eq_ignore_ascii_case("java"))?;
    let package = class?.rsplit_once('.').map_or("", |(package, _)| package);
    let folder = file.parent()?;
    let root = match package {
        "" => folder,
        package if folder.ends_with(package.replace('.', "/")) => {
            folder.ancestors().nth(package.split('.').count())?
        }
        _ => return None,
    };
    let is_here = root.as_os_str().is_empty();
    Some(if is_here { PathBuf::from(".") } else { root.to_path_buf() })
}

/// The run as documents in a folder tell it; the same for standard output.
pub fn seen_from(run: &Run, folder: Option<&Path>) -> Run {
    folder.map_or_else(|| run.clone(), |folder| run.moved(Path::new(""), folder))
}

/// The document of a kind in a folder, if there is one.
pub fn open(folder: &Path, kind: DocumentKind) -> Result<Option<Document>, CliError> {
    if !folder.join(kind.file_name()).exists() {
        return Ok(None);
    }
    DocumentReader::open(folder, kind).map(Some).map_err(|error| unreadable(&error))
}

/// A document that cannot be read.
pub fn unreadable(error: &margay_report::document::DocumentError) -> CliError {
    CliError::usage(error.to_string(), "write the results again with this Margay")
}

/// What results in a folder are of, according to the first document there is.
pub fn run_of(folder: &Path) -> Result<Option<Run>, CliError> {
    for kind in DocumentKind::ALL {
        if let Some(document) = open(folder, kind)? {
            return Ok(Some(document.header().run.clone()));
        }
    }
    Ok(None)
}

/// The target of a run whose documents are in `folder`.
pub fn target_of(run: &Run, folder: &Path) -> Target {
    let home = run.jdk.home.as_ref().map(|home| folder.join(home));
    Target {
        path: run.target_from(folder),
        class_path: run.class_path_from(folder),
        class: None,
        // One that is gone is no reason not to use another.
        jdk: home.filter(|home| home.is_dir()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_sources() {
        let root = |file: &str, class| {
            source_root(Path::new(file), Some(class)).map(|root| root.display().to_string())
        };
        assert_eq!(root("List.java", "List").as_deref(), Some("."));
        assert_eq!(root("src/shop/cart/Cart.java", "shop.cart.Cart").as_deref(), Some("src"));
        assert_eq!(root("shop/Cart.java", "shop.Cart").as_deref(), Some("."));
        assert_eq!(root("elsewhere/Cart.java", "shop.Cart"), None);
        assert_eq!(root("shop/Cart.class", "shop.Cart"), None);
    }
}
