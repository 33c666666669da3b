//! Plug-ins by name.

use std::fmt;
use std::sync::Arc;

use crate::{ParamError, PluginInfo, PluginKind, PluginSpec, SpecError, nearest};

/// The plug-ins of one kind that a program offers. Cloning shares the plug-ins.
pub struct Registry<P: ?Sized> {
    plugins: Vec<Arc<P>>,
}

impl<P: ?Sized> Clone for Registry<P> {
    fn clone(&self) -> Self {
        Self {
            plugins: self.plugins.clone(),
        }
    }
}

/// Without plug-ins.
impl<P: ?Sized> Default for Registry<P> {
    fn default() -> Self {
        Self {
            plugins: Vec::new(),
        }
    }
}

/// The names.
impl<P: PluginKind + ?Sized> fmt::Debug for Registry<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.infos().map(|info| info.name);
        f.debug_list().entries(names).finish()
    }
}

impl<P: PluginKind + ?Sized> Registry<P> {
    /// Without plug-ins.
    pub fn empty() -> Self {
        Self::default()
    }

    /// With the built-in plug-ins of the kind.
    pub fn with_builtin() -> Self {
        let plugins = P::builtin();
        Self { plugins }
    }

    /// Adds a plug-in at the end.
    ///
    /// # Errors
    ///
    /// [`RegistryError::Taken`] when its name or an alias belongs to another plug-in.
    pub fn register(&mut self, plugin: Arc<P>) -> Result<(), RegistryError> {
        let info = plugin.plugin_info();
        for &name in [info.name].iter().chain(info.aliases) {
            if self.find(name).is_some() {
                let kind = P::KIND;
                return Err(RegistryError::Taken { kind, name });
            }
        }
        self.plugins.push(plugin);
        Ok(())
    }

    /// All plug-ins, in display order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<P>> + Clone {
        self.plugins.iter()
    }

    /// The descriptions of all plug-ins, in the same order.
    pub fn infos(&self) -> impl ExactSizeIterator<Item = PluginInfo> + Clone {
        self.plugins.iter().map(|plugin| plugin.plugin_info())
    }

    /// The plug-in with this name or alias, with its defaults.
    pub fn find(&self, name: &str) -> Option<&Arc<P>> {
        let is_called = |plugin: &&Arc<P>| plugin.plugin_info().is_called(name);
        self.plugins.iter().find(is_called)
    }

    /// Finds and configures the plug-in of a specification.
    ///
    /// # Errors
    ///
    /// [`RegistryError`] for text of another form, unknown names and keys (listing the known ones),
    /// and values that do not suit their option.
    pub fn parse(&self, spec: &str) -> Result<Arc<P>, RegistryError> {
        self.configured(&PluginSpec::parse(spec)?)
    }

    /// The plug-in of a specification that is parsed already.
    ///
    /// # Errors
    ///
    /// Those of [`Self::parse`], without those of the form.
    pub fn configured(&self, spec: &PluginSpec) -> Result<Arc<P>, RegistryError> {
        let plugin = self
            .find(&spec.name)
            .ok_or_else(|| self.unknown(&spec.name))?;
        let (kind, name) = (P::KIND, plugin.plugin_info().name);
        if !spec.params.is_empty() {
            let options = plugin.all_options();
            let names: Vec<_> = options.iter().map(|option| option.name).collect();
            let mut keys = spec.params.iter().map(|(key, _)| key);
            if let Some(key) = keys.find(|key| !names.contains(key)) {
                return Err(RegistryError::UnknownOption {
                    kind,
                    plugin: name,
                    key: key.to_owned(),
                    nearest: nearest(key, names.iter().copied()),
                    known: names,
                });
            }
        }
        P::configured(plugin, &spec.params).map_err(|error| RegistryError::BadValue {
            kind,
            plugin: name,
            error,
        })
    }

    fn unknown(&self, name: &str) -> RegistryError {
        let names = self.infos().flat_map(|info| {
            let aliases = info.aliases.iter().copied();
            std::iter::once(info.name).chain(aliases)
        });
        RegistryError::UnknownName {
            kind: P::KIND,
            name: name.to_owned(),
            nearest: nearest(name, names),
            known: self.infos().map(|info| info.name).collect(),
        }
    }
}

/// Errors of finding, configuring or registering plug-ins.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The text is not of the form `name{key=value}`.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// No plug-in has this name.
    #[error(
        "there is no {kind} `{name}`{}; known {}: {}",
        hint(*nearest),
        plural(kind),
        known.join(", ")
    )]
    UnknownName {
        /// The kind of plug-in.
        kind: &'static str,
        /// The name found.
        name: String,
        /// The known name that is most like it, if one is.
        nearest: Option<&'static str>,
        /// All names.
        known: Vec<&'static str>,
    },
    /// The plug-in has no such option.
    #[error(
        "{kind} `{plugin}` has no option `{key}`{}; {}",
        hint(*nearest),
        its_options(known)
    )]
    UnknownOption {
        /// The kind of plug-in.
        kind: &'static str,
        /// The name of the plug-in.
        plugin: &'static str,
        /// The key found.
        key: String,
        /// The known key that is most like it, if one is.
        nearest: Option<&'static str>,
        /// All keys.
        known: Vec<&'static str>,
    },
    /// The option cannot have this value.
    #[error("{kind} `{plugin}`: {error}")]
    BadValue {
        /// The kind of plug-in.
        kind: &'static str,
        /// The name of the plug-in.
        plugin: &'static str,
        /// The option, the value, and what was expected.
        error: ParamError,
    },
    /// A plug-in of this name or alias is registered already.
    #[error("{kind} `{name}` is already registered")]
    Taken {
        /// The kind of plug-in.
        kind: &'static str,
        /// The name or alias.
        name: &'static str,
    },
}

/// The word for several plug-ins of a kind.
fn plural(kind: &str) -> String {
    let ending = if kind.ends_with('s') { "es" } else { "s" };
    format!("{kind}{ending}")
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean `{name}`?"))
}

fn its_options(names: &[&str]) -> String {
    if names.is_empty() {
        return "it has no options".to_owned();
    }
    format!("its options: {}", names.join(", "))
}
