//! The order of inherent attributes in bytecode, which has no names for them.
//!
//! An operation that its writer knew has one blob of properties: the attributes of its definition, sorted by name, each
//! an index; 0 stands for an absent one where it may be absent. Segment sizes are among them up to version 5, and
//! after them as arrays from version 6 on; properties that are not attributes are numbers in between. The tables list
//! the attributes of all versions of MLIR, so the rows here list those that a version lacks or adds. The length of the
//! blob decides which row applies.

use memplan_support::Sort as _;

use super::Result;
use super::attrs::{Attrs, Facts};
use super::cursor::Cursor;
use super::since;
use memplan_mlir::dialects::{Attr, AttrForm, OpDef, Presence};
use memplan_mlir::syntax::MlirVersion;

/// What MLIR up to a version lacks (`-`) and has in addition (`+`; with `!` always present), newest first;
/// `-*` is all of them.
const OTHERS: &[(u32, &str, &str)] = &[
    (
        22,
        "arith.addf arith.divf arith.mulf arith.subf",
        "-roundingmode",
    ),
    (
        22,
        "linalg.batch_matvec linalg.batch_mmt4d linalg.batch_vecmat linalg.conv_1d linalg.conv_2d linalg.conv_3d \
         linalg.dot linalg.matvec linalg.mmt4d linalg.vecmat linalg.batch_matmul_transpose_a \
         linalg.batch_matmul_transpose_b",
        "-cast",
    ),
    (
        22,
        "linalg.quantized_batch_matmul linalg.quantized_matmul",
        "-dilations -strides",
    ),
    (
        22,
        "linalg.winograd_filter_transform linalg.winograd_input_transform linalg.winograd_output_transform",
        "-m -r",
    ),
    (22, "llvm.getelementptr", "-inbounds"),
    (22, "llvm.intr.masked.load", "+nontemporal"),
    (22, "llvm.inttoptr", "+dereferenceable"),
    (22, "memref.load", "-invariant"),
    (20, "func.call", "-arg_attrs -res_attrs"),
    (19, "async.call", "-arg_attrs -res_attrs"),
    (19, "cf.cond_br", "-branch_weights"),
    (19, "func.call", "-arg_attrs -no_inline -res_attrs"),
    (19, "func.func", "-no_inline"),
    (19, "gpu.func", "-known_cluster_size"),
    (19, "gpu.launch", "-function -module"),
    (19, "gpu.subgroup_reduce", "-cluster_size -cluster_stride"),
    (
        20,
        "linalg.batch_matmul linalg.batch_reduce_matmul",
        "-indexing_maps",
    ),
    (19, "linalg.matmul", "-indexing_maps"),
    (
        19,
        "linalg.batch_matmul linalg.batch_reduce_matmul",
        "-cast -indexing_maps",
    ),
    (
        19,
        "linalg.winograd_filter_transform linalg.winograd_input_transform linalg.winograd_output_transform",
        "-fmr",
    ),
    (
        19,
        "llvm.call",
        "-always_inline -arg_attrs +branch_weights -convergent -inline_hint -memory_effects -no_inline -no_unwind \
         -op_bundle_sizes -op_bundle_tags -res_attrs -will_return -operandSegmentSizes",
    ),
    (
        19,
        "llvm.call_intrinsic",
        "-arg_attrs -op_bundle_sizes -op_bundle_tags -res_attrs -operandSegmentSizes",
    ),
    (
        19,
        "llvm.func",
        "+approx_func_fp_math -inline_hint -instrument_function_entry -instrument_function_exit \
         -intel_reqd_sub_group_size +memory -memory_effects -prefer_vector_width -reciprocal_estimates \
         -reqd_work_group_size +unsafe_fp_math -uwtable_kind -vec_type_hint -work_group_size_hint",
    ),
    (19, "llvm.getelementptr", "-noWrapFlags"),
    (
        22,
        "llvm.intr.lifetime.end llvm.intr.lifetime.start",
        "-size",
    ),
    (19, "llvm.inline_asm", "-tail_call_kind"),
    (
        19,
        "llvm.invoke",
        "-arg_attrs -op_bundle_sizes -op_bundle_tags -res_attrs",
    ),
    (19, "llvm.load", "-dereferenceable -invariantGroup"),
    (
        19,
        "llvm.mlir.global",
        "+dbg_expr -dbg_exprs -externally_initialized -target_specific_attrs",
    ),
    (19, "llvm.mlir.global_ctors llvm.mlir.global_dtors", "-data"),
    (19, "llvm.store", "-invariantGroup"),
    (19, "memref.load", "-alignment -invariant"),
    (19, "memref.store vector.load vector.store", "-alignment"),
    (19, "tosa.apply_scale", "+double_round! -rounding_mode"),
    (
        19,
        "tosa.argmax tosa.max_pool2d tosa.reduce_max tosa.reduce_min",
        "-nan_mode",
    ),
    (
        19,
        "tosa.avg_pool2d tosa.fully_connected tosa.matmul tosa.negate tosa.pad",
        "+quantization_info",
    ),
    (
        19,
        "tosa.clamp",
        "+max_fp! +max_int! -max_val +min_fp! +min_int! -min_val -nan_mode",
    ),
    (19, "tosa.const", "+value! -values"),
    (
        19,
        "tosa.conv2d tosa.conv3d tosa.depthwise_conv2d",
        "-acc_type +quantization_info",
    ),
    (19, "tosa.mul", "+shift!"),
    (
        19,
        "tosa.rescale",
        "+double_round! -input_unsigned +input_zp! +multiplier! -output_unsigned +output_zp! -rounding_mode +shift!",
    ),
    (19, "tosa.reshape", "+new_shape!"),
    (19, "tosa.resize", "+border! +offset! +scale!"),
    (19, "tosa.slice", "+size! +start!"),
    (19, "tosa.tile", "+multiples!"),
    (
        19,
        "tosa.transpose_conv2d",
        "-acc_type +out_shape! +quantization_info",
    ),
    (19, "tosa.variable", "+name! -sym_name -var_shape"),
    (21, "llvm.intr.lifetime.end llvm.intr.lifetime.start", ""),
    (
        19,
        "arith.divsi arith.divui arith.shrsi arith.shrui arith.trunci bufferization.to_buffer func.call_indirect \
         llvm.ashr llvm.lshr llvm.or llvm.sdiv llvm.trunc llvm.udiv llvm.uitofp llvm.zext scf.execute_region scf.for \
         vector.compressstore vector.expandload vector.gather vector.maskedload vector.maskedstore vector.scatter",
        "-*",
    ),
    (19, "llvm.intr.masked.load llvm.inttoptr", ""),
    (
        19,
        "llvm.intr.memcpy llvm.intr.memcpy.inline llvm.intr.memmove llvm.intr.memset",
        "-arg_attrs -res_attrs",
    ),
];

/// Attributes that MLIR always writes, although the text may omit them.
const ALWAYS: &[(&str, &str)] = &[
    ("affine.delinearize_index", "static_basis"),
    ("affine.for", "step"),
    ("linalg.contract", "indexing_maps"),
    (
        "linalg.winograd_filter_transform linalg.winograd_input_transform linalg.winograd_output_transform",
        "fmr m r",
    ),
    (
        "llvm.call llvm.call_intrinsic llvm.intr.assume llvm.invoke",
        "op_bundle_sizes",
    ),
    ("llvm.intr.lifetime.end llvm.intr.lifetime.start", "size"),
    ("llvm.mlir.alias llvm.mlir.global", "linkage"),
    ("tosa.transpose", "perms"),
];

/// The attributes of operations without an entry in a table.
const WITHOUT_ENTRY: &[(&str, &str)] = &[
    ("llvm.blockaddress", "block_addr!"),
    ("llvm.blocktag", "tag!"),
    ("llvm.indirectbr", "indbr_operand_segments!"),
    ("llvm.intr.abs", "is_int_min_poison!"),
    ("llvm.intr.ctlz llvm.intr.cttz", "is_zero_poison!"),
    ("llvm.intr.is.fpclass", "bit!"),
    (
        "llvm.intr.masked.compressstore llvm.intr.masked.expandload",
        "arg_attrs res_attrs",
    ),
    (
        "llvm.intr.memcpy llvm.intr.memmove llvm.intr.memset",
        "access_groups alias_scopes arg_attrs isVolatile! noalias_scopes res_attrs tbaa",
    ),
    (
        "llvm.intr.memcpy.inline llvm.intr.memset.inline",
        "access_groups alias_scopes arg_attrs isVolatile! len! noalias_scopes res_attrs tbaa",
    ),
    ("llvm.intr.prefetch", "cache! hint! rw!"),
    ("llvm.intr.ubsantrap", "failureKind!"),
    (
        "llvm.mlir.ifunc",
        "address_space dso_local i_func_type! linkage! resolver! resolver_type! sym_name! unnamed_addr visibility_",
    ),
];

/// Attributes that are a number in the file, apart from sets of flags.
const NUMBERS: &[(&str, &str)] = &[("affine.linearize_index", "disjoint")];

const OPERANDS: &str = "operandSegmentSizes";
const RESULTS: &str = "resultSegmentSizes";

/// One property as the file has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot {
    /// Attributes, then numbers, then segment sizes as arrays.
    place: Place,
    pub(super) name: &'static str,
    pub(super) form: SlotForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Attr,
    Number,
    Array,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SlotForm {
    Required,
    Optional,
    /// A set of flags in an integer of this width.
    Flags(u32),
    /// Whether a unit attribute is present.
    Unit,
    /// Sizes of so many groups.
    Sizes(usize),
}

fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|item| item == word)
}

fn is_listed(rows: &[(&str, &str)], op: &str, attr: &str) -> bool {
    rows.iter()
        .any(|(ops, attrs)| has(ops, op) && has(attrs, attr))
}

/// Whether a property is a number in the file, since MLIR has no attribute for it.
pub(super) fn is_number(def: &OpDef, attr: &Attr) -> bool {
    matches!(attr.kind, AttrForm::Flags(..)) || is_listed(NUMBERS, def.name, attr.name)
}

/// The slots of all attributes that an operation has in any version; nothing if that is not known.
fn own_slots(op: &str, def: Option<&'static OpDef>, format: u64) -> Option<Vec<Slot>> {
    let Some(def) = def else {
        let mut rows = WITHOUT_ENTRY.iter().filter(|(ops, _)| has(ops, op));
        return rows
            .next()
            .map(|(_, list)| list.split_ascii_whitespace().map(attr_slot).collect());
    };
    let mut slots: Vec<Slot> = def
        .attrs
        .iter()
        .map(|attr| {
            let form = match attr.kind {
                AttrForm::Flags(width, ..) => SlotForm::Flags(width),
                _ if is_number(def, attr) => SlotForm::Unit,
                _ if attr.presence == Presence::Required => SlotForm::Required,
                _ if is_listed(ALWAYS, op, attr.name) => SlotForm::Required,
                _ => SlotForm::Optional,
            };
            let place = match form {
                SlotForm::Flags(_) | SlotForm::Unit => Place::Number,
                _ => Place::Attr,
            };
            Slot {
                place,
                name: attr.name,
                form,
            }
        })
        .collect();
    for (is_there, name, groups) in [
        (def.segments.of_operands(), OPERANDS, def.operands.len()),
        (def.segments.of_results(), RESULTS, def.results.len()),
    ] {
        let (place, form) = if format < since::SEGMENT_ARRAYS {
            (Place::Attr, SlotForm::Required)
        } else {
            (Place::Array, SlotForm::Sizes(groups))
        };
        if is_there {
            slots.push(Slot { place, name, form });
        }
    }
    slots.sort_stable_by(Slot::cmp);
    Some(slots)
}

/// The slot of an attribute; with `!` it is always present.
fn attr_slot(name: &'static str) -> Slot {
    let form = match name.strip_suffix('!') {
        Some(_) => SlotForm::Required,
        None => SlotForm::Optional,
    };
    Slot {
        place: Place::Attr,
        name: name.trim_end_matches('!'),
        form,
    }
}

/// The slots with the changes of a row.
fn changed(slots: &[Slot], changes: &'static str) -> Vec<Slot> {
    let mut slots = slots.to_vec();
    for change in changes.split_ascii_whitespace() {
        if let Some(name) = change.strip_prefix('-') {
            slots.retain(|slot| slot.name != name && name != "*");
        } else if let Some(name) = change.strip_prefix('+') {
            slots.push(attr_slot(name));
        }
    }
    slots.sort_stable_by(Slot::cmp);
    slots
}

/// The slots of an operation in a version of MLIR.
pub(super) fn slots(
    op: &str,
    def: Option<&'static OpDef>,
    format: u64,
    version: MlirVersion,
) -> Option<Vec<Slot>> {
    let own = own_slots(op, def, format)?;
    Some(in_version(op, &own, version.number()))
}

/// Those of all slots of an operation that a version of MLIR has.
fn in_version(op: &str, own: &[Slot], version: u32) -> Vec<Slot> {
    let mut rows = OTHERS.iter().rev();
    match rows.find(|(last, ops, _)| version <= *last && has(ops, op)) {
        Some((_, _, changes)) => changed(own, changes),
        None => own.to_vec(),
    }
}

/// The properties of an operation: ` <{..}>`, or nothing.
pub(super) fn read<'b>(
    attrs: &mut Attrs<'b>,
    op: &str,
    def: Option<&'static OpDef>,
    blob: Cursor<'b>,
    format: u64,
    version: Option<u32>,
) -> Result<String> {
    if blob.is_empty() {
        return Ok(String::new());
    }
    let Some(own) = own_slots(op, def, format) else {
        let message = format!("the order of the attributes of `{op}` is not known");
        return Err(blob.error(message));
    };
    let rows = OTHERS.iter().filter(|(_, ops, _)| has(ops, op));
    let of_version = version.map(|version| in_version(op, &own, version));
    let mut candidates = Vec::from_iter(of_version);
    candidates.push(own.clone());
    candidates.extend(rows.map(|(_, _, changes)| changed(&own, changes)));
    let mut error = None;
    for slots in &candidates {
        match read_as(attrs, slots, blob) {
            Ok(Some(text)) => return Ok(text),
            Ok(None) => {}
            Err(cause) => error = error.or(Some(cause)),
        }
    }
    let message = format!("the attributes of `{op}` are those of another version");
    Err(error.unwrap_or_else(|| blob.error(message)))
}

/// Reads a blob as these slots; nothing if it has another length.
fn read_as<'b>(
    attrs: &mut Attrs<'b>,
    slots: &[Slot],
    mut blob: Cursor<'b>,
) -> Result<Option<String>> {
    let mut text = String::new();
    for slot in slots {
        // Each takes a byte at least.
        if blob.is_empty() {
            return Ok(None);
        }
        let Some(value) = value(attrs, slot, &mut blob)? else {
            continue;
        };
        text.push_str(if text.is_empty() { " <{" } else { ", " });
        attrs.print(&mut text, |p| p.attr_name(slot.name.as_bytes()));
        if !value.is_empty() {
            text.push_str(" = ");
            text.push_str(&value);
        }
    }
    if !text.is_empty() {
        text.push_str("}>");
    }
    Ok(blob.is_empty().then_some(text))
}

/// The text of one property, if it is present; empty for a unit attribute.
fn value<'b>(attrs: &mut Attrs<'b>, slot: &Slot, blob: &mut Cursor<'b>) -> Result<Option<String>> {
    let text = match slot.form {
        SlotForm::Required => attrs.attr(blob)?,
        SlotForm::Optional => match attrs.optional_attr(blob)? {
            Some(text) => text,
            None => return Ok(None),
        },
        SlotForm::Flags(width) => {
            let flags = blob.number()?;
            return Ok((flags != 0).then(|| format!("{flags} : i{width}")));
        }
        SlotForm::Unit => return Ok((blob.byte()? != 0).then(String::new)),
        SlotForm::Sizes(n) => return sizes(blob, n).map(Some),
    };
    Ok(Some(match text.facts {
        Facts::Unit => String::new(),
        _ => text.short.clone(),
    }))
}

/// `array<i32: ..>`: a list, or pairs of indices and values if most are 0.
fn sizes(blob: &mut Cursor<'_>, n: usize) -> Result<String> {
    let mut sizes = vec![0; n];
    let (n_given, is_sparse) = blob.flagged()?;
    let bits = if is_sparse && n_given > 0 {
        blob.number()?
    } else {
        0
    };
    if bits > 8 {
        return Err(blob.error("the indices of an array have 8 bits at most"));
    }
    for position in 0..n_given {
        let mut value = blob.number()?;
        let mut index = position;
        if is_sparse {
            index = value & ((1 << bits) - 1);
            value >>= bits;
        }
        let slot = usize::try_from(index)
            .ok()
            .and_then(|index| sizes.get_mut(index));
        match (slot, i32::try_from(value)) {
            (Some(slot), Ok(value)) => *slot = value,
            _ => return Err(blob.error("the sizes of the groups do not fit")),
        }
    }
    let sizes: Vec<String> = sizes.iter().map(i32::to_string).collect();
    Ok(format!("array<i32: {}>", sizes.join(", ")))
}
