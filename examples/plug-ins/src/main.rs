//! `plug-ins`: the command `memplan` with the plug-ins of this crate.

fn main() -> std::process::ExitCode {
    memplan_cli::main_with(plug_ins::context())
}
