//! Options of plug-ins of all kinds: what lists and reports print of them is read back.

use std::collections::BTreeSet;

use memplan::Context;
use memplan_plugin::{Params, PluginKind, PluginSpec, Registry};

/// Values that options of some kind take, besides the words in their help.
const VALUES: &[&str] = &[
    "0",
    "1",
    "2",
    "7",
    "16",
    "0.5",
    "7%",
    "true",
    "false",
    "on",
    "off",
    "a,b",
    "own",
    "first-fit",
];

/// Words in backticks in the help of an option, and the parts of them that `=` separates.
fn words(help: &str) -> impl Iterator<Item = &str> {
    let quoted = help.split('`').skip(1).step_by(2);
    quoted.flat_map(|word| word.split('='))
}

/// The options in effect that differ from the defaults, after some were set.
fn set<P: PluginKind + ?Sized>(
    registry: &Registry<P>,
    name: &str,
    params: Params,
) -> Option<Params> {
    let spec = PluginSpec {
        name: name.to_owned(),
        params,
    };
    let configured = registry.configured(&spec).ok()?;
    Some(configured.plugin_options().params())
}

fn one(key: &str, value: &str) -> Params {
    std::iter::once((key.to_owned(), value.to_owned())).collect()
}

/// Checks all options of a kind. Returns how many values it printed that are not the default.
fn check<P: PluginKind + ?Sized>(registry: &Registry<P>) -> usize {
    let mut printed = 0;
    for plugin in registry.iter() {
        let name = plugin.plugin_info().name;
        let options = plugin.plugin_options();
        let infos = options.infos().to_vec();
        assert_eq!(options.params(), Params::default(), "{name}");
        let mut keys = BTreeSet::new();
        for option in &infos {
            let key = option.name;
            assert!(keys.insert(key), "{name}: {key}");
            assert!(option.help.ends_with('.'), "{name}: {key}");
            let params = set(registry, name, one(key, &option.default));
            assert_eq!(
                params,
                Some(Params::default()),
                "{name}: {key}={}",
                option.default
            );
            for value in VALUES.iter().copied().chain(words(option.help)) {
                let Some(params) = set(registry, name, one(key, value)) else {
                    continue;
                };
                printed += usize::from(!params.is_empty());
                let again = set(registry, name, params.clone());
                assert_eq!(again, Some(params), "{name}: {key}={value}");
            }
        }
    }
    printed
}

#[test]
fn defaults_and_printed_values_are_read_back() {
    let context = Context::default();
    let planners = check(&context.planners);
    let collectors = check(&context.collectors);
    let mutators = check(&context.mutators);
    let passes = check(&context.all_passes());
    let readers = check(&context.readers);
    let printed = [planners, collectors, mutators, passes, readers];
    assert!(printed.iter().all(|n_values| 5 < *n_values), "{printed:?}");
}
