//! Descriptions of plug-ins, and the trait that defines a kind of plug-ins.

use std::sync::Arc;

use crate::{OptionInfo, Options, ParamError, Params};

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
}

impl PluginInfo {
    /// Whether this is the name of the plug-in or one of its aliases.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// A kind of plug-ins: what a [`Registry`](crate::Registry) needs to know about a trait.
///
/// Implemented once for each kind, for its trait object: `impl PluginKind for dyn MemoryPlanner`. Authors
/// of plug-ins implement the trait of the kind only.
pub trait PluginKind: Send + Sync + 'static {
    /// The word for a plug-in of this kind in messages, such as `planner`.
    const KIND: &'static str;

    /// The built-in plug-ins, in display order.
    fn builtin() -> Vec<Arc<Self>>;

    /// Name and purpose.
    fn plugin_info(&self) -> PluginInfo;

    /// The options of the plug-in itself.
    fn plugin_options(&self) -> Options<'_, Self>;

    /// Options that every plug-in of the kind takes besides its own.
    fn common_options() -> Vec<OptionInfo> {
        Vec::new()
    }

    /// All options, in display order: its own, then [`Self::common_options`].
    fn all_options(&self) -> Vec<OptionInfo> {
        [self.plugin_options().infos(), &Self::common_options()].concat()
    }

    /// Configures the plug-in with the options of a specification, all of which are among [`Self::all_options`];
    /// others keep their values.
    ///
    /// # Errors
    ///
    /// [`ParamError`] when a value does not suit its option.
    fn configured(plugin: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError> {
        if params.is_empty() {
            return Ok(Arc::clone(plugin));
        }
        plugin.plugin_options().configured(params).map(Arc::from)
    }
}
