//! SSA names for printing: numbers, and in custom form the names that the dialect tables suggest.
//!
//! In custom form the counters of a region start from those of its parent region, so siblings reuse
//! names; a name that is taken gets the suffix `_N`. In generic form there are only numbers, unique
//! in the module, with the last region numbered first, like mlir-opt.

use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::dialects::{ResultName, Traits};
use crate::ir::{BlockId, Module, OpId, RegionId, ValueId};

/// The printed name of every value and block below one operation.
#[derive(Debug)]
pub(crate) struct Names {
    values: Vec<ValueName>,
    blocks: Vec<u32>,
    words: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ValueName {
    base: Base,
    /// The index in a pack of values, `NOT_PACKED` for a single value.
    index: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Unnamed,
    Number(u32),
    Word { start: u32, len: u32 },
}

const NOT_PACKED: u32 = u32::MAX;

/// How values are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// By numbers.
    Generic,
    /// As their operations suggest; regions beside each other use the same names.
    Custom,
    /// As their operations suggest, each name once in the module.
    Unique,
}

#[derive(Clone, Copy)]
struct Counters {
    value: u32,
    arg: u32,
    conflict: u32,
}

struct Pending {
    region: RegionId,
    counters: Counters,
    used: usize,
}

struct Namer<'m> {
    module: &'m Module,
    names: Names,
    counters: Counters,
    used: Vec<Range<u32>>,
    table: HashTable<u32>,
    naming: Naming,
    scratch: String,
}

impl Names {
    /// Names everything in the regions of `root`. Linear.
    pub(crate) fn new(module: &Module, root: OpId, naming: Naming) -> Self {
        let unnamed = ValueName {
            base: Base::Unnamed,
            index: NOT_PACKED,
        };
        let names = Self {
            values: vec![unnamed; module.value_count()],
            blocks: vec![0; module.block_count()],
            words: String::new(),
        };
        let mut namer = Namer {
            module,
            names,
            counters: Counters {
                value: 0,
                arg: 0,
                conflict: 0,
            },
            used: Vec::new(),
            table: HashTable::new(),
            naming,
            scratch: String::new(),
        };
        namer.run(root);
        namer.names
    }

    /// Appends `%name` or `%name#i`.
    pub(crate) fn write_value(&self, out: &mut String, value: ValueId) {
        self.write_base(out, value);
        let index = self.values[value.index()].index;
        if index != NOT_PACKED {
            out.push('#');
            push_int(out, index);
        }
    }

    /// Appends `%name` without a result number.
    pub(crate) fn write_base(&self, out: &mut String, value: ValueId) {
        out.push('%');
        match self.values[value.index()].base {
            Base::Unnamed => out.push_str("<<UNKNOWN SSA VALUE>>"),
            Base::Number(number) => push_int(out, number),
            Base::Word { start, len } => {
                out.push_str(&self.words[start as usize..(start + len) as usize]);
            }
        }
    }

    /// Whether a value is the first of those that share its name.
    pub(crate) fn is_pack_start(&self, value: ValueId) -> bool {
        matches!(self.values[value.index()].index, NOT_PACKED | 0)
    }

    /// Appends `^bbN`.
    pub(crate) fn write_block(&self, out: &mut String, block: BlockId) {
        out.push_str("^bb");
        push_int(out, self.blocks[block.index()]);
    }
}

pub(crate) fn push_int(out: &mut String, number: impl itoa::Integer) {
    out.push_str(itoa::Buffer::new().format(number));
}

impl Namer<'_> {
    fn run(&mut self, root: OpId) {
        let mut stack = Vec::new();
        self.name_op(root);
        self.push_regions(root, &mut stack);
        while let Some(Pending {
            region,
            counters,
            used,
        }) = stack.pop()
        {
            if self.naming != Naming::Unique {
                self.forget_words(used);
            }
            if self.naming == Naming::Custom {
                self.counters = counters;
            }
            self.name_region(region);
            for block in self.module.blocks(region) {
                for op in self.module.ops(block) {
                    self.push_regions(op, &mut stack);
                }
            }
        }
    }

    fn push_regions(&self, op: OpId, stack: &mut Vec<Pending>) {
        for &region in self.module.regions(op) {
            stack.push(Pending {
                region,
                counters: self.counters,
                used: self.used.len(),
            });
        }
    }

    fn name_region(&mut self, region: RegionId) {
        let blocks = self.module.blocks(region).enumerate();
        for (index, block) in blocks {
            self.names.blocks[block.index()] = index as u32;
            self.name_args(block, index == 0);
            for op in self.module.ops(block) {
                self.name_op(op);
            }
        }
    }

    fn name_args(&mut self, block: BlockId, is_entry: bool) {
        let args = self.module.block_args(block);
        if args.is_empty() {
            return;
        }
        let hints = if self.naming == Naming::Generic {
            None
        } else {
            self.argument_hints(block)
        };
        for (index, &arg) in args.iter().enumerate() {
            let hint = hints.as_ref().and_then(|hint| hint(index));
            if let Some(hint) = hint {
                let base = self.unique_word(hint);
                self.set(arg, base, NOT_PACKED);
            } else if is_entry {
                let mut word = std::mem::take(&mut self.scratch);
                word.clear();
                word.push_str("arg");
                push_int(&mut word, self.counters.arg);
                self.counters.arg += 1;
                let base = self.unique_word(&word);
                self.scratch = word;
                self.set(arg, base, NOT_PACKED);
            } else {
                let base = self.next_number();
                self.set(arg, base, NOT_PACKED);
            }
        }
    }

    /// Names that the parent operation suggests for a block's arguments.
    fn argument_hints(
        &self,
        block: BlockId,
    ) -> Option<impl Fn(usize) -> Option<&'static str> + use<>> {
        let parent = self.module.block_parent(block)?;
        let def = self.module.def(parent)?;
        let (word_in, word_out) = def.body_arg_names?;
        let args = self.module.block_args(block).len();
        let outs = self.module.operand_group(parent, def.destination?).len();
        Some(move |index: usize| {
            Some(if index + outs < args {
                word_in
            } else {
                word_out
            })
        })
    }

    fn name_op(&mut self, op: OpId) {
        let count = self.module.result_count(op);
        if count == 0 {
            return;
        }
        let suggestion = match self.module.def(op) {
            Some(def) if self.naming != Naming::Generic => def.result_name,
            _ => ResultName::Number,
        };
        match suggestion {
            ResultName::Number => self.name_pack(op, 0..count, None),
            ResultName::Word(word) => self.name_pack(op, 0..count, Some(word)),
            ResultName::Hook(hook) => {
                let word = hook(self.module, op);
                self.name_pack(op, 0..count, word.as_deref());
            }
            ResultName::Groups => {
                let groups = self.module.def(op).map_or(&[][..], |def| def.results);
                for (index, group) in groups.iter().enumerate() {
                    let range = self.module.result_range(op, index);
                    if !range.is_empty() {
                        self.name_pack(op, range, Some(group.name));
                    }
                }
            }
        }
    }

    fn name_pack(&mut self, op: OpId, range: Range<usize>, word: Option<&str>) {
        let is_single = range.len() == 1;
        if !is_single
            && self.naming != Naming::Generic
            && self.needs_single_names(op, range.clone())
        {
            for result in range {
                self.name_pack(op, result..result + 1, word);
            }
            return;
        }
        let base = match word {
            Some(word) => self.unique_word(word),
            None => self.next_number(),
        };
        for (index, result) in range.enumerate() {
            if let Some(value) = self.module.result(op, result) {
                self.set(
                    value,
                    base,
                    if is_single { NOT_PACKED } else { index as u32 },
                );
            }
        }
    }

    /// Whether a user of a pack does not support result numbers. mlir-opt prints them anyway, and cannot parse the
    /// result.
    fn needs_single_names(&self, op: OpId, mut range: Range<usize>) -> bool {
        range.any(|result| {
            let value = self.module.result(op, result);
            let mut uses = value.into_iter().flat_map(|value| self.module.uses(value));
            uses.any(|(user, operand)| {
                operand > 0 && self.module.has_trait(user, Traits::NO_RESULT_NUMBERS)
            })
        })
    }

    fn set(&mut self, value: ValueId, base: Base, index: u32) {
        self.names.values[value.index()] = ValueName { base, index };
    }

    fn next_number(&mut self) -> Base {
        let number = self.counters.value;
        self.counters.value += 1;
        Base::Number(number)
    }

    /// `word`, or `word_N` if it is taken in an enclosing scope.
    fn unique_word(&mut self, word: &str) -> Base {
        if self.naming == Naming::Generic {
            // Only `argN` names reach this point, and their counter never repeats.
            return self.store(word);
        }
        if !self.is_used(word) {
            let base = self.store(word);
            self.remember(base);
            return base;
        }
        let mut candidate = String::with_capacity(word.len() + 6);
        loop {
            candidate.clear();
            candidate.push_str(word);
            candidate.push('_');
            push_int(&mut candidate, self.counters.conflict);
            self.counters.conflict += 1;
            if !self.is_used(&candidate) {
                let base = self.store(&candidate);
                self.remember(base);
                return base;
            }
        }
    }

    fn store(&mut self, word: &str) -> Base {
        let start = self.names.words.len() as u32;
        self.names.words.push_str(word);
        Base::Word {
            start,
            len: word.len() as u32,
        }
    }

    fn is_used(&self, word: &str) -> bool {
        let words = &self.names.words;
        let used = &self.used;
        self.table
            .find(FxBuildHasher.hash_one(word), |&i| {
                let range = &used[i as usize];
                &words[range.start as usize..range.end as usize] == word
            })
            .is_some()
    }

    fn remember(&mut self, base: Base) {
        let Base::Word { start, len } = base else {
            return;
        };
        let index = self.used.len() as u32;
        self.used.push(start..start + len);
        let words = &self.names.words;
        let used = &self.used;
        let hash = |i: u32| {
            let range = &used[i as usize];
            FxBuildHasher.hash_one(&words[range.start as usize..range.end as usize])
        };
        self.table.insert_unique(hash(index), index, |&i| hash(i));
    }

    /// Removes the words of closed scopes.
    fn forget_words(&mut self, keep: usize) {
        while self.used.len() > keep {
            let index = self.used.len() as u32 - 1;
            let range = self.used[index as usize].clone();
            let word = &self.names.words[range.start as usize..range.end as usize];
            if let Ok(entry) = self
                .table
                .find_entry(FxBuildHasher.hash_one(word), |&i| i == index)
            {
                entry.remove();
            }
            self.used.pop();
        }
    }
}
