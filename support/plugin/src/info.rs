//! Descriptions of plug-ins, and the trait that defines a kind of plug-ins.

use std::sync::Arc;

use crate::{ParamError, Params};

/// The description of a plug-in, for lists and messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PluginInfo {
    /// The name, in kebab-case.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// One sentence.
    pub summary: &'static str,
    /// Running time in the size of the input.
    pub cost: &'static str,
    /// Paper or program, with section or algorithm number.
    pub source: &'static str,
    /// The options that it takes.
    pub options: &'static [OptionInfo],
}

impl PluginInfo {
    /// Whether this is the name of the plug-in or one of its aliases.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// An option `name=value` of a plug-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The key, in kebab-case.
    pub name: &'static str,
    /// The value in effect when the user gives none, as text; empty when there is none.
    pub default: &'static str,
    /// One sentence.
    pub help: &'static str,
}

/// A kind of plug-ins: what a [`Registry`](crate::Registry) needs to know about a trait.
///
/// Implemented once for each kind, for its trait object: `impl PluginKind for dyn MemoryPlanner`. Authors
/// of plug-ins implement the trait of the kind only.
pub trait PluginKind: Send + Sync + 'static {
    /// The word for a plug-in of this kind in messages, such as `planner`.
    const KIND: &'static str;

    /// Options that every plug-in of the kind takes besides its own.
    const COMMON_OPTIONS: &'static [OptionInfo] = &[];

    /// The built-in plug-ins, in display order.
    fn builtin() -> Vec<Arc<Self>>;

    /// Name, purpose and options.
    fn plugin_info(&self) -> PluginInfo;

    /// Configures the plug-in with the options of a specification. All keys are options of the plug-in or in
    /// [`Self::COMMON_OPTIONS`]; other options keep their defaults.
    ///
    /// # Errors
    ///
    /// [`ParamError`] when a value does not suit its option.
    fn configured(plugin: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError>;
}
