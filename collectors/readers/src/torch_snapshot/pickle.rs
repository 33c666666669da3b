//! Reads pickles as data: interprets the opcodes that build dictionaries, lists, tuples, strings and numbers. All
//! others are rejected, in particular those that import or call something, so no code of a pickle is ever run.
//!
//! Values are nodes of an arena and shared as in the pickle, so memory is linear in the length of the pickle. Since a
//! walk may visit shared values many times, a [`Pickle`] returns at most a number of items that is linear in its
//! length. Cycles are possible and harmless, because callers walk to a fixed depth.
//!
//! Source: `Lib/pickletools.py` of CPython, protocols 2 to 5.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::DAMAGED;
use crate::TraceReadError;

/// The code of a pickle that holds something else than data.
const PICKLE_CODE: &str = "pickle-code";

/// The maximum number of items returned for each byte of the pickle.
const ITEMS_PER_BYTE: u64 = 64;

/// A value of a pickle. Small, because an instruction of one byte makes one.
#[derive(Clone, Debug)]
enum Node {
    /// `None`, a truth value or a floating-point number: nothing that a snapshot needs.
    Opaque,
    Integer(i64),
    /// Where its instruction is.
    Text(u64),
    Tuple1(u32),
    Tuple2(u32, u32),
    Tuple3(u32, u32, u32),
    List(Option<Box<Items>>),
    Tuple(Option<Box<Items>>),
    /// Keys and values, one after the other.
    Dict(Option<Box<Items>>),
}

/// The values in a list, tuple or dictionary.
#[derive(Clone, Debug)]
struct Items(Vec<u32>);

/// A value of a pickle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NodeId(u32);

/// The values of a pickle.
#[derive(Debug)]
pub(super) struct Pickle<'a> {
    bytes: &'a [u8],
    nodes: Vec<Node>,
    root: u32,
    items_left: Cell<u64>,
}

impl<'a> Pickle<'a> {
    /// Builds the values.
    pub(super) fn load(bytes: &'a [u8]) -> Result<Self, TraceReadError> {
        let mut machine = Machine {
            bytes,
            at: 0,
            nodes: vec![Node::Opaque, Node::Tuple(None)],
            stack: Vec::new(),
            marks: Vec::new(),
            memo: FxHashMap::default(),
        };
        let root = loop {
            let start = machine.at;
            let opcode = machine.take(1)?[0];
            if opcode == b'.' {
                break machine.pop(start)?;
            }
            machine.step(opcode, start)?;
        };
        if let Some(left) = bytes.len().checked_sub(machine.at).filter(|&left| left > 0) {
            let problem = format!("{left} bytes follow the end of the pickle");
            return Err(machine.damaged(machine.at, problem));
        }
        Ok(Self {
            bytes,
            nodes: machine.nodes,
            root,
            items_left: Cell::new(4096 + ITEMS_PER_BYTE * bytes.len() as u64),
        })
    }

    /// The value of the whole pickle.
    pub(super) fn root(&self) -> NodeId {
        NodeId(self.root)
    }

    fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&Node::Opaque)
    }

    /// Counts items that are returned against the limit.
    fn spend(&self, n_items: usize) -> Result<(), TraceReadError> {
        let left = self.items_left.get().checked_sub(n_items as u64);
        let Some(left) = left else {
            let problem = format!(
                "the {} bytes of the pickle claim more than {ITEMS_PER_BYTE} times as many items: lists are shared",
                self.bytes.len()
            );
            return Err(TraceReadError::refused("too-large", problem));
        };
        self.items_left.set(left);
        Ok(())
    }

    /// The value of a key of a dictionary; `None` if it has no such key, or is not a dictionary. The last of several
    /// equal keys counts.
    pub(super) fn get(&self, id: NodeId, key: &str) -> Result<Option<NodeId>, TraceReadError> {
        let Node::Dict(Some(entries)) = self.node(id) else {
            return Ok(None);
        };
        let Items(entries) = &**entries;
        for (n_seen, entry) in entries.chunks_exact(2).rev().enumerate() {
            if self.text(NodeId(entry[0])) == Some(key.as_bytes()) {
                self.spend(n_seen + 1)?;
                return Ok(Some(NodeId(entry[1])));
            }
        }
        self.spend(entries.len() / 2 + 1)?;
        Ok(None)
    }

    /// The items of a list or tuple; `None` for anything else.
    pub(super) fn items(&self, id: NodeId) -> Result<Option<Vec<NodeId>>, TraceReadError> {
        let items: Vec<NodeId> = match self.node(id) {
            Node::List(None) | Node::Tuple(None) => Vec::new(),
            Node::List(Some(items)) | Node::Tuple(Some(items)) => {
                self.spend(items.0.len())?;
                items.0.iter().copied().map(NodeId).collect()
            }
            &Node::Tuple1(a) => [a].map(NodeId).to_vec(),
            &Node::Tuple2(a, b) => [a, b].map(NodeId).to_vec(),
            &Node::Tuple3(a, b, c) => [a, b, c].map(NodeId).to_vec(),
            Node::Opaque | Node::Integer(_) | Node::Text(_) | Node::Dict(_) => return Ok(None),
        };
        self.spend(1)?;
        Ok(Some(items))
    }

    /// A number.
    pub(super) fn integer(&self, id: NodeId) -> Option<i64> {
        match self.node(id) {
            Node::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// The bytes of a text, which are UTF-8.
    pub(super) fn text(&self, id: NodeId) -> Option<&'a [u8]> {
        let &Node::Text(at) = self.node(id) else {
            return None;
        };
        let at = usize::try_from(at).ok()?;
        let (length, start) = text_span(self.bytes, at)?;
        self.bytes.get(start..start.checked_add(length)?)
    }
}

/// Length and start of the text whose instruction is at `at`.
fn text_span(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let operand = bytes.get(at + 1..)?;
    Some(match bytes.get(at)? {
        0x8c => (usize::from(*operand.first()?), at + 2),
        b'X' => {
            let length = u32::from_le_bytes(*operand.first_chunk()?);
            (usize::try_from(length).ok()?, at + 5)
        }
        _ => {
            let length = u64::from_le_bytes(*operand.first_chunk()?);
            (usize::try_from(length).ok()?, at + 9)
        }
    })
}

/// The state after the instructions read so far.
struct Machine<'a> {
    bytes: &'a [u8],
    at: usize,
    nodes: Vec<Node>,
    stack: Vec<u32>,
    /// Heights of the stack at the marks.
    marks: Vec<u32>,
    memo: FxHashMap<u32, u32>,
}

/// Positions in the arena of values without content.
const OPAQUE: u32 = 0;
const EMPTY_TUPLE: u32 = 1;

impl<'a> Machine<'a> {
    fn damaged(&self, at: usize, problem: impl Into<String>) -> TraceReadError {
        TraceReadError::at_byte(at as u64, DAMAGED, problem)
    }

    fn take(&mut self, n_bytes: usize) -> Result<&'a [u8], TraceReadError> {
        let end = self.at.checked_add(n_bytes);
        let Some(taken) = end.and_then(|end| self.bytes.get(self.at..end)) else {
            let left = self.bytes.len() - self.at;
            let problem = format!("the pickle is cut off: {n_bytes} bytes expected, {left} left");
            return Err(self.damaged(self.at, problem));
        };
        self.at += n_bytes;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], TraceReadError> {
        // The bytes have the length of the array.
        Ok(self.take(N)?.first_chunk().copied().unwrap_or([0; N]))
    }

    fn pop(&mut self, at: usize) -> Result<u32, TraceReadError> {
        let floor = self.marks.last().map_or(0, |&mark| mark as usize);
        match self.stack.pop() {
            Some(top) if floor <= self.stack.len() => Ok(top),
            _ => Err(self.damaged(at, "the stack of the pickle is empty")),
        }
    }

    /// The values above the last mark, which is removed.
    fn pop_mark(&mut self, at: usize) -> Result<Vec<u32>, TraceReadError> {
        let mark = self.marks.pop().map(|mark| mark as usize);
        match mark.filter(|&mark| mark <= self.stack.len()) {
            Some(mark) => Ok(self.stack.split_off(mark)),
            None => Err(self.damaged(at, "there is no mark on the stack of the pickle")),
        }
    }

    /// Pushes a new value.
    fn make(&mut self, node: Node, at: usize) -> Result<(), TraceReadError> {
        let Ok(id) = u32::try_from(self.nodes.len()) else {
            return Err(self.damaged(at, "the pickle has more than 2^32 values"));
        };
        self.nodes.push(node);
        self.stack.push(id);
        Ok(())
    }

    fn step(&mut self, opcode: u8, at: usize) -> Result<(), TraceReadError> {
        match opcode {
            0x80 => match self.take(1)?[0] {
                2..=5 => Ok(()),
                version => {
                    let problem =
                        format!("pickles of protocol {version} are not supported, only 2 to 5");
                    Err(self.damaged(at, problem))
                }
            },
            // FRAME: skips the size; the opcodes in the frame are read like all others.
            0x95 => self.take(8).map(drop),
            b'(' => {
                self.marks
                    .push(u32::try_from(self.stack.len()).unwrap_or(u32::MAX));
                Ok(())
            }
            b'N' | 0x88 | 0x89 | b')' => {
                self.stack.push(match opcode {
                    b')' => EMPTY_TUPLE,
                    _ => OPAQUE,
                });
                Ok(())
            }
            b'J' | b'K' | b'M' | 0x8a | b'G' => self.number(opcode, at),
            0x8c | b'X' | 0x8d => self.string(at),
            b'}' => self.make(Node::Dict(None), at),
            b']' => self.make(Node::List(None), at),
            b't' | 0x85..=0x87 => self.tuple(opcode, at),
            b's' | b'u' | b'a' | b'e' => self.fill(opcode, at),
            b'q' | b'r' | 0x94 | b'h' | b'j' => self.memo(opcode, at),
            opcode => Err(self.refuse(opcode, at)),
        }
    }

    fn number(&mut self, opcode: u8, at: usize) -> Result<(), TraceReadError> {
        let number = match opcode {
            b'J' => i64::from(i32::from_le_bytes(self.array()?)),
            b'K' => self.array::<1>()?[0].into(),
            b'M' => u16::from_le_bytes(self.array()?).into(),
            b'G' => {
                self.stack.push(OPAQUE);
                return self.take(8).map(drop);
            }
            _ => {
                let length = usize::from(self.take(1)?[0]);
                let digits = self.take(length)?;
                let Some(number) = long(digits) else {
                    let problem = format!("a number of {length} bytes is too large");
                    return Err(self.damaged(at, problem));
                };
                number
            }
        };
        self.make(Node::Integer(number), at)
    }

    fn string(&mut self, at: usize) -> Result<(), TraceReadError> {
        let Some((length, start)) = text_span(self.bytes, at) else {
            let n_left = self.bytes.len() - at;
            return Err(self.damaged(at, format!("a text is cut off: {n_left} bytes are left")));
        };
        self.at = start;
        let text = self.take(length)?;
        if std::str::from_utf8(text).is_err() {
            return Err(self.damaged(at, "a text is not UTF-8"));
        }
        self.make(Node::Text(at as u64), at)
    }

    fn tuple(&mut self, opcode: u8, at: usize) -> Result<(), TraceReadError> {
        let node = match opcode {
            b't' => {
                let items = self.pop_mark(at)?;
                Node::Tuple((!items.is_empty()).then(|| Box::new(Items(items))))
            }
            0x85 => Node::Tuple1(self.pop(at)?),
            0x86 => {
                let last = self.pop(at)?;
                Node::Tuple2(self.pop(at)?, last)
            }
            _ => {
                let (third, second) = (self.pop(at)?, self.pop(at)?);
                Node::Tuple3(self.pop(at)?, second, third)
            }
        };
        self.make(node, at)
    }

    /// Adds values to the list or dictionary below them.
    fn fill(&mut self, opcode: u8, at: usize) -> Result<(), TraceReadError> {
        let mut items = match opcode {
            b's' => {
                let value = self.pop(at)?;
                vec![self.pop(at)?, value]
            }
            b'a' => vec![self.pop(at)?],
            _ => self.pop_mark(at)?,
        };
        let target = self.pop(at)?;
        self.stack.push(target);
        let is_dict = matches!(opcode, b's' | b'u');
        let content = match self.nodes.get_mut(target as usize) {
            Some(Node::Dict(content)) if is_dict && items.len().is_multiple_of(2) => content,
            Some(Node::List(content)) if !is_dict => content,
            _ => {
                let problem =
                    "values are added to something that is neither a list nor a dictionary";
                return Err(self.damaged(at, problem));
            }
        };
        match content {
            Some(content) => content.0.append(&mut items),
            None => *content = (!items.is_empty()).then(|| Box::new(Items(items))),
        }
        Ok(())
    }

    fn memo(&mut self, opcode: u8, at: usize) -> Result<(), TraceReadError> {
        let key = match opcode {
            b'q' | b'h' => self.array::<1>()?[0].into(),
            b'r' | b'j' => u32::from_le_bytes(self.array()?),
            _ => u32::try_from(self.memo.len()).unwrap_or(u32::MAX),
        };
        if matches!(opcode, b'h' | b'j') {
            let Some(&node) = self.memo.get(&key) else {
                return Err(self.damaged(at, format!("the pickle has no memo {key}")));
            };
            self.stack.push(node);
            return Ok(());
        }
        let top = self.pop(at)?;
        self.stack.push(top);
        self.memo.insert(key, top);
        Ok(())
    }

    /// The error for an instruction that is not supported.
    fn refuse(&mut self, opcode: u8, at: usize) -> TraceReadError {
        let named = OTHER_OPCODES.iter().find(|(byte, _)| *byte == opcode);
        let name = match named {
            Some((_, name)) => (*name).to_owned(),
            None => format!("0x{opcode:02x}"),
        };
        let argument = match opcode {
            b'c' | b'i' => {
                let rest = self.bytes.get(self.at..).unwrap_or_default();
                let mut lines = rest.split(|&byte| byte == b'\n').map(shown);
                let (module, name) = (lines.next(), lines.next());
                format!(
                    " '{} {}'",
                    module.unwrap_or_default(),
                    name.unwrap_or_default()
                )
            }
            _ => String::new(),
        };
        let problem = format!(
            "opcode {name}{argument}: a snapshot holds only dicts, lists, tuples, strings and numbers; nothing was run"
        );
        TraceReadError::at_byte(at as u64, PICKLE_CODE, problem)
    }
}

/// The beginning of some bytes, for a message.
fn shown(bytes: &[u8]) -> String {
    let start = bytes.get(..64).unwrap_or(bytes);
    start.escape_ascii().to_string()
}

/// A number in two's complement, the lowest byte first; `None` when it does not fit.
fn long(digits: &[u8]) -> Option<i64> {
    let (&last, _) = match digits.split_last() {
        Some(split) if digits.len() <= 9 => split,
        Some(_) => return None,
        None => return Some(0),
    };
    let fill = if last < 0x80 { 0 } else { 0xff };
    let mut wide = [fill; 16];
    wide[..digits.len()].copy_from_slice(digits);
    i64::try_from(i128::from_le_bytes(wide)).ok()
}

/// Names of instructions that are refused, for messages.
const OTHER_OPCODES: &[(u8, &str)] = &[
    (b'c', "GLOBAL"),
    (0x93, "STACK_GLOBAL"),
    (b'R', "REDUCE"),
    (b'b', "BUILD"),
    (b'i', "INST"),
    (b'o', "OBJ"),
    (0x81, "NEWOBJ"),
    (0x92, "NEWOBJ_EX"),
    (b'P', "PERSID"),
    (b'Q', "BINPERSID"),
    (0x82, "EXT1"),
    (0x83, "EXT2"),
    (0x84, "EXT4"),
    (b'B', "BINBYTES"),
    (b'C', "SHORT_BINBYTES"),
    (0x8e, "BINBYTES8"),
    (0x96, "BYTEARRAY8"),
    (0x8b, "LONG4"),
    (0x8f, "EMPTY_SET"),
    (0x91, "FROZENSET"),
];

#[cfg(test)]
mod tests {
    use super::{Pickle, long};

    #[test]
    fn numbers_of_python_are_read() {
        assert_eq!(long(b""), Some(0));
        assert_eq!(long(b"\xff"), Some(-1));
        assert_eq!(long(b"\x80"), Some(-128));
        assert_eq!(long(b"\xff\0"), Some(255));
        assert_eq!(long(b"\xff\xff\xff\xff\xff\xff\xff\x7f\0"), Some(i64::MAX));
        assert_eq!(long(b"\0\0\0\0\0\0\0\x80\0"), None);
        assert_eq!(long(&[0; 10]), None);
    }

    #[test]
    fn values_are_found_by_key_and_the_last_one_counts() {
        let bytes = b"\x80\x04}(\x8c\x01aK\x01\x8c\x01b]\x94(K\x02K\x03e\x8c\x01aM\0\x01u.";
        let pickle = Pickle::load(bytes).unwrap();
        let get = |key: &str| pickle.get(pickle.root(), key).unwrap();
        assert_eq!(pickle.integer(get("a").unwrap()), Some(256));
        assert_eq!(pickle.items(get("b").unwrap()).unwrap().unwrap().len(), 2);
        assert_eq!(get("c"), None);
    }

    #[test]
    fn nothing_but_data_is_accepted() {
        let error = |bytes: &[u8]| Pickle::load(bytes).unwrap_err().to_string();
        let tail =
            ": a snapshot holds only dicts, lists, tuples, strings and numbers; nothing was run";
        assert_eq!(
            error(b"\x80\x02cos\nsystem\n."),
            format!("byte 2: opcode GLOBAL 'os system'{tail}")
        );
        let long = [b"\x80\x02c", &[b'm'; 65][..], b"\nn\n."].concat();
        let start = "m".repeat(64);
        assert_eq!(
            error(&long),
            format!("byte 2: opcode GLOBAL '{start} n'{tail}")
        );
        assert_eq!(
            error(b"\x80\x02NR."),
            format!("byte 3: opcode REDUCE{tail}")
        );
        assert_eq!(
            error(b"\x80\x02I1\n."),
            format!("byte 2: opcode 0x49{tail}")
        );
        assert_eq!(
            error(b"\x80\x02"),
            "byte 2: the pickle is cut off: 1 bytes expected, 0 left"
        );
        assert_eq!(
            error(b"\x80\x04\x8c\x01\xff."),
            "byte 2: a text is not UTF-8"
        );
        assert_eq!(
            error(b"\x80\x02(s."),
            "byte 3: the stack of the pickle is empty"
        );
        assert_eq!(
            error(b"\x80\x02N.N"),
            "byte 4: 1 bytes follow the end of the pickle"
        );
    }

    #[test]
    fn walking_shared_lists_ends() {
        // A list of 200 references to a list of 200 references to itself, and so on.
        let mut bytes = b"\x80\x04]\x94(".to_vec();
        bytes.extend([b'h', 0].repeat(200));
        bytes.extend(b"e.");
        let pickle = Pickle::load(&bytes).unwrap();
        let mut todo = vec![pickle.root()];
        let error = loop {
            match pickle.items(todo.pop().unwrap()) {
                Ok(items) => todo.extend(items.unwrap()),
                Err(error) => break error,
            }
        };
        assert_eq!(error.code(), "too-large");
    }
}
