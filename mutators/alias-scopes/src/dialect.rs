//! The LLVM dialect.

use std::collections::HashMap;

use memplan_mlir::interfaces::branch::successor_operand_ranges;
use memplan_mlir::{
    AttrId, AttrKind, BlockId, Module, OpId, OpSpec, StrId, TypeId, TypeKind, ValueId,
};

use super::AliasScopes;
use super::classes::{Marks, Scopes};
use super::graph::{
    Access, Binary, Block, Def, Function, Length, Node, Predicate, Value, element, element_size,
};
use super::llvm_ir::ALLOCATORS;

/// The index of `rawConstantIndices` that stands for an operand.
const DYNAMIC_INDEX: i64 = i32::MIN as i64;

/// Adds scopes to the functions of a module.
pub(super) fn mark(m: &mut Module) -> AliasScopes {
    let mut added = AliasScopes::default();
    let is_function = |&op: &OpId| is_lowered_function(m, op);
    let functions: Vec<OpId> = m.walk(m.root()).filter(is_function).collect();
    // Scopes are distinguished by numbers, some of which the text may use.
    let mut next = 1 + largest_distinct(m);
    for op in functions {
        let Some(function) = Reader::read(m, op) else {
            continue;
        };
        added.n_accesses += function.accesses.len();
        let scopes = Scopes::of(&function);
        added.n_marked += scopes.marked.len();
        added.n_scopes += scopes.scopes.len();
        add(m, op, &function, &scopes, &mut next);
    }
    added
}

/// Whether an operation is a function of the LLVM dialect.
pub(super) fn is_lowered_function(m: &Module, op: OpId) -> bool {
    m.ctx.op_name_text(m.op_name(op)) == "llvm.func"
}

fn add(m: &mut Module, op: OpId, function: &Function<OpId>, scopes: &Scopes, next: &mut u64) {
    let dialect = m.ctx.str("llvm");
    let mut take = || {
        *next += 1;
        *next - 1
    };
    let name: String = function
        .name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "._-".contains(*c))
        .collect();
    let domains: Vec<String> = (0..scopes.domains)
        .map(|_| {
            format!(
                "#llvm.alias_scope_domain<id = distinct[{}]<>, description = \"{name}\">",
                take()
            )
        })
        .collect();
    let mut attrs = Vec::new();
    let [declare, scope_name] = ["llvm.intr.experimental.noalias.scope.decl", "scope"];
    let (declare, scope_name) = (m.ctx.op_name(declare), m.ctx.str(scope_name));
    let entry = m
        .regions(op)
        .first()
        .and_then(|&region| m.first_block(region));
    let first = entry.and_then(|entry| m.first_op(entry));
    for scope in &scopes.scopes {
        let (domain, what) = (&domains[scope.domain], &scope.description);
        let body = format!(
            "alias_scope<id = distinct[{}]<>, domain = {domain}, description = \"{what}\">",
            take()
        );
        let body = m.ctx.str(body);
        let attr = m.ctx.attr(AttrKind::Opaque {
            dialect,
            body,
            ty: None,
        });
        if let Some(first) = first.filter(|_| scope.is_of_call) {
            m.create_before(first, OpSpec::new(declare).prop(scope_name, attr));
        }
        attrs.push(attr);
    }
    let [own_name, others_name] = ["alias_scopes", "noalias_scopes"].map(|name| m.ctx.str(name));
    for (number, Marks { own, others }) in &scopes.marked {
        let op = function.accesses[*number].at;
        for (name, list) in [(own_name, own), (others_name, others)] {
            let members: Box<[AttrId]> = list.iter().map(|&scope| attrs[scope]).collect();
            let list = m.ctx.attr(AttrKind::Array(members));
            m.set_prop(op, name, list);
        }
    }
}

/// The largest number of `distinct[N]` in existing scopes.
fn largest_distinct(m: &Module) -> u64 {
    let Some(names) = ["alias_scopes", "noalias_scopes"]
        .map(|name| m.ctx.find_str(name))
        .into_iter()
        .collect::<Option<Vec<_>>>()
    else {
        return 0;
    };
    let mut most = 0;
    for op in m.walk(m.root()) {
        for list in names
            .iter()
            .filter_map(|&name| m.prop(op, name).or_else(|| m.attr(op, name)))
        {
            let text = memplan_mlir::text::attr_text(&m.ctx, list);
            let numbers = text
                .split("distinct[")
                .skip(1)
                .filter_map(|rest| rest.split(']').next()?.parse().ok());
            most = numbers.fold(most, u64::max);
        }
    }
    most
}

struct Reader<'m> {
    m: &'m Module,
    function: Function<OpId>,
    values: HashMap<ValueId, Value>,
    blocks: HashMap<BlockId, Block>,
}

impl<'m> Reader<'m> {
    /// A function; none if it has no body, or control flow that is not understood.
    fn read(m: &'m Module, op: OpId) -> Option<Function<OpId>> {
        let region = *m.regions(op).first()?;
        m.first_block(region)?;
        let name = m
            .ctx
            .find_str("sym_name")
            .and_then(|name| m.ctx.attr_str(m.prop(op, name)?));
        let name = name.map(|name| m.ctx.text(name).into_owned());
        let mut reader = Self {
            m,
            function: Function::new(name.unwrap_or_default()),
            values: HashMap::new(),
            blocks: HashMap::new(),
        };
        let blocks: Vec<BlockId> = m.blocks(region).collect();
        reader.blocks = blocks.iter().copied().zip(0..).collect();
        reader.function.n_blocks = blocks.len();
        for (&block, number) in blocks.iter().zip(0..) {
            for &arg in m.block_args(block) {
                let width = reader.width(m.value_type(arg));
                // What comes with the edges is added with them. The arguments of the entry are those of the function.
                let def = if number == 0 {
                    Def::Outside
                } else {
                    Def::Phi(Vec::new())
                };
                reader.set(arg, def, number, width);
            }
        }
        for (&block, number) in blocks.iter().zip(0..) {
            for op in m.ops(block) {
                reader.operation(op, number)?;
            }
        }
        Some(reader.function)
    }

    fn value(&mut self, value: ValueId) -> Value {
        *self
            .values
            .entry(value)
            .or_insert_with(|| self.function.add())
    }

    fn set(&mut self, value: ValueId, def: Def, block: Block, width: u32) {
        let value = self.value(value);
        self.function.values[value as usize] = Node { def, block, width };
    }

    fn attr(&self, op: OpId, name: &str) -> Option<AttrId> {
        let name: StrId = self.m.ctx.find_str(name)?;
        // Written in generic form, inherent attributes may stand among the others.
        self.m.prop(op, name).or_else(|| self.m.attr(op, name))
    }

    fn integer(&self, op: OpId, name: &str) -> Option<i64> {
        self.m.ctx.attr_i64(self.attr(op, name)?)
    }

    fn operation(&mut self, op: OpId, block: Block) -> Option<()> {
        let m = self.m;
        let name = m.ctx.op_name_text(m.op_name(op));
        let name = name.strip_prefix("llvm.").unwrap_or_default();
        self.edges(op, name, block)?;
        let has_scopes =
            self.attr(op, "alias_scopes").is_some() || self.attr(op, "noalias_scopes").is_some();
        if !has_scopes && let Some(places) = self.places(op, name) {
            self.function.accesses.push(Access {
                at: op,
                block,
                places,
            });
        }
        for result in m.results(op) {
            let width = self.width(m.value_type(result));
            let def = self
                .def(op, name)
                .filter(|def| width > 0 || !matches!(def, Def::Binary(..)));
            self.set(result, def.unwrap_or_default(), block, width);
        }
        Some(())
    }

    fn edges(&mut self, op: OpId, name: &str, block: Block) -> Option<()> {
        let m = self.m;
        let successors = m.successors(op);
        if successors.is_empty() {
            return Some(());
        }
        let operands = successor_operand_ranges(m, op);
        let mut targets = Vec::new();
        for (number, &successor) in successors.iter().enumerate() {
            let to = *self.blocks.get(&successor)?;
            targets.push(to);
            self.function.edges.push((block, to));
            let range = operands
                .as_ref()
                .and_then(|ranges| ranges.get(number))
                .cloned();
            let args = m.block_args(successor);
            for (at, &arg) in args.iter().enumerate() {
                let range = range.clone().filter(|range| range.len() == args.len());
                let incoming =
                    range.and_then(|range| m.operands(op).get(range.start + at).copied());
                let incoming = incoming.map(|incoming| self.value(incoming));
                let arg = self.value(arg);
                let def = &mut self.function.values[arg as usize].def;
                match (&mut *def, incoming) {
                    (Def::Phi(list), Some(incoming)) => list.push((incoming, block)),
                    _ => *def = Def::Unknown,
                }
            }
        }
        if name == "cond_br"
            && let (&[yes, no], Some(&condition)) = (&targets[..], m.operands(op).first())
        {
            let condition = self.value(condition);
            self.function.branches.push((block, condition, yes, no));
        }
        Some(())
    }

    /// The bytes that an operation reads or writes; none if it is no simple access.
    fn places(&mut self, op: OpId, name: &str) -> Option<Vec<(Value, Length)>> {
        let m = self.m;
        let operands = m.operands(op);
        let is_simple =
            self.attr(op, "volatile_").is_none() && self.integer(op, "ordering").unwrap_or(0) == 0;
        match name {
            "load" if is_simple => {
                let bytes = self.access_size(m.value_type(m.results(op).next()?))?;
                Some(vec![(self.value(*operands.first()?), Length::Bytes(bytes))])
            }
            "store" if is_simple => {
                let bytes = self.access_size(m.value_type(*operands.first()?))?;
                Some(vec![(self.value(*operands.get(1)?), Length::Bytes(bytes))])
            }
            "intr.memcpy" | "intr.memmove" | "intr.memset" => {
                let volatile = self.attr(op, "isVolatile")?;
                if self.m.ctx.attr_i64(volatile) != Some(0) {
                    return None;
                }
                let &[first, second, length] = operands else {
                    return None;
                };
                let length = Length::Computed(self.value(length));
                let n = if name == "intr.memset" { 1 } else { 2 };
                Some(
                    [first, second]
                        .into_iter()
                        .take(n)
                        .map(|place| (self.value(place), length))
                        .collect(),
                )
            }
            _ => None,
        }
    }

    fn def(&mut self, op: OpId, name: &str) -> Option<Def> {
        let m = self.m;
        let operands = m.operands(op);
        let pair = || match operands {
            &[a, b] => Some((a, b)),
            _ => None,
        };
        Some(match name {
            "mlir.constant" => Def::Number(self.integer(op, "value")?.into()),
            "alloca" => Def::Fresh(None),
            "mlir.zero" => Def::Null,
            "mlir.addressof" => Def::Outside,
            "ptrtoint" => Def::ToInteger(self.value(*operands.first()?)),
            "inttoptr" => Def::ToPointer(self.value(*operands.first()?)),
            "call" => {
                let callee = self.attr(op, "callee")?;
                let AttrKind::SymbolRef { root, nested } = m.ctx.attr_kind(callee) else {
                    return None;
                };
                let callee = m.ctx.text(*root);
                (nested.is_empty() && ALLOCATORS.contains(&&*callee)).then_some(())?;
                // Of `calloc` the size is a product.
                let size = operands.last().filter(|_| callee != "calloc").copied();
                Def::Fresh(size.map(|size| self.value(size)))
            }
            "icmp" => {
                let (a, b) = pair()?;
                (self.width(m.value_type(a)) > 0).then_some(())?;
                let at = usize::try_from(self.integer(op, "predicate")?).ok()?;
                let predicate = Predicate::ALL.get(at)?.1;
                Def::Compare(predicate, self.value(a), self.value(b))
            }
            "select" => {
                let &[condition, a, b] = operands else {
                    return None;
                };
                Def::Select(self.value(condition), self.value(a), self.value(b))
            }
            "sext" => Def::SignExtend(self.value(*operands.first()?)),
            "zext" => Def::ZeroExtend(self.value(*operands.first()?)),
            "trunc" => Def::Truncate(self.value(*operands.first()?)),
            "getelementptr" => self.address(op)?,
            "insertvalue" => {
                let (aggregate, inserted) = pair()?;
                let path = self.path(op)?;
                Def::Insert(self.value(aggregate), path, self.value(inserted))
            }
            "extractvalue" => {
                let path = self.path(op)?;
                Def::Extract(self.value(*operands.first()?), path)
            }
            _ => {
                let (a, b) = pair()?;
                let op = Binary::named(name.strip_prefix("intr.").unwrap_or(name))?;
                Def::Binary(op, self.value(a), self.value(b))
            }
        })
    }

    fn path(&self, op: OpId) -> Option<Box<[u32]>> {
        let position = self.m.ctx.attr_array(self.attr(op, "position")?)?;
        position.iter().map(|&at| u32::try_from(at).ok()).collect()
    }

    fn address(&mut self, op: OpId) -> Option<Def> {
        let m = self.m;
        let (&base, mut dynamic) = m.operands(op).split_first()?;
        let AttrKind::Type(ty) = m.ctx.attr_kind(self.attr(op, "elem_type")?) else {
            return None;
        };
        if self.body(m.value_type(base))? != "ptr" {
            return None;
        }
        let mut ty = memplan_mlir::text::type_text(&m.ctx, *ty);
        let indices = m
            .ctx
            .attr_array(self.attr(op, "rawConstantIndices")?)?
            .to_vec();
        let (mut offset, mut terms) = (0_i128, Vec::new());
        for (at, index) in indices.into_iter().enumerate() {
            if at > 0 {
                ty = element(&ty)?.1.to_owned();
            }
            let size = element_size(&ty)?;
            if index == DYNAMIC_INDEX {
                let (&first, rest) = dynamic.split_first()?;
                dynamic = rest;
                (self.width(m.value_type(first)) > 0).then_some(())?;
                terms.push((self.value(first), size));
            } else {
                offset = offset.checked_add(size.checked_mul(index.into())?)?;
            }
        }
        Some(Def::Address(self.value(base), offset, terms))
    }

    fn body(&self, ty: TypeId) -> Option<String> {
        match self.m.ctx.type_kind(ty) {
            TypeKind::Opaque { dialect, body } if self.m.ctx.bytes(*dialect) == b"llvm" => {
                Some(self.m.ctx.text(*body).into_owned())
            }
            _ => None,
        }
    }

    fn width(&self, ty: TypeId) -> u32 {
        match self.m.ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } if *width <= 64 => *width,
            _ => 0,
        }
    }

    /// The bytes that a load or store of a type touches, at most.
    fn access_size(&self, ty: TypeId) -> Option<i128> {
        match self.m.ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } if *width <= 64 => Some(i128::from(width.div_ceil(8))),
            TypeKind::Vector {
                shape,
                scalable,
                element,
            } if !scalable.contains(&true) => {
                let size = self.access_size(*element)?;
                shape
                    .iter()
                    .try_fold(size, |all, &n| all.checked_mul(n.into()))
            }
            TypeKind::Opaque { .. } => (self.body(ty)? == "ptr").then_some(8),
            _ => element_size(&memplan_mlir::text::type_text(&self.m.ctx, ty)),
        }
    }
}
