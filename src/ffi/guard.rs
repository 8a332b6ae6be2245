//! No panic crosses the ABI.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `body` returns, or `neutral` if it panics.
///
/// The closures capture raw pointers and shared references to immutable handles only, so nothing half-done can be seen after.
pub(super) fn guard<T>(neutral: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(neutral)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_the_neutral_value() {
        assert_eq!(guard(7, || panic!("on purpose")), 7);
    }
}
