//! Each module imports what docs/architecture.md allows, and nothing else.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rows of the table: a module, and what it may import.
fn rows() -> Vec<(String, BTreeSet<String>)> {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let table = text.split("| module | its job | imports |\n|---|---|---|\n").nth(1).expect("the table of modules");
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [module, _, imports] = cells[..] else { panic!("{line}") };
        (module.to_owned(), imports.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect())
    };
    table.lines().take_while(|line| line.starts_with('|')).map(row).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// What each module imports, outside its tests and comments.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let inside = file.strip_prefix(root().join("src")).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        let own = matches!(inside.file_stem().and_then(|name| name.to_str()), Some("tests" | "steps"));
        if module == "lib" || module == "bin" || own {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let used = imports.entry(module.clone()).or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for rest in line.split("crate::").skip(1) {
                let names = rest.strip_prefix('{').map_or(rest, |list| list.split('}').next().unwrap());
                for name in names.split(if rest.starts_with('{') { ',' } else { ';' }) {
                    let name: String = name.trim().chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect();
                    used.insert(name);
                    if !rest.starts_with('{') {
                        break;
                    }
                }
            }
        }
        used.remove(&module);
    }
    imports
}

#[test]
fn modules_import_only_what_the_table_allows() {
    let rows = rows();
    let imports = imports();
    let known: Vec<&String> = rows.iter().map(|(module, _)| module).collect();
    for module in imports.keys() {
        assert!(known.contains(&module), "{module} has no row in docs/architecture.md");
    }
    for (index, (module, allowed)) in rows.iter().enumerate() {
        let used = imports.get(module).unwrap_or_else(|| panic!("there is no module {module}"));
        assert_eq!(used, allowed, "{module} and its row differ");
        for import in allowed {
            assert!(known[..index].contains(&import), "{module} imports {import}, which does not stand above it");
        }
    }
}
