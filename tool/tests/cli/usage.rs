//! Options, colours and exit statuses.

use crate::run::{run, run_with};

const ERROR: &[u8] = br#"{"error":{"code":-32601,"message":"m"}}"#;

#[test]
fn help_names_every_option() {
    let help = run(["--help"], b"");
    assert_eq!((help.status, help.err.as_str()), (0, ""));
    assert_eq!(run(["-h"], b"").out, help.out);
    let source = include_str!("../../src/bin/mcp-errors/args.rs");
    let named = source.split("const VALUED: [&str; 16] = [").nth(1).unwrap().split("];").next().unwrap();
    let valued = named.split('"').skip(1).step_by(2);
    let flags = ["json", "stdio", "message", "error", "http", "idempotent", "has-session", "has-cursor", "help", "version"];
    let mut count = 0;
    for option in valued.chain(flags) {
        assert!(help.out.contains(&format!("--{option}")), "--{option}");
        count += 1;
    }
    assert_eq!(count, 26);
    assert!(help.out.lines().all(|line| line.len() <= 120));
    assert_eq!(run(["--version"], b"").out, format!("mcp-errors {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_is_refused_with_its_reason() {
    for (arguments, reason) in [
        (&["--bogus"][..], "invalid option '--bogus'"),
        (&["-x"], "invalid option '-x'"),
        (&["--timeout"], "missing argument for option '--timeout'"),
        (&["--timeout", "0"], "--timeout \"0\" is not a number of seconds up to a day"),
        (&["--timeout", "NaN"], "is not a number of seconds"),
        (&["--timeout", "inf"], "is not a number of seconds"),
        (&["--attempt", "0"], "--attempt \"0\" is not a number of at least 1"),
        (&["--max-bytes", "0"], "--max-bytes"),
        (&["--color", "red"], "--color \"red\" is neither auto, always nor never"),
        (&["--transport", "tcp"], "--transport \"tcp\" is neither http nor stdio"),
        (&["--status", "99"], "--status \"99\" is not 100 to 599"),
        (&["--purpose", "fun"], "--purpose is not one of its known values"),
        (&["--era", "stone"], "--era is not one of its known values"),
        (&["--declared", "[]"], "--declared is not an object"),
        (&["--declared", "{},\"x\":1"], "--declared is not JSON: it goes wrong at byte 2"),
        (&["--supported", "{"], "--supported is not JSON: it goes wrong at byte 1"),
        (&["--context", "[]"], "--context is not a JSON object"),
        (&["--context", "{}}"], "--context is not JSON: it goes wrong at byte 2"),
        (&["--context", r#"{"has_session":1}"#], "has_session of --context is neither true nor false"),
        (&["--header", "x"], "--header \"x\" is not NAME: VALUE"),
        (&["--header", "x: y"], "--header goes with the --status of a message"),
        (&["--error", "--http"], "exclude one another"),
        (&["--http", "--status", "200"], "exclude one another"),
        (&["--stdio"], "--stdio is for mcp-errors probe"),
        (&["a", "b"], "one FILE is read at a time"),
        (&["probe"], "probe wants one URL"),
        (&["probe", "a", "b"], "probe wants one URL"),
        (&["probe", "--stdio"], "probe --stdio wants -- COMMAND"),
        (&["probe", "--error", "http://127.0.0.1/"], "are not for a probe"),
        (&["probe", "ftp://127.0.0.1/"], "is not an http or https URL"),
        (&["probe", "http://"], "the request cannot be sent"),
        (&["probe", "--header", "a b: c", "http://127.0.0.1:9/"], "the request cannot be sent"),
        (&["probe", "--stdio", "--", "/no/such/program"], "cannot start /no/such/program"),
    ] {
        let ran = run(arguments.iter().copied(), ERROR);
        assert!(ran.status == 2 && ran.out.is_empty(), "{arguments:?} {ran:?}");
        assert!(ran.err.starts_with("mcp-errors: ") && ran.err.contains(reason), "{arguments:?} {ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    }
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    let piped = run([], ERROR);
    assert!(!piped.out.contains('\x1b'));
    assert!(run(["--color", "always"], ERROR).out.contains("\x1b[1;31mMethodNotFoundError\x1b[0m"));
    assert!(!run(["--color=never"], ERROR).out.contains('\x1b'));
    assert!(!run(["--json", "--color", "always"], ERROR).out.contains('\x1b'));
    assert!(!run_with(["--color=auto"], ERROR, &[("CLICOLOR_FORCE", "1")]).out.contains('\x1b'));
}

/// On a terminal, which `script` of util-linux makes.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_gets_colours_unless_no_color_is_set() {
    let tool = env!("CARGO_BIN_EXE_mcp-errors");
    let on_terminal = |variables: &str| {
        let command = format!("printf '%s' '{{\"result\":1}}' | {variables} '{tool}'");
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).stdin(std::process::Stdio::null()).env("TERM", "xterm").env_remove("NO_COLOR");
        match script.output() {
            Ok(output) => Some(String::from_utf8(output.stdout).unwrap()),
            Err(_) => None,
        }
    };
    let Some(plain) = on_terminal("NO_COLOR=1") else {
        eprintln!("script is not installed: not tested on a terminal");
        return;
    };
    assert!(plain.contains("Result: this is no error") && !plain.contains('\x1b'), "{plain:?}");
    assert!(!on_terminal("TERM=dumb").unwrap().contains('\x1b'));
    let colored = on_terminal("NO_COLOR=").unwrap();
    assert!(colored.contains("\x1b[1;32mResult\x1b[0m"), "{colored:?}");
}

#[test]
fn a_reader_that_leaves_early_is_no_trouble() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_mcp-errors"))
        .arg("--help")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]));
}
