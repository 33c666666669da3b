//! Checks the names and keywords of attributes and types of known dialects.

use super::{PResult, Parser, show};
use crate::dialects::vocabulary::{AttrBody, WordSet};
use crate::ir::Span;
use crate::ir::StrId;
use crate::syntax::ParseErrorKind;

impl Parser<'_> {
    /// The body of a dialect attribute in MLIR's spelling, and whether it consists of keywords only.
    ///
    /// # Errors
    ///
    /// If the dialect is known and has no such attribute, or the attribute no such keyword.
    pub(super) fn known_attr(
        &mut self,
        at: Span,
        dialect: StrId,
        body: StrId,
    ) -> PResult<(StrId, bool)> {
        let ctx = &self.module.ctx;
        let Some(vocabulary) = ctx.dialects().get(ctx.bytes(dialect)) else {
            return Ok((body, false));
        };
        let text = ctx.text(body);
        let (name, rest) = split_name(&text);
        let spelling = match vocabulary.attr(name) {
            Some(AttrBody::Other) => return Ok((body, false)),
            Some(AttrBody::BareWord(words)) => one_word(rest, words)
                .map(|word| format!("<{name} {word}>"))
                .map_err(|word| unknown(word, words)),
            Some(AttrBody::Word(words)) => in_angles(rest)
                .ok_or("")
                .and_then(|rest| one_word(rest, words))
                .map(|word| format!("{name}<{word}>"))
                .map_err(|word| unknown(word, words)),
            Some(AttrBody::Set(set)) => in_angles(rest)
                .ok_or_else(String::new)
                .and_then(|rest| set_words(rest, set))
                .map(|words| format!("{name}<{words}>"))
                .map_err(|word| unknown(&word, &with_none(set))),
            None => Err(ParseErrorKind::UnknownDialectPart {
                what: "attribute",
                name: show(name.as_bytes()),
                dialect: ctx.text(dialect).into_owned(),
            }),
        };
        match spelling {
            Ok(spelled) if spelled == *text => Ok((body, true)),
            Ok(spelled) => Ok((self.module.ctx.str(spelled), true)),
            Err(kind) => Err(self.err_at(at, kind)),
        }
    }

    /// Rejects a type that its known dialect does not have.
    pub(super) fn check_known_type(&self, at: Span, dialect: StrId, body: StrId) -> PResult<()> {
        let ctx = &self.module.ctx;
        let Some(vocabulary) = ctx.dialects().get(ctx.bytes(dialect)) else {
            return Ok(());
        };
        let text = ctx.text(body);
        let (name, _) = split_name(&text);
        if vocabulary.has_type(name) {
            return Ok(());
        }
        let kind = ParseErrorKind::UnknownDialectPart {
            what: "type",
            name: show(name.as_bytes()),
            dialect: ctx.text(dialect).into_owned(),
        };
        Err(self.err_at(at, kind))
    }

    /// The keywords of an attribute whose short form omits its name, in MLIR's spelling.
    ///
    /// # Errors
    ///
    /// If a keyword is not one of those of the attribute.
    pub(super) fn known_words(&self, at: Span, mnemonic: &str, text: &str) -> PResult<String> {
        let spelling = match self.module.ctx.dialects().words(mnemonic) {
            Some(AttrBody::Word(words) | AttrBody::BareWord(words)) => one_word(text, words)
                .map(str::to_owned)
                .map_err(|word| unknown(word, words)),
            Some(AttrBody::Set(set)) => {
                set_words(text, set).map_err(|word| unknown(&word, &with_none(set)))
            }
            Some(AttrBody::Other) | None => return Ok(text.to_owned()),
        };
        spelling.map_err(|kind| self.err_at(at, kind))
    }
}

/// The leading name of a body, and the rest, without the surrounding angle brackets.
fn split_name(body: &str) -> (&str, &str) {
    let body = match body.strip_prefix('<') {
        Some(inner) => inner.strip_suffix('>').unwrap_or(inner).trim(),
        None => body,
    };
    let end = body.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.');
    body.split_at(end.unwrap_or(body.len()))
}

fn in_angles(text: &str) -> Option<&str> {
    text.strip_prefix('<')?.strip_suffix('>')
}

/// A word, without quotes if it has some.
fn unquoted(text: &str) -> &str {
    let word = text.trim();
    let inner = word
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(word)
}

/// The keyword that the text is, otherwise the text.
fn one_word<'t>(text: &'t str, words: &[&'static str]) -> Result<&'static str, &'t str> {
    let word = unquoted(text);
    let keyword = words.iter().find(|allowed| **allowed == word);
    keyword.copied().ok_or(word)
}

/// The keywords of a list in the order of the set; an error with the first one that is not in the set.
fn set_words(text: &str, set: &WordSet) -> Result<String, String> {
    let mut given = 0_u32;
    let all = (1 << set.words.len()) - 1;
    for word in text.split(',').map(unquoted) {
        match set.words.iter().position(|keyword| *keyword == word) {
            Some(bit) => given |= 1 << bit,
            None if set.all == Some(word) => given = all,
            None if word == "none" => {}
            None => return Err(word.to_owned()),
        }
    }
    if given == 0 {
        return Ok("none".to_owned());
    }
    if let Some(word) = set.all.filter(|_| given == all) {
        return Ok(word.to_owned());
    }
    let words = set.words.iter().enumerate();
    let words: Vec<&str> = words
        .filter(|(bit, _)| given >> bit & 1 == 1)
        .map(|(_, word)| *word)
        .collect();
    Ok(words.join(set.separator))
}

/// The keywords of a set, including those for none and for all of them.
fn with_none(set: &WordSet) -> Vec<&'static str> {
    let mut words = vec!["none"];
    words.extend(set.words);
    words.extend(set.all);
    words
}

fn unknown(found: &str, known: &[&'static str]) -> ParseErrorKind {
    ParseErrorKind::UnknownKeyword {
        found: show(found.as_bytes()),
        known: known.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use crate::text::{ParseOptions, PrintOptions, parse, print};

    fn printed(attr: &str) -> Result<String, String> {
        let text = format!("\"t.t\"() {{a = {attr}}} : () -> ()");
        match parse(text.as_bytes(), &ParseOptions::default()) {
            Ok(parsed) => Ok(print(&parsed.module, &PrintOptions::default())),
            Err(errors) => Err(errors[0].message.clone()),
        }
    }

    #[test]
    fn words_are_checked_and_written_in_one_order() {
        for (given, expected) in [
            (
                "#arith.fastmath<nsz, nnan,nnan>",
                "#arith.fastmath<nnan,nsz>",
            ),
            ("#arith.fastmath<none>", "#arith.fastmath<none>"),
            (
                "#arith.fastmath<afn,reassoc,nnan,ninf,nsz,arcp,contract>",
                "#arith.fastmath<fast>",
            ),
            (
                "#arith.overflow<nuw,none,\"nsw\">",
                "#arith.overflow<nsw, nuw>",
            ),
            ("#vector<kind< add >>", "#vector.kind<add>"),
            ("#index<cmp_predicate  \"eq\">", "#index<cmp_predicate eq>"),
            ("#vector.kind<add> : i32", "#vector.kind<add>}"),
            ("#d.kind<addx>", "#d.kind<addx>"),
        ] {
            let text = printed(given).unwrap();
            assert!(text.contains(expected), "{given}: {text}");
        }
    }

    #[test]
    fn other_words_and_names_are_refused() {
        for (given, message) in [
            (
                "#arith.fastmath<fastx>",
                "expected one of `none`, `reassoc`",
            ),
            (
                "#arith.fastmath<nnan,>",
                "expected one of `none`, `reassoc`",
            ),
            ("#arith.fastmath<>", "expected one of `none`, `reassoc`"),
            ("#arith.fastmath", "expected one of `none`, `reassoc`"),
            ("#arith<fastmath fast>", "expected one of `none`, `reassoc`"),
            ("#vector.kind<addx>", "found `addx`"),
            ("#index.cmp_predicate<eq>", "expected one of `eq`, `ne`"),
            (
                "#arith.math<fast>",
                "dialect `arith` has no attribute `math`",
            ),
            (
                "#memref.space<1>",
                "dialect `memref` has no attribute `space`",
            ),
            ("!arith.number", "dialect `arith` has no type `number`"),
        ] {
            let error = printed(given).unwrap_err();
            assert!(error.contains(message), "{given}: {error}");
        }
    }
}
