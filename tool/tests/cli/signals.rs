//! A signal that ends the tool ends the probed server and everything that it started.

use crate::stdio::{is_running, scratch};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(15);

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_the_server_and_its_process_group() {
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let file = scratch(&format!("signal-{name}"));
        // Neither the server nor what it started ends by itself.
        let script = format!(
            "trap '' INT TERM HUP; (trap '' INT TERM HUP; exec sleep 120) & echo $$ $! >'{0}.new'; mv '{0}.new' '{0}'; wait",
            file.display()
        );
        let mut tool = Command::new(env!("CARGO_BIN_EXE_mcp-errors"));
        tool.args(["probe", "--timeout", "60", "--stdio", "--", "sh", "-c", &script]).stdin(Stdio::null());
        let tool = tool.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        until("the server starts", || file.exists());
        let numbers = std::fs::read_to_string(&file).unwrap();
        assert!(numbers.split_whitespace().count() == 2 && numbers.split_whitespace().all(is_running), "{numbers}");
        assert!(Command::new("kill").args(["-s", name, &tool.id().to_string()]).status().unwrap().success());
        let output = tool.wait_with_output().unwrap();
        assert_eq!((output.status.signal(), output.stdout.as_slice()), (Some(number), &[][..]), "{output:?}");
        until("the server and its group end", || !numbers.split_whitespace().any(is_running));
    }
}
