//! Several threads, one output.
//!
//! Work comes in parts whose keys are in order. Each thread has machines of its own and takes the
//! first part that waits; what it finds goes through a channel of that part, and the channels are
//! read one after the other, so that the output is the same as without threads. A part may leave a
//! rest, as further parts that come right after it. A thread that is far ahead waits until its
//! channel is read, which bounds the memory: the part that is read is always the oldest one, so
//! somebody always works on it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Events that wait to be read, for each part. A channel has room for all of them from the start, so
/// it holds boxes: there are many channels, and an event may be large.
const WAITING: usize = 4096;

/// What a reader wants after an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted<K> {
    /// The next one.
    More,
    /// Nothing of the parts before this key any more.
    From(K),
    /// Nothing.
    Nothing,
}

/// A part that has not been read to its end.
struct Part<J, E> {
    /// What is to be done, until somebody takes it.
    job: Option<(J, SyncSender<Box<E>>)>,
    /// What comes of it, until that is read.
    events: Option<Receiver<Box<E>>>,
}

struct Parts<K, J, E> {
    open: BTreeMap<K, Part<J, E>>,
    /// Parts before this one are not wanted.
    first: Option<K>,
    closed: bool,
}

impl<K: Ord, J, E> Parts<K, J, E> {
    fn add(&mut self, key: K, job: J) {
        if self.closed || self.first.as_ref().is_some_and(|first| key < *first) {
            return;
        }
        let (sender, receiver) = sync_channel(WAITING);
        self.open.insert(key, Part { job: Some((job, sender)), events: Some(receiver) });
    }

    fn take(&mut self) -> Option<(J, SyncSender<Box<E>>)> {
        self.open.values_mut().find_map(|part| part.job.take())
    }

    fn skip_to(&mut self, first: K) {
        self.open.retain(|key, _| *key >= first);
        self.first = Some(first);
    }
}

/// The parts, and whoever waits for a change of them.
struct Board<K, J, E> {
    parts: Mutex<Parts<K, J, E>>,
    changed: Condvar,
}

impl<K, J, E> Board<K, J, E> {
    /// The board stays usable even if a thread has panicked.
    fn lock(&self) -> MutexGuard<'_, Parts<K, J, E>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Works on parts with several threads, each with a worker of its own; what happens is told in the
/// order of the keys.
pub(crate) fn run<K, J, E, W>(
    jobs: usize,
    parts: impl IntoIterator<Item = (K, J)>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, J, &mut dyn FnMut(E) -> ControlFlow<()>) -> Vec<(K, J)> + Sync,
    mut tell: impl FnMut(E) -> Wanted<K>,
) where
    K: Ord + Clone + Send,
    J: Send,
    E: Send,
{
    let mut board = Parts { open: BTreeMap::new(), first: None, closed: false };
    parts.into_iter().for_each(|(key, job)| board.add(key, job));
    let board = Board { parts: Mutex::new(board), changed: Condvar::new() };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| work_on(&board, &worker, &work));
        }
        read(&board, &mut tell);
    });
}

/// Reads the channels in order. Dropping a channel ends the work on its part.
fn read<K: Ord + Clone, J, E>(board: &Board<K, J, E>, tell: &mut impl FnMut(E) -> Wanted<K>) {
    loop {
        let mut parts = board.lock();
        let Some((key, part)) = parts.open.iter_mut().next() else { break };
        let (key, events) = (key.clone(), part.events.take());
        drop(parts);
        let wanted = events.into_iter().flatten().map(|event| tell(*event));
        let wanted = { wanted }.find(|wanted| !matches!(wanted, Wanted::More));
        let mut parts = board.lock();
        parts.open.remove(&key);
        match wanted {
            None | Some(Wanted::More) => {}
            Some(Wanted::From(first)) => parts.skip_to(first),
            Some(Wanted::Nothing) => break,
        }
        board.changed.notify_all();
    }
    let mut parts = board.lock();
    parts.closed = true;
    parts.open.clear();
    board.changed.notify_all();
}

/// Works on parts until there are none left.
fn work_on<K: Ord, J, E, W>(
    board: &Board<K, J, E>,
    worker: &impl Fn() -> W,
    work: &impl Fn(&mut W, J, &mut dyn FnMut(E) -> ControlFlow<()>) -> Vec<(K, J)>,
) {
    let mut own = None;
    loop {
        let mut parts = board.lock();
        let (job, sender) = loop {
            if parts.closed || parts.open.is_empty() {
                return;
            }
            match parts.take() {
                Some(taken) => break taken,
                // Another part may leave a rest.
                None => {
                    parts = board.changed.wait(parts).unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        drop(parts);
        let mut tell = |event| match sender.send(Box::new(event)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let rest = work(own.get_or_insert_with(worker), job, &mut tell);
        let mut parts = board.lock();
        rest.into_iter().for_each(|(key, job)| parts.add(key, job));
        drop(parts);
        board.changed.notify_all();
        // The rest must be known when the reader comes to the end of this part.
        drop(sender);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts from `from` to `to`, ten numbers at a time; the rest is left as two parts.
    fn count(
        (from, to): (u32, u32),
        tell: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Vec<(u32, (u32, u32))> {
        let end = to.min(from + 10);
        for number in from..end {
            if tell(number).is_break() {
                return Vec::new();
            }
        }
        let middle = u32::midpoint(end, to);
        let parts = [(end, (end, middle)), (middle, (middle, to))];
        parts.into_iter().filter(|(_, (from, to))| from < to).collect()
    }

    fn numbers(jobs: usize, wanted: impl Fn(u32) -> Wanted<u32>) -> Vec<u32> {
        let mut found = Vec::new();
        let tell = |number| {
            found.push(number);
            wanted(number)
        };
        let parts = [(0, (0, 300)), (300, (300, 500))];
        run(jobs, parts, || (), |(), job, tell| count(job, tell), tell);
        found
    }

    #[test]
    fn the_order_is_that_of_the_keys() {
        for jobs in 1..6 {
            assert_eq!(numbers(jobs, |_| Wanted::More), Vec::from_iter(0..500));
        }
    }

    #[test]
    fn what_is_not_wanted_is_left_out() {
        let skip = |number| if number == 123 { Wanted::From(300) } else { Wanted::More };
        let stop = |number| if number == 311 { Wanted::Nothing } else { skip(number) };
        for jobs in 1..6 {
            assert_eq!(numbers(jobs, skip), Vec::from_iter((0..124).chain(300..500)));
            assert_eq!(numbers(jobs, stop), Vec::from_iter((0..124).chain(300..312)));
        }
    }
}
