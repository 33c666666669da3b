//! The pages of the book that are written from the program: `UPDATE_EXPECT=1` writes them.
#![expect(
    clippy::unwrap_used,
    reason = "a page that cannot be read is a test that fails"
)]

use std::fmt::Write as _;

use memplan::{FrontDoor, JobOption, JobOptions, OptionKind};
use serde_json::Value;

use crate::common::{printed_json, root};

/// Compares a page with what the program says.
fn check(name: &str, page: &str) {
    let path = root().join("docs/book/src/reference").join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, page).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert_eq!(kept, page, "`UPDATE_EXPECT=1` writes {name}");
}

/// The plug-ins of a kind, as `memplan list` has them.
fn list(kind: &str) -> Vec<Value> {
    let listing = printed_json(&["list", kind, "--format", "json"]);
    listing[kind].as_array().unwrap().clone()
}

/// A text of a plug-in as a cell of a table.
fn cell<'a>(entry: &'a Value, key: &str) -> std::borrow::Cow<'a, str> {
    entry[key]
        .as_str()
        .unwrap_or_default()
        .replace('|', "\\|")
        .into()
}

/// The name of a plug-in, with its aliases.
fn names(entry: &Value) -> String {
    let aliases = entry["aliases"].as_array().into_iter().flatten();
    let aliases: Vec<String> = aliases
        .map(|alias| format!("`{}`", alias.as_str().unwrap()))
        .collect();
    let also = if aliases.is_empty() {
        String::new()
    } else {
        format!(" (also {})", aliases.join(", "))
    };
    format!("`{}`{also}", cell(entry, "name"))
}

/// A table of plug-ins: name, summary, and these columns.
fn table(page: &mut String, entries: &[Value], columns: &[&str]) {
    writeln!(page, "| name | what it does | {} |", columns.join(" | ")).unwrap();
    writeln!(page, "| --- | --- |{}", " --- |".repeat(columns.len())).unwrap();
    for entry in entries {
        let rest: String = columns
            .iter()
            .map(|key| format!(" {} |", cell(entry, key)))
            .collect();
        writeln!(
            page,
            "| {} | {} |{rest}",
            names(entry),
            cell(entry, "summary")
        )
        .unwrap();
    }
}

/// A table of the options that `is_own` selects.
fn options(page: &mut String, entries: &[Value], is_own: impl Fn(&str) -> bool) {
    page.push_str("\n| of | option | default | meaning |\n| --- | --- | --- | --- |\n");
    for entry in entries {
        for option in entry["options"].as_array().into_iter().flatten() {
            if is_own(&cell(option, "name")) {
                let default = cell(option, "default");
                let default = if default.is_empty() {
                    default
                } else {
                    format!("`{default}`").into()
                };
                let (of, name, help) = (
                    cell(entry, "name"),
                    cell(option, "name"),
                    cell(option, "help"),
                );
                writeln!(page, "| `{of}` | `{name}` | {default} | {help} |").unwrap();
            }
        }
    }
}

/// What an option takes.
fn values(option: &JobOption) -> String {
    match option.kind {
        OptionKind::Off | OptionKind::On(_) => "`true` or `false`".to_owned(),
        OptionKind::Bytes(_) => "bytes".to_owned(),
        OptionKind::Number(0) => "a whole number".to_owned(),
        OptionKind::Number(least) => format!("a whole number from {least} on"),
        OptionKind::Percent => "percent".to_owned(),
        OptionKind::Time => "a time".to_owned(),
        OptionKind::Choice(values) => {
            let names: Vec<String> = values.iter().map(|(name, _)| format!("`{name}`")).collect();
            names.join(", ")
        }
        OptionKind::Text => "text".to_owned(),
        OptionKind::List => "texts, separated by commas".to_owned(),
    }
}

/// The front doors that lack an option, with the reasons.
fn absent(option: &JobOption) -> String {
    let doors = option.absent.iter().map(|(door, reason)| {
        let door = match door {
            FrontDoor::Command => "command",
            FrontDoor::Service => "service",
            FrontDoor::Python => "Python",
            FrontDoor::Plan => "`plan`",
            FrontDoor::VerifyProof => "`verify-proof`",
            FrontDoor::Bench => "`bench`",
        };
        format!("{door}: {reason}")
    });
    doors.collect::<Vec<_>>().join("; ")
}

#[test]
fn the_page_of_options_lists_those_of_all_front_doors() {
    let mut page = String::from(OPTIONS);
    let rows = JobOptions::TABLE.iter().filter(|row| row.plans_traces);
    let of_plan: Vec<String> = rows.map(|row| format!("`{}`", row.name)).collect();
    writeln!(
        page,
        "\n`plan`, `POST /v1/plan`, `verify-proof`, `bench` and `leaderboard` have what is about planning traces: {}.",
        of_plan.join(", ")
    )
    .unwrap();
    let mut group = None;
    for option in JobOptions::TABLE {
        if group != Some(option.group) {
            let heading = Some(option.group).filter(|group| !group.is_empty());
            let heading = heading.unwrap_or("What is done");
            writeln!(page, "\n## {heading}\n").unwrap();
            page.push_str("| option | values | example | what it does | not in |\n| --- | --- | --- | --- | --- |\n");
            group = Some(option.group);
        }
        let aliases = option
            .aliases
            .iter()
            .map(|alias| format!(" (also `{alias}`)"));
        let excludes: String = (option.excludes.iter())
            .map(|other| format!(" Not beside `{other}`."))
            .collect();
        let text = format!("{} {}{excludes}", option.summary, option.details);
        writeln!(
            page,
            "| `{}`{} | {} | `{}` | {} | {} |",
            option.name,
            aliases.collect::<String>(),
            values(option),
            option.example,
            text.replace('|', "\\|").replace("  ", " ").trim(),
            absent(option)
        )
        .unwrap();
    }
    check("options.md", &page);
}

const OPTIONS: &str = "# Options of merge

`memplan merge`, `POST /v1/merge` of the service and `memplan.merge` in Python take the same options; a test writes this page from \
their table.
The command has a flag `--NAME` (`--no-NAME` for what is on by default), the service a query parameter `NAME`, and Python a keyword \
with `_` for `-`.
";

/// With the features of a workspace build: others have more planners, and less of `serve`.
#[test]
#[cfg(all(feature = "serve", not(feature = "wasm"), not(windows)))]
fn the_page_of_verbs_is_what_help_prints() {
    let help = crate::common::stdout(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).unwrap();
    let commands = commands.split("\n\n").next().unwrap();
    let verbs: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|verb| !verb.is_empty() && *verb != "help")
        .collect();
    assert!(10 < verbs.len(), "{verbs:?}");
    let mut page = String::from(
        "# Verbs\n\nWhat `memplan help VERB` prints. A test writes this page from the program.\n\n\
         Flags for bytes take units (`64KiB`, `64kB`), flags for times too (`500ms`, `1h30m`).\n",
    );
    for verb in verbs {
        let text = crate::common::stdout(&["help", verb]);
        write!(page, "\n## {verb}\n\n```text\n{}\n```\n", text.trim_end()).unwrap();
    }
    check("verbs.md", &page);
}

#[test]
#[cfg(not(feature = "wasm"))]
fn the_page_of_planners_lists_all_plug_ins_of_planning() {
    let mut page = String::from(
        "# Planners\n\nA planner gives each buffer of a trace an offset. A test writes this page from the program; \
         `memplan list planners NAME` prints\none entry. Options follow the name in braces: `--planner \
         'best-fit{alignment=128}'`.\n\n`auto` is the default. `merge` uses `auto{effort=quick}`, a fixed amount of work \
         that gives the same schedule on every machine.\nThe planners from `mlir-trivial` to `xla` reproduce those of \
         production compilers, offset by offset. `exec` runs a\n[program in any language](../guides/plug-ins/exec.md). Builds \
         with the feature `wasm` also have `wasm`, which runs a [WebAssembly\ncomponent](../guides/plug-ins/wasm.md).\n\n",
    );
    let planners = list("planners");
    table(&mut page, &planners, &["cost", "source"]);
    page.push_str("\n## Options of all planners\n");
    let shared = ["alignment", "seed", "work", "time"];
    options(&mut page, &planners[..1], |name| shared.contains(&name));
    page = page.replace("| `chunk-hot` | `", "| all | `");
    page.push_str("\n## Options of one planner\n");
    options(&mut page, &planners, |name| !shared.contains(&name));
    page.push_str("\n## Collectors\n\nA collector computes when each buffer of a program is live (`--collector`).\n\n");
    let collectors = list("collectors");
    table(&mut page, &collectors, &["cost"]);
    options(&mut page, &collectors, |_| true);
    page.push_str(
        "\n## Mutators\n\nA mutator rewrites a program with its schedules (`--mutator`).\n\n",
    );
    let mutators = list("mutators");
    table(&mut page, &mutators, &["cost"]);
    options(&mut page, &mutators, |_| true);
    check("planners.md", &page);
}

#[test]
fn the_page_of_formats_lists_readers_and_generators() {
    let mut page = String::from(FORMATS);
    let readers = list("readers");
    table(&mut page, &readers, &["cost"]);
    options(&mut page, &readers, |_| true);
    page.push_str(
        "\n## Plans for other tools\n\n`memplan apply FILE PLAN` writes a plan into a file of a tool that takes plans. \
         The others have no use for one.\n\n| reader | what `apply` writes | why nothing |\n| --- | --- | --- |\n",
    );
    for reader in memplan_readers::Registry::with_builtin().iter() {
        let plans = reader.plans();
        let (written, why) = (plans.unwrap_or_default(), plans.err().unwrap_or_default());
        writeln!(page, "| `{}` | {written} | {why} |", reader.info().name).unwrap();
    }
    page.push_str(
        "\n## Generators\n\nA generator makes a trace from parameters, wherever a trace is read: `gen:NAME{key=value}`. Equal \
         parameters give\nequal traces on every machine.\n\n",
    );
    let generators = list("generators");
    table(&mut page, &generators, &[]);
    options(&mut page, &generators, |_| true);
    check("formats.md", &page);
}

const FORMATS: &str = r#"# Formats

memplan recognises inputs by content. An output must match its extension: a trace is never written to a `.mplan` file. A test
writes the tables of readers and generators on this page from the program.

| extension | content | holds |
| --- | --- | --- |
| `.mlir` | a program | MLIR as text |
| `.mlirbc` | a program | [MLIR bytecode](versions.md#bytecode) |
| `.mtrace` | traces, binary | any number of traces, and archives of them |
| `.mplan` | plans, binary | any number of schedules, and archives of them |
| `.json` | traces, plans or a report | any number; bytes and ticks as integers |
| `.csv` | one trace or one plan | a line for each buffer |
| `.log` | one trace | events: `a ID SIZE [ALIGN]` and `f ID` |
| `.svg`, `.html`, `.perfetto-trace` | a picture | written only |

Ticks are half-open: a buffer with `lower` 0 and `upper` 4 is live at the ticks 0 to 3. Sizes are bytes. A trace as CSV:

```console
$ head -n 4 datasets/data/nine.csv
# Greedy rules end between 34 and 49; the least peak is the load.
id,lower,upper,size
a,0,5,7
b,1,8,10
$ memplan convert datasets/data/nine.csv nine.mtrace
$ memplan convert nine.mtrace nine.json
```

`.mtrace`, `.mplan` and JSON files have a version; newer releases read older files. JSON has schemas for
traces (`planner/schema/trace.schema.json`) and
plans (`planner/schema/plan.schema.json`). Traces and plans record the collector, its options
and a hash of the program, so that a plan for another program is rejected.

## Sizes that depend on symbols

A trace as CSV or JSON may have symbols for what is known only at run time, such as a batch or a length. In CSV, a comment line in front
of the header declares each of them with the range that it is assumed to have, open at the end if there is no maximum. Sizes are sums and
differences of products:

```text
# symbol b 1..64
# symbol s 32..1024 multiple 32
id,lower,upper,size
scores,0,3,4*b*s*s + 256*b
mask,1,4,s*s
```

`--at b=4,s=128` chooses the values for `plan`, `check`, `show` and `convert`. Without values, these treat
[all shapes at once](../guides/symbolic-sizes.md), with every planner; what is about one shape, such as `bench` and `--explain`, takes the
middle of the ranges, on a logarithmic scale. In JSON, a trace has the list `"symbols": [{"name": "b", "min": 1, "max": 64}]`, and
`size_bytes` is a number, an expression `"4*b*s*s"`, or a list of terms `{"coefficient": 4, "symbols": ["b", "s", "s"]}`. At most 64
symbols, 32 terms in a size and 8 factors in a term; beyond these limits, the code is `too-complex`.

The schedule of such a trace has the part `oriented` beside the offsets in the middle: edges from lower to upper buffers. The offset of a
buffer is the maximum of the ends of the buffers below it, where sizes are rounded up to the alignment as the plan says. With several
orientations, the one with the lowest peak is used. The JSON form also has these formulas after value numbering, as a list of sums and
maxima.

## Readers of other tools

[Plan traces of your framework](../guides/traces.md) has examples. `--from NAME{key=value}` chooses a reader and its options.

"#;
