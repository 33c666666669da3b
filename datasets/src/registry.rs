//! Generators by name: `skewed{n=100000 seed=1}`, `trap{planner=first-fit}`.
//!
//! The list is [`GENERATORS`]. Wherever the name of a trace file is accepted, such a specification is
//! accepted after [`PREFIX`]. Numbers may end in `k` or `M`: `n=10M`.

use memplan_planner::{Bytes, LifetimeTrace};
use memplan_plugin::{PluginSpec, SpecError};

use crate::generate::{self, Cuts, Known, Shape, TRAPS, Tight};

fn of_shape(values: &Values, shape: Shape) -> Generated {
    Generated::of(generate::shape(
        shape,
        values.number("seed"),
        values.count("n"),
    ))
}

/// The prefix that marks a specification in place of a file name.
pub const PREFIX: &str = "gen:";

/// The most buffers or events that are generated: about 4 GB of memory.
const MOST: u64 = 20_000_000;

/// A generator and its parameters.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    /// The name, in kebab-case.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    make: fn(&Values) -> Generated,
}

/// A parameter of a generator.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The key.
    pub name: &'static str,
    /// The value in effect when none is given.
    pub default: &'static str,
    /// One sentence.
    pub help: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A number within bounds, both included.
    Number(u64, u64),
    /// The name of a planner that has a trap.
    Trap,
}

/// A generated trace.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The trace.
    pub trace: LifetimeTrace,
    /// The least peak, if the construction determines it.
    pub optimum: Option<Bytes>,
    /// The specification with all parameters, in the order of the generator.
    pub spec: String,
}

/// Why a specification gives no trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The text is not of the form `name{key=value}`.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// No generator has this name.
    #[error("there is no generator `{name}`; known generators: {known}")]
    UnknownGenerator {
        /// The name found.
        name: String,
        /// All names, separated by commas.
        known: String,
    },
    /// The generator has no such parameter.
    #[error("generator `{generator}` has no parameter `{key}`; its parameters: {known}")]
    UnknownParam {
        /// The name of the generator.
        generator: &'static str,
        /// The key found.
        key: String,
        /// All keys, separated by commas.
        known: String,
    },
    /// The parameter cannot have this value.
    #[error("generator `{generator}`: parameter `{key}` is `{value}`, expected {expected}")]
    BadValue {
        /// The name of the generator.
        generator: &'static str,
        /// The key.
        key: &'static str,
        /// The value found.
        value: String,
        /// What values look like.
        expected: String,
    },
}

const SEED: Param = number("seed", "1", 0, u64::MAX, "Starts the random numbers.");
const N: Param = number("n", "10000", 0, MOST, "The number of buffers.");
const LAYERS: Param = number("layers", "100", 0, MOST / 6, "The number of layers.");
const CUT_PARAMS: &[Param] = &[
    number("n", "1000", 1, MOST, "The number of buffers."),
    SEED,
    number("live", "30", 1, MOST, "About how many are live at a time."),
    number("height", "16384", 1, 1 << 31, "The optimum in units."),
    number(
        "ticks",
        "0",
        0,
        1 << 31,
        "The length of the trace; 0 stands for two ticks a buffer.",
    ),
    number("unit", "64", 1, 1 << 20, "What sizes are multiples of."),
    number(
        "spare",
        "0",
        0,
        99,
        "Percent of the buffers that are left out, but for those live in the middle.",
    ),
];

/// The parameters of `tight` and its kin, with these defaults of `live`, `tight`, `spare`, `trim` and
/// `pinwheels`.
const fn tight_params(defaults: [&'static str; 5]) -> [Param; 10] {
    let [live, tight, spare, trim, pinwheels] = defaults;
    [
        number("n", "409", 1, 1 << 20, "The number of buffers."),
        SEED,
        number(
            "live",
            live,
            1,
            1 << 20,
            "About how many are live at a time.",
        ),
        number("height", "966", 1, 1 << 20, "The optimum in units."),
        number("ticks", "1024", 1, 1 << 20, "The length of the trace."),
        number("unit", "1024", 1, 1 << 20, "What sizes are multiples of."),
        number(
            "tight",
            tight,
            0,
            1 << 20,
            "At how many ticks the load is the optimum; 0 for all.",
        ),
        number(
            "spare",
            spare,
            0,
            99,
            "Percent of the buffers that are left out, but for those live at tight ticks.",
        ),
        number(
            "trim",
            trim,
            0,
            100,
            "Percent of the births, and of the deaths, that are moved so that less is live.",
        ),
        number(
            "pinwheels",
            pinwheels,
            0,
            100,
            "Percent of the cuts that no straight line continues.",
        ),
    ]
}

/// All generators, in the order users see.
pub const GENERATORS: &[Generator] = &[
    Generator {
        name: "uniform",
        summary: "Lifetimes and sizes without structure, all uniform.",
        params: &[N, SEED],
        make: |values| Generated::of(generate::uniform(values.number("seed"), values.count("n"))),
    },
    Generator {
        name: "synthetic",
        summary: "Many short and few long lives, sizes with uniform logarithms: the instances for large-scale planners.",
        params: &[N, SEED],
        make: |values| {
            Generated::of(generate::synthetic(
                values.number("seed"),
                values.count("n"),
            ))
        },
    },
    Generator {
        name: "skewed",
        summary: "Like `synthetic`, with sizes that are powers of two and a bit.",
        params: &[N, SEED],
        make: |values| Generated::of(generate::skewed(values.number("seed"), values.count("n"))),
    },
    Generator {
        name: "queue",
        summary: "First in, first out: about 1000 buffers are live, and all live for as long.",
        params: &[N, SEED],
        make: |values| of_shape(values, Shape::Queue),
    },
    Generator {
        name: "stack",
        summary: "Last in, first out: lifetimes that nest.",
        params: &[N, SEED],
        make: |values| of_shape(values, Shape::Stack),
    },
    Generator {
        name: "staircase",
        summary: "Each buffer lives for longer than the one before, up to 1000 ticks, then again.",
        params: &[N, SEED],
        make: |values| of_shape(values, Shape::Staircase),
    },
    Generator {
        name: "periodic",
        summary: "The same lifetimes in each of many rounds; some live on for up to 16 rounds.",
        params: &[N, SEED],
        make: |values| of_shape(values, Shape::Periodic),
    },
    Generator {
        name: "mixed",
        summary: "Queues, stacks, staircases, periods and random lives after each other.",
        params: &[N, SEED],
        make: |values| of_shape(values, Shape::Mixed),
    },
    Generator {
        name: "model",
        summary: "Inference of a network: weights that live throughout, activations, scratch, skip connections.",
        params: &[LAYERS, SEED],
        make: |values| {
            Generated::of(generate::model(
                values.number("seed"),
                values.count("layers"),
            ))
        },
    },
    Generator {
        name: "training",
        summary: "A training step: lifetimes nested as deep as the network, gradients, skip connections.",
        params: &[LAYERS, SEED],
        make: |values| {
            Generated::of(generate::training(
                values.number("seed"),
                values.count("layers"),
            ))
        },
    },
    Generator {
        name: "events",
        summary: "The allocations and frees of a long-running program, which is freed next left to chance.",
        params: &[
            number(
                "events",
                "20000",
                0,
                MOST,
                "The number of allocations and frees.",
            ),
            number(
                "live",
                "1000",
                0,
                MOST,
                "About how many buffers are live at a time.",
            ),
            SEED,
        ],
        make: |values| {
            let (n_events, n_live) = (values.count("events"), values.count("live"));
            let events = generate::events(values.number("seed"), n_events, n_live);
            Generated::of(generate::trace_of(&events))
        },
    },
    Generator {
        name: "guillotine",
        summary: "A full rectangle cut into buffers: the optimum is the load and is known.",
        params: CUT_PARAMS,
        make: |values| generate::guillotine(values.number("seed"), &values.cuts()).into(),
    },
    Generator {
        name: "boxing-hard",
        summary: "Known optimum, heights and lifetimes of all magnitudes: boxes of one height waste, first fit suffers.",
        params: CUT_PARAMS,
        make: |values| generate::boxing_hard(values.number("seed"), &values.cuts()).into(),
    },
    Generator {
        name: "tight",
        summary: "Known optimum, large cliques, room to spare almost everywhere but not quite: like the hardest traces of the tight family.",
        params: &tight_params(["80", "5", "10", "10", "20"]),
        make: |values| generate::tight(values.number("seed"), &values.tight()).into(),
    },
    Generator {
        name: "bundles",
        summary: "Known optimum, many long thin buffers that take over, in bundles, the room of a few tall short ones.",
        params: &tight_params(["100", "2", "15", "0", "5"]),
        make: |values| generate::bundles(values.number("seed"), &values.tight()).into(),
    },
    Generator {
        name: "trap",
        summary: "A trace with known optimum on which the rule of thumb of one planner goes wrong.",
        params: &[
            Param {
                name: "planner",
                default: "first-fit",
                help: "The planner that falls into it.",
                kind: Kind::Trap,
            },
            number(
                "rounds",
                "1",
                1,
                100_000,
                "How often the trap is repeated in time.",
            ),
        ],
        make: |values| {
            let name = values.text("planner");
            // The value was validated, so the trap exists; `TRAPS` is not empty.
            let trap = TRAPS.iter().find(|trap| trap.planner == name);
            trap.unwrap_or(&TRAPS[0])
                .trace(values.count("rounds"))
                .into()
        },
    },
];

/// Generates the trace of a specification, which is given without [`PREFIX`]. The same text always
/// gives the same trace.
///
/// # Errors
/// [`GenerateError`], which names the valid alternatives.
pub fn generate(spec: &str) -> Result<Generated, GenerateError> {
    let mut spec = PluginSpec::parse(spec)?;
    let Some(generator) = GENERATORS.iter().find(|one| one.name == spec.name) else {
        let names: Vec<&str> = GENERATORS.iter().map(|one| one.name).collect();
        return Err(GenerateError::UnknownGenerator {
            name: spec.name,
            known: names.join(", "),
        });
    };
    let mut values = Values(Vec::with_capacity(generator.params.len()));
    for param in generator.params {
        let value = spec.params.take(param.name);
        let value = value.unwrap_or_else(|| param.default.to_owned());
        let value = param
            .kind
            .parse(&value)
            .ok_or_else(|| GenerateError::BadValue {
                generator: generator.name,
                key: param.name,
                value: value.clone(),
                expected: param.kind.expected(),
            })?;
        values.0.push((param.name, value));
    }
    if let Some((key, _)) = spec.params.iter().next() {
        let names: Vec<&str> = generator.params.iter().map(|param| param.name).collect();
        return Err(GenerateError::UnknownParam {
            generator: generator.name,
            key: key.to_owned(),
            known: names.join(", "),
        });
    }
    let made = (generator.make)(&values);
    let given: Vec<String> = values
        .0
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    Ok(Generated {
        spec: format!("{}{{{}}}", generator.name, given.join(" ")),
        ..made
    })
}

impl Generated {
    fn of(trace: LifetimeTrace) -> Self {
        Self {
            trace,
            optimum: None,
            spec: String::new(),
        }
    }
}

impl From<Known> for Generated {
    fn from(known: Known) -> Self {
        Self {
            optimum: Some(known.optimum),
            ..Self::of(known.trace)
        }
    }
}

/// The values of all parameters of a generator, checked, as text.
struct Values(Vec<(&'static str, String)>);

impl Values {
    fn text(&self, key: &str) -> &str {
        let pair = self.0.iter().find(|(name, _)| *name == key);
        pair.map_or("", |(_, value)| value)
    }

    fn number(&self, key: &str) -> u64 {
        self.text(key).parse().unwrap_or(0)
    }

    fn count(&self, key: &str) -> u32 {
        u32::try_from(self.number(key)).unwrap_or(u32::MAX)
    }

    fn cuts(&self) -> Cuts {
        let n_buffers = self.count("n");
        Cuts {
            n_buffers,
            n_live: self.count("live"),
            height: self.count("height"),
            n_ticks: match self.count("ticks") {
                0 => 2 * n_buffers,
                n_ticks => n_ticks,
            },
            unit: Bytes(self.number("unit")),
            spare_percent: self.count("spare"),
        }
    }

    fn tight(&self) -> Tight {
        Tight {
            n_buffers: self.count("n"),
            n_live: self.count("live"),
            height: self.count("height"),
            n_ticks: self.count("ticks"),
            unit: Bytes(self.number("unit")),
            n_tight: self.count("tight"),
            spare_percent: self.count("spare"),
            trim_percent: self.count("trim"),
            pinwheel_percent: self.count("pinwheels"),
        }
    }
}

impl Kind {
    /// The value in its canonical form; `None` if it is not valid.
    fn parse(self, text: &str) -> Option<String> {
        match self {
            Self::Trap => TRAPS
                .iter()
                .any(|trap| trap.planner == text)
                .then(|| text.to_owned()),
            Self::Number(least, most) => {
                let (digits, scale) = match text.strip_suffix('k') {
                    Some(digits) => (digits, 1_000),
                    None => text
                        .strip_suffix('M')
                        .map_or((text, 1), |digits| (digits, 1_000_000)),
                };
                let number = digits.parse::<u64>().ok()?.checked_mul(scale)?;
                (least <= number && number <= most).then(|| number.to_string())
            }
        }
    }

    fn expected(self) -> String {
        match self {
            Self::Trap => {
                let names: Vec<&str> = TRAPS.iter().map(|trap| trap.planner).collect();
                format!("one of {}", names.join(", "))
            }
            Self::Number(least, u64::MAX) => format!("a whole number from {least} on"),
            Self::Number(least, most) => format!("a whole number from {least} to {most}"),
        }
    }
}

const fn number(
    name: &'static str,
    default: &'static str,
    least: u64,
    most: u64,
    help: &'static str,
) -> Param {
    Param {
        name,
        default,
        help,
        kind: Kind::Number(least, most),
    }
}

#[cfg(test)]
mod tests {
    use super::{GENERATORS, TRAPS, generate};
    use memplan_planner::wire::trace_hash;
    use memplan_planner::{Bytes, MemoryTraceScopes};

    fn error(spec: &str) -> String {
        generate(spec)
            .map(|made| made.spec)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn every_generator_works_with_its_defaults_and_prints_them() {
        for generator in GENERATORS {
            let made = generate(generator.name).unwrap();
            assert!(!made.trace.is_empty(), "{}", generator.name);
            let again = generate(&made.spec).unwrap();
            assert_eq!(again.spec, made.spec);
            assert_eq!(again.trace, made.trace);
            assert_eq!(again.optimum, made.optimum);
            assert!(generator.summary.ends_with('.'));
            assert!(
                generator
                    .params
                    .iter()
                    .all(|param| param.help.ends_with('.'))
            );
        }
        assert_eq!(
            generate("trap").unwrap().spec,
            "trap{planner=first-fit rounds=1}"
        );
    }

    #[test]
    fn traces_never_change() {
        // Generators may be added but never changed, so that published figures stay reproducible.
        let specs = [
            "uniform{n=500}",
            "synthetic{n=500}",
            "skewed{n=500}",
            "model{layers=50}",
            "training{layers=50}",
            "events{events=500 live=20}",
            "guillotine{n=500}",
            "guillotine{n=500 spare=20 live=5 height=777 ticks=333 unit=1}",
            "boxing-hard{n=500}",
        ];
        let traps = TRAPS
            .iter()
            .map(|trap| format!("trap{{planner={}}}", trap.planner));
        let specs = specs.into_iter().map(str::to_owned).chain(traps);
        let scopes = MemoryTraceScopes {
            traces: specs.map(|spec| generate(&spec).unwrap().trace).collect(),
            ..MemoryTraceScopes::default()
        };
        let hash = format!("{:032x}", trace_hash(&scopes).unwrap());
        assert_eq!(hash, "8db25f142ffdd9a8c516f8e792953521");
    }

    #[test]
    fn known_optima_are_passed_on() {
        let made = generate("guillotine{n=50 height=100 unit=8}").unwrap();
        assert_eq!(made.optimum, Some(Bytes(800)));
        assert_eq!(generate("uniform{n=2k}").unwrap().trace.len(), 2000);
        assert_eq!(generate("uniform{n=0}").unwrap().optimum, None);
    }

    #[test]
    fn errors_say_what_is_known() {
        assert_eq!(
            error("uniform{n=-1}"),
            "generator `uniform`: parameter `n` is `-1`, expected a whole number from 0 to 20000000"
        );
        assert_eq!(
            error("uniform{m=1}"),
            "generator `uniform` has no parameter `m`; its parameters: n, seed"
        );
        assert!(
            error("unifrom")
                .starts_with("there is no generator `unifrom`; known generators: uniform,")
        );
        assert!(error("trap{planner=exact}").ends_with(
            "expected one of chunk-hot, chunk-size-first, first-fit, best-fit, greedy-by-size, \
             greedy-by-area, greedy-by-lifetime, greedy-by-conflicts"
        ));
        assert!(error("uniform{n=1").ends_with("the closing `}` is missing"));
    }
}
