//! A lowered function, as far as it computes addresses: what both readers build, and the analyses read.

use std::collections::HashMap;

use memplan_mlir::analyses::Dominators;

/// A value of a function, by number.
pub(super) type Value = u32;

/// A block of a function, by number; 0 is the entry.
pub(super) type Block = u32;

/// Chains of definitions are not followed over more steps.
pub(super) const MAX_STEPS: usize = 1 << 12;

/// Positions inside of nested aggregates.
pub(super) type Path = Box<[u32]>;

/// Operations on two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    Shl,
    And,
    DivS,
    DivU,
    RemS,
    RemU,
    MinS,
    MaxS,
    MinU,
    MaxU,
}

impl Binary {
    /// By the names of LLVM.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "add" => Self::Add,
            "sub" => Self::Sub,
            "mul" => Self::Mul,
            "shl" => Self::Shl,
            "and" => Self::And,
            "sdiv" => Self::DivS,
            "udiv" => Self::DivU,
            "srem" => Self::RemS,
            "urem" => Self::RemU,
            "smin" => Self::MinS,
            "smax" => Self::MaxS,
            "umin" => Self::MinU,
            "umax" => Self::MaxU,
            _ => return None,
        })
    }
}

/// The comparisons that bound a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Below, as unsigned numbers.
    LtU,
    LeU,
    GtU,
    GeU,
}

impl Predicate {
    /// In the order of their numbers in the LLVM dialect.
    pub(super) const ALL: [(&'static str, Self); 10] = [
        ("eq", Self::Eq),
        ("ne", Self::Ne),
        ("slt", Self::Lt),
        ("sle", Self::Le),
        ("sgt", Self::Gt),
        ("sge", Self::Ge),
        ("ult", Self::LtU),
        ("ule", Self::LeU),
        ("ugt", Self::GtU),
        ("uge", Self::GeU),
    ];

    /// The predicate that holds where this one does not.
    pub(super) fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Le => Self::Gt,
            Self::Gt => Self::Le,
            Self::Ge => Self::Lt,
            Self::LtU => Self::GeU,
            Self::LeU => Self::GtU,
            Self::GtU => Self::LeU,
            Self::GeU => Self::LtU,
        }
    }

    /// The predicate between the operands in the other order.
    pub(super) fn swapped(self) -> Self {
        match self {
            Self::Eq | Self::Ne => self,
            Self::Lt => Self::Gt,
            Self::Le => Self::Ge,
            Self::Gt => Self::Lt,
            Self::Ge => Self::Le,
            Self::LtU => Self::GtU,
            Self::LeU => Self::GeU,
            Self::GtU => Self::LtU,
            Self::GeU => Self::LeU,
        }
    }
}

/// How a value is computed.
#[derive(Clone, Debug, Default)]
pub(super) enum Def {
    /// Any value that is not analysed.
    #[default]
    Unknown,
    /// The address of a new object each time, a call of `malloc` or an `alloca`, and its size in bytes.
    Fresh(Option<Value>),
    /// An argument of the function, or the address of a global.
    Outside,
    /// The null pointer.
    Null,
    /// An integer constant.
    Number(i128),
    Binary(Binary, Value, Value),
    Compare(Predicate, Value, Value),
    Select(Value, Value, Value),
    SignExtend(Value),
    ZeroExtend(Value),
    Truncate(Value),
    /// A pointer as an integer, and the reverse.
    ToInteger(Value),
    ToPointer(Value),
    /// The value that comes with each edge, by the block that the edge leaves.
    Phi(Vec<(Value, Block)>),
    /// A base plus a number of bytes plus multiples of integers.
    Address(Value, i128, Vec<(Value, i128)>),
    Insert(Value, Path, Value),
    Extract(Value, Path),
}

/// A value.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) def: Def,
    /// The block that computes it; the entry for arguments, constants and globals.
    pub(super) block: Block,
    /// Bits of an integer; 0 if it is none, or unknown.
    pub(super) width: u32,
}

/// A load, store, copy or fill.
#[derive(Clone, Debug)]
pub(super) struct Access<I> {
    /// What the reader writes scopes to.
    pub(super) at: I,
    pub(super) block: Block,
    /// The addresses of the bytes.
    pub(super) places: Vec<(Value, Length)>,
}

/// The number of bytes of an access from its address on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Length {
    Bytes(i128),
    Computed(Value),
}

#[derive(Clone, Debug)]
pub(super) struct Function<I> {
    pub(super) name: String,
    pub(super) values: Vec<Node>,
    pub(super) n_blocks: usize,
    pub(super) edges: Vec<(Block, Block)>,
    /// The conditional branches: block, condition, and the targets if it is true and if it is false.
    pub(super) branches: Vec<(Block, Value, Block, Block)>,
    pub(super) accesses: Vec<Access<I>>,
}

impl<I> Function<I> {
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            values: Vec::new(),
            n_blocks: 1,
            edges: Vec::new(),
            branches: Vec::new(),
            accesses: Vec::new(),
        }
    }

    /// Adds a value of unknown contents.
    pub(super) fn add(&mut self) -> Value {
        self.values.push(Node::default());
        self.values.len() as Value - 1
    }

    /// Follows a part of an aggregate to the value that was inserted there. What remains is a value, or a part of one.
    pub(super) fn resolved(&self, value: Value) -> (Value, Vec<u32>) {
        let (mut value, mut path) = (value, Vec::new());
        // Code that is never reached may define a value by itself.
        for _ in 0..MAX_STEPS {
            match &self.values[value as usize].def {
                Def::Extract(aggregate, inner) => {
                    path.splice(0..0, inner.iter().copied());
                    value = *aggregate;
                }
                Def::Insert(aggregate, at, inserted) if !path.is_empty() => {
                    if path.starts_with(at) {
                        path.drain(..at.len());
                        value = *inserted;
                    } else if at.starts_with(&path) {
                        // A part of what is wanted was replaced.
                        return (value, path);
                    } else {
                        value = *aggregate;
                    }
                }
                _ => return (value, path),
            }
        }
        (value, path)
    }
}

/// Facts from the control flow of a function.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) dominators: Dominators,
    /// Whether a block may be executed more than once in a call.
    pub(super) is_repeated: Vec<bool>,
    /// What holds in the blocks that a block dominates, by value: the block, and a comparison with another value.
    pub(super) facts: HashMap<Value, Vec<Fact>>,
}

/// A comparison that holds wherever a block dominates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) block: Block,
    /// The block that branches.
    pub(super) from: Block,
    pub(super) predicate: Predicate,
    pub(super) other: Value,
}

impl Shape {
    pub(super) fn new<I>(function: &Function<I>) -> Self {
        let n = function.n_blocks;
        let mut n_edges_to = vec![0_u32; n];
        for &(_, to) in &function.edges {
            n_edges_to[to as usize] += 1;
        }
        let mut shape = Self {
            dominators: Dominators::new(n, &function.edges),
            is_repeated: repeated(n, &function.edges),
            facts: HashMap::new(),
        };
        for &(from, condition, yes, no) in &function.branches {
            // With another way into the block, the comparison need not hold in it. The entry has one that is no edge.
            for (to, holds) in [(yes, true), (no, false)] {
                if to != 0 && n_edges_to[to as usize] == 1 {
                    shape.add_facts(function, condition, holds, from, to);
                }
            }
        }
        shape
    }

    fn add_facts<I>(
        &mut self,
        function: &Function<I>,
        condition: Value,
        holds: bool,
        from: Block,
        to: Block,
    ) {
        let mut todo = vec![condition];
        // A bound, because conditions share parts.
        for _ in 0..16 {
            let Some(condition) = todo.pop() else {
                return;
            };
            match function.values[condition as usize].def {
                Def::Compare(predicate, a, b) => {
                    let predicate = if holds {
                        predicate
                    } else {
                        predicate.negated()
                    };
                    for (value, predicate, other) in
                        [(a, predicate, b), (b, predicate.swapped(), a)]
                    {
                        if !matches!(function.values[value as usize].def, Def::Number(_)) {
                            self.facts.entry(value).or_default().push(Fact {
                                block: to,
                                from,
                                predicate,
                                other,
                            });
                        }
                    }
                }
                Def::Binary(Binary::And, a, b)
                    if holds && function.values[condition as usize].width == 1 =>
                {
                    todo.extend([a, b]);
                }
                _ => {}
            }
        }
    }
}

/// The nodes of cycles, by Tarjan's algorithm. `O(nodes + edges)`.
fn repeated(n: usize, edges: &[(Block, Block)]) -> Vec<bool> {
    const NEW: u32 = u32::MAX;
    let mut successors = vec![Vec::new(); n];
    let mut is_repeated = vec![false; n];
    for &(from, to) in edges {
        successors[from as usize].push(to);
        is_repeated[from as usize] |= from == to;
    }
    let (mut number, mut low, mut on_stack) = (vec![NEW; n], vec![0; n], vec![false; n]);
    let (mut next, mut stack, mut work) = (0, Vec::new(), Vec::new());
    for root in 0..n as u32 {
        if number[root as usize] == NEW {
            work.push((root, 0));
        }
        while let Some((node, at)) = work.pop() {
            let v = node as usize;
            if at == 0 {
                number[v] = next;
                low[v] = next;
                next += 1;
                stack.push(node);
                on_stack[v] = true;
            } else {
                // The edge before led to a child, or back.
                let to = successors[v][at - 1] as usize;
                if on_stack[to] {
                    low[v] = low[v].min(low[to]);
                }
            }
            if let Some(&to) = successors[v].get(at) {
                work.push((node, at + 1));
                if number[to as usize] == NEW {
                    work.push((to, 0));
                }
                continue;
            }
            if low[v] != number[v] {
                continue;
            }
            let start = stack.iter().rposition(|&other| other == node).unwrap_or(0);
            let component = stack.split_off(start);
            for &other in &component {
                on_stack[other as usize] = false;
                is_repeated[other as usize] |= component.len() > 1;
            }
        }
    }
    is_repeated
}

/// Number and type of the elements of an array, in the words of LLVM or of its dialect.
pub(super) fn element(ty: &str) -> Option<(i128, &str)> {
    let ty = ty.strip_prefix("!llvm.").unwrap_or(ty);
    let inner = match ty.strip_prefix("array<") {
        Some(inner) => inner.strip_suffix('>'),
        None => ty.strip_prefix('[')?.strip_suffix(']'),
    };
    let (n, element) = inner?.split_once(" x ")?;
    Some((n.parse().ok()?, element))
}

/// The distance of two elements of a type in memory.
pub(super) fn element_size(ty: &str) -> Option<i128> {
    if let Some((n, element)) = element(ty) {
        return element_size(element)?.checked_mul(n);
    }
    Some(match ty {
        "i8" => 1,
        "i16" | "half" | "bfloat" | "f16" | "bf16" => 2,
        "i32" | "float" | "f32" => 4,
        "i64" | "double" | "f64" => 8,
        _ => return None,
    })
}
