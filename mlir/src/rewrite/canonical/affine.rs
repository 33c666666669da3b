//! `affine`: folds maps of constants, joins maps, and decides conditions.

use super::scf::inline;
use crate::dialects::Traits;
use crate::ir::{AffineExpr, AffineMap, AttrKind, Module, OpId, OpSpec, StrId, ValueId};
use crate::rewrite::Rewriter;
use crate::semantics::Kernel;

/// Maximum number of nodes of an expression that maps are joined to.
const MAX_NODES: usize = 64;

/// `affine.apply`: a constant, one of its operands, or what it computes from the operands of other maps.
pub(crate) fn apply(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(inputs) = Inputs::new(rw.m, op, 0) else {
        return false;
    };
    let [expr] = &inputs.map.results[..] else {
        return false;
    };
    match *expr {
        AffineExpr::Constant(value) => rw.fold_to(op, value),
        AffineExpr::Dim(at) => rw.replace(op, &[inputs.dims[at as usize]]),
        AffineExpr::Symbol(at) => rw.replace(op, &[inputs.symbols[at as usize]]),
        AffineExpr::Binary(..) => inputs.set(rw, op, 0),
    }
}

pub(crate) fn min(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    extremum(rw, op, i64::min)
}

pub(crate) fn max(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    extremum(rw, op, i64::max)
}

/// The largest or smallest of some expressions: those that are equal count once, and so do constants.
fn extremum(rw: &mut Rewriter<'_>, op: OpId, of: fn(i64, i64) -> i64) -> bool {
    let Some(mut inputs) = Inputs::new(rw.m, op, 0) else {
        return false;
    };
    let results = inputs.with_nested(rw.m, op);
    let constants = results.iter().filter_map(AffineExpr::as_constant);
    let constant = constants.reduce(of).map(AffineExpr::Constant);
    let mut rest: Vec<AffineExpr> = Vec::new();
    for expr in results {
        if expr.as_constant().is_none() && !rest.contains(&expr) {
            rest.push(expr);
        }
    }
    rest.extend(constant);
    inputs.map.results = rest;
    inputs.drop_unused();
    if inputs.map.results.len() != 1 {
        return inputs.set(rw, op, 0);
    }
    let ty = rw.m.ctx.index_type();
    let map = rw.m.ctx.attr(AttrKind::AffineMap(inputs.map.clone()));
    let spec = OpSpec::new(rw.m.ctx.op_name("affine.apply"))
        .operands(&inputs.operands())
        .results(&[ty])
        .prop(rw.m.ctx.str(MAP), map);
    rw.replace_by(op, spec)
}

/// `affine.load` and operations like it: computes indices from the operands of the maps that give them.
pub(crate) fn load(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    Inputs::new(rw.m, op, 1).is_some_and(|inputs| inputs.set(rw, op, 1))
}

/// `affine.store` and operations like it.
pub(crate) fn store(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    Inputs::new(rw.m, op, 2).is_some_and(|inputs| inputs.set(rw, op, 2))
}

/// Takes the region of a decided condition.
pub(crate) fn if_(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let condition =
        rw.m.ctx
            .find_str("condition")
            .and_then(|name| rw.m.prop(op, name));
    let Some(AttrKind::IntegerSet(set)) = condition.map(|set| rw.m.ctx.attr_kind(set)) else {
        return false;
    };
    let operands = rw.m.operands(op);
    let values: Option<Vec<i64>> = operands.iter().map(|&value| rw.int(value)).collect();
    // Constraints without inputs are known without the operands.
    let values = values.unwrap_or_default();
    let (dims, symbols) = values.split_at(values.len().min(set.dims as usize));
    let mut all_hold = Some(true);
    for constraint in &set.constraints {
        let holds = constraint.expr.eval(dims, symbols).map(|value| {
            if constraint.is_equality {
                value == 0
            } else {
                value >= 0
            }
        });
        match holds {
            Some(true) => {}
            Some(false) => {
                all_hold = Some(false);
                break;
            }
            None => all_hold = None,
        }
    }
    let Some(holds) = all_hold else {
        return false;
    };
    let &[then, otherwise] = rw.m.regions(op) else {
        return false;
    };
    let taken = if holds { then } else { otherwise };
    match rw.m.first_block(taken) {
        Some(_) => inline(rw, op, taken, &[], 0),
        None => rw.m.result_count(op) == 0 && rw.erase(op),
    }
}

/// The property with the map.
const MAP: &str = "map";

/// A map with its operands, where constants, operands that are given twice, and the results of `affine.apply` are
/// replaced.
struct Inputs {
    map: AffineMap,
    dims: Vec<ValueId>,
    symbols: Vec<ValueId>,
}

impl Inputs {
    /// Those of an operation whose operands begin at a number.
    fn new(m: &Module, op: OpId, first: usize) -> Option<Self> {
        let map = map_of(m, op)?;
        let operands = m.operands(op).get(first..)?;
        let mut inputs = Self {
            map: AffineMap {
                dims: 0,
                symbols: 0,
                results: Vec::new(),
            },
            dims: Vec::new(),
            symbols: Vec::new(),
        };
        let n_dims = map.dims as usize;
        let mut replacements: Vec<AffineExpr> = Vec::with_capacity(operands.len());
        for (at, &value) in operands.iter().enumerate() {
            let is_dim = at < n_dims;
            replacements.push(inputs.replacement(m, op, value, is_dim));
        }
        let at = |number: usize| {
            let replacement = replacements.get(number);
            replacement.cloned().unwrap_or(AffineExpr::Constant(0))
        };
        let results = map.results.iter().map(|expr| {
            expr.with_inputs(&|dim| at(dim as usize), &|symbol| {
                at(n_dims + symbol as usize)
            })
        });
        let results: Vec<AffineExpr> = results.collect();
        if results.iter().any(|expr| n_nodes(expr) > MAX_NODES) {
            return None;
        }
        inputs.map.results = results;
        inputs.drop_unused();
        Some(inputs)
    }

    /// What stands for an operand.
    fn replacement(&mut self, m: &Module, op: OpId, value: ValueId, is_dim: bool) -> AffineExpr {
        if let Some(constant) = crate::interfaces::constant_int(m, value) {
            return AffineExpr::Constant(constant);
        }
        let inner = m.kernel_of(value, Kernel::AffineApply);
        let inner = inner.filter(|&inner| scope(m, inner) == scope(m, op));
        if let Some(map) = inner.and_then(|inner| map_of(m, inner))
            && let (Some(inner), [expr]) = (inner, &map.results[..])
            // What is divided by must stay a symbol.
            && (is_dim || expr.is_symbolic())
        {
            let (dims, symbols) = m.operands(inner).split_at(map.dims as usize);
            let dims: Vec<AffineExpr> = dims.iter().map(|&dim| self.input(dim, true)).collect();
            let symbols: Vec<AffineExpr> = symbols
                .iter()
                .map(|&symbol| self.input(symbol, false))
                .collect();
            return expr.with_inputs(&|dim| dims[dim as usize].clone(), &|symbol| {
                symbols[symbol as usize].clone()
            });
        }
        self.input(value, is_dim)
    }

    fn input(&mut self, value: ValueId, is_dim: bool) -> AffineExpr {
        let list = if is_dim {
            &mut self.dims
        } else {
            &mut self.symbols
        };
        let at = list
            .iter()
            .position(|&other| other == value)
            .unwrap_or(list.len());
        if at == list.len() {
            list.push(value);
        }
        if is_dim {
            AffineExpr::Dim(at as u32)
        } else {
            AffineExpr::Symbol(at as u32)
        }
    }

    /// Takes the results; those that are what an operation like this one computes are its results.
    fn with_nested(&mut self, m: &Module, op: OpId) -> Vec<AffineExpr> {
        let mut all = Vec::new();
        for expr in std::mem::take(&mut self.map.results) {
            let value = match expr {
                AffineExpr::Dim(at) => Some(self.dims[at as usize]),
                AffineExpr::Symbol(at) => Some(self.symbols[at as usize]),
                _ => None,
            };
            let inner = value.and_then(|value| m.defining_op(value));
            let inner = inner.filter(|&inner| {
                m.op_name(inner) == m.op_name(op) && scope(m, inner) == scope(m, op)
            });
            let inner = inner.and_then(|inner| Some((inner, map_of(m, inner)?)));
            let is_small = |map: &AffineMap| all.len() + map.results.len() <= MAX_NODES;
            let Some((inner, map)) = inner.filter(|(_, map)| is_small(map)) else {
                all.push(expr);
                continue;
            };
            let (dims, symbols) = m.operands(inner).split_at(map.dims as usize);
            let dims: Vec<AffineExpr> = dims.iter().map(|&value| self.input(value, true)).collect();
            let symbols: Vec<AffineExpr> = symbols
                .iter()
                .map(|&value| self.input(value, false))
                .collect();
            all.extend(map.results.iter().map(|expr| {
                expr.with_inputs(&|dim| dims[dim as usize].clone(), &|symbol| {
                    symbols[symbol as usize].clone()
                })
            }));
        }
        all
    }

    fn drop_unused(&mut self) {
        let Self { map, dims, symbols } = self;
        let mut numbers = [vec![None; dims.len()], vec![None; symbols.len()]];
        let [of_dims, of_symbols] = &mut numbers;
        for expr in &map.results {
            mark(expr, of_dims, of_symbols);
        }
        for (list, numbers) in [dims, symbols].into_iter().zip(&mut numbers) {
            for (next, number) in (0..).zip(numbers.iter_mut().flatten()) {
                *number = next;
            }
            let mut kept = numbers.iter();
            list.retain(|_| kept.next().is_some_and(Option::is_some));
        }
        let number = |list: usize, at: u32| numbers[list][at as usize].unwrap_or(0);
        for expr in &mut map.results {
            *expr = expr.renumbered(&|dim| number(0, dim), &|symbol| number(1, symbol));
        }
        map.dims = self.dims.len() as u32;
        map.symbols = self.symbols.len() as u32;
    }

    fn operands(&self) -> Vec<ValueId> {
        [&self.dims[..], &self.symbols[..]].concat()
    }

    /// Gives an operation this map and these operands; `false` if it has them, or other ones that are as simple.
    fn set(&self, rw: &mut Rewriter<'_>, op: OpId, first: usize) -> bool {
        let old = rw.m.operands(op);
        let new = [&old[..first], &self.operands()].concat();
        let size = |map: &AffineMap| map.results.iter().map(n_nodes).sum::<usize>();
        let is_simpler = map_of(rw.m, op).is_some_and(|old| size(&self.map) < size(old));
        if new == old && !is_simpler {
            return false;
        }
        for &value in &old[first..].to_vec() {
            if let Some(definer) = rw.m.defining_op(value) {
                rw.push(definer);
            }
        }
        let map = rw.m.ctx.attr(AttrKind::AffineMap(self.map.clone()));
        let name = rw.m.ctx.str(MAP);
        rw.m.set_prop(op, name, map);
        rw.m.set_operands(op, &new);
        rw.changed(op)
    }
}

fn map_of(m: &Module, op: OpId) -> Option<&AffineMap> {
    let name: StrId = m.ctx.find_str(MAP)?;
    match m.ctx.attr_kind(m.prop(op, name)?) {
        AttrKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// The operation whose top level decides what is a symbol.
fn scope(m: &Module, op: OpId) -> Option<OpId> {
    m.ancestors(op)
        .find(|&around| m.has_trait(around, Traits::AFFINE_SCOPE))
}

fn n_nodes(expr: &AffineExpr) -> usize {
    match expr {
        AffineExpr::Binary(_, lhs, rhs) => 1 + n_nodes(lhs) + n_nodes(rhs),
        _ => 1,
    }
}

/// Marks the dimensions and symbols that an expression uses.
fn mark(expr: &AffineExpr, dims: &mut [Option<u32>], symbols: &mut [Option<u32>]) {
    match expr {
        AffineExpr::Dim(at) => dims[*at as usize] = Some(0),
        AffineExpr::Symbol(at) => symbols[*at as usize] = Some(0),
        AffineExpr::Constant(_) => {}
        AffineExpr::Binary(_, lhs, rhs) => {
            mark(lhs, dims, symbols);
            mark(rhs, dims, symbols);
        }
    }
}
