//! Operations, regions and blocks as text.

use std::rc::Rc;

use super::AttrPrinter;
use super::attrs::Aliases;
use super::loc_aliases::LocAliases;
use super::names::{Names, Naming, push_int};
use crate::dialects::{Assembly, AttrForm, Clauses, Form, OpDef, Regions, Traits, Ty};
use crate::ir::{
    AffineMap, AttrId, BlockId, Dict, Module, OpId, RegionId, StrId, TypeId, ValueId, names,
};
use crate::ir::{ResourceGroup, ResourceValue};
use crate::syntax::{MlirVersion, RegionStyle};
use crate::text::PrintOptions;
use rustc_hash::FxHashMap;

/// Prints operations; passed to custom assembly hooks.
#[derive(Debug)]
pub(super) struct TextPrinter<'m> {
    pub(crate) a: AttrPrinter<'m>,
    pub(crate) module: &'m Module,
    names: Names,
    pub(super) options: PrintOptions,
    pub(super) indent: usize,
    /// Dialect whose prefix may be omitted in the current region.
    default_dialect: &'static str,
    /// The region whose predecessor lists are available.
    predecessors_of: Option<RegionId>,
    predecessors: FxHashMap<BlockId, Vec<BlockId>>,
    /// Whether the version spells all operations as MLIR 22 does.
    is_spelled_alike: bool,
    /// Whether the version has no custom form for an attribute of the current operation.
    is_unspelled: bool,
}

/// Prints a module: the definitions of aliases, and the rest. Linear in the size of the text.
pub(crate) fn print_module(module: &Module, options: PrintOptions) -> [String; 2] {
    let mut printer = printer(module, module.root(), options);
    printer.op(module.root());
    if !options.local_scope {
        printer.a.out.push('\n');
    }
    printer.a.define_locs_below();
    printer.resources();
    printer.finish()
}

/// Prints one operation. Linear in the size of the text.
pub(crate) fn print_op(module: &Module, op: OpId, options: PrintOptions) -> String {
    let mut printer = printer(module, op, options);
    printer.op(op);
    printer.finish().concat()
}

fn printer(module: &Module, root: OpId, options: PrintOptions) -> TextPrinter<'_> {
    let mut a = AttrPrinter::new(&module.ctx);
    a.share_long_parts();
    a.version = options.version;
    a.lengths = options.lengths;
    let naming = match options {
        PrintOptions {
            unique_names: true, ..
        } => Naming::Unique,
        PrintOptions { generic: true, .. } => Naming::Generic,
        _ => Naming::Custom,
    };
    if !options.local_scope {
        a.aliases = Some(Aliases::default());
    }
    a.locs = LocAliases::new(module, options.locations, options.local_scope).map(Rc::new);
    TextPrinter {
        a,
        module,
        names: Names::new(module, root, naming),
        options,
        indent: 0,
        default_dialect: "builtin",
        predecessors_of: None,
        predecessors: FxHashMap::default(),
        is_unspelled: false,
        is_spelled_alike: options.version == MlirVersion::default(),
    }
}

impl TextPrinter<'_> {
    /// The definitions of the aliases that the text uses, and the text.
    fn finish(mut self) -> [String; 2] {
        self.a.out.push('\n');
        let body = std::mem::take(&mut self.a.out);
        [self.a.alias_definitions(), body]
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.a.out.push_str(text);
    }

    pub(crate) fn newline(&mut self) {
        self.a.out.push('\n');
        for _ in 0..self.indent {
            self.a.out.push_str("  ");
        }
    }

    pub(crate) fn value(&mut self, value: ValueId) {
        self.names.write_value(&mut self.a.out, value);
    }

    /// `%a, %b`.
    pub(crate) fn values(&mut self, values: &[ValueId]) {
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.value(value);
        }
    }

    /// `%i + symbol(%n), 3`: the results of a map, with values substituted for its inputs.
    pub(crate) fn affine_results(&mut self, map: &AffineMap, inputs: &[ValueId]) {
        let names = &self.names;
        for (index, expr) in map.results.iter().enumerate() {
            if index > 0 {
                self.a.out.push_str(", ");
            }
            self.a.affine_expr_with(expr, &mut |a, is_symbol, n| {
                let offset = if is_symbol { map.dims } else { 0 };
                let Some(&value) = inputs.get((offset + n) as usize) else {
                    return;
                };
                if is_symbol {
                    a.out.push_str("symbol(");
                }
                names.write_value(&mut a.out, value);
                if is_symbol {
                    a.out.push(')');
                }
            });
        }
    }

    pub(crate) fn ty(&mut self, ty: TypeId) {
        self.a.ty(ty);
    }

    /// `T, U` for the types of values.
    pub(crate) fn types_of(&mut self, values: impl Iterator<Item = ValueId>) {
        for (index, value) in values.enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.ty(self.module.value_type(value));
        }
    }

    /// `%a, %b : T, U`.
    pub(crate) fn values_and_types(&mut self, values: &[ValueId]) {
        self.values(values);
        self.push(" : ");
        self.types_of(values.iter().copied());
    }

    /// `T`, or `(T, U)` unless there is exactly one type that is not a function type.
    pub(crate) fn result_types(&mut self, op: OpId) {
        let results = self.module.results(op);
        let single = match results.clone().next() {
            Some(first) if results.len() == 1 => !matches!(
                self.module.value_type_kind(first),
                crate::ir::TypeKind::Function { .. }
            ),
            _ => false,
        };
        if !single {
            self.push("(");
        }
        self.types_of(results);
        if !single {
            self.push(")");
        }
    }

    /// `(T, U) -> V`.
    pub(crate) fn functional_type(&mut self, op: OpId) {
        self.push("(");
        self.types_of(self.module.operands(op).iter().copied());
        self.push(") -> ");
        self.result_types(op);
    }

    pub(crate) fn op(&mut self, op: OpId) {
        self.result_names(op);
        self.op_without_results(op);
    }

    /// An operation without the leading `%0 = `.
    pub(crate) fn op_without_results(&mut self, op: OpId) {
        let assembly = match self.module.def(op) {
            Some(def)
                if !self.options.generic
                    && !matches!(self.spelling(def), Some(Form::Generic(_))) =>
            {
                def.assembly
            }
            _ => Assembly::Generic,
        };
        if self.module.def(op).is_none() && self.kept_text(op) {
            // Printed.
        } else if matches!(assembly, Assembly::Generic) || !self.fits_table(op) {
            self.generic_op(op);
        } else {
            let start = self.a.out.len();
            let around = std::mem::take(&mut self.is_unspelled);
            self.custom_op(op, assembly);
            if std::mem::replace(&mut self.is_unspelled, around) {
                self.a.out.truncate(start);
                self.generic_op(op);
            }
        }
        if self.options.locations
            && let Some(loc) = self.module.op_loc(op)
        {
            self.push(" loc(");
            self.a.loc(loc);
            self.push(")");
        }
    }

    /// Prints an operation whose text was kept; whether it was.
    fn kept_text(&mut self, op: OpId) -> bool {
        let module = self.module;
        let parts = module.prop_elements(op, names::KEPT_TEXT);
        let pieces = parts.iter().filter_map(|&part| module.ctx.attr_str(part));
        let operands = module.operands(op);
        for (index, piece) in pieces.enumerate() {
            if let Some(&operand) = index.checked_sub(1).and_then(|index| operands.get(index)) {
                self.value(operand);
            }
            self.push(&module.ctx.text(piece));
        }
        !parts.is_empty()
    }

    /// Whether an operation has the structure that its custom form requires, and regions only if that form contains
    /// them. Other operations are printed in generic form.
    fn fits_table(&self, op: OpId) -> bool {
        let Some(def) = self.module.def(op) else {
            return false;
        };
        let regions = self.module.regions(op).len();
        let covered: usize = (0..def.operands.len())
            .map(|group| self.module.operand_range(op, group).len())
            .sum();
        let regions_fit = match def.regions {
            Regions::Exactly(count) => regions == usize::from(count),
            Regions::AtLeast(count) => regions >= usize::from(count),
        };
        let is_spelled = def
            .is_spelled
            .is_none_or(|is_spelled| is_spelled(self.module, op));
        regions_fit
            && covered == self.module.operands(op).len()
            && is_spelled
            && self.spells_types(op, def)
    }

    /// Whether operands whose type the custom form infers from a result have that type.
    fn spells_types(&self, op: OpId, def: &OpDef) -> bool {
        let m = self.module;
        let mut groups = def.operands.iter().enumerate();
        groups.all(|(group, arg)| {
            let Ty::Like(name) = arg.ty else { return true };
            let like = def.result_group(name).and_then(|at| m.result(op, at));
            let like = like.map(|result| m.value_type(result));
            let operands = m.operands_of(op, group);
            let mut types = operands.iter().map(|&value| m.value_type(value));
            types.all(|ty| like.is_none_or(|like| like == ty))
        })
    }

    fn result_names(&mut self, op: OpId) {
        let results = self.module.results(op);
        let count = results.len();
        if count == 0 {
            return;
        }
        let mut pack_start = 0;
        for (index, value) in results.clone().enumerate() {
            if index > 0 && self.names.is_pack_start(value) {
                self.pack_size(index - pack_start);
                self.push(", ");
                pack_start = index;
            }
            if index == pack_start {
                self.names.write_base(&mut self.a.out, value);
            }
        }
        self.pack_size(count - pack_start);
        self.push(" = ");
    }

    fn pack_size(&mut self, size: usize) {
        if size > 1 {
            self.push(":");
            push_int(&mut self.a.out, size as u32);
        }
    }

    fn custom_op(&mut self, op: OpId, assembly: Assembly) {
        let Some(def) = self.module.def(op) else {
            return;
        };
        let name = self.old_name(def).unwrap_or(def.name);
        let prefix_dropped = name
            .strip_prefix(self.default_dialect)
            .and_then(|rest| rest.strip_prefix('.'))
            .filter(|rest| !self.default_dialect.is_empty() && !rest.contains('.'));
        self.push(prefix_dropped.unwrap_or(name));
        let outer = std::mem::replace(&mut self.default_dialect, def.default_dialect);
        match assembly {
            Assembly::Hook { print, .. } => print(self, op),
            Assembly::Format(_) | Assembly::Generic => self.print_format(op, def),
        }
        self.default_dialect = outer;
    }

    /// How the version writes an operation, if not as MLIR 22 does.
    fn spelling(&self, def: &OpDef) -> Option<Form> {
        if self.is_spelled_alike {
            return None;
        }
        let dialects = self.module.ctx.dialects();
        dialects.spelling(def.name, self.options.version)
    }

    /// The name of an operation in the version, if it has another one there.
    fn old_name(&self, def: &OpDef) -> Option<&'static str> {
        match self.spelling(def)? {
            Form::Named(name) | Form::Renamed(name, _) => Some(name),
            _ => None,
        }
    }

    fn generic_op(&mut self, op: OpId) {
        let module = self.module;
        match module.def(op).and_then(|def| self.old_name(def)) {
            Some(name) => self.a.string(name.as_bytes()),
            None => {
                let name = module.ctx.op_name_str(module.op_name(op));
                self.a.string(module.ctx.bytes(name));
            }
        }
        self.push("(");
        self.values(module.operands(op));
        self.push(")");
        if !module.successors(op).is_empty() {
            self.push("[");
            for (index, &block) in module.successors(op).iter().enumerate() {
                if index > 0 {
                    self.push(", ");
                }
                self.block_name(block);
            }
            self.push("]");
        }
        if module.props(op).is_shown() {
            self.push(" <");
            self.dict(&module.props(op).sorted(&module.ctx));
            self.push(">");
        }
        if !module.regions(op).is_empty() {
            self.push(" (");
            let default_dialect = module.def(op).map_or("", |def| def.default_dialect);
            let outer = std::mem::replace(&mut self.default_dialect, default_dialect);
            for (index, &region) in module.regions(op).iter().enumerate() {
                if index > 0 {
                    self.push(", ");
                }
                self.region(region, RegionStyle::FULL);
            }
            self.default_dialect = outer;
            self.push(")");
        }
        if !module.attrs(op).is_empty() {
            self.push(" ");
            self.dict(&module.attrs(op).sorted(&module.ctx));
        }
        self.push(" : ");
        self.functional_type(op);
    }

    /// The resource sections, if there are any.
    fn resources(&mut self) {
        let module = self.module;
        let start = self.a.out.len();
        for (title, groups) in [
            ("dialect_resources", &module.resources.dialect),
            ("external_resources", &module.resources.external),
        ] {
            let at = self.a.out.len();
            self.push(if at == start { "\n{-#\n  " } else { ",\n  " });
            self.push(title);
            self.push(": {");
            if self.resource_groups(groups) {
                self.push("\n  }");
            } else {
                self.a.out.truncate(at);
            }
        }
        if self.a.out.len() > start {
            self.push("\n#-}\n");
        }
    }

    /// Groups of resources without those that are too long; whether there are any.
    fn resource_groups(&mut self, groups: &[ResourceGroup]) -> bool {
        let ctx = &self.module.ctx;
        let mut n_groups = 0;
        for (group, entries) in groups {
            let longest = self.options.lengths.resource_chars;
            let is_short = |value: &ResourceValue| match value {
                ResourceValue::Bool(value) => 5 - u64::from(*value) <= longest,
                // With its quotes.
                ResourceValue::Text(text) => ctx.bytes(*text).len() as u64 + 2 <= longest,
            };
            let mut entries = entries
                .iter()
                .filter(|(_, value)| is_short(value))
                .peekable();
            if entries.peek().is_none() && longest < u64::MAX {
                continue;
            }
            self.push(if n_groups == 0 { "\n    " } else { ",\n    " });
            n_groups += 1;
            self.a.attr_name(ctx.bytes(*group));
            self.push(": {");
            for (index, (key, value)) in entries.enumerate() {
                self.push(if index == 0 { "\n      " } else { ",\n      " });
                self.a.attr_name(ctx.bytes(*key));
                self.push(": ");
                match value {
                    ResourceValue::Bool(value) => self.push(if *value { "true" } else { "false" }),
                    ResourceValue::Text(text) => self.a.string(ctx.bytes(*text)),
                }
            }
            self.push("\n    }");
        }
        n_groups > 0
    }

    /// `{a = 1, b}`.
    pub(crate) fn dict(&mut self, entries: &[(StrId, AttrId)]) {
        self.push("{");
        self.a.dict_entries(entries);
        self.push("}");
    }

    pub(crate) fn block_name(&mut self, block: BlockId) {
        self.names.write_block(&mut self.a.out, block);
    }

    /// ` {a = 1}`: properties that are not the default and all discardable attributes, without those
    /// in `elide`; or nothing.
    pub(crate) fn attr_dict(&mut self, op: OpId, elide: &[StrId], with_keyword: bool) {
        let mut merged = self.merged_attrs(op, elide, false);
        if MlirVersion::V24Early <= self.options.version {
            self.clauses(op, &mut merged);
        }
        if merged.is_empty() {
            return;
        }
        self.push(if with_keyword { " attributes " } else { " " });
        self.dict(&merged.sorted(&self.module.ctx));
    }

    /// Prints inherent attributes in the manner of MLIR 24, and takes them out of the dictionary.
    fn clauses(&mut self, op: OpId, dict: &mut Dict) {
        let module = self.module;
        let Some(def) = module.def(op) else {
            return;
        };
        let Some(dialect) = module.ctx.dialects().get(def.dialect()) else {
            return;
        };
        let style = def.clauses.unwrap_or(dialect.clauses);
        if style == Clauses::Dictionary || self.options.version < dialect.strict_from {
            return;
        }
        let names = module.ctx.attr_names(module.op_name(op));
        let mut is_first = true;
        for (&name, decl) in names.iter().zip(def.attrs) {
            let Some(value) = module.prop(op, name).filter(|_| dict.get(name).is_some()) else {
                continue;
            };
            if style == Clauses::Generic {
                self.is_unspelled = true;
                return;
            }
            dict.remove(name);
            let comma = style == Clauses::Commas && !std::mem::take(&mut is_first);
            self.push(if comma { ", " } else { " " });
            self.push(decl.name);
            match (style, decl.kind) {
                (Clauses::Parentheses, AttrForm::Dialect(mnemonic)) => {
                    self.attr_in_form(AttrForm::AngleEnum(mnemonic), value);
                }
                (Clauses::Parentheses, form) => {
                    self.push("(");
                    self.attr_in_form(form, value);
                    self.push(")");
                }
                (_, form) => {
                    self.push(" = ");
                    self.attr_in_form(form, value);
                }
            }
        }
    }

    /// As [`TextPrinter::attr_dict`], with properties that have their default.
    pub(crate) fn full_attr_dict(&mut self, op: OpId, elide: &[StrId]) {
        let merged = self.merged_attrs(op, elide, true);
        if !merged.is_empty() {
            self.push(" ");
            self.dict(&merged.sorted(&self.module.ctx));
        }
    }

    /// Properties and discardable attributes together, without those in `elide`.
    pub(crate) fn merged_attrs(&self, op: OpId, elide: &[StrId], keep_defaults: bool) -> Dict {
        let module = self.module;
        let is_segments = |name: StrId| {
            matches!(
                name,
                names::OPERAND_SEGMENT_SIZES | names::RESULT_SEGMENT_SIZES
            )
        };
        let keys = module.ctx.attr_names(module.op_name(op));
        let decls = module.def(op).map_or(&[][..], |def| def.attrs);
        let mut merged = Dict::default();
        for (name, attr) in module.props(op).iter() {
            let is_hidden = elide.contains(&name)
                || is_segments(name)
                || !keep_defaults
                    && keys
                        .iter()
                        .zip(decls)
                        .any(|(&key, decl)| key == name && decl.is_default(&module.ctx, attr));
            if !is_hidden {
                merged.set(name, attr);
            }
        }
        // An implied attribute is not printed.
        let implied = module.def(op).and_then(|def| def.implied_attr);
        let implied = implied.and_then(|implied| module.ctx.find_str(implied.name));
        // A property that is not an attribute is printed separately, so an attribute of the same name is printed, too.
        let is_apart = |name: StrId| {
            let mut decls = keys.iter().zip(decls);
            decls.any(|(&key, decl)| key == name && matches!(decl.kind, AttrForm::Flags(..)))
        };
        for (name, attr) in module.attrs(op).iter() {
            if (!elide.contains(&name) || is_apart(name)) && Some(name) != implied {
                merged.set(name, attr);
            }
        }
        merged
    }

    /// `{ .. }`, without a blank before it.
    pub(crate) fn region(&mut self, region: RegionId, style: RegionStyle) {
        if self.options.skip_regions {
            return self.push("{...}");
        }
        self.push("{");
        let module = self.module;
        for (index, block) in module.blocks(region).enumerate() {
            let is_entry = index == 0;
            let has_label = if is_entry {
                style.entry_label
                    && (!module.block_args(block).is_empty()
                        || (module.first_op(block).is_none() && !style.elide_terminator))
            } else {
                true
            };
            if has_label {
                self.newline();
                self.label(block, is_entry);
            }
            let last = module.last_op(block);
            self.indent += 1;
            for op in module.ops(block) {
                if style.elide_terminator && Some(op) == last && self.is_elidable(op) {
                    break;
                }
                self.newline();
                self.op(op);
            }
            self.indent -= 1;
        }
        self.newline();
        self.push("}");
    }

    /// Whether an operation is the implicit terminator of its parent and has no operands or attributes.
    fn is_elidable(&self, op: OpId) -> bool {
        let module = self.module;
        let implicit = module
            .parent(op)
            .and_then(|parent| module.def(parent))
            .and_then(|def| def.implicit_terminator);
        module.def(op).is_some_and(|def| {
            implicit == Some(def.name)
                && module.operands(op).is_empty()
                && module.attrs(op).is_empty()
                && module.props(op).is_empty()
                && module.regions(op).iter().all(|&region| {
                    def.regions == Regions::Exactly(1)
                        && module.blocks(region).all(|b| module.first_op(b).is_none())
                })
                && !def.traits.has(Traits::PRINTED_WHEN_EMPTY)
        })
    }

    fn label(&mut self, block: BlockId, is_entry: bool) {
        let module = self.module;
        self.block_name(block);
        let args = module.block_args(block);
        if !args.is_empty() {
            self.push("(");
            self.typed_args(args);
            self.push(")");
        }
        self.push(":");
        if !is_entry {
            self.predecessors(block);
        }
    }

    /// `%a: T, %b: U`.
    pub(crate) fn typed_args(&mut self, args: &[ValueId]) {
        for (index, &arg) in args.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.value(arg);
            self.push(": ");
            self.ty(self.module.value_type(arg));
            self.arg_loc(arg);
        }
    }

    /// ` loc(..)` after a block argument that has a location.
    pub(crate) fn arg_loc(&mut self, arg: ValueId) {
        if self.options.locations
            && let Some(loc) = self.module.arg_loc(arg)
        {
            self.push(" loc(");
            self.a.loc_in_full(loc);
            self.push(")");
        }
    }

    fn predecessors(&mut self, block: BlockId) {
        let module = self.module;
        let Some(region) = module.block_region(block) else {
            return;
        };
        if self.predecessors_of != Some(region) {
            self.predecessors_of = Some(region);
            self.predecessors.clear();
            for from in module.blocks(region) {
                let Some(last) = module.last_op(from) else {
                    continue;
                };
                for &to in module.successors(last) {
                    // A block that branches here twice counts twice.
                    self.predecessors.entry(to).or_default().push(from);
                }
            }
        }
        let list = self.predecessors.get(&block).cloned().unwrap_or_default();
        match list.len() {
            0 => self.push("  // no predecessors"),
            1 => self.push("  // pred: "),
            count => {
                self.push("  // ");
                push_int(&mut self.a.out, count as u32);
                self.push(" preds: ");
            }
        }
        for (index, &pred) in list.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.block_name(pred);
        }
    }
}
