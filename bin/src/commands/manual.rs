//! `memplan completions` and `memplan man`: shell completions and manual pages.

use std::io::Write as _;
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command};
use clap_mangen::Man;
use memplan_plugin::{PluginInfo, PluginKind, Registry};

use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::exit::{Failure, Outcome};
use crate::render::Message;
use crate::{Session, io};

/// Runs the verb `completions`.
pub(crate) fn completions(session: &Session<'_>, args: &CompletionsArgs) -> Outcome<()> {
    let mut command = with_values(command(session), session);
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    io::write_stdout(&script)
}

/// Runs the verb `man`.
pub(crate) fn man(session: &Session<'_>, args: &ManArgs) -> Outcome<()> {
    let mut root = command(session).disable_help_subcommand(true);
    root.build();
    if let Some(directory) = &args.output {
        io::create_directory(directory)?;
        for (name, bytes) in pages(&root)? {
            io::write(&directory.join(format!("{name}.1")), &bytes)?;
        }
        return Ok(());
    }
    let Some(verb) = &args.verb else {
        return io::write_stdout(&page(&root)?);
    };
    match root.find_subcommand(verb) {
        Some(command) => io::write_stdout(&page(command)?),
        None => {
            let verbs: Vec<&str> = root.get_subcommands().map(Command::get_name).collect();
            let message = format!("unknown verb `{verb}`; known: {}", verbs.join(", "));
            Err(Failure::could_not_try(Message::error(
                "unknown-verb",
                message,
            )))
        }
    }
}

fn command(session: &Session<'_>) -> Command {
    Cli::with_plug_ins(session.context, &session.context.all_passes())
}

/// The command with the names of plug-ins as values of the flags that choose one, for completions only: these flags
/// also accept names with options.
fn with_values(command: Command, session: &Session<'_>) -> Command {
    fn values<P: PluginKind + ?Sized>(registry: &Registry<P>) -> Vec<PossibleValue> {
        let value = |info: PluginInfo| PossibleValue::new(info.name).help(info.summary);
        registry.infos().map(value).collect()
    }
    let context = session.context;
    let kinds = [
        ("planner", values(&context.planners)),
        ("collector", values(&context.collectors)),
        ("mutator", values(&context.mutators)),
    ];
    let with_values = |argument: Arg| {
        let id = argument.get_id().as_str();
        let kind = kinds.iter().find(|(kind, _)| *kind == id);
        match kind {
            Some((_, values)) => argument.value_parser(PossibleValuesParser::new(values.clone())),
            None => argument,
        }
    };
    command.mut_subcommands(|verb| verb.mut_args(with_values))
}

/// All pages with their names: `memplan`, `memplan-merge` and so on.
fn pages(root: &Command) -> Outcome<Vec<(String, Vec<u8>)>> {
    let all = std::iter::once(root).chain(root.get_subcommands());
    all.map(|command| Ok((page_name(command), page(command)?)))
        .collect()
}

fn page_name(command: &Command) -> String {
    let name = command.get_display_name();
    name.unwrap_or_else(|| command.get_name()).to_owned()
}

/// One page, in the language of man pages.
fn page(command: &Command) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    let name = page_name(command);
    let command = command.clone().name(name);
    Man::new(command)
        .manual("memplan")
        .render(&mut bytes)
        .and_then(|()| bytes.flush())
        .map_err(|error| io::cannot_write(Path::new("-"), &error))?;
    Ok(bytes)
}
