//! Planners whose work is done by a server.

use std::sync::Arc;

use memplan::Context;
use memplan_planner::registry::{PluginSpec, RegistryError, alignment_of};
use memplan_planner::{Bytes, Capabilities, PluginInfo};
use memplan_remote::client::{Client, ClientError, RemotePlanner};

use super::Choice;
use crate::exit::{Failure, Outcome};
use crate::planning::choice_failure;
use crate::render::Message;

/// The planners of a server, as [`Choice::all`] returns those of this program.
///
/// # Errors
///
/// When the server cannot be reached, or has no such planner.
pub(crate) fn choices(
    context: &Context,
    url: &str,
    texts: &[&str],
    alignment: u64,
) -> Outcome<Vec<Choice>> {
    let token = std::env::var("MEMPLAN_TOKEN").ok();
    let client = Client::new(url, token).map_err(|error| failure(&error))?;
    let offered = client.planners().map_err(|error| failure(&error))?;
    let client = Arc::new(client);
    Choice::distinct(texts, |text| {
        let spec = PluginSpec::parse(text).map_err(RegistryError::from);
        let mut spec = spec.map_err(|error| choice_failure(&error.into()))?;
        let (info, capabilities) = described(context, &offered, &spec.name, url)?;
        let alignment = alignment_of(&spec).unwrap_or(Bytes(alignment));
        spec.name = info.name.to_owned();
        let label = spec.to_string();
        let planner = RemotePlanner::new(client.clone(), label.clone(), info, capabilities);
        Ok(Choice {
            spec: label.clone(),
            label,
            planner: Arc::new(planner),
            files: Vec::new(),
            alignment,
            server: Some(url.to_owned()),
        })
    })
}

/// Info and capabilities of a planner of a server: those of the local planner with this name, if there is one.
fn described(
    context: &Context,
    offered: &[String],
    name: &str,
    url: &str,
) -> Outcome<(PluginInfo, Capabilities)> {
    let own = context.planners.find(name);
    let name = own.map_or(name, |own| own.info().name);
    if !offered.iter().any(|offered| offered == name) {
        let message = format!("the server at {url} has no planner `{name}`");
        return Err(Failure::could_not_try(
            Message::error("unknown-planner", message)
                .help(format!("known: {}", offered.join(", "))),
        ));
    }
    Ok(match own {
        Some(own) => (own.info(), own.capabilities()),
        None => {
            let info = PluginInfo {
                // Leaks memory once for each planner of a command line.
                name: String::leak(name.to_owned()),
                aliases: &[],
                summary: "",
                source: "",
                cost: "",
            };
            (info, Capabilities::default())
        }
    })
}

fn failure(error: &ClientError) -> Failure {
    let code = match error {
        ClientError::Url { .. } => "bad-url",
        ClientError::Refused { .. } => "refused",
        _ => "server",
    };
    let message = Message::error(code, error.to_string());
    Failure::could_not_try(match error {
        ClientError::Refused { status: 401, .. } => {
            message.help("set the environment variable `MEMPLAN_TOKEN`")
        }
        _ => message,
    })
}
