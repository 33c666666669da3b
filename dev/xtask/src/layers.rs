//! Checks that the modules of a crate use each other in one direction.
//!
//! A crate with an order is a list of layers, each of a few modules. A module may use its own layer and those below.
//! What cannot follow the order is listed with its reason.

use crate::tidy::program_lines;

/// The order of the modules of one crate.
struct Order {
    /// The folder of its sources.
    sources: &'static str,
    /// The lowest layer first; a module stands for those inside it that no layer lists.
    layers: &'static [&'static [&'static str]],
    /// A module, and what it may use although that is above it.
    exceptions: &'static [(&'static str, &'static str)],
}

const ORDERS: &[Order] = &[Order {
    sources: "mlir/src/",
    layers: &[
        // A module has a set of dialects, whose entries are about modules.
        &["ir", "dialects", "semantics", "syntax"],
        &["interfaces"],
        &["analyses", "layouts"],
        &["text"],
        &["verifier"],
        &["rewrite"],
        // The tables, and the functions that their entries point to.
        &[
            "dialects::affine",
            "dialects::arith",
            "dialects::assembly",
            "dialects::bufferization",
            "dialects::builtin",
            "dialects::cf",
            "dialects::complex",
            "dialects::func",
            "dialects::index",
            "dialects::linalg",
            "dialects::math",
            "dialects::memref",
            "dialects::scf",
            "dialects::shared",
            "dialects::tensor",
            "dialects::ub",
            "dialects::vector",
            "dialects::verify",
        ],
        &["passes"],
    ],
    exceptions: &[
        // The types of the functions in an entry, which the layers above call.
        ("dialects::def", "interfaces::RegionEdge"),
        ("dialects::def", "rewrite::Canonicalizer"),
        ("dialects::def", "verifier::OpVerifier"),
        ("dialects::def", "verifier::SymbolVerifier"),
    ],
}];

/// The lines of a source file that use a layer above that of its module.
pub(crate) fn check(name: &str, text: &str) -> Vec<String> {
    let order = ORDERS
        .iter()
        .find_map(|order| Some((order, name.strip_prefix(order.sources)?)));
    let Some((order, file)) = order else {
        return Vec::new();
    };
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod");
    let module = module.replace('/', "::");
    if module.ends_with("::tests") {
        return Vec::new();
    }
    let Some(own) = order.layer(&module) else {
        return Vec::new();
    };
    let is_above = |path: &String| order.layer(path).is_some_and(|layer| layer > own);
    let is_excused = |path: &String| order.exceptions.contains(&(module.as_str(), path.as_str()));
    let mut findings = Vec::new();
    for (number, path) in uses(text) {
        if is_above(&path) && !is_excused(&path) {
            findings.push(format!(
                "{name}:{number}: `{module}` uses `{path}`, which is above it (xtask/src/layers.rs)"
            ));
        }
    }
    findings
}

impl Order {
    /// The layer of a path below `crate::`, by the longest module that contains it.
    fn layer(&self, path: &str) -> Option<usize> {
        let layers = self.layers.iter().enumerate();
        let modules = layers.flat_map(|(layer, modules)| modules.iter().map(move |m| (layer, *m)));
        let around = modules.filter(|(_, module)| {
            let rest = path.strip_prefix(module);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        });
        around
            .max_by_key(|(_, module)| module.len())
            .map(|(layer, _)| layer)
    }
}

/// The paths after `crate::` outside of unit tests, each with its line; those in braces one by one.
fn uses(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
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
            let (path, behind) = rest.split_at(end);
            let prefix = open.last().map_or("", String::as_str);
            let path = format!("{prefix}{path}");
            let mark = behind.chars().next();
            match mark {
                Some('{') => open.push(path),
                Some('*') => found.push((number, path.trim_end_matches(':').to_owned())),
                _ if !path.ends_with(':') && path != prefix => found.push((number, path)),
                _ => {}
            }
            if mark == Some('}') {
                open.pop();
            }
            if open.len() == 1 {
                open.clear();
            }
            match mark {
                Some(mark) => rest = &behind[mark.len_utf8()..],
                None => break,
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{check, uses};

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
    fn uses_of_a_higher_layer_are_found() {
        let uses_passes = "use crate::passes::Pass;\n";
        assert_eq!(check("mlir/src/rewrite/cse.rs", uses_passes).len(), 1);
        assert!(check("mlir/src/passes/run.rs", uses_passes).is_empty());
        assert!(check("mlir/src/lib.rs", uses_passes).is_empty());
        let in_test = format!("#[cfg(test)]\n{uses_passes}");
        assert!(check("mlir/src/rewrite/cse.rs", &in_test).is_empty());
        let type_of_entry = "use crate::rewrite::Canonicalizer;\n";
        assert!(check("mlir/src/dialects/def.rs", type_of_entry).is_empty());
        assert_eq!(
            check("mlir/src/dialects/registry.rs", type_of_entry).len(),
            1
        );
        assert!(check("mlir/src/dialects/memref.rs", type_of_entry).is_empty());
    }
}
