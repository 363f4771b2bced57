//! What objects of the class library keep once they were asked: the views of a map, the text of a number. Whoever asks changes
//! nothing that anybody could see.

use super::replay::Replayer;
use crate::graph::Visited;
use margay_machine::{Concrete, Memory, Ref};
use rustc_hash::FxHashSet;

/// Fields that hold nothing until somebody asks.
const KEPT: [&str; 14] = [
    "keySet",
    "values",
    "entrySet",
    "navigableKeySet",
    "descendingKeySet",
    "descendingMap",
    "hash",
    "hashIsZero",
    "precision",
    "stringCache",
    "bitCountPlusOne",
    "bitLengthPlusOne",
    "lowestSetBitPlusTwo",
    "firstNonzeroIntNumPlusTwo",
];

impl Replayer {
    /// The cells of such fields, of all objects that one leads to.
    pub(super) fn kept_by_library(&mut self, object: Ref) -> FxHashSet<u32> {
        let mut visited = Visited::default();
        visited.place(object, None);
        self.reader.read(&mut self.program.machine, &mut visited);
        let core = &self.program.machine.core;
        let objects = (0..).map_while(|place| visited.object(place));
        let mut found = FxHashSet::default();
        for object in objects {
            let class = core.memory.class_of(object);
            let lineage = std::iter::successors(Some(class), |c| core.world.loaded(*c).superclass);
            let library =
                lineage.filter(|class| core.world.class_name(*class).starts_with("java/"));
            let fields = library.flat_map(|class| core.world.loaded(class).fields.iter());
            for field in fields.map(|field| core.world.field(*field)) {
                if !field.is_static() && KEPT.contains(&core.world.text(field.name)) {
                    found.insert(Memory::<Concrete>::address(object, field.slot));
                }
            }
        }
        found
    }
}
