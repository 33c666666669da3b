//! Pass pipelines as text: `builtin.module(func.func(merge-alloc{planner=best-fit}))`.

use crate::cli::spec::split_outside_braces;
use crate::exit::{Failure, Outcome};
use crate::render::Message;

/// How deep operations nest in a pipeline.
const MAX_NESTING: usize = 16;

/// Names of passes with the options that the user gave, in the order in which they run.
///
/// The operations that a pipeline nests passes in are checked and then forgotten: every pass here
/// works on all functions of a module by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pipeline {
    /// Name, and keys with values.
    pub passes: Vec<(String, Vec<(String, String)>)>,
}

impl Pipeline {
    /// The same pass once for each text of options.
    pub(crate) fn of(pass: &str, options: &[String]) -> Outcome<Self> {
        let passes = options.iter().map(|options| {
            let options = options.trim();
            let inside = options
                .strip_prefix('{')
                .and_then(|rest| rest.strip_suffix('}'))
                .unwrap_or(options);
            Ok((pass.to_owned(), options_of(inside)?))
        });
        Ok(Self {
            passes: passes.collect::<Outcome<_>>()?,
        })
    }

    /// Reads a pipeline.
    ///
    /// # Errors
    ///
    /// When braces or parentheses do not match, or it nests in an operation that holds no functions.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        let mut pipeline = Self::default();
        pipeline.read(text.trim(), 0)?;
        Ok(pipeline)
    }

    fn read(&mut self, text: &str, depth: usize) -> Outcome<()> {
        if depth > MAX_NESTING {
            return Err(bad(text, "it nests too deep"));
        }
        for item in split_outside_braces(text, |c| c == ',') {
            let item = item.trim();
            let name_end = item.find(['(', '{']).unwrap_or(item.len());
            let (name, rest) = item.split_at(name_end);
            let name = name.trim();
            if let Some(inside) = rest.strip_prefix('(') {
                let inside = inside
                    .strip_suffix(')')
                    .ok_or_else(|| bad(item, "the closing `)` is missing"))?;
                if !["builtin.module", "func.func", "any"].contains(&name) {
                    let problem = format!(
                        "passes run on `builtin.module`, `func.func` or `any`, not on `{name}`"
                    );
                    return Err(bad(item, &problem));
                }
                self.read(inside, depth + 1)?;
            } else {
                let inside = match rest.strip_prefix('{') {
                    None => "",
                    Some(inside) => inside
                        .strip_suffix('}')
                        .ok_or_else(|| bad(item, "the closing `}` is missing"))?,
                };
                self.passes.push((name.to_owned(), options_of(inside)?));
            }
        }
        Ok(())
    }
}

/// `key=value key2=value2`; a key alone means `true`.
fn options_of(text: &str) -> Outcome<Vec<(String, String)>> {
    let words = split_outside_braces(text, |c| c.is_whitespace() || c == ',');
    let mut options: Vec<(String, String)> = Vec::new();
    for word in words {
        let (key, value) = word.trim().split_once('=').unwrap_or((word.trim(), "true"));
        if options.iter().any(|(known, _)| known == key) {
            return Err(bad(text, &format!("`{key}` is given twice")));
        }
        options.push((key.to_owned(), value.to_owned()));
    }
    Ok(options)
}

fn bad(text: &str, problem: &str) -> Failure {
    Failure::could_not_try(
        Message::error("bad-pipeline", format!("in `{text}`: {problem}"))
            .help("write it like `builtin.module(func.func(merge-alloc{planner=best-fit}))`"),
    )
}

#[cfg(test)]
mod tests {
    use super::Pipeline;

    fn parse(text: &str) -> Result<Vec<String>, String> {
        match Pipeline::parse(text) {
            Ok(pipeline) => Ok(pipeline
                .passes
                .iter()
                .map(|(name, options)| format!("{name} {options:?}"))
                .collect()),
            Err(failure) => Err(failure.messages[0].message.clone()),
        }
    }

    #[test]
    fn passes_come_out_in_order_with_their_options() {
        assert_eq!(
            parse("builtin.module(func.func(a{x=b{c=1 d=2} check}),e)"),
            Ok(vec![
                r#"a [("x", "b{c=1 d=2}"), ("check", "true")]"#.to_owned(),
                "e []".to_owned()
            ])
        );
        assert_eq!(parse("builtin.module()"), Ok(vec![]));
    }

    #[test]
    fn what_does_not_match_is_named() {
        assert_eq!(
            parse("builtin.module(a"),
            Err("in `builtin.module(a`: the closing `)` is missing".to_owned())
        );
        assert_eq!(
            parse("a{x=1"),
            Err("in `a{x=1`: the closing `}` is missing".to_owned())
        );
        assert_eq!(
            parse("gpu.module(a)"),
            Err(
                "in `gpu.module(a)`: passes run on `builtin.module`, `func.func` or `any`, \
                 not on `gpu.module`"
                    .to_owned()
            )
        );
    }
}
