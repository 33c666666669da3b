//! Sizes that are loaded from constant globals.

use std::sync::Arc;

use memplan_mlir::interfaces::{SymbolIndex, constant_int};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AttrKind, Module, OpId, names};

use super::SymbolicSizes;

/// The largest global that is read; sizes are lists of a few elements.
const MAX_ELEMENTS: usize = 1 << 12;

impl SymbolicSizes {
    /// The integer that a load reads from a constant global, at constant indices. Linear in the module for the first
    /// load.
    pub(super) fn global_element(&mut self, m: &Module, load: OpId) -> Option<i64> {
        let (&list, indices) = m.operands(load).split_first()?;
        let made = m.kernel_of(list, Kernel::GetGlobal)?;
        let AttrKind::SymbolRef { root, nested } = m.ctx.attr_kind(m.prop(made, names::NAME)?)
        else {
            return None;
        };
        let symbols = (self.globals).get_or_insert_with(|| Arc::new(SymbolIndex::new(m)));
        let global = symbols.lookup(m, made, *root, nested)?;
        let prop = |name| m.prop(global, m.ctx.find_str(name)?);
        prop("constant")?;
        let mut at: usize = 0;
        let shape = m.ctx.shape(m.value_type(list))?;
        for (&size, &index) in shape.iter().zip(indices) {
            let index = constant_int(m, index).filter(|index| (0..size).contains(index))?;
            at = at.checked_mul(usize::try_from(size).ok()?)?;
            at = at.checked_add(usize::try_from(index).ok()?)?;
        }
        let n = usize::try_from(m.ctx.n_elements(m.value_type(list))?).ok()?;
        if MAX_ELEMENTS < n {
            return None;
        }
        let elements = m.ctx.dense_integers(prop("initial_value")?, n)?;
        elements.get(at).copied()
    }
}
