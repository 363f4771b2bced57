//! Structures near a corrupt one that a predicate accepts: going back and running again must make
//! the same changes.

use crate::subject::{Subject, fields_of, show_value};
use margay_ir::{ClassId, Storage};
use margay_machine::{Core, Event, Memory, Outcome, Ref, Traced};
use margay_search::Backtrack;
use margay_search::driver::Nobody;
use margay_search::repair::{Cell, Counters, Ground, Kind, Options, Predicate, Repaired, repair};

/// Changes to what a call makes until a predicate accepts it: `list.ok list.broken()`.
///
/// # Errors
/// When there is no repair, or the ways to go back differ.
pub fn run(program: &str, test: &str) -> Result<String, String> {
    let (predicate, call) = test.split_once(' ').ok_or("a predicate and a call are needed")?;
    let (changes, counters) = repaired(program, predicate, call, Backtrack::Checkpoint)?;
    let (same, again) = repaired(program, predicate, call, Backtrack::Reexecute)?;
    if same != changes || again.candidates != counters.candidates {
        return Err(format!("{changes}but when run again\n{same}"));
    }
    Ok(format!("{} candidates, {} backtracks\n{changes}", counters.candidates, counters.backtracks))
}

fn repaired(
    program: &str,
    predicate: &str,
    call: &str,
    backtrack: Backtrack,
) -> Result<(String, Counters), String> {
    let mut subject = Subject::<Traced>::new(program)?;
    let (maker, args) = subject.call(call)?;
    let machine = &mut subject.machine;
    machine.start(maker, &args).map_err(|outcome| format!("{outcome:?}"))?;
    let root = match machine.resume() {
        Event::Done(Outcome::Returned(Some(root))) if root.bits != 0 => root.bits as Ref,
        event => return Err(format!("{call} makes nothing: {event:?}")),
    };
    let method = subject.method(predicate)?;
    let core = &mut subject.machine.core;
    let mut ground = ground(core, root)?;
    let before: Vec<String> = (0..ground.cell_count())
        .map(|cell| show(core, &ground, cell, ground.cell(cell).present))
        .collect();
    ground.open(&mut core.memory);
    let options = Options { backtrack, ..Options::default() };
    let predicate = Predicate { method, is_exhaustion: |_, _| false };
    let Repaired { changes, counters } =
        repair(&mut subject.machine, &ground, predicate, &options, &mut Nobody)
            .map_err(|error| error.to_string())?;
    let lines = changes.iter().map(|change| {
        let core = &subject.machine.core;
        let after = show(core, &ground, change.cell, change.to);
        format!("{}: {} becomes {after}\n", place(core, &ground, change.cell), before[change.cell])
    });
    Ok((lines.collect(), counters))
}

/// All objects that references lead to from the root, and a fresh one of each of their classes.
fn ground(core: &mut Core<Traced>, root: Ref) -> Result<Ground, String> {
    let mut objects = vec![root];
    let mut next = 0;
    while let Some(object) = objects.get(next).copied() {
        next += 1;
        for cell in cells(core, object) {
            let target = cell.present as Ref;
            if matches!(cell.kind, Kind::Link(_)) && target != 0 && !objects.contains(&target) {
                objects.push(target);
            }
        }
    }
    let mut ground = Ground::default();
    let mut classes: Vec<ClassId> = Vec::new();
    for object in &objects {
        let class = core.memory.class_of(*object);
        ground.add(*object, class, false, cells(core, *object));
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    for class in classes {
        let count = core.world.loaded(class).cells;
        let object = core.memory.allocate(class, count).map_err(|_| "the heap is full")?;
        ground.add(object, class, true, cells(core, object));
    }
    Ok(ground)
}

fn cells(core: &Core<Traced>, object: Ref) -> Vec<Cell> {
    let fields = fields_of(&core.world, core.memory.class_of(object));
    let cell = |field| {
        let field = core.world.field(field);
        let class = core.world.find_class(core.world.text(field.descriptor));
        let kind = match (field.storage, class) {
            (Storage::Ref, Some(class)) => Kind::Link(class),
            (storage, _) => Kind::Plain(storage),
        };
        let address = Memory::<Traced>::address(object, field.slot);
        Cell { address, kind, present: core.memory.get(object, field.slot).bits }
    };
    fields.into_iter().map(cell).collect()
}

/// An object of the ground by its number.
fn name(core: &Core<Traced>, ground: &Ground, site: usize) -> String {
    let fresh = if ground.sites()[site].fresh { "new " } else { "" };
    format!("{fresh}{}{site}", core.world.class_name(ground.sites()[site].class))
}

/// A cell by its object and field.
fn place(core: &Core<Traced>, ground: &Ground, cell: usize) -> String {
    let site = ground.owner(cell);
    let found = &ground.sites()[site];
    let field = fields_of(&core.world, found.class)[cell - found.cells.start];
    format!("{}.{}", name(core, ground, site), core.world.text(core.world.field(field).name))
}

fn show(core: &Core<Traced>, ground: &Ground, cell: usize, bits: u64) -> String {
    match ground.cell(cell).kind {
        Kind::Plain(storage) => show_value(
            core,
            storage.value_type(),
            <Traced as margay_machine::Domain>::constant(bits),
        ),
        Kind::Link(_) | Kind::Given(_) if bits == 0 => "null".to_owned(),
        Kind::Link(_) | Kind::Given(_) => (0..ground.sites().len())
            .find(|site| u64::from(ground.sites()[*site].object) == bits)
            .map_or("?".to_owned(), |site| name(core, ground, site)),
    }
}
