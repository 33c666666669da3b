//! The `memref` dialect: buffers, views of buffers, and access to their elements.

use super::assembly::memref as assembly;
use super::assembly::modern;
use super::def::EffectKind::{Allocate, AllocateAutomatic, Free, Read, Write};
use super::registry::Dialect;
use super::verify;
use super::{
    AllocationDef, Arg, Assembly, Attr, AttrForm, Effect, Effects, OpDef, RegionFlow, Regions,
    ResultName, Segments, SizeList, Sizes, Traits, Ty, Views, hook, makes, many, maybe, on, one,
    opt, req,
};

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "memref",
    ops: &[OPS],
    classes: &[super::classes::memory::MEMREF_OPS],
    ..Dialect::EMPTY
};

/// Kinds of atomic updates, by their codes in MLIR 22.
use crate::rewrite::canonical;
use crate::semantics::Kernel;

pub(super) const ATOMIC_KINDS: &[&str] = &[
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf",
    "mins", "minu", "mulf", "muli", "ori", "xori",
];

const ALIGNMENT: Attr = maybe("alignment", AttrForm::Alignment);

const ALLOCATION_OPERANDS: &[Arg] = &[
    many("dynamicSizes", Ty::Index),
    many("symbolOperands", Ty::Index),
];
const ALLOCATED: &[Arg] = &[one("memref", Ty::Any)];
const ALLOCATION_ATTRS: &[Attr] = &[ALIGNMENT];
const SOURCE: &[Arg] = &[one("source", Ty::Any)];
const RESULT: &[Arg] = &[one("result", Ty::Any)];
const OFFSETS_SIZES_STRIDES: &[Arg] = &[
    one("source", Ty::Any),
    many("offsets", Ty::Index),
    many("sizes", Ty::Index),
    many("strides", Ty::Index),
];
const STATIC_OFFSETS_SIZES_STRIDES: &[Attr] = &[
    req("static_offsets", AttrForm::I64Array),
    req("static_sizes", AttrForm::I64Array),
    req("static_strides", AttrForm::I64Array),
];
const ACCESS_ATTRS: &[Attr] = &[maybe("nontemporal", AttrForm::Bool), ALIGNMENT];

/// Memory that is freed explicitly, or at the end of the enclosing scope.
const fn allocation(
    name: &'static str,
    summary: &'static str,
    effects: &'static [Effect],
    hint: &'static str,
) -> OpDef {
    OpDef {
        name,
        summary,
        operands: ALLOCATION_OPERANDS,
        results: ALLOCATED,
        attrs: ALLOCATION_ATTRS,
        segments: Segments::Operands,
        assembly: Assembly::Format(
            "'(' dynamicSizes ')' ( _ '[' symbolOperands^ ']' )? {} ':' :memref",
        ),
        effects: Effects::List(effects),
        result_name: ResultName::Word(hint),
        ..OpDef::EMPTY
    }
}

/// A view of the same bytes with another type; `hint` names the result.
const fn view(
    name: &'static str,
    summary: &'static str,
    operands: &'static [Arg],
    attrs: &'static [Attr],
    format: &'static str,
    hint: &'static str,
) -> OpDef {
    OpDef {
        name,
        summary,
        operands,
        results: RESULT,
        attrs,
        assembly: Assembly::Format(format),
        effects: Effects::None,
        views: Views::First,
        result_name: ResultName::Word(hint),
        ..OpDef::EMPTY
    }
}

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        allocation: Some(AllocationDef {
            sizes: "dynamicSizes",
            symbols: "symbolOperands",
        }),
        verify: Some(verify::memref::allocation),
        ..allocation(
            "memref.alloc",
            "Allocates uninitialised memory on the heap.",
            &[makes(Allocate, "memref")],
            "alloc",
        )
    }
    .simplified(canonical::memref::unread)
    .sized(Sizes::Listed(SizeList {
        group: "dynamicSizes",
        symbols: true,
        drops_dimensions: false,
    }))
    .kernel(Kernel::Alloc),
    allocation(
        "memref.alloca",
        "Allocates uninitialised memory that the enclosing allocation scope frees.",
        &[makes(AllocateAutomatic, "memref")],
        "alloca",
    )
    .checked(verify::memref::allocation)
    .simplified(canonical::memref::unread)
    .sized(Sizes::Listed(SizeList {
        group: "dynamicSizes",
        symbols: false,
        drops_dimensions: false,
    }))
    .kernel(Kernel::Alloca),
    OpDef {
        name: "memref.alloca_scope",
        summary: "Frees at its end what its region allocates with `memref.alloca`.",
        results: &[many("results", Ty::Any)],
        regions: Regions::Exactly(1),
        traits: Traits::AUTOMATIC_ALLOCATION_SCOPE.and(Traits::SINGLE_BLOCK),
        implicit_terminator: Some("memref.alloca_scope.return"),
        effects: Effects::Recursive,
        flow: RegionFlow::Once,
        assembly: Assembly::Hook {
            parse: super::assembly::memref::parse_alloca_scope,
            print: super::assembly::memref::print_alloca_scope,
        },
        verify: Some(verify::scf::no_arguments),
        ..OpDef::EMPTY
    }
    .simplified(canonical::memref::alloca_scope)
    .kernel(Kernel::AllocaScope),
    OpDef {
        name: "memref.alloca_scope.return",
        summary: "Ends the region of `memref.alloca_scope` with its results.",
        operands: &[many("results", Ty::Any)],
        assembly: Assembly::Format("{} ( results^ ':' :results )?"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["memref.alloca_scope"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "memref.assume_alignment",
        summary: "States that a buffer is aligned.",
        operands: &[one("memref", Ty::Any)],
        results: &[one("result", Ty::Same("memref"))],
        attrs: &[req("alignment", AttrForm::Int(32))],
        assembly: Assembly::Format("memref ',' @alignment {} ':' :memref"),
        effects: Effects::None,
        views: Views::First,
        modern: Some(modern::assume_alignment),
        result_name: ResultName::Word("assume_align"),
        verify: Some(verify::memref::assume_alignment),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Forward),
    OpDef {
        name: "memref.atomic_rmw",
        summary: "Updates one element atomically.",
        operands: &[
            one("value", Ty::Any),
            one("memref", Ty::Any),
            many("indices", Ty::Index),
        ],
        results: RESULT,
        attrs: &[req("kind", AttrForm::IntEnum(64, ATOMIC_KINDS))],
        assembly: Assembly::Format(
            "@kind value ',' memref '[' indices ']' {} ':' '(' :value ',' :memref ')' '->' :result",
        ),
        effects: Effects::List(&[on(Read, "memref"), on(Write, "memref")]),
        verify: Some(verify::memref::atomic_rmw),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::AtomicRmw),
    OpDef {
        name: "memref.atomic_yield",
        summary: "Ends the region of `memref.generic_atomic_rmw` with the new element.",
        operands: &[one("result", Ty::Any)],
        assembly: Assembly::Format("result {} ':' :result"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["memref.generic_atomic_rmw"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    view(
        "memref.cast",
        "Changes what is known statically of a memref's type.",
        SOURCE,
        &[],
        "source {} ':' :source 'to' :result",
        "cast",
    )
    .checked(verify::memref::cast)
    .simplified(canonical::memref::cast)
    .sized(Sizes::Source)
    .kernel(Kernel::Cast),
    view(
        "memref.collapse_shape",
        "Views groups of dimensions as one dimension each.",
        &[one("src", Ty::Any)],
        &[req("reassociation", AttrForm::Reassociation)],
        "src @reassociation {} ':' :src 'into' :result",
        "collapse_shape",
    )
    .checked(verify::memref::collapse_shape)
    .kernel(Kernel::CollapseShape),
    OpDef {
        name: "memref.copy",
        summary: "Copies the elements of one buffer to another.",
        operands: &[one("source", Ty::Any), one("target", Ty::Any)],
        assembly: Assembly::Format("source ',' target {} ':' :source 'to' :target"),
        effects: Effects::List(&[on(Read, "source"), on(Write, "target")]),
        verify: Some(verify::memref::copy),
        ..OpDef::EMPTY
    }
    .simplified(canonical::memref::copy)
    .kernel(Kernel::Copy),
    OpDef {
        name: "memref.dealloc",
        summary: "Frees memory of `memref.alloc`.",
        operands: &[one("memref", Ty::Any)],
        assembly: Assembly::Format("memref {} ':' :memref"),
        effects: Effects::List(&[on(Free, "memref")]),
        verify: Some(verify::memref::takes_memref),
        ..OpDef::EMPTY
    }
    .simplified(canonical::memref::dealloc)
    .kernel(Kernel::Dealloc),
    OpDef {
        name: "memref.dim",
        summary: "Size of a dimension.",
        operands: &[one("source", Ty::Any), one("index", Ty::Index)],
        results: &[one("result", Ty::Index)],
        assembly: Assembly::Format("{} source ',' index ':' :source"),
        effects: Effects::None,
        result_name: ResultName::Word("dim"),
        verify: Some(verify::memref::dim),
        ..OpDef::EMPTY
    }
    .simplified(canonical::memref::dim)
    .sized(Sizes::Dimension)
    .kernel(Kernel::Dim),
    OpDef {
        name: "memref.distinct_objects",
        summary: "States that buffers do not overlap.",
        operands: &[many("operands", Ty::Any)],
        results: &[many("results", Ty::Same("operands"))],
        assembly: Assembly::Format("operands {} ':' :operands"),
        effects: Effects::None,
        views: Views::Pairwise,
        verify: Some(verify::memref::distinct_objects),
        traits: Traits::DISTINCT_OPERANDS,
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Forward),
    OpDef {
        name: "memref.dma_start",
        summary: "Starts a copy that `memref.dma_wait` awaits.",
        operands: &[many("operands", Ty::Any)],
        assembly: hook(assembly::parse_dma_start, assembly::print_dma_start),
        verify: Some(verify::memref::dma_start),
        traits: Traits::CAPTURES,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "memref.dma_wait",
        summary: "Waits for a copy of `memref.dma_start`.",
        operands: &[
            one("tagMemRef", Ty::Any),
            many("tagIndices", Ty::Index),
            one("numElements", Ty::Index),
        ],
        assembly: Assembly::Format(
            "tagMemRef '[' tagIndices ']' ',' numElements {} ':' :tagMemRef",
        ),
        verify: Some(verify::access::tag_indices),
        ..OpDef::EMPTY
    },
    view(
        "memref.expand_shape",
        "Views dimensions as groups of dimensions.",
        &[one("src", Ty::Any), many("output_shape", Ty::Index)],
        &[
            req("reassociation", AttrForm::Reassociation),
            req("static_output_shape", AttrForm::I64Array),
        ],
        "src @reassociation 'output_shape' dyn[output_shape,@static_output_shape] {} ':' :src \
         'into' :result",
        "expand_shape",
    )
    .checked(verify::memref::expand_shape)
    .kernel(Kernel::ExpandShape),
    OpDef {
        name: "memref.extract_aligned_pointer_as_index",
        summary: "The address of a buffer as an index.",
        operands: SOURCE,
        results: &[one("result", Ty::Index)],
        assembly: Assembly::Format("source ':' :source '->' :result {}"),
        traits: Traits::CAPTURES,
        effects: Effects::None,
        result_name: ResultName::Word("intptr"),
        verify: Some(verify::memref::takes_source_memref),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Address),
    OpDef {
        name: "memref.extract_strided_metadata",
        summary: "Takes a memref apart into its base buffer, offset, sizes and strides.",
        operands: SOURCE,
        results: &[
            one("base_buffer", Ty::Any),
            one("offset", Ty::Index),
            many("sizes", Ty::Index),
            many("strides", Ty::Index),
        ],
        assembly: Assembly::Format("source ':' :source '->' :* {}"),
        traits: Traits::CAPTURES,
        effects: Effects::None,
        views: Views::First,
        result_name: ResultName::Groups,
        verify: Some(verify::memref::takes_source_memref),
        ..OpDef::EMPTY
    }
    .simplified(canonical::memref::metadata)
    .kernel(Kernel::StridedMetadata),
    OpDef {
        name: "memref.generic_atomic_rmw",
        summary: "Updates one element atomically with what its region computes.",
        operands: &[one("memref", Ty::Any), many("indices", Ty::Index)],
        results: &[one("result", Ty::Elem("memref"))],
        regions: Regions::Exactly(1),
        traits: Traits::SINGLE_BLOCK,
        effects: Effects::List(&[on(Read, "memref"), on(Write, "memref")]),
        flow: RegionFlow::Elementwise,
        assembly: Assembly::Hook {
            parse: super::assembly::memref::parse_generic_atomic_rmw,
            print: super::assembly::memref::print_generic_atomic_rmw,
        },
        verify: Some(verify::memref::generic_atomic_rmw),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::GenericAtomicRmw),
    OpDef {
        name: "memref.get_global",
        summary: "The static buffer of a `memref.global`.",
        results: RESULT,
        attrs: &[req("name", AttrForm::SymRef)],
        assembly: Assembly::Format("@name ':' :result {}"),
        effects: Effects::None,
        verify_symbol: Some(verify::memref::get_global),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::GetGlobal),
    OpDef {
        name: "memref.global",
        summary: "Declares or defines a static buffer.",
        attrs: &[
            req("sym_name", AttrForm::SymName),
            maybe("sym_visibility", AttrForm::Str),
            req("type", AttrForm::Type),
            maybe("initial_value", AttrForm::Any),
            maybe("constant", AttrForm::Unit),
            ALIGNMENT,
        ],
        traits: Traits::SYMBOL,
        assembly: Assembly::Hook {
            parse: super::assembly::memref::parse_global,
            print: super::assembly::memref::print_global,
        },
        verify: Some(verify::memref::global),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Nothing),
    OpDef {
        name: "memref.load",
        summary: "Reads one element.",
        operands: &[one("memref", Ty::Any), many("indices", Ty::Index)],
        results: &[one("result", Ty::Elem("memref"))],
        attrs: ACCESS_ATTRS,
        assembly: Assembly::Format("memref '[' indices ']' {} ':' :memref"),
        effects: Effects::List(&[on(Read, "memref")]),
        verify: Some(verify::access::memref_indices),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Load),
    view(
        "memref.memory_space_cast",
        "Changes the memory space of a memref's type.",
        SOURCE,
        &[],
        "source {} ':' :source 'to' :result",
        "memspacecast",
    )
    .checked(verify::memref::memory_space_cast)
    .kernel(Kernel::SpaceCast),
    OpDef {
        name: "memref.prefetch",
        summary: "Fetches an element into a cache.",
        operands: &[one("memref", Ty::Any), many("indices", Ty::Index)],
        attrs: &[
            req("isWrite", AttrForm::Bool),
            req("localityHint", AttrForm::IntIn(32, 0, 3)),
            req("isDataCache", AttrForm::Bool),
        ],
        assembly: hook(assembly::parse_prefetch, assembly::print_prefetch),
        effects: Effects::List(&[on(Write, "memref")]),
        verify: Some(verify::memref::prefetch),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Prefetch),
    OpDef {
        name: "memref.rank",
        summary: "Number of dimensions.",
        operands: &[one("memref", Ty::Any)],
        results: &[one("result", Ty::Index)],
        assembly: Assembly::Format("memref {} ':' :memref"),
        effects: Effects::None,
        verify: Some(verify::memref::takes_memref),
        ..OpDef::EMPTY
    }
    .simplified(canonical::memref::rank)
    .kernel(Kernel::Rank),
    OpDef {
        name: "memref.realloc",
        summary: "Frees a buffer and allocates one of another size with the same contents.",
        operands: &[one("source", Ty::Any), opt("dynamicResultSize", Ty::Index)],
        results: RESULT,
        attrs: &[ALIGNMENT],
        assembly: Assembly::Format(
            "source ( '(' dynamicResultSize^ ')' )? {} ':' :source 'to' :result",
        ),
        effects: Effects::List(&[
            on(Read, "source"),
            on(Free, "source"),
            makes(Allocate, "result"),
        ]),
        verify: Some(verify::memref::realloc),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Realloc),
    OpDef {
        segments: Segments::Operands,
        verify: Some(verify::slices::reinterpret_cast),
        ..view(
            "memref.reinterpret_cast",
            "Views the base buffer of a memref with another offset, shape and strides.",
            OFFSETS_SIZES_STRIDES,
            STATIC_OFFSETS_SIZES_STRIDES,
            "source 'to' 'offset' _ ':' dyn[offsets,@static_offsets] _ ',' 'sizes' _ ':' \
             dyn[sizes,@static_sizes] _ ',' 'strides' _ ':' dyn[strides,@static_strides] {} ':' \
             :source 'to' :result",
            "reinterpret_cast",
        )
    }
    .simplified(canonical::memref::reinterpret_cast)
    .sized(Sizes::Listed(SizeList {
        group: "sizes",
        symbols: false,
        drops_dimensions: false,
    }))
    .kernel(Kernel::ReinterpretCast),
    OpDef {
        effects: Effects::List(&[on(Read, "shape")]),
        verify: Some(verify::memref::reshape),
        ..view(
            "memref.reshape",
            "Views a contiguous buffer in the shape that another buffer holds.",
            &[one("source", Ty::Any), one("shape", Ty::Any)],
            &[],
            "source '(' shape ')' {} ':' fn",
            "reshape",
        )
    }
    .kernel(Kernel::Reshape),
    OpDef {
        name: "memref.store",
        summary: "Writes one element.",
        operands: &[
            one("value", Ty::Elem("memref")),
            one("memref", Ty::Any),
            many("indices", Ty::Index),
        ],
        attrs: ACCESS_ATTRS,
        assembly: Assembly::Format("value ',' memref '[' indices ']' {} ':' :memref"),
        effects: Effects::List(&[on(Write, "memref")]),
        verify: Some(verify::access::memref_indices),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::Store),
    OpDef {
        segments: Segments::Operands,
        verify: Some(verify::slices::subview),
        ..view(
            "memref.subview",
            "Views a strided part of a buffer.",
            OFFSETS_SIZES_STRIDES,
            STATIC_OFFSETS_SIZES_STRIDES,
            "source _ dyn[offsets,@static_offsets] dyn[sizes,@static_sizes] \
             dyn[strides,@static_strides] {} ':' :source 'to' :result",
            "subview",
        )
    }
    .sized(Sizes::Listed(SizeList {
        group: "sizes",
        symbols: true,
        drops_dimensions: true,
    }))
    .kernel(Kernel::Subview),
    OpDef {
        assembly: Assembly::Hook {
            parse: super::assembly::memref::parse_transpose,
            print: super::assembly::memref::print_transpose,
        },
        verify: Some(verify::memref::transpose),
        ..view(
            "memref.transpose",
            "Views a buffer with its dimensions permuted.",
            &[one("in", Ty::Any)],
            &[req("permutation", AttrForm::Map)],
            "",
            "transpose",
        )
    }
    .kernel(Kernel::Transpose),
    OpDef {
        traits: Traits::MOVES_POINTER,
        verify: Some(verify::memref::view),
        ..view(
            "memref.view",
            "Views a part of a byte buffer as elements of another type.",
            &[
                one("source", Ty::Any),
                one("byte_shift", Ty::Index),
                many("sizes", Ty::Index),
            ],
            &[],
            "source '[' byte_shift ']' _ '[' sizes ']' {} ':' :source 'to' :result",
            "view",
        )
    }
    .simplified(canonical::memref::view)
    .sized(Sizes::Listed(SizeList {
        group: "sizes",
        symbols: true,
        drops_dimensions: false,
    }))
    .kernel(Kernel::View),
];
