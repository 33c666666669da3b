//! What a crate needs before it can be published: facts for its page on a registry, its licences, and a README, which
//! is the documentation of the crate in short.

use std::fs;
use std::path::Path;

/// Lines that the manifest of a published crate has, by their beginnings.
const FACTS: &[&str] = &[
    "version.workspace",
    "rust-version.workspace",
    "license.workspace",
    "repository.workspace",
    "description = \"",
    "keywords = [",
    "categories = [",
];

const LICENCES: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT"];

/// What each README ends with.
const FOOTER: &str = "\nPart of memplan, a static memory planner. \
                      Licence: Apache-2.0 or MIT, at your choice.\n";

/// What the crate in `folder` lacks; nothing for crates that are not published.
pub(crate) fn check(root: &Path, folder: &str) -> Vec<String> {
    let Some(manifest) = published(root, folder) else {
        return Vec::new();
    };
    let missing = FACTS
        .iter()
        .filter(|fact| !manifest.lines().any(|line| line.starts_with(**fact)));
    let mut findings: Vec<String> = missing
        .map(|fact| {
            format!(
                "{folder}/Cargo.toml: a published crate needs `{fact}..`, or says `publish = false`"
            )
        })
        .collect();
    for licence in LICENCES {
        let text = fs::read(root.join(folder).join(licence)).ok();
        if text.is_none() || text != fs::read(root.join(licence)).ok() {
            findings.push(format!(
                "{folder}/{licence}: not the licence of the tree: link to it"
            ));
        }
    }
    if !is_by_hand(&manifest)
        && fs::read_to_string(root.join(folder).join("README.md")).ok() != readme(root, folder)
    {
        findings.push(format!(
            "{folder}/README.md: not the documentation of the crate: run `cargo xtask readmes`"
        ));
    }
    findings
}

/// Writes the READMEs of `folders`.
///
/// # Errors
///
/// A file cannot be written.
pub(crate) fn write_readmes<'a>(
    root: &Path,
    folders: impl Iterator<Item = &'a str>,
) -> Result<String, String> {
    let mut n_written = 0;
    for folder in folders {
        let Some(manifest) = published(root, folder) else {
            continue;
        };
        let text = readme(root, folder).filter(|_| !is_by_hand(&manifest));
        if let Some(text) = text {
            let path = root.join(folder).join("README.md");
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
            n_written += 1;
        }
    }
    Ok(format!("readmes: wrote {n_written}"))
}

/// Whether somebody writes the README that the manifest names.
fn is_by_hand(manifest: &str) -> bool {
    manifest.lines().any(|line| line.starts_with("readme = "))
}

/// The manifest of a crate that is published.
fn published(root: &Path, folder: &str) -> Option<String> {
    let manifest = fs::read_to_string(root.join(folder).join("Cargo.toml")).ok()?;
    (!manifest.contains("publish = false")).then_some(manifest)
}

/// The documentation of a crate up to its section on the inside, without links into itself.
fn readme(root: &Path, folder: &str) -> Option<String> {
    let manifest = fs::read_to_string(root.join(folder).join("Cargo.toml")).ok()?;
    let name = manifest.split("name = \"").nth(1)?.split('"').next()?;
    let source = fs::read_to_string(root.join(folder).join("src/lib.rs")).ok()?;
    let mut text = format!("# {name}\n\n");
    let mut is_code = false;
    for line in source.lines() {
        let Some(line) = line.strip_prefix("//!") else {
            break;
        };
        let line = line.strip_prefix(' ').unwrap_or(line);
        if line == "# Inside" {
            break;
        }
        if line == "```" && !is_code {
            text.push_str("```rust\n");
            is_code = true;
            continue;
        }
        is_code &= !line.starts_with("```");
        if is_code {
            if line == "#" || line.starts_with("# ") {
                continue; // hidden
            }
            text.push_str(line);
        } else {
            text.push_str(&without_links(&deeper(line)));
        }
        text.push('\n');
    }
    Some(text.trim_end().to_owned() + "\n" + FOOTER)
}

/// A heading one level below: the name of the crate is the first.
fn deeper(line: &str) -> String {
    if line.starts_with('#') {
        format!("#{line}")
    } else {
        line.to_owned()
    }
}

/// Links to items of the crate become their texts; links to addresses stay.
fn without_links(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, link)) = rest.split_once("[`") {
        text.push_str(before);
        let Some((item, after)) = link.split_once("`]") else {
            text.push_str("[`");
            rest = link;
            continue;
        };
        let target = after
            .strip_prefix('(')
            .and_then(|inside| inside.split_once(')'));
        match target {
            Some((address, _)) if address.contains("://") => {
                text.push_str(&format!("[`{item}`]"));
                rest = after;
            }
            Some((_, after)) => {
                text.push_str(&format!("`{item}`"));
                rest = after;
            }
            None => {
                text.push_str(&format!("`{item}`"));
                rest = after;
            }
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::without_links;

    #[test]
    fn links_into_the_crate_are_plain_text() {
        assert_eq!(
            without_links("a [`Plan`] of [`x`](mod@x)."),
            "a `Plan` of `x`."
        );
        let kept = "see [`mlir-opt`](https://mlir.llvm.org)";
        assert_eq!(without_links(kept), kept);
    }
}
