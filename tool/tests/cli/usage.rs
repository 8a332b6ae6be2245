//! Options, colors and exit statuses.

use crate::run::{run, run_with};

const ERROR: &[u8] = br#"{"error":{"code":-32601,"message":"m"}}"#;

#[test]
fn help_names_every_option() {
    let help = run(["--help"], b"");
    assert_eq!((help.status, help.err.as_str()), (0, ""));
    assert_eq!(run(["-h"], b"").out, help.out);
    let source = include_str!("../../src/args.rs");
    let named = source.split("const VALUED: [&str; 16] = [").nth(1).unwrap().split("];").next().unwrap();
    let valued = named.split('"').skip(1).step_by(2);
    let flags = ["json", "follow", "stdio", "message", "error", "http", "idempotent", "has-session", "has-cursor", "help", "version"];
    let mut count = 0;
    for option in valued.chain(flags) {
        assert!(help.out.contains(&format!("--{option}")), "--{option}");
        count += 1;
    }
    assert_eq!(count, 27);
    assert!(help.out.lines().all(|line| line.len() <= 120));
    assert_eq!(run(["--version"], b"").out, format!("mcp-errors {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn refuses_wrong_usage_and_says_why() {
    for (arguments, reason) in [
        (&["--bogus"][..], "invalid option '--bogus'"),
        (&["-x"], "invalid option '-x'"),
        (&["--timeout"], "missing argument for option '--timeout'"),
        (&["--timeout", "0"], "--timeout \"0\" must be a number of seconds from above 0 to 86400"),
        (&["--timeout", "NaN"], "must be a number of seconds"),
        (&["--timeout", "inf"], "must be a number of seconds"),
        (&["--attempt", "1"], "invalid option '--attempt'"),
        (&["--max-bytes", "0"], "--max-bytes"),
        (&["--color", "red"], "--color \"red\" must be auto, always or never"),
        (&["--transport", "tcp"], "--transport \"tcp\" must be http or stdio"),
        (&["--status", "99"], "--status \"99\" must be 100 to 999"),
        (&["--status", "1000"], "--status \"1000\" must be 100 to 999"),
        (&["--purpose", "fun"], "--purpose: purpose must be \"probe\", \"request\" or \"initialize\""),
        (&["--era", "stone"], "--era: era must be \"modern\""),
        (&["--declared", "[]"], "--declared: declared must be an object"),
        (&["--declared", "{},\"x\":1"], "--declared is not JSON: see byte 2"),
        (&["--supported", "{"], "--supported is not JSON: see byte 1"),
        (&["--supported", "7"], "--supported: supported_caps must be an object"),
        (&["--tried", "{\"back_off\":-1}"], "--tried: tried.back_off must be an integer of at least 0"),
        (&["--context", "[]"], "--context must be a JSON object"),
        (&["--context", "{}}"], "--context is not JSON: see byte 2"),
        (&["--context", r#"{"has_session":1}"#], "--context: has_session must be true or false"),
        (&["--context", r#"{"attempt":1}"#], "--context: has an unknown member"),
        (&["--header", "x"], "--header \"x\" must be NAME: VALUE"),
        (&["--header", "x: y"], "--header needs --status and a message"),
        (&["--error", "--http"], "use only one of"),
        (&["--http", "--status", "200"], "use only one of"),
        (&["--stdio"], "are for mcp-errors probe"),
        (&["--follow"], "are for mcp-errors probe"),
        (&["--protocol-version", "x"], "are for mcp-errors probe"),
        (&["a", "b"], "give one FILE only"),
        (&["probe"], "probe needs one URL"),
        (&["probe", "a", "b"], "probe needs one URL"),
        (&["probe", "--stdio"], "probe --stdio needs -- COMMAND"),
        (&["probe", "--error", "http://127.0.0.1/"], "are not for mcp-errors probe"),
        (&["probe", "--transport", "http", "http://127.0.0.1/"], "are not for mcp-errors probe"),
        (&["probe", "--purpose", "request", "http://127.0.0.1/"], "sends a probe or initialize only"),
        (&["probe", "ftp://127.0.0.1/"], "the URL must begin with http:// or https://"),
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
fn colors_need_a_terminal_or_an_option() {
    let piped = run([], ERROR);
    assert!(!piped.out.contains('\x1b'));
    assert!(run(["--color", "always"], ERROR).out.contains("\x1b[1;31mMethodNotFoundError\x1b[0m"));
    assert!(!run(["--color=never"], ERROR).out.contains('\x1b'));
    assert!(!run(["--json", "--color", "always"], ERROR).out.contains('\x1b'));
    assert!(!run_with(["--color=auto"], ERROR, &[("CLICOLOR_FORCE", "1")]).out.contains('\x1b'));
}

/// `script` of util-linux makes the terminal.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_gets_colors_unless_no_color_is_set() {
    let tool = env!("CARGO_BIN_EXE_mcp-errors");
    let on_terminal = |variables: &str| {
        let command = format!("printf '%s' '{{\"result\":{{}}}}' | {variables} '{tool}'");
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
    assert!(plain.contains("Result: not an error") && !plain.contains('\x1b'), "{plain:?}");
    assert!(!on_terminal("TERM=dumb").unwrap().contains('\x1b'));
    let colored = on_terminal("NO_COLOR=").unwrap();
    assert!(colored.contains("\x1b[1;32mResult\x1b[0m"), "{colored:?}");
}

#[test]
fn a_closed_standard_output_is_not_an_error() {
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

#[test]
fn never_prints_a_password_of_a_url() {
    for url in
        ["ftp://user:s3cret@127.0.0.1/", "http://user:s3cret@127.0.0.1:99999/", "http://user:s3/cret@127.0.0.1:9/", "http://u:s3cret@"]
    {
        for options in [&["probe", url, "--timeout", "2"][..], &["probe", url, "--json", "--timeout", "2"], &["--status", url], &[url]] {
            let ran = run(options.iter().copied(), ERROR);
            assert!(ran.status == 2 && !ran.out.contains("s3cret"), "{ran:?}");
            assert!(!ran.err.contains("s3cret"), "{ran:?}");
        }
    }
    let moved = b"HTTP/1.1 302 Found\r\nLocation: https://user:s3cret@example.com/mcp\r\n\r\n{\"to\":\"https:\\/\\/user:s3cret@h\"}";
    for options in [&[][..], &["--json"]] {
        let ran = run(options.iter().copied(), moved);
        assert!(ran.out.contains("https://user:***@example.com/mcp") && !ran.out.contains("s3cret"), "{ran:?}");
    }
}
