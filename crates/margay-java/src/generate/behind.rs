//! Objects behind static fields. What a method changes of them outlives its test: the next one would
//! find something else. So tests put back what such objects held, and a method that changes one
//! that nobody can put back has no test.

use super::replay::Replayer;
use crate::graph::{Visited, fields};
use margay_ir::{ClassKind, Storage};
use margay_jvm::descriptor::storage;
use margay_machine::Ref;
use margay_search::structure::{Content, FieldName, Structure, Value};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

/// Objects at most that are looked at inside one of the class library.
const MOST_INSIDE: usize = 1 << 14;

/// What is behind the static fields of the project, at one moment.
pub(super) struct BehindStatics {
    roots: Vec<(FieldName, usize)>,
    visited: Visited,
    before: Structure,
    /// What objects hold that the structure does not show, by place.
    inside: FxHashMap<usize, u64>,
}

impl BehindStatics {
    /// What is there now.
    pub fn read(replayer: &mut Replayer) -> BehindStatics {
        let mut visited = Visited::default();
        let mut roots = Vec::new();
        for field in
            replayer.statics.iter().filter(|field| field.descriptor.starts_with(['L', '[']))
        {
            let memory = replayer.program.memory();
            let object = memory.get_static(field.slot) as Ref;
            if memory.is_ready(field.class) && object != 0 {
                roots.push((field.name.clone(), visited.place(object, None)));
            }
        }
        let before = replayer.reader.read(&mut replayer.program.machine, &mut visited);
        let inside = inside(replayer, &visited, &before);
        BehindStatics { roots, visited, before, inside }
    }

    /// The static fields behind which something has changed since.
    ///
    /// # Errors
    /// Why no test can put it back.
    pub fn changed(&mut self, replayer: &mut Replayer) -> Result<Vec<FieldName>, String> {
        let after = replayer.reader.read(&mut replayer.program.machine, &mut self.visited);
        let inside = inside(replayer, &self.visited, &self.before);
        let mut changed = FxHashSet::default();
        for (place, old) in self.before.objects.iter().enumerate() {
            let new = &after.objects[place].content;
            let is_same = is_same(&self.before, &old.content, &after, new)
                && self.inside.get(&place) == inside.get(&place);
            let is_only_kept = |object| replayer.is_only_kept(object, &old.content, new);
            if is_same || self.visited.object(place).is_some_and(is_only_kept) {
                continue;
            }
            changed.insert(place);
            if !can_be_put_back(&old.class, &old.content) {
                let field = self.roots.iter().find(|(_, root)| self.leads_to(*root, &changed));
                let field = field.map_or_else(String::new, |(field, _)| {
                    format!(" behind the static field {}.{}", field.class, field.name)
                });
                return Err(format!(
                    "it changes a {}{field}, which no test can put back",
                    old.class
                ));
            }
        }
        let touched = self.roots.iter().filter(|(_, root)| self.leads_to(*root, &changed));
        Ok(touched.map(|(field, _)| field.clone()).collect())
    }

    fn leads_to(&self, root: usize, wanted: &FxHashSet<usize>) -> bool {
        let (mut seen, mut open) = (FxHashSet::default(), vec![root]);
        while let Some(place) = open.pop() {
            if wanted.contains(&place) {
                return true;
            }
            if seen.insert(place) {
                let values = self.before.objects[place].content.values();
                open.extend(values.filter_map(|value| match value {
                    Value::Ref(place) => Some(*place),
                    _ => None,
                }));
            }
        }
        false
    }
}

/// Whether an object holds what it held. Some objects are known by an array that a method of theirs makes
/// anew each time it is called.
fn is_same(before: &Structure, old: &Content, after: &Structure, new: &Content) -> bool {
    match (old, new) {
        (Content::Holding(Value::Ref(old)), Content::Holding(Value::Ref(new))) => {
            before.objects[*old].content == after.objects[*new].content
        }
        _ => old == new,
    }
}

/// Whether a test can give an object what it held.
fn can_be_put_back(class: &str, content: &Content) -> bool {
    match content {
        Content::Fields(_)
        | Content::Elements(_)
        | Content::Collection(_)
        | Content::Map(_)
        | Content::Constant(_) => true,
        Content::Holding(_) => {
            class.starts_with("java.util.concurrent.atomic.")
                || class.starts_with("java.lang.StringBu")
        }
        Content::Boxed(_) | Content::Stub(_) | Content::Opaque => false,
    }
}

/// A number for all that objects hold that the structure does not show.
fn inside(replayer: &Replayer, visited: &Visited, shown: &Structure) -> FxHashMap<usize, u64> {
    let hidden = shown
        .objects
        .iter()
        .enumerate()
        .filter(|(_, object)| matches!(object.content, Content::Opaque | Content::Constant(_)));
    let objects = hidden.filter_map(|(place, _)| Some((place, visited.object(place)?)));
    objects.map(|(place, object)| (place, digest(replayer, object))).collect()
}

/// A number for what an object holds, and those that it leads to. Texts and classes only keep results
/// of theirs that they would compute again.
fn digest(replayer: &Replayer, object: Ref) -> u64 {
    let (world, memory) = (replayer.program.world(), replayer.program.memory());
    let mut hasher = FxHasher::default();
    let (mut seen, mut open) = (FxHashSet::default(), vec![object]);
    while let Some(object) = open.pop() {
        let class = memory.class_of(object);
        let is_steady = matches!(world.class_name(class), "java/lang/String" | "java/lang/Class");
        if is_steady || seen.len() == MOST_INSIDE || !seen.insert(object) {
            continue;
        }
        let cells: Vec<(u32, bool)> = match world.loaded(class).kind {
            ClassKind::Array { elem, .. } => {
                memory.written(object).map(|index| (index, elem == Storage::Ref)).collect()
            }
            _ => {
                let cell = |field: &crate::graph::Field| {
                    (field.slot, storage(&field.descriptor) == Storage::Ref)
                };
                fields(world, class).iter().map(cell).collect()
            }
        };
        for (index, is_reference) in cells {
            let bits = memory.get(object, index);
            if bits != 0 {
                hasher.write_u32(index);
                hasher.write_u64(bits);
            }
            if is_reference && bits != 0 {
                open.push(bits as Ref);
            }
        }
    }
    hasher.finish()
}
