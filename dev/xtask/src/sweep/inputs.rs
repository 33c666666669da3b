//! The programs of the tree: the sections of all its `.mlir` files.

use std::path::Path;
use std::{fs, io};

use super::Input;
use crate::tidy::files_with;

/// Large models, which tests of `merge` read; without them the sweep stays short.
const LARGE: &str = "datasets/programs";

/// Reads every section of every `.mlir` file below `root`, in the order of their paths. Files that
/// are not text are skipped, and so are large models.
///
/// # Errors
///
/// Errors of the operating system.
pub(crate) fn read(root: &Path) -> io::Result<Vec<Input>> {
    let mut paths = Vec::new();
    files_with(root, "mlir", &mut paths)?;
    paths.retain(|path| !path.starts_with(root.join(LARGE)));
    paths.sort();
    let mut inputs = Vec::new();
    for path in paths {
        let Ok(text) = String::from_utf8(fs::read(&path)?) else {
            continue;
        };
        let name = path
            .strip_prefix(root)
            .unwrap_or(&path)
            .display()
            .to_string();
        let mut section = String::new();
        let mut number = 1;
        for line in text.lines().chain(["// -----"]) {
            if line.trim_end() == "// -----" {
                inputs.push(Input {
                    name: format!("{name} section {number}"),
                    text: std::mem::take(&mut section),
                });
                number += 1;
            } else {
                section.push_str(line);
                section.push('\n');
            }
        }
    }
    Ok(inputs)
}
