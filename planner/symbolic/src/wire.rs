//! Symbolic traces as CSV, JSON and `.mtrace`: the formats of [`memplan_planner::wire`] with symbols.
//!
//! A CSV file has a comment line `# symbol NAME MIN..MAX multiple N` for each symbol in front of the header, the last
//! two parts being optional, and expressions in the column `size`. In JSON, a trace has a list `symbols`, and
//! `size_bytes` is a number or a list of terms `{"coefficient": 4, "symbols": ["b", "s", "s"]}`. Binary files have a
//! section for both. Everything else is left to the readers and writers of the planner: they see a file in which
//! numbers stand for expressions, at the same positions.

use std::ops::Range;

use memplan_planner::wire::{self, Format, WireError};
use memplan_planner::{LifetimeTrace, MemoryTraceScopes, Provenance};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::section::TraceSection;
use crate::{ExpressionError, Polynomial, Symbol, SymbolicError, SymbolicTrace};
use memplan_support::symbolic::check_symbols;

/// The symbolic traces of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicScopes {
    /// One for each allocation scope.
    pub traces: Vec<SymbolicTrace>,
    /// Where they come from.
    pub provenance: Provenance,
}

/// Reads traces with or without symbols as binary, JSON or CSV.
///
/// ```
/// use memplan_planner::Bytes;
/// use memplan_symbolic::read_traces;
///
/// let file = b"# symbol b 1..64 multiple 2\nid,lower,upper,size\nx,0,4,64*b\ny,2,6,16\n";
/// let trace = &read_traces(file)?.traces[0];
/// assert_eq!(trace.at(&[2])?.max_load(), Bytes(144));
/// # Ok::<(), memplan_symbolic::SymbolicError>(())
/// ```
///
/// # Errors
/// Those of [`wire::read_trace`], and [`SymbolicError`] with the position of a symbol or size.
pub fn read_traces(bytes: &[u8]) -> Result<SymbolicScopes, SymbolicError> {
    if let Some((plain, sections)) = wire::extended::<Vec<TraceSection>>(bytes)? {
        let plain = wire::read_trace(plain)?;
        if plain.traces.len() != sections.len() {
            return Err(malformed("there are sizes of another number of traces"));
        }
        let traces = plain.traces.into_iter().zip(sections);
        return Ok(SymbolicScopes {
            traces: traces
                .map(|(trace, section)| section.add_to(trace))
                .collect::<Result<_, _>>()?,
            provenance: plain.provenance,
        });
    }
    let (file, symbolic) = match std::str::from_utf8(bytes) {
        Ok(text) if first_byte(text) == Some(b'{') && text.contains("\"symbols\"") => {
            let (blanked, symbolic) = blank_json(text)?;
            (wire::read_trace(&blanked)?, symbolic)
        }
        Ok(text) if text.contains("# symbol ") && first_byte(text) != Some(b'{') => {
            let (blanked, symbolic) = blank_csv(text)?;
            (wire::read_trace(&blanked)?, vec![symbolic])
        }
        _ => (wire::read_trace(bytes)?, Vec::new()),
    };
    let mut symbolic = symbolic.into_iter();
    let traces = file.traces.into_iter().map(|trace| match symbolic.next() {
        Some(part) if !part.symbols.is_empty() => part.add_to(trace),
        _ => Ok(trace.into()),
    });
    Ok(SymbolicScopes {
        traces: traces.collect::<Result<_, _>>()?,
        provenance: file.provenance,
    })
}

/// Writes traces so that [`read_traces`] gives equal ones; those without symbols as [`wire::write_trace`] does.
///
/// # Errors
/// Those of [`wire::write_trace`]; event logs cannot hold symbols.
pub fn write_traces(scopes: &SymbolicScopes, format: Format) -> Result<Vec<u8>, SymbolicError> {
    let traces = scopes.traces.iter().map(|trace| trace.lifetimes().clone());
    let plain = MemoryTraceScopes {
        traces: traces.collect(),
        provenance: scopes.provenance.clone(),
    };
    let bytes = wire::write_trace(&plain, format)?;
    if scopes.traces.iter().all(|trace| trace.symbols().is_empty()) {
        return Ok(bytes);
    }
    if format == Format::Binary {
        let sections: Vec<TraceSection> =
            scopes.traces.iter().map(TraceSection::from_core).collect();
        return Ok(wire::extend(&bytes, &sections)?);
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut splices: Vec<(Range<usize>, String)> = Vec::new();
    match format {
        Format::Json => {
            let document: RawDocument<'_> = parse_json(text.as_bytes())?;
            for (raw, trace) in document.traces.iter().zip(&scopes.traces) {
                if !trace.symbols().is_empty() {
                    splice_json(&text, raw, trace, &mut splices)?;
                }
            }
        }
        Format::Csv => {
            let trace = &scopes.traces[0]; // the writer has checked that there is one
            let symbols = trace.symbols().iter().map(symbol_line);
            splices.push((0..0, symbols.collect()));
            let mut ids = trace.lifetimes().ids();
            for_each_size(&text, |span| {
                if let Some(id) = ids.next() {
                    let size = trace.size(id).display(trace.symbols()).to_string();
                    splices.push((span, size));
                }
                Ok(())
            })?;
        }
        Format::Events | Format::Binary => {
            return Err(WireError::Unrepresentable {
                format: format.name(),
                what: "sizes that depend on symbols",
            }
            .into());
        }
    }
    let mut out = String::with_capacity(text.len() * 2);
    let mut at = 0;
    for (span, with) in splices {
        out.push_str(&text[at..span.start]);
        out.push_str(&with);
        at = span.end;
    }
    out.push_str(&text[at..]);
    Ok(out.into_bytes())
}

/// A hash of traces, without their provenance: a plan carries that of the traces it is for. Without symbols,
/// [`wire::trace_hash`].
///
/// # Errors
/// Those of [`write_traces`].
pub fn trace_hash(scopes: &SymbolicScopes) -> Result<u128, SymbolicError> {
    let anonymous = SymbolicScopes {
        traces: scopes.traces.clone(),
        provenance: Provenance::default(),
    };
    let bytes = write_traces(&anonymous, Format::Binary)?;
    if wire::extended::<Vec<TraceSection>>(&bytes)?.is_some() {
        return Ok(wire::source_hash(&bytes));
    }
    Ok(wire::trace_hash(&wire::read_trace(&bytes)?)?)
}

/// What a file says about symbols.
struct SymbolicPart {
    symbols: Vec<Symbol>,
    /// By the number of the buffer, ascending.
    sizes: Vec<(usize, Polynomial)>,
}

impl SymbolicPart {
    fn add_to(self, trace: LifetimeTrace) -> Result<SymbolicTrace, SymbolicError> {
        let constant = |size: u64| Polynomial::constant(i64::try_from(size).unwrap_or(i64::MAX));
        let mut sizes: Vec<Polynomial> = (trace.buffers().iter())
            .map(|buffer| constant(buffer.size.0))
            .collect();
        for (number, size) in self.sizes {
            if let Some(place) = sizes.get_mut(number) {
                *place = size;
            }
        }
        SymbolicTrace::new(trace, self.symbols, sizes)
    }
}

/// Whether bytes may hold traces with symbols: [`read_traces`] says whether they do. Linear in JSON, quick otherwise.
pub fn may_have_symbols(bytes: &[u8]) -> bool {
    if wire::is_binary(bytes) {
        return wire::is_extended(bytes);
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    if first_byte(text) == Some(b'{') {
        return text.contains("\"symbols\"");
    }
    let lines = text.lines().map(str::trim_ascii_start);
    let mut comments =
        lines.take_while(|line| line.is_empty() || line.starts_with(['#', '\u{feff}']));
    comments.any(|line| line.contains("# symbol "))
}

/// The first byte after blanks and comments.
fn first_byte(text: &str) -> Option<u8> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(str::trim_ascii_start);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
    line.bytes().next()
}

/// An error at an offset in bytes.
fn error_at(text: &str, offset: usize, error: SymbolicError) -> SymbolicError {
    let (column, problem) = match error {
        SymbolicError::Expression(ExpressionError::Expression {
            column, problem, ..
        }) => (column, problem),
        SymbolicError::Text { .. } => return error,
        other => (1, other.to_string()),
    };
    let before = &text.as_bytes()[..offset];
    let line_begin = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    SymbolicError::Text {
        line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
        column: offset - line_begin + column,
        problem,
    }
}

/// Puts a number in the place of an expression, without moving what follows.
pub(crate) fn blank(bytes: &mut [u8], span: Range<usize>, with: u8) {
    for byte in &mut bytes[span.clone()] {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
    bytes[span.start] = with;
}

fn blank_csv(text: &str) -> Result<(Vec<u8>, SymbolicPart), SymbolicError> {
    let mut symbols = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        if !content.is_empty() {
            let Some(comment) = content.strip_prefix('#') else {
                break;
            };
            let mut words = comment.split_ascii_whitespace();
            if words.next() == Some("symbol") {
                let symbol = read_symbol(&words.collect::<Vec<_>>());
                symbols.push(symbol.map_err(|error| error_at(text, offset, error))?);
            }
        }
        offset += line.len();
    }
    check_symbols(&symbols)?;
    let mut blanked = text.as_bytes().to_vec();
    let mut sizes = Vec::new();
    let mut number = 0;
    for_each_size(text, |span| {
        let size = &text[span.clone()];
        if !size.bytes().all(|byte| byte.is_ascii_digit()) {
            let is_quoted = 2 <= size.len() && size.starts_with('"') && size.ends_with('"');
            let inset = usize::from(is_quoted);
            let begin = span.start + inset;
            let expression = Polynomial::parse(&text[begin..span.end - inset], &symbols);
            sizes.push((
                number,
                expression.map_err(|error| error_at(text, begin, error.into()))?,
            ));
            blank(&mut blanked, span, b'0');
        }
        number += 1;
        Ok(())
    })?;
    Ok((blanked, SymbolicPart { symbols, sizes }))
}

/// Reads what follows `symbol`: `NAME MIN..MAX multiple N`, the maximum and what follows it optional.
fn read_symbol(words: &[&str]) -> Result<Symbol, SymbolicError> {
    let read = || {
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
    };
    let symbol = read().ok_or_else(|| SymbolicError::Malformed {
        problem: "expected `# symbol NAME MIN..MAX`, `MIN..`, or either with `multiple N`"
            .to_owned(),
    })?;
    Ok(symbol.checked()?)
}

fn symbol_line(symbol: &Symbol) -> String {
    let max = symbol.max.map_or_else(String::new, |max| max.to_string());
    let multiple = match symbol.multiple {
        1 => String::new(),
        multiple => format!(" multiple {multiple}"),
    };
    format!("# symbol {} {}..{max}{multiple}\n", symbol.name, symbol.min)
}

/// Calls a function with the place of the size in each row of a CSV file; of none if it is malformed.
fn for_each_size(
    text: &str,
    mut each: impl FnMut(Range<usize>) -> Result<(), SymbolicError>,
) -> Result<(), SymbolicError> {
    let bytes = text.as_bytes();
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut size_column = None;
    let mut is_header = true;
    loop {
        // Blank lines and comments.
        match bytes.get(at) {
            None => return Ok(()),
            Some(b'\n' | b' ' | b'\t' | b'\r') => {
                at += 1;
                continue;
            }
            Some(b'#') => {
                at += bytes[at..]
                    .iter()
                    .position(|&byte| byte == b'\n')
                    .unwrap_or(bytes.len() - at);
                continue;
            }
            Some(_) => {}
        }
        for column in 0.. {
            let span = field(bytes, &mut at);
            if is_header && text[span.clone()].trim_matches('"') == "size" {
                size_column = Some(column);
            } else if !is_header && size_column == Some(column) && !span.is_empty() {
                each(span)?;
            }
            let ends_line = bytes.get(at) != Some(&b',');
            at += 1;
            if ends_line {
                break;
            }
        }
        is_header = false;
    }
}

/// The field at a position, without blanks around it; moves the position to the comma or the end of the line after it.
fn field(bytes: &[u8], at: &mut usize) -> Range<usize> {
    while matches!(bytes.get(*at), Some(b' ' | b'\t')) {
        *at += 1;
    }
    let begin = *at;
    let mut is_quoted = false;
    while let Some(&byte) = bytes.get(*at) {
        match byte {
            // A doubled quote closes and opens again.
            b'"' if is_quoted || *at == begin || bytes[*at - 1] == b'"' => is_quoted = !is_quoted,
            b',' | b'\n' if !is_quoted => break,
            _ => {}
        }
        *at += 1;
    }
    let length = bytes[begin..(*at).min(bytes.len())].trim_ascii_end().len();
    begin..begin + length
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JsonSymbol {
    name: String,
    min: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max: Option<i64>,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    multiple: i64,
}

fn one() -> i64 {
    1
}

fn is_one(multiple: &i64) -> bool {
    *multiple == 1
}

impl JsonSymbol {
    pub(crate) fn from_core(symbol: &Symbol) -> Self {
        Self {
            name: symbol.name.clone(),
            min: symbol.min,
            max: symbol.max,
            multiple: symbol.multiple,
        }
    }

    pub(crate) fn into_core(self) -> Result<Symbol, SymbolicError> {
        let symbol = Symbol {
            name: self.name,
            min: self.min,
            max: self.max,
            multiple: self.multiple,
        };
        Ok(symbol.checked()?)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum JsonSize {
    Number(i64),
    Terms(Vec<JsonTerm>),
}

/// A term of a size in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JsonTerm {
    coefficient: i64,
    symbols: Vec<String>,
}

impl JsonSize {
    pub(crate) fn from_core(size: &Polynomial, symbols: &[Symbol]) -> Self {
        if let Some(number) = size.as_constant() {
            return Self::Number(number);
        }
        let name = |index: usize| {
            symbols
                .get(index)
                .map_or_else(String::new, |symbol| symbol.name.clone())
        };
        let terms = size
            .terms()
            .iter()
            .map(|&(monomial, coefficient)| JsonTerm {
                coefficient,
                symbols: monomial.symbols().map(name).collect(),
            });
        Self::Terms(terms.collect())
    }

    pub(crate) fn into_core(self, symbols: &[Symbol]) -> Result<Polynomial, SymbolicError> {
        let terms = match self {
            Self::Number(number) => return Ok(Polynomial::constant(number)),
            Self::Terms(terms) => terms,
        };
        let mut sum = Polynomial::default();
        for term in terms {
            let mut indices = Vec::with_capacity(term.symbols.len());
            for name in term.symbols {
                let index = symbols.iter().position(|symbol| symbol.name == name);
                indices.push(index.ok_or(ExpressionError::Symbol {
                    symbol: name,
                    problem: "it is not declared",
                })?);
            }
            sum = sum.add(&Polynomial::term(term.coefficient, indices)?)?;
        }
        Ok(sum)
    }
}

/// The parts of a trace file that concern symbols.
#[derive(Deserialize)]
struct RawDocument<'a> {
    #[serde(borrow, default)]
    traces: Vec<RawTrace<'a>>,
}

#[derive(Deserialize)]
struct RawTrace<'a> {
    #[serde(borrow, default)]
    symbols: Option<&'a RawValue>,
    #[serde(borrow, default)]
    buffers: Option<&'a RawValue>,
}

/// Parses JSON; an error has its position.
pub(crate) fn parse_json<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, SymbolicError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        SymbolicError::Text {
            line: error.line(),
            column: error.column(),
            problem: text.strip_suffix(&place).unwrap_or(&text).to_owned(),
        }
    })
}

impl<'a> RawTrace<'a> {
    /// The size of each buffer.
    fn sizes(&self) -> Result<Vec<&'a RawValue>, SymbolicError> {
        #[derive(Deserialize)]
        struct RawBuffer<'a> {
            #[serde(borrow)]
            size_bytes: &'a RawValue,
        }
        let Some(buffers) = self.buffers else {
            return Ok(Vec::new()); // the inner reader says what is missing
        };
        let buffers: Vec<RawBuffer<'_>> = parse_json(buffers.get().as_bytes())?;
        Ok(buffers
            .into_iter()
            .map(|buffer| buffer.size_bytes)
            .collect())
    }
}

/// Where a value is in the text that it borrows from.
pub(crate) fn span_of(text: &str, value: &RawValue) -> Range<usize> {
    let begin = (value.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    begin..begin + value.get().len()
}

fn blank_json(text: &str) -> Result<(Vec<u8>, Vec<SymbolicPart>), SymbolicError> {
    let document: RawDocument<'_> = parse_json(text.as_bytes())?;
    let mut blanked = text.as_bytes().to_vec();
    let mut parts = Vec::with_capacity(document.traces.len());
    for trace in &document.traces {
        let mut symbols = Vec::new();
        let mut sizes = Vec::new();
        if let Some(raw) = trace.symbols {
            let span = span_of(text, raw);
            let at = |error| error_at(text, span.start, error);
            let list: Vec<JsonSymbol> =
                parse_json(raw.get().as_bytes()).map_err(|error| at(flat(error)))?;
            symbols = (list.into_iter())
                .map(|symbol| symbol.into_core().map_err(at))
                .collect::<Result<_, _>>()?;
            check_symbols(&symbols).map_err(|error| at(error.into()))?;
            let member =
                member_span(text, &span, "symbols").ok_or_else(|| SymbolicError::Malformed {
                    problem: "the key `symbols` must be spelled without escapes".to_owned(),
                })?;
            blank(&mut blanked, member, b' ');
        }
        let buffers = trace.buffers.map_or(0, |raw| span_of(text, raw).start);
        let sizes_of = trace
            .sizes()
            .map_err(|error| error_at(text, buffers, flat(error)))?;
        for (number, raw) in sizes_of.into_iter().enumerate() {
            if raw.get().bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let span = span_of(text, raw);
            let at = |error| error_at(text, span.start, error);
            let size: JsonSize = parse_json(raw.get().as_bytes()).map_err(|_| {
                at(SymbolicError::Malformed {
                    problem:
                        "expected a number, or a list of `{\"coefficient\": C, \"symbols\": [..]}`"
                            .to_owned(),
                })
            })?;
            sizes.push((number, size.into_core(&symbols).map_err(at)?));
            blank(&mut blanked, span, b'0');
        }
        parts.push(SymbolicPart { symbols, sizes });
    }
    Ok((blanked, parts))
}

/// An error without the position within a part of a file.
fn flat(error: SymbolicError) -> SymbolicError {
    match error {
        SymbolicError::Text { problem, .. } => SymbolicError::Malformed { problem },
        other => other,
    }
}

/// The member of an object with this key and the value at this place, with one comma next to it.
pub(crate) fn member_span(text: &str, value: &Range<usize>, key: &str) -> Option<Range<usize>> {
    let before = text[..value.start].trim_ascii_end().strip_suffix(':')?;
    let before = before.trim_ascii_end().strip_suffix('"')?;
    let before = before.strip_suffix(key)?.strip_suffix('"')?;
    let without_blanks = before.trim_ascii_end();
    if let Some(before) = without_blanks.strip_suffix(',') {
        return Some(before.len()..value.end);
    }
    let rest = &text[value.end..];
    let n_blanks = rest.len() - rest.trim_ascii_start().len();
    let has_comma = rest[n_blanks..].starts_with(',');
    let end = if has_comma {
        value.end + n_blanks + 1
    } else {
        value.end
    };
    Some(before.len()..end)
}

/// What to insert into the JSON of a trace without symbols.
fn splice_json(
    text: &str,
    raw: &RawTrace<'_>,
    trace: &SymbolicTrace,
    splices: &mut Vec<(Range<usize>, String)>,
) -> Result<(), SymbolicError> {
    let symbols: Vec<JsonSymbol> = trace.symbols().iter().map(JsonSymbol::from_core).collect();
    let buffers = raw
        .buffers
        .map_or(text.len(), |raw| span_of(text, raw).start);
    let key = text[..buffers].rfind("\"buffers\"").unwrap_or(buffers);
    splices.push((key..key, format!("\"symbols\":{},", print(&symbols)?)));
    for (size_bytes, id) in raw.sizes()?.into_iter().zip(trace.lifetimes().ids()) {
        if trace.size(id).as_constant().is_none() {
            let size = JsonSize::from_core(trace.size(id), trace.symbols());
            splices.push((span_of(text, size_bytes), print(&size)?));
        }
    }
    Ok(())
}

pub(crate) fn print(value: &impl Serialize) -> Result<String, SymbolicError> {
    serde_json::to_string(value).map_err(|error| SymbolicError::Malformed {
        problem: error.to_string(),
    })
}

pub(crate) fn malformed(problem: &str) -> SymbolicError {
    SymbolicError::Malformed {
        problem: problem.to_owned(),
    }
}
