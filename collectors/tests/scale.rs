//! Large programs: with any quadratic step, these tests would not finish.

use memplan_collectors::find_collector;
use memplan_mlir::text::parse;

/// How many buffers are merged; absent when the program is not as it should be.
fn merged(text: &str) -> Option<usize> {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options()).ok()?;
    let collector = find_collector("tick").ok()?;
    let collected = collector.collect(&parsed.module).ok()?;
    Some(collected.scopes.iter().map(|scope| scope.sites.len()).sum())
}

/// Chains of views, accesses and deallocations in a straight line.
#[test]
fn straight_line() {
    let mut text = String::from("func.func @f() {\n");
    for i in 0..20_000 {
        text.push_str(&format!("%a{i} = memref.alloc() : memref<8xf32>\n"));
        text.push_str(&format!(
            "%v{i} = memref.cast %a{i} : memref<8xf32> to memref<?xf32>\n"
        ));
        text.push_str(&format!("\"test.use\"(%v{i}) : (memref<?xf32>) -> ()\n"));
        let before = i - i.min(10);
        text.push_str(&format!(
            "\"test.use\"(%v{before}) : (memref<?xf32>) -> ()\n"
        ));
        text.push_str(&format!("memref.dealloc %a{i} : memref<8xf32>\n"));
    }
    text.push_str("return\n}\n");
    assert_eq!(merged(&text), Some(20_000));
}

/// Many buffers from outside, all used in one nest of loops.
#[test]
fn deep_loops() {
    const DEPTH: usize = 100;
    let mut text = String::from("func.func @f(%l: index) {\n");
    for i in 0..20_000 {
        text.push_str(&format!("%a{i} = memref.alloc() : memref<8xf32>\n"));
    }
    for i in 0..DEPTH {
        text.push_str(&format!("scf.for %i{i} = %l to %l step %l {{\n"));
    }
    for i in 0..20_000 {
        text.push_str(&format!("\"test.use\"(%a{i}) : (memref<8xf32>) -> ()\n"));
        text.push_str(&format!("%b{i} = memref.alloc() : memref<8xf32>\n"));
        text.push_str(&format!("\"test.use\"(%b{i}) : (memref<8xf32>) -> ()\n"));
    }
    text.push_str(&"}\n".repeat(DEPTH));
    text.push_str("return\n}\n");
    assert_eq!(merged(&text), Some(40_000));
}

/// One loop of blocks after the other.
#[test]
fn many_blocks() {
    let mut text = String::from("func.func @f(%c: i1) {\n%o = memref.alloc() : memref<8xf32>\n");
    text.push_str("cf.br ^b0\n");
    for i in 0..20_000 {
        text.push_str(&format!("^b{i}:\n%a{i} = memref.alloc() : memref<8xf32>\n"));
        text.push_str(&format!(
            "\"test.use\"(%a{i}, %o) : (memref<8xf32>, memref<8xf32>) -> ()\n"
        ));
        text.push_str(&format!("cf.cond_br %c, ^b{i}, ^b{}\n", i + 1));
    }
    text.push_str("^b20000:\nreturn\n}\n");
    assert_eq!(merged(&text), Some(20_001));
}

/// More nested cycles of blocks than the collector distinguishes: allocations in the others are skipped.
#[test]
fn nested_blocks() {
    const DEPTH: usize = 300;
    let mut text = String::from("func.func @f(%c: i1) {\ncf.br ^h0\n");
    for i in 0..DEPTH {
        text.push_str(&format!("^h{i}:\n%a{i} = memref.alloc() : memref<8xf32>\n"));
        text.push_str(&format!("\"test.use\"(%a{i}) : (memref<8xf32>) -> ()\n"));
        let next = if i + 1 < DEPTH { i + 1 } else { i };
        text.push_str(&format!("cf.cond_br %c, ^h{next}, ^l{i}\n"));
    }
    for i in (0..DEPTH).rev() {
        let out = if i == 0 {
            "exit".to_owned()
        } else {
            format!("l{}", i - 1)
        };
        text.push_str(&format!("^l{i}:\ncf.cond_br %c, ^h{i}, ^{out}\n"));
    }
    text.push_str("^exit:\nreturn\n}\n");
    assert_eq!(merged(&text), Some(64));
}

/// A buffer that may be any of many.
#[test]
fn many_aliases() {
    let mut text = String::from("func.func @f(%c: i1) {\n");
    for i in 0..20_000 {
        text.push_str(&format!("%a{i} = memref.alloc() : memref<8xf32>\n"));
    }
    text.push_str("%s0 = memref.cast %a0 : memref<8xf32> to memref<8xf32>\n");
    for i in 1..20_000 {
        let (before, start) = (i - 1, if i % 500 == 0 { "a" } else { "s" });
        text.push_str(&format!(
            "%s{i} = arith.select %c, %{start}{before}, %a{i} : memref<8xf32>\n"
        ));
        text.push_str(&format!("\"test.use\"(%s{i}) : (memref<8xf32>) -> ()\n"));
    }
    text.push_str("return\n}\n");
    assert_eq!(merged(&text), Some(20_000));
}
