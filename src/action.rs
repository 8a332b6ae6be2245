//! The actions that an advice can name, with their limits.
//!
//! Source: section 7 of the rules. The context below counts them, the advice above names them.

use crate::failure::{Word, word};
use crate::name;
use std::ffi::CStr;

/// What the host should do. The numbers are those of the C ABI and never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Tell the caller; sending the request again does not help or is not safe.
    GiveUp = 0,
    /// Get a token with the scopes of the advice, then send the request again.
    StepUp = 1,
    /// Get a token, then send the request again.
    Authenticate = 2,
    /// Start the legacy handshake: send `initialize`.
    Initialize = 3,
    /// Wait, then send the request again. The host limits the time.
    BackOff = 4,
    /// Send the same request again under a new id.
    Reissue = 5,
    /// Send the request again with another protocol version.
    RetryWithVersion = 6,
    /// Send the request again with more capabilities declared.
    DeclareCapabilities = 7,
    /// List the tools again, then send the request again.
    RefreshTools = 8,
    /// Use the server as a modern one that does not implement `server/discover`.
    ContinueWithoutDiscover = 9,
    /// Start a new session with `initialize`, then send the request again.
    NewSession = 10,
    /// Let the person open the URLs in `data.elicitations`, then send the request again.
    CompleteElicitations = 11,
    /// Discard the pages and start with the first one.
    RestartPagination = 12,
    /// Open the event stream again after the last event id (GET). The host limits the time.
    ResumeStream = 13,
    /// Collect the input that the server requires, then send the request again with it under a new id.
    AnswerInputs = 14,
    /// Ignore the message and read the next one. The host limits the time.
    ReadOn = 15,
    /// Try the HTTP+SSE transport of 2024-11-05 (GET).
    TryHttpSse = 16,
    /// Probe the server again: what was known of its era is wrong.
    Reprobe = 17,
    /// Client and server agree on a version: send requests.
    GoOn = 18,
}

/// For each action, in the order of the numbers: the name, the path of its count in a context, and how often the same work may take it.
const TABLE: [(Action, &CStr, Word, Option<u64>); 19] = {
    #[allow(clippy::enum_glob_use)]
    use Action::*;
    [
        (GiveUp, c"give_up", word!("tried.give_up"), None),
        (StepUp, c"step_up", word!("tried.step_up"), Some(2)),
        (Authenticate, c"authenticate", word!("tried.authenticate"), Some(1)),
        (Initialize, c"initialize", word!("tried.initialize"), Some(2)),
        (BackOff, c"back_off", word!("tried.back_off"), None),
        (Reissue, c"reissue", word!("tried.reissue"), Some(1)),
        (RetryWithVersion, c"retry_with_version", word!("tried.retry_with_version"), Some(1)),
        (DeclareCapabilities, c"declare_capabilities", word!("tried.declare_capabilities"), Some(3)),
        (RefreshTools, c"refresh_tools", word!("tried.refresh_tools"), Some(1)),
        (ContinueWithoutDiscover, c"continue_without_discover", word!("tried.continue_without_discover"), None),
        (NewSession, c"new_session", word!("tried.new_session"), Some(1)),
        (CompleteElicitations, c"complete_elicitations", word!("tried.complete_elicitations"), Some(1)),
        (RestartPagination, c"restart_pagination", word!("tried.restart_pagination"), Some(1)),
        (ResumeStream, c"resume_stream", word!("tried.resume_stream"), None),
        (AnswerInputs, c"answer_inputs", word!("tried.answer_inputs"), Some(10)),
        (ReadOn, c"read_on", word!("tried.read_on"), None),
        (TryHttpSse, c"try_http_sse", word!("tried.try_http_sse"), Some(1)),
        (Reprobe, c"reprobe", word!("tried.reprobe"), Some(1)),
        (GoOn, c"go_on", word!("tried.go_on"), None),
    ]
};

impl Action {
    /// How many actions there are.
    pub(crate) const COUNT: usize = TABLE.len();

    /// Every action, in the order of the numbers.
    #[allow(clippy::indexing_slicing)] // both have one place for each action
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::GiveUp; TABLE.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = TABLE[index].0;
            index += 1;
        }
        all
    };

    /// The action of a number of the C ABI.
    #[must_use]
    pub fn from_number(number: i32) -> Option<Self> {
        usize::try_from(number).ok().and_then(|index| TABLE.get(index)).map(|row| row.0)
    }

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        name::text(self.c_name())
    }

    /// The name, for C.
    #[allow(clippy::indexing_slicing)] // the table has a row for each action, as a test shows
    pub(crate) const fn c_name(self) -> &'static CStr {
        TABLE[self as usize].1
    }

    /// The path of the action's count in a context.
    #[allow(clippy::indexing_slicing)] // as above
    pub(crate) const fn path(self) -> Word {
        TABLE[self as usize].2
    }

    /// How often the same work may take the action; none if the host limits it, or if it ends the work.
    #[allow(clippy::indexing_slicing)] // as above
    pub(crate) const fn limit(self) -> Option<u64> {
        TABLE[self as usize].3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_its_row_and_a_name_of_its_own() {
        for (index, action) in Action::ALL.into_iter().enumerate() {
            assert_eq!(action as usize, index);
            assert_eq!(Action::ALL.into_iter().filter(|other| other.name() == action.name()).count(), 1);
            assert_eq!(action.path().text(), format!("tried.{}", action.name()));
            assert_eq!(Action::from_number(action as i32), Some(action));
        }
        assert_eq!((Action::from_number(-1), Action::from_number(19)), (None, None));
    }
}
