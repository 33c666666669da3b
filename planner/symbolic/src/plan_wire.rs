//! Orientation plans as JSON and `.mplan`: a plain plan without schedules, and one orientation plan for each trace.

use memplan_planner::wire::{self, Format, WireError};
use memplan_planner::{BufferId, Bytes, MemoryPlan, Provenance};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::arithmetic::{Arithmetic, Results, Value};
use crate::section::PlanSection;
use crate::wire::{
    JsonSize, JsonSymbol, blank, malformed, member_span, parse_json, print, span_of,
};
use crate::{Orientation, OrientationPlan, PlannedSize, Quality, Symbol, SymbolicError};
use memplan_support::symbolic::check_symbols;

/// The member of a JSON plan that holds orientation plans.
const MEMBER: &str = "orientation_plans";

/// The orientation plans of one file.
#[derive(Clone, Debug, PartialEq)]
pub struct OrientationPlans {
    /// One for each trace.
    pub plans: Vec<OrientationPlan>,
    /// Where the traces come from.
    pub provenance: Provenance,
    /// The hash of the traces, as of [`trace_hash`](crate::trace_hash).
    pub trace_hash: Option<u128>,
}

/// Reads orientation plans as binary or JSON; `None` if the bytes hold something else, such as a plan with offsets.
/// Whether they are valid for a trace, [`check`](crate::check) says.
///
/// # Errors
/// [`SymbolicError`] for damaged and malformed plans, edges that form a cycle included.
pub fn read_plans(bytes: &[u8]) -> Result<Option<OrientationPlans>, SymbolicError> {
    if wire::is_binary_plan(bytes) {
        let Some((plain, plans)) = wire::extended::<Vec<PlanSection>>(bytes)? else {
            return Ok(None);
        };
        let plans = plans.into_iter().map(PlanSection::into_core);
        return Ok(Some(with_plain(plain, plans.collect::<Result<_, _>>()?)?));
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Ok(None);
    };
    if !text.trim_ascii_start().starts_with('{') || !text.contains("\"orientation_plans\"") {
        return Ok(None);
    }
    let document: RawPlans<'_> = parse_json(bytes)?;
    let Some(raw) = document.orientation_plans else {
        return Ok(None);
    };
    let span = span_of(text, raw);
    let member = member_span(text, &span, MEMBER)
        .ok_or_else(|| malformed("the key `orientation_plans` must be spelled without escapes"))?;
    let mut blanked = bytes.to_vec();
    blank(&mut blanked, member, b' ');
    let plans: Vec<JsonPlan> = parse_json(raw.get().as_bytes())?;
    let plans = plans.into_iter().map(JsonPlan::into_core);
    Ok(Some(with_plain(
        &blanked,
        plans.collect::<Result<_, _>>()?,
    )?))
}

fn with_plain(
    plain: &[u8],
    plans: Vec<OrientationPlan>,
) -> Result<OrientationPlans, SymbolicError> {
    let plain = wire::read_plan(plain)?;
    if !plain.schedules.is_empty() {
        return Err(malformed("a plan has either schedules or orientations"));
    }
    Ok(OrientationPlans {
        plans,
        provenance: plain.provenance,
        trace_hash: plain.trace_hash,
    })
}

/// Writes orientation plans so that [`read_plans`] gives equal ones. JSON also has the [`Arithmetic`] of each plan.
///
/// # Errors
/// [`WireError::Unrepresentable`] for other formats than binary and JSON.
pub fn write_plans(plans: &OrientationPlans, format: Format) -> Result<Vec<u8>, SymbolicError> {
    let plain = MemoryPlan {
        schedules: Vec::new(),
        provenance: plans.provenance.clone(),
        trace_hash: plans.trace_hash,
    };
    let what = "orientations instead of offsets";
    match format {
        Format::Binary => {
            let sections: Vec<PlanSection> =
                plans.plans.iter().map(PlanSection::from_core).collect();
            Ok(wire::extend(&wire::write_plan(&plain, format)?, &sections)?)
        }
        Format::Json => {
            let text = wire::write_plan(&plain, format)?;
            let text = String::from_utf8_lossy(&text);
            let end = text.rfind('}').unwrap_or_default();
            let plans: Vec<JsonPlan> = plans.plans.iter().map(JsonPlan::from_core).collect();
            let plans = print(&plans)?;
            Ok(format!("{},\"{MEMBER}\":{plans}{}", &text[..end], &text[end..]).into_bytes())
        }
        Format::Csv => Err(WireError::Unrepresentable {
            format: "csv",
            what,
        }
        .into()),
        Format::Events => Err(WireError::Unrepresentable {
            format: "events",
            what,
        }
        .into()),
    }
}

#[derive(Deserialize)]
struct RawPlans<'a> {
    #[serde(borrow, default)]
    orientation_plans: Option<&'a RawValue>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonPlan {
    symbols: Vec<JsonSymbol>,
    alignment_bytes: u64,
    sizes: Vec<JsonPlannedSize>,
    buffer_sizes: Vec<u32>,
    orientations: Vec<JsonOrientation>,
    #[serde(default)]
    figures: Vec<Quality>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fixed_offsets_bytes: Vec<u64>,
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

impl JsonPlan {
    fn from_core(plan: &OrientationPlan) -> Self {
        let edges = |orientation: &Orientation| JsonOrientation {
            edges: (orientation.edges())
                .map(|(lower, upper)| [lower.0, upper.0])
                .collect(),
        };
        Self {
            symbols: plan.symbols.iter().map(JsonSymbol::from_core).collect(),
            alignment_bytes: plan.alignment.0,
            sizes: (plan.sizes.iter())
                .map(|size| JsonPlannedSize {
                    size_bytes: JsonSize::from_core(&size.bytes, &plan.symbols),
                    rounded: size.is_rounded,
                })
                .collect(),
            buffer_sizes: plan.size_of.clone(),
            orientations: plan.orientations.iter().map(edges).collect(),
            figures: plan.figures.clone(),
            fixed_offsets_bytes: plan.fixed.iter().map(|offset| offset.0).collect(),
            arithmetic: Some(JsonArithmetic::of(plan)),
        }
    }

    fn into_core(self) -> Result<OrientationPlan, SymbolicError> {
        let symbols = self.symbols.into_iter().map(JsonSymbol::into_core);
        let symbols: Vec<Symbol> = symbols.collect::<Result<_, _>>()?;
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
            fixed: self.fixed_offsets_bytes.into_iter().map(Bytes).collect(),
            symbols,
            sizes,
        }
        .checked()?;
        match self.arithmetic {
            Some(given) if given != JsonArithmetic::of(&plan) => Err(malformed(
                "`arithmetic` does not compute what the orientations say",
            )),
            _ => Ok(plan),
        }
    }
}
