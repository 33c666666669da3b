//! The options of `one-shot-bufferize` as text, and the passes that take them.

use memplan_mlir::passes::{
    Anchor, Field, Options as PassOptions, ParamError, Params, Pass, PassContext, PassError,
    PluginInfo, Promise, integer,
};
use memplan_mlir::{Module, OpId};

use crate::analysis::{Inspector, Report, insert_copies, reuse_inputs};
use crate::passes::write_parts_in_place;
use crate::rewrite::{self, Selection, lower_elementwise};
use crate::{BoundaryLayout, Heuristic, Options, UnknownLayout};

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

/// A whole number from 0 in the notations of mlir-opt.
fn count<'a>(name: &'static str, field: &'a mut u64) -> Field<'a> {
    Field::new(name, field.to_string(), move |value| {
        let wrong = |expected| ParamError::value(name, value, expected);
        let number = integer(value).ok_or_else(|| wrong("a whole number"))?;
        *field = u64::try_from(number).map_err(|_| wrong("a number from 0"))?;
        Ok(())
    })
}

/// A list of names, separated by commas.
fn names<'a>(name: &'static str, field: &'a mut Vec<String>) -> Field<'a> {
    let read = |list: &str| {
        let names = list.split(',').map(str::trim);
        let names = names.filter(|name| !name.is_empty());
        Some(names.map(str::to_owned).collect())
    };
    Field::read(name, field, |names| names.join(","), read)
}

/// The option `unknown-type-conversion`.
fn unknown_layout(layout: &mut UnknownLayout) -> Field<'_> {
    const NAME: &str = "unknown-type-conversion";
    let text = match layout {
        UnknownLayout::FullyDynamic => "fully-dynamic-layout-map",
        UnknownLayout::Identity => "identity-layout-map",
    };
    Field::new(NAME, text, |value| {
        *layout = match value {
            "fully-dynamic-layout-map" => UnknownLayout::FullyDynamic,
            "identity-layout-map" => UnknownLayout::Identity,
            "infer-layout-map" => {
                return Err(refused(
                    NAME,
                    "Invalid option: 'infer-layout-map' is not a valid value for 'unknown-type-conversion'",
                ));
            }
            _ => {
                let expected =
                    "`fully-dynamic-layout-map`, `identity-layout-map` or `infer-layout-map`";
                return Err(ParamError::value(NAME, value, expected));
            }
        };
        Ok(())
    })
}

impl Options {
    /// The options, by the names of mlir-opt 22, and those that only memplan has.
    ///
    /// [`Self::from_params`] reads `compat`, which determines the defaults, and `may-have-parallel-regions`, another
    /// name.
    fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            Field::new("compat", "off", |_| Ok(())).help("`reference`: decide as mlir-opt 22, and with its defaults, unless that changes what the program \
                 computes; `off`: avoid more copies."),
            Field::flag("allow-return-allocs-from-loops", &mut self.allow_return_allocs_from_loops).help("Accept loops that yield a new buffer; `false` with `compat=reference`."),
            Field::flag("allow-unknown-ops", &mut self.allow_unknown_ops).help("Keep operations that cannot be bufferized, between `to_tensor` and `to_buffer`."),
            Field::word("analysis-heuristic", &mut self.heuristic, HEURISTICS).help("The order of decisions: `best` of the next three, `bottom-up` (the default with \
                 `compat=reference`), `top-down`, `bottom-up-from-terminators`, or `fuzzer`."),
            count("analysis-fuzzer-seed", &mut self.fuzzer_seed).help("Seed of the order `fuzzer`."),
            Field::flag("bufferize-function-boundaries", &mut self.function_boundaries).help("Bufferize functions, calls and returns."),
            Field::flag("check-parallel-regions", &mut self.check_parallel_regions).help("Do not write to tensors from outside in regions that run in parallel."),
            Field::new("may-have-parallel-regions", "", |_| Ok(())).help("The name of `check-parallel-regions` in MLIR 24."),
            Field::flag("copy-before-write", &mut self.copy_before_write).help("No analysis: copy every operand before it is written."),
            names("dialect-filter", &mut self.dialect_filter).help("Bufferize operations of these dialects only, separated by commas."),
            names("no-analysis-func-filter", &mut self.no_analysis_functions).help("Do not analyse these functions, separated by commas; they copy before every write."),
            Field::word("function-boundary-type-conversion", &mut self.boundary_layout, BOUNDARIES).help("Layouts of arguments and results: `infer-layout-map`, `fully-dynamic-layout-map`, or \
                 `identity-layout-map`."),
            unknown_layout(&mut self.unknown_layout).help("Layouts of buffers of unknown origin: `fully-dynamic-layout-map` or `identity-layout-map`."),
            Field::flag("must-infer-memory-space", &mut self.must_infer_memory_space).help("Report an error where no memory space can be inferred."),
            Field::flag("use-encoding-for-memory-space", &mut self.encoding_is_memory_space).help("The encoding of a tensor type is its memory space."),
            count("buffer-alignment", &mut self.buffer_alignment).help("Alignment of allocations and globals in bytes; 0 for none."),
            Field::flag("test-analysis-only", &mut self.test_analysis_only).help("Write decisions into attributes and do not bufferize."),
            Field::flag("print-conflicts", &mut self.print_conflicts).help("With `test-analysis-only`: write conflicts into attributes."),
            Field::flag("dump-alias-sets", &mut self.dump_alias_sets).help("With `test-analysis-only`: write alias sets into attributes."),
            Field::flag("readonly-public-args", &mut self.readonly_public_args).help("Never write to arguments of public functions."),
            Field::flag("lower-elementwise", &mut self.lower_elementwise).help("Rewrite elementwise operations on tensors as `linalg.map`; `false` with `compat=reference`."),
        ]
    }

    /// The options of a pass that is made of these.
    fn list<P: Pass>(&self, pass: fn(Self) -> P) -> PassOptions<'_, dyn Pass> {
        let infos = Field::infos(Self::default().fields());
        let values = Field::values(self.clone().fields());
        PassOptions::new(infos, values, move |params| {
            Self::from_params(params).map(pass)
        })
    }

    /// The options that a user wrote; the defaults are those of `compat`.
    ///
    /// # Errors
    ///
    /// [`ParamError`] for a bad value, and for options that exclude each other.
    pub fn from_params(params: &Params) -> Result<Self, ParamError> {
        const COMPAT: &[(&str, bool)] = &[("off", false), ("reference", true)];
        let mut is_reference = false;
        Field::set_all(
            vec![Field::word("compat", &mut is_reference, COMPAT)],
            params,
        )?;
        let mut options = if is_reference {
            Self::reference()
        } else {
            Self::default()
        };
        Field::set_all(options.fields(), params)?;
        // As MLIR 24 calls it.
        let has_parallel = &mut options.check_parallel_regions;
        Field::set_all(
            vec![Field::flag("may-have-parallel-regions", has_parallel)],
            params,
        )?;
        options.validate()?;
        Ok(options)
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
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn options(&self) -> PassOptions<'_, dyn Pass> {
        self.options.list(|options| Self { options })
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
        }
    }

    fn promise(&self) -> Promise {
        Promise::MEANING
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn options(&self) -> PassOptions<'_, dyn Pass> {
        self.options.list(|options| Self { options })
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
    use memplan_mlir::passes::{Field, Params};

    use crate::{BoundaryLayout, Heuristic, Options};

    fn read(values: &[(&str, &str)]) -> Result<Options, String> {
        let values = values
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        Options::from_params(&values.collect::<Params>()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_defaults_are_those_of_the_table() {
        let infos = Field::infos(Options::default().fields());
        let table = infos.iter().map(|info| (info.name, &*info.default));
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
