//! Attributes and types of the known dialects, with the keywords that attributes may contain.
//!
//! Bodies of dialect attributes and types are kept as text. These lists let the parser reject a name or a keyword
//! that MLIR does not have, and print sets of keywords in a canonical order.

/// The syntax after the name of an attribute.
#[derive(Clone, Copy, Debug)]
pub enum AttrBody {
    /// `<word>`, one of these.
    Word(&'static [&'static str]),
    /// A space and one of these keywords, all in angle brackets: `#gpu<dim x>`.
    BareWord(&'static [&'static str]),
    /// `<word, ..>`, any of a set.
    Set(&'static WordSet),
    /// Something else, which is not checked.
    Other,
}

/// A set of keywords, each optional; the empty set is `none`.
#[derive(Debug)]
pub struct WordSet {
    /// The words in the order of their bits.
    pub words: &'static [&'static str],
    /// The keyword for the full set.
    pub all: Option<&'static str>,
    /// The separator.
    pub separator: &'static str,
}

use AttrBody::{BareWord, Other, Set, Word};

/// `arith.fastmath`.
static FASTMATH: WordSet = WordSet {
    words: &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
    all: Some("fast"),
    separator: ",",
};
/// Overflow flags, as in `arith.overflow`.
pub static OVERFLOW: WordSet = WordSet {
    words: &["nsw", "nuw"],
    all: None,
    separator: ", ",
};

/// Kinds of combining reductions.
pub const COMBINING: &[&str] = &[
    "add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor",
    "maximumf", "minimumf",
];
const ITERATORS: &[&str] = &["parallel", "reduction"];
const UNARY: &[&str] = &[
    "exp",
    "log",
    "abs",
    "ceil",
    "floor",
    "negf",
    "reciprocal",
    "round",
    "sqrt",
    "rsqrt",
    "square",
    "tanh",
    "erf",
];
const BINARY: &[&str] = &[
    "add",
    "sub",
    "mul",
    "div",
    "div_unsigned",
    "max_signed",
    "min_signed",
    "max_unsigned",
    "min_unsigned",
    "powf",
];
const ELEMENTWISE: &[&str] = &[
    "exp",
    "log",
    "abs",
    "ceil",
    "floor",
    "negf",
    "reciprocal",
    "round",
    "sqrt",
    "rsqrt",
    "square",
    "tanh",
    "erf",
    "add",
    "sub",
    "mul",
    "div",
    "div_unsigned",
    "max_signed",
    "min_signed",
    "max_unsigned",
    "min_unsigned",
    "powf",
    "select",
];
const COMPARISONS: &[&str] = &[
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
];
pub(super) static ARITH: &[(&str, AttrBody)] =
    &[("fastmath", Set(&FASTMATH)), ("overflow", Set(&OVERFLOW))];
pub(super) static COMPLEX: &[(&str, AttrBody)] = &[("number", Other)];
pub(super) static INDEX: &[(&str, AttrBody)] = &[("cmp_predicate", BareWord(COMPARISONS))];
pub(super) static LINALG: &[(&str, AttrBody)] = &[
    ("binary_fn", Word(BINARY)),
    ("elementwise_kind", Word(ELEMENTWISE)),
    ("iterator_type", Word(ITERATORS)),
    ("ternary_fn", Word(&["select"])),
    ("type_fn", Word(&["cast_signed", "cast_unsigned"])),
    ("unary_fn", Word(UNARY)),
];
pub(super) static UB: &[(&str, AttrBody)] = &[("poison", Other)];
pub(super) static VECTOR: &[(&str, AttrBody)] = &[
    ("iterator_type", Word(ITERATORS)),
    ("kind", Word(COMBINING)),
    (
        "punctuation",
        Word(&["no_punctuation", "newline", "comma", "open", "close"]),
    ),
];
