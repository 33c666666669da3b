//! Passes and named pipelines as plug-ins.

use std::sync::Arc;

use memplan_plugin::{KindOf, Options, PluginInfo, PluginKind};

use super::{Canonicalize, Cse, Inline, Pass, Promise, UnrollLoops};

/// The registry of passes and named pipelines.
pub type Registry = memplan_plugin::Registry<dyn PassPlugin>;

/// A name in a pipeline: a pass, or a sequence of passes under one name.
///
/// Every [`Pass`] is one. Named pipelines implement this trait.
pub trait PassPlugin: Send + Sync + 'static {
    /// Name and purpose.
    fn info(&self) -> PluginInfo;

    /// The options, and the fields that hold their values.
    fn options(&self) -> Options<'_, dyn PassPlugin> {
        Options::none()
    }

    /// What it preserves.
    fn promise(&self) -> Promise {
        Promise::ALL
    }

    /// The passes that it expands to.
    fn expand(self: Arc<Self>) -> Expansion;
}

/// The passes that a name expands to.
pub enum Expansion {
    /// A pass.
    Pass(Arc<dyn Pass>),
    /// The passes of a named pipeline, in order.
    Pipeline(Vec<Arc<dyn Pass>>),
}

impl<P: Pass> PassPlugin for P {
    fn info(&self) -> PluginInfo {
        Pass::info(self)
    }

    fn options(&self) -> Options<'_, dyn PassPlugin> {
        Pass::options(self).map(|pass| pass)
    }

    fn promise(&self) -> Promise {
        Pass::promise(self)
    }

    fn expand(self: Arc<Self>) -> Expansion {
        Expansion::Pass(self)
    }
}

/// A boxed pass is a pass, so that a configured one is a plug-in again.
impl Pass for Box<dyn Pass> {
    fn info(&self) -> PluginInfo {
        Pass::info(&**self)
    }

    fn anchor(&self) -> super::Anchor {
        (**self).anchor()
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Pass::options(&**self)
    }

    fn promise(&self) -> Promise {
        Pass::promise(&**self)
    }

    fn run(
        &self,
        m: &mut crate::ir::Module,
        root: crate::ir::OpId,
        cx: &mut super::PassContext,
    ) -> Result<(), super::PassError> {
        (**self).run(m, root, cx)
    }
}

impl PluginKind for dyn PassPlugin {
    const KIND: &'static str = "pass";

    fn builtin() -> Vec<Arc<Self>> {
        vec![
            Arc::new(Canonicalize::default()),
            Arc::new(Cse),
            Arc::new(Inline),
            Arc::new(UnrollLoops::default()),
        ]
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn plugin_options(&self) -> Options<'_, Self> {
        self.options()
    }
}

impl<P: PassPlugin> KindOf<P> for dyn PassPlugin {
    fn boxed(plugin: P) -> Box<Self> {
        Box::new(plugin)
    }
}
