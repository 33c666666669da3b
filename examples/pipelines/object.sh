#!/usr/bin/env bash
# From a program on tensors to an object file with merged buffers:
#
#   examples/pipelines/object.sh MODEL.mlir OUT.o
#
# mlir-opt bufferizes, memplan merges, mlir-opt lowers to the LLVM dialect, mlir-translate writes LLVM IR, memplan adds alias scopes, and
# llc or clang compiles it. Functions have wrappers for C, `_mlir_ciface_NAME`. The environment variables MLIR_OPT, MEMPLAN,
# MLIR_TRANSLATE and LLC or CLANG name other programs, which must be of one version of LLVM. Without llc and clang, the
# result is LLVM IR: OUT.ll.
set -euo pipefail

model="$1"
object="$2"
mlir_opt="${MLIR_OPT:-mlir-opt-22}"
memplan="${MEMPLAN:-memplan}"
mlir_translate="${MLIR_TRANSLATE:-mlir-translate-22}"
llc="${LLC-$(command -v llc-22 || true)}"
clang="${CLANG-$(command -v clang-22 || true)}"

bufferize='builtin.module(one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map})'

# What follows merging keeps buffers where they are.
lower='builtin.module(
  canonicalize, func.func(convert-linalg-to-loops), expand-strided-metadata, lower-affine, convert-scf-to-cf,
  func.func(llvm-request-c-wrappers), convert-math-to-llvm, convert-math-to-libm, convert-arith-to-llvm,
  convert-index-to-llvm, finalize-memref-to-llvm, convert-func-to-llvm, convert-cf-to-llvm,
  reconcile-unrealized-casts)'

ir="${object%.o}.ll"
"$mlir_opt" --pass-pipeline="$bufferize" "$model" |
  "$memplan" merge --quiet - |
  "$mlir_opt" --pass-pipeline="$lower" |
  "$mlir_translate" --mlir-to-llvmir |
  "$memplan" alias-scopes --quiet - -o "$ir"

if [[ -n $llc ]]; then
  "$llc" -O2 -relocation-model=pic -filetype=obj "$ir" -o "$object"
elif [[ -n $clang ]]; then
  "$clang" -O2 -fPIC -Wno-override-module -c "$ir" -o "$object"
else
  echo "neither llc nor clang 22: the result is $ir" >&2
fi
