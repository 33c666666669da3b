//! Programs of front ends: recognises their dialect, and lowers them to linalg on tensors with another program.
//!
//! `PIPELINES` has all pass pipelines of other programs, for the command and the Python package.

mod shapes;

use std::borrow::Cow;
use std::path::Path;
use std::process::{Command, Output};

use memplan_bytecode as bytecode;
use memplan_mlir::text::Diagnostic;
use memplan_support::process::run_on;

use crate::exit::{Failure, Outcome};
use crate::profile::{Reader, cannot_run};
use crate::render::{Message, Place};
use crate::text::Text;

/// A dialect of programs above linalg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// StableHLO, with CHLO: what JAX and TensorFlow write.
    StableHlo,
    /// A portable artifact of StableHLO: bytecode in the dialect `vhlo`, as `jax.export` serializes it.
    PortableStableHlo,
    /// TOSA: what TensorFlow Lite and ExecuTorch write.
    Tosa,
    /// ATen operations of PyTorch.
    Torch,
    /// ONNX operations in the torch dialect, as `iree-import-onnx` and `torch-mlir-import-onnx` write them.
    Onnx,
}

/// Programs that lower dialects, each with a pass that identifies it in `--help`. `mlir-opt` is last, because its
/// name is part of the others and its pass is in all lists.
const LOWERERS: [(&str, &str); 3] = [
    (IREE, "--iree-stablehlo-to-iree-input"),
    (TORCH_MLIR, "--convert-torch-to-linalg"),
    (MLIR, "--tosa-to-linalg-named"),
];

const IREE: &str = "iree-opt";
const TORCH_MLIR: &str = "torch-mlir-opt";
const MLIR: &str = "mlir-opt";

/// From each dialect to linalg on tensors.
const PIPELINES: [(&str, Dialect, &str); 8] = [
    (
        IREE,
        Dialect::StableHlo,
        "func.func(iree-stablehlo-legalize-control-flow),func.func(chlo-legalize-to-stablehlo),\
         func.func(iree-stablehlo-canonicalize),iree-stablehlo-to-iree-input",
    ),
    (
        IREE,
        Dialect::PortableStableHlo,
        "iree-stablehlo-input-transformation-pipeline",
    ),
    (
        IREE,
        Dialect::Tosa,
        "iree-tosa-input-transformation-pipeline",
    ),
    (
        MLIR,
        Dialect::Tosa,
        "func.func(tosa-optional-decompositions,canonicalize,tosa-infer-shapes,tosa-make-broadcastable,\
         tosa-to-linalg-named,canonicalize,tosa-layerwise-constant-fold,tosa-make-broadcastable,tosa-to-linalg,\
         tosa-to-scf,tosa-to-arith{include-apply-rescale=true},tosa-to-tensor)",
    ),
    (TORCH_MLIR, Dialect::Torch, TORCH),
    (TORCH_MLIR, Dialect::Onnx, ONNX),
    (IREE, Dialect::Torch, TORCH),
    (IREE, Dialect::Onnx, ONNX),
];

const TORCH: &str = "torchdynamo-export-to-torch-backend-pipeline,torch-backend-to-linalg-on-tensors-backend-pipeline";
const ONNX: &str =
    "torch-onnx-to-torch-backend-pipeline,torch-backend-to-linalg-on-tensors-backend-pipeline";

/// Passes of the pipelines, and their names in IREE 3.7 and older.
const RENAMED: [(&str, &str); 1] = [("chlo-legalize-to-stablehlo", "iree-stablehlo-legalize-chlo")];

/// Dialects of operations that pipelines leave in place without an error.
const LEFT: [&[u8]; 5] = [
    b"chlo",
    b"iree_linalg_ext",
    b"stablehlo",
    b"tm_tensor",
    b"torch",
];

/// The command that installs a program that lowers every dialect.
const INSTALL: &str = "pip install iree-base-compiler";

impl Dialect {
    /// The dialect of the first operation that belongs to one of these. Linear in the text.
    pub(crate) fn of(text: &[u8]) -> Option<Self> {
        if text.strip_prefix(bytecode::MAGIC).is_some_and(|rest| {
            // The version of the format is one byte, and the name of the producer follows.
            rest.get(1..)
                .is_some_and(|producer| producer.starts_with(b"StableHLO_v"))
        }) {
            return Some(Self::PortableStableHlo);
        }
        operations(text).find_map(|op| match dialect_name(op) {
            b"stablehlo" | b"chlo" | b"vhlo" | b"mhlo" => Some(Self::StableHlo),
            b"tosa" => Some(Self::Tosa),
            b"torch" if op.starts_with(b"torch.operator \"onnx.") => Some(Self::Onnx),
            // Operands of imported ONNX operations come first.
            b"torch" if op.starts_with(b"torch.constant.") => None,
            b"torch" => Some(Self::Torch),
            _ => None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::StableHlo => "StableHLO",
            Self::PortableStableHlo => "a portable artifact of StableHLO",
            Self::Tosa => "TOSA",
            Self::Torch => "the torch dialect",
            Self::Onnx => "ONNX operations of the torch dialect",
        }
    }

    /// The programs that lower it, the best first.
    fn lowerers(self) -> impl Iterator<Item = &'static str> {
        let own = PIPELINES
            .iter()
            .filter(move |(_, dialect, _)| *dialect == self);
        own.map(|(lowerer, ..)| *lowerer)
    }

    /// What a user can do about a program that is not lowered.
    pub(crate) fn way_out(self) -> String {
        let lowerers: Vec<String> = self.lowerers().map(|name| format!("`{name}`")).collect();
        let lowerers = lowerers.join(" or ");
        format!(
            "pass `--lower-with=PATH` with the path of {lowerers}; `{INSTALL}` installs `iree-opt`"
        )
    }

    /// The error of a program that is in this dialect, with errors of the parser, when no program is given to lower it.
    pub(crate) fn not_lowered(self, text: &Text, errors: &[Diagnostic]) -> Failure {
        let message = format!(
            "this program is in {}; memplan plans programs that are lowered to linalg or memref",
            self.name()
        );
        let first = text.messages(errors).into_iter().next();
        let place = first.map_or_else(Place::default, |first| first.place);
        Failure::no(
            Message::error("not-lowered", message)
                .at(place)
                .help(self.way_out()),
        )
    }
}

/// The texts that begin with an operation: these are the beginnings of lines, after results.
fn operations(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|&byte| byte == b'\n');
    lines.filter_map(|line| {
        let line = line.trim_ascii_start();
        let op = if line.starts_with(b"%") {
            let equals = line.iter().position(|&byte| byte == b'=')?;
            line[equals + 1..].trim_ascii_start()
        } else {
            line
        };
        Some(op.strip_prefix(b"\"").unwrap_or(op))
    })
}

/// The dialect in the name of an operation.
fn dialect_name(op: &[u8]) -> &[u8] {
    let point = op.iter().position(|&byte| byte == b'.');
    point.map_or(b"", |point| &op[..point])
}

/// The name of a program that lowers dialects: by its file, or else by the passes that its help lists.
fn identified(program: &Path) -> Outcome<&'static str> {
    let stem = program
        .file_stem()
        .map_or(Cow::Borrowed(""), |stem| stem.to_string_lossy());
    if let Some((name, _)) = LOWERERS.iter().find(|(name, _)| stem.contains(name)) {
        return Ok(name);
    }
    let output = Command::new(program).arg("--help").output();
    let output = output.map_err(|error| cannot_run(program, "--lower-with", &error))?;
    let help = String::from_utf8_lossy(&output.stdout);
    let listed = LOWERERS.iter().find(|(_, pass)| help.contains(pass));
    listed.map(|(name, _)| *name).ok_or_else(|| {
        let message = format!(
            "`{}` is no known program that lowers dialects",
            program.display()
        );
        let names = LOWERERS.map(|(name, _)| format!("`{name}`"));
        let help = format!("pass the path of {}", names.join(", "));
        Failure::could_not_try(Message::error("lower-with", message).help(help))
    })
}

/// A program of a front end, lowered to linalg on tensors.
///
/// # Errors
///
/// When the program cannot be run, has no pipeline for this dialect, or refuses an operation.
pub(crate) fn lowered(program: &Path, dialect: Dialect, text: &Text) -> Outcome<Text> {
    let lowerer = identified(program)?;
    let row = PIPELINES
        .iter()
        .find(|(of, from, _)| (*of, *from) == (lowerer, dialect));
    let Some((.., passes)) = row else {
        let message = format!("`{lowerer}` does not lower {}", dialect.name());
        let error = Message::error("lower-with", message).in_file(&text.name);
        return Err(Failure::could_not_try(error.help(dialect.way_out())));
    };
    let run = |passes: &str, input: &[u8]| run_passes(program, text, passes, input);
    let is_dynamic = lowerer == IREE && dialect == Dialect::StableHlo && shapes::are_dynamic(text);
    let output = if is_dynamic {
        let inlined = run(shapes::INLINED, &text.bytes)?;
        run(shapes::LOWERED, &shapes::rewritten(&inlined.stdout))?
    } else {
        run(passes, &text.bytes)?
    };
    let left = operations(&output.stdout).find(|op| LEFT.contains(&dialect_name(op)));
    if let Some(op) = left {
        let is_name =
            |byte: &u8| matches!(byte, b'.' | b'_' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9');
        let op: Vec<u8> = op.iter().copied().take_while(is_name).collect();
        let op = String::from_utf8_lossy(&op);
        let message = format!("`{lowerer}` does not lower `{op}`: its output has it");
        return Err(Failure::no(
            Message::error("lowering", message).in_file(&text.name),
        ));
    }
    let name = format!("{} (by {})", text.name, program.display());
    Ok(Text {
        reader: Some(Reader::new(program, "--lower-with")),
        ..Text::new(name, output.stdout)
    })
}

/// Whether a text, or bytecode, has locations with names. Linear.
fn has_locations(input: &[u8]) -> bool {
    let named = b" = loc(\"";
    input.windows(named.len()).any(|part| part == named)
}

/// Runs passes of a program on a text, which comes from another one.
fn run_passes(program: &Path, text: &Text, passes: &str, input: &[u8]) -> Outcome<Output> {
    let run = |passes: &str| {
        let pipeline =
            format!("--pass-pipeline=builtin.module({passes},canonicalize,cse,symbol-dce)");
        let mut flags = vec![&*pipeline, "--allow-unregistered-dialect", "-"];
        // Names and lines of a front end stay with operations.
        if has_locations(input) {
            flags.push("--mlir-print-debuginfo");
        }
        let output = run_on(program, &flags, input);
        output.map_err(|error| cannot_run(program, "--lower-with", &error))
    };
    let mut output = run(passes)?;
    let said = String::from_utf8_lossy(&output.stderr);
    let older = RENAMED.iter().find(|(now, _)| {
        passes.contains(now) && said.contains(&format!("'{now}' does not refer to a registered"))
    });
    if let Some((now, before)) = older {
        output = run(&passes.replace(now, before))?;
    }
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(refused(program, text, &said))
}

/// The program's own error for a text that it refuses, at the place that the error names.
fn refused(program: &Path, text: &Text, said: &str) -> Failure {
    let program = program
        .file_name()
        .map_or(Cow::Borrowed(""), |name| name.to_string_lossy());
    let Some((place, reason)) = said.lines().find_map(|line| line.split_once(" error: ")) else {
        let first = said
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or("no reason given");
        let message = format!("`{program}` failed: {first}");
        return Failure::no(Message::error("lowering", message).in_file(&text.name));
    };
    // The rest of the message is the whole operation.
    let (reason, whole) = reason
        .split_once(" that was explicitly marked illegal")
        .unwrap_or((reason, ""));
    let is_op = |word: &&str| word.contains('.') && !word.contains([' ', '<']);
    let op = reason.split('\'').skip(1).step_by(2).find(is_op);
    // An operation of a framework that the dialect does not have is an operation with its name as an attribute.
    let attribute = |name: &str| {
        let (_, rest) = whole.split_once(name)?;
        rest.strip_prefix(" = \"")?.split('"').next()
    };
    let op = op.map(|op| match op {
        "torch.operator" => attribute("name").unwrap_or(op).into(),
        "stablehlo.custom_call" => match attribute("call_target_name") {
            Some(target) => format!("{op} @{target}").into(),
            None => Cow::Borrowed(op),
        },
        _ => Cow::Borrowed(op),
    });
    let message = match op {
        Some(op) => format!("`{program}` does not lower `{op}`: {reason}"),
        None => format!("`{program}` refuses the program: {reason}"),
    };
    let mut numbers = place
        .trim_end_matches(':')
        .rsplit(':')
        .map_while(|part| part.parse::<usize>().ok());
    let (column, line) = (numbers.next(), numbers.next());
    let is_input = place.starts_with("<stdin>") || place.starts_with("-:");
    let error = Message::error("lowering", message);
    Failure::no(match (line.zip(column), is_input) {
        (Some((line, column)), true) => error.at(text.place_of_line(line, column)),
        // The place is in the source of the imported program.
        (Some(_), false) => error.in_file(&text.name).note(
            format!("from {}", place.trim_end_matches(':')),
            Place::default(),
        ),
        (None, _) => error.in_file(&text.name),
    })
}

/// The error of [`lower`] for a program that is not lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotLowered {
    /// A stable word for the kind of error.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// The line and the column in the program, both from 1, if they are known.
    pub place: Option<(u32, u32)>,
}

/// The names of the programs that lower the dialect of a text, the best first; none if the text is in no dialect of a
/// front end. Linear in the text.
pub fn lowerers(text: &[u8]) -> Vec<&'static str> {
    let dialect = Dialect::of(text);
    dialect.map_or_else(Vec::new, |dialect| dialect.lowerers().collect())
}

/// Lowers a program of a front end to linalg on tensors, as `--lower-with` does; returns others as they are.
///
/// The program is a text, or bytecode that is a portable artifact of StableHLO.
///
/// # Errors
///
/// When `program` cannot be run, does not lower this dialect, or refuses an operation.
pub fn lower(program: &Path, text: &[u8]) -> Result<String, NotLowered> {
    let Some(dialect) = Dialect::of(text) else {
        return Ok(String::from_utf8_lossy(text).into_owned());
    };
    match lowered(program, dialect, &Text::new("", text.to_vec())) {
        Ok(text) => Ok(String::from_utf8_lossy(&text.bytes).into_owned()),
        Err(failure) => {
            let message = failure.messages.into_iter().next();
            let message = message.unwrap_or_else(|| Message::error("lowering", "not lowered"));
            Err(NotLowered {
                place: message.place.line.zip(message.place.column),
                code: message.code,
                message: message.message,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Dialect;

    #[test]
    fn dialects_are_told_by_operations() {
        let cases: [(&str, Option<Dialect>); 8] = [
            ("  %0:2 = stablehlo.while(%a)", Some(Dialect::StableHlo)),
            ("\t\"stablehlo.return\"(%1)", Some(Dialect::StableHlo)),
            ("%1 = \"tosa.add\"(%0)", Some(Dialect::Tosa)),
            (
                "%n = torch.constant.none\n%0 = torch.operator \"onnx.Add\"(%a)",
                Some(Dialect::Onnx),
            ),
            (
                "%n = torch.constant.none\n%0 = torch.aten.relu %a",
                Some(Dialect::Torch),
            ),
            ("// stablehlo.add", None),
            (
                "func.func @f() attributes {mhlo.num_partitions = 1 : i32} {",
                None,
            ),
            ("%0 = arith.constant {n = \"tosa.add\"} 1", None),
        ];
        for (text, dialect) in cases {
            assert_eq!(Dialect::of(text.as_bytes()), dialect, "{text}");
        }
    }
}
