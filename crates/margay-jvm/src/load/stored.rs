//! Class files as a loader keeps them. A class path may have tens of thousands, of most of which nobody asks for more than
//! what they declare: those stay bytes, a tenth of what they take when they are read.

use crate::classfile::{self, ClassBody};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// After so many looks a class file stays read.
const FEW_LOOKS: u8 = 4;

/// A class file, which was read once.
pub(super) struct Stored {
    bytes: Box<[u8]>,
    body: OnceLock<ClassBody>,
    looks: AtomicU8,
}

impl Stored {
    /// One that stays read.
    pub fn read(body: ClassBody) -> Stored {
        Stored { bytes: Box::default(), body: OnceLock::from(body), looks: AtomicU8::new(0) }
    }

    /// One that is read again when it is needed.
    pub fn unread(bytes: Vec<u8>) -> Stored {
        let bytes = bytes.into_boxed_slice();
        Stored { bytes, body: OnceLock::new(), looks: AtomicU8::new(0) }
    }

    /// What is in it.
    pub fn body(&self) -> &ClassBody {
        self.body.get_or_init(|| self.parse())
    }

    /// Looks at what is in it, without keeping that unless it is asked for again and again.
    pub fn look<R>(&self, look: impl FnOnce(&ClassBody) -> R) -> R {
        let is_frequent = self.looks.fetch_add(1, Ordering::Relaxed) >= FEW_LOOKS;
        match self.body.get() {
            Some(body) => look(body),
            None if is_frequent => look(self.body()),
            None => look(&self.parse()),
        }
    }

    fn parse(&self) -> ClassBody {
        classfile::read(&self.bytes).unwrap_or_else(|_| unreachable!("it was read before"))
    }
}
