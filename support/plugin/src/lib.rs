//! The plug-in core: names, options, and registries that configure plug-ins from text.
//!
//! memplan has several kinds of plug-ins (planners, collectors, mutators, passes, trace readers). Each kind is a
//! trait in the crate that uses it. This crate contains only what all kinds share:
//!
//! - [`PluginInfo`] and [`OptionInfo`] describe a plug-in and its options to users.
//! - [`PluginSpec`] reads `name{key=value}`, and [`Params`] holds the values.
//! - [`Registry`] finds plug-ins by name and configures them, and [`PluginKind`] connects a trait to it.
//!
//! ```
//! use std::sync::Arc;
//! use memplan_plugin::{OptionInfo, ParamError, Params, PluginInfo, PluginKind, Registry};
//!
//! trait Greeter: Send + Sync {
//!     fn info(&self) -> PluginInfo;
//!     fn configure(&self, params: &Params) -> Result<Box<dyn Greeter>, ParamError>;
//!     fn greet(&self) -> String;
//! }
//!
//! impl PluginKind for dyn Greeter {
//!     const KIND: &'static str = "greeter";
//!     fn builtin() -> Vec<Arc<Self>> {
//!         vec![Arc::new(Hello { times: 1 })]
//!     }
//!     fn plugin_info(&self) -> PluginInfo {
//!         self.info()
//!     }
//!     fn configured(plugin: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError> {
//!         plugin.configure(params).map(Arc::from)
//!     }
//! }
//!
//! struct Hello { times: usize }
//!
//! impl Greeter for Hello {
//!     fn info(&self) -> PluginInfo {
//!         PluginInfo {
//!             name: "hello",
//!             aliases: &["hi"],
//!             summary: "Says hello.",
//!             cost: "O(times)",
//!             source: "none",
//!             options: &[OptionInfo { name: "times", default: "1", help: "Repetitions." }],
//!         }
//!     }
//!     fn configure(&self, params: &Params) -> Result<Box<dyn Greeter>, ParamError> {
//!         let times = params.parse("times", "a whole number")?.unwrap_or(self.times);
//!         Ok(Box::new(Hello { times }))
//!     }
//!     fn greet(&self) -> String {
//!         "hello ".repeat(self.times)
//!     }
//! }
//!
//! let greeters: Registry<dyn Greeter> = Registry::with_builtin();
//! assert_eq!(greeters.parse("hi{times=2}")?.greet(), "hello hello ");
//! let error = greeters.parse("hello{time=2}").err().unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "greeter `hello` has no option `time`, did you mean `times`?; its options: times"
//! );
//! # Ok::<(), memplan_plugin::RegistryError>(())
//! ```
//!
//! # Inside
//!
//! Each kind of plug-in is a trait in the crate that uses it; `PluginKind` tells a `Registry` what it needs to know
//! about that trait. A registry parses specifications, finds plug-ins by name or alias, rejects options that a plug-in
//! does not declare, and passes the rest to its `configure`. Options are typed fields of the plug-in, so their text is
//! parsed once.

mod info;
mod nearest;
mod params;
mod registry;
mod spec;

pub use info::{OptionInfo, PluginInfo, PluginKind};
pub use nearest::nearest;
pub use params::{ParamError, Params};
pub use registry::{Registry, RegistryError};
pub use spec::{ListForm, PluginSpec, SpecError, group_length};
