//! Assembly formats, compiled: the notation of [`Assembly::Format`](crate::dialects::Assembly)
//! turned into elements that the parser and the printer both walk.

use crate::dialects::{AttrForm, OpDef, Ty};

/// One element of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Elem {
    /// A keyword or punctuation.
    Literal(&'static str),
    /// Operands of a group.
    Operands(usize),
    /// An attribute in its short form.
    Attr(usize),
    /// Types of an operand group.
    OperandTypes(usize),
    /// Types of a result group.
    ResultTypes(usize),
    AllResultTypes,
    /// `(operands) -> results`.
    FunctionType,
    /// Attribute dictionary.
    AttrDict {
        /// Whether it follows `attributes`.
        with_keyword: bool,
    },
    /// The next region.
    Region,
    /// All regions, comma-separated.
    Regions,
    /// The next successor and its operands.
    Successor(Option<usize>),
    /// Integers mixed with operands.
    Dynamic {
        /// The operands.
        group: usize,
        /// The `array<i64>` with `DYNAMIC` in place of operands.
        attr: usize,
        /// `[` or `(`.
        open: &'static str,
        /// `]` or `)`.
        close: &'static str,
    },
    /// An optional group.
    Group {
        /// The elements of the group.
        elems: Vec<Elem>,
        /// Index of the element that decides whether the group is printed.
        anchor: usize,
        /// Whether a space is printed if the group is not.
        leaves_blank: bool,
    },
    /// No space here.
    NoSpace,
    /// A space here, regardless of the neighbouring elements.
    Space,
    /// `async [%a, %b]`: whether the operation returns a token, and the tokens it waits for.
    Async {
        /// The tokens that it waits for.
        group: usize,
        /// The type of a token: that of the last result group.
        token: &'static str,
    },
}

/// Compiles the format of a definition. `None` if it is malformed or names something unknown. A test checks all
/// tables, so that this never happens for a registered operation.
pub(crate) fn compile(def: &OpDef, format: &'static str) -> Option<Vec<Elem>> {
    let mut words = format.split_ascii_whitespace();
    sequence(def, &mut words, false).map(|(elems, ..)| elems)
}

fn sequence(
    def: &OpDef,
    words: &mut std::str::SplitAsciiWhitespace<'static>,
    in_group: bool,
) -> Option<(Vec<Elem>, Option<usize>, bool)> {
    let mut elems = Vec::new();
    let mut anchor = None;
    while let Some(word) = words.next() {
        if word == "(" {
            let (inner, inner_anchor, leaves_blank) = sequence(def, words, true)?;
            let fallback = inner
                .iter()
                .position(|elem| !matches!(elem, Elem::Literal(_) | Elem::NoSpace | Elem::Space))
                .unwrap_or(0);
            elems.push(Elem::Group {
                elems: inner,
                anchor: inner_anchor.unwrap_or(fallback),
                leaves_blank,
            });
            continue;
        }
        if word == ")?" || word == ")~" {
            return in_group.then_some((elems, anchor, word == ")~"));
        }
        let is_literal = word.starts_with('\'');
        let word = match word.strip_suffix('^') {
            Some(word) if !is_literal || word.ends_with('\'') => {
                anchor = Some(elems.len());
                word
            }
            _ => word,
        };
        elems.push(element(def, word)?);
    }
    (!in_group).then_some((elems, anchor, false))
}

fn element(def: &OpDef, word: &'static str) -> Option<Elem> {
    let attr = |name: &str| def.attrs.iter().position(|attr| attr.name == name);
    if let Some(literal) = word.strip_prefix('\'') {
        return literal.strip_suffix('\'').map(Elem::Literal);
    }
    if let Some(name) = word.strip_prefix('@') {
        return attr(name).map(Elem::Attr);
    }
    if word == ":*" {
        return Some(Elem::AllResultTypes);
    }
    if let Some(name) = word.strip_prefix(':') {
        return def
            .operand_group(name)
            .map(Elem::OperandTypes)
            .or_else(|| def.result_group(name).map(Elem::ResultTypes));
    }
    if let Some(rest) = word.strip_prefix("dyn")
        && rest.starts_with(['[', '('])
    {
        let (open, close) = if rest.starts_with('[') {
            ("[", "]")
        } else {
            ("(", ")")
        };
        let (group, name) = rest
            .strip_prefix(open)?
            .strip_suffix(close)?
            .split_once(",@")?;
        return Some(Elem::Dynamic {
            group: def.operand_group(group)?,
            attr: attr(name)?,
            open,
            close,
        });
    }
    if let Some(name) = word.strip_prefix("async(") {
        let group = def.operand_group(name.strip_suffix(')')?)?;
        let Ty::Named(token) = def.results.last()?.ty else {
            return None;
        };
        return Some(Elem::Async { group, token });
    }
    if let Some(name) = word.strip_prefix("S(") {
        return Some(Elem::Successor(Some(
            def.operand_group(name.strip_suffix(')')?)?,
        )));
    }
    Some(match word {
        "fn" => Elem::FunctionType,
        "{}" => Elem::AttrDict {
            with_keyword: false,
        },
        "{kw}" => Elem::AttrDict { with_keyword: true },
        "R" => Elem::Region,
        "R*" => Elem::Regions,
        "S" => Elem::Successor(None),
        "_" => Elem::NoSpace,
        "~" => Elem::Space,
        name => return def.operand_group(name).map(Elem::Operands),
    })
}

/// Attributes in the format, by index into the definition's list.
pub(crate) fn spelled_attrs(elems: &[Elem], mark: &mut dyn FnMut(usize)) {
    for elem in elems {
        match elem {
            Elem::Attr(attr) | Elem::Dynamic { attr, .. } => mark(*attr),
            Elem::Group { elems, .. } => spelled_attrs(elems, mark),
            _ => {}
        }
    }
}

/// Lists of integers mixed with operands: index of the operand group, and of the attribute.
pub(crate) fn mixed_lists(elems: &[Elem], visit: &mut dyn FnMut(usize, usize)) {
    for elem in elems {
        match elem {
            Elem::Dynamic { group, attr, .. } => visit(*group, *attr),
            Elem::Group { elems, .. } => mixed_lists(elems, visit),
            _ => {}
        }
    }
}

/// Splits the bits of a flag set into keywords; `None` if a bit has none.
pub(crate) fn flag_words(words: &[&'static str], value: i64) -> Option<Vec<&'static str>> {
    let all = (1i64 << words.len()) - 1;
    (value & !all == 0).then(|| {
        let bits = words.iter().enumerate();
        bits.filter(|(bit, _)| value >> bit & 1 == 1)
            .map(|(_, word)| *word)
            .collect()
    })
}

/// The keyword of an integer enum.
pub(crate) fn enum_keyword(form: AttrForm, value: i64) -> Option<&'static str> {
    match form {
        AttrForm::IntEnum(_, words) | AttrForm::QuotedEnum(_, words) => usize::try_from(value)
            .ok()
            .and_then(|value| words.get(value))
            .copied(),
        _ => None,
    }
}
