//! The command line that finds a case again.

use crate::document::{Run, RunTarget};
use margay_search::Decisions;
use margay_search::generate::case::MethodName;

/// The command that takes one path of a method, for a shell.
pub(super) fn command(run: &Run, method: &MethodName, decisions: &Decisions) -> String {
    let target = match &run.target {
        RunTarget::Path(target) | RunTarget::Name(target) => target,
    };
    let mut words = vec!["margay".to_owned(), "generate".to_owned(), quoted(target)];
    if !run.class_path.is_empty() {
        words.extend(["--cp".to_owned(), quoted(&run.class_path.join(":"))]);
    }
    if let Some(home) = &run.jdk.home {
        words.extend(["--jdk".to_owned(), quoted(home)]);
    }
    let MethodName { class, name, descriptor } = method;
    words.extend(["--class".to_owned(), quoted(class)]);
    words.extend(["--method".to_owned(), quoted(&format!("{name}{descriptor}"))]);
    for option in run.options.iter().filter(|option| !option.starts_with("--package ")) {
        match option.split_once(' ') {
            // Several options in one.
            Some((_, value)) if value.contains(" --") => words.push(option.clone()),
            Some((option, value)) => words.extend([option.to_owned(), quoted(value)]),
            None => words.push(option.clone()),
        }
    }
    let has = |start: &str| run.options.iter().any(|option| option.starts_with(start));
    if !has("--inputs ") {
        words.push("--inputs fields".to_owned());
    }
    // Where inputs are searched apart, decisions are those of one of several searches.
    if let Some((last, before)) = decisions.0.split_last().filter(|_| !has("--partition ")) {
        let next = Decisions([before, &[last + 1]].concat());
        words.push(format!("--from {decisions} --to {next}"));
    }
    words.join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run;
    use expect_test::expect;

    #[test]
    fn a_path_of_a_method() {
        let method = MethodName {
            class: "shapes.Tree$Node".to_owned(),
            name: "<init>".to_owned(),
            descriptor: "(I)V".to_owned(),
        };
        let options =
            ["--criterion block-2", "--inputs api --max-calls 2", "--package a", "--statics"];
        let run = Run { options: options.map(str::to_owned).to_vec(), ..run() };
        let text = command(&run, &method, &Decisions(vec![1, 0, 2]));
        expect!["margay generate ../BinaryTree.java --cp ../build/classes:/opt/lib.jar --class 'shapes.Tree$Node' --method '<init>(I)V' --criterion block-2 --inputs api --max-calls 2 --statics --from 1,0,2 --to 1,0,3"]
            .assert_eq(&text);
    }
}
