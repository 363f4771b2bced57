//! Several threads, one output.
//!
//! Parts of the tree wait in a queue. Each thread has a machine of its own and takes the next
//! part; what it finds goes through a channel of that part, and the channels are read one after
//! the other, so that the output is the same as without threads. A thread that is far ahead waits
//! until its channel is read, which bounds the memory: the part that is read is always the oldest
//! one taken, so somebody always works on it.

use super::candidates::Candidates;
use super::part::{self, EnumerateEvent};
use super::{EnumerateOptions, Watching};
use crate::budget::Budget;
use crate::session::Session;
use margay_search::enumerate::Range;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Events that wait to be read, for each part.
const WAITING: usize = 4096;

/// Parts that nobody has taken yet.
type Queue = Mutex<VecDeque<(Range, SyncSender<EnumerateEvent>)>>;

/// Searches the parts with several threads; the events of all parts, in order, go to `tell`.
pub(super) fn search(
    (session, options): (&Session, &EnumerateOptions),
    jobs: usize,
    parts: Vec<Range>,
    structures: bool,
    watching: Watching<'_>,
    mut tell: impl FnMut(EnumerateEvent) -> ControlFlow<()>,
) {
    let (queue, channels): (VecDeque<_>, Vec<Receiver<EnumerateEvent>>) = parts
        .into_iter()
        .map(|part| {
            let (sender, receiver) = sync_channel(WAITING);
            ((part, sender), receiver)
        })
        .unzip();
    let threads = jobs.min(channels.len());
    let queue = Mutex::new(queue);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work((session, options), &queue, structures, watching));
        }
        read(channels, &queue, watching.budget, &mut tell);
    });
}

/// Reads the channels in order. When the reader has enough, or the time is over, nobody takes
/// another part; dropping the channels ends the parts that are under way.
fn read(
    channels: Vec<Receiver<EnumerateEvent>>,
    queue: &Queue,
    budget: &Budget,
    tell: &mut impl FnMut(EnumerateEvent) -> ControlFlow<()>,
) {
    for channel in channels {
        for event in channel {
            if tell(event).is_break() {
                lock(queue).clear();
                return;
            }
        }
        if budget.end().is_some() {
            lock(queue).clear();
        }
    }
}

/// Searches parts until there are none left.
fn work(
    (session, options): (&Session, &EnumerateOptions),
    queue: &Queue,
    structures: bool,
    watching: Watching<'_>,
) {
    let mut candidates = None;
    loop {
        let Some((part, sender)) = lock(queue).pop_front() else { return };
        let tell = |event| match sender.send(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let candidates = match &mut candidates {
            Some(candidates) => candidates,
            none => match Candidates::new(session, options) {
                Ok(candidates) => none.insert(candidates),
                Err(error) => {
                    let _ = tell(EnumerateEvent::End(Err(error)));
                    return;
                }
            },
        };
        part::search(candidates, &options.search(part), structures, watching, tell);
    }
}

/// The queue stays a queue even if a thread has panicked.
fn lock(queue: &Queue) -> std::sync::MutexGuard<'_, VecDeque<(Range, SyncSender<EnumerateEvent>)>> {
    queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
