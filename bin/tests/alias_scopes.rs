//! `memplan alias-scopes`: what it marks, and that programs compute the same afterwards.

#![allow(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use memplan_testing::figure;
use memplan_testing::outside::{mlir_opt, skip_tool};
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};

use crate::common::{Scratch, assert_has, memplan, memplan_with_input, stdout, text};

/// Stores `float` into elements 0 to 7 of `%p`, and loads element `INDEX`.
fn loop_and_load(index: u32) -> String {
    format!(
        "define float @f(ptr %p) {{
  br label %head

head:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp slt i64 %i, 8
  br i1 %more, label %body, label %end

body:
  %at = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %at, align 4
  %next = add i64 %i, 1
  br label %head

end:
  %last = getelementptr float, ptr %p, i64 {index}
  %x = load float, ptr %last, align 4
  ret float %x
}}
"
    )
}

fn on_input(input: &str) -> String {
    let output = memplan_with_input(&["alias-scopes", "-"], input.as_bytes());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn accesses_of_different_bytes_get_scopes() {
    let marked = on_input(&loop_and_load(8));
    for line in [
        "define float @f(ptr %p) {\n  call void @llvm.experimental.noalias.scope.decl(metadata !2)\n",
        "  store float 1.0, ptr %at, align 4, !alias.scope !2, !noalias !4\n",
        "  %x = load float, ptr %last, align 4, !alias.scope !4, !noalias !2\n",
        "!0 = distinct !{!0, !\"f\"}\n!1 = distinct !{!1, !0, !\"0 to 32\"}\n",
        "!3 = distinct !{!3, !0, !\"32 to 36\"}\n",
        "\ndeclare void @llvm.experimental.noalias.scope.decl(metadata)\n",
    ] {
        assert!(marked.contains(line), "{line}\n{marked}");
    }
    // A second run changes nothing.
    assert_eq!(on_input(&marked), marked);
}

/// A range that is short by one element would hold these apart, too.
#[test]
fn ranges_that_share_one_element_get_none() {
    let same = loop_and_load(7);
    assert_eq!(on_input(&same), same);
    // Nor is an index known that nothing bounds, nor one that wraps around.
    for (from, to) in [
        ("slt i64 %i, 8", "ne i64 %i, 8"),
        ("slt i64 %i, 8", "slt i64 %i, 9223372036854775807"),
        ("add i64 %i, 1", "add i64 %i, -1"),
        ("add i64 %i, 1", "mul i64 %i, 3"),
        ("[ 0, %0 ]", "[ -8, %0 ]"),
        ("ptr %p, i64 %i", "ptr %p, i64 %n"),
    ] {
        let mut unknown = loop_and_load(8).replace(from, to);
        if from.starts_with('[') {
            // Known, but below 0.
            unknown = unknown.replace("i64 8\n", "i64 -8\n");
        }
        assert_ne!(unknown, loop_and_load(8));
        assert_eq!(on_input(&unknown), unknown, "{to}");
    }
}

/// A pointer that a loop replaces is not one object.
#[test]
fn a_pointer_that_changes_in_a_loop_has_no_scopes() {
    let program = "define void @f(ptr %p) {
entry:
  br label %head

head:
  %q = phi ptr [ %p, %entry ], [ %next, %head ]
  %n = phi i64 [ 0, %entry ], [ %m, %head ]
  %x = load float, ptr %q, align 4
  %next = getelementptr float, ptr %q, i64 1
  store float %x, ptr %next, align 4
  %m = add i64 %n, 1
  %more = icmp slt i64 %m, 100
  br i1 %more, label %head, label %end

end:
  ret void
}
";
    assert_eq!(on_input(program), program);
}

/// Code that is never reached may define a value by itself, and names in quotes may hold anything.
#[test]
fn odd_functions_are_left_as_they_are() {
    let odd = "define void @f(ptr %p) {
  ret void

never:
  %a = insertvalue { ptr, i64 } %a, i64 1, 1
  %b = extractvalue { ptr, i64 } %a, 0
  %c = getelementptr i8, ptr %c, i64 1
  store i8 0, ptr %b, align 1
  store i8 0, ptr %c, align 1
  br label %never
}
";
    assert_eq!(on_input(odd), odd);
    let quoted = loop_and_load(8).replace("%p", "%\"a, %p\"");
    assert_eq!(on_input(&quoted), quoted);
    for cut in (20..odd.len()).step_by(7) {
        on_input(&odd[..cut]);
    }
}

#[test]
fn the_dialect_gets_the_same_scopes() {
    let program = "llvm.func @f(%p: !llvm.ptr) {
  %size = llvm.mlir.constant(64 : i64) : i64
  %n = llvm.mlir.constant(8 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %a = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  llvm.br ^head(%zero : i64)
^head(%i: i64):
  %more = llvm.icmp \"slt\" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %from = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %from : !llvm.ptr -> f32
  %to = llvm.getelementptr %from[8] : (!llvm.ptr) -> !llvm.ptr, f32
  llvm.store %x, %to : f32, !llvm.ptr
  llvm.store %x, %p : f32, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next : i64)
^end:
  llvm.return
}
llvm.func @malloc(i64) -> !llvm.ptr
";
    let output = memplan_with_input(&["alias-scopes", "-"], program.as_bytes());
    assert_eq!(
        text(&output.stderr),
        "alias-scopes: 3 of 3 accesses, 4 scopes\n"
    );
    let marked = text(&output.stdout);
    for part in [
        "\"0 to 32\"",
        "\"32 to 64\"",
        "\"outside\"",
        "\"object 1\"",
        "noalias.scope.decl",
    ] {
        assert!(marked.contains(part), "{part}\n{marked}");
    }
    assert_eq!(on_input(&marked), marked);
    let Some(mlir_opt) = mlir_opt(22) else { return };
    assert_eq!(crate::common::mlir_opt_error(&mlir_opt, &marked), None);
}

#[test]
fn a_program_that_is_not_lowered_is_an_error() {
    let output = memplan_with_input(&["alias-scopes", "-"], b"func.func @f() { return }");
    assert_eq!(output.status.code(), Some(1));
    assert_has!(text(&output.stderr), "no function in the LLVM dialect");
}

/// The programs that compile LLVM IR.
struct Native {
    mlir_opt: PathBuf,
    translate: PathBuf,
    clang: PathBuf,
    scratch: Scratch,
}

impl Native {
    fn find(test: &str) -> Option<Self> {
        let mlir_opt = mlir_opt(22)?;
        let folder = Path::new("/usr/lib/llvm-22/bin");
        let [translate, clang] = ["mlir-translate", "clang"].map(|name| folder.join(name));
        if !clang.exists() || !translate.exists() {
            skip_tool("clang 22 or mlir-translate 22");
            return None;
        }
        let scratch = Scratch::new(test);
        Some(Self {
            mlir_opt,
            translate,
            clang,
            scratch,
        })
    }

    fn done(command: &mut Command) -> Option<String> {
        let output = command.output().unwrap();
        output.status.success().then(|| text(&output.stdout))
    }

    /// LLVM IR of a program; none if mlir-opt does not lower it.
    fn lowered(&self, program: &str) -> Option<String> {
        let [source, ir] = ["a.mlir", "a.ll"].map(|name| self.scratch.path(name));
        fs::write(&source, program.replace("@main", "@entry")).unwrap();
        let passes = [
            "--scf-forall-to-for",
            "--convert-linalg-to-loops",
            "--convert-bufferization-to-memref",
            "--expand-strided-metadata",
            "--lower-affine",
            "--convert-scf-to-cf",
            "--convert-arith-to-llvm",
            "--convert-index-to-llvm",
            "--finalize-memref-to-llvm",
            "--convert-cf-to-llvm",
            "--convert-func-to-llvm",
            "--reconcile-unrealized-casts",
        ];
        let lowered = self.scratch.path("b.mlir");
        Self::done(
            Command::new(&self.mlir_opt)
                .arg(&source)
                .args(passes)
                .args(["-o", &lowered]),
        )?;
        Self::done(Command::new(&self.translate).args(["--mlir-to-llvmir", &lowered, "-o", &ir]))?;
        fs::read_to_string(&ir).ok()
    }

    /// What the function `entry` of a module returns, compiled with this flag.
    fn run(&self, ir: &str, flag: &str) -> String {
        let main = "#include <stdio.h>\nint entry(void);\nint main(void) { printf(\"%d\", entry()); return 0; }\n";
        let (main, ir) = (
            self.scratch.file("main.c", main),
            self.scratch.file("run.ll", ir),
        );
        let program = self.scratch.path("run");
        let library = fs::read_dir("/usr/lib/llvm-22/lib")
            .unwrap()
            .flatten()
            .map(|entry| entry.path());
        let library = library
            .filter(|path| path.to_string_lossy().contains("libmlir_c_runner_utils.so"))
            .min()
            .unwrap();
        let mut compile = Command::new(&self.clang);
        compile.args([
            flag,
            "-march=native",
            "-Wno-override-module",
            &main,
            &ir,
            "-o",
            &program,
        ]);
        compile
            .arg(&library)
            .arg("-Wl,-rpath,/usr/lib/llvm-22/lib")
            .arg("-lm");
        let output = compile.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        Self::done(&mut Command::new(&program)).unwrap()
    }
}

/// Two buffers that overlap exchange data; a third does not overlap them.
#[test]
fn overlapping_views_keep_their_order() {
    let Some(native) = Native::find("overlapping") else {
        return;
    };
    let program = "func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %b100 = arith.constant 100 : index
  %b128 = arith.constant 128 : index
  %b384 = arith.constant 384 : index
  %k = arith.constant 31 : i32
  %arena = memref.alloc() {alignment = 64 : i64} : memref<640xi8>
  %a = memref.view %arena[%c0][] : memref<640xi8> to memref<64xi32>
  %b = memref.view %arena[%b128][] : memref<640xi8> to memref<64xi32>
  %c = memref.view %arena[%b384][] : memref<640xi8> to memref<64xi32>
  %near = memref.view %arena[%b100][] : memref<640xi8> to memref<64xi32>
  scf.for %i = %c0 to %c64 step %c1 {
    %n = arith.index_cast %i : index to i32
    memref.store %n, %a[%i] : memref<64xi32>
    memref.store %k, %c[%i] : memref<64xi32>
  }
  scf.for %i = %c0 to %c64 step %c1 {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = memref.load %c[%i] : memref<64xi32>
    %z = arith.muli %x, %y : i32
    memref.store %z, %b[%i] : memref<64xi32>
  }
  scf.for %i = %c0 to %c64 step %c1 {
    %x = memref.load %b[%i] : memref<64xi32>
    %y = memref.load %near[%i] : memref<64xi32>
    %z = arith.addi %x, %y : i32
    memref.store %z, %a[%i] : memref<64xi32>
    memref.store %x, %c[%i] : memref<64xi32>
  }
  %c160 = arith.constant 160 : index
  %all = memref.view %arena[%c0][] : memref<640xi8> to memref<160xi32>
  %hash = scf.for %i = %c0 to %c160 step %c1 iter_args(%h = %k) -> (i32) {
    %x = memref.load %all[%i] : memref<160xi32>
    %m = arith.muli %h, %k : i32
    %n = arith.addi %m, %x : i32
    scf.yield %n : i32
  }
  memref.dealloc %arena : memref<640xi8>
  return %hash : i32
}
";
    let ir = native.lowered(program).unwrap();
    let expected = native.run(&ir, "-O0");
    let marked = on_input(&ir);
    assert_has!(marked, "\"384 to 640\"");
    assert_eq!(native.run(&marked, "-O3"), expected);
}

/// The argument of a function that LLVM inlines into a loop is another object in each iteration. Without declarations,
/// the scopes of all iterations are the same, and LLVM vectorises the loop.
#[test]
fn scopes_of_arguments_hold_for_one_call() {
    let Some(native) = Native::find("inlined") else {
        return;
    };
    let ir = "@order = global [64 x i64] zeroinitializer

define internal void @step(ptr %p) alwaysinline {
  %x = load i32, ptr %p, align 4
  %y = add i32 %x, 3
  %q = getelementptr i32, ptr %p, i64 1
  store i32 %y, ptr %q, align 4
  ret void
}

define i32 @entry() {
entry:
  %a = alloca [68 x i32], align 4
  store i32 1, ptr %a, align 4
  br label %fill

fill:
  %k = phi i64 [ 0, %entry ], [ %k1, %fill ]
  %o = getelementptr i64, ptr @order, i64 %k
  store volatile i64 %k, ptr %o, align 8
  %k1 = add i64 %k, 1
  %go = icmp slt i64 %k1, 64
  br i1 %go, label %fill, label %head

head:
  %i = phi i64 [ 0, %fill ], [ %next, %head ]
  %oi = getelementptr i64, ptr @order, i64 %i
  %j = load i64, ptr %oi, align 8
  %p = getelementptr i32, ptr %a, i64 %j
  call void @step(ptr %p)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, 64
  br i1 %more, label %head, label %end

end:
  %last = getelementptr i32, ptr %a, i64 64
  %x = load i32, ptr %last, align 4
  ret i32 %x
}
";
    let marked = on_input(ir);
    let declaration = "%p) alwaysinline {\n  call void @llvm.experimental.noalias.scope.decl";
    assert_has!(marked, declaration);
    assert_eq!(native.run(&marked, "-O3"), "193");
}

#[test]
fn random_programs_compute_the_same() {
    let Some(native) = Native::find("random-scopes") else {
        return;
    };
    let (mut n_run, mut n_marked) = (0, 0);
    for number in 0..n_programs(4).min(500) {
        let options = ProgramOptions {
            blocks: number.is_multiple_of(3),
            ..ProgramOptions::default()
        };
        let program = numbered_program(number, &options);
        let source = native.scratch.file("program.mlir", &program);
        let Some(before) = native.lowered(&program) else {
            continue;
        };
        let merged = stdout(&["merge", &source, "-q", "--single-arena", "--arena", "alloc"]);
        let Some(merged) = native.lowered(&merged) else {
            continue;
        };
        let path = native.scratch.file("merged.ll", &merged);
        let output = memplan(&["alias-scopes", &path]);
        let marked = text(&output.stdout);
        n_marked += marked.matches("!alias.scope").count();
        n_run += 1;
        assert_eq!(
            native.run(&marked, "-O3"),
            native.run(&before, "-O0"),
            "{number}\n{program}\n{marked}"
        );
    }
    figure(&format!(
        "{n_run} random programs with alias scopes on {n_marked} accesses"
    ));
    assert!(n_run > 1 && n_marked > 20, "{n_run} {n_marked}");
}
