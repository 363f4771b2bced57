//! Lanes: several values treated as one, each by a bit of a mask.

/// Lanes of one mask.
pub const LANES: usize = u64::BITS as usize;

/// Values of one register or argument, one for each lane.
pub struct Lanes<'a, V> {
    /// The lanes meant.
    pub mask: u64,
    /// Their values.
    pub values: &'a [V],
    /// Where results go, unless they are all the same.
    pub results: &'a mut [V],
    /// The result of all lanes that have one, if that is the same.
    pub same: Option<V>,
}

/// The mask of the first so many lanes.
#[must_use]
pub fn first(count: usize) -> u64 {
    if count >= LANES { u64::MAX } else { (1 << count) - 1 }
}

/// The lanes from the first of a mask to the last, those in between included.
#[must_use]
pub fn span(mask: u64) -> std::ops::Range<usize> {
    mask.trailing_zeros() as usize..LANES - mask.leading_zeros() as usize
}

/// The lanes of a mask, ascending.
pub fn of(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        (lane < u64::BITS).then(|| {
            mask &= mask - 1;
            lane as usize
        })
    })
}
