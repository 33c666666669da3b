//! Digests of modules, by which equal programs are recognised.

use std::hash::{Hash, Hasher};

use memplan_support::Digest;
use rustc_hash::FxHashMap;

use super::printer::{attr_text, type_text};
use crate::ir::{AttrId, Context, Dict, Module, OpName, StrId, TypeId};

/// What the contexts of several versions of a module have in common: the names, types and attributes that were there
/// when the first of them was copied, which have the same ids in all.
#[derive(Clone, Copy, Debug)]
pub struct Common {
    n_strs: u32,
    n_names: u32,
    n_types: u32,
    n_attrs: u32,
}

impl Common {
    /// All that a module has, for copies that are made of it later.
    pub fn of(m: &Module) -> Self {
        let [n_strs, n_names, n_types, n_attrs] = m.ctx.counts();
        Self {
            n_strs,
            n_names,
            n_types,
            n_attrs,
        }
    }

    /// A digest of the module as the printer shows it, without locations: equal for two versions only if they differ in
    /// neither operations nor their order. Linear in the module.
    pub fn digest(self, m: &Module) -> u128 {
        let mut writer = Writer {
            common: self,
            ctx: &m.ctx,
            out: Digest::default(),
            types: FxHashMap::default(),
            attrs: FxHashMap::default(),
        };
        let mut numbers = vec![0_u32; m.value_count()];
        let mut blocks = vec![0_u32; m.block_count()];
        let (mut n_values, mut n_blocks) = (0, 0);
        for op in m.walk(m.root()) {
            // The block of an operation says where the regions of the one before end.
            if let Some(block) = m.op_block(op) {
                if m.first_op(block) == Some(op) {
                    n_blocks += 1;
                    blocks[block.index()] = n_blocks;
                    writer.out.write_u32(n_blocks);
                    for &arg in m.block_args(block) {
                        n_values += 1;
                        numbers[arg.index()] = n_values;
                        writer.ty(m.value_type(arg));
                    }
                }
                writer.out.write_u32(blocks[block.index()]);
            }
            writer.name(m.op_name(op));
            let sizes = [
                m.operands(op).len(),
                m.result_count(op),
                m.regions(op).len(),
            ];
            sizes.hash(&mut writer.out);
            for &operand in m.operands(op) {
                // A value that is defined later, in another block, has its id, which copies share.
                let number = numbers[operand.index()];
                let later = if number == 0 { operand.index() } else { 0 };
                (number, later).hash(&mut writer.out);
            }
            for result in m.results(op) {
                n_values += 1;
                numbers[result.index()] = n_values;
                writer.ty(m.value_type(result));
            }
            for &successor in m.successors(op) {
                writer.out.write_usize(successor.index());
            }
            writer.dict(m.props(op));
            writer.dict(m.attrs(op));
        }
        writer.out.digest()
    }
}

struct Writer<'m> {
    common: Common,
    ctx: &'m Context,
    out: Digest,
    /// Digests of types and attributes that are not common.
    types: FxHashMap<TypeId, u128>,
    attrs: FxHashMap<AttrId, u128>,
}

impl Writer<'_> {
    fn ty(&mut self, ty: TypeId) {
        let ctx = self.ctx;
        let is_common = (ty.index() as u32) < self.common.n_types;
        let text = || digest_of(&type_text(ctx, ty));
        if is_common {
            self.out.write_u32(ty.index() as u32)
        } else {
            self.out
                .write_u128(*self.types.entry(ty).or_insert_with(text))
        }
    }

    fn attr(&mut self, attr: AttrId) {
        let ctx = self.ctx;
        let is_common = (attr.index() as u32) < self.common.n_attrs;
        let text = || digest_of(&attr_text(ctx, attr));
        if is_common {
            self.out.write_u32(attr.index() as u32)
        } else {
            self.out
                .write_u128(*self.attrs.entry(attr).or_insert_with(text))
        }
    }

    fn name(&mut self, name: OpName) {
        if (name.index() as u32) < self.common.n_names {
            self.out.write_u32(name.index() as u32);
        } else {
            self.str(self.ctx.op_name_str(name));
        }
    }

    fn str(&mut self, text: StrId) {
        if (text.index() as u32) < self.common.n_strs {
            self.out.write_u32(text.index() as u32);
        } else {
            self.out.write(self.ctx.bytes(text));
        }
    }

    fn dict(&mut self, dict: &Dict) {
        self.out.write_usize(dict.len());
        for (name, attr) in dict.iter() {
            self.str(name);
            self.attr(attr);
        }
    }
}

fn digest_of(text: &str) -> u128 {
    let mut digest = Digest::default();
    digest.write(text.as_bytes());
    digest.digest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    fn module(body: &str) -> Module {
        let text = format!("func.func @f(%a: i32, %b: i32) {{\n{body}\n  return\n}}");
        parse(text.as_bytes(), &Default::default()).unwrap().module
    }

    #[test]
    fn versions_that_look_alike_have_one_digest() {
        let given = module("  %c = arith.addi %a, %b : i32\n  %d = arith.muli %c, %b : i32");
        let common = Common::of(&given);
        let digest = common.digest(&given);
        let copy = || (given.clone(), given.clone());
        // Types that two versions add in different orders have different ids in them.
        let (mut one, mut other) = copy();
        let both = ["memref<2xf32>", "memref<3xf32>"];
        let types = |m: &mut Module, texts: [&str; 2]| {
            texts.map(|text| m.ctx.type_from_text(text.as_bytes()).unwrap())
        };
        let [two, three] = types(&mut one, both);
        let [_, two_again] = types(&mut other, [both[1], both[0]]);
        assert_ne!(two, two_again);
        let sum = |m: &Module| {
            m.walk(m.root())
                .nth(2)
                .and_then(|op| m.result(op, 0))
                .unwrap()
        };
        let value = sum(&given);
        one.set_value_type(value, two);
        other.set_value_type(value, two_again);
        assert_eq!(common.digest(&one), common.digest(&other));
        assert_ne!(common.digest(&one), digest);
        one.set_value_type(value, three);
        assert_ne!(common.digest(&one), common.digest(&other));
        // An operation that was added and erased leaves a hole in the numbers.
        let (mut one, _) = copy();
        let op = one.walk(one.root()).nth(2).unwrap();
        let spec = crate::OpSpec::new(one.op_name(op));
        let added = one.create_op(spec);
        one.insert_before(op, added);
        assert_ne!(common.digest(&one), digest);
        one.erase(added);
        assert_eq!(common.digest(&one), digest);
    }

    #[test]
    fn every_part_of_an_operation_counts() {
        let given = module("  %c = arith.addi %a, %b : i32");
        let common = Common::of(&given);
        let op = given.walk(given.root()).nth(2).unwrap();
        let args: Vec<_> = given.operands(op).to_vec();
        let mut seen = vec![common.digest(&given)];
        let mut check = |change: &dyn Fn(&mut Module)| {
            let mut m = given.clone();
            change(&mut m);
            let digest = common.digest(&m);
            assert!(!seen.contains(&digest), "{}", seen.len());
            seen.push(digest);
        };
        check(&|m| m.set_operand(op, 0, args[1]));
        check(&|m| m.set_operands(op, &[args[1], args[0]]));
        check(&|m| {
            let (name, unit) = (m.ctx.str("new"), m.ctx.attr(crate::AttrKind::Unit));
            m.set_attr(op, name, unit);
        });
        check(&|m| {
            let (name, text) = (m.ctx.str("new"), m.ctx.str("text"));
            let text = m.ctx.attr(crate::AttrKind::String {
                value: text,
                ty: None,
            });
            m.set_attr(op, name, text);
        });
        check(&|m| m.erase(op));
    }
}
