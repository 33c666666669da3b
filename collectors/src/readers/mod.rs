//! Trace readers: from files of other tools to lifetime traces.
//!
//! A [`TraceReader`] recognises the files of one format by content and name, and reads them. It sees
//! bytes only; opening files is the caller's part. memplan's own formats (`.mtrace`, `.mplan`, JSON, CSV)
//! need no reader: [`memplan_planner::wire`] reads them.
//!
//! Readers are plug-ins: a [`Registry`] finds them by name, with options in braces behind it, and
//! [`recognise`] finds the one for a file. A new format is one file here and one line in [`READERS`].

mod error;
mod events;

use std::fmt;
use std::sync::Arc;

use memplan_planner::wire;
use memplan_planner::{LifetimeTrace, MemoryPlan, MemoryTraceScopes, Provenance};
use memplan_plugin::{ParamError, Params, PluginInfo, PluginKind};

pub use error::TraceReadError;
pub use events::Events;

/// The built-in readers, in the order in which they are asked about a file.
pub const READERS: &[&dyn TraceReader] = &[&Events];

/// The readers that a program offers.
pub type Registry = memplan_plugin::Registry<dyn TraceReader>;

/// From the files of another tool to lifetime traces.
pub trait TraceReader: Send + Sync + fmt::Debug {
    /// Name, purpose and options.
    fn info(&self) -> PluginInfo;

    /// Extensions, without the dot, of the files that are read when a directory is searched for traces.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a file has this format. `name` is the name of the file, and `head` its first bytes: 4096 of
    /// them at least, unless the file is shorter.
    ///
    /// Claim a file only by a sign that other formats do not have. A name that suits is a good reason
    /// where the content has no such sign; standard input is called `<stdin>`.
    fn recognises(&self, name: &str, head: &[u8]) -> bool;

    /// Reads a file. Bytes may be anything: lengths in them are not to be trusted.
    ///
    /// # Errors
    ///
    /// [`TraceReadError`] says what is wrong, and where.
    fn read(&self, bytes: &[u8]) -> Result<TraceFile, TraceReadError>;

    /// The same reader with the values of a specification.
    ///
    /// Called only with keys that its [`PluginInfo::options`] list, and only if there are any, so a
    /// reader without options needs no implementation.
    ///
    /// # Errors
    ///
    /// [`ParamError`] when a value does not suit its option.
    fn configure(&self, params: &Params) -> Result<Box<dyn TraceReader>, ParamError> {
        Err(params.unsupported())
    }
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFile {
    /// The traces.
    pub scopes: MemoryTraceScopes,
    /// The schedules that the other tool computed for these traces, if the file has them.
    pub plan: Option<MemoryPlan>,
}

/// A file with one trace and no plan.
impl From<LifetimeTrace> for TraceFile {
    fn from(trace: LifetimeTrace) -> Self {
        Self {
            scopes: MemoryTraceScopes {
                traces: vec![trace],
                provenance: Provenance::default(),
            },
            plan: None,
        }
    }
}

/// The reader for a file: the first one that recognises it.
///
/// `.mtrace` and `.mplan` files and archives of them belong to no reader.
pub fn recognise<'a>(
    readers: &'a Registry,
    name: &str,
    head: &[u8],
) -> Option<&'a Arc<dyn TraceReader>> {
    if wire::is_binary(head) {
        return None;
    }
    readers.iter().find(|reader| reader.recognises(name, head))
}

/// A reference to a reader is a reader: the built-in ones are a static list.
impl<R: TraceReader + ?Sized> TraceReader for &R {
    fn info(&self) -> PluginInfo {
        (**self).info()
    }

    fn extensions(&self) -> &'static [&'static str] {
        (**self).extensions()
    }

    fn recognises(&self, name: &str, head: &[u8]) -> bool {
        (**self).recognises(name, head)
    }

    fn read(&self, bytes: &[u8]) -> Result<TraceFile, TraceReadError> {
        (**self).read(bytes)
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn TraceReader>, ParamError> {
        (**self).configure(params)
    }
}

impl PluginKind for dyn TraceReader {
    const KIND: &'static str = "reader";

    fn builtin() -> Vec<Arc<Self>> {
        let shared = |&reader| Arc::new(reader) as Arc<Self>;
        READERS.iter().map(shared).collect()
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn configured(reader: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError> {
        if params.is_empty() {
            return Ok(Arc::clone(reader));
        }
        reader.configure(params).map(Arc::from)
    }
}
