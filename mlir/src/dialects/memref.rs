//! The `memref` dialect: buffers, views of buffers, and access to their elements.

use super::Clauses;
use super::Form::Converted;
use super::Ty::{Any, Elem, Index, Same};
use super::assembly::memref as assembly;
use super::assembly::modern;
use super::assembly::older;
use super::def::EffectKind::{Allocate, AllocateAutomatic, Free, Read, Write};
use super::shorthands::{missing, spelled};
use super::verify;
use super::{
    AllocationDef, Attr, AttrForm, Dialect, Effects, RegionFlow, Regions, ResultName, Segments,
    SizeList, Sizes, Traits, Views, hook, makes, maybe, on, ops, req,
};
use crate::rewrite::canonical;
use crate::semantics::{Kernel, Semantics};
use crate::syntax::MlirVersion::{V19, V20, V21, V24Early};

pub(super) static DIALECT: Dialect = Dialect {
    name: "memref",
    clauses: Clauses::Equals,
    strict_from: V24Early,
    ops: &[OPS],
    classes: &[super::classes::memory::MEMREF_OPS],
    spellings: &[
        spelled("assume_alignment", V19, V20, Converted(older::assumption)),
        spelled("load store", V19, V21, Converted(older::aligned)),
        missing("distinct_objects", V19, V21),
    ],
    ..Dialect::EMPTY
};

/// Kinds of atomic updates, by their codes in MLIR 22.
pub(super) const ATOMIC_KINDS: &[&str] = &[
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf",
    "mins", "minu", "mulf", "muli", "ori", "xori",
];

const ALIGNMENT: Attr = maybe("alignment", AttrForm::Alignment);

ops! { pub(super) OPS:
    "memref.alloc" "Allocates uninitialised memory on the heap."
        ({dynamicSizes} Index, {symbolOperands} Index) -> (memref Any) [ALIGNMENT]
        "'(' dynamicSizes ')' ( _ '[' symbolOperands^ ']' )? {} ':' :memref"
        { allocation: Some(AllocationDef { sizes: "dynamicSizes", symbols: "symbolOperands" }),
         verify: Some(verify::memref::allocation), segments: Segments::Operands,
         effects: Effects::List(&[makes(Allocate, "memref")]), result_name: ResultName::Word("alloc"),
         canonical: Some(canonical::memref::allocated),
         sizes: Sizes::Listed(SizeList { group: "dynamicSizes", symbols: true, drops_dimensions: false }),
         semantics: Semantics::Kernel(Kernel::Alloc) };
    "memref.alloca" "Allocates uninitialised memory that the enclosing allocation scope frees."
        ({dynamicSizes} Index, {symbolOperands} Index) -> (memref Any) [ALIGNMENT]
        "'(' dynamicSizes ')' ( _ '[' symbolOperands^ ']' )? {} ':' :memref"
        { segments: Segments::Operands, effects: Effects::List(&[makes(AllocateAutomatic, "memref")]),
         result_name: ResultName::Word("alloca"), verify: Some(verify::memref::allocation),
         canonical: Some(canonical::memref::allocated),
         sizes: Sizes::Listed(SizeList { group: "dynamicSizes", symbols: false, drops_dimensions: false }),
         semantics: Semantics::Kernel(Kernel::Alloca) };
    "memref.alloca_scope" "Frees at its end what its region allocates with `memref.alloca`."
        -> ({results} Any)
        { regions: Regions::Exactly(1),
         traits: Traits::AUTOMATIC_ALLOCATION_SCOPE.and(Traits::SINGLE_BLOCK),
         implicit_terminator: Some("memref.alloca_scope.return"), effects: Effects::Recursive,
         flow: RegionFlow::Once,
         assembly: hook(assembly::parse_alloca_scope, assembly::print_alloca_scope),
         verify: Some(verify::scf::no_arguments), canonical: Some(canonical::memref::alloca_scope),
         semantics: Semantics::Kernel(Kernel::AllocaScope) };
    "memref.alloca_scope.return" "Ends the region of `memref.alloca_scope` with its results." ({results} Any)
        "{} ( results^ ':' :results )?"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), parents: &["memref.alloca_scope"],
         effects: Effects::None };
    "memref.assume_alignment" "States that a buffer is aligned." (memref Any) -> (result Same("memref"))
        [req("alignment", AttrForm::Int(32))] "memref ',' @alignment {} ':' :memref"
        { effects: Effects::None, views: Views::First, modern: Some(modern::assume_alignment),
         result_name: ResultName::Word("assume_align"), verify: Some(verify::memref::assume_alignment),
         canonical: Some(canonical::memref::assume_alignment),
         semantics: Semantics::Kernel(Kernel::Forward) };
    "memref.atomic_rmw" "Updates one element atomically."
        (value Any, memref Any, {indices} Index) -> (result Any)
        [req("kind", AttrForm::IntEnum(64, ATOMIC_KINDS))]
        "@kind value ',' memref '[' indices ']' {} ':' '(' :value ',' :memref ')' '->' :result"
        { effects: Effects::List(&[on(Read, "memref"), on(Write, "memref")]),
         verify: Some(verify::memref::atomic_rmw), semantics: Semantics::Kernel(Kernel::AtomicRmw) };
    "memref.atomic_yield" "Ends the region of `memref.generic_atomic_rmw` with the new element." (result Any)
        "result {} ':' :result"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), parents: &["memref.generic_atomic_rmw"],
         effects: Effects::None };
    "memref.cast" "Changes what is known statically of a memref's type." (source Any) -> (result Any)
        "source {} ':' :source 'to' :result"
        { effects: Effects::None, views: Views::First, result_name: ResultName::Word("cast"),
         verify: Some(verify::memref::cast), canonical: Some(canonical::memref::cast), sizes: Sizes::Source,
         semantics: Semantics::Kernel(Kernel::Cast) };
    "memref.collapse_shape" "Views groups of dimensions as one dimension each." (src Any) -> (result Any)
        [req("reassociation", AttrForm::Reassociation)] "src @reassociation {} ':' :src 'into' :result"
        { effects: Effects::None, views: Views::First, result_name: ResultName::Word("collapse_shape"),
         verify: Some(verify::memref::collapse_shape), canonical: Some(canonical::memref::reshape),
         semantics: Semantics::Kernel(Kernel::CollapseShape) };
    "memref.copy" "Copies the elements of one buffer to another." (source Any, target Any)
        "source ',' target {} ':' :source 'to' :target"
        { effects: Effects::List(&[on(Read, "source"), on(Write, "target")]),
         verify: Some(verify::memref::copy), canonical: Some(canonical::memref::copy),
         semantics: Semantics::Kernel(Kernel::Copy) };
    "memref.dealloc" "Frees memory of `memref.alloc`." (memref Any) "memref {} ':' :memref"
        { effects: Effects::List(&[on(Free, "memref")]), verify: Some(verify::memref::takes_memref),
         canonical: Some(canonical::memref::dealloc), semantics: Semantics::Kernel(Kernel::Dealloc) };
    "memref.dim" "Size of a dimension." (source Any, index Index) -> (result Index)
        "{} source ',' index ':' :source"
        { effects: Effects::None, result_name: ResultName::Word("dim"), verify: Some(verify::memref::dim),
         canonical: Some(canonical::memref::dim), sizes: Sizes::Dimension,
         semantics: Semantics::Kernel(Kernel::Dim) };
    "memref.distinct_objects" "States that buffers do not overlap."
        ({operands} Any) -> ({results} Same("operands")) "operands {} ':' :operands"
        { effects: Effects::None, views: Views::Pairwise, verify: Some(verify::memref::distinct_objects),
         traits: Traits::DISTINCT_OPERANDS, semantics: Semantics::Kernel(Kernel::Forward) };
    "memref.dma_start" "Starts a copy that `memref.dma_wait` awaits." ({operands} Any)
        { assembly: hook(assembly::parse_dma_start, assembly::print_dma_start),
         verify: Some(verify::memref::dma_start), traits: Traits::CAPTURES,
         semantics: Semantics::Kernel(Kernel::DmaStart) };
    "memref.dma_wait" "Waits for a copy of `memref.dma_start`."
        (tagMemRef Any, {tagIndices} Index, numElements Index)
        "tagMemRef '[' tagIndices ']' ',' numElements {} ':' :tagMemRef"
        { verify: Some(verify::access::tag_indices), semantics: Semantics::Kernel(Kernel::DmaWait) };
    "memref.expand_shape" "Views dimensions as groups of dimensions."
        (src Any, {output_shape} Index) -> (result Any)
        [req("reassociation", AttrForm::Reassociation), req("static_output_shape", AttrForm::I64Array)]
        "src @reassociation 'output_shape' dyn[output_shape,@static_output_shape] {} ':' :src 'into' :result"
        { effects: Effects::None, views: Views::First, result_name: ResultName::Word("expand_shape"),
         verify: Some(verify::memref::expand_shape), canonical: Some(canonical::memref::reshape),
         semantics: Semantics::Kernel(Kernel::ExpandShape) };
    "memref.extract_aligned_pointer_as_index" "The address of a buffer as an index."
        (source Any) -> (result Index) "source ':' :source '->' :result {}"
        { traits: Traits::CAPTURES, effects: Effects::None, result_name: ResultName::Word("intptr"),
         verify: Some(verify::memref::takes_source_memref), semantics: Semantics::Kernel(Kernel::Address) };
    "memref.extract_strided_metadata" "Takes a memref apart into its base buffer, offset, sizes and strides."
        (source Any) -> (base_buffer Any, offset Index, {sizes} Index, {strides} Index)
        "source ':' :source '->' :* {}"
        { traits: Traits::CAPTURES, effects: Effects::None, views: Views::First,
         result_name: ResultName::Groups, verify: Some(verify::memref::takes_source_memref),
         canonical: Some(canonical::memref::metadata),
         semantics: Semantics::Kernel(Kernel::StridedMetadata) };
    "memref.generic_atomic_rmw" "Updates one element atomically with what its region computes."
        (memref Any, {indices} Index) -> (result Elem("memref"))
        { regions: Regions::Exactly(1), traits: Traits::SINGLE_BLOCK,
         effects: Effects::List(&[on(Read, "memref"), on(Write, "memref")]), flow: RegionFlow::Elementwise,
         assembly: hook(assembly::parse_generic_atomic_rmw, assembly::print_generic_atomic_rmw),
         verify: Some(verify::memref::generic_atomic_rmw),
         semantics: Semantics::Kernel(Kernel::GenericAtomicRmw) };
    "memref.get_global" "The static buffer of a `memref.global`." -> (result Any)
        [req("name", AttrForm::SymRef)] "@name ':' :result {}"
        { effects: Effects::None, verify_symbol: Some(verify::memref::get_global),
         semantics: Semantics::Kernel(Kernel::GetGlobal) };
    "memref.global" "Declares or defines a static buffer."
        [req("sym_name", AttrForm::SymName), maybe("sym_visibility", AttrForm::Str),
         req("type", AttrForm::Type), maybe("initial_value", AttrForm::Any),
         maybe("constant", AttrForm::Unit), ALIGNMENT]
        { traits: Traits::SYMBOL,
         assembly: hook(assembly::parse_global, assembly::print_global),
         verify: Some(verify::memref::global), semantics: Semantics::Kernel(Kernel::Nothing) };
    "memref.load" "Reads one element." (memref Any, {indices} Index) -> (result Elem("memref"))
        [maybe("nontemporal", AttrForm::Bool), ALIGNMENT, maybe("invariant", AttrForm::Bool)]
        "memref '[' indices ']' {} ':' :memref"
        { effects: Effects::List(&[on(Read, "memref")]), verify: Some(verify::access::memref_indices),
         clauses: Some(Clauses::Parentheses), canonical: Some(canonical::memref::load),
         semantics: Semantics::Kernel(Kernel::Load) };
    "memref.memory_space_cast" "Changes the memory space of a memref's type." (source Any) -> (result Any)
        "source {} ':' :source 'to' :result"
        { effects: Effects::None, views: Views::First, result_name: ResultName::Word("memspacecast"),
         verify: Some(verify::memref::memory_space_cast), canonical: Some(canonical::memref::space_cast),
         semantics: Semantics::Kernel(Kernel::SpaceCast) };
    "memref.prefetch" "Fetches an element into a cache." (memref Any, {indices} Index)
        [req("isWrite", AttrForm::Bool), req("localityHint", AttrForm::IntIn(32, 0, 3)),
         req("isDataCache", AttrForm::Bool)]
        { assembly: hook(assembly::parse_prefetch, assembly::print_prefetch),
         effects: Effects::List(&[on(Write, "memref")]), verify: Some(verify::memref::prefetch),
         semantics: Semantics::Kernel(Kernel::Prefetch) };
    "memref.rank" "Number of dimensions." (memref Any) -> (result Index) "memref {} ':' :memref"
        { effects: Effects::None, verify: Some(verify::memref::takes_memref),
         canonical: Some(canonical::memref::rank), semantics: Semantics::Kernel(Kernel::Rank) };
    "memref.realloc" "Frees a buffer and allocates one of another size with the same contents."
        (source Any, [dynamicResultSize] Index) -> (result Any) [ALIGNMENT]
        "source ( '(' dynamicResultSize^ ')' )? {} ':' :source 'to' :result"
        { effects: Effects::List(&[on(Read, "source"), on(Free, "source"), makes(Allocate, "result")]),
         verify: Some(verify::memref::realloc), semantics: Semantics::Kernel(Kernel::Realloc) };
    "memref.reinterpret_cast" "Views the base buffer of a memref with another offset, shape and strides."
        (source Any, {offsets} Index, {sizes} Index, {strides} Index) -> (result Any)
        [req("static_offsets", AttrForm::I64Array), req("static_sizes", AttrForm::I64Array),
         req("static_strides", AttrForm::I64Array)]
        "source 'to' 'offset' _ ':' dyn[offsets,@static_offsets] _ ',' 'sizes' _ ':' \
         dyn[sizes,@static_sizes] _ ',' 'strides' _ ':' dyn[strides,@static_strides] {} ':' :source 'to' \
         :result"
        { segments: Segments::Operands, verify: Some(verify::slices::reinterpret_cast),
         effects: Effects::None, views: Views::First, result_name: ResultName::Word("reinterpret_cast"),
         canonical: Some(canonical::memref::reinterpret_cast),
         sizes: Sizes::Listed(SizeList { group: "sizes", symbols: false, drops_dimensions: false }),
         semantics: Semantics::Kernel(Kernel::ReinterpretCast) };
    "memref.reshape" "Views a contiguous buffer in the shape that another buffer holds."
        (source Any, shape Any) -> (result Any) "source '(' shape ')' {} ':' fn"
        { effects: Effects::List(&[on(Read, "shape")]), verify: Some(verify::memref::reshape),
         views: Views::First, result_name: ResultName::Word("reshape"),
         semantics: Semantics::Kernel(Kernel::Reshape) };
    "memref.store" "Writes one element." (value Elem("memref"), memref Any, {indices} Index)
        [maybe("nontemporal", AttrForm::Bool), ALIGNMENT] "value ',' memref '[' indices ']' {} ':' :memref"
        { clauses: Some(Clauses::Parentheses), effects: Effects::List(&[on(Write, "memref")]), verify: Some(verify::access::memref_indices),
         semantics: Semantics::Kernel(Kernel::Store) };
    "memref.subview" "Views a strided part of a buffer."
        (source Any, {offsets} Index, {sizes} Index, {strides} Index) -> (result Any)
        [req("static_offsets", AttrForm::I64Array), req("static_sizes", AttrForm::I64Array),
         req("static_strides", AttrForm::I64Array)]
        "source _ dyn[offsets,@static_offsets] dyn[sizes,@static_sizes] dyn[strides,@static_strides] {} ':' \
         :source 'to' :result"
        { segments: Segments::Operands, verify: Some(verify::slices::subview), effects: Effects::None,
         views: Views::First, result_name: ResultName::Word("subview"),
         sizes: Sizes::Listed(SizeList { group: "sizes", symbols: true, drops_dimensions: true }),
         canonical: Some(canonical::memref::subview),
         semantics: Semantics::Kernel(Kernel::Subview) };
    "memref.transpose" "Views a buffer with its dimensions permuted." (in Any) -> (result Any)
        [req("permutation", AttrForm::Map)]
        { assembly: hook(assembly::parse_transpose, assembly::print_transpose),
         verify: Some(verify::memref::transpose), effects: Effects::None, views: Views::First,
         result_name: ResultName::Word("transpose"), semantics: Semantics::Kernel(Kernel::Transpose) };
    "memref.view" "Views a part of a byte buffer as elements of another type."
        (source Any, byte_shift Index, {sizes} Index) -> (result Any)
        "source '[' byte_shift ']' _ '[' sizes ']' {} ':' :source 'to' :result"
        { traits: Traits::MOVES_POINTER, verify: Some(verify::memref::view), effects: Effects::None,
         views: Views::First, result_name: ResultName::Word("view"),
         canonical: Some(canonical::memref::view),
         sizes: Sizes::Listed(SizeList { group: "sizes", symbols: true, drops_dimensions: false }),
         semantics: Semantics::Kernel(Kernel::View) };
}
