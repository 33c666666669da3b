//! Drops what was erased: ids are dense again.

use super::arena::Arena;
use super::module::{BlockData, Module, OpData, Place, RegionData, UseLink, ValueData, ValueDef};
use super::{BlockId, OpId, RegionId, UseId, ValueId};

impl Module {
    /// Drops operations, blocks, regions, values and operands that were erased or are not below the root. Copies and
    /// analyses, many of which keep a table by id, then cost no more than what is left: passes erase several times as
    /// much.
    ///
    /// All ids change, but neither their order nor that of uses, so passes make the same of the module. Linear.
    pub fn compact(&mut self) {
        let kept = Kept::new(self);
        // Absent only if a definition is not below the root, which no valid module has.
        let Some(arenas) = kept.arenas(self) else {
            return;
        };
        let arg_locs = self.arg_locs.iter();
        let arg_locs = arg_locs.filter_map(|(&arg, &loc)| Some((kept.value(arg)?, loc)));
        self.arg_locs = arg_locs.collect();
        self.root = kept.op(self.root).unwrap_or(self.root);
        (self.ops, self.places, self.blocks) = (arenas.ops, arenas.places, arenas.blocks);
        (self.regions, self.values) = (arenas.regions, arenas.values);
        (self.operands, self.links) = (arenas.operands, arenas.links);
    }
}

/// New numbers of the items of one kind, in the order of the old ones.
struct Numbers(Vec<Option<u32>>);

impl Numbers {
    fn new(n: usize) -> Self {
        Self(vec![None; n])
    }

    fn keep(&mut self, at: usize) {
        self.0[at] = Some(0);
    }

    fn number(&mut self) {
        for (new, kept) in (0..).zip(self.0.iter_mut().flatten()) {
            *kept = new;
        }
    }

    fn get(&self, at: usize) -> Option<u32> {
        self.0[at]
    }

    /// The kept ones of a list by old number, changed.
    fn map<T, U>(&self, list: &[T], change: impl Fn(&T) -> Option<U>) -> Option<Arena<U>> {
        let kept = list.iter().zip(&self.0).filter(|(_, new)| new.is_some());
        let changed: Option<Vec<U>> = kept.map(|(item, _)| change(item)).collect();
        changed.map(Arena::from)
    }
}

struct Kept {
    ops: Numbers,
    blocks: Numbers,
    regions: Numbers,
    values: Numbers,
    uses: Numbers,
}

struct Arenas {
    ops: Arena<OpData>,
    places: Arena<Place>,
    blocks: Arena<BlockData>,
    regions: Arena<RegionData>,
    values: Arena<ValueData>,
    operands: Arena<ValueId>,
    links: Arena<UseLink>,
}

impl Kept {
    /// What is below the root.
    fn new(m: &Module) -> Self {
        let mut kept = Self {
            ops: Numbers::new(m.ops.len()),
            blocks: Numbers::new(m.blocks.len()),
            regions: Numbers::new(m.regions.len()),
            values: Numbers::new(m.values.len()),
            uses: Numbers::new(m.links.len()),
        };
        for op in m.walk(m.root) {
            kept.ops.keep(op.index());
            let data = &m.ops[op.index()];
            for slot in data.first_operand..data.first_operand + data.n_operands {
                kept.uses.keep(slot as usize);
            }
            for result in m.results(op) {
                kept.values.keep(result.index());
            }
            for &region in m.regions(op) {
                kept.regions.keep(region.index());
                for block in m.blocks(region) {
                    kept.blocks.keep(block.index());
                    for arg in m.block_args(block) {
                        kept.values.keep(arg.index());
                    }
                }
            }
        }
        kept.ops.number();
        kept.blocks.number();
        kept.regions.number();
        kept.values.number();
        kept.uses.number();
        kept
    }

    fn op(&self, op: OpId) -> Option<OpId> {
        self.ops.get(op.index()).map(OpId::from_index)
    }

    fn block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.get(block.index()).map(BlockId::from_index)
    }

    fn region(&self, region: RegionId) -> Option<RegionId> {
        self.regions.get(region.index()).map(RegionId::from_index)
    }

    fn value(&self, value: ValueId) -> Option<ValueId> {
        self.values.get(value.index()).map(ValueId::from_index)
    }

    fn slot(&self, slot: UseId) -> Option<UseId> {
        self.uses.get(slot.index()).map(UseId::from_index)
    }

    fn op_data(&self, op: &OpData) -> Option<OpData> {
        Some(OpData {
            // An operation without operands, or results, has no first one.
            first_operand: match op.n_operands {
                0 => 0,
                _ => self.uses.get(op.first_operand as usize)?,
            },
            first_result: match op.n_results {
                0 => 0,
                _ => self.values.get(op.first_result as usize)?,
            },
            regions: op
                .regions
                .iter()
                .map(|&region| self.region(region))
                .collect::<Option<_>>()?,
            successors: op
                .successors
                .iter()
                .map(|&block| self.block(block))
                .collect::<Option<_>>()?,
            ..op.clone()
        })
    }

    fn block_data(&self, block: &BlockData) -> Option<BlockData> {
        Some(BlockData {
            args: block
                .args
                .iter()
                .map(|&arg| self.value(arg))
                .collect::<Option<_>>()?,
            region: block.region.and_then(|region| self.region(region)),
            first: block.first.and_then(|op| self.op(op)),
            last: block.last.and_then(|op| self.op(op)),
            prev: block.prev.and_then(|block| self.block(block)),
            next: block.next.and_then(|block| self.block(block)),
        })
    }

    fn region_data(&self, region: &RegionData) -> Option<RegionData> {
        Some(RegionData {
            parent: self.op(region.parent)?,
            first: region.first.and_then(|block| self.block(block)),
            last: region.last.and_then(|block| self.block(block)),
        })
    }

    fn arenas(&self, m: &Module) -> Option<Arenas> {
        let place = |place: &Place| {
            Some(Place {
                block: place.block.and_then(|block| self.block(block)),
                prev: place.prev.and_then(|op| self.op(op)),
                next: place.next.and_then(|op| self.op(op)),
                ..*place
            })
        };
        // Uses by operations that are not below the root are left out of the lists.
        let next = |first: Option<UseId>| {
            let mut slots = std::iter::successors(first, |slot| m.links[slot.index()].next);
            slots.find_map(|slot| self.slot(slot))
        };
        let prev = |last: Option<UseId>| {
            let mut slots = std::iter::successors(last, |slot| m.links[slot.index()].prev);
            slots.find_map(|slot| self.slot(slot))
        };
        let value = |value: &ValueData| {
            let def = match value.def {
                ValueDef::Result { op, index } => ValueDef::Result {
                    op: self.op(op)?,
                    index,
                },
                ValueDef::Arg { block, index } => ValueDef::Arg {
                    block: self.block(block)?,
                    index,
                },
                ValueDef::Forward => ValueDef::Forward,
            };
            Some(ValueData {
                ty: value.ty,
                def,
                first_use: next(value.first_use),
            })
        };
        let link = |link: &UseLink| {
            Some(UseLink {
                user: self.op(link.user)?,
                prev: prev(link.prev),
                next: next(link.next),
            })
        };
        Some(Arenas {
            ops: self.ops.map(&m.ops, |op| self.op_data(op))?,
            places: self.ops.map(&m.places, place)?,
            blocks: self.blocks.map(&m.blocks, |block| self.block_data(block))?,
            regions: self
                .regions
                .map(&m.regions, |region| self.region_data(region))?,
            values: self.values.map(&m.values, value)?,
            operands: self.uses.map(&m.operands, |&value| self.value(value))?,
            links: self.uses.map(&m.links, link)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::CloneMap;
    use crate::text::{ParseOptions, PrintOptions, parse, print};

    const TEXT: &str = "module {
  func.func @f(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.addi %arg0, %arg1 : i32
    %1 = arith.muli %0, %arg1 : i32
    cf.br ^bb1(%1 : i32)
  ^bb1(%2: i32):
    %3 = arith.subi %2, %0 : i32
    return %3 : i32
  }
}
";

    #[test]
    fn what_was_erased_is_dropped_and_the_rest_keeps_its_order() {
        let mut m = parse(TEXT.as_bytes(), &ParseOptions::default())
            .unwrap()
            .module;
        let n_values = m.value_count();
        let text = print(&m, &PrintOptions::default());
        let ops: Vec<_> = m.walk(m.root()).collect();
        let (add, mul) = (ops[2], ops[3]);
        // Each leaves an erased operation with its operands.
        for _ in 0..3 {
            let copy = m.clone_op(mul, &mut CloneMap::default());
            m.insert_before(mul, copy);
            m.erase(copy);
        }
        // It uses a value, but is nowhere.
        let _ = m.clone_op(mul, &mut CloneMap::default());
        let uses = |m: &crate::Module, op| -> Vec<(String, usize)> {
            let users = m.uses(m.result(op, 0).unwrap());
            let named = users.map(|(user, at)| (m.op_name_text(user).into_owned(), at));
            named.collect()
        };
        let before = uses(&m, add)[1..].to_vec();
        m.compact();
        // The file has a module of its own, which took the place of an empty one.
        assert_eq!((m.op_count(), m.value_count()), (ops.len(), n_values));
        assert_eq!(print(&m, &PrintOptions::default()), text);
        let add = m.walk(m.root()).nth(2).unwrap();
        assert_eq!(uses(&m, add), before);
        // The lists of uses are whole in both directions.
        let sum = m.result(add, 0).unwrap();
        let arg = m.operands(add)[0];
        m.replace_all_uses(sum, arg);
        assert!(m.is_unused(sum));
        m.erase(add);
        assert!(!print(&m, &PrintOptions::default()).contains("addi"));
    }
}
