//! Programs to mutate: the sections of the fixtures, and every operation of fixtures and models in
//! isolation, with operands defined by unknown operations.

use crate::common::GENERIC;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use memplan_mlir::text::{PrintOptions, parse, print};

use super::tree::{self, Block, Op};

/// Maximum length of a piece in bytes.
const MAX_LEN: usize = 3000;

/// Operations whose rules about shapes are left to mlir-opt, which the book lists.
const LEFT_TO_MLIR_OPT: &[&str] = &[
    "vector.compressstore",
    "vector.constant_mask",
    "vector.contract",
    "vector.create_mask",
    "vector.deinterleave",
    "vector.expandload",
    "vector.insert",
    "vector.insert_strided_slice",
    "vector.interleave",
    "vector.maskedload",
    "vector.maskedstore",
    "vector.multi_reduction",
    "vector.outerproduct",
    "vector.print",
    "vector.reduction",
    "vector.scalable.extract",
    "vector.scalable.insert",
    "vector.scan",
    "vector.scatter",
    "vector.to_elements",
];

/// A valid program, in both forms.
pub(crate) struct Piece {
    /// The file of origin.
    pub(crate) origin: String,
    /// Generic form.
    pub(crate) generic: Op,
    /// Custom form.
    pub(crate) custom: String,
}

/// An operation that returns values of any type.
pub(crate) fn source(name: String, types: Vec<String>) -> Op {
    Op {
        results: Some((name, types.len())),
        name: "test.def".to_owned(),
        outs: types,
        ..Op::default()
    }
}

/// All pieces, each once.
pub(crate) fn all() -> Vec<Piece> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in [
        "mlir/tests/fixtures/ops",
        "mlir/tests/fixtures/round_trip",
        "mlir/tests/fixtures/meaning",
        "collectors/tests/fixtures/tick",
        "mutators/tests/fixtures/dealloc",
        "mutators/tests/fixtures/merge_alloc",
        "mutators/tests/programs",
        "examples",
    ] {
        list(&root.join(folder), &mut files);
    }
    files.extend(memplan_testing::outside::shared_files("corpus", ".mlir"));
    files.push(root.join("mlir/tests/fixtures/verify/valid.mlir"));
    let mut pieces = Vec::new();
    let mut seen = BTreeSet::new();
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let origin = file.file_name().unwrap_or_default().to_string_lossy();
        for section in text.split("// -----") {
            cut(&origin, section, &mut seen, &mut pieces);
        }
    }
    pieces
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|ext| ext == "mlir"))
        .collect();
    paths.sort();
    files.extend(paths);
}

/// The program as a whole if it is short, and its operations one by one.
fn cut(origin: &str, section: &str, seen: &mut BTreeSet<String>, pieces: &mut Vec<Piece>) {
    let Ok(parsed) = parse(section.as_bytes(), &memplan_dialects_extra::parse_options()) else {
        return;
    };
    if !memplan_mlir::verifier::verify(&parsed.module).is_empty() {
        return;
    }
    let Some(root) = tree::parse(&print(&parsed.module, &GENERIC)) else {
        return;
    };
    let mut add = |generic: Op, custom: Option<&str>| {
        let text = generic.text();
        let is_left = |name: &&str| text.contains(&format!("\"{name}\""));
        if text.len() > MAX_LEN
            || LEFT_TO_MLIR_OPT.iter().any(is_left)
            || !seen.insert(text.clone())
        {
            return;
        }
        let custom = match custom {
            Some(custom) => custom.to_owned(),
            None => match parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) {
                Ok(parsed) => print(&parsed.module, &PrintOptions::default()),
                Err(_) => return,
            },
        };
        pieces.push(Piece {
            origin: origin.to_owned(),
            generic,
            custom,
        });
    };
    if section.len() <= MAX_LEN {
        add(root.clone(), Some(&code(section)));
    }
    let mut types = HashMap::new();
    collect_types(&root, &mut types);
    root.walk(&mut |op| {
        if !matches!(
            op.name.as_str(),
            "builtin.module" | "func.func" | "test.def"
        ) && op.successors.is_empty()
        {
            add(alone(op, &types), None);
        }
    });
}

/// The lines that are not comments.
fn code(section: &str) -> String {
    let lines = section
        .lines()
        .filter(|line| !line.trim_start().starts_with("//") && !line.is_empty());
    lines.fold(String::new(), |text, line| text + line + "\n")
}

/// Types of all values; names are unique in a module.
fn collect_types(root: &Op, types: &mut HashMap<String, String>) {
    root.walk(&mut |op| {
        if let Some((name, count)) = &op.results {
            for (index, ty) in op.outs.iter().enumerate() {
                let name = match count {
                    1 => name.clone(),
                    _ => format!("{name}#{index}"),
                };
                types.insert(name, ty.clone());
            }
        }
        for block in op.regions.iter().flatten() {
            types.extend(block.args.iter().cloned());
        }
    });
}

/// The operation in a separate function.
fn alone(op: &Op, types: &HashMap<String, String>) -> Op {
    let mut inner = HashMap::new();
    collect_types(op, &mut inner);
    let mut renamed: HashMap<String, String> = HashMap::new();
    let mut body = Vec::new();
    let mut op = op.clone();
    op.walk_mut(&mut |op| {
        for operand in &mut op.operands {
            if inner.contains_key(operand) {
                continue;
            }
            let n = renamed.len();
            let name = renamed.entry(operand.clone()).or_insert_with(|| {
                let name = format!("%v{n}");
                let ty = types.get(operand).cloned().unwrap_or_default();
                body.push(source(name.clone(), vec![ty]));
                name
            });
            *operand = name.clone();
        }
    });
    // With names that do not depend on the rest of the program, equal operations become equal pieces.
    rename_inner(&mut op);
    body.push(op);
    in_function(body)
}

fn rename_inner(op: &mut Op) {
    let mut names: HashMap<String, String> = HashMap::new();
    let base = |name: &str| name.split('#').next().unwrap_or(name).to_owned();
    op.walk(&mut |op| {
        let mut add = |name: &str| {
            let n = names.len();
            names
                .entry(name.to_owned())
                .or_insert_with(|| format!("%i{n}"));
        };
        if let Some((name, _)) = &op.results {
            add(name);
        }
        for (name, _) in op.regions.iter().flatten().flat_map(|block| &block.args) {
            add(name);
        }
    });
    op.walk_mut(&mut |op| {
        let rename = |name: &mut String| {
            let old = base(name);
            if let Some(new) = names.get(&old) {
                *name = name.replacen(&old, new, 1);
            }
        };
        if let Some((name, _)) = &mut op.results {
            rename(name);
        }
        op.operands.iter_mut().for_each(rename);
        for block in op.regions.iter_mut().flatten() {
            block.args.iter_mut().for_each(|(name, _)| rename(name));
        }
    });
}

fn in_function(mut body: Vec<Op>) -> Op {
    body.push(Op {
        name: "func.return".to_owned(),
        ..Op::default()
    });
    let region = |ops| {
        vec![Block {
            ops,
            ..Block::default()
        }]
    };
    let entry = |key: &str, value: &str| (key.to_owned(), Some(value.to_owned()));
    let function = Op {
        name: "func.func".to_owned(),
        props: vec![
            entry("function_type", "() -> ()"),
            entry("sym_name", "\"f\""),
        ],
        regions: vec![region(body)],
        ..Op::default()
    };
    Op {
        name: "builtin.module".to_owned(),
        regions: vec![region(vec![function])],
        ..Op::default()
    }
}
