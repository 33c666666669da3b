//! JSON, for other programs: every number has its unit in its name, unknown fields are errors.
//!
//! `schema/trace.schema.json` and `schema/plan.schema.json` describe it; a test holds them and this
//! file together. Fields that have their default value are left out.

use std::borrow::Cow;

use memplan_support::symbolic::{ExpressionError, Symbol};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::relations::{
    self, BufferRules, JsonAccess, JsonCost, JsonPair, JsonPool, JsonResidence, JsonTerm,
};
use super::symbols::{JsonOrientations, JsonSize, JsonSymbol};
use super::{FORMAT_VERSION, RELATIONS_VERSION, WireError, binary};
use crate::{
    BoundRule, Buffer, BufferId, BufferName, ByteWindow, Bytes, Gap, InPlaceHint, InPlaceKind,
    Lifetime, LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, Optimality, PoolId,
    PoolSchedule, Provenance, Relations, Tick, Units, problem::Symbols,
};

const TRACE_FORMAT: &str = "memplan-trace";
const PLAN_FORMAT: &str = "memplan-plan";

/// The fields that identify a document that is not of the expected form.
#[derive(Deserialize)]
struct JsonHeader<'a> {
    #[serde(borrow)]
    format: Cow<'a, str>,
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonTraces<'a> {
    #[serde(borrow)]
    format: Cow<'a, str>,
    version: u32,
    #[serde(borrow, default)]
    provenance: JsonProvenance<'a>,
    #[serde(borrow)]
    traces: Vec<JsonTrace<'a>>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonProvenance<'a> {
    #[serde(borrow, default)]
    collector: Cow<'a, str>,
    #[serde(borrow, default)]
    options: Cow<'a, str>,
    #[serde(borrow, default)]
    source_name: Cow<'a, str>,
    #[serde(default)]
    source_hash: Hex128,
}

/// A 128-bit number as 32 hexadecimal digits: JSON numbers are not that wide.
#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Hex128(u128);

impl From<Hex128> for String {
    fn from(hash: Hex128) -> Self {
        format!("{:032x}", hash.0)
    }
}

impl TryFrom<String> for Hex128 {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u128::from_str_radix(&text, 16) {
            Ok(hash) if digits => Ok(Self(hash)),
            _ => Err(format!("`{text}` is not a hash of 32 hexadecimal digits")),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonTrace<'a> {
    #[serde(borrow)]
    scope: Cow<'a, str>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    memory_space: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    capacity_bytes: Option<u64>,
    #[serde(default, borrow, skip_serializing_if = "Vec::is_empty")]
    pools: Vec<JsonPool<'a>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    symbols: Vec<JsonSymbol>,
    buffers: JsonBuffers<'a>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    in_place: Vec<JsonHint>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    same_place: Vec<JsonPair>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    apart: Vec<JsonPair>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    never_together: Vec<JsonPair>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reuse_costs: Vec<JsonCost>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bank_costs: Vec<JsonCost>,
    #[serde(default, borrow, skip_serializing_if = "Vec::is_empty")]
    objective: Vec<Cow<'a, str>>,
}

/// The buffers of a trace, and what they state besides lifetimes: written from the relations, read into a list.
struct JsonBuffers<'a> {
    buffers: Cow<'a, [Buffer]>,
    relations: Option<&'a Relations>,
    rules: Vec<(u32, BufferRules)>,
    symbols: Option<&'a Symbols>,
    /// The sizes that are expressions, by the number of the buffer.
    sizes: Vec<(u32, JsonSize)>,
}

impl Serialize for JsonBuffers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let no_relations = Relations::default();
        let relations = match (self.relations, self.symbols) {
            (None, None) => {
                return super::buffers::serialize(&self.buffers, serializer, JsonBuffer::from_core);
            }
            (relations, _) => relations.unwrap_or(&no_relations),
        };
        let mut rules: Vec<BufferRules> = Vec::new();
        rules.resize_with(self.buffers.len(), BufferRules::default);
        for (rules, allowed) in rules.iter_mut().zip(&relations.allowed) {
            let pools = allowed.iter().map(|pool| &relations.pools[pool.index()]);
            rules.pools = pools.map(|pool| pool.name.clone()).collect();
        }
        for uses in &relations.uses {
            let rules = &mut rules[uses.buffer.index()];
            rules.uses = relations::uses_of(uses, self.buffers[uses.buffer.index()].size);
            rules.times = (uses.times != 1).then_some(uses.times);
        }
        for id in &relations.forever {
            rules[id.index()].forever = true;
        }
        let size = |at: usize| {
            let symbols = self.symbols?;
            Some(JsonSize::of(
                symbols.size(BufferId(at as u32)),
                symbols.list(),
            ))
        };
        let buffers = self.buffers.iter().zip(rules).enumerate();
        serializer.collect_seq(buffers.map(|(at, (buffer, rules))| JsonBuffer {
            size_bytes: size(at).unwrap_or(JsonSize::Number(buffer.size.0)),
            pools: rules.pools,
            uses: rules.uses,
            times: rules.times,
            forever: rules.forever,
            ..JsonBuffer::from_core(buffer)
        }))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for JsonBuffers<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (mut rules, mut sizes) = (Vec::new(), Vec::new());
        let (mut next, all, expressions) = (0, &mut rules, &mut sizes);
        let into_core = move |mut buffer: JsonBuffer<'de>| {
            if !matches!(buffer.size_bytes, JsonSize::Number(_)) {
                let size = std::mem::replace(&mut buffer.size_bytes, JsonSize::Number(0));
                expressions.push((next, size));
            }
            let own = BufferRules {
                pools: std::mem::take(&mut buffer.pools),
                uses: std::mem::take(&mut buffer.uses),
                times: buffer.times,
                forever: buffer.forever,
            };
            if !own.pools.is_empty() || !own.uses.is_empty() || own.forever {
                all.push((next, own));
            }
            next += 1;
            Buffer::from(buffer)
        };
        let buffers = super::buffers::deserialize_with(deserializer, into_core)?;
        Ok(Self {
            buffers: Cow::Owned(buffers),
            relations: None,
            rules,
            symbols: None,
            sizes,
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonBuffer<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    begin_tick: i64,
    end_tick: i64,
    size_bytes: JsonSize,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    align_bytes: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    gaps: Vec<JsonGap>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pinned_offset_bytes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hint_offset_bytes: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pools: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    uses: Vec<JsonAccess>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    times: Option<u64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    forever: bool,
}

fn one() -> u64 {
    1
}

fn is_one(align: &u64) -> bool {
    *align == 1
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonGap {
    begin_tick: i64,
    end_tick: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    keeps: Option<JsonWindow>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonWindow {
    begin_byte: u64,
    end_byte: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonHint {
    buffer: u32,
    other: u32,
    kind: JsonKind,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JsonKind {
    Free,
    ZeroOffset,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonPlan<'a> {
    #[serde(borrow)]
    format: Cow<'a, str>,
    version: u32,
    #[serde(borrow, default)]
    provenance: JsonProvenance<'a>,
    #[serde(default)]
    trace_hash: Hex128,
    #[serde(borrow)]
    schedules: Vec<JsonSchedule<'a>>,
    /// In documents of earlier versions, what takes the place of schedules if sizes depend on symbols.
    #[serde(default, skip_serializing)]
    orientation_plans: Vec<JsonOrientations>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonSchedule<'a> {
    #[serde(borrow)]
    planner: Cow<'a, str>,
    total_size_bytes: u64,
    offsets_bytes: Vec<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reuses: Vec<JsonReuse>,
    work: u64,
    optimality: JsonOptimality,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    bound_rule: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pools: Vec<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    peaks_bytes: Vec<u64>,
    #[serde(default, borrow, skip_serializing_if = "Vec::is_empty")]
    terms: Vec<JsonTerm<'a>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    residences: Vec<JsonResidence>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    certificate: Option<JsonBytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    oriented: Option<JsonOrientations>,
}

/// Bytes as hexadecimal digits.
struct JsonBytes(Box<[u8]>);

impl Serialize for JsonBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let digits = digits.map(|digit| char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        serializer.serialize_str(&digits.collect::<String>())
    }
}

impl<'de> Deserialize<'de> for JsonBytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let digits = text.chars().map(|digit| Some(digit.to_digit(16)? as u8));
        let digits: Option<Vec<u8>> = digits.collect();
        let (pairs, rest) = digits.as_deref().unwrap_or(&[0]).as_chunks::<2>();
        if !rest.is_empty() {
            return Err(serde::de::Error::custom(
                "a certificate is pairs of hexadecimal digits",
            ));
        }
        Ok(Self(
            pairs.iter().map(|[high, low]| high << 4 | low).collect(),
        ))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonReuse {
    buffer: u32,
    others: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JsonOptimality {
    Optimal,
    #[serde(rename = "lower_bound_bytes")]
    LowerBound(u64),
    Unknown,
}

pub(super) fn read_trace(bytes: &[u8]) -> Result<MemoryTraceScopes, WireError> {
    let json: JsonTraces<'_> = parse_as("trace", bytes)?;
    check(&json.format, json.version, "trace")?;
    let place = |trace, buffer, error| wrong_size(bytes, trace, buffer, &error);
    let traces = json.traces.into_iter().enumerate();
    Ok(MemoryTraceScopes {
        traces: traces
            .map(|(index, trace)| trace.check(index, &place))
            .collect::<Result<_, _>>()?,
        provenance: json.provenance.into_core(),
    })
}

/// The error for an expression, with its place: the document is read again for it.
fn wrong_size(bytes: &[u8], trace: usize, buffer: usize, error: &ExpressionError) -> WireError {
    #[derive(Deserialize)]
    struct RawBuffer<'a> {
        #[serde(borrow)]
        size_bytes: &'a RawValue,
    }
    #[derive(Deserialize)]
    struct RawTrace<'a> {
        #[serde(borrow)]
        buffers: Vec<RawBuffer<'a>>,
    }
    #[derive(Deserialize)]
    struct RawDocument<'a> {
        #[serde(borrow)]
        traces: Vec<RawTrace<'a>>,
    }
    let document: Option<RawDocument<'_>> = parse(bytes).ok();
    let raw = document.as_ref().and_then(|document| {
        let trace = document.traces.get(trace)?;
        Some(trace.buffers.get(buffer)?.size_bytes.get())
    });
    let begin = raw.map_or(0, |raw| {
        (raw.as_ptr() as usize).saturating_sub(bytes.as_ptr() as usize)
    });
    let (within, problem) = match error {
        // After the quote.
        ExpressionError::Expression {
            column, problem, ..
        } => (*column, problem.clone()),
        other => (0, other.to_string()),
    };
    WireError::at(bytes, begin, within, problem)
}

pub(super) fn write_trace(scopes: &MemoryTraceScopes) -> Result<Vec<u8>, WireError> {
    print(&JsonTraces {
        format: TRACE_FORMAT.into(),
        version: version(super::has_relations(scopes)),
        provenance: JsonProvenance::from_core(&scopes.provenance),
        traces: scopes.traces.iter().map(JsonTrace::from_core).collect(),
    })
}

pub(super) fn read_plan(bytes: &[u8]) -> Result<MemoryPlan, WireError> {
    let json: JsonPlan<'_> = parse_as("plan", bytes)?;
    check(&json.format, json.version, "plan")?;
    let is_earlier = !json.orientation_plans.is_empty();
    if is_earlier && !json.schedules.is_empty() {
        let problem = "a plan has either `schedules` or `orientation_plans`".to_owned();
        return Err(WireError::Malformed { problem });
    }
    let schedules = json.schedules.into_iter().enumerate();
    let schedules = schedules
        .map(|(index, schedule)| binary::checked_schedule(schedule.into_core(index)?, index));
    let earlier = json.orientation_plans.into_iter().enumerate();
    let earlier = earlier.map(|(index, mut plan)| {
        let fixed = std::mem::take(&mut plan.fixed_offsets_bytes);
        binary::earlier_schedule(plan.into_core(), fixed, index)
    });
    Ok(MemoryPlan {
        schedules: schedules.chain(earlier).collect::<Result<_, _>>()?,
        provenance: json.provenance.into_core(),
        // The hash of earlier versions was that of another form of the traces.
        trace_hash: super::known_hash(json.trace_hash.0).filter(|_| !is_earlier),
    })
}

pub(super) fn write_plan(plan: &MemoryPlan) -> Result<Vec<u8>, WireError> {
    print(&JsonPlan {
        format: PLAN_FORMAT.into(),
        version: version(super::needs_version_2(plan)),
        provenance: JsonProvenance::from_core(&plan.provenance),
        trace_hash: Hex128(plan.trace_hash.unwrap_or(super::NO_HASH)),
        schedules: plan.schedules.iter().map(JsonSchedule::from_core).collect(),
        orientation_plans: Vec::new(),
    })
}

/// The version of a document.
fn version(has_relations: bool) -> u32 {
    if has_relations {
        RELATIONS_VERSION
    } else {
        FORMAT_VERSION
    }
}

/// Parses the whole document. If that fails, its header may give a better reason.
fn parse_as<'a, T: Deserialize<'a>>(
    expected: &'static str,
    bytes: &'a [u8],
) -> Result<T, WireError> {
    parse(bytes).or_else(|error| {
        let header: JsonHeader<'_> = parse(bytes)?;
        check(&header.format, header.version, expected)?;
        Err(error)
    })
}

fn check(format: &str, version: u32, expected: &'static str) -> Result<(), WireError> {
    let kind = match format {
        TRACE_FORMAT => "trace",
        PLAN_FORMAT => "plan",
        other => {
            let problem = format!(
                "the field `format` is `{other}`, expected `{TRACE_FORMAT}` or `{PLAN_FORMAT}`"
            );
            return Err(WireError::Malformed { problem });
        }
    };
    if kind != expected {
        return Err(WireError::WrongKind {
            expected,
            found: kind,
        });
    }
    match version {
        0 => Err(WireError::Malformed {
            problem: "the format version is 0".to_owned(),
        }),
        found if RELATIONS_VERSION < found => Err(WireError::NewerVersion { found }),
        _ => Ok(()),
    }
}

fn parse<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, WireError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        WireError::Text {
            line: error.line(),
            column: error.column(),
            problem: text.strip_suffix(&place).unwrap_or(&text).to_owned(),
        }
    })
}

pub(super) fn write_trace_object(trace: &LifetimeTrace) -> Result<Vec<u8>, WireError> {
    let mut bytes = print(&JsonTrace::from_core(trace))?;
    bytes.pop(); // drop the newline: the line continues
    Ok(bytes)
}

fn print(content: &impl Serialize) -> Result<Vec<u8>, WireError> {
    let mut bytes = serde_json::to_vec(content).map_err(|error| WireError::Malformed {
        problem: error.to_string(),
    })?;
    bytes.push(b'\n');
    Ok(bytes)
}

impl<'a> JsonProvenance<'a> {
    fn from_core(provenance: &'a Provenance) -> Self {
        Self {
            collector: (&*provenance.collector).into(),
            options: (&*provenance.options).into(),
            source_name: (&*provenance.source_name).into(),
            source_hash: Hex128(provenance.source_hash.unwrap_or(super::NO_HASH)),
        }
    }

    fn into_core(self) -> Provenance {
        Provenance {
            collector: self.collector.into_owned(),
            options: self.options.into_owned(),
            source_hash: super::known_hash(self.source_hash.0),
            source_name: self.source_name.into_owned(),
        }
    }
}

impl<'a> JsonTrace<'a> {
    fn from_core(trace: &'a LifetimeTrace) -> Self {
        let hint = |hint: &InPlaceHint| JsonHint {
            buffer: hint.buffer.0,
            other: hint.other.0,
            kind: match hint.kind {
                InPlaceKind::Free => JsonKind::Free,
                InPlaceKind::ZeroOffset => JsonKind::ZeroOffset,
            },
        };
        let relations = trace.relations();
        Self {
            scope: trace.scope().into(),
            memory_space: trace.memory_space().map(Cow::from),
            capacity_bytes: trace.capacity().map(|bytes| bytes.0),
            pools: relations::pools_of(relations),
            symbols: trace.symbols().iter().map(JsonSymbol::from).collect(),
            buffers: JsonBuffers {
                buffers: trace.buffers().into(),
                relations: (!relations.is_empty()).then_some(relations),
                rules: Vec::new(),
                symbols: trace.symbolic(),
                sizes: Vec::new(),
            },
            in_place: trace.in_place().iter().map(hint).collect(),
            same_place: relations::pairs_of(&relations.same_place),
            apart: relations::pairs_of(&relations.apart),
            never_together: relations::pairs_of(&relations.never_together),
            reuse_costs: relations::costs_of(&relations.reuse_costs),
            bank_costs: relations::costs_of(&relations.bank_costs),
            objective: (relations.objective.iter())
                .map(|measure| measure.name().into())
                .collect(),
        }
    }

    /// `place` makes the error for an expression: it is given the numbers of trace and buffer.
    fn check(
        self,
        index: usize,
        place: &dyn Fn(usize, usize, ExpressionError) -> WireError,
    ) -> Result<LifetimeTrace, WireError> {
        let hint = |hint: JsonHint| InPlaceHint {
            buffer: BufferId(hint.buffer),
            other: BufferId(hint.other),
            kind: match hint.kind {
                JsonKind::Free => InPlaceKind::Free,
                JsonKind::ZeroOffset => InPlaceKind::ZeroOffset,
            },
        };
        let mut relations = Relations {
            pools: self.pools.into_iter().map(Into::into).collect(),
            same_place: relations::pairs(self.same_place),
            apart: relations::pairs(self.apart),
            never_together: relations::pairs(self.never_together),
            reuse_costs: relations::costs(self.reuse_costs),
            bank_costs: relations::costs(self.bank_costs),
            ..Relations::default()
        };
        let malformed = |problem| WireError::Malformed {
            problem: format!("trace {index} (scope `{}`): {problem}", self.scope),
        };
        let malformed_trace = |error| WireError::Trace {
            index,
            scope: self.scope.clone().into_owned(),
            error,
        };
        let mut builder = LifetimeTrace::builder(&*self.scope)
            .memory_space(self.memory_space.map(Cow::into_owned))
            .capacity(self.capacity_bytes.map(Bytes))
            .buffers(self.buffers.buffers.into_owned())
            .in_place(self.in_place.into_iter().map(hint));
        if !self.symbols.is_empty() || !self.buffers.sizes.is_empty() {
            let symbols: Vec<Symbol> = self.symbols.into_iter().map(Symbol::from).collect();
            let sizes = self.buffers.sizes.into_iter().map(|(at, size)| {
                let at = at as usize;
                let size = size.into_core(&symbols);
                Ok((at, size.map_err(|error| place(index, at, error))?))
            });
            let sizes = sizes.collect::<Result<_, WireError>>()?;
            builder = builder.expressions(symbols, sizes);
        }
        relations::add_rules(&mut relations, self.buffers.rules, builder.listed())
            .map_err(malformed)?;
        let measures = self.objective.iter().map(|name| relations::measure(name));
        relations.objective = measures.collect::<Result<_, _>>().map_err(malformed)?;
        builder
            .relations(relations)
            .build()
            .map_err(malformed_trace)
    }
}

impl<'a> JsonBuffer<'a> {
    fn from_core(buffer: &'a Buffer) -> Self {
        let window = |w: ByteWindow| JsonWindow {
            begin_byte: w.lo.0,
            end_byte: w.hi.0,
        };
        let gap = |gap: &Gap| JsonGap {
            begin_tick: gap.ticks.begin().0,
            end_tick: gap.ticks.end().0,
            keeps: gap.window.map(window),
        };
        Self {
            name: (&*buffer.name).into(),
            begin_tick: buffer.live.begin().0,
            end_tick: buffer.live.end().0,
            size_bytes: JsonSize::Number(buffer.size.0),
            align_bytes: buffer.align.0,
            gaps: buffer.gaps.iter().map(gap).collect(),
            pinned_offset_bytes: buffer.pinned.map(|offset| offset.0),
            hint_offset_bytes: buffer.hint.map(|offset| offset.0),
            pools: Vec::new(),
            uses: Vec::new(),
            times: None,
            forever: false,
        }
    }
}

impl From<JsonBuffer<'_>> for Buffer {
    fn from(buffer: JsonBuffer<'_>) -> Self {
        let window = |w: JsonWindow| ByteWindow {
            lo: Bytes(w.begin_byte),
            hi: Bytes(w.end_byte),
        };
        let gap = |gap: JsonGap| Gap {
            ticks: Lifetime::half_open(Tick(gap.begin_tick), Tick(gap.end_tick)),
            window: gap.keeps.map(window),
        };
        Self {
            name: BufferName::from(&*buffer.name),
            size: Bytes(buffer.size_bytes.number().unwrap_or_default()),
            align: Bytes(buffer.align_bytes),
            live: Lifetime::half_open(Tick(buffer.begin_tick), Tick(buffer.end_tick)),
            gaps: buffer.gaps.into_iter().map(gap).collect(),
            pinned: buffer.pinned_offset_bytes.map(Bytes),
            hint: buffer.hint_offset_bytes.map(Bytes),
        }
    }
}

impl<'a> JsonSchedule<'a> {
    fn from_core(schedule: &'a MemorySchedule) -> Self {
        let reuse = |(buffer, others): &(BufferId, Vec<BufferId>)| JsonReuse {
            buffer: buffer.0,
            others: others.iter().map(|id| id.0).collect(),
        };
        let pooled = schedule.pooled.as_deref();
        Self {
            planner: (&*schedule.planner).into(),
            total_size_bytes: schedule.total_size.0,
            offsets_bytes: schedule.offsets.iter().map(|offset| offset.0).collect(),
            reuses: schedule.reuses.iter().map(reuse).collect(),
            work: schedule.work.0,
            optimality: match schedule.optimality {
                Optimality::Optimal => JsonOptimality::Optimal,
                Optimality::LowerBound(bound) => JsonOptimality::LowerBound(bound.0),
                Optimality::Unknown => JsonOptimality::Unknown,
            },
            bound_rule: schedule.bound_rule.map(|rule| rule.name().into()),
            pools: (pooled.map(|p| p.pools.iter().map(|pool| pool.0).collect()))
                .unwrap_or_default(),
            peaks_bytes: (pooled.map(|p| p.peaks.iter().map(|peak| peak.0).collect()))
                .unwrap_or_default(),
            terms: pooled.map(relations::terms_of).unwrap_or_default(),
            residences: pooled.map(relations::residences_of).unwrap_or_default(),
            certificate: schedule.certificate.clone().map(JsonBytes),
            oriented: schedule.oriented.as_deref().map(JsonOrientations::from),
        }
    }

    fn into_core(self, index: usize) -> Result<MemorySchedule, WireError> {
        let problem = |problem| WireError::Plan { index, problem };
        let pooled = PoolSchedule {
            pools: self.pools.into_iter().map(PoolId).collect(),
            peaks: self.peaks_bytes.into_iter().map(Bytes).collect(),
            terms: relations::terms(self.terms).map_err(problem)?,
            residences: relations::residences(self.residences),
        };
        let oriented = self.oriented.map(JsonOrientations::into_core).transpose();
        let oriented = oriented.map_err(|error| problem(error.to_string()))?;
        let reuse = |reuse: JsonReuse| {
            (
                BufferId(reuse.buffer),
                reuse.others.into_iter().map(BufferId).collect(),
            )
        };
        Ok(MemorySchedule {
            total_size: Bytes(self.total_size_bytes),
            offsets: self.offsets_bytes.into_iter().map(Bytes).collect(),
            reuses: self.reuses.into_iter().map(reuse).collect(),
            planner: self.planner.into_owned(),
            work: Units(self.work),
            optimality: match self.optimality {
                JsonOptimality::Optimal => Optimality::Optimal,
                JsonOptimality::LowerBound(bound) => Optimality::LowerBound(Bytes(bound)),
                JsonOptimality::Unknown => Optimality::Unknown,
            },
            bound_rule: self.bound_rule.and_then(|name| BoundRule::from_name(&name)),
            stopped_by: None,
            certificate: self.certificate.map(|bytes| bytes.0),
            pooled: (pooled != PoolSchedule::default()).then(|| Box::new(pooled)),
            oriented: oriented.map(Box::new),
        })
    }
}
