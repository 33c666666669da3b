//! `buffer-results-to-out-params`: callers allocate what functions return.

use memplan_mlir::passes::{Field, Options, Pass, PassContext, PassError, PluginInfo, Promise};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    AttrId, AttrKind, DYNAMIC, MemRefType, Module, OpId, OpSpec, TypeId, TypeKind, ValueDef,
    ValueId, names,
};

use crate::signatures::{
    Function, call_again, drop_returned, functions, kept, new_buffer, set_signature,
};

/// The pass `buffer-results-to-out-params`: turns memrefs that functions return into arguments that callers allocate.
/// Linear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the pass of this name"
)]
pub struct BufferResultsToOutParams {
    /// Give new arguments the attribute `bufferize.result`.
    pub add_result_attr: bool,
    /// Use the argument instead of a returned allocation of static size.
    pub hoist_static_allocs: bool,
    /// The same for dynamic sizes that are arguments of the function.
    pub hoist_dynamic_allocs: bool,
    /// Change public functions too.
    pub modify_public_functions: bool,
}

impl Pass for BufferResultsToOutParams {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "buffer-results-to-out-params",
            aliases: &[],
            summary: "Turns memref results of functions into arguments that callers allocate.",
            cost: "linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    // Nothing frees the buffers that callers allocate yet.
    fn promise(&self) -> Promise {
        Promise::MEANING
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![
                Field::flag("add-result-attr", &mut pass.add_result_attr)
                    .help("Give new arguments the attribute `bufferize.result`."),
                Field::flag("hoist-static-allocs", &mut pass.hoist_static_allocs)
                    .help("Use the argument in the place of a returned allocation of static size, without a copy."),
                Field::flag("hoist-dynamic-allocs", &mut pass.hoist_dynamic_allocs)
                    .help("The same for dynamic sizes that are arguments of the function."),
                Field::flag("modify-public-functions", &mut pass.modify_public_functions)
                    .help("Change public functions too."),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let all = functions(m, root);
        let mut changed = Vec::new();
        for function in &all {
            if function.is_private || self.modify_public_functions {
                changed.push((function, self.change(m, function)?));
            }
        }
        for (function, outs) in changed.iter().filter(|(_, outs)| !outs.is_empty()) {
            for &call in &function.calls {
                allocate(m, call, outs)?;
            }
        }
        Ok(())
    }
}

/// A result that became an argument.
#[derive(Debug)]
struct Out {
    index: usize,
    ty: TypeId,
    /// Arguments of the function that provide its dynamic sizes, if they are known.
    sizes: Option<Vec<usize>>,
    alignment: Option<AttrId>,
}

impl BufferResultsToOutParams {
    /// Adds arguments for results and writes to them before each return.
    fn change(&self, m: &mut Module, function: &Function) -> Result<Vec<Out>, PassError> {
        let mut outs = Vec::new();
        for (index, &ty) in function.results.iter().enumerate() {
            let TypeKind::MemRef(memref) = m.ctx.type_kind(ty) else {
                continue;
            };
            if !is_allocatable(m, ty, memref) {
                let message = "cannot create out param for result with unsupported layout";
                return Err(PassError::at(m, function.op, "out-params", message));
            }
            let alloc = returned_alloc(m, function, index);
            outs.push(Out {
                index,
                ty,
                sizes: alloc.and_then(|alloc| argument_sizes(m, function, alloc)),
                alignment: alloc.and_then(|alloc| m.prop(alloc, names::ALIGNMENT)),
            });
        }
        if outs.is_empty() || function.returns.is_empty() {
            return Ok(Vec::new());
        }
        let added = vec![self.argument_attrs(m); outs.len()];
        let arguments = add_arguments(m, function, &outs, &added);
        for (out, argument) in outs.iter().zip(arguments) {
            self.write(m, function, out, argument);
        }
        drop_returned(m, function, &numbers(&outs));
        Ok(outs)
    }

    fn argument_attrs(&self, m: &mut Module) -> AttrId {
        let (name, unit) = (m.ctx.str("bufferize.result"), m.ctx.unit_attr());
        let entries: Box<[_]> = if self.add_result_attr {
            [(name, unit)].into()
        } else {
            Box::default()
        };
        m.ctx.attr(AttrKind::Dictionary(entries))
    }

    /// Replaces the returned allocation by the argument, or copies to the argument before each return.
    fn write(&self, m: &mut Module, function: &Function, out: &Out, argument: ValueId) {
        let is_static = !m
            .ctx
            .shape(out.ty)
            .is_some_and(|shape| shape.contains(&DYNAMIC));
        let is_hoisted = if is_static {
            self.hoist_static_allocs
        } else {
            self.hoist_dynamic_allocs
        };
        if is_hoisted
            && out.sizes.is_some()
            && let Some(alloc) = returned_alloc(m, function, out.index)
            && m.result(alloc, 0)
                .is_some_and(|buffer| m.value_type(buffer) == out.ty)
        {
            m.replace_op(alloc, &[argument]);
            return;
        }
        for &end in &function.returns {
            let value = m.operands(end)[out.index];
            let name = m.ctx.op_name("memref.copy");
            m.create_before(end, OpSpec::new(name).operands(&[value, argument]));
        }
    }
}

/// The numbers of the results.
fn numbers(outs: &[Out]) -> Vec<usize> {
    outs.iter().map(|out| out.index).collect()
}

/// Changes the type of a function, and adds its new arguments.
fn add_arguments(
    m: &mut Module,
    function: &Function,
    outs: &[Out],
    added: &[AttrId],
) -> Vec<ValueId> {
    let dropped = numbers(outs);
    let results = kept(&function.results, &dropped);
    let mut inputs = function.inputs.clone();
    inputs.extend(outs.iter().map(|out| out.ty));
    set_signature(m, function.op, &inputs, &results, &dropped, added);
    let outs = outs.iter();
    outs.map(|out| m.add_block_arg(function.entry, out.ty))
        .collect()
}

/// Whether a caller can allocate a buffer of this type, possibly with a cast.
fn is_allocatable(m: &Module, ty: TypeId, memref: &MemRefType) -> bool {
    if memref.layout.is_none() {
        return true;
    }
    let layout = m.ctx.memref_strides_offset(ty);
    layout.is_some_and(|(strides, offset)| {
        offset == DYNAMIC && strides.iter().all(|&stride| stride == DYNAMIC)
    })
}

/// The allocation that every return passes as result `index`, if it is certainly made once: in the first block of
/// the function.
fn returned_alloc(m: &Module, function: &Function, index: usize) -> Option<OpId> {
    let mut common = None;
    for &end in &function.returns {
        let alloc = m.kernel_of(*m.operands(end).get(index)?, Kernel::Alloc)?;
        if *common.get_or_insert(alloc) != alloc || m.op_block(alloc) != Some(function.entry) {
            return None;
        }
    }
    common
}

/// The arguments of the function that are the sizes of an allocation.
fn argument_sizes(m: &Module, function: &Function, alloc: OpId) -> Option<Vec<usize>> {
    let number = |&size: &ValueId| match m.value_def(size) {
        ValueDef::Arg { block, index } if block == function.entry => Some(index as usize),
        _ => None,
    };
    m.operands(alloc).iter().map(number).collect()
}

/// Allocates buffers before a call, and passes them.
fn allocate(m: &mut Module, call: OpId, outs: &[Out]) -> Result<(), PassError> {
    let mut operands = m.operands(call).to_vec();
    let mut buffers = Vec::new();
    for out in outs {
        let n_dynamic = m.ctx.shape(out.ty).map_or(0, |shape| {
            shape.iter().filter(|&&size| size == DYNAMIC).count()
        });
        let sizes: Vec<ValueId> = match (&out.sizes, n_dynamic) {
            (_, 0) => Vec::new(),
            (Some(sizes), n) if sizes.len() == n => sizes.iter().map(|&at| operands[at]).collect(),
            _ => {
                let message = "cannot create out param for dynamically shaped result";
                return Err(PassError::at(m, call, "out-params", message));
            }
        };
        buffers.push(new_buffer(m, call, out.ty, &sizes, out.alignment));
    }
    operands.extend_from_slice(&buffers);
    let dropped = numbers(outs);
    call_again(m, call, &operands, &dropped);
    for (out, &buffer) in outs.iter().zip(&buffers) {
        if let Some(result) = m.result(call, out.index) {
            m.replace_all_uses(result, buffer);
        }
    }
    m.erase(call);
    Ok(())
}
