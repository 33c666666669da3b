//! `drop-equivalent-buffer-results`: removes results that are arguments of the function.

use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, ValueDef};

use crate::signatures::{
    Function, call_again, drop_returned, functions, kept, replace_result, set_signature,
};

/// The pass `drop-equivalent-buffer-results`: removes a result of a private function that is the same argument at
/// every return. Callers use the value that they pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct DropEquivalentBufferResults;

impl Pass for DropEquivalentBufferResults {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "drop-equivalent-buffer-results",
            aliases: &[],
            summary: "Removes results of private functions that are one of the arguments.",
            cost: "linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        for function in functions(m, root) {
            if function.is_private && !function.returns.is_empty() {
                drop_results(m, &function);
            }
        }
        Ok(())
    }
}

fn drop_results(m: &mut Module, function: &Function) {
    let arguments: Vec<Option<usize>> = (0..function.results.len())
        .map(|index| returned_argument(m, function, index))
        .collect();
    let is_dropped = |index: &usize| arguments[*index].is_some();
    let dropped: Vec<usize> = (0..arguments.len()).filter(is_dropped).collect();
    if dropped.is_empty() {
        return;
    }
    let results = kept(&function.results, &dropped);
    set_signature(m, function.op, &function.inputs, &results, &dropped, &[]);
    drop_returned(m, function, &dropped);
    for &call in &function.calls {
        let operands = m.operands(call).to_vec();
        call_again(m, call, &operands, &dropped);
        for &index in &dropped {
            let (Some(argument), Some(result)) = (arguments[index], m.result(call, index)) else {
                continue;
            };
            replace_result(m, call, result, operands[argument]);
        }
        m.erase(call);
    }
}

/// The argument that every return passes as result `index`, looking through casts.
fn returned_argument(m: &Module, function: &Function, index: usize) -> Option<usize> {
    let mut common = None;
    for &end in &function.returns {
        let mut value = *m.operands(end).get(index)?;
        if !m.is_memref(value) {
            return None;
        }
        while let Some(cast) = m.kernel_of(value, Kernel::Cast) {
            value = *m.operands(cast).first()?;
        }
        let ValueDef::Arg { block, index } = m.value_def(value) else {
            return None;
        };
        if block != function.entry || *common.get_or_insert(index) != index {
            return None;
        }
    }
    common.map(|index| index as usize)
}
