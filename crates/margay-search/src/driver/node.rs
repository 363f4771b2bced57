//! An open question of the path.

/// A question, and how far its answers were tried.
pub(super) struct Node<N, M> {
    /// What the strategy remembers of it.
    pub note: N,
    /// The strategy's own state when it was asked.
    pub mark: M,
    /// Answers there are.
    pub count: u32,
    /// The one to try before all others, until it was tried.
    pub first: Option<u32>,
    /// The one that was tried before all others.
    pub tried: Option<u32>,
    /// The next one to try, and the first one not to.
    pub next: u32,
    pub end: u32,
    /// The one that was given last.
    pub given: u32,
    /// Number of decisions before it.
    pub depth: u32,
    /// Whether the machine has a checkpoint there.
    pub saved: bool,
    /// Whether a checkpoint is worth its price even with one answer.
    pub revisable: bool,
}

impl<N, M> Node<N, M> {
    /// The alternative to be given next, which then is given.
    pub fn give(&mut self) -> u32 {
        self.given = match self.first.take() {
            Some(first) => {
                self.tried = Some(first);
                first
            }
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        self.given
    }

    /// Whether answering it is a decision.
    pub fn is_fork(&self) -> bool {
        self.count > 1
    }
}
