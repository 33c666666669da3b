//! Options of plug-ins: each is declared once, with the field that holds its value.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use crate::{ParamError, Params};

/// An option `name=value` of a plug-in, for lists and messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The key, in kebab-case.
    pub name: &'static str,
    /// The value in effect when the user gives none, as text; empty when there is none.
    pub default: Cow<'static, str>,
    /// One sentence.
    pub help: &'static str,
}

/// Reads a value into the field; `Err(None)` when the text has another form than expected.
type Set<'a> = Box<dyn FnOnce(&str) -> Result<(), Option<ParamError>> + 'a>;

/// An option of a plug-in, and the field that holds its value.
///
/// The text of the field in the default plug-in is the default of the option, and values of users are read into it.
pub struct Field<'a> {
    name: &'static str,
    help: &'static str,
    text: Cow<'static, str>,
    expected: Cow<'static, str>,
    set: Set<'a>,
}

impl<'a> Field<'a> {
    /// An option of any kind: `text` is its value as the user writes it, and `set` reads another one.
    pub fn new(
        name: &'static str,
        text: impl Into<Cow<'static, str>>,
        set: impl FnOnce(&str) -> Result<(), ParamError> + 'a,
    ) -> Self {
        let set: Set<'a> = Box::new(|value| set(value).map_err(Some));
        Self::of(name, text.into(), set)
    }

    /// A value that `read` understands, or `None` when it does not; `show` writes it as the user does.
    pub fn read<T>(
        name: &'static str,
        field: &'a mut T,
        show: impl FnOnce(&T) -> String,
        read: impl FnOnce(&str) -> Option<T> + 'a,
    ) -> Self {
        let text = show(field).into();
        Self::of(
            name,
            text,
            Box::new(|value| {
                *field = read(value).ok_or(None)?;
                Ok(())
            }),
        )
    }

    /// A value that its type reads and prints; by default, [`Self::expects`] a whole number.
    pub fn value<T: FromStr + Display>(name: &'static str, field: &'a mut T) -> Self {
        Self::read(name, field, T::to_string, |value| value.parse().ok()).expects("a whole number")
    }

    /// A value that its type reads and prints, or none, which users write as `absent`.
    pub fn maybe<T: FromStr + Display>(
        name: &'static str,
        field: &'a mut Option<T>,
        absent: &'static str,
    ) -> Self {
        let show = |value: &Option<T>| value.as_ref().map_or(absent.to_owned(), T::to_string);
        let read = move |text: &str| match text.parse() {
            Ok(value) => Some(Some(value)),
            Err(_) => (text == absent).then_some(None),
        };
        Self::read(name, field, show, read)
    }

    /// A switch: `true`, `false`, `1` or `0`, or an empty value for `true`; `True` and `TRUE` too, as in mlir-opt.
    pub fn flag(name: &'static str, field: &'a mut bool) -> Self {
        Self::either(name, field, [false, true])
    }

    /// A switch between two values: that of `false`, then that of `true`.
    pub fn either<T: Copy + PartialEq + 'a>(
        name: &'static str,
        field: &'a mut T,
        values: [T; 2],
    ) -> Self {
        let show = |value: &T| (*value == values[1]).to_string();
        let read = move |text: &str| switch(text).map(|is_on| values[usize::from(is_on)]);
        Self::read(name, field, show, read).expects("`true` or `false`")
    }

    /// One of several words; the message about others lists them. A value without a word is shown as the first one.
    pub fn word<T: Copy + PartialEq>(
        name: &'static str,
        field: &'a mut T,
        words: &'static [(&'static str, T)],
    ) -> Self {
        let word = words.iter().find(|(_, meaning)| meaning == field);
        let text = word.or(words.first()).map_or("", |(word, _)| word);
        let read = |value: &str| {
            let pair = words.iter().find(|(word, _)| *word == value);
            *field = pair.ok_or(None)?.1;
            Ok(())
        };
        Self::of(name, text.into(), Box::new(read)).expects(listed(words))
    }

    /// Text of any form.
    pub fn text(name: &'static str, field: &'a mut String) -> Self {
        Self::read(name, field, String::clone, |value| Some(value.to_owned()))
    }

    fn of(name: &'static str, text: Cow<'static, str>, set: Set<'a>) -> Self {
        Self {
            name,
            help: "",
            text,
            expected: Cow::default(),
            set,
        }
    }

    /// The form of valid values, for the message about others.
    #[must_use]
    pub fn expects(self, expected: impl Into<Cow<'static, str>>) -> Self {
        self.expecting(expected.into())
    }

    #[inline(never)]
    fn expecting(self, expected: Cow<'static, str>) -> Self {
        Self { expected, ..self }
    }

    /// What the option is for: one sentence.
    #[must_use]
    #[inline(never)]
    pub fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }

    /// Reads the values of the options that a user gave.
    ///
    /// # Errors
    ///
    /// [`ParamError`] when a value does not suit its option.
    #[inline(never)]
    pub fn set_all(fields: Vec<Field<'a>>, params: &Params) -> Result<(), ParamError> {
        for field in fields {
            if let Some(value) = params.get(field.name) {
                let wrong = |error: Option<ParamError>| {
                    error.unwrap_or_else(|| ParamError::value(field.name, value, field.expected))
                };
                (field.set)(value).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// The descriptions of options, given the fields of the default plug-in.
    #[inline(never)]
    pub fn infos(fields: Vec<Field<'a>>) -> Vec<OptionInfo> {
        let info = |field: Field<'a>| OptionInfo {
            name: field.name,
            default: field.text,
            help: field.help,
        };
        fields.into_iter().map(info).collect()
    }

    /// All values, as users write them.
    #[inline(never)]
    pub fn values(fields: Vec<Field<'a>>) -> Params {
        let pair = |field: Field<'a>| (field.name.to_owned(), field.text.into_owned());
        fields.into_iter().map(pair).collect()
    }
}

/// The options of a plug-in of kind `P`: what they are, which differ from their defaults, and how to set them.
pub struct Options<'a, P: ?Sized> {
    infos: Vec<OptionInfo>,
    params: Params,
    configure: Configure<'a, P>,
}

type Configure<'a, P> = Box<dyn Fn(&Params) -> Result<Box<P>, ParamError> + 'a>;

/// A kind of plug-ins that plug-ins of type `T` belong to. Implemented once for each kind, for its trait object:
/// `impl<T: MemoryPlanner + 'static> KindOf<T> for dyn MemoryPlanner`.
pub trait KindOf<T> {
    /// The plug-in, as one of the kind.
    fn boxed(plugin: T) -> Box<Self>;
}

impl<'a, P: ?Sized> Options<'a, P> {
    /// The plug-in has no options.
    pub fn none() -> Self {
        Self {
            infos: Vec::new(),
            params: Params::default(),
            configure: Box::new(|params| Err(params.unsupported())),
        }
    }

    /// The options whose values `fields` of the plug-in hold; `default` is the plug-in without options.
    pub fn of<T: Clone>(plugin: &'a T, default: T, fields: fn(&mut T) -> Vec<Field<'_>>) -> Self
    where
        P: KindOf<T>,
    {
        Self::checked(plugin, default, fields, |_| Ok(()))
    }

    /// The same, with a `check` after values were read: options may exclude each other, or determine other fields.
    pub fn checked<T: Clone>(
        plugin: &'a T,
        default: T,
        fields: fn(&mut T) -> Vec<Field<'_>>,
        check: fn(&mut T) -> Result<(), ParamError>,
    ) -> Self
    where
        P: KindOf<T>,
    {
        let (mut default, mut current) = (default, plugin.clone());
        let infos = Field::infos(fields(&mut default));
        let values = Field::values(fields(&mut current));
        Self {
            params: changed(&infos, &values),
            infos,
            configure: Box::new(move |params| {
                let mut configured = plugin.clone();
                Field::set_all(fields(&mut configured), params)?;
                check(&mut configured)?;
                Ok(P::boxed(configured))
            }),
        }
    }

    /// Options that are not fields: their descriptions, the values in effect, and the function that sets others. An
    /// option without a value has its default.
    pub fn new<T>(
        infos: Vec<OptionInfo>,
        values: Params,
        configure: impl Fn(&Params) -> Result<T, ParamError> + 'a,
    ) -> Self
    where
        P: KindOf<T>,
    {
        Self {
            params: changed(&infos, &values),
            infos,
            configure: Box::new(move |params| configure(params).map(P::boxed)),
        }
    }

    /// The descriptions, in display order.
    pub fn infos(&self) -> &[OptionInfo] {
        &self.infos
    }

    /// The options in effect that differ from the defaults, as [`Self::configured`] reads them.
    pub fn params(self) -> Params {
        self.params
    }

    /// The plug-in with the values that a user gave. Other options keep their values, and keys of other options are
    /// ignored.
    ///
    /// # Errors
    ///
    /// [`ParamError`] when a value does not suit its option.
    pub fn configured(&self, params: &Params) -> Result<Box<P>, ParamError> {
        (self.configure)(params)
    }

    /// The options of a plug-in around this one.
    #[must_use]
    pub fn map<T, Q>(self, wrap: impl Fn(Box<P>) -> T + 'a) -> Options<'a, Q>
    where
        P: 'a,
        Q: KindOf<T> + ?Sized,
    {
        let configure = self.configure;
        Options::new(self.infos, self.params, move |params| {
            configure(params).map(&wrap)
        })
    }
}

/// The values that are not the defaults.
// Like the methods of `Field`, it is compiled once for all plug-ins: inlined, they were a megabyte of the command.
#[inline(never)]
fn changed(infos: &[OptionInfo], values: &Params) -> Params {
    values.filtered(|key| {
        let mut same_name = infos.iter().filter(|info| info.name == key);
        same_name.any(|info| values.get(key) != Some(&*info.default))
    })
}

/// The meaning of a switch: `true` or `1`, `false` or `0`, as mlir-opt reads them.
pub fn switch(value: &str) -> Option<bool> {
    match value {
        "" | "true" | "True" | "TRUE" | "1" => Some(true),
        "false" | "False" | "FALSE" | "0" => Some(false),
        _ => None,
    }
}

/// Words, for a message.
fn listed<T>(words: &[(&str, T)]) -> String {
    let words: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, rest @ [_, ..])) => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
