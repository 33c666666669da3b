//! Runs `fixtures/verify`: sections of valid syntax that violate one rule each.
//!
//! `// error: TEXT` at the end of a line, possibly repeated, expects a verification error there whose
//! message contains the text; errors elsewhere fail the test.

use std::fs;
use std::path::Path;

use memplan_mlir::text::{Diagnostic, SourceMap, parse};
use memplan_mlir::verifier::verify;

const MARKER: &str = "// error: ";
const SEPARATOR: &str = "// -----";

#[test]
fn errors_stand_where_fixtures_expect_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/verify");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let mut line = 1;
        for section in text.split(SEPARATOR) {
            check(section, &mut |at, message| {
                wrong.push(format!("{name}:{}: {message}", line + at));
            });
            line += section.matches('\n').count();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compares the errors of one section with its expectations; lines are counted from 0.
fn check(section: &str, complain: &mut dyn FnMut(usize, String)) {
    let module = match parse(section.as_bytes(), &memplan_dialects_extra::parse_options()) {
        Ok(parsed) => parsed.module,
        Err(errors) => {
            for error in errors {
                complain(0, format!("cannot be read: {}", error.message));
            }
            return;
        }
    };
    let map = SourceMap::new(section.as_bytes());
    let mut unexpected: Vec<(usize, String)> = verify(&module)
        .into_iter()
        .map(Diagnostic::from)
        .map(|error| (map.line_col(error.span.start).0 as usize - 1, error.message))
        .collect();
    for (at, line) in section.lines().enumerate() {
        for expected in line.split(MARKER).skip(1).map(str::trim_end) {
            let matching = unexpected
                .iter()
                .position(|(line, message)| *line == at && message.contains(expected));
            match matching {
                Some(index) => drop(unexpected.remove(index)),
                None => complain(at, format!("no error `{expected}`")),
            }
        }
    }
    for (at, message) in unexpected {
        complain(at, format!("unexpected error: {message}"));
    }
}
