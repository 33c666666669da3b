//! The header declares what the library has: functions, structs, constants, and the number of the interface.

use std::collections::BTreeMap;
use std::fs;

use crate::common::crate_folder;

/// Types of Rust, and what they are in C.
const TYPES: &[(&str, &str)] = &[
    ("Option<Box<Answer>>", "memplan_result *"),
    ("Box<Answer>", "memplan_result *"),
    ("Option<&Answer>", "const memplan_result *"),
    ("Option<Box<Draft>>", "memplan_trace *"),
    ("Box<Draft>", "memplan_trace *"),
    ("Option<&mut Draft>", "memplan_trace *"),
    ("Option<&Draft>", "const memplan_trace *"),
    ("Option<Box<Cancel>>", "memplan_cancel *"),
    ("Box<Cancel>", "memplan_cancel *"),
    ("Option<&Cancel>", "const memplan_cancel *"),
    ("Option<&'a Cancel>", "const memplan_cancel *"),
    ("Option<&RawSettings<'_>>", "const memplan_settings *"),
    ("Option<&mut MaybeUninit<usize>>", "size_t *"),
    ("*const Record", "const memplan_buffer *"),
    ("*const Pair", "const memplan_option *"),
    ("*const u64", "const uint64_t *"),
    ("*const u32", "const uint32_t *"),
    ("*const u8", "const char *"),
    ("RawMessage", "memplan_message "),
    ("Figures", "memplan_figures "),
    ("Text", "memplan_text "),
    ("usize", "size_t "),
    ("u32", "uint32_t "),
    ("u64", "uint64_t "),
    ("i32", "int32_t "),
    ("i64", "int64_t "),
];

/// Structs of Rust, and what they are in C.
const STRUCTS: &[(&str, &str)] = &[
    ("Text", "memplan_text"),
    ("Pair", "memplan_option"),
    ("RawSettings<'a>", "memplan_settings"),
    ("RawMessage", "memplan_message"),
    ("Record", "memplan_buffer"),
    ("Figures", "memplan_figures"),
];

fn in_c(rust: &str) -> &'static str {
    let named = TYPES.iter().find(|row| row.0 == rust.trim());
    named
        .unwrap_or_else(|| panic!("`{rust}` has no row in TYPES"))
        .1
}

fn read(name: &str) -> String {
    fs::read_to_string(crate_folder().join(name)).unwrap()
}

/// The header without comments, with one blank between words.
fn header() -> String {
    let text = read("include/memplan.h");
    let mut code = String::new();
    for part in text.split("/*") {
        code.push_str(part.split_once("*/").map_or(part, |(_, rest)| rest));
    }
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn rust() -> String {
    ["boundary", "answer", "settings", "trace"]
        .map(|name| read(&format!("src/{name}.rs")))
        .concat()
}

/// What is between a text and the next other text.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(start)?;
    rest.split_once(end).map(|(inside, _)| inside)
}

/// The type in a declaration such as `const char *data`.
fn type_of(declaration: &str) -> String {
    let declaration = declaration.trim();
    let end = declaration.rfind([' ', '*']).unwrap();
    declaration[..=end].to_owned()
}

/// The type of a function and of its parameters, by its name.
type Functions = BTreeMap<String, (String, Vec<String>)>;

fn functions_of_header(header: &str) -> Functions {
    let mut functions = BTreeMap::new();
    let (_, exported) = header.split_once("} memplan_figures;").unwrap();
    for declaration in exported.split(';') {
        let Some((head, parameters)) = declaration.split_once('(') else {
            continue;
        };
        let start = head.rfind("memplan_").unwrap();
        let of = head[..start]
            .trim_start()
            .replace("memplan_status ", "int32_t ");
        let parameters = parameters.trim_end_matches(')').split(',');
        let parameters = parameters.filter(|parameter| *parameter != "void");
        functions.insert(
            head[start..].to_owned(),
            (of, parameters.map(type_of).collect()),
        );
    }
    functions
}

fn functions_of_library(rust: &str) -> Functions {
    let mut functions = BTreeMap::new();
    for declaration in rust.split("extern \"C\" fn ").skip(1) {
        let (name, rest) = declaration.split_once('(').unwrap();
        let (parameters, rest) = rest.split_once(')').unwrap();
        let of = match between(rest, "-> ", " {").filter(|_| rest.starts_with(" ->")) {
            Some(of) => in_c(of),
            None => "void ",
        };
        let types = parameters.split(", ").flat_map(|part| part.split(",\n"));
        let types = types.filter_map(|parameter| parameter.split_once(": "));
        let types = types.map(|(_, ty)| in_c(ty.trim_end_matches([',', '\n'])).to_owned());
        functions.insert(name.to_owned(), (of.to_owned(), types.collect()));
    }
    functions
}

#[test]
fn functions_are_declared() {
    let declared = functions_of_header(&header());
    assert_eq!(declared, functions_of_library(&rust()));
    assert_eq!(declared.len(), 36);
}

#[test]
fn structs_have_the_same_fields() {
    let (header, rust) = (header(), rust());
    for (name, name_in_c) in STRUCTS {
        let fields = between(&rust, &format!("struct {name} {{\n"), "\n}").unwrap();
        let fields = fields
            .lines()
            .filter_map(|line| line.trim().split_once(": "));
        let fields = fields.map(|(name, ty)| {
            let name = name.trim_start_matches("pub(crate) ");
            format!("{}{name};", in_c(ty.trim_end_matches(',')))
        });
        let fields: Vec<String> = fields.collect();
        let expected = format!(
            "typedef struct {name_in_c} {{ {} }} {name_in_c};",
            fields.join(" ")
        );
        assert!(header.contains(&expected), "{expected}");
    }
}

#[test]
fn constants_have_the_same_values() {
    let (header, rust) = (header(), rust());
    let mut names = Vec::new();
    for (name, is_numbered) in [("Status", true), ("Level", true), ("Which", false)] {
        let variants = between(&rust, &format!("enum {name} {{\n"), "\n}").unwrap();
        for (index, variant) in variants.lines().enumerate() {
            let variant = variant.trim().trim_end_matches(',');
            let numbered = format!("{} = {index}", variant.split(' ').next().unwrap());
            assert!(!is_numbered || variant == numbered, "{variant}");
            names.push(format!("MEMPLAN_{}", numbered.to_uppercase()));
        }
    }
    for constant in &names {
        let is_declared = [",", " }"].map(|end| header.contains(&format!(" {constant}{end}")));
        assert!(is_declared.contains(&true), "{constant}");
    }
    assert_eq!(header.matches(" = ").count() - 2, names.len());
    let abi = between(&rust, "const ABI: u32 = ", ";").unwrap();
    assert!(read("include/memplan.h").contains(&format!("#define MEMPLAN_ABI {abi}\n")));
    assert!(read("build.rs").contains(&format!("libmemplan.so.{abi}")));
    assert!(read("CMakeLists.txt").contains(&format!("libmemplan.so.{abi}")));
}
