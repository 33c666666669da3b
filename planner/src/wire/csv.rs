//! CSV of the public allocator benchmarks: `id,lower,upper,size` and optional columns.
//!
//! Columns come in any order. Lifetimes are half-open, but for sources that call the second column
//! `end`: there it is the last tick of the lifetime, and of each gap. `gaps` is a list of `a-b` or
//! `a-b@lo:hi`, separated by blanks; `offset` is a pin in a trace and the result in a plan. Blank
//! lines and lines that begin with `#` are skipped.
//!
//! The reader is hand-written, because reading traces is a core task of memplan. Rows of plain
//! numbers are read in one pass over their bytes; every other row, and every error, is left to a
//! slower reader that handles quotes, blanks, gaps and positions.

mod text;

use std::fmt::Write as _;

use memplan_support::symbolic::{ExpressionError, Polynomial, Symbol, check_symbols};
use text::{Field, PlainRow, Text};

use super::WireError;
use crate::problem::notation::{Declaration, declared_symbol};
use crate::{
    Buffer, BufferName, ByteWindow, Bytes, Gap, Lifetime, LifetimeTrace, MemoryPlan,
    MemorySchedule, Tick,
};

/// What a column means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Id,
    Lower,
    /// With whether the ends of lifetimes and gaps are included in them.
    Upper {
        inclusive: bool,
    },
    Size,
    Alignment,
    Hint,
    Gaps,
    Offset,
}

/// All names that columns may have.
const COLUMNS: &[(&str, Column)] = &[
    ("id", Column::Id),
    ("buffer", Column::Id),
    ("buffer_id", Column::Id),
    ("lower", Column::Lower),
    ("start", Column::Lower),
    ("begin", Column::Lower),
    ("upper", Column::Upper { inclusive: false }),
    ("end", Column::Upper { inclusive: true }),
    ("size", Column::Size),
    ("alignment", Column::Alignment),
    ("hint", Column::Hint),
    ("gaps", Column::Gaps),
    ("offset", Column::Offset),
];

pub(super) fn read(bytes: &[u8]) -> Result<LifetimeTrace, WireError> {
    let mut text = Text::new(bytes)?;
    let mut columns: Vec<Column> = Vec::new();
    // A row has at least seven bytes, so the size of the input bounds the capacity.
    let n_lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let mut buffers: Vec<Buffer> = Vec::with_capacity(n_lines.min(bytes.len() / 7));
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut expressions: Vec<(usize, Polynomial)> = Vec::new();
    while text.skip_to_content() {
        if columns.is_empty() {
            symbols = declared(&text)?;
            columns = read_header(&mut text)?;
        } else if push_plain_row(&mut text, &columns, &mut buffers).is_none() {
            let (buffer, expression) = read_row(&mut text, &columns, &symbols)?;
            expressions.extend(expression.map(|size| (buffers.len(), size)));
            buffers.push(buffer);
        }
    }
    let mut builder = LifetimeTrace::builder("").buffers(buffers);
    if !symbols.is_empty() {
        builder = builder.expressions(symbols, expressions);
    }
    builder.build().map_err(|error| WireError::Trace {
        index: 0,
        scope: String::new(),
        error,
    })
}

/// The symbols that comments in front of the header declare.
fn declared(text: &Text<'_>) -> Result<Vec<Symbol>, WireError> {
    let mut symbols = Vec::new();
    for comment in &text.comments {
        let fail = |problem| WireError::Text {
            line: comment.line,
            column: comment.column,
            problem,
        };
        let words: Vec<&str> = comment.text[1..].split_ascii_whitespace().collect();
        if let ["symbol", words @ ..] = &*words {
            let expected =
                "expected `# symbol NAME MIN..MAX`, `MIN..`, or either with `multiple N`";
            let symbol = declared_symbol(words).ok_or_else(|| fail(expected.to_owned()))?;
            let symbol = symbol.checked().map_err(|error| fail(error.to_string()))?;
            symbols.push(symbol);
            check_symbols(&symbols).map_err(|error| fail(error.to_string()))?;
        }
    }
    Ok(symbols)
}

pub(super) fn read_plan(bytes: &[u8]) -> Result<MemoryPlan, WireError> {
    let trace = read(bytes)?;
    let missing = |buffer: &Buffer| WireError::Plan {
        index: 0,
        problem: format!("buffer `{}` has no offset", buffer.name),
    };
    let offsets: Vec<Bytes> = trace
        .buffers()
        .iter()
        .map(|buffer| buffer.pinned.ok_or_else(|| missing(buffer)))
        .collect::<Result<_, _>>()?;
    let schedule = MemorySchedule::from_offsets(&trace, offsets, "");
    Ok(MemoryPlan {
        schedules: vec![schedule],
        ..MemoryPlan::default()
    })
}

/// Writes the columns that the trace needs; with a schedule, its offsets take the place of pins.
pub(super) fn write(
    trace: &LifetimeTrace,
    schedule: Option<&MemorySchedule>,
) -> Result<Vec<u8>, WireError> {
    if let Some(schedule) = schedule
        && schedule.offsets.len() != trace.len()
    {
        let (n_offsets, n_buffers) = (schedule.offsets.len(), trace.len());
        let problem = format!("it has {n_offsets} offsets, the trace has {n_buffers} buffers");
        return Err(WireError::Plan { index: 0, problem });
    }
    let any = |has: fn(&Buffer) -> bool| trace.buffers().iter().any(has);
    let has_alignment = any(|buffer| buffer.align != Bytes(1));
    let has_hint = any(|buffer| buffer.hint.is_some());
    let has_gaps = any(|buffer| !buffer.gaps.is_empty());
    let has_offset = schedule.is_some() || any(|buffer| buffer.pinned.is_some());

    if schedule.is_some_and(|schedule| schedule.oriented.is_some()) {
        return Err(WireError::Unrepresentable {
            format: "csv",
            what: "orientations instead of offsets",
        });
    }
    let declared = trace.symbols().iter();
    let mut out: String = declared
        .map(|symbol| format!("# {}\n", Declaration(symbol)))
        .collect();
    out.push_str("id,lower,upper,size");
    for (wanted, name) in [
        (has_alignment, ",alignment"),
        (has_hint, ",hint"),
        (has_gaps, ",gaps"),
        (has_offset, ",offset"),
    ] {
        out.push_str(if wanted { name } else { "" });
    }
    out.push('\n');
    for id in trace.ids() {
        let buffer = &trace[id];
        push_name(&mut out, &buffer.name);
        push(
            &mut out,
            format_args!(",{},{}", buffer.live.begin(), buffer.live.end()),
        );
        match trace.symbolic() {
            None => push(&mut out, format_args!(",{}", buffer.size)),
            Some(part) => push(
                &mut out,
                format_args!(",{}", part.size(id).display(part.list())),
            ),
        }
        if has_alignment {
            push(&mut out, format_args!(",{}", buffer.align));
        }
        if has_hint {
            push_optional(&mut out, buffer.hint);
        }
        if has_gaps {
            out.push(',');
            push_gaps(&mut out, &buffer.gaps);
        }
        if has_offset {
            push_optional(&mut out, schedule.map_or(buffer.pinned, |s| s.offset(id)));
        }
        out.push('\n');
    }
    Ok(out.into_bytes())
}

fn push(out: &mut String, what: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(what);
}

fn push_optional(out: &mut String, value: Option<Bytes>) {
    match value {
        Some(value) => push(out, format_args!(",{value}")),
        None => out.push(','),
    }
}

fn push_gaps(out: &mut String, gaps: &[Gap]) {
    let mut separator = "";
    for gap in gaps {
        push(
            out,
            format_args!("{separator}{}-{}", gap.ticks.begin(), gap.ticks.end()),
        );
        if let Some(window) = gap.window {
            push(out, format_args!("@{}:{}", window.lo, window.hi));
        }
        separator = " ";
    }
}

/// Writes a name, quoted if it would otherwise be read as something else.
fn push_name(out: &mut String, name: &str) {
    let is_plain = !name.is_empty()
        && !name.contains(['"', ',', '\n', '\r'])
        && !name.starts_with('#')
        && name.trim_ascii().len() == name.len()
        && !name.starts_with('\u{feff}');
    if is_plain {
        out.push_str(name);
    } else {
        push(out, format_args!("\"{}\"", name.replace('"', "\"\"")));
    }
}

fn read_header(text: &mut Text<'_>) -> Result<Vec<Column>, WireError> {
    let mut columns: Vec<Column> = Vec::new();
    loop {
        let field = text.field()?;
        let Some(&(_, column)) = COLUMNS.iter().find(|(name, _)| *name == &*field.text) else {
            let column_names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
            let column_names = column_names.join(", ");
            let problem = format!(
                "there is no column `{}`; known columns: {column_names}",
                field.text
            );
            return Err(text.error(&field, problem));
        };
        let same =
            |other: &Column| std::mem::discriminant(other) == std::mem::discriminant(&column);
        if columns.iter().any(same) {
            let problem = format!("duplicate column `{}`", field.text);
            return Err(text.error(&field, problem));
        }
        columns.push(column);
        if field.ends_line {
            break;
        }
    }
    for (names, is_live) in [
        ("id", columns.contains(&Column::Id)),
        ("lower", columns.contains(&Column::Lower)),
        (
            "upper",
            columns
                .iter()
                .any(|column| matches!(column, Column::Upper { .. })),
        ),
        ("size", columns.contains(&Column::Size)),
    ] {
        if !is_live {
            let problem = format!("the header has no column `{names}`");
            return Err(WireError::Text {
                line: text.line - 1,
                column: 1,
                problem,
            });
        }
    }
    Ok(columns)
}

/// Reads a row of plain numbers and a plain name; `None`, with nothing consumed, for any other row.
///
/// The buffer is built once and in place: moving it costs a tenth of the time.
#[inline(always)]
fn push_plain_row(
    text: &mut Text<'_>,
    columns: &[Column],
    buffers: &mut Vec<Buffer>,
) -> Option<()> {
    let mut row = PlainRow {
        bytes: text.all.as_bytes(),
        at: text.at,
    };
    let (mut name, mut lower, mut upper, mut n_last_ticks) = ("", 0, 0, 0);
    let (mut size, mut align, mut hint, mut pinned) = (0, 1, None, None);
    for (index, &column) in columns.iter().enumerate() {
        if index > 0 {
            row.comma()?;
        }
        match column {
            Column::Id => name = text.all.get(row.name()?)?,
            Column::Lower => lower = row.signed()?,
            Column::Upper { inclusive } => {
                upper = row.signed()?;
                n_last_ticks = i64::from(inclusive);
            }
            Column::Size => size = row.unsigned()?,
            _ if row.is_at_end_of_field() => {}
            Column::Alignment => align = row.unsigned()?,
            Column::Hint => hint = Some(Bytes(row.unsigned()?)),
            Column::Offset => pinned = Some(Bytes(row.unsigned()?)),
            Column::Gaps => return None,
        }
    }
    row.end_of_line()?;
    let live = Lifetime::half_open(Tick(lower), Tick(upper.checked_add(n_last_ticks)?));
    if live.is_empty() {
        return None;
    }
    buffers.push(Buffer {
        name: BufferName::from(name),
        size: Bytes(size),
        align: Bytes(align),
        live,
        gaps: Vec::new(),
        pinned,
        hint,
    });
    text.at = row.at;
    text.line += 1;
    text.line_begin = row.at;
    Some(())
}

/// A lifetime that is not empty.
fn lifetime(lower: i64, upper: i64, inclusive: bool) -> Result<Lifetime, String> {
    let (live, until) = if inclusive {
        let live = Lifetime::inclusive(Tick(lower), Tick(upper));
        (live, "to, and including,")
    } else {
        let live = Lifetime::half_open(Tick(lower), Tick(upper));
        (Some(live), "to before")
    };
    let live = live.filter(|live| !live.is_empty());
    live.ok_or_else(|| format!("the lifetime from {lower} {until} {upper} is empty"))
}

fn read_row(
    text: &mut Text<'_>,
    columns: &[Column],
    symbols: &[Symbol],
) -> Result<(Buffer, Option<Polynomial>), WireError> {
    let line = text.line;
    let mut expression = None;
    let mut buffer = Buffer::new(
        String::new(),
        Bytes(0),
        Lifetime::half_open(Tick(0), Tick(0)),
    );
    let (mut lower, mut upper, mut upper_column) = (0, 0, 1);
    let inclusive = columns.contains(&Column::Upper { inclusive: true });
    for (index, &column) in columns.iter().enumerate() {
        let field = text.field()?;
        let bad = |problem: String| text.error(&field, problem);
        let is_empty = field.text.is_empty();
        let wrong = |what: &str, range: &str| {
            bad(format!(
                "the {what} `{}` is not a whole number {range}",
                field.text
            ))
        };
        let unsigned = |what| {
            let number = parse_u64(field.text.as_bytes());
            number.ok_or_else(|| wrong(what, "from 0 to 2^64 - 1"))
        };
        let signed = |what| {
            let number = parse_i64(field.text.as_bytes());
            number.ok_or_else(|| wrong(what, "of 64 bits"))
        };
        match column {
            Column::Id => buffer.name = (&*field.text).into(),
            Column::Lower => lower = signed("begin of the lifetime")?,
            Column::Upper { .. } => {
                upper = signed("end of the lifetime")?;
                upper_column = field.column;
            }
            Column::Size => match parse_u64(field.text.as_bytes()) {
                Some(size) => buffer.size = Bytes(size),
                None if symbols.is_empty() => {
                    let may_be_symbolic = field.text.bytes().any(|byte| byte.is_ascii_alphabetic());
                    return Err(wrong(
                        "size",
                        if may_be_symbolic {
                            "from 0 to 2^64 - 1, and no symbols are declared"
                        } else {
                            "from 0 to 2^64 - 1"
                        },
                    ));
                }
                None => {
                    let size = Polynomial::parse(&field.text, symbols);
                    expression = Some(size.map_err(|error| wrong_size(&field, error))?);
                }
            },
            Column::Alignment if is_empty => {}
            Column::Alignment => buffer.align = Bytes(unsigned("alignment")?),
            Column::Hint if is_empty || field.text.starts_with('-') => {}
            Column::Hint => buffer.hint = Some(Bytes(unsigned("hint")?)),
            Column::Gaps => buffer.gaps = parse_gaps(&field.text, inclusive).map_err(bad)?,
            Column::Offset if is_empty => {}
            Column::Offset => buffer.pinned = Some(Bytes(unsigned("offset")?)),
        }
        let is_last = index + 1 == columns.len();
        if field.ends_line != is_last {
            let (n, n_header) = (index + 1, columns.len());
            let problem = if is_last {
                format!("the row has more than the {n_header} fields of the header")
            } else {
                format!("the row has {n} fields, the header {n_header}")
            };
            return Err(text.error(&field, problem));
        }
    }
    let live = lifetime(lower, upper, inclusive).map_err(|problem| WireError::Text {
        line,
        column: upper_column,
        problem,
    });
    buffer.live = live?;
    Ok((buffer, expression))
}

/// The error for an expression, at its place in the row.
fn wrong_size(field: &Field<'_>, error: ExpressionError) -> WireError {
    let (within, problem) = match error {
        ExpressionError::Expression {
            column, problem, ..
        } => (column - 1, problem),
        other => (0, other.to_string()),
    };
    WireError::Text {
        line: field.line,
        column: field.column + usize::from(field.is_quoted) + within,
        problem,
    }
}

fn parse_gaps(text: &str, inclusive: bool) -> Result<Vec<Gap>, String> {
    let parse = |item: &str| {
        let (ticks, window) = match item.split_once('@') {
            Some((ticks, window)) => (ticks, Some(window)),
            None => (item, None),
        };
        // Skip the first byte, because the begin may be negative.
        let dash = 1 + ticks.get(1..)?.find('-')?;
        let begin = Tick(parse_i64(&ticks.as_bytes()[..dash])?);
        let end = Tick(parse_i64(&ticks.as_bytes()[dash + 1..])?);
        let ticks = if inclusive {
            Lifetime::inclusive(begin, end)?
        } else {
            Lifetime::half_open(begin, end)
        };
        let window = match window {
            Some(window) => {
                let (lo, hi) = window.split_once(':')?;
                let (lo, hi) = (parse_u64(lo.as_bytes())?, parse_u64(hi.as_bytes())?);
                Some(ByteWindow {
                    lo: Bytes(lo),
                    hi: Bytes(hi),
                })
            }
            None => None,
        };
        Some(Gap { ticks, window })
    };
    text.split_ascii_whitespace()
        .map(|item| {
            parse(item).ok_or_else(|| format!("`{item}` is not a gap `a-b` or `a-b@lo:hi`"))
        })
        .collect()
}

fn parse_u64(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    let mut value: u64 = 0;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if 9 < digit {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(u64::from(digit))?;
    }
    Some(value)
}

fn parse_i64(text: &[u8]) -> Option<i64> {
    match text {
        [b'-', digits @ ..] => 0_i64.checked_sub_unsigned(parse_u64(digits)?),
        digits => i64::try_from(parse_u64(digits)?).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::{read, read_plan, write};
    use crate::Bytes;

    fn error(text: &str) -> String {
        read(text.as_bytes())
            .map(|trace| format!("accepted: {trace}"))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn columns_come_in_any_order_under_any_name() {
        let text = "# a comment\r\n\r\nsize,upper,id,lower\r\n 8 ,4,a,0\r\n\r\n16,6,b,-2";
        assert_eq!(
            read(text.as_bytes()).unwrap().to_string(),
            "a 0..4 8\nb -2..6 16"
        );
        let inclusive = "buffer_id,start,end,size,gaps\nx,0,9,8,1-2 4-5@0:4\n";
        let trace = read(inclusive.as_bytes()).unwrap();
        assert_eq!(trace.to_string(), "x 0..10 8 gap=1..3 gap=4..6@0..4");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = "id,lower,upper,size,alignment,hint,gaps,offset\n\
                    a,-4,4,8,1,,-3--2 0-2@1:7,\n\
                    \"b, \"\"x\"\"\n\",0,1,0,64,5,,128\n\
                    \"#c\",0,1,0,1,,,\n";
        let trace = read(text.as_bytes()).unwrap();
        assert_eq!(
            String::from_utf8(write(&trace, None).unwrap()).unwrap(),
            text
        );
        assert_eq!(trace.buffers()[1].name, "b, \"x\"\n");
    }

    #[test]
    fn the_fast_and_the_slow_reader_agree() {
        let rows = [
            "a,0,1,8,1,,,",
            "b,-9223372036854775808,9223372036854775806,0,64,5,,0",
            "c,-5,-4,18446744073709551,,-1,,",
            "d,00,007,08,1,18446744073709551615,1-2,1024",
            "a \"name\" in quotes,1,2,3,,,,",
            "\u{e4},+1,2,3,,,,",
            "f,1,1,3,,,,",
            "g,1,2,18446744073709551616,,,,",
            "h,1,2,3,0,,,",
            "i,1,9223372036854775807,3,,,,",
            "j,1,2,3,,,",
            "k,1,2,3,,,,,",
            ",1,2,3,,,,",
            "l,1,2,-3,,,,",
        ];
        let read = |header: &str, row: &str, end: &str| {
            let text = format!("{header},size,alignment,hint,gaps,offset{end}{row}{end}");
            super::read(text.as_bytes())
                .map_err(|error| error.to_string().split(": ").last().map(str::to_owned))
        };
        for header in ["id,lower,upper", "id,begin,end"] {
            for row in rows {
                let fast = read(header, row, "\n");
                assert_eq!(read(header, row, "\r\n"), fast, "{row}");
                // A blank before each field selects the slow reader and has no other effect.
                assert_eq!(
                    read(header, &format!(" {}", row.replace(',', ", ")), "\n"),
                    fast,
                    "{row}"
                );
            }
        }
    }

    #[test]
    fn a_negative_hint_is_no_hint_and_all_offsets_make_a_plan() {
        let text = "id,lower,upper,size,hint,offset\na,0,4,8,-1,16\nb,0,4,0,3,99\n";
        let trace = read(text.as_bytes()).unwrap();
        assert_eq!(
            (trace.buffers()[0].hint, trace.buffers()[1].hint),
            (None, Some(Bytes(3)))
        );
        let plan = read_plan(text.as_bytes()).unwrap();
        assert_eq!(plan.schedules[0].offsets, [Bytes(16), Bytes(99)]);
        assert_eq!(plan.schedules[0].total_size, Bytes(24));
        let partial = read_plan(b"id,lower,upper,size\na,0,4,8\n").unwrap_err();
        assert_eq!(partial.to_string(), "schedule 0: buffer `a` has no offset");
    }

    #[test]
    fn errors_have_a_line_and_a_column() {
        let header = "id,lower,upper,size";
        assert_eq!(
            error("id,lower,uper,size\n"),
            "line 1, column 10: there is no column `uper`; known columns: id, buffer, buffer_id, \
             lower, start, begin, upper, end, size, alignment, hint, gaps, offset"
        );
        assert_eq!(
            error("id,lower,begin,size\n"),
            "line 1, column 10: duplicate column `begin`"
        );
        assert_eq!(
            error("id,lower,size\n"),
            "line 1, column 1: the header has no column `upper`"
        );
        assert_eq!(
            error(&format!("{header}\n\na,0,4x,8")),
            "line 3, column 5: the end of the lifetime `4x` is not a whole number of 64 bits"
        );
        assert_eq!(
            error(&format!("{header}\na,0,4,-8")),
            "line 2, column 7: the size `-8` is not a whole number from 0 to 2^64 - 1"
        );
        assert_eq!(
            error(&format!("{header}\na,4,4,8")),
            "line 2, column 5: the lifetime from 4 to before 4 is empty"
        );
        assert_eq!(
            error(&format!("{header}\na,4,4")),
            "line 2, column 5: the row has 3 fields, the header 4"
        );
        assert_eq!(
            error(&format!("{header}\na,0,4,8,9")),
            "line 2, column 7: the row has more than the 4 fields of the header"
        );
        assert_eq!(
            error(&format!("{header}\n\"a\nb\"c,0,4,8")),
            "line 3, column 3: `c` follows a closing quote"
        );
        assert_eq!(
            error(&format!("{header}\n\"a,0,4,8")),
            "line 2, column 1: the closing quote is missing"
        );
        assert_eq!(
            error("id,lower,upper,size,gaps\na,0,9,8,1-2 x"),
            "line 2, column 9: `x` is not a gap `a-b` or `a-b@lo:hi`"
        );
        let latin1 = read(b"id,lower,upper,size\na,0,4,8\n\xe4,0,4,8").unwrap_err();
        assert_eq!(
            latin1.to_string(),
            "line 3, column 1: the text is not UTF-8"
        );
    }
}
