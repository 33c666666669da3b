//! Programs with right and wrong merges.

use memplan_mlir::text::{ParseOptions, parse};

use crate::{Checked, Fault, check};

/// Checks the body of a function with an allocation of 64 bytes, `%m`, the buffers `%a` and `%b` at these offsets,
/// arguments of four and eight elements, and some constants.
fn checked([a, b]: [u32; 2], body: &str) -> Checked {
    let text = format!(
        "func.func @f(%x: memref<8xf32>, %y: memref<4xf32>, %n: index, %p: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %oa = arith.constant {a} : index
  %ob = arith.constant {b} : index
  %m = memref.alloc() : memref<64xi8>
  %a = memref.view %m[%oa][] : memref<64xi8> to memref<8xf32>
  %b = memref.view %m[%ob][] : memref<64xi8> to memref<8xf32>
{body}
  return
}}
"
    );
    let parsed = parse(text.as_bytes(), &ParseOptions::default());
    let module = parsed
        .unwrap_or_else(|errors| panic!("{text}\n{errors:?}"))
        .module;
    check(&module, module.root())
}

/// `proved`, `unproved`, or what is wrong.
fn verdict(offsets: [u32; 2], body: &str) -> &'static str {
    let checked = checked(offsets, body);
    match &checked.wrong[..] {
        [] if checked.unproved.is_empty() => "proved",
        [] => "unproved",
        [wrong, ..] => match wrong.fault {
            Fault::Overwritten { .. } => "overwritten",
            Fault::Freed { .. } => "freed",
            Fault::OutOfBounds => "out of bounds",
            Fault::SharedByIterations => "shared",
        },
    }
}

const WRITE_A: &str = "memref.copy %x, %a : memref<8xf32> to memref<8xf32>\n";
const WRITE_B: &str = "linalg.fill ins(%z : f32) outs(%b : memref<8xf32>)\n";
const READ_A: &str = "memref.copy %a, %x : memref<8xf32> to memref<8xf32>\n";
const READ_B: &str = "memref.copy %b, %x : memref<8xf32> to memref<8xf32>\n";

#[test]
fn straight_programs_are_judged() {
    let (one_after_the_other, together) = (
        [WRITE_A, READ_A, WRITE_B, READ_B].concat(),
        [WRITE_A, WRITE_B, READ_A, READ_B].concat(),
    );
    assert_eq!(verdict([0, 0], &one_after_the_other), "proved");
    assert_eq!(verdict([0, 0], &together), "overwritten");
    assert_eq!(verdict([0, 28], &together), "overwritten");
    assert_eq!(verdict([0, 32], &together), "proved");
    assert_eq!(verdict([0, 36], &together), "out of bounds");
    // Bytes without content may hold anything.
    assert_eq!(verdict([0, 0], &[WRITE_B, READ_A].concat()), "proved");
    let freed = [WRITE_A, "memref.dealloc %m : memref<64xi8>\n", READ_A].concat();
    assert_eq!(verdict([0, 32], &freed), "freed");
}

#[test]
fn the_place_and_the_culprit_are_named() {
    let checked = checked([0, 16], &[WRITE_A, WRITE_B, READ_A].concat());
    let [wrong] = checked.wrong[..] else {
        panic!("{checked:?}");
    };
    assert!(matches!(wrong.fault, Fault::Overwritten { by } if by != wrong.op));
    assert_eq!(checked.n_buffers, 2);
}

#[test]
fn parts_count_byte_by_byte() {
    let part = |lo: u32, access: &str| {
        format!(
            "%s{lo} = memref.subview %a[{lo}] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: {lo}>>\n{access}\n"
        )
    };
    let read = |lo: u32| {
        let copy = format!(
            "memref.copy %s{lo}, %y : memref<4xf32, strided<[1], offset: {lo}>> to memref<4xf32>"
        );
        part(lo, &copy)
    };
    // The second half of `%a` is overwritten.
    for (lo, wanted) in [(0, "proved"), (4, "overwritten")] {
        let body = [WRITE_A, WRITE_B, &read(lo)].concat();
        assert_eq!(verdict([0, 16], &body), wanted, "{lo}");
    }
}

#[test]
fn branches_are_joined() {
    let one_case = format!("{WRITE_A}scf.if %p {{\n{WRITE_B}}}\n{READ_A}");
    assert_eq!(verdict([0, 0], &one_case), "unproved");
    let both = format!("{WRITE_A}scf.if %p {{\n{WRITE_B}}} else {{\n{WRITE_B}}}\n{READ_A}");
    assert_eq!(verdict([0, 0], &both), "overwritten");
    let apart = format!("scf.if %p {{\n{WRITE_A}{READ_A}}} else {{\n{WRITE_B}{READ_B}}}\n");
    assert_eq!(verdict([0, 0], &apart), "proved");
}

#[test]
fn loops_run_again() {
    let each = |body: &str| format!("scf.for %i = %c0 to %n step %c1 {{\n{body}}}\n");
    // The second iteration reads what the first one overwrote.
    let carried = [WRITE_A, &each(&[READ_A, WRITE_B, READ_B].concat())].concat();
    assert_eq!(verdict([0, 32], &carried), "proved");
    assert_eq!(verdict([0, 0], &carried), "unproved");
    let renewed = each(&[WRITE_A, READ_A, WRITE_B, READ_B].concat());
    assert_eq!(verdict([0, 0], &renewed), "proved");
    let inside = each(&[WRITE_A, WRITE_B, READ_A].concat());
    assert_eq!(verdict([0, 0], &inside), "overwritten");
    // Elements one by one, of which there may be none.
    let stores = each("memref.store %z, %a[%i] : memref<8xf32>\n");
    let stored = [&stores, READ_A].concat();
    assert_eq!(verdict([0, 0], &stored), "proved");
}

#[test]
fn iterations_side_by_side_are_at_once() {
    let each = |body: &str| {
        format!("scf.parallel (%i) = (%c0) to (%n) step (%c1) {{\n{body}scf.reduce\n}}\n")
    };
    let body = [WRITE_A, READ_A, WRITE_B, READ_B].concat();
    assert_eq!(verdict([0, 32], &each(&body)), "proved");
    assert_eq!(verdict([0, 0], &each(&body)), "shared");
    let own = "%o = memref.view %m[%oa][] : memref<64xi8> to memref<8xf32>
memref.copy %x, %o : memref<8xf32> to memref<8xf32>\n";
    assert_eq!(verdict([0, 32], &each(own)), "shared");
    // What an inner operation overwrites is written again after it.
    let nested = "%k = memref.alloc() : memref<64xi8>
%o = memref.view %k[%oa][] : memref<64xi8> to memref<8xf32>
%q = memref.view %k[%ob][] : memref<64xi8> to memref<8xf32>
scf.parallel (%j) = (%c0) to (%n) step (%c1) {
  linalg.fill ins(%z : f32) outs(%q : memref<8xf32>)
  scf.reduce
}
memref.copy %x, %o : memref<8xf32> to memref<8xf32>
memref.copy %o, %x : memref<8xf32> to memref<8xf32>\n";
    assert_eq!(verdict([0, 0], &each(nested)), "proved");
    let own = "%k = memref.alloc() : memref<64xi8>
%o = memref.view %k[%oa][] : memref<64xi8> to memref<8xf32>
memref.copy %x, %o : memref<8xf32> to memref<8xf32>\n";
    assert_eq!(verdict([0, 32], &each(own)), "proved");
}

#[test]
fn blocks_run_until_nothing_changes() {
    let body = [
        WRITE_A,
        "cf.br ^head\n^head:\n",
        READ_A,
        WRITE_B,
        "cf.cond_br %p, ^head, ^exit\n^exit:\n",
        READ_B,
    ];
    assert_eq!(verdict([0, 32], &body.concat()), "proved");
    assert_eq!(verdict([0, 0], &body.concat()), "unproved");
}

#[test]
fn values_are_followed_through_loops_and_choices() {
    let carried = format!(
        "{WRITE_A}{WRITE_B}%r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> memref<8xf32> {{
  scf.yield %v : memref<8xf32>
}}
memref.copy %r, %x : memref<8xf32> to memref<8xf32>\n"
    );
    assert_eq!(verdict([0, 0], &carried), "unproved");
    assert_eq!(verdict([0, 32], &carried), "proved");
    // On the other path the value is another buffer.
    let cast = format!(
        "{WRITE_A}{WRITE_B}%r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> memref<8xf32> {{
  %k = memref.alloc() : memref<8xf32>
  scf.yield %k : memref<8xf32>
}}
%s = memref.memory_space_cast %r : memref<8xf32> to memref<8xf32, 1>
memref.copy %s, %x : memref<8xf32, 1> to memref<8xf32>\n"
    );
    assert_eq!(verdict([0, 0], &cast), "unproved");
    let chosen = format!(
        "{WRITE_A}{WRITE_B}%r = arith.select %p, %a, %b : memref<8xf32>
memref.copy %r, %x : memref<8xf32> to memref<8xf32>\n"
    );
    assert_eq!(verdict([0, 0], &chosen), "unproved");
    assert_eq!(verdict([0, 32], &chosen), "proved");
}

#[test]
fn what_is_not_in_the_table_may_do_anything() {
    let unknown = "\"my.op\"(%b) : (memref<8xf32>) -> ()\n";
    let body = [WRITE_A, unknown, READ_A].concat();
    assert_eq!(verdict([0, 0], &body), "unproved");
    assert_eq!(verdict([0, 32], &body), "proved");
    let region = format!("\"my.op\"() ({{\n{WRITE_B}\"my.end\"() : () -> ()\n}}) : () -> ()\n");
    let body = [WRITE_A, &region, READ_A].concat();
    assert_ne!(verdict([0, 0], &body), "proved");
    assert_eq!(verdict([0, 32], &body), "proved");
}

#[test]
fn calls_overwrite_the_globals_of_callees() {
    let text = b"memref.global @m : memref<64xi8>
func.func @g(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %m = memref.get_global @m : memref<64xi8>
  %a = memref.view %m[%c0][] : memref<64xi8> to memref<8xf32>
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  func.call @h(%x) : (memref<8xf32>) -> ()
  memref.copy %a, %x : memref<8xf32> to memref<8xf32>
  return
}
func.func @h(%x: memref<8xf32>) {
  func.call @g(%x) : (memref<8xf32>) -> ()
  return
}
";
    let module = parse(text, &ParseOptions::default()).unwrap().module;
    assert_eq!(check(&module, module.root()).unproved.len(), 1);
}

/// What is proved of `%a`, at the begin of an allocation of `size` bytes, and `%b`, at `%o`, which lines define. `%s`
/// is the size of `%a`, `%t` that of `%b`, and `%e` the end of `%b`.
fn verdict_of_formulas(offset: &str, size: &str, body: &str) -> &'static str {
    let text = format!(
        "func.func @f(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %k: index, %p: i1) {{
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %mask = arith.constant -64 : index
  %least = arith.constant -9223372036854775807 : index
  %z = arith.constant 0.0 : f32
  %s = arith.muli %n, %c4 : index
  %none = memref.alloc(%s) : memref<0x?xf32>
  %t = arith.muli %c4, %k : index
{offset}
  %e = arith.addi %o, %t : index
  %larger = arith.maxsi %e, %s : index
  %m = memref.alloc({size}) : memref<?xi8>
  %a = memref.view %m[%c0][%n] : memref<?xi8> to memref<?xf32>
  %b = memref.view %m[%o][%k] : memref<?xi8> to memref<?xf32>
{body}
  return
}}
"
    );
    let parsed = parse(text.as_bytes(), &ParseOptions::default());
    let module = parsed
        .unwrap_or_else(|errors| panic!("{text}\n{errors:?}"))
        .module;
    let checked = check(&module, module.root());
    assert_eq!((checked.n_buffers, &checked.wrong[..]), (2, &[][..]));
    if checked.unproved.is_empty() {
        "proved"
    } else {
        "unproved"
    }
}

#[test]
fn formulas_of_offsets_tell_buffers_apart() {
    let write_a = "memref.copy %x, %a : memref<?xf32> to memref<?xf32>\n";
    let write_b = "linalg.fill ins(%z : f32) outs(%b : memref<?xf32>)\n";
    let read_a = "memref.copy %a, %x : memref<?xf32> to memref<?xf32>\n";
    let together = [write_a, write_b, read_a].concat();
    let begin = "%o = arith.addi %c0, %c0 : index";
    let one_by_one = [write_a, read_a, write_b].concat();
    assert_eq!(verdict_of_formulas(begin, "%larger", &one_by_one), "proved");
    assert_eq!(verdict_of_formulas(begin, "%larger", &together), "unproved");
    for (offset, expected) in [
        ("%o = arith.addi %s, %c0 : index", "proved"),
        ("%o = arith.addi %s, %c4 : index", "proved"),
        ("%o = arith.muli %n, %c4 : index", "proved"),
        ("%o = arith.addi %n, %n : index", "unproved"),
        ("%o = arith.maxsi %t, %s : index", "proved"),
        ("%o = arith.minsi %t, %s : index", "unproved"),
        (
            "%q = arith.addi %s, %c63 : index\n%o = arith.andi %q, %mask : index",
            "proved",
        ),
        (
            "%q = arith.addi %s, %c4 : index\n%o = arith.andi %q, %mask : index",
            "unproved",
        ),
        ("%o = arith.andi %s, %c63 : index", "unproved"),
        ("%o = arith.muli %n, %least : index", "unproved"),
        ("%o = memref.dim %none, %c0 : memref<0x?xf32>", "unproved"),
        (
            "%i = memref.dim %x, %c0 : memref<?xf32>\n%o = arith.muli %i, %c4 : index",
            "unproved",
        ),
        (
            "%w = memref.alloc(%n) : memref<?xf32>\n%i = memref.dim %w, %c0 : memref<?xf32>
             %o = arith.muli %i, %c4 : index",
            "proved",
        ),
        (
            "%q = arith.addi %s, %t : index\n%o = arith.select %p, %q, %s : index",
            "proved",
        ),
        (
            "%q = arith.addi %s, %t : index\n%o = arith.select %p, %q, %t : index",
            "unproved",
        ),
        (
            "%q = arith.select %p, %t, %c0 : index\n%o = arith.addi %q, %s : index",
            "proved",
        ),
        (
            "%i = arith.index_cast %n : index to i32\n%j = arith.index_cast %i : i32 to index
          %o = arith.muli %j, %c4 : index",
            "proved",
        ),
    ] {
        assert_eq!(
            verdict_of_formulas(offset, "%larger", &together),
            expected,
            "{offset}"
        );
        // The end of `%b` is proved to be inside in all cases, that of the allocation only with this size.
        let outside = verdict_of_formulas(offset, "%s", &one_by_one);
        assert_eq!(outside, "unproved", "{offset}");
    }
}

#[test]
fn long_formulas_end_the_proof() {
    let mut offset = String::from("%o0 = arith.addi %s, %t : index\n");
    for step in 1..20_000 {
        let before = step - 1;
        offset += &format!("%o{step} = arith.addi %o{before}, %o{before} : index\n");
    }
    offset += "%o = arith.maxsi %o19999, %s : index";
    let body = "memref.copy %x, %a : memref<?xf32> to memref<?xf32>\n";
    assert_eq!(verdict_of_formulas(&offset, "%larger", body), "proved");
}

#[test]
fn work_is_judged_until_something_waits_for_it() {
    let job = "%t = \"async.execute\"() ({
        memref.copy %x, %a : memref<8xf32> to memref<8xf32>
        \"async.yield\"() : () -> ()
        }) : () -> !async.token\n";
    let wait = "\"async.await\"(%t) : (!async.token) -> ()\n";
    let other = [WRITE_B, READ_B].concat();
    let after = [job, wait, READ_A, &other].concat();
    assert_eq!(verdict([0, 0], &after), "proved");
    let meanwhile = [job, &other, wait].concat();
    assert_eq!(verdict([0, 32], &meanwhile), "proved");
    assert_eq!(verdict([0, 0], &meanwhile), "unproved");
    let never = [job, &other].concat();
    assert_eq!(verdict([0, 32], &never), "proved");
    let group = format!(
        "%g = \"async.create_group\"(%c1) : (index) -> !async.group\n{job}
        %k = \"async.add_to_group\"(%t, %g) : (!async.token, !async.group) -> index\n"
    );
    let wait = "\"async.await_all\"(%g) : (!async.group) -> ()\n";
    let meanwhile = [&group, &other, wait].concat();
    assert_eq!(verdict([0, 0], &meanwhile), "unproved");
    let after = [&group, wait, READ_A, &other].concat();
    assert_eq!(verdict([0, 0], &after), "proved");
    let chain =
        "%s = \"gpu.wait\"() : () -> !gpu.async.token
        %t = \"gpu.memcpy\"(%s, %x, %a)
          : (!gpu.async.token, memref<8xf32>, memref<8xf32>) -> !gpu.async.token
        %u = \"gpu.memset\"(%t, %y, %z) : (!gpu.async.token, memref<4xf32>, f32) -> !gpu.async.token\n";
    let wait = "\"gpu.wait\"(%u) : (!gpu.async.token) -> ()\n";
    let meanwhile = [WRITE_A, chain, &other, wait].concat();
    assert_eq!(verdict([0, 0], &meanwhile), "unproved");
    let after = [WRITE_A, chain, wait, &other].concat();
    assert_eq!(verdict([0, 0], &after), "proved");
    let start = "%tag = memref.alloc() : memref<1xi32>
        memref.dma_start %a[%c0], %x[%c0], %c1, %tag[%c0] : memref<8xf32>, memref<8xf32>, memref<1xi32>\n";
    let wait = "memref.dma_wait %tag[%c0], %c1 : memref<1xi32>\n";
    let meanwhile = [WRITE_A, start, &other, wait].concat();
    assert_eq!(verdict([0, 0], &meanwhile), "unproved");
    let after = [WRITE_A, start, wait, &other].concat();
    assert_eq!(verdict([0, 0], &after), "proved");
}
