//! The places of a source file where a mutant differs from it.

use std::cmp::Reverse;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, ImplItem, Item, Lit, Pat, Signature, Stmt, TraitItem};

/// Operators and methods that replace each other.
const PAIRS: &[(&str, &str)] = &[
    ("<", "<="),
    (">", ">="),
    ("==", "!="),
    ("&&", "||"),
    ("+", "-"),
    ("*", "/"),
    ("<<", ">>"),
    ("&", "|"),
    ("+=", "-="),
    ("all", "any"),
    ("first", "last"),
    ("is_none", "is_some"),
    ("is_none_or", "is_some_and"),
    ("max", "min"),
    ("max_by_key", "min_by_key"),
    ("saturating_add", "saturating_sub"),
];

/// Methods that select elements: of a mutant, all remain.
const FILTERS: &[&str] = &["filter", "retain", "skip_while", "take_while"];

/// One change of a source file.
pub(super) struct Site {
    /// The bytes around which the change is written.
    pub(super) range: Range<usize>,
    /// What goes in front of these bytes, and after them.
    wrapping: [String; 2],
    pub(super) line: usize,
    pub(super) function: String,
    /// The lines before and after the change, each in one.
    pub(super) texts: [String; 2],
}

/// All changes of a source file. Some do not compile.
pub(super) fn sites(source: &str) -> Result<Vec<Site>, syn::Error> {
    let mut finder = Finder {
        source,
        function: String::new(),
        sites: Vec::new(),
    };
    finder.visit_file(&syn::parse_file(source)?);
    Ok(finder.sites)
}

/// A source file with some of its changes, by their numbers. No line moves.
pub(super) fn instrument(source: &str, chosen: &[(usize, &Site)]) -> String {
    let mut insertions = Vec::new();
    for &(number, site) in chosen {
        let question = format!("crate::mutant_switch::is_on({number})");
        let [open, close] = (site.wrapping.each_ref()).map(|text| text.replace('§', &question));
        let Range { start, end } = site.range;
        // At one byte, inner changes close first, and outer ones open first.
        insertions.push(((start, true, Reverse(end), Reverse(0), number), open));
        insertions.push(((end, false, Reverse(start), Reverse(number), 0), close));
    }
    insertions.sort();
    let (mut text, mut at) = (String::new(), 0);
    for ((to, ..), insertion) in insertions {
        text = text + &source[at..to] + &insertion;
        at = to;
    }
    text + &source[at..]
}

struct Finder<'a> {
    source: &'a str,
    /// The name of the function around.
    function: String,
    sites: Vec<Site>,
}

impl Finder<'_> {
    /// Writes text around a place, and shows it as another one. `§` is the question whether the mutant is on, `…`
    /// the text of the place.
    fn push(&mut self, range: Range<usize>, wrapping: [&str; 2], shown: &str) {
        let source = self.source;
        let start = source[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = source[range.end..].find('\n');
        let end = end.map_or(source.len(), |at| range.end + at);
        let shown = shown.replace('…', &source[range.clone()]);
        let after = [&source[start..range.start], &shown, &source[range.end..end]].concat();
        self.sites.push(Site {
            wrapping: wrapping.map(str::to_owned),
            line: source[..start].matches('\n').count() + 1,
            function: self.function.clone(),
            texts: [&source[start..end], &after].map(in_one_line),
            range,
        });
    }

    /// Writes other text for a part of an expression.
    fn replace(&mut self, whole: &impl Spanned, part: &impl Spanned, with: &str) {
        let (range, part) = (bytes(whole), bytes(part));
        let start = &self.source[range.start..part.start];
        let mutated = format!("{start}{with}{}", &self.source[part.end..range.end]);
        // A comment would hide the rest of the line.
        if !mutated.contains("//") {
            let open = format!("(if § {{ {} }} else {{ ", in_one_line(&mutated));
            self.push(range, [&open, " })"], &mutated);
        }
    }

    /// Replaces an operator or a method by the other one of its pair.
    fn swap(&mut self, whole: &impl Spanned, part: &impl Spanned) {
        let text = &self.source[bytes(part)];
        for (a, b) in PAIRS {
            if text == *a || text == *b {
                self.replace(whole, part, if text == *a { b } else { a });
            }
        }
    }

    /// Negates a condition, unless it has an operator that changes anyway.
    fn negate(&mut self, condition: &Expr) {
        if !matches!(condition, Expr::Binary(_) | Expr::Unary(_) | Expr::Let(_)) {
            self.push(bytes(condition), ["(§ != (", "))"], "!(…)");
        }
    }

    /// Negates a condition, and never enters a guard clause.
    fn branch(&mut self, branch: &syn::ExprIf) {
        self.negate(&branch.cond);
        if let Some(Stmt::Expr(first, _)) = branch.then_branch.stmts.first()
            && matches!(first, Expr::Return(_) | Expr::Continue(_) | Expr::Break(_))
            && branch.else_branch.is_none()
        {
            let is_chain = self.has_pattern(&branch.cond);
            let [open, close] = if is_chain { ["", ""] } else { ["(", ")"] };
            let wrapping = [&format!("!§ && {open}"), close];
            self.push(bytes(&branch.cond), wrapping, "false && (…)");
        }
    }

    /// Whether a condition has a `let`.
    fn has_pattern(&self, condition: &Expr) -> bool {
        self.source[bytes(condition)].contains("let ")
    }

    /// Returns early with values that many functions have as a special case.
    fn function(&mut self, attributes: &[Attribute], signature: &Signature, block: &Block) {
        if signature.constness.is_some() || !is_in_program(attributes) {
            return;
        }
        let around = std::mem::replace(&mut self.function, signature.ident.to_string());
        let start = bytes(block).start + 1;
        let is_value = matches!(
            block.stmts[..],
            [] | [Stmt::Expr(Expr::Lit(_) | Expr::Path(_), None)]
        );
        for value in values(&self.source[bytes(&signature.output)]) {
            let exit = format!("return {value};");
            if !is_value {
                self.push(start..start, [&format!(" if § {{ {exit} }}"), ""], &exit);
            }
        }
        self.visit_block(block);
        self.function = around;
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_item(&mut self, item: &'a Item) {
        match item {
            Item::Fn(item) => self.function(&item.attrs, &item.sig, &item.block),
            Item::Mod(item) if is_in_program(&item.attrs) => visit::visit_item_mod(self, item),
            Item::Trait(item) => visit::visit_item_trait(self, item),
            Item::Impl(item) if is_in_program(&item.attrs) => {
                let of = item.trait_.as_ref().and_then(|row| row.0.segments.last());
                if of.is_none_or(|name| name.ident != "Debug" && name.ident != "Display") {
                    visit::visit_item_impl(self, item);
                }
            }
            // Types, constants and macros.
            _ => {}
        }
    }

    fn visit_impl_item(&mut self, item: &'a ImplItem) {
        if let ImplItem::Fn(item) = item {
            self.function(&item.attrs, &item.sig, &item.block);
        }
    }

    fn visit_trait_item(&mut self, item: &'a TraitItem) {
        if let TraitItem::Fn(item) = item
            && let Some(block) = &item.default
        {
            self.function(&item.attrs, &item.sig, block);
        }
    }

    // Numbers in types are constants, which no variable changes.
    fn visit_type(&mut self, _: &'a syn::Type) {}

    fn visit_generic_argument(&mut self, _: &'a syn::GenericArgument) {}

    fn visit_pat(&mut self, pattern: &'a Pat) {
        if let Pat::Guard(guarded) = pattern {
            self.negate(&guarded.guard);
            self.visit_expr(&guarded.guard);
        }
    }

    fn visit_stmt(&mut self, statement: &'a Stmt) {
        use Expr::{Assign, Binary, Call, MethodCall, Try};
        if let Stmt::Expr(Assign(_) | Binary(_) | Call(_) | MethodCall(_) | Try(_), Some(_)) =
            statement
        {
            self.push(bytes(statement), ["if !§ { ", " }"], "");
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::If(branch) => self.branch(branch),
            Expr::Binary(binary) if !self.has_pattern(expression) => self.swap(binary, &binary.op),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
                self.replace(unary, &unary.op, "");
            }
            Expr::MethodCall(call) => {
                self.swap(call, &call.method);
                if let Some(Expr::Closure(closure)) = call.args.first()
                    && FILTERS.iter().any(|name| call.method == name)
                {
                    self.push(bytes(&closure.body), ["(§ || (", "))"], "true || (…)");
                }
            }
            Expr::Lit(literal) => match &literal.lit {
                Lit::Bool(_) => self.negate(expression),
                Lit::Int(number) => {
                    let next = number.base10_parse::<u64>().map_or(0, |value| value ^ 1);
                    self.replace(number, number, &format!("{next}{}", number.suffix()));
                }
                _ => {}
            },
            _ => {}
        }
        visit::visit_expr(self, expression);
    }
}

/// Whether no attribute makes the item a test or leaves it out of some builds.
fn is_in_program(attributes: &[Attribute]) -> bool {
    let is_in = |attribute: &Attribute| {
        !attribute.path().is_ident("cfg") && !attribute.path().is_ident("test")
    };
    attributes.iter().all(is_in)
}

/// What a function with some `-> type` may return.
fn values(output: &str) -> &'static [&'static str] {
    match output.trim_start_matches("-> ") {
        "" => &[""],
        "bool" => &["true", "false"],
        output if output.starts_with("Result<") => &["Ok(Default::default())"],
        output if output.starts_with(['&', '(']) || output.starts_with("impl ") => &[],
        "Self" => &[],
        _ => &["Default::default()"],
    }
}

fn bytes(of: &impl Spanned) -> Range<usize> {
    proc_macro2::Span::byte_range(&of.span())
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{instrument, sites};

    #[test]
    fn operators_conditions_filters_calls_numbers_and_results_change() {
        let text = "fn f(list: &[u32], n: u32) -> bool {\n    if list.is_empty() {\n        return true;\n    }\n    \
                    log(n);\n    list.iter().filter(|&x| !odd(x)).any(|x| x + 7 <= n)\n}\n\
                    const A: u32 = 1 + 2;\nstruct C([u8; 4]);\nimpl Display for C {\n    fn g() {\n        5 < 6;\n    }\n}\n\
                    fn d(n: u8) -> Result<A, E> {\n    match n {\n        7 => assert!(8 < 9),\n        _ => {}\n    }\n}\n\
                    #[cfg(test)]\nmod tests {\n    fn f(n: u32) -> bool {\n        n < 2\n    }\n}\n";
        let expected = [
            "fn f(list: &[u32], n: u32) -> bool {return true;",
            "fn f(list: &[u32], n: u32) -> bool {return false;",
            "if !(list.is_empty()) {",
            "if false && (list.is_empty()) {",
            "return !(true);",
            "",
            "list.iter().filter(|&x| !odd(x)).all(|x| x + 7 <= n)",
            "list.iter().filter(|&x| true || (!odd(x))).any(|x| x + 7 <= n)",
            "list.iter().filter(|&x| odd(x)).any(|x| x + 7 <= n)",
            "list.iter().filter(|&x| !odd(x)).any(|x| x + 7 < n)",
            "list.iter().filter(|&x| !odd(x)).any(|x| x - 7 <= n)",
            "list.iter().filter(|&x| !odd(x)).any(|x| x + 6 <= n)",
            "fn d(n: u8) -> Result<A, E> {return Ok(Default::default());",
        ];
        let sites = sites(text).unwrap();
        let changes: Vec<_> = sites.iter().map(|site| site.texts[1].as_str()).collect();
        assert_eq!(changes, expected);
    }

    #[test]
    fn changes_nest_and_keep_their_lines() {
        let text = "fn f(a: u8) {\n    if let Some(b) = g(a) // why\n        && a < b + 1\n    {\n        return;\n    }\n}\n";
        let sites = sites(text).unwrap();
        let chosen: Vec<_> = sites.iter().enumerate().collect();
        let text = instrument(text, &chosen).replace("crate::mutant_switch::is_on", "on");
        let expected = "fn f(a: u8) { if on(0) { return ; }\n    if !on(1) && let Some(b) = g(a) // why\n        \
                        && (if on(2) { a <= b + 1 } else { a < (if on(3) { b - 1 } else { b + (if on(4) { 0 } else { 1 }) }) })\n    \
                        {\n        return;\n    }\n}\n";
        assert_eq!(text, expected);
    }
}
