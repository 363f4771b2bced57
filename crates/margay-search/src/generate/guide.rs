//! What steers a search beside its bounds: guides.
//!
//! At a question every guide says which of the ways on may still lead to a path that is wanted; the others
//! are never taken. At the end of a path every guide says whether it is wanted, and may make more true for
//! that. A guide never adds a way, so that whatever is found with one is found without it; and the paths
//! keep the decisions they have without it.

use margay_machine::Core;
use margay_machine::code::Point;
use margay_machine::symbolic::Symbolic;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// Whether a path is wanted that has come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It is.
    Wanted,
    /// It is not.
    Unwanted,
    /// The solver does not know; why.
    Unknown(String),
}

/// Steers a search.
pub trait Guide {
    /// Whether a way on may lead to a path that is wanted: the one into this block, if it is known.
    fn allows(&mut self, core: &Core<Symbolic>, way: Option<Point>) -> bool {
        let _ = (core, way);
        true
    }

    /// How far what is wanted is by a way on, if that can be told: the nearest is tried first.
    fn distance(&self, core: &Core<Symbolic>, way: Option<Point>) -> Option<u32> {
        let _ = (core, way);
        None
    }

    /// Whether the last answer to a question is the most promising: that which stays in a loop.
    fn takes_last_first(&self) -> bool {
        false
    }

    /// The part of what is wanted that the path is in, if the guide tells parts apart.
    fn part(&mut self, core: &Core<Symbolic>) -> Option<u32> {
        let _ = core;
        None
    }

    /// Whether all that is wanted of a part was found: what is still open there need not be tried.
    fn is_found(&self, part: u32) -> bool {
        let _ = part;
        false
    }

    /// Whether a path would be wanted that has come to its end with calls left open.
    fn would_want(&mut self, core: &Core<Symbolic>) -> bool {
        let _ = core;
        true
    }

    /// Whether a path is wanted that has come to its end.
    fn judge(&mut self, core: &mut Core<Symbolic>) -> Judged {
        let _ = core;
        Judged::Wanted
    }
}

/// All the guides of a search; none guides nowhere.
#[derive(Clone, Default)]
pub struct Guides(pub Vec<Rc<RefCell<dyn Guide>>>);

impl fmt::Debug for Guides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} guides", self.0.len())
    }
}

impl Guides {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all of them allow a way.
    #[must_use]
    pub fn allow(&self, core: &Core<Symbolic>, way: Option<Point>) -> bool {
        self.0.iter().all(|guide| guide.borrow_mut().allows(core, way))
    }

    /// How far what is wanted is by a way on, as the first that can tell says.
    #[must_use]
    pub fn distance(&self, core: &Core<Symbolic>, way: Option<Point>) -> Option<u32> {
        self.0.iter().find_map(|guide| guide.borrow().distance(core, way))
    }

    /// Whether the last answer comes first.
    #[must_use]
    pub fn take_last_first(&self) -> bool {
        self.0.iter().any(|guide| guide.borrow().takes_last_first())
    }

    /// The part of what is wanted that the path is in: which guide knows it, and which it is.
    #[must_use]
    pub fn part(&self, core: &Core<Symbolic>) -> Option<(usize, u32)> {
        let parts = self.0.iter().enumerate();
        parts.filter_map(|(n, guide)| Some((n, guide.borrow_mut().part(core)?))).next()
    }

    /// Whether all that is wanted of a part was found.
    #[must_use]
    pub fn is_found(&self, (guide, part): (usize, u32)) -> bool {
        self.0[guide].borrow().is_found(part)
    }

    /// Whether all of them would want a path that has come to its end with calls left open.
    #[must_use]
    pub fn would_want(&self, core: &Core<Symbolic>) -> bool {
        self.0.iter().all(|guide| guide.borrow_mut().would_want(core))
    }

    /// What all of them say of a path: the first that does not want it.
    pub fn judge(&self, core: &mut Core<Symbolic>) -> Judged {
        let judged = self.0.iter().map(|guide| guide.borrow_mut().judge(core));
        judged.into_iter().find(|judged| *judged != Judged::Wanted).unwrap_or(Judged::Wanted)
    }
}
