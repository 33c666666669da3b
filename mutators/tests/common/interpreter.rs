//! Runs the operations that random programs are made of, one byte at a time.
//!
//! Memory that was never written, was freed, or lies outside of a buffer is an error to read, so a
//! program that merging broke fails or computes something else. This is a judge for tests: it knows a
//! dozen operations by name and shares no code with collectors, planners and mutators.

use std::collections::HashMap;

use memplan_mlir::dialects::Traits;
use memplan_mlir::{BlockId, Module, OpId, TypeKind, ValueId, names};

/// What a value is at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Int(i64),
    /// An allocation and the byte in it where the buffer starts.
    Buffer(usize, usize),
}

#[derive(Debug, Default)]
struct Memory {
    /// A byte that nobody wrote is `None`.
    allocations: Vec<Vec<Option<u8>>>,
    freed: Vec<bool>,
}

/// Runs the first function, which takes nothing and returns one integer.
pub(crate) fn interpret(m: &Module) -> Result<i64, String> {
    let function = m.ops_with_trait(Traits::FUNCTION)[0];
    let block = m.first_block(m.regions(function)[0]).unwrap();
    let mut interpreter = Interpreter {
        m,
        memory: Memory::default(),
        values: HashMap::new(),
    };
    match interpreter.block(block)?[..] {
        [Value::Int(result)] => Ok(result),
        _ => Err("no integer was returned".into()),
    }
}

struct Interpreter<'m> {
    m: &'m Module,
    memory: Memory,
    values: HashMap<ValueId, Value>,
}

impl Interpreter<'_> {
    /// Runs a block and gives back the operands of its terminator.
    fn block(&mut self, block: BlockId) -> Result<Vec<Value>, String> {
        let ops: Vec<OpId> = self.m.ops(block).collect();
        for op in ops {
            if self.m.has_trait(op, Traits::TERMINATOR) {
                return Ok(self.operands(op));
            }
            let results = self.op(op)?;
            self.values.extend(self.m.results(op).zip(results));
        }
        Ok(Vec::new())
    }

    fn operands(&self, op: OpId) -> Vec<Value> {
        let operands = self.m.operands(op).iter();
        operands.map(|operand| self.values[operand]).collect()
    }

    fn op(&mut self, op: OpId) -> Result<Vec<Value>, String> {
        use Value::{Buffer, Int};
        let operands = self.operands(op);
        let name = self.m.op_name_text(op).into_owned();
        let result = match (name.as_str(), &operands[..]) {
            ("arith.constant", []) => Int(self.m.prop_i64(op, names::VALUE).unwrap()),
            ("arith.addi", &[Int(a), Int(b)]) => self.wrapped(op, a.wrapping_add(b)),
            ("arith.muli", &[Int(a), Int(b)]) => self.wrapped(op, a.wrapping_mul(b)),
            ("arith.xori", &[Int(a), Int(b)]) => self.wrapped(op, a ^ b),
            ("arith.trunci", &[Int(a)]) => Int(a & 1),
            ("arith.index_cast", &[Int(a)]) => self.wrapped(op, a),
            ("arith.select", &[Int(condition), yes, no]) => {
                if condition == 0 {
                    no
                } else {
                    yes
                }
            }
            ("scf.if", &[Int(condition)]) => return self.branch(op, condition != 0),
            ("scf.for", &[Int(lower), Int(upper), Int(step), ref inits @ ..]) => {
                let range = (lower..upper).step_by(usize::try_from(step).unwrap());
                return self.repeat(op, range, inits.to_vec());
            }
            ("memref.alloc", []) => {
                let size = self.size(self.m.result(op, 0).unwrap());
                self.memory.allocations.push(vec![None; size]);
                self.memory.freed.push(false);
                Buffer(self.memory.allocations.len() - 1, 0)
            }
            ("memref.view", &[Buffer(base, start), Int(shift)]) => {
                Buffer(base, start + usize::try_from(shift).unwrap())
            }
            ("memref.load", &[buffer, Int(index)]) => {
                let bytes = self.bytes(self.m.operands(op)[0], buffer, index)?;
                let mut word = [0; 4];
                for (to, from) in word.iter_mut().zip(bytes) {
                    *to = from.ok_or("a byte is read that nobody wrote")?;
                }
                Int(i64::from(i32::from_le_bytes(word)))
            }
            ("memref.store", &[Int(value), buffer, Int(index)]) => {
                let word = (value as i32).to_le_bytes();
                let bytes = self.bytes(self.m.operands(op)[1], buffer, index)?;
                for (to, from) in bytes.iter_mut().zip(word) {
                    *to = Some(from);
                }
                return Ok(Vec::new());
            }
            ("memref.dealloc", &[Buffer(base, start)]) => {
                if start != 0 || std::mem::replace(&mut self.memory.freed[base], true) {
                    return Err("what is freed is no allocation".into());
                }
                return Ok(Vec::new());
            }
            (name, operands) => panic!("no random program has `{name}` of {operands:?}"),
        };
        Ok(vec![result])
    }

    fn wrapped(&self, op: OpId, value: i64) -> Value {
        let ty = self.m.value_type_kind(self.m.result(op, 0).unwrap());
        Value::Int(match ty {
            TypeKind::Index => value,
            _ => i64::from(value as i32),
        })
    }

    fn branch(&mut self, op: OpId, condition: bool) -> Result<Vec<Value>, String> {
        let region = self.m.regions(op)[usize::from(!condition)];
        match self.m.first_block(region) {
            Some(block) => self.block(block),
            None => Ok(Vec::new()),
        }
    }

    fn repeat(
        &mut self,
        op: OpId,
        range: impl Iterator<Item = i64>,
        mut carried: Vec<Value>,
    ) -> Result<Vec<Value>, String> {
        let body = self.m.first_block(self.m.regions(op)[0]).unwrap();
        for iv in range {
            let args = self.m.block_args(body).iter().copied();
            self.values
                .extend(args.zip(std::iter::once(Value::Int(iv)).chain(carried)));
            carried = self.block(body)?;
        }
        Ok(carried)
    }

    /// Bytes of a buffer, all elements being as wide as its type says.
    fn size(&self, value: ValueId) -> usize {
        let TypeKind::MemRef(ty) = self.m.value_type_kind(value) else {
            panic!("not a memref");
        };
        let width = match self.m.ctx.type_kind(ty.element) {
            TypeKind::Integer { width, .. } => *width as usize / 8,
            other => panic!("no random program has elements of {other:?}"),
        };
        ty.shape.iter().product::<i64>() as usize * width
    }

    /// The four bytes of one element.
    fn bytes(
        &mut self,
        value: ValueId,
        buffer: Value,
        index: i64,
    ) -> Result<&mut [Option<u8>], String> {
        let Value::Buffer(base, start) = buffer else {
            return Err("what is accessed is no buffer".into());
        };
        let at = 4 * usize::try_from(index).unwrap();
        if at + 4 > self.size(value) || self.memory.freed[base] {
            return Err("an access is outside of the buffer, or too late".into());
        }
        let bytes = self.memory.allocations[base].get_mut(start + at..start + at + 4);
        bytes.ok_or_else(|| "an access is outside of the allocation".into())
    }
}
