//! Puts random operations at random places of a program.
//!
//! Each of them is a function of its own, which is called where the operation stands, and inlined or not. They read,
//! write, update and accumulate into the whole of a value, an element, or a part with steps; in branches and loops; or
//! pass a view on to those after them. What they read goes to an additional argument of the function.

use std::fmt::Write as _;

use memplan_memory_model::BufferViewFlowAnalysis;
use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::{RegionFlow, Traits};
use memplan_mlir::interfaces::{callee, effects, is_plain_dealloc, is_private};
use memplan_mlir::layouts::{SliceSpec, subview};
use memplan_mlir::rewrite::inline;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{ParseOptions, PrintOptions, SourceFile, parse, print, type_text};
use memplan_mlir::verifier::verify;
use memplan_mlir::{
    AttrKind, MemRefType, Module, OpId, OpSpec, Signedness, TypeId, TypeKind, ValueId,
};
use memplan_support::Random;
use rustc_hash::FxHashSet;

/// Elements of the argument that receives what is read.
const SINK: u64 = 32;

/// Larger values are only read and written at single elements.
const MAX_ELEMENTS: i64 = 4096;

/// A program with operations between its own, and the function that runs.
pub(super) struct Hostile {
    pub(super) text: String,
    pub(super) entry: String,
}

/// The program with up to four additional operations in one of its functions. `None` if it has no place for them.
pub(super) fn hostile(given: &Module, random: &mut Random) -> Option<Hostile> {
    let mut m = given.clone();
    // Tensors that view buffers promise that nothing else writes to these.
    let is_view = |op: OpId| m.is_kernel(op, Kernel::ToTensor) || m.is_kernel(op, Kernel::ToBuffer);
    // So does an operation that takes tensors for an effect: one frees their buffers.
    let takes = |op: OpId| {
        let mut operands = m.operands(op).iter();
        m.result_count(op) == 0
            && effects(&m, op).is_none()
            && callee(&m, op).is_none()
            && operands.any(|&value| is_tensor(&m, value))
    };
    // What operations without a definition give as tensors is something else once it is a buffer.
    let is_unknown =
        |op: OpId| m.def(op).is_none() && m.results(op).any(|result| is_tensor(&m, result));
    if m.walk(m.root())
        .any(|op| is_view(op) || takes(op) || is_unknown(op))
    {
        return None;
    }
    let function = entry(&m, random)?;
    let entry = m.ctx.text(m.symbol_name(function)?).into_owned();
    let has_calls = m.walk(m.root()).any(|op| callee(&m, op).is_some());
    let mut maker = Maker {
        random,
        function,
        functions: String::new(),
        n_functions: 0,
        sinks: Vec::new(),
        is_inlined: !has_calls,
    };
    for _ in 0..1 + maker.random.index(4) {
        maker.add(&mut m);
    }
    if maker.n_functions == 0 {
        return None;
    }
    maker.sign(&mut m)?;
    let options = PrintOptions {
        local_scope: true,
        ..PrintOptions::default()
    };
    // Functions may follow those that call them.
    let body = print(&m, &options);
    let at = body.trim_end().strip_suffix('}')?.len();
    let text = format!("{}{}}}\n", &body[..at], maker.functions);
    // Some regions must not hold further operations.
    let mut m = super::read(&text).ok()?;
    if maker.is_inlined && maker.random.index(3) > 0 {
        let root = m.root();
        inline(&mut m, root);
    }
    let text = print(&m, &options);
    Some(Hostile { text, entry })
}

/// A public function with a body that no other one calls, and that takes no attributes of arguments.
fn entry(m: &Module, random: &mut Random) -> Option<OpId> {
    let arg_attrs = m.ctx.find_str("arg_attrs");
    let called: Vec<OpId> = m
        .walk(m.root())
        .filter(|&op| callee(m, op).is_some())
        .collect();
    let is_called = |name: &str| {
        let texts = called.iter().flat_map(|&op| m.props(op).iter());
        let mut texts = texts.filter_map(|(_, attr)| match m.ctx.attr_kind(attr) {
            AttrKind::SymbolRef { root, .. } => Some(m.ctx.text(*root).into_owned()),
            _ => None,
        });
        texts.any(|text| text == name)
    };
    let body = m.body()?;
    let functions = m.ops(body).filter(|&op| {
        m.has_trait(op, Traits::FUNCTION)
            && !is_private(m, op)
            && m.regions(op)
                .iter()
                .any(|&region| m.first_block(region).is_some())
            && arg_attrs.is_none_or(|name| m.prop(op, name).is_none())
            && m.symbol_name(op)
                .is_some_and(|name| !is_called(&m.ctx.text(name)))
    });
    let functions: Vec<OpId> = functions.collect();
    (!functions.is_empty()).then(|| functions[random.index(functions.len())])
}

struct Maker<'r> {
    random: &'r mut Random,
    function: OpId,
    /// The texts of the functions that are called.
    functions: String,
    n_functions: usize,
    /// By type of element: the argument that receives elements.
    sinks: Vec<(TypeId, ValueId)>,
    is_inlined: bool,
}

impl Maker<'_> {
    /// Adds one operation, if there is a place and a value for it.
    fn add(&mut self, m: &mut Module) {
        let places: Vec<OpId> = m
            .walk(self.function)
            .filter(|&op| self.is_place(m, op))
            .collect();
        if places.is_empty() {
            return;
        }
        let place = places[self.random.index(places.len())];
        let values = self.values(m, place);
        if values.is_empty() {
            return;
        }
        // The values defined last are those between which something happens.
        let n = values.len();
        let at = match self.random.index(2) {
            0 => n - 1 - self.random.index(n.min(4)),
            _ => self.random.index(n),
        };
        let value = values[at];
        if m.is_memref(value) && self.random.one_in(5) {
            self.view(m, place, value);
            return;
        }
        let alike = values
            .iter()
            .filter(|&&other| m.value_type(other) == m.value_type(value));
        let alike: Vec<ValueId> = alike.copied().collect();
        let other = alike[self.random.index(alike.len())];
        self.touch(m, place, value, other);
    }

    /// Whether an operation can be inserted before another one: in the function itself, in branches and in loops.
    fn is_place(&self, m: &Module, op: OpId) -> bool {
        let mut around = m
            .ancestors(op)
            .take_while(|&around| around != self.function);
        op != self.function
            && m.encloses(self.function, op)
            && around.all(|around| {
                m.def(around).is_some_and(|def| {
                    matches!(
                        def.flow,
                        RegionFlow::For | RegionFlow::While | RegionFlow::Branch | RegionFlow::Once
                    )
                })
            })
    }

    /// The values with static shape and numbers that are known before an operation, in order.
    fn values(&self, m: &Module, place: OpId) -> Vec<ValueId> {
        let dominance = Dominance::new(m);
        let flow = BufferViewFlowAnalysis::new(m, m.root());
        let is_fit = |&value: &ValueId| {
            let ty = m.value_type(value);
            let shape = m
                .ctx
                .shape(ty)
                .filter(|shape| shape.iter().all(|&size| size > 0));
            let element = m.ctx.element_type(ty);
            let is_array = m.is_memref(value) || is_tensor(m, value);
            is_array && shape.is_some() && element.is_some_and(|element| zero(m, element).is_some())
        };
        let is_in_scope = |&value: &ValueId| {
            let block = m.value_block(value);
            block.is_some() && dominance.value_dominates(m, value, place)
        };
        // By the convention of deallocation, what a call returns is new memory, so it may become a copy of what it was.
        let returns =
            |op: OpId| callee(m, op).is_some() && m.results(op).any(|result| m.is_memref(result));
        let calls = m.walk(m.root()).filter(|&op| returns(op));
        let passed = calls.flat_map(|op| m.operands(op).iter().copied().chain(m.results(op)));
        let passed = passed.filter(|&value| m.is_memref(value));
        let passed: FxHashSet<ValueId> = passed.flat_map(|value| flow.resolve(value)).collect();
        let is_kept = |&value: &ValueId| {
            let aliases = flow.resolve(value);
            let mut users = aliases.iter().flat_map(|&alias| m.uses(alias));
            let is_unwritable = |&alias: &ValueId| m.kernel_of(alias, Kernel::GetGlobal).is_some();
            !m.is_memref(value)
                || (!passed.contains(&value)
                    && !aliases.iter().any(is_unwritable)
                    && users.all(|(user, _)| !is_plain_dealloc(m, user) && !returns(user)))
        };
        let all = (0..m.value_count() as u32).map(ValueId::from_index);
        let fit = all
            .filter(|value| is_in_function(m, self.function, *value))
            .filter(is_fit);
        fit.filter(is_in_scope).filter(is_kept).collect()
    }

    /// A view of a part of a value, which later operations may use.
    fn view(&mut self, m: &mut Module, place: OpId, value: ValueId) {
        let ty = m.value_type(value);
        let part = self.part(m, ty);
        let Some(result) = subview(&mut m.ctx, ty, part.spec(), &part.sizes) else {
            return;
        };
        let (from, to) = (type_text(&m.ctx, ty), type_text(&m.ctx, result));
        let body = format!(
            "  %w = memref.subview %v{} : {from} to {to}\n  return %w : {to}\n",
            part.text()
        );
        let name = self.function_of(&format!("(%v: {from}) -> {to}"), &body);
        self.call(m, place, &name, &[value], &[result]);
    }

    /// An access to a value, or to two of one type.
    fn touch(&mut self, m: &mut Module, place: OpId, value: ValueId, other: ValueId) {
        let ty = m.value_type(value);
        let Some(element) = m.ctx.element_type(ty) else {
            return;
        };
        let sink = self.sink(m, element);
        let mut body = Body {
            random: self.random,
            lines: String::new(),
            n_names: 0,
            element: type_text(&m.ctx, element),
            zero: zero(m, element).unwrap_or("0"),
            is_float: matches!(m.ctx.type_kind(element), TypeKind::Float(_)),
        };
        let text = type_text(&m.ctx, ty);
        let shape: Vec<i64> = m.ctx.shape(ty).unwrap_or(&[]).to_vec();
        if m.is_memref(value) {
            body.memory(m, ty, &shape);
        } else {
            body.tensor(&text, &shape);
        }
        let lines = format!("{}  return\n", body.lines);
        let sink_type = format!("memref<{SINK}x{}>", body.element);
        let name = self.function_of(
            &format!("(%v: {text}, %u: {text}, %s: {sink_type})"),
            &lines,
        );
        self.call(m, place, &name, &[value, other, sink], &[]);
    }

    fn part(&mut self, m: &Module, ty: TypeId) -> Part {
        Part::new(self.random, m.ctx.shape(ty).unwrap_or(&[]))
    }

    fn function_of(&mut self, signature: &str, body: &str) -> String {
        let name = format!("hostile_{}", self.n_functions);
        self.n_functions += 1;
        let _ = write!(
            self.functions,
            "func.func private @{name}{signature} {{\n{body}}}\n"
        );
        name
    }

    fn call(
        &self,
        m: &mut Module,
        place: OpId,
        name: &str,
        operands: &[ValueId],
        results: &[TypeId],
    ) {
        let symbol = m.ctx.str(name);
        let symbol = m.ctx.attr(AttrKind::SymbolRef {
            root: symbol,
            nested: Box::default(),
        });
        let callee = m.ctx.str("callee");
        let call = OpSpec::new(m.ctx.op_name("func.call"))
            .operands(operands)
            .results(results)
            .prop(callee, symbol);
        let call = m.create_op(call);
        m.insert_before(place, call);
    }

    /// The argument that receives elements of a type.
    fn sink(&mut self, m: &mut Module, element: TypeId) -> ValueId {
        if let Some(&(_, sink)) = self.sinks.iter().find(|(ty, _)| *ty == element) {
            return sink;
        }
        let ty = m.ctx.ty(TypeKind::MemRef(MemRefType {
            shape: [SINK as i64].into(),
            element,
            layout: None,
            space: None,
        }));
        let entry = m.first_block(m.regions(self.function)[0]).unwrap();
        let sink = m.add_block_arg(entry, ty);
        self.sinks.push((element, sink));
        sink
    }

    /// Adds the additional arguments to the type of the function.
    fn sign(&self, m: &mut Module) -> Option<()> {
        let (inputs, results) = m.signature(self.function)?;
        let sinks = self.sinks.iter().map(|&(_, sink)| m.value_type(sink));
        let inputs: Vec<TypeId> = inputs.iter().copied().chain(sinks).collect();
        let results = results.to_vec();
        m.set_signature(self.function, &inputs, &results);
        Some(())
    }
}

fn is_tensor(m: &Module, value: ValueId) -> bool {
    matches!(m.value_type_kind(value), TypeKind::Tensor { .. })
}

/// Whether a value is defined in a function.
fn is_in_function(m: &Module, function: OpId, value: ValueId) -> bool {
    let block = m.value_block(value);
    let around = block.and_then(|block| m.block_parent(block));
    around.is_some_and(|around| m.encloses(function, around))
}

/// Zero of a type of numbers.
fn zero(m: &Module, element: TypeId) -> Option<&'static str> {
    match m.ctx.type_kind(element) {
        TypeKind::Integer {
            width: 8 | 16 | 32 | 64,
            signedness: Signedness::Signless,
        } => Some("0"),
        TypeKind::Float(_) => {
            let text = type_text(&m.ctx, element);
            ["f16", "bf16", "f32", "f64"]
                .contains(&&*text)
                .then_some("0.0")
        }
        _ => None,
    }
}

/// A part of a value, with steps.
struct Part {
    offsets: Vec<i64>,
    sizes: Vec<i64>,
    strides: Vec<i64>,
}

impl Part {
    fn new(random: &mut Random, shape: &[i64]) -> Self {
        let mut part = Self {
            offsets: Vec::new(),
            sizes: Vec::new(),
            strides: Vec::new(),
        };
        let is_whole = random.one_in(4);
        for &size in shape {
            let offset = if is_whole || random.one_in(2) {
                0
            } else {
                random.below(size as u64) as i64
            };
            let step = if is_whole {
                1
            } else {
                1 + random.below(2) as i64
            };
            let most = (size - offset + step - 1) / step;
            let n = if is_whole || random.one_in(2) {
                most
            } else {
                1 + random.below(most as u64) as i64
            };
            part.offsets.push(offset);
            part.sizes.push(n);
            part.strides.push(step);
        }
        part
    }

    fn spec(&self) -> SliceSpec<'_> {
        SliceSpec {
            offsets: &self.offsets,
            sizes: &self.sizes,
            strides: &self.strides,
        }
    }

    fn text(&self) -> String {
        format!("{:?} {:?} {:?}", self.offsets, self.sizes, self.strides)
    }
}

/// The body of a function that accesses `%v` and `%u`, which have one type, and `%s`.
struct Body<'r> {
    random: &'r mut Random,
    lines: String,
    n_names: usize,
    element: String,
    zero: &'static str,
    is_float: bool,
}

impl Body<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.lines, "  {line}");
    }

    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("%n{}", self.n_names)
    }

    fn index(&mut self, value: u64) -> String {
        let name = self.name();
        self.line(&format!("{name} = arith.constant {value} : index"));
        name
    }

    fn number(&mut self) -> String {
        let (name, element) = (self.name(), self.element.clone());
        let value = 1 + self.random.below(9);
        let point = if self.is_float { ".0" } else { "" };
        self.line(&format!(
            "{name} = arith.constant {value}{point} : {element}"
        ));
        name
    }

    /// Indices of some element.
    fn indices(&mut self, shape: &[i64]) -> String {
        let list: Vec<String> = shape
            .iter()
            .map(|&size| {
                let at = self.random.below(size as u64);
                self.index(at)
            })
            .collect();
        list.join(", ")
    }

    /// Stores a number in the additional argument.
    fn sink(&mut self, number: &str) {
        let at = self.random.below(SINK);
        let at = self.index(at);
        let element = self.element.clone();
        self.line(&format!(
            "memref.store {number}, %s[{at}] : memref<{SINK}x{element}>"
        ));
    }

    /// An access, perhaps in a branch or a loop.
    fn memory(&mut self, m: &mut Module, ty: TypeId, shape: &[i64]) {
        match self.random.index(6) {
            0 => {
                let at = self.index(0);
                let element = self.element.clone();
                let (read, zero, is_more) = (self.name(), self.name(), self.name());
                self.line(&format!(
                    "{read} = memref.load %s[{at}] : memref<{SINK}x{element}>"
                ));
                self.line(&format!(
                    "{zero} = arith.constant {} : {element}",
                    self.zero
                ));
                let compare = if self.is_float {
                    "cmpf ogt"
                } else {
                    "cmpi sgt"
                };
                self.line(&format!(
                    "{is_more} = arith.{compare}, {read}, {zero} : {element}"
                ));
                self.line(&format!("scf.if {is_more} {{"));
                self.access(m, ty, shape);
                self.line("}");
            }
            1 => {
                let n = *self.random.pick(&[0, 1, 3]);
                let (from, to, by) = (self.index(0), self.index(n), self.index(1));
                let turn = self.name();
                self.line(&format!("scf.for {turn} = {from} to {to} step {by} {{"));
                self.access(m, ty, shape);
                self.line("}");
            }
            _ => self.access(m, ty, shape),
        }
    }

    fn access(&mut self, m: &mut Module, ty: TypeId, shape: &[i64]) {
        let text = type_text(&m.ctx, ty);
        let n_elements = shape.iter().fold(1i64, |n, &size| n.saturating_mul(size));
        match self
            .random
            .index(if n_elements <= MAX_ELEMENTS { 8 } else { 2 })
        {
            0 => {
                let (at, read) = (self.indices(shape), self.name());
                self.line(&format!("{read} = memref.load %v[{at}] : {text}"));
                self.sink(&read);
            }
            1 => {
                let (at, number) = (self.indices(shape), self.number());
                self.line(&format!("memref.store {number}, %v[{at}] : {text}"));
            }
            2 | 3 => {
                let number = self.number();
                let (target, target_type) = self.target(m, ty);
                let element = self.element.clone();
                self.line(&format!(
                    "linalg.fill ins({number} : {element}) outs({target} : {target_type})"
                ));
            }
            4 | 5 => {
                let (target, target_type) = self.target(m, ty);
                self.accumulate(&target, &target_type, shape.len());
            }
            6 => self.line(&format!("linalg.copy ins(%u : {text}) outs(%v : {text})")),
            _ => self.read_all(&text, shape),
        }
    }

    /// All of `%v`, or a part of it.
    fn target(&mut self, m: &mut Module, ty: TypeId) -> (String, String) {
        let text = type_text(&m.ctx, ty);
        let part = Part::new(self.random, m.ctx.shape(ty).unwrap_or(&[]));
        let view = subview(&mut m.ctx, ty, part.spec(), &part.sizes);
        let Some(view) = view.filter(|_| self.random.index(3) > 0) else {
            return ("%v".to_owned(), text);
        };
        let (name, view) = (self.name(), type_text(&m.ctx, view));
        self.line(&format!(
            "{name} = memref.subview %v{} : {text} to {view}",
            part.text()
        ));
        (name, view)
    }

    /// Adds a number to each element.
    fn accumulate(&mut self, target: &str, ty: &str, rank: usize) {
        let number = self.number();
        let dims: Vec<String> = (0..rank).map(|at| format!("d{at}")).collect();
        let (dims, kinds) = (dims.join(", "), vec!["\"parallel\""; rank].join(", "));
        let (element, sum) = (self.element.clone(), self.name());
        let add = if self.is_float { "addf" } else { "addi" };
        self.line(&format!(
            "linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>], iterator_types = [{kinds}]}} \
             outs({target} : {ty}) {{\n  ^bb0(%o: {element}):"
        ));
        self.line(&format!("  {sum} = arith.{add} %o, {number} : {element}"));
        self.line(&format!("  linalg.yield {sum} : {element}\n  }}"));
    }

    /// Adds all elements to one number.
    fn read_all(&mut self, text: &str, shape: &[i64]) {
        let rank = shape.len();
        let dims: Vec<String> = (0..rank).map(|at| format!("d{at}")).collect();
        let (dims, kinds) = (dims.join(", "), vec!["\"reduction\""; rank].join(", "));
        let (element, total, zero) = (self.element.clone(), self.name(), self.name());
        let (sum, read) = (self.name(), self.name());
        let add = if self.is_float { "addf" } else { "addi" };
        self.line(&format!("{total} = memref.alloca() : memref<{element}>"));
        self.line(&format!(
            "{zero} = arith.constant {} : {element}",
            self.zero
        ));
        self.line(&format!(
            "memref.store {zero}, {total}[] : memref<{element}>"
        ));
        self.line(&format!(
            "linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>, affine_map<({dims}) -> ()>], \
             iterator_types = [{kinds}]}} ins(%v : {text}) outs({total} : memref<{element}>) {{\n  \
             ^bb0(%i: {element}, %o: {element}):"
        ));
        self.line(&format!("  {sum} = arith.{add} %i, %o : {element}"));
        self.line(&format!("  linalg.yield {sum} : {element}\n  }}"));
        self.line(&format!(
            "{read} = memref.load {total}[] : memref<{element}>"
        ));
        self.sink(&read);
    }

    /// Reads an element of a tensor, or of one that is computed from it.
    fn tensor(&mut self, text: &str, shape: &[i64]) {
        let element = self.element.clone();
        let mut read = "%v".to_owned();
        if self.random.index(3) > 0 {
            let (number, new) = (self.number(), self.name());
            match self.random.index(3) {
                0 => {
                    let at = self.indices(shape);
                    self.line(&format!(
                        "{new} = tensor.insert {number} into %v[{at}] : {text}"
                    ));
                }
                1 => self.line(&format!(
                    "{new} = linalg.fill ins({number} : {element}) outs(%v : {text}) -> {text}"
                )),
                _ => self.line(&format!(
                    "{new} = linalg.add ins(%v, %u : {text}, {text}) outs(%v : {text}) -> {text}"
                )),
            }
            read = new;
        }
        let (at, number) = (self.indices(shape), self.name());
        self.line(&format!("{number} = tensor.extract {read}[{at}] : {text}"));
        self.sink(&number);
    }
}

/// Reads and verifies a text.
pub(super) fn read(text: &str) -> Result<Module, String> {
    let file = SourceFile {
        name: "program.mlir",
        lines_before: 0,
    };
    let options = ParseOptions {
        file: Some(file),
        ..memplan_dialects_extra::parse_options()
    };
    let m = parse(text.as_bytes(), &options)
        .map_err(|errors| format!("{errors:?}"))?
        .module;
    match &verify(&m)[..] {
        [] => Ok(m),
        errors => Err(format!("{errors:?}")),
    }
}
