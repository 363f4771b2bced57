//! Operations on containers, compared with plain lists, and undone.

use super::*;
use crate::Concrete;
use crate::memory::Memory;
use margay_ir::ClassId;
use proptest::prelude::*;

/// One operation on a table, chosen by two numbers, and what a plain list of keys makes of it.
fn table_change(table: &Table, model: &mut Vec<(Ref, Ref)>, kind: u8, key: Ref) -> Change {
    let hash = key / 3;
    let found = table.find(hash, |other| other == key);
    let at = model.iter().position(|(other, _)| *other == key);
    assert_eq!(found, table.find_same(hash, key));
    assert_eq!(found.is_some(), at.is_some());
    match (found, at) {
        (Some(place), Some(at)) if kind == 0 => {
            model.remove(at);
            Change::Remove(place)
        }
        (Some(place), Some(at)) => {
            model[at].1 += 1;
            Change::SetValue(place, table.value(place) + 1)
        }
        _ => {
            model.push((key, key));
            Change::Insert(TableEntry { key, hash, value: key })
        }
    }
}

fn deque_change(len: usize, kind: u8, element: Ref) -> Change {
    let place = element % (len.max(1) as u32);
    match kind {
        0 => Change::Push(End::Front, element),
        1 | 2 => Change::Push(End::Back, element),
        3 => Change::Pop(End::Front),
        4 => Change::Pop(End::Back),
        5 => Change::RemoveElement(place),
        _ => Change::SetElement(place, element),
    }
}

proptest! {
    /// A table is a list of entries by key, and any operations undone in reverse leave what was.
    #[test]
    fn tables_undo(operations in proptest::collection::vec((0u8..4, 1u32..60), 0..200)) {
        let mut container = Container::Table(Table::default());
        let (mut model, mut history) = (Vec::new(), Vec::new());
        for (kind, key) in operations {
            let before = container.clone();
            let table = container.table().expect("a table");
            let change = table_change(table, &mut model, kind, key);
            history.push((before, container.apply(change)));
            let table = container.table().expect("a table");
            let entries: Vec<_> = table.entries().map(|entry| (entry.key, entry.value)).collect();
            prop_assert_eq!(&entries, &model);
            let near = table.entries().filter(|entry| entry.hash % 8 == key / 3 % 8).count();
            prop_assert_eq!(table.crowd(key / 3, 8), near);
            let compact: Vec<_> = table.compact().entries().collect();
            prop_assert_eq!(compact, table.entries().collect::<Vec<_>>());
        }
        while let Some((before, reverse)) = history.pop() {
            if let Some(reverse) = reverse {
                container.undo(reverse);
            }
            prop_assert_eq!(&container, &before);
            let table = container.table().expect("a table");
            for entry in table.entries() {
                let found = table.find(entry.hash, |key| key == entry.key);
                prop_assert_eq!(found.map(|at| table.value(at)), Some(entry.value));
            }
        }
    }

    #[test]
    fn deques_undo(operations in proptest::collection::vec((0u8..7, 1u32..40), 0..80)) {
        let mut container = Container::Deque(VecDeque::new());
        let mut history = Vec::new();
        for (kind, element) in operations {
            let before = container.clone();
            history.push((before, container.apply(deque_change(container.len(), kind, element))));
        }
        while let Some((before, reverse)) = history.pop() {
            if let Some(reverse) = reverse {
                container.undo(reverse);
            }
            prop_assert_eq!(&container, &before);
        }
    }
}

/// What the machine does by itself is what the operations on containers do, and it is taken back.
#[test]
fn shortcuts_act_on_the_container_of_an_object() {
    let mut memory: Memory<Concrete> = Memory::new(1 << 10);
    let object = memory.allocate(ClassId::from_u32(0), 2).expect("there is room");
    let of = |deed| Shortcut { deed, handle: 1 };
    let push = of(Deed::Push { end: End::Back, answers: true, null: false });
    let pop = of(Deed::Take { end: End::Front, removes: true });
    assert_eq!(push.take(&mut memory, object, Some(7)), Taken::Unusual, "no container");
    let handle = memory.new_container(Container::Deque(VecDeque::new()));
    memory.set(object, 1, u64::from(handle));
    let mark = memory.mark();
    assert_eq!(pop.take(&mut memory, object, None), Taken::Unusual, "nothing to take");
    assert_eq!(push.take(&mut memory, object, Some(0)), Taken::Unusual, "null");
    assert_eq!(push.take(&mut memory, object, Some(7)), Taken::Value(1));
    assert_eq!(push.take(&mut memory, object, Some(8)), Taken::Value(1));
    assert_eq!(push.peek(&memory, object, None), None);
    assert_eq!(pop.peek(&memory, object, None), None);
    assert_eq!(of(Deed::Len).peek(&memory, object, None), Some(Taken::Value(2)));
    let last = of(Deed::Take { end: End::Back, removes: false });
    assert_eq!(last.take(&mut memory, object, None), Taken::Value(8));
    assert_eq!(pop.take(&mut memory, object, None), Taken::Value(7));
    assert_eq!(of(Deed::IsEmpty).take(&mut memory, object, None), Taken::Value(0));
    memory.undo_to(mark);
    assert_eq!(of(Deed::IsEmpty).take(&mut memory, object, None), Taken::Value(1));
}
