//! What several tests share.

use memplan_mlir::text::PrintOptions;

/// The generic form, without locations and aliases.
pub(crate) const GENERIC: PrintOptions = PrintOptions {
    generic: true,
    locations: false,
    local_scope: true,
    version: memplan_mlir::text::MlirVersion::V22,
    lengths: memplan_mlir::text::Lengths::DEFAULT,
    skip_regions: false,
    unique_names: false,
};
