//! Queries about operations: name, operands, results, attributes, and their groups.

use std::ops::Range;

use super::dict::Dict;
use super::module::Module;
use super::{
    AttrId, AttrKind, BlockId, LocId, OpId, OpName, RegionId, Span, StrId, TypeId, TypeKind,
    ValueId, names,
};
use crate::dialects::{Arg, Arity, OpDef, Traits};

impl Module {
    /// Interned name of an operation.
    #[inline]
    pub fn op_name(&self, op: OpId) -> OpName {
        self.ops[op.index()].name
    }

    /// Name of an operation as text, for messages.
    pub fn op_name_text(&self, op: OpId) -> std::borrow::Cow<'_, str> {
        self.ctx.op_name_text(self.op_name(op))
    }

    /// The dialect table's entry; absent for operations that no table lists.
    #[inline]
    pub fn def(&self, op: OpId) -> Option<&'static OpDef> {
        self.ctx.def(self.op_name(op))
    }

    /// Whether the operation's table entry has all these traits.
    #[inline]
    pub fn has_trait(&self, op: OpId, traits: Traits) -> bool {
        self.def(op).is_some_and(|def| def.traits.has(traits))
    }

    /// Operands in order.
    #[inline]
    pub fn operands(&self, op: OpId) -> &[ValueId] {
        let data = &self.ops[op.index()];
        &self.operands[data.first_operand as usize..(data.first_operand + data.n_operands) as usize]
    }

    /// Number of results.
    #[inline]
    pub fn result_count(&self, op: OpId) -> usize {
        self.ops[op.index()].n_results as usize
    }

    /// Result `index`, if there is one.
    #[inline]
    pub fn result(&self, op: OpId, index: usize) -> Option<ValueId> {
        let data = &self.ops[op.index()];
        (index < data.n_results as usize)
            .then(|| ValueId::from_index(data.first_result + index as u32))
    }

    /// Results in order.
    #[inline]
    pub fn results(
        &self,
        op: OpId,
    ) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + Clone + use<> {
        let data = &self.ops[op.index()];
        (data.first_result..data.first_result + data.n_results).map(ValueId::from_index)
    }

    /// Regions in order.
    #[inline]
    pub fn regions(&self, op: OpId) -> &[RegionId] {
        &self.ops[op.index()].regions
    }

    /// Successor blocks in order.
    #[inline]
    pub fn successors(&self, op: OpId) -> &[BlockId] {
        &self.ops[op.index()].successors
    }

    /// Inherent attributes.
    #[inline]
    pub fn props(&self, op: OpId) -> &Dict {
        &self.ops[op.index()].props
    }

    /// Discardable attributes.
    #[inline]
    pub fn attrs(&self, op: OpId) -> &Dict {
        &self.ops[op.index()].attrs
    }

    /// An inherent attribute.
    #[inline]
    pub fn prop(&self, op: OpId, name: StrId) -> Option<AttrId> {
        self.props(op).get(name)
    }

    /// A discardable attribute.
    #[inline]
    pub fn attr(&self, op: OpId, name: StrId) -> Option<AttrId> {
        self.attrs(op).get(name)
    }

    /// An integer attribute among the inherent ones.
    pub fn prop_i64(&self, op: OpId, name: StrId) -> Option<i64> {
        self.prop(op, name).and_then(|attr| self.ctx.attr_i64(attr))
    }

    /// An integer `array<..>` among the inherent attributes; empty when absent.
    pub fn prop_array(&self, op: OpId, name: StrId) -> &[i64] {
        self.prop(op, name)
            .and_then(|attr| self.ctx.attr_array(attr))
            .unwrap_or(&[])
    }

    /// An attribute of argument `index` of a function.
    pub fn arg_attr(&self, function: OpId, index: usize, name: StrId) -> Option<AttrId> {
        let attrs = *self.prop_elements(function, names::ARG_ATTRS).get(index)?;
        let AttrKind::Dictionary(entries) = self.ctx.attr_kind(attrs) else {
            return None;
        };
        let entry = entries.iter().find(|(key, _)| *key == name);
        entry.map(|&(_, attr)| attr)
    }

    /// The types of the arguments and results of a function, if its type is a function type.
    pub fn signature(&self, function: OpId) -> Option<(&[TypeId], &[TypeId])> {
        let ty = self.prop(function, names::FUNCTION_TYPE)?;
        let AttrKind::Type(ty) = self.ctx.attr_kind(ty) else {
            return None;
        };
        match self.ctx.type_kind(*ty) {
            TypeKind::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }

    /// Sets the types of the arguments and results of a function.
    pub fn set_signature(&mut self, function: OpId, inputs: &[TypeId], results: &[TypeId]) {
        let ty = self.ctx.function_type(inputs, results);
        let ty = self.ctx.attr(AttrKind::Type(ty));
        self.set_prop(function, names::FUNCTION_TYPE, ty);
    }

    /// Name of a symbol operation. `gpu.func` stores it as a discardable attribute.
    pub fn symbol_name(&self, op: OpId) -> Option<StrId> {
        self.prop(op, names::SYM_NAME)
            .or_else(|| self.attr(op, names::SYM_NAME))
            .and_then(|attr| self.ctx.attr_str(attr))
    }

    /// The name of a symbol operation as text; empty where it has none.
    pub fn symbol_text(&self, op: OpId) -> String {
        let name = self.symbol_name(op);
        name.map_or_else(String::new, |name| self.ctx.text(name).into_owned())
    }

    /// Explicit location, if the source gave one.
    pub fn op_loc(&self, op: OpId) -> Option<LocId> {
        self.ops[op.index()].loc
    }

    /// Sets or removes the location of an operation.
    pub(crate) fn set_op_loc(&mut self, op: OpId, loc: Option<LocId>) {
        self.ops[op.index()].loc = loc;
    }

    /// The span of the operation in the source text; empty for operations created by passes.
    pub fn span(&self, op: OpId) -> Span {
        self.ops[op.index()].span
    }

    /// Indices of the operands of group number `group` of the operation's definition; empty when
    /// the operation has no definition, or its segment sizes are wrong.
    pub fn operand_range(&self, op: OpId, group: usize) -> Range<usize> {
        let Some(def) = self.def(op) else { return 0..0 };
        let len = self.operands(op).len();
        let segments = def.segments.of_operands();
        let segments = segments.then(|| self.prop_array(op, names::OPERAND_SEGMENT_SIZES));
        group_range(def.operands, segments, len, group)
    }

    /// Operands of group number `group`.
    pub fn operands_of(&self, op: OpId, group: usize) -> &[ValueId] {
        &self.operands(op)[self.operand_range(op, group)]
    }

    /// Operands of the named group.
    pub fn operand_group(&self, op: OpId, name: &str) -> &[ValueId] {
        match self.def(op).and_then(|def| def.operand_group(name)) {
            Some(group) => self.operands_of(op, group),
            None => &[],
        }
    }

    /// Indices of the results of group number `group`.
    pub fn result_range(&self, op: OpId, group: usize) -> Range<usize> {
        let Some(def) = self.def(op) else { return 0..0 };
        let segments = def.segments.of_results();
        let segments = segments.then(|| self.prop_array(op, names::RESULT_SEGMENT_SIZES));
        group_range(def.results, segments, self.result_count(op), group)
    }
}

/// The range of group number `group` among `len` values.
fn group_range(groups: &[Arg], segments: Option<&[i64]>, len: usize, group: usize) -> Range<usize> {
    if let Some(segments) = segments {
        // Generic syntax may omit the segment sizes if every group is empty.
        if segments.len() != groups.len() {
            return 0..0;
        }
        let size = |n: &i64| usize::try_from(*n).unwrap_or(0);
        let start: usize = segments[..group].iter().map(size).sum();
        let end = start + size(&segments[group]);
        return if end <= len { start..end } else { 0..0 };
    }
    // Without segment sizes, all variadic groups have the same length.
    let n_fixed = |groups: &[Arg]| {
        let fixed = groups.iter().filter(|group| group.arity == Arity::One);
        fixed.count()
    };
    let before = n_fixed(&groups[..group]);
    let is_fixed = groups[group].arity == Arity::One;
    if is_fixed && before == group {
        return if group < len { group..group + 1 } else { 0..0 };
    }
    let n_after = n_fixed(&groups[group + 1..]);
    let fixed = before + usize::from(is_fixed) + n_after;
    let n_flexible = groups.len() - fixed;
    let flexible = match n_flexible {
        0 => 0,
        1 => len.saturating_sub(fixed),
        n => len.saturating_sub(fixed) / n,
    };
    let start = before + (group - before) * flexible;
    let end = start + if is_fixed { 1 } else { flexible };
    if end <= len { start..end } else { 0..0 }
}
