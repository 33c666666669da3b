//! Sizes that depend on symbols, in text: JSON and CSV have one grammar of sizes, a number or an expression.
//!
//! A CSV file has a comment line `# symbol NAME MIN..MAX multiple N` for each symbol in front of the header, the last
//! two parts being optional. In JSON, a trace has a list `symbols`; a size is a number, a list of terms
//! `{"coefficient": 4, "symbols": ["b", "s", "s"]}`, or an expression `"4*b*s*s"`.

use std::fmt;

use memplan_support::symbolic::{ExpressionError, Polynomial, Symbol, check_symbols};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::problem::{
    Arithmetic, Orientation, OrientationPlan, PlannedSize, Quality, Results, SymbolicError, Value,
};
use crate::{BufferId, Bytes};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonSymbol {
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

impl From<&Symbol> for JsonSymbol {
    fn from(symbol: &Symbol) -> Self {
        Self {
            name: symbol.name.clone(),
            min: symbol.min,
            max: symbol.max,
            multiple: symbol.multiple,
        }
    }
}

impl From<JsonSymbol> for Symbol {
    fn from(symbol: JsonSymbol) -> Self {
        Self {
            name: symbol.name,
            min: symbol.min,
            max: symbol.max,
            multiple: symbol.multiple,
        }
    }
}

/// A size in JSON.
pub(super) enum JsonSize {
    Number(u64),
    Terms(Vec<JsonTerm>),
    Text(String),
}

/// A term of a size in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonTerm {
    coefficient: i64,
    symbols: Vec<String>,
}

impl Serialize for JsonSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Terms(terms) => terms.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for JsonSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SizeVisitor)
    }
}

struct SizeVisitor;

impl<'de> Visitor<'de> for SizeVisitor {
    type Value = JsonSize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a number of bytes, an expression, or a list of `{\"coefficient\": C, \"symbols\": [..]}`",
        )
    }

    fn visit_u64<E>(self, number: u64) -> Result<JsonSize, E> {
        Ok(JsonSize::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<JsonSize, E> {
        Ok(JsonSize::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<JsonSize, A::Error> {
        let mut terms = Vec::new();
        while let Some(term) = items.next_element()? {
            terms.push(term);
        }
        Ok(JsonSize::Terms(terms))
    }
}

impl JsonSize {
    pub(super) fn of(size: &Polynomial, symbols: &[Symbol]) -> Self {
        if let Some(Ok(number)) = size.as_constant().map(u64::try_from) {
            return Self::Number(number);
        }
        let name = |index: usize| {
            symbols
                .get(index)
                .map_or_else(String::new, |s| s.name.clone())
        };
        let terms = size.terms().iter();
        let terms = terms.map(|&(monomial, coefficient)| JsonTerm {
            coefficient,
            symbols: monomial.symbols().map(name).collect(),
        });
        Self::Terms(terms.collect())
    }

    pub(super) fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Terms(_) | Self::Text(_) => None,
        }
    }

    pub(super) fn into_core(self, symbols: &[Symbol]) -> Result<Polynomial, ExpressionError> {
        let terms = match self {
            Self::Number(number) => {
                let number = i64::try_from(number).map_err(|_| ExpressionError::Overflow {
                    what: "a size".to_owned(),
                })?;
                return Ok(Polynomial::constant(number));
            }
            Self::Text(text) => return Polynomial::parse(&text, symbols),
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

/// The orientations of a schedule in JSON, with the formulas to compute at run time.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonOrientations {
    symbols: Vec<JsonSymbol>,
    alignment_bytes: u64,
    sizes: Vec<JsonPlannedSize>,
    buffer_sizes: Vec<u32>,
    orientations: Vec<JsonOrientation>,
    #[serde(default)]
    figures: Vec<Quality>,
    /// In documents of earlier versions, the offsets of a trace without symbols.
    #[serde(default, skip_serializing)]
    pub(super) fixed_offsets_bytes: Vec<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arithmetic: Option<JsonArithmetic>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonPlannedSize {
    size_bytes: JsonSize,
    rounded: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonOrientation {
    edges: Vec<[u32; 2]>,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonArithmetic {
    values: Vec<JsonValue>,
    results: Vec<JsonResults>,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JsonValue {
    Zero,
    Size(u32),
    Sum([u32; 2]),
    Maximum(Vec<u32>),
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonResults {
    offsets: Vec<u32>,
    peak: u32,
}

impl JsonArithmetic {
    fn of(plan: &OrientationPlan) -> Self {
        let arithmetic = Arithmetic::of(plan);
        let value = |value: Value| match value {
            Value::Zero => JsonValue::Zero,
            Value::Size(index) => JsonValue::Size(index),
            Value::Sum(a, b) => JsonValue::Sum([a, b]),
            Value::Maximum(of) => JsonValue::Maximum(of),
        };
        let results = |Results { offsets, peak }| JsonResults { offsets, peak };
        Self {
            values: arithmetic.values.into_iter().map(value).collect(),
            results: arithmetic.results.into_iter().map(results).collect(),
        }
    }
}

impl From<&OrientationPlan> for JsonOrientations {
    fn from(plan: &OrientationPlan) -> Self {
        let edges = |orientation: &Orientation| JsonOrientation {
            edges: (orientation.edges())
                .map(|(lower, upper)| [lower.0, upper.0])
                .collect(),
        };
        Self {
            symbols: plan.symbols.iter().map(JsonSymbol::from).collect(),
            alignment_bytes: plan.alignment.0,
            sizes: (plan.sizes.iter())
                .map(|size| JsonPlannedSize {
                    size_bytes: JsonSize::of(&size.bytes, &plan.symbols),
                    rounded: size.is_rounded,
                })
                .collect(),
            buffer_sizes: plan.size_of.clone(),
            orientations: plan.orientations.iter().map(edges).collect(),
            figures: plan.figures.clone(),
            fixed_offsets_bytes: Vec::new(),
            arithmetic: Some(JsonArithmetic::of(plan)),
        }
    }
}

impl JsonOrientations {
    pub(super) fn into_core(self) -> Result<OrientationPlan, SymbolicError> {
        let symbols: Vec<Symbol> = self.symbols.into_iter().map(Symbol::from).collect();
        check_symbols(&symbols)?;
        let sizes = self.sizes.into_iter().map(|size| {
            Ok(PlannedSize {
                bytes: size.size_bytes.into_core(&symbols)?,
                is_rounded: size.rounded,
            })
        });
        let sizes: Vec<PlannedSize> = sizes.collect::<Result<_, SymbolicError>>()?;
        let n_buffers = self.buffer_sizes.len();
        let orientation = |json: JsonOrientation| {
            let edges = json.edges.into_iter();
            let named = edges.map(|[lower, upper]| (BufferId(lower), BufferId(upper)));
            Orientation::from_edges(n_buffers, named)
        };
        let orientations = self.orientations.into_iter().map(orientation);
        let plan = OrientationPlan {
            orientations: orientations.collect::<Result<_, _>>()?,
            alignment: Bytes(self.alignment_bytes),
            size_of: self.buffer_sizes,
            figures: self.figures,
            symbols,
            sizes,
        }
        .checked()?;
        match self.arithmetic {
            Some(given) if given != JsonArithmetic::of(&plan) => Err(SymbolicError::Malformed {
                problem: "`arithmetic` does not compute what the orientations say".to_owned(),
            }),
            _ => Ok(plan),
        }
    }
}
