//! No panic crosses the ABI.

use super::status::{Status, mcp_status};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `body` returns, or `neutral` if it panics.
///
/// The closures capture raw pointers and shared references to immutable handles only, so nothing half-done can be seen after.
pub(super) fn guard<T>(neutral: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(neutral)
}

/// The status of what `body` returns.
pub(super) fn guard_status(body: impl FnOnce() -> Result<(), Status>) -> mcp_status {
    let outcome = guard(Err(Status::Internal), body);
    outcome.err().unwrap_or(Status::Ok) as mcp_status
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_the_neutral_value() {
        assert_eq!(guard(7, || panic!("on purpose")), 7);
        assert_eq!(guard_status(|| panic!("on purpose")), Status::Internal as mcp_status);
        assert_eq!(guard_status(|| Ok(())), 0);
    }
}
