//! Trace readers: they read lifetime traces from files of other tools.
//!
//! A [`TraceReader`] recognises the files of one format by content and name, and reads them. It only receives bytes;
//! the caller opens files. memplan's own formats (`.mtrace`, `.mplan`, JSON, CSV) need no reader:
//! [`memplan_planner::wire`] reads them.
//!
//! Readers are plug-ins: a [`Registry`] finds them by name, followed by options in braces, and
//! [`recognise`] finds the one for a file. A new format is one file here and one line in the list of built-in plug-ins.
//!
//! ```
//! use memplan_readers::{Registry, TraceInput, recognise};
//!
//! let (name, bytes) = ("trace.txt", b"a 0..4 32\nb 2..6 16\n");
//! let readers = Registry::with_builtin();
//! let reader = recognise(&readers, name, bytes).ok_or("no reader knows this file")?;
//! let file = reader.read(&TraceInput::new(name, bytes))?;
//! assert_eq!(file.scopes.traces[0].to_string(), "a 0..4 32\nb 2..6 16");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Inside
//!
//! Each format is one file or folder. `arena.rs` joins the values of a tool into buffers and makes its offsets a
//! schedule; `pb.rs`, `torch_snapshot/pickle.rs` and `flat.rs` read wire formats without copies.
//! `tflite/offline.rs` and `executorch/places.rs` write plans: one puts a new head before a model, the other new tables
//! after a program.

mod arena;
mod dsa_problem;
mod error;
mod events;
mod events_jsonl;
mod executorch;
mod flat;
mod iree_pack;
mod pb;
mod text;
mod tflite;
mod tflm_log;
mod torch_snapshot;
mod vela_log;
mod xla;

use std::fmt;
use std::sync::Arc;

use memplan_planner::wire;
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, Provenance,
};
use memplan_plugin::{KindOf, Options, Params, PluginInfo, PluginKind};

pub use arena::{Aliases, Inclusion};
pub use dsa_problem::DsaProblem;
pub use error::{ErrorPlace, TraceReadError};
pub use events::Events;
pub use events_jsonl::EventsJsonl;
pub use executorch::Executorch;
pub use iree_pack::IreePack;
pub use text::Text;
pub use tflite::{Runtime, Tflite};
pub use tflm_log::TflmLog;
pub use torch_snapshot::{Names, Pools, Sizes, TorchSnapshot, Until};
pub use vela_log::VelaLog;
pub use xla::Xla;

/// The registry of trace readers.
pub type Registry = memplan_plugin::Registry<dyn TraceReader>;

/// Reads lifetime traces from files of another tool.
pub trait TraceReader: Send + Sync + fmt::Debug {
    /// Name and purpose.
    fn info(&self) -> PluginInfo;

    /// The options, and the fields that hold their values.
    fn options(&self) -> Options<'_, dyn TraceReader> {
        Options::none()
    }

    /// Extensions, without the dot, of the files that are read when a directory is searched for traces.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a file is read when its directory is searched for traces. `is_beside` returns whether the directory has
    /// a file with this name. By default, [`Self::extensions`] decides.
    fn is_searched(&self, name: &str, is_beside: &dyn Fn(&str) -> bool) -> bool {
        let _ = is_beside;
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        extension.is_some_and(|extension| self.extensions().contains(&extension))
    }

    /// Names of files in the same directory that may belong to a file. The first one that exists is passed to
    /// [`Self::read`] as [`TraceInput::companion`].
    fn companions(&self, name: &str, head: &[u8]) -> Vec<String> {
        let _ = (name, head);
        Vec::new()
    }

    /// Whether a file has this format. `name` is the name of the file, and `head` its first bytes: 4096 of
    /// them at least, unless the file is shorter.
    ///
    /// Return `true` only for content that no other format has, or, if the format has no such content, for names that
    /// no other format has. Standard input is called `<stdin>`.
    fn recognises(&self, name: &str, head: &[u8]) -> bool;

    /// Reads a file. Bytes may be anything: lengths in them are not to be trusted.
    ///
    /// # Errors
    ///
    /// [`TraceReadError`] says what is wrong, and where.
    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError>;

    /// What [`Self::with_plan`] writes, or why the tool takes no plans; for tables and messages.
    #[expect(clippy::missing_errors_doc, reason = "both are texts")]
    fn plans(&self) -> Result<&'static str, &'static str> {
        Err("its files have no place for one")
    }

    /// The file with a plan in it, for tools that read plans from their own files.
    ///
    /// The plan must be a plan of the traces that this reader, with its options, finds in the file.
    ///
    /// # Errors
    ///
    /// [`TraceReadError`] when the file or the plan is unsuitable. The default implementation always fails, for
    /// formats that cannot hold a plan.
    fn with_plan(
        &self,
        input: &TraceInput<'_>,
        plan: &MemoryPlan,
    ) -> Result<Vec<u8>, TraceReadError> {
        let _ = (input, plan);
        let why = self.plans().err().unwrap_or_default();
        let problem = format!("the reader `{}` writes no plan: {why}", self.info().name);
        Err(TraceReadError::refused("unsupported", problem))
    }
}

/// A file to be read: its name, its bytes and those of a companion.
#[derive(Clone, Copy, Debug)]
pub struct TraceInput<'a> {
    /// Its name, as the user gave it; for messages, scopes and formats that cannot be recognised by content.
    pub name: &'a str,
    /// All of it.
    pub bytes: &'a [u8],
    /// Name and bytes of the file that belongs to it; see [`TraceReader::companions`].
    pub companion: Option<(&'a str, &'a [u8])>,
}

impl<'a> TraceInput<'a> {
    /// A file without companions.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        Self {
            name,
            bytes,
            companion: None,
        }
    }

    /// The name without directories.
    fn file_name(&self) -> &'a str {
        self.name.rsplit(['/', '\\']).next().unwrap_or(self.name)
    }

    /// The traces of this file, by a reader with these options.
    fn scopes(
        &self,
        reader: &str,
        options: &Params,
        traces: Vec<LifetimeTrace>,
    ) -> MemoryTraceScopes {
        let source_hash = match self.companion {
            None => wire::source_hash(self.bytes),
            Some((_, more)) => wire::source_hash(&[self.bytes, more].concat()),
        };
        MemoryTraceScopes {
            traces,
            provenance: Provenance {
                collector: reader.to_owned(),
                options: options.to_string(),
                source_hash: Some(source_hash),
                source_name: self.name.to_owned(),
            },
        }
    }
}

/// The traces that a file contains, and its plan if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFile {
    /// The traces.
    pub scopes: MemoryTraceScopes,
    /// The schedules that the other tool computed for these traces, if the file has them.
    pub plan: Option<MemoryPlan>,
    /// Values of the file that are in no trace.
    pub left_out: Vec<LeftOut>,
    /// Further facts for the user: assumptions, and figures of the other tool. Sentences without a full stop.
    pub remarks: Vec<String>,
}

/// Values that are in no trace for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Their kind, in the singular: `parameter`.
    pub reason: &'static str,
    /// How many.
    pub count: usize,
    /// The sum of their sizes, as far as sizes are known.
    pub bytes: Bytes,
    /// The names of the first ones.
    pub names: Vec<String>,
}

/// How many names of values with one reason are kept.
const MAX_LEFT_OUT_NAMES: usize = 20;

/// Collects the values that are left out, by reason.
#[derive(Debug, Default)]
struct LeftOutValues(Vec<LeftOut>);

impl LeftOutValues {
    /// Counts a value. `name` is called only if the name is kept.
    fn add(&mut self, reason: &'static str, bytes: u64, name: impl FnOnce() -> String) {
        let place = self.0.iter().position(|entry| entry.reason == reason);
        let at = place.unwrap_or_else(|| {
            self.0.push(LeftOut {
                reason,
                count: 0,
                bytes: Bytes(0),
                names: Vec::new(),
            });
            self.0.len() - 1
        });
        let entry = &mut self.0[at];
        entry.count += 1;
        entry.bytes = Bytes(entry.bytes.0.saturating_add(bytes));
        if entry.names.len() < MAX_LEFT_OUT_NAMES {
            entry.names.push(name());
        }
    }
}

/// `147 thread-local values (588 bytes)`
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.count == 1 { "" } else { "s" };
        let (count, bytes) = (self.count, self.bytes);
        write!(f, "{count} {}{plural} ({bytes} bytes)", self.reason)
    }
}

impl TraceFile {
    /// A file with traces and the schedules that another tool computed for them. The file has a plan only if there is
    /// a schedule for each trace.
    pub fn new(scopes: MemoryTraceScopes, schedules: Vec<MemorySchedule>) -> Self {
        let has_plan = !schedules.is_empty() && schedules.len() == scopes.traces.len();
        let plan = has_plan.then(|| MemoryPlan {
            schedules,
            provenance: scopes.provenance.clone(),
            trace_hash: wire::trace_hash(&scopes).ok(),
        });
        Self {
            plan,
            ..scopes.into()
        }
    }
}

/// A file with one trace and no plan.
impl From<LifetimeTrace> for TraceFile {
    fn from(trace: LifetimeTrace) -> Self {
        Self::from(MemoryTraceScopes {
            traces: vec![trace],
            provenance: Provenance::default(),
        })
    }
}

/// A file with only traces.
impl From<MemoryTraceScopes> for TraceFile {
    fn from(scopes: MemoryTraceScopes) -> Self {
        Self {
            scopes,
            plan: None,
            left_out: Vec::new(),
            remarks: Vec::new(),
        }
    }
}

/// The reader for a file: the first one that recognises it.
///
/// `None` for `.mtrace` and `.mplan` files and archives of them, which [`memplan_planner::wire`] reads.
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

impl PluginKind for dyn TraceReader {
    const KIND: &'static str = "reader";

    fn builtin() -> Vec<Arc<Self>> {
        // In the order in which [`recognise`] tries them.
        vec![
            Arc::new(Events),
            Arc::new(Text),
            Arc::new(EventsJsonl),
            Arc::new(DsaProblem),
            Arc::new(Xla::DEFAULT),
            Arc::new(TorchSnapshot::DEFAULT),
            Arc::new(Tflite::DEFAULT),
            Arc::new(Executorch::DEFAULT),
            Arc::new(TflmLog),
            Arc::new(VelaLog),
            Arc::new(IreePack::DEFAULT),
        ]
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn plugin_options(&self) -> Options<'_, Self> {
        self.options()
    }
}

impl<R: TraceReader + 'static> KindOf<R> for dyn TraceReader {
    fn boxed(reader: R) -> Box<Self> {
        Box::new(reader)
    }
}
