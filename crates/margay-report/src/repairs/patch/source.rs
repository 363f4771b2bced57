//! The source of one patch.

use super::Patch;
use crate::literal;
use crate::names::simple_class;
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

const HELPERS: &str = include_str!("Patch.java");

const IMPORTS: &str = "\
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
";

/// Changes in one method: Java's methods have a limit.
const PER_METHOD: usize = 500;

/// The name of the class in the source.
#[must_use]
pub fn class_name(class: &str) -> String {
    format!("{}Repair", simple_class(class))
}

/// Writes the source.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, patch: &Patch<'_>) -> io::Result<()> {
    let Patch { before, count, changes, .. } = *patch;
    let input = Structure { objects: before.objects[..count].to_vec() };
    let order = input.walk(0);
    let mut number = vec![None; before.objects.len()];
    for (new, old) in order.iter().enumerate() {
        number[*old] = Some(new);
    }
    // Objects that the root does not lead to come after the others, then the new ones.
    let others: Vec<usize> = needed(patch).into_iter().filter(|p| number[*p].is_none()).collect();
    let (given, made): (Vec<usize>, Vec<usize>) = others.into_iter().partition(|p| *p < count);
    for (new, old) in (order.len()..).zip(given.iter().chain(&made)) {
        number[*old] = Some(new);
    }
    let number = |place: usize| number[place].unwrap_or_default();
    if let Some((package, _)) = patch.class.rsplit_once('.') {
        writeln!(out, "package {package};\n")?;
    }
    let name = class_name(patch.class);
    writeln!(out, "{IMPORTS}\n/** Repairs a live {}. */", simple_class(patch.class))?;
    writeln!(out, "public final class {name} {{\n    private {name}() {{}}\n")?;
    write_apply(out, patch, (order.len(), &given, &made))?;
    for (part, changes) in changes.chunks(PER_METHOD).enumerate() {
        writeln!(
            out,
            "    private static void changes{part}(List<Object> o, List<Change> all) {{"
        )?;
        for (place, slot, to) in changes {
            let object = &before.objects[*place];
            let at = number(*place);
            let from = expression(value_at(object, *slot), &number);
            let slot = match &object.content {
                Content::Fields(fields) => {
                    let field = &fields[*slot].0;
                    let key = literal::string(&format!("{}.{}", field.class, field.name));
                    format!("new Slot(o.get({at}), {key}, 0)")
                }
                _ => format!("new Slot(o.get({at}), null, {slot})"),
            };
            let to = expression(to, &number);
            writeln!(out, "        all.add(new Change({slot}, {from}, {to}));")?;
        }
        writeln!(out, "    }}\n")?;
    }
    write_fields(out, before)?;
    for line in HELPERS.lines() {
        let indent = if line.is_empty() { "" } else { "    " };
        writeln!(out, "{indent}{line}")?;
    }
    writeln!(out, "}}")
}

/// The method that does it. `objects` are how many the root leads to, those that the caller has to
/// give, and new ones.
fn write_apply(
    out: &mut impl Write,
    patch: &Patch<'_>,
    (reached, given, made): (usize, &[usize], &[usize]),
) -> io::Result<()> {
    let id = |place: &usize| patch.before.objects[*place].id.clone();
    writeln!(out, "    /**\n     * Makes the changes in a live structure.")?;
    writeln!(out, "     *\n     * @param root the root of the structure")?;
    let names: Vec<String> = given.iter().map(id).collect();
    let what = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    writeln!(out, "     * @param others objects that the root does not lead to: {what}")?;
    writeln!(
        out,
        "     * @throws IllegalStateException if it is not the structure that was repaired;"
    )?;
    writeln!(out, "     *     then nothing is changed\n     */")?;
    writeln!(out, "    public static void apply(Object root, Object... others) {{")?;
    writeln!(out, "        List<Object> objects = walk(root);")?;
    writeln!(
        out,
        "        if (objects.size() != {reached} || others.length != {}) {{",
        given.len()
    )?;
    let message = literal::string("not the structure that was repaired");
    writeln!(out, "            throw new IllegalStateException({message});\n        }}")?;
    writeln!(out, "        objects.addAll(Arrays.asList(others));")?;
    for place in made {
        let class = literal::string(&patch.before.objects[*place].class);
        writeln!(out, "        objects.add(create({class}));")?;
    }
    writeln!(out, "        List<Change> changes = new ArrayList<>();")?;
    for part in 0..patch.changes.len().div_ceil(PER_METHOD) {
        writeln!(out, "        changes{part}(objects, changes);")?;
    }
    writeln!(
        out,
        "        changes.forEach(Change::check);\n        changes.forEach(Change::make);"
    )?;
    writeln!(out, "    }}\n")
}

/// All objects that changes are about, or lead to.
fn needed(patch: &Patch<'_>) -> Vec<usize> {
    let mut needed: Vec<usize> = Vec::new();
    for (place, slot, to) in patch.changes {
        needed.push(*place);
        for value in [value_at(&patch.before.objects[*place], *slot), to] {
            if let Value::Ref(target) = value {
                needed.push(*target);
            }
        }
    }
    needed.sort_unstable();
    needed.dedup();
    needed
}

fn value_at(object: &Object, slot: usize) -> &Value {
    object.content.values().nth(slot).unwrap_or(&Value::Null)
}

/// The method that tells the fields of each class.
fn write_fields(out: &mut impl Write, before: &Structure) -> io::Result<()> {
    let mut classes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for object in &before.objects {
        if let Content::Fields(fields) = &object.content {
            classes.entry(&object.class).or_insert_with(|| {
                let key = |(field, _): &(Arc<FieldName>, Value)| {
                    literal::string(&format!("{}.{}", field.class, field.name))
                };
                fields.iter().map(key).collect()
            });
        }
    }
    writeln!(
        out,
        "    private static String[] fields(String type) {{\n        return switch (type) {{"
    )?;
    for (class, fields) in classes {
        let class = literal::string(class);
        writeln!(out, "            case {class} -> new String[] {{{}}};", fields.join(", "))?;
    }
    writeln!(out, "            default -> new String[0];\n        }};\n    }}\n")
}

fn expression(value: &Value, number: &impl Fn(usize) -> usize) -> String {
    match value {
        Value::Null | Value::Free => "null".to_owned(),
        Value::Ref(place) => format!("o.get({})", number(*place)),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => format!("{value}L"),
        Value::Char(unit) => literal::char(*unit),
        Value::Float(text) => format!("new Decimal({})", literal::string(text)),
        Value::Text(text) => literal::string(text),
        Value::Units(units) => literal::units(units),
        Value::Constant(name) => format!("new Constant({})", literal::string(name)),
    }
}
