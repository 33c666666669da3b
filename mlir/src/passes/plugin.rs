//! Passes and named pipelines as plug-ins.

use std::sync::Arc;

use memplan_plugin::{ParamError, Params, PluginInfo, PluginKind};

use super::{Canonicalize, Cse, Inline, Pass, UnrollLoops};

/// The registry of passes and named pipelines.
pub type Registry = memplan_plugin::Registry<dyn PassPlugin>;

/// A name in a pipeline: a pass, or a sequence of passes under one name.
///
/// Every [`Pass`] is one. Named pipelines implement this trait.
pub trait PassPlugin: Send + Sync + 'static {
    /// Name, purpose and options.
    fn info(&self) -> PluginInfo;

    /// The plug-in with the option values of a pipeline. Called only with keys in [`PluginInfo::options`], and only
    /// if there are any.
    ///
    /// # Errors
    ///
    /// [`ParamError`] if a value does not suit its option.
    fn configure(&self, params: &Params) -> Result<Arc<dyn PassPlugin>, ParamError>;

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

    fn configure(&self, params: &Params) -> Result<Arc<dyn PassPlugin>, ParamError> {
        let configured = Pass::configure(self, params)?;
        Ok(Arc::new(configured))
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

    fn configure(&self, params: &Params) -> Result<Self, ParamError> {
        Pass::configure(&**self, params)
    }

    fn params(&self) -> Params {
        (**self).params()
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

    fn configured(plugin: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError> {
        if params.is_empty() {
            return Ok(Arc::clone(plugin));
        }
        plugin.configure(params)
    }
}
