//! The names of planners in tables and files.

use std::collections::BTreeMap;

use memplan_planner::registry::PluginSpec;

/// The name of each planner in reports: the specification, or what the user called the program of
/// `exec{name=..}`. Planners that would share a name keep their specifications.
pub(crate) fn labels(specs: &[String]) -> Vec<String> {
    let short = |spec: &String| {
        let parsed = PluginSpec::parse(spec).ok();
        let named = parsed.filter(|parsed| has_label(&parsed.name));
        let name = named.and_then(|parsed| parsed.params.get("name").map(str::to_owned));
        name.filter(|name| !name.is_empty())
            .unwrap_or_else(|| spec.clone())
    };
    let labels: Vec<String> = specs.iter().map(short).collect();
    let mut n_by_label: BTreeMap<&str, usize> = BTreeMap::new();
    for label in &labels {
        *n_by_label.entry(label).or_default() += 1;
    }
    let pairs = labels.iter().zip(specs);
    pairs
        .map(|(label, spec)| match n_by_label.get(&**label) {
            Some(1) => label.clone(),
            _ => spec.clone(),
        })
        .collect()
}

/// Whether the option `name` of this planner is what reports call it.
fn has_label(planner: &str) -> bool {
    #[cfg(feature = "wasm")]
    if crate::wasm::is_called(planner) {
        return true;
    }
    planner == memplan_remote::exec::NAME
}

#[cfg(test)]
mod tests {
    use super::labels;

    #[test]
    fn programs_go_by_the_names_that_users_give_them() {
        let of =
            |specs: &[&str]| labels(&specs.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>());
        let mine = "exec{cmd=./a name=mine}";
        assert_eq!(of(&[mine, "auto"]), ["mine", "auto"]);
        assert_eq!(of(&["exec{cmd=./a}"]), ["exec{cmd=./a}"]);
        let other = "exec{cmd=./b name=mine}";
        assert_eq!(of(&[mine, other]), [mine, other]);
        let rival = "exec{cmd=./a name=auto}";
        assert_eq!(of(&[rival, "auto"]), [rival, "auto"]);
    }
}
