//! The grammar of specifications: `name` or `name{key=value key2=value}`.

use std::borrow::Cow;
use std::fmt;

use crate::Params;

/// A plug-in as the user names it: `name` or `name{key=value key2=value}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginSpec {
    /// The name or an alias.
    pub name: String,
    /// The values in braces.
    pub params: Params,
}

/// The error for text that is not a specification.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{spec}` is not `name` or `name{{key=value}}`: {problem}")]
pub struct SpecError {
    /// The text.
    pub spec: String,
    /// The problem.
    pub problem: String,
}

/// How a list of options is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListForm {
    /// In a specification: blanks or commas separate options, and each has a value.
    Spec,
    /// In a pipeline of mlir-opt: blanks separate options, values may hold commas, and a key alone means
    /// `true`.
    Pipeline,
}

impl ListForm {
    fn separates(self, c: char) -> bool {
        match self {
            Self::Spec => matches!(c, ' ' | '\t' | ','),
            Self::Pipeline => c.is_whitespace(),
        }
    }
}

impl PluginSpec {
    /// Parses a specification. Options are separated by spaces or commas.
    ///
    /// A value that contains a separator is enclosed in double quotes (with the escapes `\\"` and `\\\\`), in single
    /// quotes (without escapes), or in braces. Separators within braces do not count, so specifications nest.
    ///
    /// ```
    /// use memplan_plugin::PluginSpec;
    ///
    /// let spec = PluginSpec::parse("exact{time=10s nodes=5}")?;
    /// assert_eq!(spec.name, "exact");
    /// assert_eq!(spec.params.get("time"), Some("10s"));
    ///
    /// let spec = PluginSpec::parse(r#"exec{cmd="python3 my_planner.py --fast"}"#)?;
    /// assert_eq!(spec.params.get("cmd"), Some("python3 my_planner.py --fast"));
    ///
    /// let spec = PluginSpec::parse("merge{planner=exact{time=1s work=5} check=true}")?;
    /// assert_eq!(spec.params.get("planner"), Some("exact{time=1s work=5}"));
    /// # Ok::<(), memplan_plugin::SpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SpecError`] when the text has another form or gives a key twice.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let bad = |problem: String| SpecError {
            spec: text.to_owned(),
            problem,
        };
        let text = text.trim();
        let (name, inside) = match text.split_once('{') {
            None => (text, ""),
            Some((name, rest)) => match rest.strip_suffix('}') {
                Some(inside) => (name.trim(), inside),
                None => return Err(bad("the closing `}` is missing".to_owned())),
            },
        };
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            let problem = "the name may contain only letters, digits and `-`";
            return Err(bad(problem.to_owned()));
        }
        Ok(Self {
            name: name.to_owned(),
            params: Params::read(inside, ListForm::Spec).map_err(bad)?,
        })
    }
}

/// The text that [`PluginSpec::parse`] reads, with the options in the order of their keys.
impl fmt::Display for PluginSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.params.is_empty() {
            return Ok(());
        }
        write!(f, "{{{}}}", self.params)
    }
}

impl Params {
    /// Parses a list of options, as it appears between braces.
    ///
    /// # Errors
    ///
    /// What is wrong, when the text has another form or gives a key twice.
    pub fn read(text: &str, form: ListForm) -> Result<Self, String> {
        let mut params = Self::default();
        let separator = |c| form.separates(c);
        let mut rest = text.trim_start_matches(separator);
        while !rest.is_empty() {
            let (key, value, tail) = item(rest, form)?;
            let inserted = params.insert(key, value);
            inserted.map_err(|error| error.to_string())?;
            rest = tail.trim_start_matches(separator);
        }
        Ok(params)
    }
}

/// The key and the value of the first option, and the rest of the text.
fn item(text: &str, form: ListForm) -> Result<(&str, Cow<'_, str>, &str), String> {
    let end = text.find(|c| c == '=' || form.separates(c));
    let (key, tail) = text.split_at(end.unwrap_or(text.len()));
    let Some(value) = tail.strip_prefix('=') else {
        return match form {
            ListForm::Spec => Err(format!("`{key}` is not `key=value`")),
            ListForm::Pipeline => Ok((key, "true".into(), tail)),
        };
    };
    if key.is_empty() {
        return Err("expected the name of an option before `=`".to_owned());
    }
    let (closing, value, tail) = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let (value, tail) = unquoted(key, quote, value)?;
            (quote, value.into(), tail)
        }
        Some('{') => {
            let length = group_length(value).ok_or_else(|| unclosed(key, '}'))?;
            let (group, tail) = value.split_at(length);
            ('}', group[1..length - 1].into(), tail)
        }
        _ => {
            let (value, tail) = value.split_at(bare_length(key, value, form)?);
            return Ok((key, value.into(), tail));
        }
    };
    if tail.is_empty() || tail.starts_with(|c| form.separates(c)) {
        Ok((key, value, tail))
    } else {
        Err(format!("text after the closing {closing} of `{key}`"))
    }
}

fn unclosed(key: &str, closing: char) -> String {
    format!("the closing {closing} of `{key}` is missing")
}

/// The quoted value at the start of `text`, and the rest of the text.
fn unquoted<'t>(key: &str, quote: char, text: &'t str) -> Result<(String, &'t str), String> {
    let mut unquoted = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            c if c == quote => return Ok((unquoted, &text[at + 1..])),
            '\\' if quote == '"' => match characters.next() {
                Some((_, escaped @ ('"' | '\\'))) => unquoted.push(escaped),
                _ => return Err(format!("invalid escape sequence in `{key}`")),
            },
            c => unquoted.push(c),
        }
    }
    Err(unclosed(key, quote))
}

/// Bytes of a value without quotes around it; braces in it hide separators.
fn bare_length(key: &str, text: &str, form: ListForm) -> Result<usize, String> {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '{' => at += group_length(&text[at..]).ok_or_else(|| unclosed(key, '}'))?,
            c if form.separates(c) => break,
            c => at += c.len_utf8(),
        }
    }
    Ok(at)
}

/// The length in bytes of the group in braces that `text` starts with; `None` when the group does not end.
///
/// Braces in quotes do not count. A quote begins only after a `=`; elsewhere it is an apostrophe.
pub fn group_length(text: &str) -> Option<usize> {
    let (mut depth, mut quote, mut before) = (0_usize, None, ' ');
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        let before = std::mem::replace(&mut before, c);
        match c {
            '\\' if quote == Some('"') => drop(characters.next()),
            c if quote.is_some() => quote = quote.filter(|&quote| quote != c),
            '"' | '\'' if before == '=' => quote = Some(c),
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// A value as [`PluginSpec::parse`] reads it, in quotes where it must be.
pub(crate) fn quoted(value: &str) -> Cow<'_, str> {
    let is_special = |c: char| c.is_whitespace() || ",\"'{}".contains(c);
    if !value.is_empty() && !value.contains(is_special) {
        return value.into();
    }
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"").into()
}
