//! The verbs: one file each, no logic beyond wiring.

pub(crate) mod alias_scopes;
pub(crate) mod apply;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod convert;
mod decide;
mod expected;
pub(crate) mod explain;
mod explain_relations;
pub(crate) mod list;
pub(crate) mod manual;
pub(crate) mod merge;
pub(crate) mod opt;
pub(crate) mod plan;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod trace;
pub(crate) mod verify_proof;

/// The failure of a part that this build leaves out.
#[cfg(not(feature = "serve"))]
pub(crate) fn without_service(what: &str) -> crate::exit::Failure {
    use crate::render::Message;

    crate::exit::Failure::could_not_try(
        Message::error("no-service", format!("{what}: this build has no service"))
            .help(format!("`{}` builds memplan with it", crate::cli::INSTALL)),
    )
}
