//! The plug-ins that the service offers, in the form of `memplan list --format json`.

use memplan::{Context, Listing, entries};

/// A kind of plug-ins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Planners,
    Collectors,
    Mutators,
    Passes,
}

/// All plug-ins of a kind with their options.
pub(crate) fn listing(context: &Context, kind: Kind) -> Listing {
    let wants = |wanted| kind == wanted;
    Listing {
        version: 1,
        planners: wants(Kind::Planners).then(|| context.listed_planners()),
        collectors: wants(Kind::Collectors).then(|| context.listed_collectors()),
        mutators: wants(Kind::Mutators).then(|| entries(&context.mutators)),
        passes: wants(Kind::Passes).then(|| entries(&context.all_passes())),
        ..Listing::default()
    }
}
