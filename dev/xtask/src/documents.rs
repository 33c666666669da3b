//! Checks what the documents at the root say of the tree: paths, tasks, examples of code, and names of planners.

use std::fs;
use std::path::Path;

use crate::tidy::files_with;

/// A section of `CONTRIBUTING.md` whose first block of Rust is part of a file. White space does not count.
const QUOTED: &[(&str, &str)] = &[
    (
        "## Add a planner",
        "planner/tests/contributing/last_first.rs",
    ),
    ("## Add an op", "mlir/src/dialects/complex.rs"),
];

/// The page that a test writes from the registry of planners.
const PLANNERS: &str = "docs/book/src/reference/planners.md";

/// Words for planners that the page lacks: all of them, that of the feature `wasm`, and those of examples.
const ELSEWHERE: &[&str] = &["all", "wasm", "last-first", "shaken-greedy"];

/// What is wrong in the documents below `root`, of which `tasks` are the tasks of this program.
pub(crate) fn check(root: &Path, tasks: &[&str]) -> Vec<String> {
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap_or_default();
    let mut findings = Vec::new();
    for name in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = read(name);
        let missing = quoted(&text).filter(|path| is_path(path) && !root.join(path).exists());
        findings.extend(missing.map(|path| format!("{name}: `{path}` does not exist")));
    }
    let map = read("ARCHITECTURE.md");
    let row = map.lines().find(|line| line.starts_with("| `dev/xtask/`"));
    let unlisted = tasks
        .iter()
        .filter(|task| !row.is_some_and(|row| row.contains(&format!("`{task}`"))));
    findings.extend(
        unlisted.map(|task| {
            format!("ARCHITECTURE.md: the row of `dev/xtask/` lacks the task `{task}`")
        }),
    );
    let walk_throughs = read("CONTRIBUTING.md");
    for (heading, file) in QUOTED {
        let block = block_of(&walk_throughs, heading);
        if block.is_empty() || !without_space(&read(file)).contains(&without_space(block)) {
            findings.push(format!(
                "CONTRIBUTING.md: the code of `{heading}` is not in {file}"
            ));
        }
    }
    findings.extend(check_planners(root));
    findings
}

/// Planners that commands on pages name and that do not exist.
fn check_planners(root: &Path) -> Vec<String> {
    let registered = fs::read_to_string(root.join(PLANNERS)).unwrap_or_default();
    let rows = registered.lines().filter(|line| line.starts_with("| `"));
    let names: Vec<&str> = rows
        .filter_map(|row| row.split('|').nth(1))
        .flat_map(quoted)
        .collect();
    let mut findings = Vec::new();
    let mut pages = Vec::new();
    if let Err(error) = files_with(root, "md", &mut pages) {
        findings.push(error.to_string());
    }
    pages.sort();
    for path in pages.iter().filter(|path| !path.ends_with("CHANGELOG.md")) {
        let text = fs::read_to_string(path).unwrap_or_default();
        let page = path.strip_prefix(root).unwrap_or(path).display();
        let unknown =
            planners(&text).filter(|name| !ELSEWHERE.contains(name) && !names.contains(name));
        findings.extend(unknown.map(|name| format!("{page}: there is no planner `{name}`")));
    }
    findings
}

/// The names after `--planner` and `--planners`, up to the first one with options.
fn planners(text: &str) -> impl Iterator<Item = &str> {
    let lists = text.split("--planner").skip(1).map(|rest| {
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        let list = rest.strip_prefix([' ', '=']).unwrap_or_default();
        let list = list.strip_prefix(['\'', '"']).unwrap_or(list);
        let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-,".contains(c);
        list.split(|c| !is_part(c)).next().unwrap_or_default()
    });
    lists
        .flat_map(|list| list.split(','))
        .filter(|name| !name.is_empty())
}

/// The words between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("```"))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Whether a word is a path from the root of the tree, and not one that the reader is to make.
fn is_path(word: &str) -> bool {
    let (folder, rest) = word.split_once('/').unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_lowercase() || "_-./0123456789".contains(c);
    let tops = [
        "planner",
        "collectors",
        "mutators",
        "bin",
        "datasets",
        "benches",
        "mlir",
    ];
    let others = [
        "driver", "service", "python", "support", "dev", "examples", "docs", ".ci",
    ];
    (tops.contains(&folder) || others.contains(&folder))
        && rest.chars().all(is_plain)
        && !["my_pass", "my-page", "my-case", "last_first"]
            .iter()
            .any(|name| rest.contains(name))
}

/// The first block of Rust below a heading.
fn block_of<'a>(text: &'a str, heading: &str) -> &'a str {
    let section = text.split_once(&format!("\n{heading}\n"));
    let section = section.map_or("", |(_, rest)| rest);
    let section = section.split("\n## ").next().unwrap_or_default();
    let block = section.split_once("```rust").map_or("", |(_, rest)| rest);
    block.split("```").next().unwrap_or_default()
}

fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::{block_of, is_path, planners};

    #[test]
    fn names_of_planners_are_found() {
        let text = "`--planner a,b-2` and --planners 'c{x=1},d' or --planner NAME";
        assert_eq!(planners(text).collect::<Vec<_>>(), ["a", "b-2", "c"]);
    }

    #[test]
    fn paths_begin_at_the_root() {
        assert!(is_path("mlir/src/lib.rs") && is_path("dev/xtask/"));
        assert!(!is_path("tests/main.rs") && !is_path("collectors/src/NAME.rs"));
    }

    #[test]
    fn blocks_belong_to_their_heading() {
        let text = "\n## A\n```sh\nls\n```\n## B\n1. x\n   ```rust\n   f();\n   ```\n";
        assert_eq!(block_of(text, "## A"), "");
        assert_eq!(block_of(text, "## B").trim(), "f();");
    }
}
