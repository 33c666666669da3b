//! Calls: the function that a call enters, and the arenas that callers pass to callees.
//!
//! A callee that cannot be found, or that is only declared, may do anything with its arguments.

use rustc_hash::FxHashMap;

use crate::dialects::Traits;
use crate::ir::{AttrId, AttrKind, Module, OpId, StrId, TypeKind, ValueDef, ValueId, names};

/// The target of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee<'m> {
    /// A symbol, outermost name first.
    Symbol {
        /// Outermost symbol.
        root: StrId,
        /// Symbols below it.
        nested: &'m [StrId],
    },
    /// A function value.
    Value(ValueId),
}

/// The target of a call; absent when the operation is not a call.
pub fn callee(m: &Module, op: OpId) -> Option<Callee<'_>> {
    let name = m.def(op)?.callee?;
    let attr = m.ctx.find_str(name).and_then(|name| m.prop(op, name));
    match attr.map(|attr| m.ctx.attr_kind(attr)) {
        Some(AttrKind::SymbolRef { root, nested }) => Some(Callee::Symbol {
            root: *root,
            nested,
        }),
        _ => m.operands(op).first().copied().map(Callee::Value),
    }
}

/// The innermost function around an operation. `O(depth)`.
pub fn function_around(m: &Module, op: OpId) -> Option<OpId> {
    m.ancestors(op)
        .find(|&around| m.has_trait(around, Traits::FUNCTION))
}

/// Whether a function is more than a declaration.
pub fn has_body(m: &Module, function: OpId) -> bool {
    let mut regions = m.regions(function).iter();
    regions.any(|&region| m.first_block(region).is_some())
}

/// The arguments of a function; empty without a body.
pub fn arguments(m: &Module, function: OpId) -> &[ValueId] {
    let body = m.regions(function).first();
    let entry = body.and_then(|&body| m.first_block(body));
    entry.map_or(&[], |entry| m.block_args(entry))
}

/// The number of the operand that a call passes to the first argument of a function: the arguments are its last
/// operands. Absent if the call has too few.
pub fn first_argument(m: &Module, call: OpId, function: OpId) -> Option<usize> {
    let n_arguments = arguments(m, function).len();
    m.operands(call).len().checked_sub(n_arguments)
}

/// The function that a value is an argument of, and the argument's number.
pub fn function_argument(m: &Module, value: ValueId) -> Option<(OpId, usize)> {
    let ValueDef::Arg { block, index } = m.value_def(value) else {
        return None;
    };
    let function = m.block_parent(block)?;
    let is_entry = m
        .block_region(block)
        .and_then(|region| m.first_block(region))
        == Some(block);
    (is_entry && m.has_trait(function, Traits::FUNCTION)).then_some((function, index as usize))
}

/// The operands of a call that are arenas: memory that the callee uses while it runs, and neither keeps, frees
/// nor returns.
///
/// A call promises this with [`names::ARENA_OPERANDS`]. Empty for operations that are not calls, and if there are not
/// that many operands of type `memref<Nxi8>`. An attribute on a call whose callee returns an arena is unsound.
pub fn arena_operands(m: &Module, op: OpId) -> &[ValueId] {
    let Some(attr) = m.attr(op, names::ARENA_OPERANDS) else {
        return &[];
    };
    let operands = m.operands(op);
    let n_arenas = m.ctx.attr_i64(attr).and_then(|n| usize::try_from(n).ok());
    let first = n_arenas.and_then(|n| operands.len().checked_sub(n));
    let arenas = first.map_or(&[][..], |first| &operands[first..]);
    let is_call = matches!(callee(m, op), Some(Callee::Symbol { .. }));
    if is_call && arenas.iter().all(|&arena| is_bytes(m, arena)) {
        arenas
    } else {
        &[]
    }
}

/// The arguments of a function that are arenas: memory that the caller owns, and that no other argument shares.
///
/// A function promises this with [`names::ARENAS`]. An entry for an argument that may share memory with another buffer
/// is unsound.
pub fn arena_arguments(m: &Module, function: OpId) -> Vec<ValueId> {
    let arguments = arguments(m, function);
    let numbers = arena_entries(m, function).into_iter();
    let arenas = numbers.filter_map(|(number, _)| arguments.get(number).copied());
    arenas.filter(|&argument| is_bytes(m, argument)).collect()
}

/// The number of the argument of each arena that a function lists, and the alignment in bytes that it states.
fn arena_entries(m: &Module, function: OpId) -> Vec<(usize, u64)> {
    let list = m.attr(function, names::ARENAS);
    let Some(AttrKind::Array(entries)) = list.map(|attr| m.ctx.attr_kind(attr)) else {
        return Vec::new();
    };
    let entry = |&arena: &AttrId| {
        let AttrKind::Dictionary(facts) = m.ctx.attr_kind(arena) else {
            return None;
        };
        let fact = |key| {
            let key = m.ctx.find_str(key)?;
            let (_, value) = facts.iter().find(|fact| fact.0 == key)?;
            m.ctx.attr_i64(*value)
        };
        let alignment = fact("alignment").and_then(|alignment| u64::try_from(alignment).ok());
        let alignment = alignment.filter(|alignment| alignment.is_power_of_two());
        let number = usize::try_from(fact("argument")?).ok()?;
        Some((number, alignment.unwrap_or(1)))
    };
    entries.iter().filter_map(entry).collect()
}

/// The [`arena_operands`] of all calls, each with the alignment in bytes that the callee states. Linear.
pub fn arena_alignments(m: &Module) -> Vec<(ValueId, u64)> {
    let ops = m.walk(m.root());
    let calls: Vec<OpId> = ops
        .filter(|&op| !arena_operands(m, op).is_empty())
        .collect();
    if calls.is_empty() {
        return Vec::new();
    }
    let symbols = SymbolIndex::new(m);
    let mut alignments = Vec::new();
    for call in calls {
        let arenas = arena_operands(m, call);
        if let Some(function) = symbols.resolve_call(m, call) {
            for (number, alignment) in arena_entries(m, function) {
                let operand = m.operands(call).get(number);
                let operand = operand.filter(|operand| arenas.contains(operand));
                alignments.extend(operand.map(|&operand| (operand, alignment)));
            }
        }
    }
    alignments
}

/// Whether a value is a `memref<Nxi8>`.
fn is_bytes(m: &Module, value: ValueId) -> bool {
    let TypeKind::MemRef(ty) = m.value_type_kind(value) else {
        return false;
    };
    ty.shape.len() == 1 && m.ctx.bit_width(ty.element) == Some(8)
}

/// Whether a call takes a buffer as one of its [`arena_operands`]. Linear in the uses.
pub fn is_arena_of_call(m: &Module, buffer: ValueId) -> bool {
    let mut uses = m.uses(buffer);
    uses.any(|(user, _)| arena_operands(m, user).contains(&buffer))
}

/// Finds operations by symbol, without a walk over the module for each query.
#[derive(Clone, Debug, Default)]
pub struct SymbolIndex {
    by_name: FxHashMap<(OpId, StrId), OpId>,
}

impl SymbolIndex {
    /// Indexes every symbol of the module. Linear.
    pub fn new(m: &Module) -> Self {
        let mut by_name = FxHashMap::default();
        for op in m.walk(m.root()) {
            if let (Some(name), Some(parent)) = (m.symbol_name(op), m.parent(op)) {
                by_name.entry((parent, name)).or_insert(op);
            }
        }
        Self { by_name }
    }

    /// The operation that a symbol names, seen from `from`: the innermost enclosing symbol table with the outermost
    /// name decides. `O(depth)`.
    pub fn lookup(&self, m: &Module, from: OpId, root: StrId, nested: &[StrId]) -> Option<OpId> {
        let first = m
            .ancestors(from)
            .filter(|&table| m.has_trait(table, Traits::SYMBOL_TABLE))
            .find_map(|table| self.by_name.get(&(table, root)).copied())?;
        nested
            .iter()
            .try_fold(first, |at, &name| self.by_name.get(&(at, name)).copied())
    }

    /// The function that a call enters, if its symbol can be resolved.
    pub fn resolve_call(&self, m: &Module, call: OpId) -> Option<OpId> {
        match callee(m, call)? {
            Callee::Symbol { root, nested } => self.lookup(m, call, root, nested),
            Callee::Value(_) => None,
        }
    }
}

/// Whether a function is visible only in its symbol table.
pub fn is_private(m: &Module, function: OpId) -> bool {
    let visibility = m.prop(function, names::SYM_VISIBILITY);
    let visibility = visibility.and_then(|attr| m.ctx.attr_str(attr));
    visibility.is_some_and(|text| m.ctx.bytes(text) == b"private")
}

/// The operations that anything other than a direct call refers to; some may be listed several times. Linear.
pub fn address_taken(m: &Module, root: OpId, symbols: &SymbolIndex) -> Vec<OpId> {
    let mut taken = Vec::new();
    for op in m.walk(root) {
        let is_direct = matches!(callee(m, op), Some(Callee::Symbol { .. }));
        let callee_name = m.def(op).and_then(|def| def.callee);
        let callee_name = callee_name.filter(|_| is_direct);
        let callee_name = callee_name.and_then(|name| m.ctx.find_str(name));
        collect_references(m, op, symbols, callee_name, &mut taken);
    }
    taken
}

/// The operations that an operation refers to in its attributes, calls included; some may be listed several times.
/// Linear in the attributes.
pub(crate) fn references(m: &Module, op: OpId, symbols: &SymbolIndex) -> Vec<OpId> {
    let mut functions = Vec::new();
    collect_references(m, op, symbols, None, &mut functions);
    functions
}

/// Adds what the attributes of an operation refer to, other than one.
fn collect_references(
    m: &Module,
    op: OpId,
    symbols: &SymbolIndex,
    skipped: Option<StrId>,
    functions: &mut Vec<OpId>,
) {
    let attrs = m.props(op).iter().chain(m.attrs(op).iter());
    let attrs = attrs.filter(|&(name, _)| Some(name) != skipped);
    let mut open: Vec<AttrId> = attrs.map(|(_, attr)| attr).collect();
    while let Some(attr) = open.pop() {
        match m.ctx.attr_kind(attr) {
            AttrKind::SymbolRef { root, nested } => {
                functions.extend(symbols.lookup(m, op, *root, nested));
            }
            AttrKind::Array(elements) => open.extend_from_slice(elements),
            AttrKind::Dictionary(entries) => open.extend(entries.iter().map(|entry| entry.1)),
            _ => {}
        }
    }
}
