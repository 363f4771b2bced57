//! The package declaration of a Java source.

use super::{CompileError, Result};
use std::path::Path;

/// The package of a source file, with slashes; empty for the unnamed package.
pub(super) fn package_of_file(file: &Path) -> Result<String> {
    let bytes = std::fs::read(file).map_err(CompileError::io(file))?;
    Ok(package_of(&String::from_utf8_lossy(&bytes)))
}

/// The declaration comes first, after comments and (in `package-info.java`, which nobody names
/// as target) annotations. What does not parse is javac's to complain about.
fn package_of(source: &str) -> String {
    let rest = skip_blank(source.trim_start_matches('\u{feff}'));
    let Some(mut rest) = rest.strip_prefix("package") else {
        return String::new();
    };
    let mut package = String::new();
    loop {
        let blank = skip_blank(rest);
        let end = blank.find(|c: char| !is_name_part(c)).unwrap_or(blank.len());
        // `packages` is no keyword.
        let glued = package.is_empty() && blank.len() == rest.len();
        if end == 0 || glued {
            return String::new();
        }
        package.push_str(&blank[..end]);
        rest = skip_blank(&blank[end..]);
        match rest.strip_prefix('.') {
            Some(more) => rest = more,
            None => return package,
        }
        package.push('/');
    }
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Skips white space and comments.
fn skip_blank(source: &str) -> &str {
    let mut rest = source.trim_start();
    loop {
        let after = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n')
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/")
        } else {
            return rest;
        };
        rest = after.map_or("", |(_, after)| after).trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::package_of;

    #[test]
    fn packages() {
        for (source, package) in [
            ("package demo;", "demo"),
            ("\u{feff}/* package no; */ // package no;\n package\n a . b /**/ .c ;", "a/b/c"),
            ("class A {}", ""),
            ("// no end", ""),
            ("/* no end", ""),
            ("/*/ package no; */ package yes;", "yes"),
            ("packages.are = 1", ""),
            ("package", ""),
            ("package ;", ""),
            ("package a.", ""),
            ("", ""),
        ] {
            assert_eq!(package_of(source), package, "{source}");
        }
    }
}
