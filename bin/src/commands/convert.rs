//! `memplan convert`: traces and plans from one format into another.

use memplan_planner::wire::{self, WireError};

use crate::cli::ConvertArgs;
use crate::data::{self, Kind};
use crate::exit::Outcome;
use crate::io;
use crate::source::Text;

/// Runs the verb.
pub(crate) fn run(args: &ConvertArgs) -> Outcome<()> {
    let format = data::output_format(&args.output, args.to, "--to")?;
    let text = Text::read(&args.input)?;
    let is_plan = match (data::kind_of(&args.input), data::kind_of(&args.output)) {
        (Some(Kind::Plan), _) | (None, Some(Kind::Plan)) => true,
        (Some(Kind::Trace), _) | (None, Some(Kind::Trace)) => false,
        (None, None) => matches!(
            wire::read_trace(&text.bytes),
            Err(WireError::WrongKind { found: "plan", .. })
        ),
    };
    let bytes = if is_plan {
        wire::write_plan(&data::read_plan(&text)?, format)
    } else {
        wire::write_trace(&data::read_traces(&text)?, format)
    };
    let bytes = bytes.map_err(|error| data::unwritable(&args.output, &error))?;
    io::write(&args.output, &bytes)
}
