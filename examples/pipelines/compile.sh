#!/usr/bin/env bash
# From a program on tensors to an object file, with merged buffers, in one process of mlir-opt:
#
#   examples/pipelines/compile.sh MODEL.mlir OUT.o
#
# As `object.sh`, with memplan as a pass in place of a program. The environment variable MEMPLAN_PLUGIN names the
# plug-in (`c/mlir-plugin`); MLIR_OPT, MLIR_TRANSLATE and CLANG name other programs of its version of MLIR.
set -euo pipefail

model="$1"
object="$2"
mlir_opt="${MLIR_OPT:-mlir-opt-22}"
mlir_translate="${MLIR_TRANSLATE:-mlir-translate-22}"
clang="${CLANG:-clang-22}"

pipeline='builtin.module(
  memplan-merge,
  canonicalize, func.func(convert-linalg-to-loops), expand-strided-metadata, lower-affine, convert-scf-to-cf,
  func.func(llvm-request-c-wrappers), convert-math-to-llvm, convert-math-to-libm, convert-arith-to-llvm,
  convert-index-to-llvm, finalize-memref-to-llvm, convert-func-to-llvm, convert-cf-to-llvm,
  reconcile-unrealized-casts)'

ir="${object%.o}.ll"
"$mlir_opt" --load-pass-plugin="${MEMPLAN_PLUGIN:-memplan-mlir.so}" --pass-pipeline="$pipeline" "$model" |
  "$mlir_translate" --mlir-to-llvmir -o "$ir"
"$clang" -O2 -fPIC -Wno-override-module -c "$ir" -o "$object"
