//! Programs in the operations that a version of MLIR has, and the versions that a text may be of.

use super::{Diagnostic, Severity};
use crate::dialects::{Convert, Form, OpDef};
use crate::ir::{Module, OpId};
use crate::syntax::MlirVersion;

/// The first and the last version that a text may be of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Versions(MlirVersion, MlirVersion);

impl Default for Versions {
    fn default() -> Self {
        Self(MlirVersion::V19, MlirVersion::V24)
    }
}

impl Versions {
    /// Keeps those of a range of versions. If none is left, the versions stay as they were.
    pub(crate) fn narrow(&mut self, (first, last): (MlirVersion, MlirVersion)) {
        let both = Self(self.0.max(first), self.1.min(last));
        if both.0 <= both.1 {
            *self = both;
        }
    }

    /// The version to write a program for that was read from the text; `None` stands for the default. Linear.
    pub(crate) fn of(self, module: &Module) -> Option<MlirVersion> {
        let default = MlirVersion::default();
        let first = if (self.0..=self.1).contains(&default) {
            default
        } else {
            self.0
        };
        let mut candidates = MlirVersion::ALL
            .into_iter()
            .filter(|version| (first..=self.1).contains(version));
        let expresses = |version: &MlirVersion| converted(module, *version).1.is_empty();
        let version = candidates.find(expresses).unwrap_or(first);
        (version != default).then_some(version)
    }
}

/// The program with the operations of a version, if it has others, and what the version cannot express. Linear.
pub(super) fn converted(
    module: &Module,
    version: MlirVersion,
) -> (Option<Module>, Vec<Diagnostic>) {
    let dialects = module.ctx.dialects();
    let is_special = |def: &OpDef| dialects.spelling(def.name, version).is_some();
    if !module.ctx.used_defs().any(is_special) {
        return (None, Vec::new());
    }
    let mut errors = Vec::new();
    let mut conversions: Vec<(OpId, Convert)> = Vec::new();
    for op in module.walk(module.root()) {
        let Some(def) = module.def(op) else { continue };
        match dialects.spelling(def.name, version) {
            Some(Form::Missing) => errors.push(refused(module, op, version, None)),
            Some(Form::Checked(check)) => {
                if let Err(reason) = check(module, op) {
                    errors.push(refused(module, op, version, Some(reason)));
                }
            }
            Some(Form::Converted(convert) | Form::Generic(convert) | Form::Renamed(_, convert)) => {
                conversions.push((op, convert));
            }
            Some(Form::Named(_)) | None => {}
        }
    }
    if conversions.is_empty() {
        return (None, errors);
    }
    let mut changed = module.clone();
    let mut refusals = Vec::new();
    // Users first, so that a conversion sees its operands as they were.
    for (op, convert) in conversions.into_iter().rev() {
        if let Err(reason) = convert(&mut changed, op) {
            refusals.push(refused(module, op, version, Some(reason)));
        }
    }
    errors.extend(refusals.into_iter().rev());
    (Some(changed), errors)
}

fn refused(module: &Module, op: OpId, version: MlirVersion, reason: Option<&str>) -> Diagnostic {
    let name = module.op_name_text(op);
    let version = version.number();
    Diagnostic {
        severity: Severity::Error,
        code: "not-in-version",
        message: match reason {
            None => format!("MLIR {version} does not have the operation `{name}`"),
            Some(reason) => format!("MLIR {version} cannot express this `{name}`: {reason}"),
        },
        span: module.span(op),
        notes: Vec::new(),
        help: Some("write for another version (`--mlir-version`)".to_owned()),
    }
}
