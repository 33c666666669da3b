//! Arguments of `memplan completions` and `memplan man`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  memplan completions bash > ~/.local/share/bash-completion/completions/memplan
  memplan completions zsh > ~/.zfunc/_memplan            with ~/.zfunc in $fpath
  memplan completions fish > ~/.config/fish/completions/memplan.fish";

/// `memplan completions`
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

const MAN_EXAMPLES: &str = "\
Examples:
  memplan man | man -l -                        the page of memplan
  memplan man merge | man -l -                  the page of one verb
  memplan man -o ~/.local/share/man/man1        all pages: memplan.1, memplan-merge.1, ...";

/// `memplan man`
#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub(crate) struct ManArgs {
    /// Print the page of this verb.
    #[arg(value_name = "VERB", conflicts_with = "output")]
    pub verb: Option<String>,
    /// Write all pages to this directory; it is created if necessary.
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub output: Option<PathBuf>,
}
