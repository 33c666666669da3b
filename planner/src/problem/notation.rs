//! The one-line notation of traces: `name begin..end size`, for docs, tests and command lines.
//!
//! One buffer per line (or separated by semicolons), followed by any of `align=N`, `pin=N`, `hint=N` and
//! `gap=a..b`, the last one with an optional byte window `@lo..hi`. It cannot express
//! in-place hints, capacities or scopes; the file formats of [`crate::wire`] can.
//!
//! `symbol b 1..64 multiple 8` declares a symbol, whose maximum and what follows may be missing; sizes are then also
//! expressions without blanks, `64*b+8`.
//!
//! Relations are lines that name buffers and pools: `apart a b`, `same a b`, `never a b`, `cost a b 3`,
//! `bank-cost a b 3`, `reserve l1 0..8192`, `objective reuse-cost,total-peak`; and words of buffers: `pool=l1,dram`,
//! `forever`, `uses=1,4`. An access in `uses` is a tick or several, `4..9`, then `r` for read, `w` for write or `u` for
//! update, then `*N` for its bytes; without a letter the first access writes and the others read. `times=N` says how
//! often all of them happen. `pool l1 188416 align=32 banks=16384x4` states a pool: its capacity (`-` for none),
//! alignment, and size and number of banks, with `!` where each buffer must lie within one. `access=N` is its price of
//! accesses, `copy=N` the bytes that copies move in a tick, `copies=N` how many there are at once. Pools that are only
//! mentioned have none of these. Where a name is not unique, it means the first buffer.

use std::fmt;
use std::str::FromStr;

use memplan_support::symbolic::{ExpressionError, Polynomial, Symbol};

use super::relations::{Banks, Measure, PairCost, Pool, PoolId, Relations};
use crate::{
    Access, AccessKind, Buffer, BufferId, ByteWindow, Bytes, Gap, Lifetime, LifetimeTrace, Tick,
    TraceError, Uses,
};

/// Writes the notation that [`FromStr`] reads, one buffer a line.
impl fmt::Display for LifetimeTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relations = self.relations();
        for symbol in self.symbols() {
            writeln!(f, "{}", Declaration(symbol))?;
        }
        for (index, buffer) in self.buffers().iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            let id = BufferId(index as u32);
            write!(f, "{separator}{} {} ", buffer.name, buffer.live)?;
            match self.symbolic() {
                None => write!(f, "{}", buffer.size)?,
                Some(part) => {
                    let size = part.size(id).display(part.list()).to_string();
                    f.write_str(&size.replace(' ', ""))?;
                }
            }
            if buffer.align != Bytes(1) {
                write!(f, " align={}", buffer.align)?;
            }
            if let Some(offset) = buffer.pinned {
                write!(f, " pin={offset}")?;
            }
            if let Some(offset) = buffer.hint {
                write!(f, " hint={offset}")?;
            }
            for gap in &buffer.gaps {
                write!(f, " gap={}", gap.ticks)?;
                if let Some(window) = gap.window {
                    write!(f, "@{}..{}", window.lo, window.hi)?;
                }
            }
            if !relations.is_empty() {
                write_words(f, relations, id, buffer.size)?;
            }
        }
        write_relations(f, self)
    }
}

/// The words that relations add to the line of a buffer. `O(forever + uses)`.
fn write_words(
    f: &mut fmt::Formatter<'_>,
    relations: &Relations,
    id: BufferId,
    size: Bytes,
) -> fmt::Result {
    if let Some(allowed) = relations.allowed.get(id.index()).filter(|a| !a.is_empty()) {
        let names = allowed
            .iter()
            .filter_map(|pool| relations.pools.get(pool.index()));
        let names: Vec<&str> = names.map(|pool| &*pool.name).collect();
        write!(f, " pool={}", names.join(","))?;
    }
    if relations.forever.contains(&id) {
        write!(f, " forever")?;
    }
    for uses in relations.uses.iter().filter(|uses| uses.buffer == id) {
        for (at, access) in uses.accesses.iter().enumerate() {
            let separator = if at == 0 { " uses=" } else { "," };
            write!(f, "{separator}{}", access.ticks.begin())?;
            let short = Access::at(access.ticks.begin(), at == 0, size);
            if access.ticks != short.ticks {
                write!(f, "..{}", access.ticks.end())?;
            }
            if access.kind != short.kind {
                let mut names = AccessKind::NAMES.iter();
                let named = names.find(|(kind, ..)| *kind == access.kind);
                write!(f, "{}", named.map_or('r', |&(.., letter)| letter))?;
            }
            if access.bytes != Access::usual_bytes(access.kind, size) {
                write!(f, "*{}", access.bytes)?;
            }
        }
        if uses.times != 1 {
            write!(f, " times={}", uses.times)?;
        }
    }
    Ok(())
}

/// The lines of relations.
fn write_relations(f: &mut fmt::Formatter<'_>, trace: &LifetimeTrace) -> fmt::Result {
    let relations = trace.relations();
    for pool in &relations.pools {
        let capacity = pool
            .capacity
            .map_or("-".to_owned(), |bytes| bytes.to_string());
        write!(f, "\npool {} {capacity}", pool.name)?;
        if pool.align != Bytes(1) {
            write!(f, " align={}", pool.align)?;
        }
        if let Some(banks) = pool.banks {
            let strict = if banks.is_strict { "!" } else { "" };
            write!(f, " banks={}x{}{strict}", banks.size, banks.count)?;
        }
        if pool.access_cost != 0 {
            write!(f, " access={}", pool.access_cost)?;
        }
        if let Some(rate) = pool.copy_bytes_per_tick {
            write!(f, " copy={rate}")?;
        }
        if let Some(most) = pool.copies_at_once {
            write!(f, " copies={most}")?;
        }
        for range in &pool.reserved {
            write!(f, "\nreserve {} {}..{}", pool.name, range.lo, range.hi)?;
        }
    }
    let name = |id: BufferId| &trace[id].name;
    let pairs = [
        ("same", &relations.same_place),
        ("apart", &relations.apart),
        ("never", &relations.never_together),
    ];
    for (word, pairs) in pairs {
        for &(a, b) in pairs {
            write!(f, "\n{word} {} {}", name(a), name(b))?;
        }
    }
    let costs = [
        ("cost", &relations.reuse_costs),
        ("bank-cost", &relations.bank_costs),
    ];
    for (word, costs) in costs {
        for pair in costs {
            let (a, b) = (name(pair.buffer), name(pair.other));
            write!(f, "\n{word} {a} {b} {}", pair.cost)?;
        }
    }
    if !relations.objective.is_empty() {
        let names: Vec<&str> = relations.objective.iter().map(|m| m.name()).collect();
        write!(f, "\nobjective {}", names.join(","))?;
    }
    Ok(())
}

impl FromStr for LifetimeTrace {
    type Err = TraceError;

    fn from_str(text: &str) -> Result<Self, TraceError> {
        let mut buffers = Vec::new();
        let mut relations = Relations::default();
        let mut lines = Vec::new();
        let mut symbols = Vec::new();
        let mut expressions = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            for item in line.split(';').map(str::trim) {
                if item.is_empty() || item.starts_with('#') {
                    continue;
                }
                if is_relation(item) {
                    lines.push((line_number, item));
                    continue;
                }
                let fail = |problem| TraceError::Notation {
                    line: line_number,
                    problem,
                };
                if let Some(symbol) = symbol_of(item) {
                    symbols.push(symbol.map_err(fail)?);
                    continue;
                }
                let id = BufferId(u32::try_from(buffers.len()).unwrap_or(u32::MAX));
                let mut words = item.split_whitespace();
                let size = words.nth(2).filter(|word| is_expression(word));
                expressions.extend(size.map(|size| (line_number, buffers.len(), size)));
                let buffer = parse_buffer(item, id, &mut relations);
                buffers.push(buffer.map_err(fail)?);
            }
        }
        let sizes = expressions.into_iter().map(|(line, buffer, text)| {
            let size = Polynomial::parse(text, &symbols);
            let problem = |error: ExpressionError| error.to_string();
            let fail = |problem| TraceError::Notation { line, problem };
            Ok((buffer, size.map_err(problem).map_err(fail)?))
        });
        let sizes: Vec<(usize, Polynomial)> = sizes.collect::<Result<_, TraceError>>()?;
        if !lines.is_empty() {
            parse_relations(&lines, &buffers, &mut relations)
                .map_err(|(line, problem)| TraceError::Notation { line, problem })?;
        }
        if !relations.allowed.is_empty() {
            relations.allowed.resize(buffers.len(), Vec::new());
        }
        let builder = Self::builder("").buffers(buffers).relations(relations);
        if symbols.is_empty() && sizes.is_empty() {
            return builder.build();
        }
        builder.expressions(symbols, sizes).build()
    }
}

/// The declaration of a symbol: `symbol NAME MIN..MAX multiple N`, the maximum and what follows it optional.
pub(crate) struct Declaration<'a>(pub(crate) &'a Symbol);

impl fmt::Display for Declaration<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(symbol) = self;
        write!(f, "symbol {} {}..", symbol.name, symbol.min)?;
        if let Some(max) = symbol.max {
            write!(f, "{max}")?;
        }
        match symbol.multiple {
            1 => Ok(()),
            multiple => write!(f, " multiple {multiple}"),
        }
    }
}

/// Reads what follows `symbol` in a [`Declaration`]; `None` for other words. The symbol is not checked.
pub(crate) fn declared_symbol(words: &[&str]) -> Option<Symbol> {
    let (name, range, multiple) = match words {
        [name, range] => (name, range, "1"),
        [name, range, "multiple", number] => (name, range, *number),
        _ => return None,
    };
    let (min, max) = range.split_once("..")?;
    let max = match max {
        "" => None,
        number => Some(number.parse().ok()?),
    };
    Some(Symbol {
        name: (*name).to_owned(),
        min: min.parse().ok()?,
        max,
        multiple: multiple.parse().ok()?,
    })
}

/// The symbol that a line declares; `None` for other lines. Buffers may be called `symbol`: their third word is a size.
fn symbol_of(item: &str) -> Option<Result<Symbol, String>> {
    let words: Vec<&str> = item.split_whitespace().collect();
    let ["symbol", declaration @ ..] = &*words else {
        return None;
    };
    let is_buffer = match declaration {
        [_, range] => !range.contains(".."),
        [_, _, word, _] => *word != "multiple",
        _ => true,
    };
    if is_buffer {
        return None;
    }
    let expected =
        || format!("`{item}` is not `symbol name min..max`, with or without `multiple n`");
    let symbol = declared_symbol(declaration).ok_or_else(expected);
    Some(symbol.and_then(|symbol| symbol.checked().map_err(|error| error.to_string())))
}

/// Whether a size is an expression over symbols.
fn is_expression(size: &str) -> bool {
    size.bytes()
        .any(|byte| byte.is_ascii_alphabetic() || byte == b'*')
}

/// The first words of lines that are not buffers.
const RELATIONS: &[&str] = &[
    "pool",
    "reserve",
    "same",
    "apart",
    "never",
    "cost",
    "bank-cost",
    "objective",
];

/// Whether a line states a relation. Buffers may have the names of relations: their second word is a lifetime.
fn is_relation(item: &str) -> bool {
    let mut words = item.split_whitespace();
    let is_known = words.next().is_some_and(|word| RELATIONS.contains(&word));
    is_known && words.next().is_some_and(|word| !word.contains(".."))
}

fn parse_relations(
    lines: &[(usize, &str)],
    buffers: &[Buffer],
    relations: &mut Relations,
) -> Result<(), (usize, String)> {
    let mut ids = std::collections::BTreeMap::new();
    for (index, buffer) in (0..).zip(buffers) {
        ids.entry(&*buffer.name).or_insert(BufferId(index));
    }
    let id = |name: &str| {
        let id = ids.get(name).copied();
        id.ok_or_else(|| format!("there is no buffer `{name}`"))
    };
    let mut parse = |item: &str| -> Result<(), String> {
        let words: Vec<&str> = item.split_whitespace().collect();
        match words[..] {
            ["pool", name, capacity, ref words @ ..] => {
                let pool = pool_of(relations, name);
                let pool = &mut relations.pools[pool.index()];
                parse_pool(pool, capacity, words)?;
            }
            ["reserve", name, range] => {
                let pool = pool_of(relations, name);
                let window = window(range)?;
                relations.pools[pool.index()].reserved.push(window);
            }
            ["same", a, b] => relations.same_place.push((id(a)?, id(b)?)),
            ["apart", a, b] => relations.apart.push((id(a)?, id(b)?)),
            ["never", a, b] => relations.never_together.push((id(a)?, id(b)?)),
            [word @ ("cost" | "bank-cost"), a, b, cost] => {
                let cost = PairCost {
                    buffer: id(a)?,
                    other: id(b)?,
                    cost: number(cost, "cost")?,
                };
                match word {
                    "cost" => relations.reuse_costs.push(cost),
                    _ => relations.bank_costs.push(cost),
                }
            }
            ["objective", names] => {
                for name in names.split(',') {
                    let measure = Measure::from_name(name);
                    let measure = measure.ok_or_else(|| format!("`{name}` is not a measure"))?;
                    relations.objective.push(measure);
                }
            }
            _ => return Err(format!("`{item}` is not a relation of this many words")),
        }
        Ok(())
    };
    for &(line, item) in lines {
        parse(item).map_err(|problem| (line, problem))?;
    }
    Ok(())
}

/// Reads the capacity of a pool and what follows it.
fn parse_pool(pool: &mut Pool, capacity: &str, words: &[&str]) -> Result<(), String> {
    if capacity != "-" {
        pool.capacity = Some(Bytes(number(capacity, "capacity")?));
    }
    for word in words {
        match word.split_once('=') {
            Some(("align", value)) => pool.align = Bytes(number(value, "alignment")?),
            Some(("banks", value)) => pool.banks = Some(banks(value)?),
            Some(("access", value)) => pool.access_cost = number(value, "price")?,
            Some(("copy", value)) => {
                pool.copy_bytes_per_tick = Some(Bytes(number(value, "rate")?));
            }
            Some(("copies", value)) => {
                pool.copies_at_once = Some(number(value, "number of copies")?);
            }
            _ => {
                return Err(format!(
                    "`{word}` is not one of `align=N`, `banks=NxM`, `access=N`, `copy=N`, `copies=N`"
                ));
            }
        }
    }
    Ok(())
}

/// The pool of a name, which is added where it is new.
fn pool_of(relations: &mut Relations, name: &str) -> PoolId {
    let position = relations.pools.iter().position(|pool| pool.name == name);
    let index = position.unwrap_or_else(|| {
        relations.pools.push(Pool::new(name));
        relations.pools.len() - 1
    });
    PoolId(index as u32)
}

fn banks(text: &str) -> Result<Banks, String> {
    let (digits, is_strict) = match text.strip_suffix('!') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let Some((size, count)) = digits.split_once('x') else {
        return Err(format!("the banks `{text}` are not `SIZExCOUNT`"));
    };
    Ok(Banks {
        size: Bytes(number(size, "size of a bank")?),
        count: number(count, "number of banks")?,
        is_strict,
    })
}

fn parse_buffer(item: &str, id: BufferId, relations: &mut Relations) -> Result<Buffer, String> {
    let mut words = item.split_whitespace();
    let (Some(name), Some(live), Some(size)) = (words.next(), words.next(), words.next()) else {
        return Err(format!("`{item}` is not `name begin..end size`"));
    };
    let bytes = if is_expression(size) {
        0
    } else {
        number(size, "size")?
    };
    let mut buffer = Buffer::new(name, Bytes(bytes), ticks(live)?);
    let (mut accesses_of, mut times) = (Vec::new(), 1);
    for word in words {
        match word.split_once('=') {
            Some(("align", value)) => buffer.align = Bytes(number(value, "alignment")?),
            Some(("pin", value)) => buffer.pinned = Some(Bytes(number(value, "pinned offset")?)),
            Some(("hint", value)) => buffer.hint = Some(Bytes(number(value, "hinted offset")?)),
            Some(("gap", value)) => buffer.gaps.push(gap(value)?),
            Some(("pool", names)) => {
                let pools = names.split(',').map(|name| pool_of(relations, name));
                let pools = pools.collect();
                relations.allowed.resize(id.index(), Vec::new());
                relations.allowed.push(pools);
            }
            Some(("uses", list)) => {
                let accesses = list.split(',').enumerate();
                accesses_of = accesses
                    .map(|(at, text)| access(text, at == 0, buffer.size))
                    .collect::<Result<_, String>>()?;
            }
            Some(("times", value)) => times = number(value, "number of times")?,
            None if word == "forever" => relations.forever.push(id),
            _ => {
                return Err(format!(
                    "`{word}` is not one of `align=N`, `pin=N`, `hint=N`, `gap=a..b[@lo..hi]`"
                ));
            }
        }
    }
    if !accesses_of.is_empty() {
        relations.uses.push(Uses {
            buffer: id,
            times,
            accesses: accesses_of,
        });
    }
    Ok(buffer)
}

/// `4`, `4..9`, with a letter of [`AccessKind::NAMES`] and `*BYTES`.
fn access(text: &str, is_first: bool, size: Bytes) -> Result<Access, String> {
    let (rest, bytes) = match text.split_once('*') {
        Some((rest, bytes)) => (rest, Some(Bytes(number(bytes, "number of bytes")?))),
        None => (text, None),
    };
    let letter = AccessKind::NAMES
        .iter()
        .find_map(|&(kind, _, letter)| Some((kind, rest.strip_suffix(letter)?)));
    let (kind, rest) = letter.map_or((None, rest), |(kind, rest)| (Some(kind), rest));
    let (ticks, begin) = if rest.contains("..") {
        (Some(ticks(rest)?), Tick(0))
    } else {
        (None, Tick(number(rest, "use")?))
    };
    let short = Access::at(begin, is_first, size);
    let kind = kind.unwrap_or(short.kind);
    Ok(Access {
        ticks: ticks.unwrap_or(short.ticks),
        kind,
        bytes: bytes.unwrap_or(Access::usual_bytes(kind, size)),
    })
}

fn gap(text: &str) -> Result<Gap, String> {
    let Some((when, window)) = text.split_once('@') else {
        return Ok(Gap {
            ticks: ticks(text)?,
            window: None,
        });
    };
    Ok(Gap {
        ticks: ticks(when)?,
        window: Some(self::window(window)?),
    })
}

fn window(text: &str) -> Result<ByteWindow, String> {
    let Some((lo, hi)) = text.split_once("..") else {
        return Err(format!("the byte window `{text}` is not `lo..hi`"));
    };
    Ok(ByteWindow {
        lo: Bytes(number(lo, "byte")?),
        hi: Bytes(number(hi, "byte")?),
    })
}

fn ticks(text: &str) -> Result<Lifetime, String> {
    let Some((begin, end)) = text.split_once("..") else {
        return Err(format!("the lifetime `{text}` is not `begin..end`"));
    };
    Ok(Lifetime::half_open(
        Tick(number(begin, "begin")?),
        Tick(number(end, "end")?),
    ))
}

fn number<N: FromStr>(text: &str, what: &str) -> Result<N, String> {
    text.parse()
        .map_err(|_| format!("the {what} `{text}` is not a number in range"))
}

#[cfg(test)]
mod tests {
    use crate::LifetimeTrace;

    #[test]
    fn what_is_printed_is_read_back() {
        let text = "a 0..4 32\nb -2..6 16 align=8 pin=24 hint=3 gap=0..1 gap=2..3@4..8";
        let trace: LifetimeTrace = text.parse().unwrap();
        assert_eq!(trace.to_string(), text);
        let trace: LifetimeTrace = "a 0..1 1; b 1..2 3\n# nothing\n c 0..9 4".parse().unwrap();
        assert_eq!(trace.len(), 3);
    }

    #[test]
    fn symbols_are_printed_and_read_back() {
        let text = "symbol b 1..64\nsymbol s 32.. multiple 32\na 0..4 64*b*s-8 align=8\nb 2..6 100";
        let trace: LifetimeTrace = text.parse().unwrap();
        assert_eq!(trace.to_string(), text);
        assert_eq!(trace.at(&[1, 32]).unwrap().max_load().0, 64 * 32 - 8 + 100);
        let error = |text: &str| text.parse::<LifetimeTrace>().unwrap_err().to_string();
        assert_eq!(
            error("symbol b 1..2\na 0..1 8*c"),
            "line 2: column 3 of `8*c`: there is no symbol `c`; known symbols: b"
        );
        assert_eq!(
            error("symbol b 2..1"),
            "line 1: symbol `b`: the range is empty"
        );
        // A buffer may have this name.
        let buffer: LifetimeTrace = "symbol 0..1 8".parse().unwrap();
        assert_eq!((buffer.len(), buffer.symbols().len()), (1, 0));
    }

    #[test]
    fn relations_are_printed_and_read_back() {
        let text = "a 0..4 32 pool=l1,dram\nb 2..6 8 pin=8 pool=l1 forever\nc 0..9 4 uses=1,4\n\
                    apart 1..2 8\n\
                    pool l1 188416 align=4 banks=16x4!\nreserve l1 0..8\npool dram -\n\
                    same a c\napart a apart\nnever a b\ncost a b 3\nbank-cost a b 2\n\
                    objective reuse-cost,total-peak";
        let trace: LifetimeTrace = text.parse().unwrap();
        assert_eq!(trace.to_string(), text);
        assert_eq!((trace.len(), trace.relations().pools.len()), (4, 2));
    }

    #[test]
    fn errors_name_the_line_and_the_word() {
        let error = |text: &str| text.parse::<LifetimeTrace>().unwrap_err().to_string();
        assert_eq!(
            error("a 0..1 1\nb 0..1"),
            "line 2: `b 0..1` is not `name begin..end size`"
        );
        assert_eq!(
            error("a 0-1 1"),
            "line 1: the lifetime `0-1` is not `begin..end`"
        );
        assert_eq!(
            error("a 0..1 -1"),
            "line 1: the size `-1` is not a number in range"
        );
        assert_eq!(
            error("a 0..1 1 aling=4"),
            "line 1: `aling=4` is not one of `align=N`, `pin=N`, `hint=N`, `gap=a..b[@lo..hi]`"
        );
    }
}
