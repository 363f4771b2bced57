//! One test class: its frame around the methods that build structures.

use super::{Suite, body};
use crate::Record;
use std::io::{self, Write};

const HEAP: &str = include_str!("Heap.java");
const HOLDS: &str = include_str!("Holds.java");

const STATIC_IMPORTS: &str = "\
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

";

const HEAP_IMPORTS: &str = "\
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
";

const HOLDS_IMPORTS: &str = "\
import java.lang.reflect.Method;
";

const MORE_HEAP_IMPORTS: &str = "\
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
";

const TEST_IMPORTS: &str = "\
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

";

/// A class with more values than this is too large to read, and its constants might not fit.
const MOST_VALUES: usize = 20_000;

/// Whether the source uses a simple name for a class of its own or an imported one.
pub(super) fn takes(name: &str) -> bool {
    let imports = [HEAP_IMPORTS, HOLDS_IMPORTS, MORE_HEAP_IMPORTS, TEST_IMPORTS];
    let end = format!(".{name};");
    name == "Heap" || imports.iter().any(|lines| lines.lines().any(|line| line.ends_with(&end)))
}

/// A test class being written.
pub(super) struct Class<W> {
    out: W,
    /// Which class of the suite this is. The first has what all share.
    part: usize,
    /// The methods that build structures.
    methods: Vec<String>,
    values: usize,
}

impl<W: Write> Class<W> {
    pub fn start(mut out: W, suite: &Suite, part: usize) -> io::Result<Self> {
        if let Some(package) = suite.package() {
            writeln!(out, "package {package};\n")?;
        }
        write!(out, "{STATIC_IMPORTS}")?;
        if part == 0 {
            let holds = if suite.is_direct() { "" } else { HOLDS_IMPORTS };
            write!(out, "{HEAP_IMPORTS}{holds}{MORE_HEAP_IMPORTS}")?;
        }
        write!(out, "{TEST_IMPORTS}")?;
        let first = suite.test_class(0);
        match part {
            0 => writeln!(out, "/** Structures that satisfy {}. */", suite.predicate)?,
            _ => writeln!(out, "/** More structures for {{@link {first}}}. */")?,
        }
        writeln!(out, "class {} {{", suite.test_class(part))?;
        if part == 0 {
            writeln!(out, "    /** Called with each structure. */")?;
            let root = suite.root_type();
            writeln!(out, "    static void check({root} structure) throws Exception {{")?;
            writeln!(out, "        // TODO: call the method under test.\n    }}\n")?;
        }
        write_test(&mut out, suite, &shared(suite, part))?;
        Ok(Class { out, part, methods: Vec::new(), values: 0 })
    }

    pub fn is_full(&self, suite: &Suite) -> bool {
        self.methods.len() >= suite.per_class || self.values >= MOST_VALUES
    }

    pub fn add(&mut self, suite: &Suite, record: &Record) -> io::Result<()> {
        let name = format!("structure_{:04}", record.number);
        let heap = format!("{}Heap", shared(suite, self.part));
        let method = body::Method { name: &name, root: &suite.root_type(), heap: &heap };
        self.values += method.write(&mut self.out, record)?;
        self.methods.push(name);
        Ok(())
    }

    pub fn end(mut self, suite: &Suite) -> io::Result<()> {
        let (out, class) = (&mut self.out, suite.test_class(self.part));
        writeln!(out, "    static Stream<Arguments> structures() {{\n        return Stream.of(")?;
        for (place, name) in self.methods.iter().enumerate() {
            let end = if place + 1 < self.methods.len() { "," } else { ");" };
            writeln!(out, "                named(\"{name}\", {class}::{name}){end}")?;
        }
        writeln!(out, "    }}\n")?;
        let parameters = format!("String name, Supplier<{}> structure", suite.root_type());
        writeln!(out, "    private static Arguments named({parameters}) {{")?;
        writeln!(out, "        return arguments(name, structure);\n    }}")?;
        if self.part == 0 {
            if !suite.is_direct() {
                write_indented(out, &HOLDS.replace("{predicate}", &suite.predicate))?;
            }
            write_indented(out, HEAP)?;
        }
        writeln!(out, "}}")?;
        out.flush()
    }
}

/// What stands before the name of a shared member.
fn shared(suite: &Suite, part: usize) -> String {
    if part == 0 { String::new() } else { format!("{}.", suite.test_class(0)) }
}

fn write_test(out: &mut impl Write, suite: &Suite, shared: &str) -> io::Result<()> {
    let root = suite.root_type();
    let holds = match suite.is_direct() {
        true => format!("structure.{}()", suite.predicate),
        false => format!("{shared}holds(structure)"),
    };
    writeln!(out, "    @ParameterizedTest(name = \"{{0}}\")\n    @MethodSource(\"structures\")")?;
    let parameters = format!("String name, Supplier<{root}> supplier");
    writeln!(out, "    void holds({parameters}) throws Exception {{")?;
    writeln!(out, "        {root} structure = supplier.get();")?;
    writeln!(out, "        assertTrue({holds}, \"{}()\");", suite.predicate)?;
    writeln!(out, "        {shared}check(structure);\n    }}\n")
}

/// A member of the class, after an empty line.
fn write_indented(out: &mut impl Write, source: &str) -> io::Result<()> {
    writeln!(out)?;
    for line in source.lines() {
        let indent = if line.is_empty() { "" } else { "    " };
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}
