//! LLVM IR as text, one instruction a line. Unsupported instructions define unknown values, and functions with
//! unsupported blocks stay as they are.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::AliasScopes;
use super::classes::{Marks, Scopes};
use super::graph::{
    Access, Binary, Block, Def, Function, Length, Predicate, Value, element, element_size,
};

/// Calls that return new objects.
pub(super) const ALLOCATORS: [&str; 5] = [
    "malloc",
    "aligned_alloc",
    "calloc",
    "_mlir_memref_to_llvm_alloc",
    "_mlir_memref_to_llvm_aligned_alloc",
];

/// The intrinsic that declares where scopes begin to hold.
const DECLARE: &str = "llvm.experimental.noalias.scope.decl";

/// Adds scopes to the text of a module.
pub(super) fn mark(text: &str) -> (String, AliasScopes) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut metadata = Metadata::after(text);
    let mut added = AliasScopes::default();
    let mut suffixes: HashMap<usize, String> = HashMap::new();
    let mut declarations: HashMap<usize, String> = HashMap::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let start = at;
        at += 1;
        if !line.starts_with("define ") || !without_comment(line).ends_with('{') {
            continue;
        }
        while lines.get(at).is_some_and(|line| line.trim_end() != "}") {
            at += 1;
        }
        let Some(function) = Reader::read(line, start + 1, &lines[start + 1..at]) else {
            continue;
        };
        added.n_accesses += function.accesses.len();
        let scopes = Scopes::of(&function);
        added.n_marked += scopes.marked.len();
        added.n_scopes += scopes.scopes.len();
        let of_call = metadata.add(&function, &scopes, &mut suffixes);
        if !of_call.is_empty() {
            // The label of the entry, if it has one, is the first line that is not empty.
            let is_empty = |line: &&&str| without_comment(line).is_empty();
            let n_empty = lines[start + 1..at].iter().take_while(is_empty).count();
            let first = start + 1 + n_empty;
            let has_label = label(without_comment(lines[first]).trim()).is_some();
            declarations.insert(first + usize::from(has_label), of_call);
        }
    }
    let mut out = String::with_capacity(text.len() + metadata.text.len() + suffixes.len() * 40);
    for (number, line) in lines.iter().enumerate() {
        out.extend(declarations.get(&number).map(String::as_str));
        match suffixes.get(&number) {
            Some(suffix) => {
                let kept = without_comment(line).len();
                out.push_str(&line[..kept]);
                out.push_str(suffix);
                out.push_str(&line[kept..]);
            }
            None => out.push_str(line),
        }
    }
    if !metadata.text.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    let declares =
        |line: &&str| line.starts_with("declare ") && line.contains(&format!("@{DECLARE}("));
    if !declarations.is_empty() && !lines.iter().any(declares) {
        let _ = writeln!(out, "declare void @{DECLARE}(metadata)");
    }
    out.push_str(&metadata.text);
    (out, added)
}

/// The metadata that is added to a module.
struct Metadata {
    next: u64,
    text: String,
}

impl Metadata {
    /// Numbers above all that a text defines.
    fn after(text: &str) -> Self {
        let numbers = text.lines().filter_map(|line| {
            let (number, _) = line.strip_prefix('!')?.split_once(" = ")?;
            number.parse::<u64>().ok()
        });
        let next = numbers.max().map_or(0, |most| most.saturating_add(1));
        let text = String::new();
        Self { next, text }
    }

    fn node(&mut self, body: impl FnOnce(u64) -> String) -> u64 {
        let number = self.next;
        self.next += 1;
        let _ = writeln!(self.text, "!{number} = {}", body(number));
        number
    }

    /// The list of scopes whose numbers are in `numbers`. Equal lists are one.
    fn list(
        &mut self,
        scopes: &[usize],
        numbers: &[u64],
        lists: &mut HashMap<Vec<usize>, u64>,
    ) -> u64 {
        if let Some(&list) = lists.get(scopes) {
            return list;
        }
        let members: Vec<String> = scopes
            .iter()
            .map(|&scope| format!("!{}", numbers[scope]))
            .collect();
        let list = self.node(|_| format!("!{{{}}}", members.join(", ")));
        lists.insert(scopes.to_vec(), list);
        list
    }

    /// Adds the scopes of a function, and what its lines get. Returns what declares them, for the beginning of its
    /// entry.
    fn add(
        &mut self,
        function: &Function<usize>,
        scopes: &Scopes,
        suffixes: &mut HashMap<usize, String>,
    ) -> String {
        let mut declarations = String::new();
        let name: String = function
            .name
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || "._-".contains(*c))
            .collect();
        let domains: Vec<u64> = (0..scopes.domains)
            .map(|_| self.node(|this| format!("distinct !{{!{this}, !\"{name}\"}}")))
            .collect();
        let (mut numbers, mut lists) = (Vec::new(), HashMap::new());
        for (at, scope) in scopes.scopes.iter().enumerate() {
            let (domain, what) = (domains[scope.domain], &scope.description);
            numbers
                .push(self.node(|this| format!("distinct !{{!{this}, !{domain}, !\"{what}\"}}")));
            if scope.is_of_call {
                let list = self.list(&[at], &numbers, &mut lists);
                let _ = writeln!(declarations, "  call void @{DECLARE}(metadata !{list})");
            }
        }
        for (number, Marks { own, others }) in &scopes.marked {
            let [own, others] = [own, others].map(|list| self.list(list, &numbers, &mut lists));
            let line = function.accesses[*number].at;
            suffixes.insert(line, format!(", !alias.scope !{own}, !noalias !{others}"));
        }
        declarations
    }
}

/// Reads the lines of a function.
struct Reader {
    function: Function<usize>,
    values: HashMap<String, Value>,
    blocks: HashMap<String, Block>,
    /// The label of the entry, which has no line if it is a number.
    entry: Option<String>,
    block: Block,
}

impl Reader {
    /// A function whose body begins at line `first`; none if its blocks are not understood.
    fn read(head: &str, first: usize, body: &[&str]) -> Option<Function<usize>> {
        let name = head
            .split_once('@')
            .map_or("", |(_, rest)| rest.split('(').next().unwrap_or_default());
        let mut reader = Self {
            function: Function::new(name.to_owned()),
            values: HashMap::new(),
            blocks: HashMap::new(),
            entry: None,
            block: 0,
        };
        // Names may hold blanks and brackets then.
        if body
            .iter()
            .any(|line| line.contains("%\"") || line.contains("@\""))
        {
            return None;
        }
        let mut is_first = true;
        for line in body.iter().map(|line| without_comment(line).trim()) {
            if let Some(label) = label(line) {
                if is_first {
                    reader.blocks.insert(label.to_owned(), 0);
                } else {
                    let block = reader.function.n_blocks as Block;
                    reader.function.n_blocks += 1;
                    reader.blocks.insert(label.to_owned(), block);
                }
            }
            is_first &= line.is_empty();
        }
        let mut numbered = (first..).zip(body);
        while let Some((number, line)) = numbered.next() {
            let mut text = without_comment(line).trim().to_owned();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if let Some(label) = label(&text) {
                reader.block = *reader.blocks.get(label)?;
                continue;
            }
            // The cases of a switch are lines of their own.
            while text.ends_with('[') || text.starts_with("switch ") && !text.ends_with(']') {
                let (_, more) = numbered.next()?;
                text.push(' ');
                text.push_str(without_comment(more).trim());
            }
            reader.instruction(number, &text)?;
        }
        Some(reader.function)
    }

    /// The block of a label. The entry may have a number that no line shows.
    fn block_of(&mut self, label: &str) -> Option<Block> {
        if let Some(&block) = self.blocks.get(label) {
            return Some(block);
        }
        let entry = self.entry.get_or_insert_with(|| label.to_owned());
        (entry == label && label.bytes().all(|byte| byte.is_ascii_digit())).then_some(0)
    }

    fn value(&mut self, name: &str) -> Value {
        if let Some(&value) = self.values.get(name) {
            return value;
        }
        let value = self.function.add();
        self.values.insert(name.to_owned(), value);
        self.function.values[value as usize].def = match name.parse() {
            Ok(number) => Def::Number(number),
            Err(_) if name == "null" => Def::Null,
            // What no instruction computes is an argument; a definition replaces this.
            Err(_) if name.starts_with(['%', '@']) => Def::Outside,
            Err(_) => Def::Unknown,
        };
        value
    }

    /// Reads an instruction; none if control flow is not understood.
    fn instruction(&mut self, number: usize, text: &str) -> Option<()> {
        let (result, code) = match text.split_once(" = ") {
            Some((result, code)) if result.starts_with('%') => (Some(result), code),
            _ => (None, text),
        };
        let (name, rest) = code.split_once(' ').unwrap_or((code, ""));
        self.edges(name, rest)?;
        if name == "br" || name == "switch" {
            return Some(());
        }
        let parts = split(rest);
        if !parts
            .iter()
            .any(|part| part.starts_with("!alias.scope") || part.starts_with("!noalias"))
            && let Some(places) = self.places(name, &parts)
        {
            self.function.accesses.push(Access {
                at: number,
                block: self.block,
                places,
            });
        }
        if let Some(result) = result {
            let def = self.def(name, &parts, rest);
            let (def, width) = def.unwrap_or_default();
            let value = self.value(result);
            self.function.values[value as usize] = super::graph::Node {
                def,
                block: self.block,
                width,
            };
        }
        Some(())
    }

    /// The edges of a terminator. Targets are what follows `label`, in all of them.
    fn edges(&mut self, name: &str, rest: &str) -> Option<()> {
        if name == "indirectbr" {
            return None;
        }
        if !rest.contains("label %") {
            return Some(());
        }
        let mut targets = Vec::new();
        for part in rest.split("label %").skip(1) {
            let label = part.split([',', ' ', ']']).next()?;
            targets.push(self.block_of(label)?);
        }
        for &to in &targets {
            self.function.edges.push((self.block, to));
        }
        if let (Some(condition), &[yes, no]) = (
            rest.strip_prefix("i1 ").filter(|_| name == "br"),
            &targets[..],
        ) {
            let condition = self.value(condition.split(',').next()?.trim());
            self.function
                .branches
                .push((self.block, condition, yes, no));
        }
        Some(())
    }

    /// The bytes that an instruction reads or writes; none if it is no simple access.
    fn places(&mut self, name: &str, parts: &[&str]) -> Option<Vec<(Value, Length)>> {
        match name {
            "load" => {
                let &[ty, address, ..] = parts else {
                    return None;
                };
                let bytes = access_size(ty)?;
                Some(vec![(self.pointer(address)?, Length::Bytes(bytes))])
            }
            "store" => {
                let &[stored, address, ..] = parts else {
                    return None;
                };
                let bytes = access_size(typed(stored)?.0)?;
                Some(vec![(self.pointer(address)?, Length::Bytes(bytes))])
            }
            "call" | "tail" => {
                let (callee, operands) = call(parts)?;
                let n = match callee {
                    _ if callee.starts_with("llvm.memcpy.p0.p0")
                        || callee.starts_with("llvm.memmove.p0.p0") =>
                    {
                        2
                    }
                    _ if callee.starts_with("llvm.memset.p0") => 1,
                    _ => return None,
                };
                let &[first, second, length, volatile] = &operands[..] else {
                    return None;
                };
                if typed(volatile)?.1 != "false" {
                    return None;
                }
                let length = Length::Computed(self.value(typed(length)?.1));
                let places = [first, second].into_iter().take(n);
                places
                    .map(|place| Some((self.pointer(place)?, length)))
                    .collect()
            }
            _ => None,
        }
    }

    /// The value of `ptr %x`.
    fn pointer(&mut self, text: &str) -> Option<Value> {
        let (ty, value) = typed(text)?;
        (ty == "ptr" || ty.starts_with("ptr ")).then(|| self.value(value))
    }

    /// What an instruction computes, and the width of an integer result.
    fn def(&mut self, name: &str, parts: &[&str], rest: &str) -> Option<(Def, u32)> {
        match name {
            "alloca" => Some((Def::Fresh(None), 0)),
            "ptrtoint" | "inttoptr" => self.pointer_cast(name == "ptrtoint", parts),
            "phi" => self.phi(rest),
            "icmp" => self.compare(parts),
            "select" => {
                let &[condition, a, b, ..] = parts else {
                    return None;
                };
                let width = width(typed(a)?.0);
                let condition = self.operand(condition)?;
                Some((
                    Def::Select(condition, self.operand(a)?, self.operand(b)?),
                    width,
                ))
            }
            "sext" | "zext" | "trunc" => {
                let (from, to) = parts.first()?.rsplit_once(" to ")?;
                let from = self.operand(from)?;
                let def = match name {
                    "sext" => Def::SignExtend(from),
                    "zext" => Def::ZeroExtend(from),
                    _ => Def::Truncate(from),
                };
                Some((def, width(to)))
            }
            "getelementptr" => self.address(parts),
            "insertvalue" => {
                let &[aggregate, inserted, ref path @ ..] = parts else {
                    return None;
                };
                let aggregate = self.operand(aggregate)?;
                Some((
                    Def::Insert(aggregate, path_of(path)?, self.operand(inserted)?),
                    0,
                ))
            }
            "extractvalue" => {
                let (aggregate, path) = parts.split_first()?;
                Some((Def::Extract(self.operand(aggregate)?, path_of(path)?), 0))
            }
            "call" | "tail" => self.call(parts),
            _ => {
                let op = Binary::named(name)?;
                let &[a, b, ..] = parts else {
                    return None;
                };
                let (head, a) = typed(a)?;
                let width = width(head.rsplit(' ').next()?);
                Some((Def::Binary(op, self.value(a), self.value(b)), width))
            }
        }
        .filter(|(def, width)| !matches!(def, Def::Binary(..)) || *width > 0)
    }

    /// A value after its type.
    fn operand(&mut self, text: &str) -> Option<Value> {
        Some(self.value(typed(text)?.1))
    }

    fn pointer_cast(&mut self, is_to_integer: bool, parts: &[&str]) -> Option<(Def, u32)> {
        let (from, to) = parts.first()?.rsplit_once(" to ")?;
        let pointer = if is_to_integer { typed(from)?.0 } else { to };
        let from = self.operand(from)?;
        let def = if is_to_integer {
            Def::ToInteger(from)
        } else {
            Def::ToPointer(from)
        };
        (pointer == "ptr").then_some((def, width(to)))
    }

    fn compare(&mut self, parts: &[&str]) -> Option<(Def, u32)> {
        let &[left, right, ..] = parts else {
            return None;
        };
        let (head, left) = typed(left)?;
        let predicate = head
            .split(' ')
            .find_map(|word| Predicate::ALL.iter().find(|predicate| predicate.0 == word))?
            .1;
        width(head.rsplit(' ').next()?).checked_sub(1)?;
        let def = Def::Compare(predicate, self.value(left), self.value(right));
        Some((def, 1))
    }

    fn call(&mut self, parts: &[&str]) -> Option<(Def, u32)> {
        let (callee, operands) = call(parts)?;
        if ALLOCATORS.contains(&callee) {
            // Of `calloc` it is a product.
            let size = operands.last().filter(|_| callee != "calloc");
            let size = size.and_then(|size| self.operand(size));
            return Some((Def::Fresh(size), 0));
        }
        let op = Binary::named(callee.strip_prefix("llvm.")?.split('.').next()?)?;
        let &[a, b] = &operands[..] else {
            return None;
        };
        let width = width(typed(a)?.0);
        Some((Def::Binary(op, self.operand(a)?, self.operand(b)?), width))
    }

    fn phi(&mut self, rest: &str) -> Option<(Def, u32)> {
        let ty = rest.split_once('[')?.0.trim();
        let mut incoming = Vec::new();
        // The type of an array begins with a bracket, too.
        for part in rest.split('[').skip(if ty.is_empty() { 2 } else { 1 }) {
            let (value, block) = part.split(']').next()?.split_once(',')?;
            let block = self.block_of(block.trim().strip_prefix('%')?)?;
            incoming.push((self.value(value.trim()), block));
        }
        Some((Def::Phi(incoming), width(ty)))
    }

    fn address(&mut self, parts: &[&str]) -> Option<(Def, u32)> {
        let &[ty, base, ref indices @ ..] = parts else {
            return None;
        };
        let mut ty = ty;
        while let Some((flag, rest)) = ty.split_once(' ')
            && ["inbounds", "nuw", "nusw"].contains(&flag)
        {
            ty = rest;
        }
        let base = self.pointer(base)?;
        let (mut terms, mut is_first) = (Vec::new(), true);
        for index in indices.iter().filter(|index| !index.starts_with('!')) {
            if !is_first {
                ty = element(ty)?.1;
            }
            is_first = false;
            let (index_type, index) = typed(index)?;
            width(index_type).checked_sub(1)?;
            terms.push((self.value(index), element_size(ty)?));
        }
        Some((Def::Address(base, 0, terms), 0))
    }
}

/// The name of the label that a line is.
fn label(line: &str) -> Option<&str> {
    let name = line.strip_suffix(':')?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-$._".contains(c);
    (!name.is_empty() && name.chars().all(is_plain)).then_some(name)
}

/// A line without what follows `;`, and without blanks at its end.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    let end = line.bytes().position(|byte| {
        is_quoted ^= byte == b'"';
        byte == b';' && !is_quoted
    });
    line[..end.unwrap_or(line.len())].trim_end()
}

/// The parts of a list, which commas separate outside of brackets and quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start, mut is_quoted) = (Vec::new(), 0_i32, 0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// Type and value of an operand; attributes of parameters stay with the type.
fn typed(text: &str) -> Option<(&str, &str)> {
    if !text.ends_with([')', '}', ']', '>']) {
        return text.rsplit_once(' ');
    }
    // A constant expression is one value, whose contents are unknown: everything after the type.
    let mut depth = 0_i32;
    let end = text.bytes().position(|byte| {
        depth += i32::from(b"([{<".contains(&byte)) - i32::from(b")]}>".contains(&byte));
        depth == 0 && byte == b' '
    });
    Some((&text[..end?], text[end?..].trim_start()))
}

/// Name and operands of a call.
fn call<'t>(parts: &[&'t str]) -> Option<(&'t str, Vec<&'t str>)> {
    let (_, rest) = parts.first()?.split_once('@')?;
    let (name, operands) = rest.split_once('(')?;
    Some((name, split(operands.rsplit_once(')')?.0)))
}

fn path_of(parts: &[&str]) -> Option<Box<[u32]>> {
    let path = parts.iter().filter(|part| !part.starts_with('!'));
    path.map(|part| part.parse().ok()).collect()
}

/// Bits of an integer type, 0 for other types and for wide integers.
fn width(ty: &str) -> u32 {
    let bits = ty
        .rsplit(' ')
        .next()
        .and_then(|ty| ty.strip_prefix('i')?.parse().ok());
    bits.filter(|&bits| bits <= 64).unwrap_or(0)
}

/// The bytes that a load or store of a type touches, at most.
fn access_size(ty: &str) -> Option<i128> {
    let ty = ty.trim();
    if let Some(vector) = ty.strip_prefix('<').and_then(|ty| ty.strip_suffix('>')) {
        let (n, element) = vector.split_once(" x ")?;
        return n.parse::<i128>().ok()?.checked_mul(access_size(element)?);
    }
    match width(ty) {
        0 if ty == "ptr" => Some(8),
        0 => element_size(ty),
        bits if !ty.contains(' ') => Some(i128::from(bits.div_ceil(8))),
        _ => None,
    }
}
