//! Parses textual pipelines in the syntax of mlir-opt: `builtin.module(func.func(a,b{key=value}),c)`.
//!
//! Options follow a pass in braces, separated by spaces; a value with spaces has braces or quotes around it.

use memplan_plugin::{ListForm, Params, PluginSpec, group_length};

use super::{Anchor, PipelineError};
use crate::dialects::{Dialects, Traits};

/// The name of a module.
pub(super) const MODULE: &str = "builtin.module";
/// The name of functions in an implied nest.
pub(super) const FUNCTION: &str = "func.func";
/// The name of a nest that matches any isolated operation.
pub(super) const ANY: &str = "any";

/// Maximum nesting depth of operations in a pipeline.
const MAX_NESTING: usize = 16;

/// One part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// A pass, or the name of a pipeline.
    Pass(PluginSpec),
    /// A list that runs on nested operations.
    Nest(NestText),
}

/// A list and the operations that it runs on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NestText {
    pub(super) anchor: String,
    pub(super) elements: Vec<Element>,
}

/// Whether a pass can be directly in a nest.
pub(super) fn fits(dialects: &Dialects, anchor: Anchor, nest: &str) -> bool {
    let has = |traits| {
        dialects
            .find(nest)
            .is_some_and(|def| def.traits.has(traits))
    };
    match anchor {
        Anchor::Any => true,
        Anchor::Module => has(Traits::SYMBOL_TABLE),
        Anchor::Function => has(Traits::FUNCTION),
    }
}

/// Parses a whole pipeline: a list with an anchor.
pub(super) fn anchored(dialects: &Dialects, text: &str) -> Result<NestText, PipelineError> {
    let text = without_headline(text.trim());
    let not_anchored = || PipelineError::NotAnchored {
        text: text.to_owned(),
    };
    if !text.ends_with(')') || !text.contains('(') {
        // Prefer the error of an unclosed group, which is more precise.
        let _ = list(dialects, text)?;
        return Err(not_anchored());
    }
    let mut elements = list(dialects, text)?;
    match (elements.pop(), elements.is_empty()) {
        (Some(Element::Nest(nest)), true) => {
            let is_module = nest.anchor == ANY || fits(dialects, Anchor::Module, &nest.anchor);
            let reason = "which is not what a file holds";
            is_module.then_some(()).ok_or(PipelineError::BadNest {
                name: nest.anchor.clone(),
                reason,
            })?;
            Ok(nest)
        }
        _ => Err(not_anchored()),
    }
}

/// The text without the line `Pass Manager with N passes:` that mlir-opt prints before a pipeline.
fn without_headline(text: &str) -> &str {
    let rest = text.strip_prefix("Pass Manager with ");
    let parts = rest.and_then(|rest| rest.split_once(" passes:"));
    match parts {
        Some((count, pipeline)) if count.parse::<u32>().is_ok() => pipeline.trim(),
        _ => text,
    }
}

/// Reads a list without an anchor around it.
pub(super) fn list(dialects: &Dialects, text: &str) -> Result<Vec<Element>, PipelineError> {
    let mut reader = Reader {
        dialects,
        text,
        at: 0,
    };
    let elements = reader.list(0)?;
    match reader.peek() {
        None => Ok(elements),
        Some(other) => Err(reader.error(0, format!("expected `,`, found `{other}`"))),
    }
}

/// A pass with options, in braces or not.
pub(super) fn spec(name: &str, options: &str) -> Result<PluginSpec, PipelineError> {
    let options = options.trim();
    let inside = options
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .unwrap_or(options);
    let params = Params::read(inside, ListForm::Pipeline);
    Ok(PluginSpec {
        name: name.to_owned(),
        params: params.map_err(|problem| PipelineError::Syntax {
            text: inside.to_owned(),
            problem,
        })?,
    })
}

struct Reader<'t> {
    dialects: &'t Dialects,
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    fn error(&self, start: usize, problem: impl Into<String>) -> PipelineError {
        PipelineError::Syntax {
            text: shortened(self.text.get(start..).unwrap_or("").trim()),
            problem: problem.into(),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Element>, PipelineError> {
        let mut elements = Vec::new();
        if matches!(self.peek(), None | Some(')')) {
            return Ok(elements);
        }
        loop {
            elements.push(self.element(depth)?);
            if self.peek() != Some(',') {
                return Ok(elements);
            }
            self.at += 1;
        }
    }

    fn element(&mut self, depth: usize) -> Result<Element, PipelineError> {
        self.peek();
        let start = self.at;
        let rest = self.rest();
        let end = rest.find(['(', ')', '{', '}', ',']).unwrap_or(rest.len());
        let name = rest[..end].trim();
        if name.is_empty() {
            return Err(self.error(start, "expected the name of a pass"));
        }
        self.at += end;
        match self.peek() {
            Some('(') => {
                if depth == MAX_NESTING {
                    return Err(self.error(start, "it nests too deep"));
                }
                check_nest(self.dialects, name)?;
                self.at += 1;
                let elements = self.list(depth + 1)?;
                match self.peek() {
                    Some(')') => self.at += 1,
                    Some(other) => {
                        let problem = format!("expected `,` or `)`, found `{other}`");
                        return Err(self.error(self.at, problem));
                    }
                    None => return Err(self.error(start, "the closing `)` is missing")),
                }
                Ok(Element::Nest(NestText {
                    anchor: name.to_owned(),
                    elements,
                }))
            }
            Some('{') => {
                let rest = self.rest();
                let length = group_length(rest)
                    .ok_or_else(|| self.error(start, "the closing `}` is missing"))?;
                self.at += length;
                Ok(Element::Pass(spec(name, &rest[..length])?))
            }
            _ => Ok(Element::Pass(spec(name, "")?)),
        }
    }
}

/// A text, shortened for messages.
fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn check_nest(dialects: &Dialects, name: &str) -> Result<(), PipelineError> {
    let bad = |reason| {
        Err(PipelineError::BadNest {
            name: name.to_owned(),
            reason,
        })
    };
    match dialects.find(name) {
        _ if name == ANY => Ok(()),
        None => bad("which no dialect table lists"),
        Some(def) if def.traits.has(Traits::ISOLATED_FROM_ABOVE) => Ok(()),
        Some(_) => bad("which may use values from outside"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Element, anchored};
    use crate::dialects::Dialects;

    fn show(elements: &[Element]) -> String {
        let parts = elements.iter().map(|element| match element {
            Element::Pass(spec) => {
                let params = spec.params.iter();
                let params: Vec<String> = params.map(|(k, v)| format!("[{k}|{v}]")).collect();
                format!("{}{}", spec.name, params.concat())
            }
            Element::Nest(nest) => format!("{}({})", nest.anchor, show(&nest.elements)),
        });
        parts.collect::<Vec<_>>().join(",")
    }

    fn parse(text: &str) -> String {
        match anchored(&Dialects::core(), text) {
            Ok(nest) => show(&[Element::Nest(nest)]),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn lists_nest_and_options_keep_their_blanks() {
        for (text, expected) in [
            ("builtin.module()", "builtin.module()"),
            (
                " builtin.module( func.func( a{x=b{c=1 d=2} check} , e ) , any(f) ) ",
                "builtin.module(func.func(a[check|true][x|b{c=1 d=2}],e),any(f))",
            ),
            (
                "any(a{p='q r' s=\"}\" t={u v} w=1,2},b{})",
                "any(a[p|q r][s|}][t|u v][w|1,2],b)",
            ),
            ("builtin.module(a{x=it's},b)", "builtin.module(a[x|it's],b)"),
        ] {
            assert_eq!(parse(text), expected);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, expected) in [
            (
                "builtin.module(a",
                "in `builtin.module(a`: the closing `)` is missing",
            ),
            (
                "builtin.module(a{x=1)",
                "in `a{x=1)`: the closing `}` is missing",
            ),
            (
                "builtin.module(a,,b)",
                "in `,b)`: expected the name of a pass",
            ),
            (
                "builtin.module(a)b)",
                "in `builtin.module(a)b)`: expected `,`, found `b`",
            ),
            (
                "builtin.module(a{x=1 x=2})",
                "in `x=1 x=2`: `x` is given twice",
            ),
            (
                "builtin.module(a{=1})",
                "in `=1`: expected the name of an option before `=`",
            ),
            (
                "builtin.module(a{x='1})",
                "in `a{x='1})`: the closing `}` is missing",
            ),
            (
                "a,b",
                "`a,b` is not wrapped in the operation that it runs on",
            ),
            (
                "builtin.module(a),builtin.module(b)",
                "`builtin.module(a),builtin.module(b)` is not wrapped in the operation that it runs on",
            ),
            (
                "func.func(a)",
                "passes cannot be nested in `func.func`, which is not what a file holds",
            ),
            (
                "builtin.module(scf.for(a))",
                "passes cannot be nested in `scf.for`, which may use values from outside",
            ),
            (
                "builtin.module(x.y(a))",
                "passes cannot be nested in `x.y`, which no dialect table lists",
            ),
            ("", "`` is not wrapped in the operation that it runs on"),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
        let deep = "builtin.module(".repeat(100_000);
        assert!(parse(&deep).ends_with("it nests too deep"));
    }
}
