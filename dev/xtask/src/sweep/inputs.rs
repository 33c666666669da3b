//! The programs of the tree: the sections of all its `.mlir` files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::Input;

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
    collect(root, &mut paths)?;
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

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_source = name != "target" && !name.to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() {
            if is_source {
                collect(&entry.path(), paths)?;
            }
        } else if entry.path().extension().is_some_and(|end| end == "mlir") {
            paths.push(entry.path());
        }
    }
    Ok(())
}
