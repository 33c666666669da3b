//! Checks every dialect table: names in an entry must exist, and formats must follow the notation.

use std::collections::HashSet;

use memplan_mlir::dialects::{
    Arg, Arity, Assembly, AttrForm, EffectOn, Effects, LoopBounds, OpDef, Presence, Regions,
    Successors, Traits, Ty,
};

fn defs() -> impl Iterator<Item = (&'static str, &'static OpDef)> {
    memplan_dialects_extra::dialects()
        .iter()
        .flat_map(|dialect| dialect.ops().map(move |def| (dialect.name, def)))
}

fn has_attr(def: &OpDef, name: &str) -> bool {
    def.attrs.iter().any(|attr| attr.name == name)
}

fn has_value_group(def: &OpDef, name: &str) -> bool {
    def.operand_group(name).is_some() || def.result_group(name).is_some()
}

#[test]
fn names_start_with_their_dialect_and_are_unique() {
    let mut seen = HashSet::new();
    for (dialect, def) in defs() {
        assert_eq!(def.dialect(), dialect, "{}", def.name);
        assert!(seen.insert(def.name), "{} is listed twice", def.name);
        assert!(
            memplan_dialects_extra::dialects()
                .find(def.name)
                .is_some_and(|registered| std::ptr::eq(registered, def))
        );
    }
}

#[test]
fn summaries_are_one_sentence() {
    for (_, def) in defs() {
        let summary = def.summary;
        let body = summary.strip_suffix('.').unwrap_or("");
        assert!(
            !body.is_empty() && !body.contains(". ") && !body.contains('\n'),
            "{}: {summary:?}",
            def.name
        );
    }
}

#[test]
fn groups_and_attributes_are_named_once() {
    for (_, def) in defs() {
        for groups in [def.operands, def.results] {
            let names: HashSet<_> = groups.iter().map(|group| group.name).collect();
            assert_eq!(names.len(), groups.len(), "{}", def.name);
        }
        let names: HashSet<_> = def.attrs.iter().map(|attr| attr.name).collect();
        assert_eq!(names.len(), def.attrs.len(), "{}", def.name);
        assert!(!names.contains("operandSegmentSizes"), "{}", def.name);
        assert!(!names.contains("resultSegmentSizes"), "{}", def.name);
    }
}

#[test]
fn groups_can_be_told_apart() {
    let flexible = |groups: &[Arg]| {
        groups
            .iter()
            .filter(|group| group.arity != Arity::One)
            .count()
    };
    // Operations whose groups have equal lengths, or whose own rules tell the groups apart.
    let same_length = ["memref.extract_strided_metadata", "linalg.reduce"];
    for (_, def) in defs() {
        if !def.segments.of_operands() && !same_length.contains(&def.name) {
            assert!(flexible(def.operands) <= 1, "{}", def.name);
        }
        if !def.segments.of_results() && !same_length.contains(&def.name) {
            assert!(flexible(def.results) <= 1, "{}", def.name);
        }
    }
}

#[test]
fn names_in_facts_exist() {
    for (_, def) in defs() {
        for arg in def.operands.iter().chain(def.results) {
            match arg.ty {
                Ty::Same(group)
                | Ty::Like(group)
                | Ty::Elem(group)
                | Ty::I1Like(group)
                | Ty::Of(group, _) => {
                    assert!(
                        has_value_group(def, group),
                        "{}: no group {group}",
                        def.name
                    );
                }
                Ty::OfAttr(attr) => assert!(has_attr(def, attr), "{}: no {attr}", def.name),
                Ty::Any | Ty::Index | Ty::I1 | Ty::I32 | Ty::Named(_) | Ty::Hook => {}
            }
        }
        if let Effects::List(effects) = def.effects {
            for effect in effects {
                match effect.on {
                    EffectOn::Operand(group) => {
                        assert!(def.operand_group(group).is_some(), "{}", def.name);
                    }
                    EffectOn::Result(group) => {
                        assert!(def.result_group(group).is_some(), "{}", def.name);
                    }
                    EffectOn::World => {}
                }
            }
        }
        for group in def.branch.iter().chain(&def.destination) {
            assert!(def.operand_group(group).is_some(), "{}: {group}", def.name);
        }
        for parent in def.parents.iter().chain(&def.implicit_terminator) {
            assert!(
                memplan_dialects_extra::dialects().find(parent).is_some(),
                "{}: {parent}",
                def.name
            );
        }
        match def.loop_bounds {
            LoopBounds::None => {}
            LoopBounds::Operands { lower, upper, step } => {
                for group in [lower, upper, step] {
                    assert!(def.operand_group(group).is_some(), "{}: {group}", def.name);
                }
            }
            LoopBounds::Mixed { lower, upper, step } => {
                for (group, attr) in [lower, upper, step] {
                    assert!(def.operand_group(group).is_some(), "{}: {group}", def.name);
                    assert!(has_attr(def, attr), "{}: {attr}", def.name);
                }
            }
            LoopBounds::Maps { lower, upper, step } => {
                for attr in [lower, upper, step] {
                    assert!(has_attr(def, attr), "{}: {attr}", def.name);
                }
            }
        }
        if let Some(allocation) = def.allocation {
            for group in [allocation.sizes, allocation.symbols] {
                assert!(def.operand_group(group).is_some(), "{}: {group}", def.name);
            }
        }
        if let Some(callee) = def.callee {
            // The callee is a symbol or a function value.
            let is_operand = def.operands.first().is_some_and(|arg| arg.name == callee);
            assert!(has_attr(def, callee) || is_operand, "{}", def.name);
        }
    }
}

#[test]
fn facts_agree_with_each_other() {
    for (_, def) in defs() {
        let branches = match def.successors {
            Successors::Exactly(n) => usize::from(n),
            Successors::AtLeast(_) => def.branch.len(),
        };
        // A terminator that passes no operands to its successors.
        let branches = if def.branch.is_empty() && def.operand_group("state").is_some() {
            assert!(def.traits.has(Traits::TERMINATOR), "{}", def.name);
            0
        } else {
            branches
        };
        assert_eq!(def.branch.len(), branches, "{}", def.name);
        if branches > 0 || def.traits.has(Traits::RETURN_LIKE) {
            assert!(def.traits.has(Traits::TERMINATOR), "{}", def.name);
        }
        let has_region = def.regions != Regions::Exactly(0);
        if matches!(def.effects, Effects::Recursive) || def.traits.has(Traits::LOOP) {
            assert!(has_region, "{}", def.name);
        }
        for attr in def.attrs {
            if let AttrForm::IntEnum(width, words) = attr.kind {
                assert!(matches!(width, 32 | 64), "{}", def.name);
                assert!(!words.is_empty(), "{}", def.name);
            }
            if let Presence::Default(text) = attr.presence {
                assert!(!text.is_empty(), "{}", def.name);
            }
        }
    }
}

/// Elements of formats, after splitting the strings at spaces.
#[test]
fn formats_follow_the_notation() {
    for (_, def) in defs() {
        if let Assembly::Format(format) = def.assembly {
            let mut depth = 0;
            let mut is_first = false;
            for element in format.split_whitespace() {
                match element {
                    "(" => {
                        depth += 1;
                        is_first = true;
                        continue;
                    }
                    ")?" | ")~" => {
                        assert!(depth > 0 && !is_first, "{}: empty group", def.name);
                        depth -= 1;
                    }
                    _ => check_element(def, element.strip_suffix('^').unwrap_or(element)),
                }
                is_first = false;
            }
            assert_eq!(depth, 0, "{}: open group", def.name);
            assert_each_once(def, format);
        }
    }
}

fn check_element(def: &OpDef, element: &str) {
    let name = def.name;
    match element {
        "_" | "~" | "fn" | "{}" | "{kw}" | "R" | "R*" | "S" | ":*" => {}
        _ => {
            if let Some(literal) = element.strip_prefix('\'') {
                assert!(
                    literal.len() > 1 && literal.ends_with('\''),
                    "{name}: {element}"
                );
            } else if let Some(attr) = element.strip_prefix('@') {
                assert!(has_attr(def, attr), "{name}: {element}");
            } else if let Some(group) = element.strip_prefix(':') {
                assert!(has_value_group(def, group), "{name}: {element}");
            } else if let Some(group) = element.strip_prefix("async(") {
                let group = group.strip_suffix(')').unwrap_or("");
                assert!(def.operand_group(group).is_some(), "{name}: {element}");
                let last = def.results.last().map(|result| result.arity);
                assert_eq!(last, Some(Arity::Optional), "{name}: {element}");
            } else if let Some(group) = element.strip_prefix("S(") {
                let group = group.strip_suffix(')').unwrap_or("");
                assert!(def.operand_group(group).is_some(), "{name}: {element}");
            } else if element.starts_with("dyn[") || element.starts_with("dyn(") {
                let list = &element[4..element.len() - 1];
                let (group, attr) = list.split_once(",@").unwrap_or((list, ""));
                assert!(def.operand_group(group).is_some(), "{name}: {element}");
                assert!(has_attr(def, attr), "{name}: {element}");
            } else {
                assert!(def.operand_group(element).is_some(), "{name}: {element}");
            }
        }
    }
}

/// A format contains every operand exactly once, and no attribute twice.
fn assert_each_once(def: &OpDef, format: &str) {
    let words: Vec<&str> = format
        .split_whitespace()
        .map(|element| element.strip_suffix('^').unwrap_or(element))
        .collect();
    for group in def.operands {
        let spelled = words
            .iter()
            .filter(|word| {
                **word == group.name
                    || **word == format!("S({})", group.name)
                    || **word == format!("async({})", group.name)
                    || word.starts_with(&format!("dyn[{},", group.name))
                    || word.starts_with(&format!("dyn({},", group.name))
            })
            .count();
        assert_eq!(spelled, 1, "{}: {}", def.name, group.name);
    }
    for attr in def.attrs {
        let spelled = words
            .iter()
            .filter(|word| {
                **word == format!("@{}", attr.name) || word.contains(&format!(",@{}", attr.name))
            })
            .count();
        assert!(spelled <= 1, "{}: {}", def.name, attr.name);
        let in_dictionary = words.contains(&"{}") || words.contains(&"{kw}");
        assert!(spelled == 1 || in_dictionary, "{}: {}", def.name, attr.name);
    }
    // Every type is spelled, or follows from one that is.
    let all_spelled = words.contains(&"fn");
    for arg in def.operands.iter().chain(def.results) {
        if arg.ty == Ty::Any && !all_spelled {
            let spelled = words.iter().any(|word| {
                *word == format!(":{}", arg.name)
                    || *word == ":*" && def.result_group(arg.name).is_some()
                    || *word == format!("S({})", arg.name)
            });
            assert!(spelled, "{}: type of {}", def.name, arg.name);
        }
    }
}
