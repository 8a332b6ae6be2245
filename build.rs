//! The soname of the shared library and, with the feature `header`, the C header.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let linux = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux");
    if linux {
        // The number is that of mcp_errors_abi_version. nodelete: a Rust library must not be unloaded, its thread-local
        // destructors would be called after it is gone.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libmcp_errors.so.1,-z,nodelete");
    }
    #[cfg(feature = "header")]
    header::generate();
}

/// Generates the header into `OUT_DIR` and compares it with the committed one, which is rewritten only on request
/// (`MCP_ERRORS_WRITE_HEADER=1`, as `make header` sets it).
#[cfg(feature = "header")]
mod header {
    use std::collections::BTreeMap;
    use std::path::PathBuf;
    use std::{env, fs};

    pub fn generate() {
        for path in ["src", "cbindgen.toml", "include"] {
            println!("cargo::rerun-if-changed={path}");
        }
        println!("cargo::rerun-if-env-changed=MCP_ERRORS_WRITE_HEADER");
        let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
        let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml is valid");
        let mut bytes = Vec::new();
        cbindgen::Builder::new().with_crate(&root).with_config(config).generate().expect("the sources parse").write(&mut bytes);
        let header = squeeze(&constants_as_enumerators(&plain_enums(&String::from_utf8(bytes).expect("cbindgen writes UTF-8"))));
        let written = |name: &str| fs::read_to_string(root.join("include").join(name)).expect("the C++ headers are written by hand");
        let cpp = written("mcp_errors.hpp").replacen("#include \"mcp_errors_enums.hpp\"\n", &written("mcp_errors_enums.hpp"), 1);
        compare("mcp_errors.h", &header);
        compare("mcp_errors_unique.h", &unique(&header, UNIQUE_H));
        compare("mcp_errors_unique.hpp", &unique(&cpp, UNIQUE_HPP));
        compare("mcp_errors.cdef", &declarations(&header));
    }

    /// Compares a generated header with the committed one.
    fn compare(name: &str, text: &str) {
        let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
        let generated = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join(name);
        fs::write(&generated, text).expect("OUT_DIR is writable");
        let committed = root.join("include").join(name);
        if env::var_os("MCP_ERRORS_WRITE_HEADER").is_some() {
            fs::write(&committed, text).expect("include is writable");
        } else if fs::read_to_string(&committed).ok().as_deref() != Some(text) {
            panic!("include/{name} does not fit the sources (compare {}): run `make header`", generated.display());
        }
    }

    /// The lists of constants that have no type of their own.
    const LISTS: [(&str, &str); 3] = [
        ("code", "The codes that have a name."),
        ("flag", "The bits of `flags` in `mcp_classification` and `mcp_view`, and of `mcp_verdicts`."),
        ("packed", "How to read the number of `mcp_classify_packed`."),
    ];

    const UNIQUE_H: &str = "\
/*
 * mcp_errors.h with names that no other library has: mcp_... is mcp_errors_... here, and MCP_... is MCP_ERRORS_... . For programs that
 * use another library for MCP as well. Generated; the functions are the same as those of mcp_errors.h.
 */
";
    const UNIQUE_HPP: &str = "\
/// mcp_errors.hpp over mcp_errors_unique.h: names that no other library has, in the namespace mcp_errors. For programs that use another
/// library for MCP as well. Generated. Include one of the two in a unit.
";

    /// Gives each name of ours the prefix `mcp_errors_` or `MCP_ERRORS_`, unless it has it already.
    fn unique(header: &str, comment: &str) -> String {
        let mut out = String::from(comment);
        let mut rest = header;
        while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
            out += &rest[..start];
            let end = rest[start..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(rest.len(), |length| start + length);
            out += &match &rest[start..end] {
                name @ ("MCP_ERRORS_H" | "MCP_ERRORS_HPP" | "MCP_ERRORS_ENUMS_HPP") => name.replace("MCP_ERRORS_", "MCP_ERRORS_UNIQUE_"),
                "mcp" => "mcp_errors".to_owned(),
                name if name.starts_with("mcp_errors") || name.starts_with("MCP_ERRORS_") => name.to_owned(),
                name if name.starts_with("mcp_") => name.replacen("mcp_", "mcp_errors_", 1),
                name if name.starts_with("MCP_") => name.replacen("MCP_", "MCP_ERRORS_", 1),
                name => name.to_owned(),
            };
            rest = &rest[end..];
        }
        out += rest;
        out.replace("#include \"mcp_errors.h\"", "#include \"mcp_errors_unique.h\"").replace("mcp_errors-errors", "mcp-errors")
    }

    /// The declarations alone, for tools that read C and do not preprocess it: cffi, LuaJIT, PHP.
    fn declarations(header: &str) -> String {
        let mut out = String::new();
        let mut rest = header;
        while let Some((code, comment)) = rest.split_once("/*") {
            out += code;
            rest = comment.split_once("*/").expect("comments end").1;
        }
        out += rest;
        let kept = out.lines().filter(|line| !line.starts_with('#') && !line.starts_with("extern \"C\"") && !line.starts_with("}  //"));
        kept.map(str::trim_end).filter(|line| !line.is_empty()).fold(String::new(), |text, line| text + line + "\n")
    }

    /// Leaves out what cbindgen makes of constants in the sources that are no part of the ABI, and blank lines beyond one.
    fn squeeze(header: &str) -> String {
        let mut kept: Vec<&str> = Vec::new();
        for line in header.lines() {
            if line.starts_with("#define ") && !line.starts_with("#define MCP_") {
                let comment = kept.iter().rposition(|line| *line == "/**").expect("every constant is documented");
                kept.truncate(comment);
            } else if !(line.is_empty() && kept.last().is_some_and(|last| last.is_empty())) {
                kept.push(line);
            }
        }
        kept.join("\n") + "\n"
    }

    /// Makes each enumeration a plain list of constants and a typedef of `int32_t`, in C and C++ alike: cbindgen's own form
    /// is a distinct type in C++ and C23, and a number that came over the ABI, or `MCP_..._NONE`, would not convert.
    fn plain_enums(header: &str) -> String {
        let mut out = String::new();
        let mut lines = header.lines();
        let mut name = "";
        while let Some(line) = lines.next() {
            if let Some(found) = line.strip_prefix("enum mcp_") {
                name = found;
                expect(&mut lines, "#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L");
                expect(&mut lines, "  : int32_t");
                expect(&mut lines, "#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L");
                expect(&mut lines, " {");
                out += &format!("enum mcp_{name}_values {{\n");
            } else if line == "#ifndef __cplusplus" && !name.is_empty() {
                expect(&mut lines, "#if __STDC_VERSION__ >= 202311L");
                expect(&mut lines, &format!("typedef enum mcp_{name} mcp_{name};"));
                expect(&mut lines, "#else");
                out += lines.next().expect("the typedef");
                out += "\n";
                expect(&mut lines, "#endif // __STDC_VERSION__ >= 202311L");
                expect(&mut lines, "#endif // __cplusplus");
                name = "";
            } else {
                out += line;
                out += "\n";
            }
        }
        out.replace("MCP_MESSAGE_TYPE_", "MCP_MESSAGE_")
    }

    /// Makes each constant an enumerator, since tools that preprocess the header lose macros: `MCP_..._NONE` one of its
    /// enumeration, flags and codes one of a list of their own. The versions stay macros, for `#if`.
    fn constants_as_enumerators(header: &str) -> String {
        let mut lists: BTreeMap<String, String> = BTreeMap::new();
        let mut rest: Vec<&str> = Vec::new();
        for line in header.lines() {
            let constant = line.strip_prefix("#define MCP_").filter(|name| !name.starts_with("ERRORS_"));
            let Some((name, value)) = constant.and_then(|constant| constant.split_once(' ')) else {
                rest.push(line);
                continue;
            };
            let list = match name.strip_suffix("_NONE") {
                Some("MESSAGE") => "message_type".to_owned(),
                Some(enumeration) => enumeration.to_lowercase(),
                None => name.split('_').next().unwrap_or_default().to_lowercase(),
            };
            let start = rest.iter().rposition(|line| *line == "/**").expect("every constant is documented");
            let list = lists.entry(list).or_default();
            for line in rest.drain(start..) {
                *list += &format!("  {line}\n");
            }
            *list += &format!("  MCP_{name} = {value},\n");
        }
        let mut out = String::new();
        for line in rest {
            // Codes, flags and what else has no type of its own stand where the first enumeration does.
            if line == "enum mcp_kind_values {" {
                let comment = out.rfind("/**").expect("every enumeration is documented");
                let own: String = LISTS
                    .into_iter()
                    .filter_map(|(list, comment)| {
                        let constants = lists.remove(list)?;
                        Some(format!("/**\n * {comment}\n */\nenum mcp_{list}_values {{\n{constants}}};\n\n"))
                    })
                    .collect();
                out.insert_str(comment, &own);
            }
            out += line;
            out += "\n";
            if let Some(list) = line.strip_prefix("enum mcp_").and_then(|rest| rest.strip_suffix("_values {")) {
                out += &lists.remove(list).unwrap_or_default();
            }
        }
        assert!(lists.is_empty(), "constants of no enumeration: {lists:?}");
        out
    }

    fn expect(lines: &mut std::str::Lines<'_>, line: &str) {
        assert_eq!(lines.next(), Some(line), "cbindgen writes enumerations in another form");
    }
}
