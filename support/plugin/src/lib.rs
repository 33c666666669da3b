//! The plug-in core: names, options, and registries that configure plug-ins from text.
//!
//! memplan has several kinds of plug-ins (planners, collectors, mutators, passes, trace readers). Each kind is a
//! trait in the crate that uses it. This crate contains only what all kinds share:
//!
//! - [`PluginInfo`] describes a plug-in to users, [`OptionInfo`] an option of it.
//! - [`Options`] are declared once, as [`Field`]s of the plug-in: how they are listed, read and printed follows.
//! - [`PluginSpec`] reads `name{key=value}`, and [`Params`] holds the values.
//! - [`Registry`] finds plug-ins by name and configures them, and [`PluginKind`] connects a trait to it.
//!
//! ```
//! use std::sync::Arc;
//! use memplan_plugin::{Field, KindOf, Options, PluginInfo, PluginKind, Registry};
//!
//! trait Greeter: Send + Sync {
//!     fn info(&self) -> PluginInfo;
//!     fn options(&self) -> Options<'_, dyn Greeter>;
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
//!     fn plugin_options(&self) -> Options<'_, Self> {
//!         self.options()
//!     }
//! }
//!
//! impl<T: Greeter + 'static> KindOf<T> for dyn Greeter {
//!     fn boxed(plugin: T) -> Box<Self> {
//!         Box::new(plugin)
//!     }
//! }
//!
//! #[derive(Clone)]
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
//!         }
//!     }
//!     fn options(&self) -> Options<'_, dyn Greeter> {
//!         Options::of(self, Self { times: 1 }, |hello| {
//!             vec![Field::value("times", &mut hello.times).help("Repetitions.")]
//!         })
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
//! does not declare, and reads the rest into a copy of it. Options are typed fields of the plug-in, so their text is
//! parsed once, and the fields of the default plug-in are the defaults that lists show.

mod info;
mod nearest;
mod options;
mod params;
mod registry;
mod spec;

pub use info::{PluginInfo, PluginKind};
pub use nearest::nearest;
pub use options::{Field, KindOf, OptionInfo, Options, switch};
pub use params::{ParamError, Params};
pub use registry::{Registry, RegistryError};
pub use spec::{ListForm, PluginSpec, SpecError, group_length};
