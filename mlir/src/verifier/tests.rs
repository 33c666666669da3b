//! Tests of properties that textual IR cannot express, and of the order and number of errors.

use super::*;
use crate::ir::{BlockId, OpSpec, TypeId, ValueId};

/// A module with one function of no arguments.
struct Fixture {
    m: Module,
    body: BlockId,
}

impl Fixture {
    fn new() -> Self {
        let mut m = Module::new();
        let region = m.create_region();
        let body = m.append_block(region);
        let ty = m.ctx.function_type(&[], &[]);
        let ty = m.ctx.attr(crate::ir::AttrKind::Type(ty));
        let name = m.ctx.string_attr("f");
        let op_name = m.ctx.op_name("func.func");
        let spec = OpSpec::new(op_name)
            .regions(&[region])
            .prop(crate::ir::names::FUNCTION_TYPE, ty)
            .prop(crate::ir::names::SYM_NAME, name);
        let op = m.create_op(spec);
        let top = m.body().unwrap();
        m.insert_at_end(top, op);
        Self { m, body }
    }

    fn op(&mut self, name: &str, operands: &[ValueId], results: &[TypeId]) -> OpId {
        let name = self.m.ctx.op_name(name);
        let spec = OpSpec::new(name).operands(operands).results(results);
        let op = self.m.create_op(spec);
        self.m.insert_at_end(self.body, op);
        op
    }

    fn codes(&self) -> Vec<&'static str> {
        verify(&self.m)
            .iter()
            .map(|error| error.kind.code())
            .collect()
    }
}

#[test]
fn an_empty_module_is_valid() {
    assert_eq!(verify(&Module::new()), Vec::new());
}

#[test]
fn a_value_that_was_never_defined_is_found() {
    let mut f = Fixture::new();
    let ty = f.m.ctx.int_type(32);
    let value = f.m.create_forward_value(ty);
    f.op("test.use", &[value], &[]);
    f.op("func.return", &[], &[]);
    assert_eq!(f.codes(), ["undefined-value"]);
}

#[test]
fn a_result_of_a_detached_operation_dominates_nothing() {
    let mut f = Fixture::new();
    let ty = f.m.ctx.int_type(32);
    let def = f.op("test.def", &[], &[ty]);
    let value = f.m.result(def, 0).unwrap();
    f.op("test.use", &[value], &[]);
    f.op("func.return", &[], &[]);
    f.m.detach(def);
    assert_eq!(f.codes(), ["not-dominated"]);
}

#[test]
fn a_branch_to_the_entry_or_into_another_region_is_refused() {
    let mut f = Fixture::new();
    let other = f.m.create_region();
    let foreign = f.m.append_block(other);
    let host = f.m.ctx.op_name("test.host");
    let host = f.m.create_op(OpSpec::new(host).regions(&[other]));
    f.m.insert_at_end(f.body, host);
    let name = f.m.ctx.op_name("cf.br");
    for target in [f.body, foreign] {
        let mut spec = OpSpec::new(name);
        spec.successors.push(target);
        let op = f.m.create_op(spec);
        f.m.insert_at_end(f.body, op);
        let expected = if target == f.body {
            "branch-to-entry"
        } else {
            "foreign-successor"
        };
        assert_eq!(f.codes(), [expected]);
        f.m.erase(op);
    }
}

#[test]
fn errors_come_in_source_order_and_are_bounded() {
    let mut f = Fixture::new();
    let ty = f.m.ctx.int_type(32);
    let mut ops = Vec::new();
    for _ in 0..2 * MAX_ERRORS {
        ops.push(f.op("arith.addi", &[], &[ty]));
    }
    f.op("func.return", &[], &[]);
    let ops_with_errors: Vec<OpId> = verify(&f.m).iter().map(|error| error.op).collect();
    assert_eq!(ops_with_errors, ops[..MAX_ERRORS]);
}

/// Operations like one that was checked are not checked again; they must be alike in everything that the rules
/// check.
#[test]
fn what_is_nearly_like_something_valid_is_checked() {
    let mut f = Fixture::new();
    let ty = f.m.ctx.int_type(32);
    let wide = f.m.ctx.int_type(64);
    let value = |f: &mut Fixture, ty: TypeId| {
        let op = f.op("test.value", &[], &[ty]);
        f.m.result(op, 0).unwrap()
    };
    let (a, b) = (value(&mut f, ty), value(&mut f, wide));
    for operands in [[a, a], [a, b], [b, b], [a, a]] {
        f.op("arith.addi", &operands, &[ty]);
    }
    f.op("arith.addi", &[a], &[ty]);
    f.op("arith.addi", &[a, a], &[ty, ty]);
    f.op("arith.subi", &[a, b], &[ty]);
    f.op("func.return", &[], &[]);
    let kinds = ["type", "type", "type", "count", "count", "type"];
    assert_eq!(f.codes(), kinds);

    let text = |first: &str, second: &str| {
        format!(
            "func.func @f() {{
               %0 = memref.alloc() {{{first}}} : memref<4xf32>
               %1 = memref.alloc() {{{second}}} : memref<4xf32>
               return
             }}"
        )
    };
    let codes = |text: &str| -> Vec<&'static str> {
        let options = crate::text::ParseOptions::default();
        let m = crate::text::parse(text.as_bytes(), &options)
            .unwrap()
            .module;
        verify(&m).iter().map(|error| error.kind.code()).collect()
    };
    let valid = text("alignment = 64 : i64", "alignment = 64 : i64, test.free");
    assert_eq!(codes(&valid), Vec::<&str>::new());
    let invalid = text("alignment = 64 : i64", "alignment = 3 : i64");
    assert_eq!(codes(&invalid), ["attribute-form"]);
}

#[test]
fn messages_name_the_operation() {
    let mut f = Fixture::new();
    f.op("arith.addi", &[], &[]);
    f.op("func.return", &[], &[]);
    let errors = verify(&f.m);
    assert_eq!(
        errors[0].to_string(),
        "`arith.addi`: requires 2 operand(s), found 0"
    );
}
