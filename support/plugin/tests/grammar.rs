//! The grammar of specifications: what is printed is read back, whatever values hold.

use memplan_plugin::{ListForm, Params, PluginSpec};
use proptest::prelude::*;

fn value(spec: &str) -> Result<Option<String>, String> {
    let spec = PluginSpec::parse(spec).map_err(|error| error.to_string())?;
    Ok(spec.params.get("cmd").map(str::to_owned))
}

#[test]
fn specifications_print_as_they_are_read() {
    let spec = PluginSpec::parse(" chunk-hot{ seed=1,alignment=64 } ").unwrap();
    assert_eq!(spec.to_string(), "chunk-hot{alignment=64 seed=1}");
    let spec = PluginSpec::parse("first-fit{}").unwrap();
    assert_eq!(spec.to_string(), "first-fit");
}

#[test]
fn values_in_quotes_and_braces_hold_anything() {
    for (spec, expected) in [
        ("exec{cmd=./a}", "./a"),
        (r#"exec{cmd="python3 a.py" fast=true}"#, "python3 a.py"),
        ("exec{x=1, cmd='a, \"b\" {c}'}", "a, \"b\" {c}"),
        (
            r#"exec{cmd="say \"hi\" \\ 'there'"}"#,
            r#"say "hi" \ 'there'"#,
        ),
        (r#"exec{cmd=""}"#, ""),
        (r#"exec{cmd=a"b=c}"#, r#"a"b=c"#),
        ("exec{cmd=a=b}", "a=b"),
        ("exec{cmd={a b, c} x=1}", "a b, c"),
        (
            "exec{cmd=exact{time=1s work=5} x=1}",
            "exact{time=1s work=5}",
        ),
        ("exec{cmd=a{x='}'}b}", "a{x='}'}b"),
    ] {
        assert_eq!(value(spec), Ok(Some(expected.to_owned())), "{spec}");
    }
}

#[test]
fn errors_name_what_is_wrong() {
    for (spec, expected) in [
        ("chunk-hot{seed=8", "the closing `}` is missing"),
        ("chunk-hot{seed=1 seed=2}", "`seed` is given twice"),
        (
            "{seed=1}",
            "the name may contain only letters, digits and `-`",
        ),
        ("a_b", "the name may contain only letters, digits and `-`"),
        (r#"exec{cmd="a b}"#, "the closing \" of `cmd` is missing"),
        ("exec{cmd=a{b}", "the closing } of `cmd` is missing"),
        (r#"exec{cmd="a"b}"#, "text after the closing \" of `cmd`"),
        ("exec{cmd={a}b}", "text after the closing } of `cmd`"),
        (r#"exec{cmd="a\n"}"#, "invalid escape sequence in `cmd`"),
        ("exec{cmd x=1}", "`cmd` is not `key=value`"),
        ("exec{=1}", "expected the name of an option before `=`"),
    ] {
        let error = PluginSpec::parse(spec).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("`{spec}` is not `name` or `name{{key=value}}`: {expected}")
        );
    }
}

#[test]
fn options_of_a_pipeline_hold_commas_and_switches_need_no_value() {
    let params = Params::read(" check\tsizes=1,2 x={a b} ", ListForm::Pipeline).unwrap();
    let pairs: Vec<_> = params.iter().collect();
    assert_eq!(pairs, [("check", "true"), ("sizes", "1,2"), ("x", "a b")]);
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(
        name in "[a-z][a-z0-9-]{0,8}",
        values in proptest::collection::btree_map("[a-z][a-z-]{0,6}", any::<String>(), 0..5),
    ) {
        let mut params = Params::default();
        for (key, value) in &values {
            params.insert(key, value).unwrap();
        }
        let spec = PluginSpec { name, params };
        let text = spec.to_string();
        prop_assert_eq!(PluginSpec::parse(&text), Ok(spec.clone()), "{}", &text);
        let list = spec.params.to_string();
        prop_assert_eq!(Params::read(&list, ListForm::Spec), Ok(spec.params.clone()));
        prop_assert_eq!(Params::read(&list, ListForm::Pipeline), Ok(spec.params.clone()));
        // A specification is a value of another one.
        let outer = PluginSpec::parse(&format!("outer{{inner={{{text}}} x=1}}"));
        let outer = outer.unwrap();
        prop_assert_eq!(outer.params.get("inner"), Some(&*text));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[a{}='\" ,\\\\]{0,24}") {
        if let Ok(spec) = PluginSpec::parse(&text) {
            prop_assert_eq!(PluginSpec::parse(&spec.to_string()), Ok(spec));
        }
    }
}
