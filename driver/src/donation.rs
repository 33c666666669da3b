//! How `merge` may use the arguments of functions.

use std::str::FromStr;

use memplan_bufferize::passes::compute_in_donated;
use memplan_memory_model::{Donation, Donations, UnknownOps, assumed_to_borrow};
use memplan_mlir::interfaces::is_private;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{Diagnostic, Severity, Span};
use memplan_mlir::{DYNAMIC, Module, OpId, names};
use memplan_mutators::assert_ranges;
use memplan_placement::donation::{DonatedArgument, check_donated, drop_donated_results, left_out};
use memplan_support::table::plural;

use crate::dealloc;
use crate::dims::SizeOptions;
use crate::dims::{DimRange, EqualDims};
use crate::{Error, dims};

/// An argument that a user donates, by names and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DonatedName {
    /// The name of the function.
    pub function: String,
    /// The number of the argument.
    pub argument: usize,
    /// The number of the result that it then holds.
    pub result: usize,
}

impl DonatedName {
    /// The donations that a program declares, in the order of its functions and arguments.
    ///
    /// # Errors
    ///
    /// [`Error::Program`]: a donation makes no sense.
    pub fn declared(m: &Module) -> Result<Vec<Self>, Error> {
        let list = Donations::of(m).map_err(Error::Program)?.list;
        let named = list.into_iter().map(|donation| Self {
            function: m.symbol_text(donation.function),
            argument: donation.argument,
            result: donation.result,
        });
        Ok(named.collect())
    }
}

/// Arguments that are donated besides those that the program declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Donate {
    /// None.
    #[default]
    Declared,
    /// For each result of a public function to which the program donates none, in order, the first argument of its type
    /// that is left.
    Auto,
    /// These.
    These(Vec<DonatedName>),
}

impl FromStr for Donate {
    type Err = String;

    /// Reads `auto`, or `main:0=1,main:2=0`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let one = |word: &str| {
            let (function, numbers) = word.rsplit_once(':')?;
            let (argument, result) = numbers.split_once('=')?;
            Some(DonatedName {
                function: function.trim_start_matches('@').to_owned(),
                argument: argument.parse().ok()?,
                result: result.parse().ok()?,
            })
        };
        let list: Option<Vec<DonatedName>> = text.split(',').map(one).collect();
        let expected = "expected `auto`, or FUNCTION:ARGUMENT=RESULT such as `main:0=1`";
        list.map(Self::These).ok_or_else(|| expected.to_owned())
    }
}

/// How results in the memory of a donated argument are returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DonationForm {
    /// They are dropped from the results: the argument holds them.
    #[default]
    Drop,
    /// They stay results, as copies of the argument, for programs whose callers cannot change.
    Keep,
}

/// How a job may use the arguments of functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentOptions {
    /// Donations besides those of the program.
    pub donate: Donate,
    /// How the results are returned.
    pub form: DonationForm,
    /// Whether the program asserts that no argument overlaps a donated one.
    pub is_checked: bool,
    /// Whether tensors that are arguments keep their contents, unless they are donated. Otherwise a function may write
    /// to the memory of its arguments, as in MLIR.
    pub are_read_only: bool,
    /// Assumptions about unknown operations and functions without a body, besides those that the program states.
    pub unknown_ops: UnknownOps,
    /// Ranges of dynamic dimensions besides those of the program.
    pub ranges: Vec<DimRange>,
    /// Dynamic dimensions that are equal, besides those of the program.
    pub equal: Vec<EqualDims>,
    /// The conclusions from these ranges and equalities.
    pub sizes: SizeOptions,
}

impl ArgumentOptions {
    /// Writes these options to the attributes of a program, and returns warnings about its declarations.
    ///
    /// # Errors
    ///
    /// [`Error::Program`]: a donation makes no sense, or a range or equality of dimensions.
    pub(crate) fn declare(&self, m: &mut Module) -> Result<Vec<Diagnostic>, Error> {
        dims::declare_dims(m, &self.ranges, &self.equal)?;
        self.unknown_ops.or_stated(m).state(m);
        match &self.donate {
            Donate::Declared => {}
            Donate::Auto => {
                let declared = Donations::of(m).map_err(Error::Program)?.list;
                donate_by_type(m, &declared);
            }
            Donate::These(list) => list.iter().try_for_each(|name| donate(m, name))?,
        }
        let declared = Donations::of(m).map_err(Error::Program)?;
        if self.are_read_only {
            forbid_writes(m, &declared.list);
        }
        let mut warnings = declared.warnings;
        warnings.extend(assumption(m));
        Ok(warnings)
    }

    /// Carries out the donations of a program on buffers, and inserts checks of declared properties.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] and [`Error::InvalidResult`].
    pub(crate) fn carry_out(&self, m: &mut Module) -> Result<Vec<DonatedArgument>, Error> {
        if self.sizes.check_ranges {
            assert_ranges(m).map_err(|fault| dims::malformed(m, &fault))?;
        }
        self.donate(m)
    }

    /// Remarks on declared donations that were not carried out.
    pub(crate) fn left_out(
        &self,
        m: &Module,
        mut declared: Vec<DonatedName>,
        donated: &[DonatedArgument],
    ) -> Vec<Diagnostic> {
        if self.form == DonationForm::Keep {
            return Vec::new();
        }
        declared.retain(|name| {
            let mut done = donated.iter().map(|done| (&done.function, done.argument));
            !done.any(|done| done == (&name.function, name.argument))
        });
        let names = declared.into_iter();
        let names: Vec<_> = names
            .map(|pair| (pair.function, pair.argument, pair.result))
            .collect();
        left_out(m, &names)
    }

    /// Carries out the donations of a program on buffers.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] and [`Error::InvalidResult`].
    pub(crate) fn donate(&self, m: &mut Module) -> Result<Vec<DonatedArgument>, Error> {
        let declared = Donations::of(m).map_err(Error::Program)?.list;
        if declared.is_empty() || self.form == DonationForm::Keep {
            return Ok(Vec::new());
        }
        if self.is_checked {
            check_donated(m, &declared);
        }
        let donated = drop_donated_results(m, &declared);
        dealloc::verified(m, "donate-arguments")?;
        Ok(donated)
    }
}

/// A program without its donations, and those of public functions, which can be carried out later. Those of private
/// functions promise nothing to callers outside. `None` without donations.
///
/// # Errors
///
/// [`Error::Program`].
pub(crate) fn postponed(m: &Module) -> Result<Option<(Module, Vec<DonatedName>)>, Error> {
    let mut declared = DonatedName::declared(m)?;
    if declared.is_empty() {
        return Ok(None);
    }
    let is_public = |name: &DonatedName| {
        let function = functions(m)
            .into_iter()
            .find(|&op| m.symbol_text(op) == name.function);
        function.is_some_and(|op| !is_private(m, op))
    };
    declared.retain(is_public);
    let mut plain = m.clone();
    Donations::remove(&mut plain);
    Ok(Some((plain, declared)))
}

/// A program on tensors whose results are computed in the arguments that are donated to them; `None` without donations.
///
/// # Errors
///
/// [`Error::Program`].
pub(crate) fn prepared(m: &Module) -> Result<Option<Module>, Error> {
    let declared = Donations::of(m).map_err(Error::Program)?.list;
    Ok((!declared.is_empty()).then(|| {
        let mut prepared = m.clone();
        compute_in_donated(&mut prepared, &declared);
        prepared
    }))
}

/// How many functions a remark names.
const MAX_NAMED: usize = 4;

/// A remark on functions without a body: only the calling convention implies that they do not capture their
/// arguments.
fn assumption(m: &Module) -> Option<Diagnostic> {
    let functions = assumed_to_borrow(m);
    let first = *functions.first()?;
    let named = functions.iter().take(MAX_NAMED);
    let named: Vec<String> = named
        .map(|&function| format!("`{}`", m.symbol_text(function)))
        .collect();
    let mut list = named.join(", ");
    if let Some(more) = functions
        .len()
        .checked_sub(MAX_NAMED)
        .filter(|&more| more > 0)
    {
        list = format!("{list} and {more} more");
    }
    let have = if functions.len() == 1 { "has" } else { "have" };
    Some(Diagnostic {
        severity: Severity::Remark,
        code: "assumed-to-borrow",
        message: format!("{list} {have} no body: assumed to use arguments only during the call"),
        span: m.span(first),
        notes: Vec::new(),
        help: Some(
            "declare `memplan.captures` or `memplan.captures = false` on arguments, or pass `--unknown-ops=capture`"
                .to_owned(),
        ),
    })
}

fn functions(m: &Module) -> Vec<OpId> {
    let functions = m
        .walk(m.root())
        .filter(|&op| m.is_kernel(op, Kernel::Function));
    functions.filter(|&op| !m.regions(op).is_empty()).collect()
}

pub(crate) fn donate(m: &mut Module, of: &DonatedName) -> Result<(), Error> {
    let is_meant = |&op: &OpId| {
        let name = m.symbol_name(op);
        name.is_some_and(|name| m.ctx.bytes(name) == of.function.as_bytes())
    };
    let name = &of.function;
    let Some(function) = functions(m).into_iter().find(is_meant) else {
        let names: Vec<String> = (functions(m).iter())
            .map(|&op| format!("`{}`", m.symbol_text(op)))
            .collect();
        let message = format!(
            "`--donate` names function `{name}`, but no function with a body has this name"
        );
        let help = format!("functions with a body: {}", names.join(", "));
        return Err(bad_donation(message, help));
    };
    let n_arguments = m.signature(function).map_or(0, |(inputs, _)| inputs.len());
    if of.argument >= n_arguments {
        let message = format!(
            "`--donate` names argument {} of `{name}`, which has {}",
            of.argument,
            plural(n_arguments, "argument")
        );
        let help = "`--donate FUNCTION:ARGUMENT=RESULT` counts arguments from 0";
        return Err(bad_donation(message, help.to_owned()));
    }
    let number = m.ctx.i64_attr(i64::try_from(of.result).unwrap_or(i64::MAX));
    m.set_arg_attr(function, of.argument, names::DONATED, Some(number));
    Ok(())
}

fn bad_donation(message: String, help: String) -> Error {
    Error::Program(vec![Diagnostic {
        severity: Severity::Error,
        code: "bad-donation",
        message,
        span: Span::default(),
        notes: Vec::new(),
        help: Some(help),
    }])
}

/// Donates to each result of a public function that has none the first argument of its type that is left.
fn donate_by_type(m: &mut Module, declared: &[Donation]) {
    for function in functions(m) {
        if is_private(m, function) {
            continue;
        }
        let (inputs, results) = m.signature(function).unwrap_or_default();
        let (inputs, results) = (inputs.to_vec(), results.to_vec());
        let own = || {
            declared
                .iter()
                .filter(|donation| donation.function == function)
        };
        let is_free = |at: usize| {
            let has_own = m.arg_attr(function, at, names::DONATED).is_some();
            !has_own && own().all(|donation| donation.argument != at)
        };
        let mut left: Vec<usize> = (0..inputs.len()).filter(|&at| is_free(at)).collect();
        for (number, &result) in results.iter().enumerate() {
            let shape = m.ctx.shape(result);
            let is_static = shape.is_some_and(|shape| !shape.contains(&DYNAMIC));
            let same = |&at: &usize| inputs[at] == result && is_static;
            if own().any(|donation| donation.result == number) {
                continue;
            }
            let Some(at) = left.iter().position(same) else {
                continue;
            };
            let number = m.ctx.i64_attr(number as i64);
            m.set_arg_attr(function, left.remove(at), names::DONATED, Some(number));
        }
    }
}

/// Tells bufferization not to write to the arguments of public functions, except to donated ones.
fn forbid_writes(m: &mut Module, donations: &[Donation]) {
    for function in functions(m) {
        if is_private(m, function) {
            continue;
        }
        let inputs = m.signature(function).map_or(&[][..], |(inputs, _)| inputs);
        let is_tensor: Vec<bool> = inputs.iter().map(|&ty| m.ctx.is_tensor(ty)).collect();
        for argument in (0..is_tensor.len()).filter(|&at| is_tensor[at]) {
            let is_donated = donations
                .iter()
                .any(|donation| donation.function == function && donation.argument == argument);
            if !is_donated && m.arg_attr(function, argument, names::WRITABLE).is_none() {
                let flag = m.ctx.int_type(1);
                let no = m.ctx.int_attr(0, flag);
                m.set_arg_attr(function, argument, names::WRITABLE, Some(no));
            }
        }
    }
}
