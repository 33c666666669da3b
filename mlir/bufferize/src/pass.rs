//! The options of `one-shot-bufferize` as text, and the passes that take them.

use memplan_mlir::passes::{
    Anchor, OptionInfo, ParamError, Params, Pass, PassContext, PassError, PluginInfo,
};
use memplan_mlir::{Module, OpId};

use crate::analysis::{Inspector, Report, insert_copies, reuse_inputs};
use crate::passes::write_parts_in_place;
use crate::rewrite::{self, Selection, lower_elementwise};
use crate::{BoundaryLayout, Heuristic, Options, UnknownLayout};

const fn option(name: &'static str, default: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo {
        name,
        default,
        help,
    }
}

/// The options, by the names of mlir-opt 22, and those that only memplan has.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    option(
        "compat",
        "off",
        "`reference`: decide as mlir-opt 22, and with its defaults, unless that changes what the program \
         computes; `off`: avoid more copies.",
    ),
    option(
        "allow-return-allocs-from-loops",
        "true",
        "Accept loops that yield a new buffer; `false` with `compat=reference`.",
    ),
    option(
        "allow-unknown-ops",
        "false",
        "Keep operations that cannot be bufferized, between `to_tensor` and `to_buffer`.",
    ),
    option(
        "analysis-heuristic",
        "best",
        "The order of decisions: `best` of the next three, `bottom-up` (the default with \
         `compat=reference`), `top-down`, `bottom-up-from-terminators`, or `fuzzer`.",
    ),
    option("analysis-fuzzer-seed", "0", "Seed of the order `fuzzer`."),
    option(
        "bufferize-function-boundaries",
        "false",
        "Bufferize functions, calls and returns.",
    ),
    option(
        "check-parallel-regions",
        "true",
        "Do not write to tensors from outside in regions that run in parallel.",
    ),
    option(
        "may-have-parallel-regions",
        "",
        "The name of `check-parallel-regions` in MLIR 24.",
    ),
    option(
        "copy-before-write",
        "false",
        "No analysis: copy every operand before it is written.",
    ),
    option(
        "dialect-filter",
        "",
        "Bufferize operations of these dialects only, separated by commas.",
    ),
    option(
        "no-analysis-func-filter",
        "",
        "Do not analyse these functions, separated by commas; they copy before every write.",
    ),
    option(
        "function-boundary-type-conversion",
        "infer-layout-map",
        "Layouts of arguments and results: `infer-layout-map`, `fully-dynamic-layout-map`, or \
         `identity-layout-map`.",
    ),
    option(
        "unknown-type-conversion",
        "fully-dynamic-layout-map",
        "Layouts of buffers of unknown origin: `fully-dynamic-layout-map` or `identity-layout-map`.",
    ),
    option(
        "must-infer-memory-space",
        "false",
        "Report an error where no memory space can be inferred.",
    ),
    option(
        "use-encoding-for-memory-space",
        "false",
        "The encoding of a tensor type is its memory space.",
    ),
    option(
        "buffer-alignment",
        "64",
        "Alignment of allocations and globals in bytes; 0 for none.",
    ),
    option(
        "test-analysis-only",
        "false",
        "Write decisions into attributes and do not bufferize.",
    ),
    option(
        "print-conflicts",
        "false",
        "With `test-analysis-only`: write conflicts into attributes.",
    ),
    option(
        "dump-alias-sets",
        "false",
        "With `test-analysis-only`: write alias sets into attributes.",
    ),
    option(
        "readonly-public-args",
        "false",
        "Never write to arguments of public functions.",
    ),
    option(
        "lower-elementwise",
        "true",
        "Rewrite elementwise operations on tensors as `linalg.map`; `false` with `compat=reference`.",
    ),
];

const HEURISTICS: &[(&str, Heuristic)] = &[
    ("best", Heuristic::Best),
    ("bottom-up", Heuristic::BottomUp),
    ("top-down", Heuristic::TopDown),
    (
        "bottom-up-from-terminators",
        Heuristic::BottomUpFromTerminators,
    ),
    ("fuzzer", Heuristic::Fuzzer),
];

const BOUNDARIES: &[(&str, BoundaryLayout)] = &[
    ("infer-layout-map", BoundaryLayout::Infer),
    ("fully-dynamic-layout-map", BoundaryLayout::FullyDynamic),
    ("identity-layout-map", BoundaryLayout::Identity),
];

const UNKNOWN: &[(&str, Option<UnknownLayout>)] = &[
    (
        "fully-dynamic-layout-map",
        Some(UnknownLayout::FullyDynamic),
    ),
    ("identity-layout-map", Some(UnknownLayout::Identity)),
    ("infer-layout-map", None),
];

impl Options {
    /// The options that a user wrote; the defaults are those of `compat`.
    ///
    /// # Errors
    ///
    /// [`ParamError`] for a bad value, and for options that exclude each other.
    pub fn from_params(params: &Params) -> Result<Self, ParamError> {
        let compat = params.one_of("compat", &[("off", false), ("reference", true)])?;
        let mut options = match compat {
            Some(true) => Self::reference(),
            Some(false) | None => Self::default(),
        };
        options.read_flags(params)?;
        let set = |slot: &mut Vec<String>, key: &str| {
            if let Some(list) = params.get(key) {
                let names = list
                    .split(',')
                    .map(str::trim)
                    .filter(|name| !name.is_empty());
                *slot = names.map(str::to_owned).collect();
            }
        };
        set(&mut options.dialect_filter, "dialect-filter");
        set(
            &mut options.no_analysis_functions,
            "no-analysis-func-filter",
        );
        if let Some(heuristic) = params.one_of("analysis-heuristic", HEURISTICS)? {
            options.heuristic = heuristic;
        }
        if let Some(layout) = params.one_of("function-boundary-type-conversion", BOUNDARIES)? {
            options.boundary_layout = layout;
        }
        if let Some(layout) = params.one_of("unknown-type-conversion", UNKNOWN)? {
            options.unknown_layout = layout.ok_or_else(|| {
                refused(
                    "unknown-type-conversion",
                    "Invalid option: 'infer-layout-map' is not a valid value for 'unknown-type-conversion'",
                )
            })?;
        }
        let count = |key: &str| -> Result<Option<u64>, ParamError> {
            let Some(number) = params.integer(key)? else {
                return Ok(None);
            };
            let number = u64::try_from(number);
            number.map(Some).map_err(|_| {
                ParamError::value(key, params.get(key).unwrap_or(""), "a number from 0")
            })
        };
        options.fuzzer_seed = count("analysis-fuzzer-seed")?.unwrap_or(options.fuzzer_seed);
        options.buffer_alignment = count("buffer-alignment")?.unwrap_or(options.buffer_alignment);
        options.validate()?;
        Ok(options)
    }

    fn read_flags(&mut self, params: &Params) -> Result<(), ParamError> {
        let flags = [
            (
                &mut self.allow_return_allocs_from_loops,
                "allow-return-allocs-from-loops",
            ),
            (&mut self.allow_unknown_ops, "allow-unknown-ops"),
            (
                &mut self.function_boundaries,
                "bufferize-function-boundaries",
            ),
            (&mut self.check_parallel_regions, "check-parallel-regions"),
            (&mut self.copy_before_write, "copy-before-write"),
            (&mut self.must_infer_memory_space, "must-infer-memory-space"),
            (
                &mut self.encoding_is_memory_space,
                "use-encoding-for-memory-space",
            ),
            (&mut self.test_analysis_only, "test-analysis-only"),
            (&mut self.print_conflicts, "print-conflicts"),
            (&mut self.dump_alias_sets, "dump-alias-sets"),
            (&mut self.readonly_public_args, "readonly-public-args"),
            (&mut self.lower_elementwise, "lower-elementwise"),
        ];
        for (flag, key) in flags {
            *flag = params.flag(key)?.unwrap_or(*flag);
        }
        // As MLIR 24 calls it.
        if let Some(has_parallel) = params.flag("may-have-parallel-regions")? {
            self.check_parallel_regions = has_parallel;
        }
        Ok(())
    }

    /// Checks that the options are compatible.
    fn validate(&self) -> Result<(), ParamError> {
        let rules = [
            (
                self.copy_before_write && self.test_analysis_only,
                "copy-before-write",
                "Invalid option: 'copy-before-write' cannot be used with 'test-analysis-only'",
            ),
            (
                self.print_conflicts && !self.test_analysis_only,
                "print-conflicts",
                "Invalid option: 'print-conflicts' requires 'test-analysis-only'",
            ),
            (
                self.dump_alias_sets && !self.test_analysis_only,
                "dump-alias-sets",
                "Invalid option: 'dump-alias-sets' requires 'test-analysis-only'",
            ),
            (
                !self.no_analysis_functions.is_empty() && !self.function_boundaries,
                "no-analysis-func-filter",
                "Invalid option: 'no-analysis-func-filter' requires 'bufferize-function-boundaries'",
            ),
            (
                self.must_infer_memory_space && self.encoding_is_memory_space,
                "must-infer-memory-space",
                "only one of 'must-infer-memory-space' and 'use-encoding-for-memory-space' are allowed in \
                 one-shot-bufferize",
            ),
        ];
        match rules.into_iter().find(|rule| rule.0) {
            Some((_, key, problem)) => Err(refused(key, problem)),
            None => Ok(()),
        }
    }
}

fn refused(key: &str, problem: &str) -> ParamError {
    ParamError::refused(key, problem)
}

/// The pass `tensor-copy-insertion`: the first half of `one-shot-bufferize`. After it, every tensor operand may
/// be updated in place.
#[derive(Clone, Debug, Default)]
pub struct TensorCopyInsertion {
    /// The options.
    pub options: Options,
}

impl Pass for TensorCopyInsertion {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "tensor-copy-insertion",
            aliases: &[],
            summary: "Decides which tensor operands are updated in place, and copies the others.",
            cost: "near-linear in the operations of a function",
            source: "the One-Shot Analysis of MLIR 22",
            options: OPTIONS,
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn Pass>, ParamError> {
        let options = Options::from_params(params)?;
        Ok(Box::new(Self { options }))
    }

    fn run(&self, m: &mut Module, _: OpId, _: &mut PassContext) -> Result<(), PassError> {
        insert_copies(m, &self.options)?;
        Ok(())
    }
}

/// The pass `one-shot-bufferize`: decides which tensor operands are updated in place, copies the others, and
/// replaces tensors by memrefs.
#[derive(Clone, Debug, Default)]
pub struct OneShotBufferize {
    /// The options.
    pub options: Options,
}

impl Pass for OneShotBufferize {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "one-shot-bufferize",
            aliases: &[],
            summary: "Rewrites programs on tensors into programs on buffers, in place wherever that is correct.",
            cost: "near-linear in the operations of a function",
            source: "the pass of MLIR 22",
            options: OPTIONS,
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn Pass>, ParamError> {
        let options = Options::from_params(params)?;
        Ok(Box::new(Self { options }))
    }

    fn run(&self, m: &mut Module, _: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let before = m.clone();
        let result = one_shot_bufferize(m, &self.options);
        if result.is_err() {
            *m = before;
        }
        result.map(|_| ())
    }
}

/// Bufferizes a module as the pass `one-shot-bufferize` does, and reports the decisions of the analysis. Spans in
/// the report refer to the text that the module was read from.
///
/// # Errors
///
/// [`PassError`] with the operations that cannot be bufferized. The module may be partly rewritten then, and must be
/// dropped.
pub fn one_shot_bufferize(m: &mut Module, options: &Options) -> Result<Report, PassError> {
    if options.test_analysis_only {
        return Ok(insert_copies(m, options)?);
    }
    if options.lower_elementwise {
        let root = m.root();
        lower_elementwise(m, root, Selection::All);
    }
    if !options.is_reference && !options.copy_before_write {
        let inspector = Inspector::unanalysed(m, options);
        write_parts_in_place(m, &inspector);
        reuse_inputs(m, &inspector);
    }
    let report = insert_copies(m, options)?;
    rewrite::bufferize_or_break(m, options)?;
    if !options.is_reference {
        let root = m.root();
        rewrite::alternate_buffers(m, root);
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use memplan_mlir::passes::Params;

    use super::OPTIONS;
    use crate::{BoundaryLayout, Heuristic, Options};

    fn read(values: &[(&str, &str)]) -> Result<Options, String> {
        let values = values
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        Options::from_params(&values.collect::<Params>()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_defaults_are_those_of_the_table() {
        let table = OPTIONS.iter().map(|option| (option.name, option.default));
        let table: Vec<(&str, &str)> = table.collect();
        assert_eq!(read(&table), Ok(Options::default()));
        assert_eq!(read(&[("compat", "reference")]), Ok(Options::reference()));
    }

    #[test]
    fn values_are_read_as_mlir_opt_spells_them() {
        let options = read(&[
            ("bufferize-function-boundaries", ""),
            ("function-boundary-type-conversion", "identity-layout-map"),
            ("analysis-heuristic", "top-down"),
            ("no-analysis-func-filter", "f,g"),
            ("buffer-alignment", "0x20"),
        ]);
        let expected = Options {
            function_boundaries: true,
            boundary_layout: BoundaryLayout::Identity,
            heuristic: Heuristic::TopDown,
            no_analysis_functions: vec!["f".to_owned(), "g".to_owned()],
            buffer_alignment: 32,
            ..Options::default()
        };
        assert_eq!(options, Ok(expected));
    }

    #[test]
    fn bad_values_and_combinations_are_errors() {
        let cases: [(&[(&str, &str)], &str); 7] = [
            (
                &[("analysis-heuristic", "sideways")],
                "option `analysis-heuristic` is `sideways`, expected `best`, `bottom-up`, `top-down`, \
                 `bottom-up-from-terminators` or `fuzzer`",
            ),
            (
                &[("buffer-alignment", "-1")],
                "option `buffer-alignment` is `-1`, expected a number from 0",
            ),
            (
                &[("unknown-type-conversion", "infer-layout-map")],
                "option `unknown-type-conversion`: Invalid option: 'infer-layout-map' is not a valid value for \
                 'unknown-type-conversion'",
            ),
            (
                &[("copy-before-write", ""), ("test-analysis-only", "")],
                "option `copy-before-write`: Invalid option: 'copy-before-write' cannot be used with \
                 'test-analysis-only'",
            ),
            (
                &[("print-conflicts", "true")],
                "option `print-conflicts`: Invalid option: 'print-conflicts' requires 'test-analysis-only'",
            ),
            (
                &[("dump-alias-sets", "1")],
                "option `dump-alias-sets`: Invalid option: 'dump-alias-sets' requires 'test-analysis-only'",
            ),
            (
                &[("no-analysis-func-filter", "f")],
                "option `no-analysis-func-filter`: Invalid option: 'no-analysis-func-filter' requires \
                 'bufferize-function-boundaries'",
            ),
        ];
        for (values, expected) in cases {
            assert_eq!(read(values), Err(expected.to_owned()));
        }
    }
}
