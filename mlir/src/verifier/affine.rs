//! Checks dimensions and symbols of affine maps (V12), following MLIR's `isValidDim` and
//! `isValidSymbol`.
//!
//! A symbol is invariant in its affine scope: the nearest enclosing region of a function, module or
//! kernel. A dimension may also be the induction variable of an affine loop. Each value and each
//! region is visited once.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Errors, VerifyErrorKind};
use crate::dialects::{
    AffineInputs, AffineRule, Effects, LoopBounds, OpDef, RegionFlow, Sizes, Traits,
};
use crate::ir::{DYNAMIC, Module, OpId, RegionId, TypeKind, ValueDef, ValueId, names};

/// Dialects of MLIR 22, whose operations MLIR knows even if this crate does not.
const MLIR_DIALECTS: &str = "\
    acc affine amdgpu amx arith arm_neon arm_sme arm_sve async bufferization builtin cf complex dlti \
    emitc func gpu index irdl linalg llvm math memref ml_program mpi nvgpu nvvm omp pdl pdl_interp ptr \
    quant rocdl scf shape shard smt sparse_tensor spirv tensor test test_dyn test_irdl_to_cpp tosa \
    transform ub vector wasmssa x86vector xegpu xevm";

/// Maximum number of consecutive casts to follow; keeps repeated queries on one chain cheap.
const MAX_CASTS: usize = 64;

/// The permitted role of a value in a map, in ascending order of permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Neither,
    Dimension,
    Symbol,
}

/// What determines the kind of a value.
enum Basis {
    Known(Kind),
    /// A symbol if all of these are symbols, otherwise neither.
    Symbols(SmallVec<[ValueId; 4]>),
    /// The least of the kinds of these.
    Least(SmallVec<[ValueId; 4]>),
}

/// Caches scopes of regions and kinds of values.
pub(super) struct AffineScopes<'m> {
    m: &'m Module,
    scopes: FxHashMap<RegionId, RegionId>,
    kinds: FxHashMap<ValueId, Kind>,
}

impl<'m> AffineScopes<'m> {
    pub(super) fn new(m: &'m Module) -> Self {
        Self {
            m,
            scopes: FxHashMap::default(),
            kinds: FxHashMap::default(),
        }
    }

    /// Checks the operands of an operation that are inputs of its maps.
    pub(super) fn check(&mut self, op: OpId, def: &OpDef, errors: &mut Errors<'_>) {
        let Some(inputs) = def.affine_inputs else {
            return;
        };
        let m = self.m;
        let Some(region) = region_of(m, op) else {
            return;
        };
        for AffineInputs {
            operands,
            dims,
            rule,
        } in inputs(m, op)
        {
            for (at, &value) in m.operands(op)[operands].iter().enumerate() {
                let kind = self.kind_in(value, region);
                if let Some(reason) = broken(rule, at < dims, kind) {
                    errors.add(
                        op,
                        VerifyErrorKind::Invalid {
                            code: "affine-operand",
                            reason,
                        },
                    );
                    return;
                }
            }
        }
    }

    /// The kind of a value for operations in `region`.
    fn kind_in(&mut self, value: ValueId, region: RegionId) -> Kind {
        let m = self.m;
        if !matches!(m.value_type_kind(value), TypeKind::Index) {
            return Kind::Neither;
        }
        let Some(home) = home(m, value) else {
            return Kind::Symbol;
        };
        // A value from outside the affine scope does not change inside it.
        if self.scope(home) != self.scope(region) {
            return Kind::Symbol;
        }
        self.kind(value)
    }

    /// The kind of a value in its own scope. Not recursive, because chains of operations may be long.
    fn kind(&mut self, value: ValueId) -> Kind {
        let m = self.m;
        let mut open = vec![(value, None)];
        while let Some((value, basis)) = open.pop() {
            let basis = match basis {
                Some(basis) => basis,
                None if self.kinds.contains_key(&value) => continue,
                None => {
                    let basis = self.basis(value);
                    // A provisional kind, used if the value depends on itself, which happens only in unreachable code.
                    self.kinds.insert(value, Kind::Symbol);
                    if let Basis::Symbols(list) | Basis::Least(list) = &basis {
                        let list: SmallVec<[ValueId; 4]> = list.clone();
                        open.push((value, Some(basis)));
                        // Values of other types are neither dimensions nor symbols, whatever defines them.
                        let is_index =
                            |&value: &ValueId| matches!(m.value_type_kind(value), TypeKind::Index);
                        let indices = list.into_iter().filter(is_index);
                        open.extend(indices.map(|value| (value, None)));
                        continue;
                    }
                    basis
                }
            };
            let kind = match basis {
                Basis::Known(kind) => kind,
                Basis::Symbols(list) => match self.least(value, &list) {
                    Kind::Symbol => Kind::Symbol,
                    _ => Kind::Neither,
                },
                Basis::Least(list) => self.least(value, &list),
            };
            self.kinds.insert(value, kind);
        }
        self.kinds[&value]
    }

    /// The least of the kinds of values for operations next to `user`; all of them are known.
    fn least(&mut self, user: ValueId, values: &[ValueId]) -> Kind {
        let m = self.m;
        let region = home(m, user);
        let kind = |&value| region.map_or(Kind::Symbol, |region| self.kind_in(value, region));
        values.iter().map(kind).min().unwrap_or(Kind::Symbol)
    }

    fn basis(&mut self, value: ValueId) -> Basis {
        let m = self.m;
        if home(m, value).is_none_or(|home| self.scope(home) == home) {
            return Basis::Known(Kind::Symbol);
        }
        let op = match m.value_def(value) {
            ValueDef::Result { op, .. } => op,
            ValueDef::Arg { block, index } => {
                let is_variable = m
                    .block_parent(block)
                    .is_some_and(|holder| is_induction_variable(m, holder, index));
                return Basis::Known(if is_variable {
                    Kind::Dimension
                } else {
                    Kind::Neither
                });
            }
            ValueDef::Forward => return Basis::Known(Kind::Symbol),
        };
        let Some(def) = m.def(op) else {
            return Basis::Known(if may_be_anything(m, op) {
                Kind::Symbol
            } else {
                Kind::Neither
            });
        };
        if def.traits.has(Traits::CONSTANT_LIKE) {
            Basis::Known(Kind::Symbol)
        } else if def.sizes == Sizes::Dimension {
            self.size_basis(op)
        } else if def.traits.has(Traits::AFFINE_INDEX) {
            Basis::Least(m.operands(op).into())
        } else if matches!(def.effects, Effects::None | Effects::Recursive) {
            Basis::Symbols(m.operands(op).into())
        } else {
            Basis::Known(Kind::Neither)
        }
    }

    /// The size of a dimension is a symbol if the shaped value is at the top level of the scope, or was allocated
    /// with that size.
    fn size_basis(&mut self, op: OpId) -> Basis {
        let m = self.m;
        let &[shaped, index] = m.operands(op) else {
            return Basis::Known(Kind::Neither);
        };
        if home(m, shaped).is_none_or(|home| self.scope(home) == home) {
            return Basis::Known(Kind::Symbol);
        }
        let constant = m
            .defining_op(index)
            .filter(|&op| m.has_trait(op, Traits::CONSTANT_LIKE));
        let Some(constant) = constant else {
            return Basis::Known(Kind::Neither);
        };
        let Some(index) = m.prop_i64(constant, names::VALUE) else {
            return Basis::Known(Kind::Symbol);
        };
        let mut maker = m.defining_op(shaped);
        for _ in 0..MAX_CASTS {
            let Some(op) = maker else {
                return Basis::Known(Kind::Neither);
            };
            let Some(def) = m.def(op) else {
                return Basis::Known(Kind::Neither);
            };
            match def.sizes {
                Sizes::Source => {
                    maker = m.operands(op).first().and_then(|&from| m.defining_op(from));
                }
                Sizes::Listed(list) if list.symbols => {
                    return made_size(m, op, list.group, index);
                }
                Sizes::Listed(_) | Sizes::Dimension | Sizes::Unknown => {
                    return Basis::Known(Kind::Neither);
                }
            }
        }
        Basis::Known(Kind::Symbol)
    }

    /// The nearest enclosing region of an operation with an affine scope.
    fn scope(&mut self, region: RegionId) -> RegionId {
        let m = self.m;
        let mut passed: SmallVec<[RegionId; 8]> = SmallVec::new();
        let mut at = region;
        let scope = loop {
            if let Some(&known) = self.scopes.get(&at) {
                break known;
            }
            passed.push(at);
            let holder = m.region_parent(at);
            match region_of(m, holder) {
                Some(outer) if !is_scope(m, holder) => at = outer,
                _ => break at,
            }
        };
        self.scopes
            .extend(passed.into_iter().map(|region| (region, scope)));
        scope
    }
}

/// Why an operand of this kind is invalid, if it is.
fn broken(rule: AffineRule, is_dim: bool, kind: Kind) -> Option<String> {
    match rule {
        AffineRule::Strict if is_dim && kind < Kind::Dimension => {
            Some("operand cannot be used as a dimension id".to_owned())
        }
        AffineRule::Strict if !is_dim && kind < Kind::Symbol => {
            Some("operand cannot be used as a symbol".to_owned())
        }
        AffineRule::Either(what) if kind < Kind::Dimension => Some(format!(
            "{what} must be a valid dimension or symbol identifier"
        )),
        AffineRule::NoDimensionAsSymbol if !is_dim && kind == Kind::Dimension => {
            Some("dimensional operand cannot be used as a symbol".to_owned())
        }
        _ => None,
    }
}

/// The size of dimension `index` of the result of `op`, if `group` lists the dynamic sizes.
fn made_size(m: &Module, op: OpId, group: &str, index: i64) -> Basis {
    let dims = m
        .result(op, 0)
        .and_then(|made| m.ctx.shape(m.value_type(made)));
    let dim = dims.and_then(|dims| {
        let index = usize::try_from(index).ok()?;
        dims.get(index)
            .map(|&dim| (dim, crate::ir::shapes::dynamic_dims(&dims[..index])))
    });
    match dim {
        None => Basis::Known(Kind::Neither),
        Some((DYNAMIC, at)) => match m.operand_group(op, group).get(at) {
            Some(&size) => Basis::Symbols(SmallVec::from_slice(&[size])),
            None => Basis::Known(Kind::Symbol),
        },
        Some(_) => Basis::Known(Kind::Symbol),
    }
}

fn is_scope(m: &Module, op: OpId) -> bool {
    match m.def(op) {
        Some(def) => def.traits.has(Traits::AFFINE_SCOPE),
        None => may_be_anything(m, op),
    }
}

/// Whether an operation without a table entry may be known to MLIR.
fn may_be_anything(m: &Module, op: OpId) -> bool {
    let name = m.op_name_text(op);
    let dialect = name.split_once('.').map_or("", |(dialect, _)| dialect);
    MLIR_DIALECTS.split_whitespace().any(|name| name == dialect)
}

fn is_induction_variable(m: &Module, holder: OpId, index: u32) -> bool {
    m.def(holder).is_some_and(|def| {
        matches!(def.loop_bounds, LoopBounds::Maps { .. })
            && (index == 0 || def.flow == RegionFlow::Parallel)
    })
}

fn region_of(m: &Module, op: OpId) -> Option<RegionId> {
    m.op_block(op).and_then(|block| m.block_region(block))
}

fn home(m: &Module, value: ValueId) -> Option<RegionId> {
    m.value_block(value).and_then(|block| m.block_region(block))
}
