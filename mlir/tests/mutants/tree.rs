//! Operations in generic form as a tree whose types and attributes are text.
//!
//! Mutated programs may be invalid, so a module cannot represent them.

use std::fmt::Write as _;

/// An operation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Op {
    /// `%0` and the number of results; absent if the results have no name.
    pub(crate) results: Option<(String, usize)>,
    /// `arith.addi`.
    pub(crate) name: String,
    /// Names of the operands.
    pub(crate) operands: Vec<String>,
    /// Names of the successors.
    pub(crate) successors: Vec<String>,
    /// Entries of `<{..}>`.
    pub(crate) props: Vec<Entry>,
    pub(crate) regions: Vec<Vec<Block>>,
    /// Entries of `{..}`.
    pub(crate) attrs: Vec<Entry>,
    /// Types of the operands.
    pub(crate) ins: Vec<String>,
    /// Types of the results.
    pub(crate) outs: Vec<String>,
}

/// A key and its value; `None` means `unit`.
pub(crate) type Entry = (String, Option<String>);

#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// `^bb0`; absent if the text omits it.
    pub(crate) label: Option<String>,
    /// Names and types of the arguments.
    pub(crate) args: Vec<(String, String)>,
    /// The operations of the block.
    pub(crate) ops: Vec<Op>,
}

/// Parses the generic form of our printer; `None` for anything else.
pub(crate) fn parse(text: &str) -> Option<Op> {
    let mut reader = Reader { text, at: 0 };
    let op = reader.op()?;
    reader.blanks();
    (reader.at == text.len()).then_some(op)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, word: &str) -> bool {
        self.blanks();
        let is_next = self.rest().starts_with(word);
        if is_next {
            self.at += word.len();
        }
        is_next
    }

    /// The text up to the closing bracket, which is consumed.
    fn until(&mut self, close: char) -> Option<&'a str> {
        let rest = self.rest();
        let end = end_of(rest, |c| c == close)?;
        self.at += end + close.len_utf8();
        Some(&rest[..end])
    }

    /// A name with its prefix: `%0#1`, `^bb0`.
    fn name(&mut self, prefix: char) -> Option<String> {
        self.blanks();
        let rest = self.rest();
        let tail = rest.strip_prefix(prefix)?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_.$#-".contains(c);
        let len = tail.find(|c| !is_part(c)).unwrap_or(tail.len()) + prefix.len_utf8();
        self.at += len;
        Some(rest[..len].to_owned())
    }

    fn op(&mut self) -> Option<Op> {
        let mut op = Op::default();
        if let Some(name) = self.name('%') {
            let mut count = 1;
            if self.eat(":") {
                let rest = self.rest();
                let len = rest.find(|c: char| !c.is_ascii_digit())?;
                count = rest[..len].parse().ok()?;
                self.at += len;
            }
            op.results = Some((name, count));
            self.eat("=").then_some(())?;
        }
        self.eat("\"").then_some(())?;
        let rest = self.rest();
        let end = rest.find('"')?;
        op.name = rest[..end].to_owned();
        self.at += end + 1;
        self.eat("(").then_some(())?;
        op.operands = owned(split(self.until(')')?));
        if self.eat("[") {
            op.successors = owned(split(self.until(']')?));
        }
        if self.eat("<{") {
            op.props = entries(self.until('}')?);
            self.eat(">").then_some(())?;
        }
        if self.eat("({") {
            loop {
                op.regions.push(self.region()?);
                if self.eat(", {") {
                    continue;
                }
                self.eat(")").then_some(())?;
                break;
            }
        }
        if self.eat("{") {
            op.attrs = entries(self.until('}')?);
        }
        self.eat(":").then_some(())?;
        self.eat("(").then_some(())?;
        op.ins = owned(split(self.until(')')?));
        self.eat("->").then_some(())?;
        self.blanks();
        let rest = self.rest();
        let len = end_of(rest, |c| c == '\n').unwrap_or(rest.len());
        let outs = rest[..len].trim();
        self.at += len;
        op.outs = match outs.strip_prefix('(') {
            // A single result of function type does not occur.
            Some(list) => owned(split(list.strip_suffix(')')?)),
            None => vec![outs.to_owned()],
        };
        Some(op)
    }

    fn region(&mut self) -> Option<Vec<Block>> {
        let mut blocks = Vec::new();
        loop {
            if self.eat("}") {
                return Some(blocks);
            }
            if let Some(label) = self.name('^') {
                let mut block = Block {
                    label: Some(label),
                    ..Block::default()
                };
                if self.eat("(") {
                    for arg in split(self.until(')')?) {
                        let (name, ty) = arg.split_once(": ")?;
                        block.args.push((name.to_owned(), ty.to_owned()));
                    }
                }
                self.eat(":").then_some(())?;
                blocks.push(block);
                continue;
            }
            let op = self.op()?;
            if blocks.is_empty() {
                blocks.push(Block::default());
            }
            blocks.last_mut()?.ops.push(op);
        }
    }
}

/// The position of the first character outside all brackets and strings that `is_end` accepts.
pub(crate) fn end_of(text: &str, is_end: impl Fn(char) -> bool) -> Option<usize> {
    let (mut depth, mut in_string, mut before) = (0usize, false, ' ');
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if in_string {
            match c {
                '\\' => drop(chars.next()),
                '"' => in_string = false,
                _ => {}
            }
            continue;
        }
        if depth == 0 && is_end(c) {
            return Some(at);
        }
        match c {
            '"' => in_string = true,
            '(' | '[' | '{' => depth += 1,
            '<' if chars.peek().is_none_or(|next| next.1 != '=') => depth += 1,
            '>' if before == '-' || chars.peek().is_some_and(|next| next.1 == '=') => {}
            ')' | ']' | '}' | '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        before = c;
    }
    None
}

/// The items of a list that commas separate.
pub(crate) fn split(list: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let mut rest = list;
    while let Some(at) = end_of(rest, |c| c == ',') {
        items.push(rest[..at].trim());
        rest = &rest[at + 1..];
    }
    if !rest.trim().is_empty() {
        items.push(rest.trim());
    }
    items
}

fn owned(items: Vec<&str>) -> Vec<String> {
    items.into_iter().map(str::to_owned).collect()
}

fn entries(list: &str) -> Vec<Entry> {
    let entry = |item: &str| match end_of(item, |c| c == '=') {
        Some(at) => (
            item[..at].trim().to_owned(),
            Some(item[at + 1..].trim().to_owned()),
        ),
        None => (item.to_owned(), None),
    };
    split(list).into_iter().map(entry).collect()
}

impl Op {
    /// The text for [`parse`].
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out
    }

    fn write(&self, out: &mut String, depth: usize) {
        let indent = "  ".repeat(depth);
        out.push_str(&indent);
        match &self.results {
            Some((name, 1)) => write!(out, "{name} = ").unwrap(),
            Some((name, count)) => write!(out, "{name}:{count} = ").unwrap(),
            None => {}
        }
        write!(out, "\"{}\"({})", self.name, self.operands.join(", ")).unwrap();
        if !self.successors.is_empty() {
            write!(out, "[{}]", self.successors.join(", ")).unwrap();
        }
        if !self.props.is_empty() {
            write!(out, " <{{{}}}>", dictionary(&self.props)).unwrap();
        }
        for (index, region) in self.regions.iter().enumerate() {
            out.push_str(if index == 0 { " ({\n" } else { ", {\n" });
            for block in region {
                if let Some(label) = &block.label {
                    let args = block.args.iter();
                    let args: Vec<_> = args.map(|(name, ty)| format!("{name}: {ty}")).collect();
                    writeln!(out, "{indent}{label}({}):", args.join(", ")).unwrap();
                }
                for op in &block.ops {
                    op.write(out, depth + 1);
                }
            }
            write!(out, "{indent}}}").unwrap();
        }
        if !self.regions.is_empty() {
            out.push(')');
        }
        if !self.attrs.is_empty() {
            write!(out, " {{{}}}", dictionary(&self.attrs)).unwrap();
        }
        writeln!(
            out,
            " : ({}) -> ({})",
            self.ins.join(", "),
            self.outs.join(", ")
        )
        .unwrap();
    }

    /// Calls `see` on this operation and all nested ones, outer operations first.
    pub(crate) fn walk<'a>(&'a self, see: &mut dyn FnMut(&'a Op)) {
        see(self);
        for block in self.regions.iter().flatten() {
            block.ops.iter().for_each(|op| op.walk(see));
        }
    }

    /// Like [`walk`](Self::walk), with mutable access.
    pub(crate) fn walk_mut(&mut self, change: &mut dyn FnMut(&mut Op)) {
        change(self);
        for block in self.regions.iter_mut().flatten() {
            block.ops.iter_mut().for_each(|op| op.walk_mut(change));
        }
    }
}

fn dictionary(entries: &[Entry]) -> String {
    let text = |(key, value): &Entry| match value {
        Some(value) => format!("{key} = {value}"),
        None => key.clone(),
    };
    entries.iter().map(text).collect::<Vec<_>>().join(", ")
}
