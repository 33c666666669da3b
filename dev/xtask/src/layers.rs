//! Checks that the modules of a crate use each other in the order that its documentation states.
//!
//! The order is the numbered list in the documentation of `lib.rs`: a module uses those of its own line and of the
//! lines before. A module stands for those inside it that no line names. What `lib.rs` re-exports counts as its module.
//! Unit tests may use everything. What cannot follow the order is listed here with its reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::tidy::program_lines;

/// The sources of crates with an order. For each, modules, and what they may use although that comes later.
const CRATES: &[(&str, &[(&str, &str)])] = &[
    ("bin/src/", &[]),
    ("collectors/src/", &[]),
    ("driver/src/", &[]),
    (
        "mlir/bufferize/src/",
        &[
            // Where the models of operations of other crates are looked up.
            ("analysis::models", "BufferModels"),
            ("rewrite::models", "BufferModels"),
        ],
    ),
    ("mlir/interp/src/", &[]),
    ("mlir/memory/src/", &[]),
    ("mutators/memory/src/", &[]),
    ("mutators/src/", &[]),
    ("planner/src/", &[]),
    ("service/src/", &[]),
    (
        "mlir/src/",
        &[
            // The types of the functions in an entry, which the later modules call.
            ("dialects::def", "interfaces::RegionEdge"),
            ("dialects::def", "rewrite::Canonicalizer"),
            ("dialects::def", "verifier::OpVerifier"),
            ("dialects::def", "verifier::SymbolVerifier"),
        ],
    ),
];

/// The orders of all crates that have one.
pub(crate) struct Layers(Vec<Order>);

/// The order of the modules of one crate.
struct Order {
    sources: &'static str,
    exceptions: &'static [(&'static str, &'static str)],
    /// By module, the number of its line.
    layers: BTreeMap<String, usize>,
    /// By item that the root of the crate re-exports: its module.
    exports: BTreeMap<String, String>,
}

impl Layers {
    /// Reads the documentation of the crates below `root`.
    pub(crate) fn new(root: &Path) -> Self {
        let orders = CRATES.iter().map(|&(sources, exceptions)| {
            let lib = fs::read_to_string(root.join(sources).join("lib.rs")).unwrap_or_default();
            Order::new(sources, exceptions, &lib)
        });
        Self(orders.collect())
    }

    /// The lines of a source file that use what comes later than its module.
    pub(crate) fn check(&self, name: &str, text: &str) -> Vec<String> {
        let mut orders = self.0.iter();
        let of_crate = orders.find_map(|order| Some((order, name.strip_prefix(order.sources)?)));
        of_crate.map_or_else(Vec::new, |(order, file)| order.check(name, file, text))
    }
}

impl Order {
    fn new(
        sources: &'static str,
        exceptions: &'static [(&'static str, &'static str)],
        lib: &str,
    ) -> Self {
        // An entry may have several lines.
        let entries = lib.replace("\n//!    ", " ");
        let docs = entries.lines().filter_map(|line| line.strip_prefix("//! "));
        let numbered = docs.filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        let mut layers = BTreeMap::new();
        for (layer, line) in numbered.enumerate() {
            let modules = line.split('`').skip(1).step_by(2);
            layers.extend(modules.map(|module| (module.to_owned(), layer)));
        }
        Self {
            sources,
            exceptions,
            layers,
            exports: exports(lib),
        }
    }

    fn check(&self, name: &str, file: &str, text: &str) -> Vec<String> {
        let module = file.trim_end_matches(".rs").trim_end_matches("/mod");
        let module = module.replace('/', "::");
        if ["lib", "main", "testing"].contains(&module.as_str()) || module.ends_with("tests") {
            return Vec::new();
        }
        let Some(own) = self.layer(&module) else {
            return vec![format!(
                "{name}: the list of layers in lib.rs lacks `{module}`"
            )];
        };
        let mut findings = Vec::new();
        for (number, path) in uses(text) {
            let root = path.split("::").next().unwrap_or_default();
            let target = self.exports.get(root).unwrap_or(&path);
            let is_later = self.layer(target).is_some_and(|layer| layer > own);
            if is_later && !self.exceptions.contains(&(module.as_str(), path.as_str())) {
                findings.push(format!(
                    "{name}:{number}: `{module}` uses `{path}`, which comes later in the list of layers in lib.rs"
                ));
            }
        }
        findings
    }

    /// The layer of a path below `crate::`, by the longest module that contains it.
    fn layer(&self, path: &str) -> Option<usize> {
        let modules = self.layers.iter().filter(|(module, _)| {
            let rest = path.strip_prefix(module.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        });
        modules
            .max_by_key(|(module, _)| module.len())
            .map(|(_, &layer)| layer)
    }
}

/// The module of each item that the root of the crate re-exports.
fn exports(lib: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for part in lib.split("pub use ").skip(1) {
        let part = part.split(';').next().unwrap_or_default();
        if let Some((module, items)) = part.split_once("::") {
            let items = words(items).map(|item| (item, module.to_owned()));
            exports.extend(items);
        }
    }
    exports
}

/// The paths after `crate::` outside of unit tests, each with its line; those in braces one by one.
fn uses(text: &str) -> Vec<(usize, String)> {
    let mut paths = Vec::new();
    let mut open: Vec<String> = Vec::new();
    for (number, line) in program_lines(text) {
        let mut rest = line;
        loop {
            if open.is_empty() {
                let Some((_, path)) = rest.split_once("crate::") else {
                    break;
                };
                open.push(String::new());
                rest = path;
            }
            rest = rest.trim_start();
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            let end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
            let (path, tail) = rest.split_at(end);
            let prefix = open.last().map_or("", String::as_str);
            let path = format!("{prefix}{path}");
            let mark = tail.chars().next();
            match mark {
                Some('{') => open.push(path),
                Some('*') => paths.push((number, path.trim_end_matches(':').to_owned())),
                _ if !path.ends_with(':') && path != prefix => paths.push((number, path)),
                _ => {}
            }
            if mark == Some('}') {
                open.pop();
            }
            if open.len() == 1 {
                open.clear();
            }
            match mark {
                Some(mark) => rest = &tail[mark.len_utf8()..],
                None => break,
            }
        }
    }
    paths
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{Order, uses};

    #[test]
    fn paths_are_taken_apart() {
        let text = "use crate::a::{B, c::{\n    D,\n    E,\n}};\nfn f(x: crate::g::H) {}\n";
        let paths: Vec<String> = uses(text)
            .into_iter()
            .map(|(line, path)| format!("{line} {path}"))
            .collect();
        assert_eq!(paths, ["1 a::B", "2 a::c::D", "3 a::c::E", "5 g::H"]);
    }

    #[test]
    fn uses_of_later_modules_are_found() {
        let lib = "//! 1. numbers: `units`\n//! 2. `trace`,\n//!    `load`\n//! 3. `units::late`\n\
                   pub use trace::{Trace, TraceError};\n";
        let order = Order::new("x/src/", &[("units", "load::b")], lib);
        let n_findings = |file: &str, text: &str| order.check(file, file, text).len();
        let units =
            "use crate::{\n    Trace,\n    load::{a, b},\n};\nfn f() { crate::units::g() }\n";
        assert_eq!(n_findings("units.rs", units), 2);
        assert_eq!(
            n_findings("trace.rs", "use crate::units::late::Bytes;\n"),
            1
        );
        assert_eq!(
            n_findings(
                "trace.rs",
                "use crate::load;\n#[cfg(test)]\nuse crate::units::late;\n"
            ),
            0
        );
        assert_eq!(n_findings("units/late.rs", units), 0);
        assert_eq!(n_findings("new/mod.rs", ""), 1);
    }
}
