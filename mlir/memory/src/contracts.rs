//! What functions may do with the memory that they are given.
//!
//! By convention a function borrows its arguments: it accesses them while it runs, and may return them. Attributes of
//! its arguments declare otherwise, or more:
//!
//! | attribute of an argument | meaning |
//! | --- | --- |
//! | `memplan.captures` | the memory may be used after the call, and may be freed by others: its caller never frees it; `false`: it is not |
//! | `llvm.nocapture` | as `memplan.captures = false` |
//! | `memplan.frees` | the call may free the memory |
//! | `memplan.returned`, `llvm.returned` | results of the function may be the argument: its caller does not own them |
//! | `memplan.noalias` | of a function with a body: while it runs, no other memory that it can reach overlaps the argument |
//! | `bufferization.access`, `llvm.readonly`, `llvm.writeonly`, `llvm.readnone` | whether the call reads and writes it |
//!
//! Bodies are analysed. Without a body or attributes, [`UnknownOps`] decides, as for unknown operations.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    SymbolIndex, arguments, callee, function_argument, has_body, is_manually_freed,
};
use memplan_mlir::{Module, OpId, StrId, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{AliasScratch, BufferViewFlowAnalysis};
use crate::access::{Access, Capture, freed, is_unknown, may_capture, must_capture};

/// What unknown operations and functions without a body may do with the memory that they are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownOps {
    /// They read and write it, and their memref results may be in it. This is the calling convention of MLIR.
    #[default]
    Access,
    /// They may also keep its address, and use and free it later.
    Capture,
}

impl UnknownOps {
    /// The assumption that a program states with the attribute `memplan.unknown_ops` of the module.
    pub fn of(m: &Module) -> Self {
        let stated = m.attr(m.root(), names::UNKNOWN_OPS);
        let stated = stated.and_then(|attr| m.ctx.attr_str(attr));
        if stated.is_some_and(|text| m.ctx.bytes(text) == b"capture") {
            Self::Capture
        } else {
            Self::Access
        }
    }

    /// The more conservative of this assumption and that of a program.
    #[must_use]
    pub fn or_stated(self, m: &Module) -> Self {
        match self {
            Self::Capture => self,
            Self::Access => Self::of(m),
        }
    }

    /// Lets a program state the assumption.
    pub fn state(self, m: &mut Module) {
        let root = m.root();
        match self {
            Self::Access => {
                m.remove_attr(root, names::UNKNOWN_OPS);
            }
            Self::Capture => {
                let word = m.ctx.string_attr("capture");
                m.set_attr(root, names::UNKNOWN_OPS, word);
            }
        }
    }
}

/// What a function without a body may do with the memory of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The effects of the call. It captures the memory if others than the caller may use it after the call.
    pub access: Access,
    /// Whether a result of the function is declared to be this memory.
    pub returns: bool,
    /// Whether only [`UnknownOps`] tells whether the memory is captured.
    pub is_assumed: bool,
}

impl Contract {
    /// The contract that the attributes of an argument declare, with assumptions where they do not. `O(attributes)`.
    pub fn of(m: &Module, function: OpId, argument: usize, unknown: UnknownOps) -> Self {
        let says = |name| {
            let attr = m.arg_attr(function, argument, name)?;
            Some(m.ctx.attr_i64(attr) != Some(0))
        };
        let is_set = |name: StrId| says(name) == Some(true);
        let keeps = says(names::CAPTURES).or(is_set(names::NOCAPTURE).then_some(false));
        let access = declared_access(m, function, argument);
        let mut access = access.unwrap_or(Access::READ | Access::WRITE);
        if is_set(names::FREES) {
            access |= Access::FREE;
        }
        if keeps.unwrap_or(unknown == UnknownOps::Capture) {
            access |= Access::CAPTURE;
        }
        Self {
            access,
            returns: is_set(names::RETURNED) || is_set(names::LLVM_RETURNED),
            is_assumed: keeps.is_none(),
        }
    }
}

/// Whether a function is declared to read and to write an argument; absent if nothing is declared.
pub fn declared_access(m: &Module, function: OpId, argument: usize) -> Option<Access> {
    if let Some(attr) = m.arg_attr(function, argument, names::ACCESS) {
        return Some(match m.ctx.bytes(m.ctx.attr_str(attr)?) {
            b"read-write" => Access::READ | Access::WRITE,
            b"read" => Access::READ,
            b"write" => Access::WRITE,
            _ => Access::NONE,
        });
    }
    let has = |name| m.arg_attr(function, argument, name).is_some();
    match (has(names::READONLY), has(names::WRITEONLY)) {
        _ if has(names::READNONE) => Some(Access::NONE),
        (true, false) => Some(Access::READ),
        (false, true) => Some(Access::WRITE),
        _ => None,
    }
}

/// Whether callers promise that no other memory that a function can reach overlaps a value, its argument.
/// `O(attributes)`.
pub(crate) fn is_noalias(m: &Module, value: ValueId) -> bool {
    let argument = function_argument(m, value);
    argument.is_some_and(|(function, at)| m.arg_attr(function, at, names::NOALIAS).is_some())
}

/// Whether the results of a function without a body may be arguments, as it declares, so that its caller does not own
/// them.
pub fn returns_arguments(m: &Module, function: OpId) -> bool {
    let n_arguments = m.signature(function).map_or(0, |(inputs, _)| inputs.len());
    !has_body(m, function)
        && (0..n_arguments).any(|at| Contract::of(m, function, at, UnknownOps::Access).returns)
}

/// Whether a function without a body may keep or free a buffer that it is given.
pub(crate) fn takes_arguments(m: &Module, function: OpId) -> bool {
    let (inputs, _) = m.signature(function).unwrap_or_default();
    let unknown = UnknownOps::of(m);
    let is_taken = |(at, &ty)| {
        let contract = Contract::of(m, function, at, unknown);
        m.ctx.is_memref(ty) && !contract.access.only_reads_or_writes()
    };
    !has_body(m, function) && inputs.iter().enumerate().any(is_taken)
}

/// The functions that are called, have no body, and are only assumed to borrow a buffer or tensor that they are given.
/// In the order of the text. Linear.
pub fn assumed_to_borrow(m: &Module) -> Vec<OpId> {
    if UnknownOps::of(m) == UnknownOps::Capture {
        return Vec::new();
    }
    let is_declaration = |&op: &OpId| m.has_trait(op, Traits::FUNCTION) && !has_body(m, op);
    let mut declared: Vec<OpId> = m.walk(m.root()).filter(is_declaration).collect();
    declared.retain(|&function| {
        let (inputs, _) = m.signature(function).unwrap_or_default();
        inputs.iter().enumerate().any(|(at, &ty)| {
            (m.ctx.is_memref(ty) || m.ctx.is_tensor(ty))
                && Contract::of(m, function, at, UnknownOps::Access).is_assumed
        })
    });
    if declared.is_empty() {
        return declared;
    }
    let symbols = SymbolIndex::new(m);
    let calls = m.walk(m.root());
    let called: FxHashSet<OpId> = calls.filter_map(|op| symbols.resolve_call(m, op)).collect();
    declared.retain(|function| called.contains(function));
    declared
}

/// What the calls of a program do with the buffers that they are given, beyond accessing and returning them.
#[derive(Clone, Debug, Default)]
pub struct Contracts {
    frees: FxHashMap<OpId, Vec<ValueId>>,
    keeps: FxHashMap<OpId, Vec<ValueId>>,
    unknown: UnknownOps,
}

/// What happens to a buffer in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fate {
    Freed,
    Kept,
}

impl Contracts {
    /// The contracts of all calls below `root`, under the assumption that the program [states](UnknownOps::of).
    ///
    /// A pass that runs on one function alone sees the declarations beside it, but no body of another function.
    ///
    /// Follows chains of calls, out of `root` too. Linear in what is below `root`, or in the module if a call leaves
    /// it, except for the aliases of values that functions free or keep.
    pub fn new(m: &Module, root: OpId) -> Self {
        Self::assuming(m, root, UnknownOps::of(m))
    }

    /// As [`new`](Self::new), under an assumption of the caller.
    pub fn assuming(m: &Module, root: OpId, unknown: UnknownOps) -> Self {
        let mut contracts = Self {
            unknown,
            ..Self::default()
        };
        let calls: Vec<OpId> = m.walk(root).filter(|&op| callee(m, op).is_some()).collect();
        if calls.is_empty() {
            return contracts;
        }
        let symbols = SymbolIndex::new(m);
        let mut callers: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
        let mut open = Vec::new();
        for call in calls {
            let target = symbols.resolve_call(m, call);
            match target.filter(|&target| has_body(m, target)) {
                Some(target) if !m.encloses(root, target) => {
                    return Self::assuming(m, m.root(), unknown);
                }
                Some(target) => callers.entry(target).or_default().push(call),
                None => contracts.declare(m, call, target, &mut open),
            }
        }
        if callers.is_empty() {
            return contracts;
        }
        contracts.find_fates(m, root, &mut open);
        contracts.propagate(m, root, &callers, open);
        contracts
    }

    /// Adds what a call of a function without a body, or of an unknown one, does.
    fn declare(
        &mut self,
        m: &Module,
        call: OpId,
        target: Option<OpId>,
        open: &mut Vec<(ValueId, Fate)>,
    ) {
        let operands = m.operands(call);
        let inputs = target.and_then(|target| Some(m.signature(target)?.0));
        let first = inputs.map_or(0, |inputs| operands.len().saturating_sub(inputs.len()));
        for (at, &operand) in operands.iter().enumerate().skip(first) {
            if !m.is_memref(operand) {
                continue;
            }
            let contract = target.map(|target| Contract::of(m, target, at - first, self.unknown));
            if contract.is_some_and(|contract| contract.access.frees()) {
                open.push(self.add(call, operand, Fate::Freed));
            }
            if contract.map_or(self.unknown == UnknownOps::Capture, |contract| {
                contract.access.captures()
            }) {
                open.push(self.add(call, operand, Fate::Kept));
            }
        }
    }

    /// Adds what operations other than calls free and keep.
    fn find_fates(&self, m: &Module, root: OpId, open: &mut Vec<(ValueId, Fate)>) {
        for op in m.walk(root).filter(|&op| callee(m, op).is_none()) {
            if !is_manually_freed(m, op) {
                open.extend(freed(m, op).into_iter().map(|value| (value, Fate::Freed)));
            }
            for (at, &value) in m.operands(op).iter().enumerate() {
                if m.is_memref(value) && self.outlives_call(m, op, at) {
                    open.push((value, Fate::Kept));
                }
            }
        }
    }

    /// Whether an operation, not a call, may let others use a buffer after the function has returned. A function that
    /// takes an address is assumed to use it while it runs only.
    fn outlives_call(&self, m: &Module, op: OpId, operand: usize) -> bool {
        match self.capture(m, op, operand) {
            Some(Capture::Stored) => true,
            Some(Capture::Pointer | Capture::Unknown) => self.unknown == UnknownOps::Capture,
            Some(Capture::Later | Capture::Callee) | None => false,
        }
    }

    /// Lets callers know what happens to arguments.
    fn propagate(
        &mut self,
        m: &Module,
        root: OpId,
        callers: &FxHashMap<OpId, Vec<OpId>>,
        mut open: Vec<(ValueId, Fate)>,
    ) {
        if open.is_empty() {
            return;
        }
        let flow = BufferViewFlowAnalysis::across_calls(m, root);
        let mut scratch = AliasScratch::default();
        let mut seen: FxHashSet<(ValueId, Fate)> = FxHashSet::default();
        while let Some((value, fate)) = open.pop() {
            let mut args = Vec::new();
            flow.resolve_reverse_with(&mut scratch, value, |source| {
                args.extend(function_argument(m, source).map(|at| (source, at)));
                true
            });
            for (arg, (function, number)) in args {
                if !seen.insert((arg, fate)) {
                    continue;
                }
                let n_arguments = arguments(m, function).len();
                for &call in callers.get(&function).into_iter().flatten() {
                    let operands = m.operands(call);
                    if let Some(first) = operands.len().checked_sub(n_arguments) {
                        open.push(self.add(call, operands[first + number], fate));
                    }
                }
            }
        }
    }

    fn add(&mut self, call: OpId, operand: ValueId, fate: Fate) -> (ValueId, Fate) {
        let by_call = match fate {
            Fate::Freed => &mut self.frees,
            Fate::Kept => &mut self.keeps,
        };
        by_call.entry(call).or_default().push(operand);
        (operand, fate)
    }

    /// What is assumed of unknown operations and functions without a body.
    pub fn unknown(&self) -> UnknownOps {
        self.unknown
    }

    /// The buffers that a call frees, or may free.
    pub fn freed(&self, call: OpId) -> &[ValueId] {
        self.frees.get(&call).map_or(&[], |list| list)
    }

    /// The buffers that may be used after a call by others than the caller.
    pub fn kept(&self, call: OpId) -> &[ValueId] {
        self.keeps.get(&call).map_or(&[], |list| list)
    }

    /// The buffers that an operation may free, or keep for others to free: what the function around it must not free.
    /// Plain deallocations and what they free are not among them.
    pub fn taken<'a>(&'a self, m: &'a Module, op: OpId) -> impl Iterator<Item = ValueId> + 'a {
        let is_unknown = self.unknown == UnknownOps::Capture && is_unknown(m, op);
        let operands = m.operands(op).iter().copied();
        let operands = operands.filter(move |&value| is_unknown && m.is_memref(value));
        let by_call = self.freed(op).iter().chain(self.kept(op));
        by_call.copied().chain(operands)
    }

    /// How an operation may keep an operand. Calls borrow their arguments, and may return them, except for what this
    /// table says. Unknown operations may keep what they are given.
    ///
    /// An address that is only compared does not give access to the buffer.
    pub fn capture(&self, m: &Module, op: OpId, operand: usize) -> Option<Capture> {
        may_capture(m, op, operand).or_else(|| self.capture_by_callee(m, op, operand))
    }

    /// As [`capture`](Self::capture), where unknown operations only access their operands, unless
    /// [`UnknownOps::Capture`] applies.
    pub fn known_capture(&self, m: &Module, op: OpId, operand: usize) -> Option<Capture> {
        match self.unknown {
            UnknownOps::Access => {
                must_capture(m, op, operand).or_else(|| self.capture_by_callee(m, op, operand))
            }
            UnknownOps::Capture => self.capture(m, op, operand),
        }
    }

    fn capture_by_callee(&self, m: &Module, op: OpId, operand: usize) -> Option<Capture> {
        let is_kept = self.kept(op).contains(&m.operands(op)[operand]);
        is_kept.then_some(Capture::Callee)
    }
}

#[cfg(test)]
mod tests {
    use memplan_mlir::text::{ParseOptions, parse};

    use super::{Module, UnknownOps, assumed_to_borrow};

    #[test]
    fn called_functions_that_state_nothing_are_assumed_to_borrow() {
        let text = "func.func private @plain(memref<4xf32>)
          func.func private @tensors(tensor<4xf32>)
          func.func private @stated(memref<4xf32> {memplan.captures = false})
          func.func private @uncalled(memref<4xf32>)
          func.func private @numbers(index)
          func.func private @known(%a: memref<4xf32>) {
            return
          }
          func.func @main(%a: memref<4xf32>, %t: tensor<4xf32>, %i: index) {
            call @plain(%a) : (memref<4xf32>) -> ()
            call @plain(%a) : (memref<4xf32>) -> ()
            call @tensors(%t) : (tensor<4xf32>) -> ()
            call @stated(%a) : (memref<4xf32>) -> ()
            call @numbers(%i) : (index) -> ()
            call @known(%a) : (memref<4xf32>) -> ()
            return
          }";
        let mut m = parse(text.as_bytes(), &ParseOptions::default())
            .unwrap()
            .module;
        let names = |m: &Module| {
            let functions = assumed_to_borrow(m).into_iter();
            functions.map(|op| m.symbol_text(op)).collect::<Vec<_>>()
        };
        assert_eq!(names(&m), ["plain", "tensors"]);
        UnknownOps::Capture.state(&mut m);
        assert!(names(&m).is_empty());
    }
}
