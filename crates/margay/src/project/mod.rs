//! The Maven or Gradle project that a command is run in: its modules, their compiled classes, their class
//! path and where results go.

mod class_path;
mod gradle;
mod maven;

use crate::error::CliError;
use std::path::{Path, PathBuf};

/// What builds a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Maven: `pom.xml`.
    Maven,
    /// Gradle: `build.gradle`, `build.gradle.kts`, or the settings of a build of several modules.
    Gradle,
}

impl Tool {
    /// What compiles the project.
    fn compile(self) -> &'static str {
        match self {
            Tool::Maven => "mvn compile",
            Tool::Gradle => "gradle classes",
        }
    }

    /// The folder for what is built.
    fn output(self) -> &'static str {
        match self {
            Tool::Maven => "target",
            Tool::Gradle => "build",
        }
    }

    /// The folders that compiled classes may be in.
    fn classes(self) -> &'static [&'static str] {
        match self {
            Tool::Maven => &["target/classes"],
            Tool::Gradle => &[
                "build/classes/java/main",
                "build/classes/kotlin/main",
                "build/classes/scala/main",
            ],
        }
    }
}

/// Names of build files.
const BUILD_FILES: [(&str, Tool); 5] = [
    ("pom.xml", Tool::Maven),
    ("build.gradle", Tool::Gradle),
    ("build.gradle.kts", Tool::Gradle),
    ("settings.gradle", Tool::Gradle),
    ("settings.gradle.kts", Tool::Gradle),
];

/// Where sources are, of the languages that compile to classes.
const SOURCES: [&str; 3] = ["src/main/java", "src/main/kotlin", "src/main/scala"];

/// A module of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its folder.
    pub folder: PathBuf,
    /// What builds it.
    pub tool: Tool,
}

/// The project around a folder.
#[derive(Clone, Debug)]
pub struct Project {
    /// The module that the folder is in and those inside it, as far as they have sources.
    pub modules: Vec<Module>,
}

impl Project {
    /// The project that a folder is in.
    ///
    /// # Errors
    /// When there is none.
    pub fn around(folder: &Path) -> Result<Project, CliError> {
        let found = folder.ancestors().find_map(Module::in_folder);
        let module = found.ok_or_else(|| {
            CliError::usage(
                "no TARGET, and no pom.xml or build.gradle in this folder or above it",
                "name a source file, a folder of classes, a jar or a class; or go to a project",
            )
        })?;
        let mut modules = Vec::new();
        module.collect(&mut modules);
        if modules.is_empty() {
            return Err(CliError::usage(
                format!("{} has no module with sources in src/main", shown(&module.folder)),
                "name what is to be tested",
            ));
        }
        Ok(Project { modules })
    }
}

impl Module {
    /// The module whose folder this is.
    fn in_folder(folder: &Path) -> Option<Module> {
        let (_, tool) = BUILD_FILES.iter().find(|(name, _)| folder.join(name).is_file())?;
        Some(Module { folder: folder.to_owned(), tool: *tool })
    }

    /// Adds this module if it has sources, and those inside it.
    fn collect(&self, modules: &mut Vec<Module>) {
        if !self.sources().is_empty() {
            modules.push(self.clone());
        }
        let inside = match self.tool {
            Tool::Maven => maven::modules(&self.folder),
            Tool::Gradle => gradle::modules(&self.folder),
        };
        for name in inside {
            let folder = self.folder.join(name);
            let is_new = |module: &Module| !modules.contains(module);
            match Module::in_folder(&folder) {
                Some(module) if is_new(&module) => module.collect(modules),
                None if self.tool == Tool::Gradle => {
                    // A module of Gradle needs no build file of its own.
                    let module = Module { folder, tool: self.tool };
                    if !module.sources().is_empty() && is_new(&module) {
                        modules.push(module);
                    }
                }
                _ => {}
            }
        }
    }

    /// Folders of its sources.
    pub fn sources(&self) -> Vec<PathBuf> {
        let folders = SOURCES.iter().map(|name| self.folder.join(name));
        folders.filter(|folder| folder.is_dir()).collect()
    }

    /// The folder of its tests.
    pub fn tests(&self) -> PathBuf {
        self.folder.join("src/test/java")
    }

    /// The folder for results.
    pub fn results(&self) -> PathBuf {
        self.folder.join(self.tool.output()).join("margay")
    }

    /// The folders of its compiled classes.
    ///
    /// # Errors
    /// When it is not compiled.
    pub fn classes(&self) -> Result<Vec<PathBuf>, CliError> {
        let folders = self.tool.classes().iter().map(|name| self.folder.join(name));
        let folders: Vec<PathBuf> = folders.filter(|folder| folder.is_dir()).collect();
        if folders.is_empty() {
            let message = format!(
                "{} is not compiled: there is no {}",
                shown(&self.folder),
                self.tool.classes()[0]
            );
            return Err(CliError::usage(message, format!("run `{}` first", self.tool.compile())));
        }
        Ok(folders)
    }

    /// The class path it is compiled with, as its build tool says. That is asked once, and again when a
    /// build file has changed.
    ///
    /// # Errors
    /// When the build tool does not say.
    pub fn class_path(&self) -> Result<Vec<PathBuf>, CliError> {
        class_path::of(self)
    }
}

/// A folder as people know it.
pub fn shown(folder: &Path) -> String {
    let text = folder.display().to_string();
    if text.is_empty() { ".".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(root: &Path, name: &str, text: &str) {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn names(root: &Path, project: &Project) -> Vec<String> {
        let name = |module: &Module| {
            let inside = module.folder.strip_prefix(root).expect("inside");
            inside.display().to_string()
        };
        project.modules.iter().map(name).collect()
    }

    #[test]
    fn modules_of_maven_are_found_from_the_root_and_from_inside() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path();
        file(
            root,
            "pom.xml",
            "<project><modules><module>core</module><!-- <module>old</module> --><module>web/app</module></modules></project>",
        );
        file(root, "core/pom.xml", "<project/>");
        file(root, "core/src/main/java/demo/A.java", "");
        file(root, "old/pom.xml", "<project/>");
        file(root, "old/src/main/java/demo/O.java", "");
        file(root, "web/app/pom.xml", "<project/>");
        file(root, "web/app/src/main/java/demo/B.java", "");
        let project = Project::around(root).expect("a project");
        assert_eq!(names(root, &project), ["core", "web/app"]);
        let inside = Project::around(&root.join("core/src/main/java")).expect("a project");
        assert_eq!(names(root, &inside), ["core"]);
        let error = inside.modules[0].classes().expect_err("not compiled").to_string();
        assert!(error.ends_with("hint: run `mvn compile` first"), "{error}");
    }

    #[test]
    fn modules_of_gradle_are_those_of_its_settings() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path();
        file(
            root,
            "settings.gradle.kts",
            "rootProject.name = \"x\"\ninclude(\"core\", \":web:app\")\n// include(\"old\")\n",
        );
        file(root, "core/src/main/java/demo/A.java", "");
        file(root, "web/app/build.gradle", "");
        file(root, "web/app/src/main/kotlin/demo/B.kt", "");
        file(root, "old/src/main/java/demo/O.java", "");
        let project = Project::around(root).expect("a project");
        assert_eq!(names(root, &project), ["core", "web/app"]);
        assert_eq!(project.modules[0].results(), root.join("core/build/margay"));
    }

    #[test]
    fn a_folder_without_a_project_is_none() {
        let root = tempfile::tempdir().expect("a folder");
        let error = Project::around(root.path()).expect_err("nothing there").to_string();
        assert!(error.starts_with("no TARGET, and no pom.xml or build.gradle"), "{error}");
    }
}
