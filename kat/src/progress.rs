//! How a long test says how far it has come.

/// Receives what is being done now.
pub trait Progress: Sync {
    /// `what` is happening.
    fn now(&self, what: &str);
}

/// Says nothing.
impl Progress for () {
    fn now(&self, _: &str) {}
}
