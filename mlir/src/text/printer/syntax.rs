//! The printer interface for dialect hooks.

use super::ops::TextPrinter;
use crate::dialects::AttrForm;
use crate::ir::{AffineMap, AttrId, BlockId, Dict, Module, OpId, RegionId, StrId, TypeId, ValueId};
use crate::syntax::MlirVersion;
use crate::syntax::{OpPrinter, PrintSyntax, RegionStyle};

impl<'m> PrintSyntax<'m> for TextPrinter<'m> {
    fn module(&self) -> &'m Module {
        self.module
    }

    fn version(&self) -> MlirVersion {
        self.options.version
    }

    fn push(&mut self, text: &str) {
        TextPrinter::push(self, text);
    }

    fn newline(&mut self) {
        TextPrinter::newline(self);
    }

    fn indented(&mut self, levels: usize, write: &mut dyn FnMut(&mut OpPrinter<'m>)) {
        self.indent += levels;
        write(self);
        self.indent -= levels;
    }

    fn value(&mut self, value: ValueId) {
        TextPrinter::value(self, value);
    }

    fn values(&mut self, values: &[ValueId]) {
        TextPrinter::values(self, values);
    }

    fn affine_results(&mut self, map: &AffineMap, inputs: &[ValueId]) {
        TextPrinter::affine_results(self, map, inputs);
    }

    fn mixed_list(&mut self, statics: &[i64], values: &[ValueId]) {
        TextPrinter::mixed_list(self, statics, values);
    }

    fn ty(&mut self, ty: TypeId) {
        TextPrinter::ty(self, ty);
    }

    fn result_types(&mut self, op: OpId) {
        TextPrinter::result_types(self, op);
    }

    fn functional_type(&mut self, op: OpId) {
        TextPrinter::functional_type(self, op);
    }

    fn attr(&mut self, attr: AttrId) {
        self.a.attr(attr);
    }

    fn attr_without_type(&mut self, attr: AttrId) {
        self.a.attr_without_type(attr);
    }

    fn attr_in_form(&mut self, form: AttrForm, attr: AttrId) {
        TextPrinter::attr_in_form(self, form, attr);
    }

    fn attr_name(&mut self, bytes: &[u8]) {
        self.a.attr_name(bytes);
    }

    fn symbol_name(&mut self, bytes: &[u8]) {
        self.a.symbol_name(bytes);
    }

    fn string(&mut self, bytes: &[u8]) {
        self.a.string(bytes);
    }

    fn ints(&mut self, values: &[i64]) {
        self.a.ints(values);
    }

    fn affine_map(&mut self, map: &AffineMap) {
        self.a.affine_map(map);
    }

    fn dict_entries(&mut self, entries: &[(StrId, AttrId)]) {
        self.a.dict_entries(entries);
    }

    fn dict(&mut self, entries: &[(StrId, AttrId)]) {
        TextPrinter::dict(self, entries);
    }

    fn attr_dict(&mut self, op: OpId, elide: &[StrId], with_keyword: bool) {
        TextPrinter::attr_dict(self, op, elide, with_keyword);
    }

    fn full_attr_dict(&mut self, op: OpId, elide: &[StrId]) {
        TextPrinter::full_attr_dict(self, op, elide);
    }

    fn merged_attrs(&self, op: OpId, elide: &[StrId], keep_defaults: bool) -> Dict {
        TextPrinter::merged_attrs(self, op, elide, keep_defaults)
    }

    fn region(&mut self, region: RegionId, style: RegionStyle) {
        TextPrinter::region(self, region, style);
    }

    fn successor(&mut self, block: BlockId, values: &[ValueId]) {
        TextPrinter::successor(self, block, values);
    }

    fn typed_args(&mut self, args: &[ValueId]) {
        TextPrinter::typed_args(self, args);
    }

    fn arg_loc(&mut self, arg: ValueId) {
        TextPrinter::arg_loc(self, arg);
    }

    fn op_without_results(&mut self, op: OpId) {
        TextPrinter::op_without_results(self, op);
    }
}
