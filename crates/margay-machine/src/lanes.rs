//! Lanes: several values treated as one, each by a bit of a mask.

/// Values of one register or argument, one for each lane.
pub struct Lanes<'a, V> {
    /// The lanes meant.
    pub mask: u64,
    /// Their values.
    pub values: &'a [V],
    /// Where results go.
    pub results: &'a mut [V],
}

/// The lanes of a mask, ascending.
pub fn of(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        (lane < 64).then(|| {
            mask &= mask - 1;
            lane as usize
        })
    })
}
