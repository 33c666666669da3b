//! `--mlir-opt` and `--lower-with`: programs that the reader does not know go through the user's own programs.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{
    Scratch, assert_has, memplan, memplan_with_input, root, stderr_of, stdout, text,
};
use memplan_testing::outside::{mlir_opt, skip_lowering};

const FOREIGN: &str = "func.func @f() {
  %0 = shape.const_shape [1, 2] : tensor<2xindex>
  \"test.use\"(%0) : (tensor<2xindex>) -> ()
  return
}
";

#[test]
fn a_missing_program_is_told() {
    let scratch = Scratch::new("no-mlir-opt");
    let input = scratch.file("in.mlir", FOREIGN);
    let stderr = stderr_of(2, &["opt", &input, "--mlir-opt", "/nowhere/mlir-opt"]);
    assert_has!(stderr, "cannot run `/nowhere/mlir-opt`");
}

#[test]
fn bytecode_names_the_way_out() {
    let scratch = Scratch::new("bytecode");
    let input = scratch.file("in.mlir", b"ML\xEFR\x01rest");
    let stderr = stderr_of(1, &["merge", &input]);
    assert_has!(stderr, "`--mlir-opt=PATH`");
}

#[test]
fn a_program_that_is_known_needs_no_help() {
    let scratch = Scratch::new("known");
    let input = scratch.file("in.mlir", "func.func @f() {\n  return\n}\n");
    stderr_of(0, &["opt", &input, "--mlir-opt=/nowhere/mlir-opt"]);
}

#[test]
fn foreign_custom_forms_and_bytecode_are_read() {
    let Some(program) = mlir_opt(22) else { return };
    let scratch = Scratch::new("foreign");
    let flag = format!("--mlir-opt={}", program.display());
    let input = scratch.file("in.mlir", FOREIGN);
    stderr_of(1, &["opt", &input]);
    let printed = stdout(&["opt", &input, &flag]);
    assert_has!(printed, "\"shape.const_shape\"()");

    let bytecode = scratch.path("in.mlirbc");
    let made = std::process::Command::new(&program)
        .args([
            input.as_str(),
            "--allow-unregistered-dialect",
            "--emit-bytecode",
            "-o",
            &bytecode,
        ])
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    // The order of its attributes is in no table.
    let stderr = stderr_of(1, &["opt", &bytecode]);
    assert_has!(stderr, "`shape.const_shape` is not known (byte ");
    let printed = stdout(&["opt", &bytecode, &flag]);
    assert_has!(printed, "\"shape.const_shape\"()");
}

#[test]
fn bytecode_is_read_and_written() {
    let scratch = Scratch::new("mlirbc");
    let program = "module {\n  func.func @f(%arg0: memref<4xf32>) {\n    %alloc = memref.alloc() : memref<4xf32>\n    memref.copy %alloc, %arg0 : memref<4xf32> to memref<4xf32>\n    memref.dealloc %alloc : memref<4xf32>\n    return\n  }\n}\n\n";
    let input = scratch.file("in.mlir", program);
    let bytecode = scratch.path("out.mlirbc");
    stderr_of(0, &["opt", &input, "--emit-bytecode", "-o", &bytecode]);
    let output = memplan(&["opt", &bytecode]);
    assert_eq!(text(&output.stdout), program);
    stderr_of(0, &["merge", &bytecode]);
    for (flags, error) in [
        (
            &["-o", "x.mlir"][..],
            "the extension `.mlir` is for MLIR programs",
        ),
        (&["--emit-bytecode-version=7"], "there is no version 7"),
        (
            &["--emit-bytecode-version=6", "--mlir-version=21"],
            "is not known for MLIR 21",
        ),
    ] {
        let output = memplan(&[&["opt", &input, "--emit-bytecode"], flags].concat());
        assert_has!(text(&output.stderr), error);
    }
}

const STABLEHLO: &str = "module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %a : tensor<4xf32>
    %1 = \"stablehlo.tanh\"(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
";

const TOSA: &str = "func.func @main(%a: tensor<1x4x8xf32>, %b: tensor<1x8x3xf32>) -> tensor<1x4x3xf32> {
  %z = \"tosa.const\"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = \"tosa.matmul\"(%a, %b, %z, %z) : (tensor<1x4x8xf32>, tensor<1x8x3xf32>, tensor<1xf32>, tensor<1xf32>)
    -> tensor<1x4x3xf32>
  %1 = \"tosa.tanh\"(%0) : (tensor<1x4x3xf32>) -> tensor<1x4x3xf32>
  return %1 : tensor<1x4x3xf32>
}
";

const TORCH: &str = "func.func @main(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.tanh %a : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
";

const ONNX: &str = "func.func @main(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
    attributes {torch.onnx_meta.ir_version = 8 : si64, torch.onnx_meta.opset_version = 17 : si64} {
  %none = torch.constant.none
  %0 = torch.operator \"onnx.Tanh\"(%a) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
";

const LOWERED: &str = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.tanh %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
";

/// `iree-opt` or `torch-mlir-opt`: in `PATH`, or in the environment of the Python package that `.ci/run` makes.
fn python_tool(name: &str) -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_BIN_EXE_memplan"))
        .parent()?
        .parent()?;
    let candidates = [PathBuf::from(name), target.join("python/bin").join(name)];
    let tool = candidates.into_iter().find(|candidate| {
        let output = Command::new(candidate).arg("--version").output();
        output.is_ok_and(|output| output.status.success())
    });
    if tool.is_none() {
        skip_lowering(name);
    }
    tool
}

#[test]
fn one_message_names_the_dialect_and_the_way_out() {
    let scratch = Scratch::new("not-lowered");
    let both = "`torch-mlir-opt` or `iree-opt`; `pip install iree-base-compiler`";
    let cases = [
        (
            STABLEHLO,
            "is in StableHLO;",
            "`iree-opt`; `pip install iree-base-compiler`",
        ),
        (TORCH, "is in the torch dialect;", both),
        (ONNX, "is in ONNX operations of the torch dialect;", both),
        (
            TOSA,
            "'tosa.",
            "`iree-opt` or `mlir-opt`; `pip install iree-base-compiler`",
        ),
    ];
    let artifact = root().join("bin/tests/data/tanh.stablehlo.mlirbc");
    let stderr = stderr_of(1, &["merge", &artifact.to_string_lossy()]);
    assert_has!(
        stderr,
        "is in a portable artifact of StableHLO;",
        "`iree-opt`"
    );
    for (program, dialect, way_out) in cases {
        let input = scratch.file("in.mlir", program);
        for verb in ["merge", "trace"] {
            let stderr = stderr_of(1, &[verb, &input]);
            let messages = stderr.matches("error:").count();
            assert!(messages == 1 || program == TOSA, "{stderr}");
            assert_has!(stderr, dialect, "`--lower-with=PATH`", way_out);
        }
    }
}

#[cfg(unix)]
#[test]
fn what_the_lowering_program_prints_is_merged() {
    let scratch = Scratch::new("lowered");
    let lowered = scratch.file("lowered.mlir", LOWERED);
    let said = scratch.path("arguments");
    let input = scratch.file("in.stablehlo.mlir", STABLEHLO);
    let act = format!("echo \"$@\" > {said}; cat > /dev/null; cat {lowered}");
    let of_name = scratch.program("iree-opt", &act);
    let listing = format!(
        "if [ \"$1\" = --help ]; then echo '  --iree-stablehlo-to-iree-input - x'; exit; fi; {act}"
    );
    let of_help = scratch.program("compiler", &listing);
    for program in [of_name, of_help] {
        for arguments in [&["merge"][..], &["opt", "--canonicalize"], &["trace"]] {
            let flag = format!("--lower-with={program}");
            let all = [arguments, &[&input, &flag]].concat();
            stderr_of(0, &all);
        }
        let passes = std::fs::read_to_string(&said).unwrap_or_default();
        assert_has!(passes, "iree-stablehlo-legalize-control-flow");
    }
    // A plan belongs to the lowered program.
    let flag = format!("--lower-with={}", scratch.path("iree-opt"));
    let (traces, plan) = (scratch.path("in.mtrace"), scratch.path("in.mplan"));
    stdout(&["trace", &input, &flag, "-o", &traces]);
    stdout(&["plan", &traces, &flag, "-o", &plan]);
    stdout(&["apply", &input, &flag, &plan]);
    // Programs below the dialect stay as they are.
    stderr_of(0, &["merge", &lowered, "--lower-with=/nowhere/iree-opt"]);
}

/// What a program prints of the probes tells the version to write for.
#[cfg(unix)]
#[test]
fn programs_are_written_for_the_program_that_reads_them() {
    let scratch = Scratch::new("written-for");
    let stablehlo = scratch.file("in.stablehlo.mlir", STABLEHLO);
    let plain = "func.func @f(%m: memref<4xf32>) {
  %0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  linalg.add ins(%m, %m : memref<4xf32>, memref<4xf32>) outs(%0 : memref<4xf32>)
  memref.copy %0, %m : memref<4xf32> to memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}
";
    let plain = scratch.file("plain.mlir", plain);
    let older = "memref.alloc() {alignment = 64 : i64} :";
    let newer = "memref.alloc() alignment = 64 :";
    let cases = [
        ("", older, "linalg.add"),
        ("@probe_23(", older, "linalg.add"),
        ("@probe_23( @probe_24_early(", newer, "linalg.add"),
        (
            "@probe_24_early( @probe_24(",
            newer,
            "linalg.elementwise <add>",
        ),
    ];
    for (read, alloc, add) in cases {
        let asked = format!(
            "grep -q @probe_ && echo 'func.func @probe_19() {read}' && exit 1; cat {plain}"
        );
        let program = scratch.program("iree-opt", &asked);
        let written = stdout(&["opt", &plain, "--for", &program]);
        assert!(
            written.contains(alloc) && written.contains(add),
            "{read}: {written}"
        );
        let printed = stdout(&["merge", &stablehlo, "-O", "none", "--lower-with", &program]);
        assert!(printed.contains(alloc), "{read}: {printed}");
        // The user's own choice comes first.
        let chosen = memplan(&["opt", &plain, "--for", &program, "--mlir-version=22"]);
        assert_has!(text(&chosen.stdout), older);
    }
    let silent = scratch.program("mlir-opt", "exit 1");
    let stderr = stderr_of(2, &["opt", &plain, "--for", &silent]);
    assert_has!(stderr, "reads no version of MLIR");
}

/// Passes that releases of IREE before 3.8 have under another name.
#[cfg(unix)]
#[test]
fn older_names_of_passes_are_tried() {
    let scratch = Scratch::new("older-passes");
    let lowered = scratch.file("lowered.mlir", LOWERED);
    let input = scratch.file("in.stablehlo.mlir", STABLEHLO);
    let act = format!(
        "case \"$*\" in *chlo-legalize-to-stablehlo*) \
         echo \"error: 'chlo-legalize-to-stablehlo' does not refer to a registered pass\" >&2; exit 1;; esac; \
         case \"$*\" in *iree-stablehlo-legalize-chlo*|*split*) cat {lowered};; *) exit 1;; esac"
    );
    let program = scratch.program("iree-opt", &act);
    stderr_of(0, &["merge", &input, "--lower-with", &program]);
}

#[cfg(unix)]
#[test]
fn what_the_lowering_program_refuses_is_told_where_it_is() {
    let scratch = Scratch::new("refused");
    let input = scratch.file("in.mlir", STABLEHLO);
    let cases = [
        (
            "echo \"<stdin>:4:10: error: failed to legalize operation 'stablehlo.tanh' that was explicitly marked \
             illegal: %1 = ..\" >&2; exit 1",
            "in.mlir:4:10: error: `iree-opt` does not lower `stablehlo.tanh`: failed to legalize operation \
             'stablehlo.tanh' [lowering]",
            1,
        ),
        (
            "echo 'model.py:7:3: error: no such pass' >&2; exit 1",
            "`iree-opt` refuses the program: no such pass [lowering]",
            1,
        ),
        (
            "echo Killed >&2; exit 137",
            "`iree-opt` failed: Killed [lowering]",
            1,
        ),
        ("echo 'func.func @f() { %0 ='", "(by", 1),
        (
            "echo \"<stdin>:4:10: error: failed to legalize operation 'torch.operator' that was explicitly marked \
             illegal: %1 = \\\"torch.operator\\\"(%0) <{name = \\\"torch.aten.svd\\\"}>\" >&2; exit 1",
            "in.mlir:4:10: error: `iree-opt` does not lower `torch.aten.svd`",
            1,
        ),
        (
            "echo \"<stdin>:4:10: error: failed to legalize operation 'stablehlo.custom_call' that was explicitly marked \
             illegal: %4:2 = \\\"stablehlo.custom_call\\\"(%arg0) <{call_target_name = \\\"lapack_sgeqrf_ffi\\\"}>\" >&2; exit 1",
            "in.mlir:4:10: error: `iree-opt` does not lower `stablehlo.custom_call @lapack_sgeqrf_ffi`",
            1,
        ),
        (
            "echo '  %0 = tm_tensor.sort dimension(0)'",
            "in.mlir: error: `iree-opt` does not lower `tm_tensor.sort`",
            1,
        ),
    ];
    for (lines, expected, code) in cases {
        let program = scratch.program("iree-opt", lines);
        let output = memplan(&["merge", &input, "--lower-with", &program]);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{stderr}");
        assert_has!(stderr, expected);
    }
    let usage = [
        ("mlir-opt", "exit 0", "`mlir-opt` does not lower StableHLO"),
        (
            "compiler",
            "exit 0",
            "is no known program that lowers dialects",
        ),
    ];
    for (name, lines, expected) in usage {
        let program = scratch.program(name, lines);
        let stderr = stderr_of(2, &["merge", &input, "--lower-with", &program]);
        assert_has!(stderr, expected);
    }
    let stderr = stderr_of(2, &["merge", &input, "--lower-with=/nowhere/iree-opt"]);
    assert_has!(stderr, "cannot run `/nowhere/iree-opt`");
}

fn merges(program: &Path, input: &str) {
    let stem = program.file_stem().unwrap_or_default();
    let scratch = Scratch::new(&format!("by-{}", stem.to_string_lossy()));
    let input = scratch.file("in.mlir", input);
    let flag = format!("--lower-with={}", program.display());
    let printed = stdout(&["merge", &input, &flag]);
    let merged = printed;
    assert_has!(merged, "math.tanh", "memref<");
}

#[test]
fn mlir_opt_lowers_tosa() {
    for version in [19, 22] {
        let Some(program) = mlir_opt(version) else {
            continue;
        };
        // Zero points are operands since version 20.
        let zero = ", tensor<1xf32>, tensor<1xf32>";
        let program_text = if version < 20 {
            TOSA.replace(", %z, %z", "")
                .replace(zero, "")
                .replace("<{values", "<{value")
        } else {
            TOSA.to_owned()
        };
        merges(&program, &program_text);
    }
}

#[test]
fn iree_opt_lowers_all_dialects() {
    let Some(program) = python_tool("iree-opt") else {
        return;
    };
    for input in [STABLEHLO, TOSA, TORCH, ONNX] {
        merges(&program, input);
    }
    // What `jax.export` serializes for a function whose first dimension is known only at run time.
    let artifact = root().join("bin/tests/data/tanh.stablehlo.mlirbc");
    let flag = format!("--lower-with={}", program.display());
    let printed = stdout(&["merge", &artifact.to_string_lossy(), &flag]);
    assert_has!(printed, "math.tanh", "memref<?x4xf32");
    let scratch = Scratch::new("iree-refuses");
    let sort = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = \"stablehlo.sort\"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
";
    let input = scratch.file("in.mlir", sort);
    let output = memplan(&[
        "merge",
        &input,
        &format!("--lower-with={}", program.display()),
    ]);
    let stderr = text(&output.stderr);
    assert_has!(
        stderr,
        "in.mlir:2:8: error: `iree-opt` does not lower `stablehlo.sort`"
    );
}

#[test]
fn torch_mlir_opt_lowers_torch() {
    let Some(program) = python_tool("torch-mlir-opt") else {
        return;
    };
    for input in [TORCH, ONNX] {
        merges(&program, input);
    }
}

/// 19 and 20 have the operation, without indexing maps.
#[test]
fn products_of_batches_are_written_for_versions_that_have_them() {
    let program = "func.func @f(%a: tensor<4x8x16xf32>, %b: tensor<4x16x32xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<4x8x16xf32>, tensor<4x16x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
";
    for version in ["19", "20", "22"] {
        let output =
            memplan_with_input(&["opt", "-", "--mlir-version", version], program.as_bytes());
        assert!(
            output.status.success(),
            "{version}: {}",
            text(&output.stderr)
        );
        let line = " = linalg.batch_reduce_matmul ins(%arg0, %arg1 : tensor<4x8x16xf32>, tensor<4x16x32xf32>)";
        assert!(
            text(&output.stdout).contains(line),
            "{version}: {}",
            text(&output.stdout)
        );
    }
}
