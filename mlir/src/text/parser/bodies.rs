//! Bodies of dialect attributes and types, which are kept as text, and the aliases in them.

use super::{PResult, Parser};
use crate::ir::Span;
use crate::syntax::ParseErrorKind;
use crate::text::lexer;
use crate::text::printer::AttrPrinter;

/// Maximum length of the text of an alias in a body, in bytes: each of a few lines may double it.
const LONGEST: usize = 2 << 20;

impl Parser<'_> {
    /// Charges for the text of a body or of a part of one.
    pub(super) fn check_body(&mut self, at: Span, len: usize) -> PResult<()> {
        if len >= LONGEST {
            let kind = ParseErrorKind::TooLarge {
                what: "the text of a dialect type or attribute",
                limit: LONGEST as u64,
            };
            return Err(self.err_at(at, kind));
        }
        self.spend(at, len as u64)
    }

    /// The body of a dialect attribute or type with its aliases expanded, because bodies are kept as text and aliases
    /// are not kept. `None` if it contains no aliases.
    pub(super) fn expand_aliases(&mut self, at: Span, body: &[u8]) -> PResult<Option<Vec<u8>>> {
        if self.attr_aliases.is_empty() && self.type_aliases.is_empty() {
            return Ok(None);
        }
        let mut expanded: Option<Vec<u8>> = None;
        let (mut pos, mut copied) = (0, 0);
        while let Some(&byte) = body.get(pos) {
            if byte == b'"' {
                pos = lexer::string_end(body, pos).unwrap_or(body.len());
                continue;
            }
            let is_name = |b: &&u8| b.is_ascii_alphanumeric() || matches!(**b, b'_' | b'$' | b'-');
            let len = match byte {
                b'#' | b'!' => body[pos + 1..].iter().take_while(is_name).count(),
                _ => 0,
            };
            let end = pos + 1 + len;
            if len > 0 && !matches!(body.get(end), Some(b'.' | b'<')) {
                let name = body.get(pos + 1..end).unwrap_or_default();
                if let Some(text) = self.alias_text(byte, name) {
                    self.check_body(at, text.len())?;
                    let out = expanded.get_or_insert_with(Vec::new);
                    out.extend_from_slice(&body[copied..pos]);
                    out.extend_from_slice(text.as_bytes());
                    copied = end;
                }
            }
            pos = end;
        }
        if let Some(out) = &mut expanded {
            out.extend_from_slice(&body[copied..]);
        }
        Ok(expanded)
    }

    /// The expansion of an alias as text, shortened to the remaining budget.
    fn alias_text(&self, sigil: u8, name: &[u8]) -> Option<String> {
        let ctx = &self.module.ctx;
        let name = ctx.find_str(name)?;
        let mut printer = AttrPrinter::new(ctx);
        printer.max_len = usize::try_from(self.budget).map_or(LONGEST, |left| left.min(LONGEST));
        if sigil == b'#' {
            printer.attr(*self.attr_aliases.get(&name)?);
        } else {
            printer.ty(*self.type_aliases.get(&name)?);
        }
        Some(printer.out)
    }
}

#[cfg(test)]
mod tests {
    use crate::text::{ParseOptions, PrintOptions, parse, print};

    #[test]
    fn aliases_in_bodies_are_spelled_out() {
        let src = b"#file = #test.file<\"a.c\">\n!t = i32\n#scope = #test.scope<file = #file, ty = !t, text = \"#file\">\n\
            \"t.a\"() {x = #scope, y = #test.keep<#d.file, #none, #file<1>>} : () -> !test.box<!t>\n";
        let module = parse(src, &ParseOptions::default()).unwrap().module;
        let text = print(&module, &PrintOptions::default());
        let scope = "x = #test.scope<file = #test.file<\"a.c\">, ty = i32, text = \"#file\">";
        assert!(text.contains(scope), "{text}");
        assert!(text.contains("y = #test.keep<#d.file, #none, #file<1>>"));
        assert!(text.contains("!test.box<i32>"));
    }

    #[test]
    fn aliases_in_bodies_of_unknown_dialects_are_spelled_out_too() {
        let src = b"#a = i32\n!t = i64\n\"t.a\"() {x = #d.e<#a, #b, !t>} : () -> !d<box !t>\n";
        let module = parse(src, &ParseOptions::default()).unwrap().module;
        let text = print(&module, &PrintOptions::default());
        assert!(
            text.contains("#d.e<i32, #b, i64>") && text.contains("!d<box i64>"),
            "{text}"
        );
    }

    #[test]
    fn doubled_bodies_stop_at_the_budget() {
        let mut src = String::from("#a0 = #test.x<0>\n");
        for i in 1..60 {
            src.push_str(&format!("#a{i} = #test.x<#a{}, #a{}>\n", i - 1, i - 1));
        }
        let errors = parse(src.as_bytes(), &ParseOptions::default()).unwrap_err();
        assert_eq!(errors[0].code, "too-large");
    }
}
