//! An open question of the path.

/// A question, and how far its answers were tried.
pub(super) struct Node<N, M> {
    /// What the strategy remembers of it.
    pub note: N,
    /// The strategy's own state when it was asked.
    pub mark: M,
    /// Answers there are.
    pub count: u32,
    /// The next one to try, and the first one not to.
    pub next: u32,
    pub end: u32,
    /// Number of decisions before it.
    pub depth: u32,
    /// Whether the machine has a checkpoint there.
    pub saved: bool,
    /// Whether a checkpoint is worth its price even with one answer.
    pub revisable: bool,
}

impl<N, M> Node<N, M> {
    /// Whether answering it is a decision.
    pub fn is_fork(&self) -> bool {
        self.count > 1
    }
}
