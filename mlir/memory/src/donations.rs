//! Declarations of arguments that callers give up, in the attributes of several tools.

use memplan_mlir::interfaces::is_private;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{Diagnostic, Severity};
use memplan_mlir::{AttrId, AttrKind, DYNAMIC, Module, OpId, StrId, TypeId, names};
use memplan_support::Sort as _;

/// An argument whose memory holds a result when the function returns. No argument may overlap a donated one: that is
/// for callers to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Donation {
    /// The function.
    pub function: OpId,
    /// The number of the argument.
    pub argument: usize,
    /// The number of the result.
    pub result: usize,
}

/// What an argument is declared with.
#[derive(Clone, Copy, Debug)]
struct Wish {
    argument: usize,
    /// Absent for any result of the type of the argument.
    result: Option<usize>,
    /// Whether a declaration that makes no sense is an error. Those of other tools are only warnings.
    is_strict: bool,
}

/// The donations of a program, and warnings about declarations of other tools that are left out.
#[derive(Clone, Debug, Default)]
pub struct Donations {
    /// In the order of functions and arguments.
    pub list: Vec<Donation>,
    /// What was left out.
    pub warnings: Vec<Diagnostic>,
}

/// Attributes of other tools with the number of a result: JAX in StableHLO, and the import of IREE.
const NUMBERED: [&str; 2] = ["tf.aliasing_output", "iree.abi.output"];
/// The attribute of JAX for any result.
const ANY: &str = "jax.buffer_donor";
/// All attributes of other tools on arguments.
pub const FOREIGN_DONATIONS: [&str; 3] = [NUMBERED[0], NUMBERED[1], ANY];
/// The attribute of MHLO on modules.
const OF_MODULE: &str = "mhlo.input_output_alias";

impl Donations {
    /// The donations that a program declares. Linear in its functions and their arguments.
    ///
    /// # Errors
    ///
    /// What is declared with `memplan.donated` and makes no sense: there is no such result, it has another type, or
    /// two arguments are for one result.
    pub fn of(m: &Module) -> Result<Self, Vec<Diagnostic>> {
        let mut all = Self::default();
        let mut errors = Vec::new();
        let functions = m
            .walk(m.root())
            .filter(|&op| m.is_kernel(op, Kernel::Function));
        let functions: Vec<OpId> = functions.collect();
        let main = main_function(m, &functions);
        for function in functions {
            // Results that were dropped have no number any more.
            if m.attr(function, names::RESULTS).is_some() || m.regions(function).is_empty() {
                continue;
            }
            let mut wishes = all.wishes(m, function);
            if main == Some(function) {
                all.add_wishes_of_module(m, function, &mut wishes);
            }
            // What names a result comes before what takes any, and memplan's own words before those of other tools.
            wishes
                .sort_stable_by_key(|wish| (wish.result.is_none(), !wish.is_strict, wish.argument));
            let mut taken = Vec::new();
            for wish in wishes {
                match choose(m, function, wish, &taken) {
                    Ok(donation) => taken.push(donation),
                    Err(message) => {
                        let name = m.symbol_name(function).map(|name| m.ctx.bytes(name));
                        let name = String::from_utf8_lossy(name.unwrap_or_default()).into_owned();
                        let argument = wish.argument;
                        let message =
                            format!("argument {argument} of `{name}` is donated, but {message}");
                        let refusal = diagnostic(m, function, wish.is_strict, message);
                        if wish.is_strict {
                            &mut errors
                        } else {
                            &mut all.warnings
                        }
                        .push(refusal);
                    }
                }
            }
            taken.sort_stable_by_key(|donation| donation.argument);
            all.list.extend(taken);
        }
        if errors.is_empty() {
            Ok(all)
        } else {
            Err(errors)
        }
    }

    /// Removes every declaration from a program. Linear in its functions and their arguments.
    pub fn remove(m: &mut Module) {
        let of_module = m.ctx.str(OF_MODULE);
        let root = m.root();
        m.remove_attr(root, of_module);
        let words = FOREIGN_DONATIONS.into_iter();
        let mut words: Vec<StrId> = words.map(|word| m.ctx.str(word)).collect();
        words.push(names::DONATED);
        let functions = m.walk(root).filter(|&op| m.is_kernel(op, Kernel::Function));
        for function in functions.collect::<Vec<OpId>>() {
            for argument in 0..m.prop_elements(function, names::ARG_ATTRS).len() {
                for &word in &words {
                    if m.arg_attr(function, argument, word).is_some() {
                        m.set_arg_attr(function, argument, word, None);
                    }
                }
            }
        }
    }

    /// What the attributes of arguments say.
    fn wishes(&mut self, m: &Module, function: OpId) -> Vec<Wish> {
        let mut wishes = Vec::new();
        for (argument, &attrs) in m
            .prop_elements(function, names::ARG_ATTRS)
            .iter()
            .enumerate()
        {
            let AttrKind::Dictionary(entries) = m.ctx.attr_kind(attrs) else {
                continue;
            };
            let get = |name: &str| {
                let entry = entries
                    .iter()
                    .find(|(key, _)| m.ctx.bytes(*key) == name.as_bytes());
                entry.map(|&(_, attr)| attr)
            };
            let own = m.arg_attr(function, argument, names::DONATED);
            let numbered = NUMBERED.iter().find_map(|name| Some((*name, get(name)?)));
            let wish = |result, is_strict| Wish {
                argument,
                result,
                is_strict,
            };
            if let Some(attr) = own {
                wishes.push(wish(m.ctx.attr_i64(attr).map(to_index), true));
            } else if let Some((name, attr)) = numbered {
                match m.ctx.attr_i64(attr) {
                    Some(number) => wishes.push(wish(Some(to_index(number)), false)),
                    None => self.warn(
                        m,
                        function,
                        format!("`{name}` is no number of a result: left out"),
                    ),
                }
            } else if get(ANY).is_some_and(|attr| m.ctx.attr_i64(attr) == Some(1)) {
                wishes.push(wish(None, false));
            }
        }
        wishes
    }

    /// The declarations of a module about its main function: pairs of a result and an argument.
    fn add_wishes_of_module(&mut self, m: &Module, function: OpId, wishes: &mut Vec<Wish>) {
        let entries = m.attrs(m.root()).iter();
        let mut aliases = entries.filter(|(name, _)| m.ctx.bytes(*name) == OF_MODULE.as_bytes());
        let Some((_, attr)) = aliases.next() else {
            return;
        };
        let AttrKind::Array(pairs) = m.ctx.attr_kind(attr) else {
            self.warn(m, function, format!("`{OF_MODULE}` is no array: left out"));
            return;
        };
        for &pair in pairs {
            let of = alias_of(m, pair);
            match of {
                Some((argument, result)) if wishes.iter().all(|wish| wish.argument != argument) => {
                    wishes.push(Wish { argument, result: Some(result), is_strict: false });
                }
                Some(_) => {}
                None => self.warn(
                    m,
                    function,
                    format!("`{OF_MODULE}` has an entry that is no pair of one argument and one result: left out"),
                ),
            }
        }
    }

    fn warn(&mut self, m: &Module, function: OpId, message: String) {
        self.warnings.push(diagnostic(m, function, false, message));
    }
}

fn diagnostic(m: &Module, op: OpId, is_error: bool, message: String) -> Diagnostic {
    Diagnostic {
        severity: if is_error {
            Severity::Error
        } else {
            Severity::Warning
        },
        code: "bad-donation",
        message,
        span: m.span(op),
        notes: Vec::new(),
        help: is_error.then(|| {
            "`memplan.donated = N : i64` names a result of the type of the argument".to_owned()
        }),
    }
}

/// A number of the text; beyond all results if it is negative.
fn to_index(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The donation that a declaration asks for, or why there is none.
fn choose(m: &Module, function: OpId, wish: Wish, taken: &[Donation]) -> Result<Donation, String> {
    let (inputs, results) = m.signature(function).unwrap_or_default();
    let Some(&input) = inputs.get(wish.argument) else {
        return Err("there is no such argument".to_owned());
    };
    let is_free = |at: usize| taken.iter().all(|other| other.result != at);
    let result = match wish.result {
        None => {
            let mut all = 0..results.len();
            // Sizes that are known at run time only may differ: who names the result says that they are equal.
            let any = all.find(|&at| {
                is_free(at)
                    && has_static_shape(m, input)
                    && have_same_contents(m, input, results[at])
            });
            any.ok_or("no result has its type, with static sizes")?
        }
        Some(at) => {
            let Some(&ty) = results.get(at) else {
                let n = results.len();
                return Err(format!("there is no result {at}: the function has {n}"));
            };
            if !have_same_contents(m, input, ty) {
                let (own, other) = (m.ctx.type_text(input), m.ctx.type_text(ty));
                return Err(format!("result {at} has another type: {other}, not {own}"));
            }
            if !is_free(at) {
                return Err(format!("result {at} has an argument already"));
            }
            at
        }
    };
    Ok(Donation {
        function,
        argument: wish.argument,
        result,
    })
}

/// Whether two types of tensors or buffers have the same shape and elements.
fn have_same_contents(m: &Module, a: TypeId, b: TypeId) -> bool {
    let is_shaped = m.ctx.shape(a).is_some() && m.ctx.is_tensor(a) == m.ctx.is_tensor(b);
    is_shaped && m.ctx.shape(a) == m.ctx.shape(b) && m.ctx.element_type(a) == m.ctx.element_type(b)
}

fn has_static_shape(m: &Module, ty: TypeId) -> bool {
    m.ctx
        .shape(ty)
        .is_some_and(|shape| !shape.contains(&DYNAMIC))
}

/// The function that attributes of the module are about.
fn main_function(m: &Module, functions: &[OpId]) -> Option<OpId> {
    let is_main = |&op: &OpId| {
        m.symbol_name(op)
            .is_some_and(|name| m.ctx.bytes(name) == b"main")
    };
    let main = functions.iter().copied().find(is_main);
    main.or_else(|| functions.iter().copied().find(|&op| !is_private(m, op)))
}

/// The argument and the result of an entry of `mhlo.input_output_alias`, without positions in tuples.
fn alias_of(m: &Module, entry: AttrId) -> Option<(usize, usize)> {
    let alias = dictionary_entry(m, entry, "alias")?;
    let argument = m
        .ctx
        .attr_i64(dictionary_entry(m, alias, "parameter_number")?)?;
    if !numbers(m, dictionary_entry(m, alias, "parameter_index")?)?.is_empty() {
        return None;
    }
    let [result] = numbers(m, dictionary_entry(m, entry, "output_index")?)?[..] else {
        return None;
    };
    Some((
        usize::try_from(argument).ok()?,
        usize::try_from(result).ok()?,
    ))
}

fn dictionary_entry(m: &Module, attr: AttrId, name: &str) -> Option<AttrId> {
    let AttrKind::Dictionary(entries) = m.ctx.attr_kind(attr) else {
        return None;
    };
    let entry = entries
        .iter()
        .find(|(key, _)| m.ctx.bytes(*key) == name.as_bytes());
    entry.map(|&(_, attr)| attr)
}

/// The numbers of `[1, 2]` or `array<i64: 1, 2>`.
fn numbers(m: &Module, attr: AttrId) -> Option<Vec<i64>> {
    match m.ctx.attr_kind(attr) {
        AttrKind::Array(elements) => elements
            .iter()
            .map(|&element| m.ctx.attr_i64(element))
            .collect(),
        _ => m.ctx.attr_array(attr).map(<[i64]>::to_vec),
    }
}
