//! Attributes and types of the dialects: names and keywords are checked, and printed in canonical
//! form.

use memplan_mlir::text::{PrintOptions, parse, print};

fn printed(attr: &str) -> Result<String, String> {
    let text = format!("\"t.t\"() {{a = {attr}}} : () -> ()");
    match parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) {
        Ok(parsed) => Ok(print(&parsed.module, &PrintOptions::default())),
        Err(errors) => Err(errors[0].message.clone()),
    }
}

#[test]
fn words_are_written_in_one_order() {
    for (given, expected) in [
        (
            "#llvm.fastmath<reassoc,nnan>",
            "#llvm.fastmath<nnan, reassoc>",
        ),
        ("#gpu<dim  \"x\">", "#gpu<dim x>"),
        (
            "!llvm.struct<(i32,array<2xptr<0>>)>",
            "!llvm.struct<(i32, array<2 x ptr>)>",
        ),
    ] {
        let text = printed(given).unwrap();
        assert!(text.contains(expected), "{given}: {text}");
    }
}

#[test]
fn other_words_and_names_are_refused() {
    for (given, message) in [
        ("#gpu.dim<x>", "expected one of `x`, `y`, `z`"),
        ("!async.tokens", "dialect `async` has no type `tokens`"),
        ("!llvm.pointer", "dialect `llvm` has no type `pointer`"),
        ("#tosa.mode<x>", "dialect `tosa` has no attribute `mode`"),
    ] {
        let error = printed(given).unwrap_err();
        assert!(error.contains(message), "{given}: {error}");
    }
}

/// As LLVM 21 writes them. mlir-opt 22 reads them, too, but drops `IGNORE`.
#[test]
fn modes_of_tosa_may_be_strings() {
    let text = "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
        %0 = tosa.maximum %a, %a {nan_mode = \"IGNORE\"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>
      }";
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options()).unwrap();
    assert_eq!(memplan_mlir::verifier::verify(&parsed.module), []);
    let printed = print(&parsed.module, &PrintOptions::default());
    assert!(printed.contains("{nan_mode = IGNORE}"), "{printed}");
}

#[test]
fn lists_that_are_searched_are_sorted() {
    for dialect in memplan_dialects_extra::dialects().iter() {
        let names = dialect.attrs.iter().map(|(name, _)| name);
        assert!(names.is_sorted(), "{}", dialect.name);
        assert!(dialect.other_attrs.is_sorted(), "{}", dialect.name);
    }
}

#[test]
fn rows_of_classes_are_about_groups_that_there_are() {
    let dialects = memplan_dialects_extra::dialects();
    let mut seen = std::collections::BTreeSet::new();
    for dialect in dialects.iter() {
        for row in dialect.classes.iter().copied().flatten() {
            for op in row.ops.split_whitespace() {
                let name = format!("{}.{op}", dialect.name);
                let def = dialects.find(&name);
                let def = def.unwrap_or_else(|| panic!("no {name}"));
                for (place, _) in row.places {
                    let group = place.group();
                    let group_found = def.operand_group(group).or(def.result_group(group));
                    assert!(group_found.is_some(), "{name} has no {group}");
                }
                assert!(seen.insert(name.clone()), "{name} has two rows");
            }
        }
        let relations = dialect.relations.iter();
        for op in relations.flat_map(|(_, ops)| ops.split_whitespace()) {
            let name = format!("{}.{op}", dialect.name);
            assert!(dialects.find(&name).is_some(), "no {name}");
        }
    }
}

/// As `iree-opt` prints them. Dialects of which only some operations are known have any attributes and types.
#[test]
fn barriers_are_read_and_printed() {
    let text = "module {
  func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<4xf32>) -> tensor<8xf32> {
    %0:2 = util.optimization_barrier {tag = 1 : i32} %arg0, %arg1 : tensor<8xf32>, tensor<4xf32>
    %1 = \"util.other\"() {kind = #util.kind<a>} : () -> !util.buffer
    util.optimization_barrier
    return %0#0 : tensor<8xf32>
  }
}

";
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options()).unwrap();
    assert_eq!(print(&parsed.module, &PrintOptions::default()), text);
}
