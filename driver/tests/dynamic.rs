//! Ranges and equalities of dynamic dimensions, and the report on merged allocations whose sizes depend on them.

use memplan::{
    ArgumentOptions, Context, DimRange, EqualDims, Error, Merge, Merged, ReportSource, ReportTimes,
    SizeOptions,
};
use memplan_mutators::{ArenaKind, Fallback, SymbolicMemory};

/// Two buffers of `%n` and `%k` elements that are never live at once, `%k` through `i32`.
const PROGRAM: &str = "func.func @f(%x: memref<?xf32>, %y: memref<?x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  %e = memref.dim %y, %c0 : memref<?x4xf32>
  %low = arith.index_cast %e : index to i32
  %wide = arith.index_cast %low : i32 to index
  %a = memref.alloc(%d) : memref<?xf32>
  memref.copy %x, %a : memref<?xf32> to memref<?xf32>
  memref.copy %a, %x : memref<?xf32> to memref<?xf32>
  %b = memref.alloc(%wide) : memref<?x4xf32>
  memref.copy %y, %b : memref<?x4xf32> to memref<?x4xf32>
  memref.copy %b, %y : memref<?x4xf32> to memref<?x4xf32>
  return
}";

fn merged(ranges: &[&str], equal: &[&str], text: &str) -> Result<Merged, Error> {
    let context = Context::default();
    let ranges = ranges.iter().map(|text| text.parse::<DimRange>().unwrap());
    let equal = equal.iter().map(|text| text.parse::<EqualDims>().unwrap());
    let options = ArgumentOptions {
        ranges: ranges.collect(),
        equal: equal.collect(),
        ..ArgumentOptions::default()
    };
    let job = Merge::new(&context)?.collector("tick{arenas=single}")?;
    job.lower_peak(None).arguments(options).run_text(text)
}

#[test]
fn ranges_and_equalities_become_attributes_of_arguments() {
    let done = merged(&["f:1:0=1..64/2", "f:1:0=8.."], &["f:0:0=f:1:0"], PROGRAM).unwrap();
    let text = done.text();
    assert!(
        text.contains("memplan.dims = [\"arg0.0=8..64/2\", \"_\"]"),
        "{text}"
    );
    assert!(
        text.contains("memplan.dims = [\"arg0.0=0..\"]")
            || text.contains("memplan.dims = [\"arg0.0=8..64/2\"]"),
        "{text}"
    );
    let [arena] = &done.report.merged.symbolic[..] else {
        panic!("{text}");
    };
    // The round trip through `i32` is looked through because of the range.
    assert_eq!(arena.symbols().len(), 1);
    let assumed = ["arg0.0 fits 32 bits", "dimension 0 of argument 1 is arg0.0"];
    assert_eq!(arena.assumptions, assumed);
    assert_eq!(arena.peak_at(&[10]).map(|peak| peak.0), Some(160));
    assert_eq!(arena.trace.corners(), [[8], [64]]);

    let unknown = merged(&[], &[], PROGRAM).unwrap();
    let [arena] = &unknown.report.merged.symbolic[..] else {
        panic!("{}", unknown.text());
    };
    assert_eq!(arena.assumptions, ["no size exceeds 2^63 bytes"]);
    assert_eq!(arena.symbols().len(), 2);
}

#[test]
fn dimensions_of_one_name_are_equal() {
    let done = merged(&["f:0:0=b=1..16", "f:1:0=b=8..64/4"], &[], PROGRAM).unwrap();
    let [arena] = &done.report.merged.symbolic[..] else {
        panic!("{}", done.text());
    };
    assert_eq!(
        arena.assumptions,
        ["b fits 32 bits", "dimension 0 of argument 1 is b"]
    );
    assert_eq!(arena.trace.corners(), [[8], [16]]);
    let done = merged(&["f:0:0=b=1..16", "f:0:0=c=2.."], &["f:0:0=f:1:0"], PROGRAM).unwrap();
    assert!(done.text().contains("[\"c=2..16\"]"), "{}", done.text());
}

#[test]
fn wrong_ranges_are_errors_with_a_place() {
    let message = |ranges: &[&str], equal: &[&str], text: &str| match merged(ranges, equal, text) {
        Err(Error::Program(diagnostics)) => {
            assert_eq!(diagnostics[0].code, "bad-dims");
            diagnostics[0].message.clone()
        }
        other => panic!("{other:?}"),
    };
    for range in [
        "g:0:0=1..2",
        "f:9:0=1..2",
        "f:1:1=1..2",
        "f:0:3=1..2",
        "f:2:1=1..2",
    ] {
        let message = message(&[range], &[], PROGRAM);
        assert!(
            message.contains("no such dynamic dimension"),
            "{range}: {message}"
        );
    }
    let twice = message(&["f:2=1..4", "f:2=5..9"], &[], PROGRAM);
    assert!(twice.contains("no value in common"), "{twice}");
    let equal = message(&["f:0:0=1..4", "f:1:0=5..9"], &["f:0:0=f:1:0"], PROGRAM);
    assert!(equal.contains("no value in common"), "{equal}");
    let given = PROGRAM.replace("%n: index", "%n: index {memplan.dims = 7}");
    assert!(message(&[], &[], &given).contains("no list of strings"));
    for text in [
        "f:0",
        "f:0:0=1",
        "f:0:0=..4",
        "f:0:0=1..2/0",
        "0=1..2",
        "f:x:0=1..2",
        "f:0:0=-4..2",
        "f:0:0==1..2",
        "f:0:0=s=",
    ] {
        assert!(text.parse::<DimRange>().is_err(), "{text}");
    }
    for text in ["f:0:0", "f:0:0=g:0:0", "f:0:0=1..2"] {
        assert!(text.parse::<EqualDims>().is_err(), "{text}");
    }
}

#[test]
fn reports_have_formulas_and_static_ones_do_not() {
    let json = |done: &Merged, text: &str| {
        let source = ReportSource {
            name: "f.mlir",
            text: text.as_bytes(),
            lines_before: 0,
        };
        let mut report = done.report.clone();
        let report = report.to_json(source, ReportTimes::Omitted);
        serde_json::to_value(report).unwrap()
    };
    let done = merged(&["f:0:0=1..100"], &[], PROGRAM).unwrap();
    let report = json(&done, PROGRAM);
    let arena = &report["symbolic"][0];
    assert_eq!(
        (&report["n_buffers"], &report["n_merged"]),
        (&2.into(), &2.into())
    );
    assert_eq!((&arena["n_dynamic"], &arena["k"]), (&2.into(), &1.into()));
    assert_eq!(arena["symbols"][0]["source"], "dimension 0 of argument 0");
    assert_eq!(arena["symbols"][0]["max"], 100);
    let formulas = arena["peak_terms"].as_array().unwrap();
    assert!(formulas.contains(&"4*arg0.0".into()), "{formulas:?}");
    assert!(arena["corners"].as_array().unwrap().len() > 1);
    let text = PROGRAM
        .replace("memref<?", "memref<8")
        .replace("(%d)", "()")
        .replace("(%wide)", "()");
    let done = merged(&[], &[], &text).unwrap();
    assert!(json(&done, &text).get("symbolic").is_none());
    assert_eq!(done.report.merged.n_merged, 2);
}

/// What `merge` makes of the program with memory of a kind, and whether the program checks the ranges.
fn with_memory(text: &str, kind: ArenaKind, check_ranges: bool) -> Merged {
    let context = Context::default();
    let options = ArgumentOptions {
        ranges: vec![
            "f:0:0=1..32".parse().unwrap(),
            "f:1:0=1..32/2".parse().unwrap(),
        ],
        sizes: SizeOptions {
            check_ranges,
            ..SizeOptions::default()
        },
        ..ArgumentOptions::default()
    };
    let job = Merge::new(&context).unwrap().arena(kind).lower_peak(None);
    job.arguments(options).run_text(text).unwrap()
}

#[test]
fn memory_of_a_fixed_size_takes_a_bound_that_is_checked() {
    for (kind, code) in [(ArenaKind::Alloca, "alloca"), (ArenaKind::Global, "global")] {
        let unchecked = with_memory(PROGRAM, kind, false);
        let arena = &unchecked.report.merged.symbolic[0];
        assert_eq!(arena.fallback, Some(Fallback::UncheckedRange));
        assert_eq!(arena.memory, SymbolicMemory::Heap);

        let checked = with_memory(PROGRAM, kind, true);
        let arena = &checked.report.merged.symbolic[0];
        assert_eq!(arena.memory.kind(), kind);
        assert_eq!(arena.memory.kind().name(), code);
        assert!(arena.assumptions.is_empty(), "{:?}", arena.assumptions);
        let text = checked.text();
        assert!(text.contains("memref<512xi8> to memref<?x4xf32>"), "{text}");
        // The program says the same with assertions of its own.
        let again = PROGRAM.replace(
            "%low =",
            "%most = arith.constant 32 : index
  %fits = arith.cmpi ule, %d, %most : index
  %other = arith.cmpi sge, %most, %e : index
  %both = arith.andi %fits, %other : i1
  cf.assert %both, \"too large\"
  %low =",
        );
        let context = Context::default();
        let job = Merge::new(&context).unwrap().arena(kind).lower_peak(None);
        let proven = job.run_text(&again).unwrap();
        let arena = &proven.report.merged.symbolic[0];
        assert_eq!((arena.memory.kind(), arena.fallback), (kind, None));
        // After the first buffer, an assertion is too late.
        let (head, tail) = again.split_once("  %most").unwrap();
        let (asserts, tail) = tail.split_once("  %low").unwrap();
        let late = format!(
            "{head}  %first = memref.alloc(%d) : memref<?xf32>\n  memref.copy %x, %first : memref<?xf32> to memref<?xf32>\n  memref.copy %first, %x : memref<?xf32> to memref<?xf32>\n  %most{asserts}  %low{tail}"
        );
        let job = Merge::new(&context).unwrap().arena(kind).lower_peak(None);
        let late = job.run_text(&late).unwrap();
        let arena = &late.report.merged.symbolic[0];
        assert_eq!(arena.fallback, Some(Fallback::UnboundedSize));
    }
}

/// A buffer of `2*b*s` bytes, then two of `b*b` and `s*s` beside one that escapes: for a merged allocation,
/// `2*b*s` has to be at most `b*b + s*s`, which no comparison of coefficients or bounds proves.
const SQUARES: &str = "func.func @f(%x: memref<?x?xi8>) -> memref<?xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 1 : i8
  %b = memref.dim %x, %c0 : memref<?x?xi8>
  %s = memref.dim %x, %c1 : memref<?x?xi8>
  %p = memref.alloc(%b, %s) : memref<?x?x2xi8>
  memref.store %v, %p[%c0, %c0, %c0] : memref<?x?x2xi8>
  %0 = memref.load %p[%c0, %c0, %c0] : memref<?x?x2xi8>
  %out = memref.alloc(%b) : memref<?xi8>
  memref.store %0, %out[%c0] : memref<?xi8>
  %q = memref.alloc(%b, %b) : memref<?x?xi8>
  memref.store %v, %q[%c0, %c0] : memref<?x?xi8>
  %r = memref.alloc(%s, %s) : memref<?x?xi8>
  memref.store %v, %r[%c0, %c0] : memref<?x?xi8>
  %1 = memref.load %q[%c0, %c0] : memref<?x?xi8>
  memref.store %1, %r[%c0, %c0] : memref<?x?xi8>
  %2 = memref.load %r[%c0, %c0] : memref<?x?xi8>
  memref.store %2, %out[%c0] : memref<?xi8>
  return %out : memref<?xi8>
}";

#[test]
fn samples_stand_in_for_proofs_on_request() {
    let merged = |assume_ranges: bool| {
        let context = Context::default();
        let options = ArgumentOptions {
            ranges: vec![
                "f:0:0=1..16".parse().unwrap(),
                "f:0:1=32..1024".parse().unwrap(),
            ],
            sizes: SizeOptions {
                assume_ranges,
                ..SizeOptions::default()
            },
            ..ArgumentOptions::default()
        };
        let job = Merge::new(&context).unwrap().lower_peak(None);
        job.arguments(options).run_text(SQUARES).unwrap().report
    };
    let [proven, assumed] = [false, true].map(merged);
    assert!(
        proven.merged.n_merged < assumed.merged.n_merged,
        "{} {}",
        proven.merged.n_merged,
        assumed.merged.n_merged
    );
    let said = &assumed.merged.symbolic[0].assumptions;
    assert!(
        said.iter().any(|s| s.contains("raises no run-time peak")),
        "{said:?}"
    );
}

/// A result that is a view of an argument becomes a copy, of which each run holds one.
#[test]
fn functions_that_return_views_of_arguments_have_bounds() {
    let text = "func.func @f(%x: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?x4xf32>) {
      %v = tensor.collapse_shape %x [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
      return %v, %x : tensor<?xf32>, tensor<?x4xf32>
    }";
    let done = merged(&["f:0:0=n=1..10"], &[], text).unwrap();
    assert!(done.text().contains("bufferization.clone"));
    let [peak] = &done.report.peaks.formulas[..] else {
        panic!("{:?}", done.report.peaks);
    };
    let terms = peak
        .terms
        .iter()
        .map(|term| term.display(&peak.symbols).to_string());
    assert_eq!(terms.collect::<Vec<_>>(), ["32*n"]);
    assert_eq!(done.report.peaks.most_bytes(), Some(320));
}

#[test]
fn arenas_have_different_names_and_leave_the_rows_of_static_buffers() {
    let buffer = |name: &str, size: &str| {
        let ty = if size.is_empty() { "4" } else { "?" };
        format!(
            "%{name} = memref.alloc({size}) : memref<{ty}xf32>
             memref.store %z, %{name}[%c0] : memref<{ty}xf32>
             %{name}.0 = memref.load %{name}[%c0] : memref<{ty}xf32>
             memref.store %{name}.0, %x[%c0] : memref<?xf32>\n"
        )
    };
    let text = [
        "func.func @f(%c: i1, %x: memref<?xf32>, %n: memref<2xindex>, %z: f32) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %d = memref.load %n[%c0] : memref<2xindex>\n",
        &buffer("a1", "%d"),
        &buffer("a2", "%d"),
        "%e = memref.load %n[%c1] : memref<2xindex>\n",
        &buffer("b1", "%e"),
        &buffer("b2", "%e"),
        "return\n}\nfunc.func @g(%x: memref<?xf32>, %z: f32) {\n%c0 = arith.constant 0 : index\n",
        &buffer("c1", ""),
        &buffer("c2", ""),
        "return\n}",
    ];
    let merged = merged(&[], &[], &text.concat()).unwrap().report.merged;
    let arenas = merged.symbolic.iter();
    let names: Vec<&str> = arenas.map(|arena| arena.trace.scope()).collect();
    assert_eq!(names, ["f", "f/arena1"]);
    let rows: Vec<&str> = merged.scopes.iter().map(|row| &*row.scope).collect();
    assert_eq!(rows, ["g"]);
}
