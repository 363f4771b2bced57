//! Paths in a document are seen from its folder, so that both can be moved together. A path that
//! the user gave in full stays so.

use std::path::{Component, Path, PathBuf};

/// A path that is seen from the folder `from`, as seen from the folder `to`, with slashes.
#[must_use]
pub fn seen_from(path: &Path, from: &Path, to: &Path) -> String {
    let moved = if path.is_absolute() { None } else { between(&full(from).join(path), &full(to)) };
    let moved = moved.unwrap_or_else(|| path.to_path_buf());
    let text = moved.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace('\\', "/") }
}

/// The folder of a source file without the folders of the package of its class.
#[must_use]
pub fn source_root(file: &Path, class: Option<&str>) -> Option<PathBuf> {
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

/// The folder in full. Links are followed, because `..` in a path does so too.
fn full(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.canonicalize().or_else(|_| std::path::absolute(folder)).unwrap_or_default()
}

/// The way from a folder to a path, both in full; none where there is no way.
fn between(path: &Path, folder: &Path) -> Option<PathBuf> {
    let path = plain(path);
    let mut to: Vec<Component<'_>> = path.components().collect();
    let mut from: Vec<Component<'_>> = folder.components().collect();
    let shared = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return None;
    }
    let up = from.split_off(shared).into_iter().map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to.split_off(shared)).collect();
    Some(if way.as_os_str().is_empty() { PathBuf::from(".") } else { way })
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, from: &str, to: &str, expected: &str) {
        assert_eq!(seen_from(Path::new(path), Path::new(from), Path::new(to)), expected);
    }

    #[test]
    fn between_folders() {
        check("build/classes", "", "tests", "../build/classes");
        check("List.java", "", "out/a", "../../List.java");
        check("../b.jar", "x/y", "x", "b.jar");
        check(".", "", "out", "..");
        check("out/A.java", "", "out", "A.java");
        check("out", "", "out", ".");
        check("/lib/a.jar", "x", "y", "/lib/a.jar");
        check("a.jar", "/nowhere/x", "/nowhere/y/z", "../../x/a.jar");
    }

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

    #[test]
    fn there_and_back() {
        for path in ["a", "../a/b", "x/../c"] {
            let there = seen_from(Path::new(path), Path::new("p/q"), Path::new("r"));
            let back = seen_from(Path::new(&there), Path::new("r"), Path::new("p/q"));
            assert_eq!(plain(Path::new(path)), plain(Path::new(&back)), "{path}");
        }
    }
}
