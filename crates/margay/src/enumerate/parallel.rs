//! Several threads, one output.
//!
//! Parts of the tree wait in a queue. Each thread has a machine of its own and takes the next
//! part; what it finds goes through a channel of that part, and the channels are read one after
//! the other, so that the output is the same as without threads. A thread that is far ahead waits
//! until its channel is read, which bounds the memory: the part that is read is always the oldest
//! one taken, so somebody always works on it.

use super::args::EnumerateArgs;
use super::progress::Progress;
use super::scout::{self, News};
use super::subject::{self, Subject};
use super::watch::Watch;
use margay_search::enumerate::Range;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Parts for each thread, so that none is idle at the end for long.
pub const PARTS: usize = 32;
/// News that wait to be read, for each part.
const WAITING: usize = 4096;

/// Parts that nobody has taken yet.
type Queue = Mutex<VecDeque<(Range, SyncSender<News>)>>;

/// Searches the parts with so many threads; the news of all parts, in order, go to `tell`.
pub fn search(
    args: &EnumerateArgs,
    parts: Vec<Range>,
    structures: bool,
    (watch, progress): (&Watch, &Progress),
    mut tell: impl FnMut(News) -> ControlFlow<()>,
) {
    let (queue, channels): (VecDeque<_>, Vec<Receiver<News>>) = parts
        .into_iter()
        .map(|part| {
            let (sender, receiver) = sync_channel(WAITING);
            ((part, sender), receiver)
        })
        .unzip();
    let threads = args.part.jobs.get().min(channels.len());
    let queue = Mutex::new(queue);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work(args, &queue, structures, (watch, progress)));
        }
        read(channels, &queue, watch, &mut tell);
    });
}

/// Reads the channels in order. When the reader has enough, or the time is over, nobody takes
/// another part; dropping the channels ends the parts that are under way.
fn read(
    channels: Vec<Receiver<News>>,
    queue: &Queue,
    watch: &Watch,
    tell: &mut impl FnMut(News) -> ControlFlow<()>,
) {
    for channel in channels {
        for news in channel {
            if tell(news).is_break() {
                lock(queue).clear();
                return;
            }
        }
        if watch.stop().is_some() {
            lock(queue).clear();
        }
    }
}

/// Searches parts until there are none left.
fn work(args: &EnumerateArgs, queue: &Queue, structures: bool, watched: (&Watch, &Progress)) {
    let mut subject = None;
    loop {
        let Some((part, sender)) = lock(queue).pop_front() else { return };
        let tell = |news| match sender.send(news) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let subject = match &mut subject {
            Some(subject) => subject,
            none => match Subject::open(args) {
                Ok(subject) => none.insert(subject),
                Err(error) => {
                    let _ = tell(News::End(Err(error)));
                    return;
                }
            },
        };
        scout::search(subject, &subject::options(args, part), structures, watched, tell);
    }
}

/// The queue stays a queue even if a thread has panicked.
fn lock(queue: &Queue) -> std::sync::MutexGuard<'_, VecDeque<(Range, SyncSender<News>)>> {
    queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
