//! The process of a probed server. It has a process group of its own, which ends with the tool, also if a signal ends the tool.

use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a server may take to exit after its standard input is closed, and again after SIGTERM.
pub const GRACE: Duration = Duration::from_secs(1);

/// The process group of the server that runs. Its number is not reused while this is locked and set.
static RUNNING: Mutex<Option<u32>> = Mutex::new(None);

fn running() -> MutexGuard<'static, Option<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the process.
pub fn start(command: &mut Command) -> std::io::Result<Child> {
    #[cfg(unix)]
    {
        std::os::unix::process::CommandExt::process_group(command, 0);
        signals::watch()?;
    }
    let mut running = running();
    let child = command.spawn()?;
    *running = Some(child.id());
    Ok(child)
}

/// Ends the process and everything in its group. Returns the exit status if the process exited without a signal from here.
///
/// Its standard input is closed already.
pub fn end(child: &mut Child) -> Option<ExitStatus> {
    let by_itself = exits(|| has_exited(child));
    if !by_itself {
        group::signal(child.id(), group::Kind::Terminate);
        exits(|| has_exited(child));
    }
    let mut running = running();
    // The process is waited for after this, so that its number cannot belong to another process yet.
    group::signal(child.id(), group::Kind::Kill);
    let _ = child.kill();
    let status = child.wait();
    *running = None;
    status.ok().filter(|_| by_itself)
}

/// Waits for a process. Returns whether it exits in time.
fn exits(mut has_exited: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + GRACE;
    while !has_exited() {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

#[cfg(unix)]
fn has_exited(child: &Child) -> bool {
    group::leader_has_exited(child.id())
}

#[cfg(not(unix))]
fn has_exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(unix)]
mod group {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    #[derive(Clone, Copy)]
    pub enum Kind {
        Terminate,
        Kill,
    }

    /// Sends a signal to a process group.
    pub fn signal(group: u32, kind: Kind) {
        if let Some(group) = pid(group) {
            // An error means that the group is empty.
            let _ = kill_process_group(group, if matches!(kind, Kind::Terminate) { Signal::TERM } else { Signal::KILL });
        }
    }

    /// Returns whether the process has exited, and leaves it to be waited for.
    pub fn leader_has_exited(process: u32) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(process).is_none_or(|process| !matches!(waitid(WaitId::Pid(process), look), Ok(None)))
    }

    fn pid(number: u32) -> Option<Pid> {
        i32::try_from(number).ok().and_then(Pid::from_raw)
    }
}

#[cfg(not(unix))]
mod group {
    #[derive(Clone, Copy)]
    pub enum Kind {
        Terminate,
        Kill,
    }

    pub fn signal(_: u32, _: Kind) {}
}

#[cfg(unix)]
mod signals {
    use super::{exits, group, running};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::Once;

    /// From now on, a signal that ends the tool ends the server first.
    pub fn watch() -> std::io::Result<()> {
        static WATCHES: Once = Once::new();
        let mut failure = None;
        WATCHES.call_once(|| match Signals::new([SIGINT, SIGTERM, SIGHUP]) {
            Ok(mut signals) => {
                std::thread::spawn(move || signals.forever().for_each(end_all));
            }
            Err(error) => failure = Some(error),
        });
        failure.map_or(Ok(()), Err)
    }

    fn end_all(signal: i32) {
        // Stays locked until the tool has ended, so that no other server starts and none is waited for.
        let running = running();
        if let Some(leader) = *running {
            group::signal(leader, group::Kind::Terminate);
            exits(|| group::leader_has_exited(leader));
            group::signal(leader, group::Kind::Kill);
        }
        // The tool ends as if it had not caught the signal.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        std::process::exit(128 + signal);
    }
}
