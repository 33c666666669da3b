//! The destination of plans: none, one file, an archive, or a directory with a manifest.
//!
//! In each case, a plan appears under its name only when it is complete.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use memplan_planner::wire::archive::{ArchiveKind, ArchiveWriter};
use memplan_planner::wire::{self, Format, WireError};
use memplan_planner::{MemoryPlan, MemoryTraceScopes, StopReason};

use super::manifest::{Line, Manifest};
use crate::data::Kind;
use crate::exit::{Failure, Outcome};
use crate::io::GrowingFile;
use crate::render::Message;
use crate::{data, io};

/// Where plans go.
pub(crate) enum Target {
    /// Figures only.
    Nowhere,
    /// One plan, to this file or standard output.
    File(PathBuf, Format),
    /// Plans in the order of their traces.
    Archive(ArchiveTarget),
    /// One file for each plan.
    Directory(Directory),
}

/// An archive of plans that is being written.
pub(crate) struct ArchiveTarget {
    path: PathBuf,
    writer: ArchiveWriter<GrowingFile>,
}

/// A directory of plans.
pub(crate) struct Directory {
    path: PathBuf,
    manifest: Mutex<Manifest>,
    /// Directories below it that exist and have no leftovers of earlier runs.
    prepared: Mutex<BTreeSet<PathBuf>>,
    /// Compute existing plans again.
    force: bool,
}

/// A plan from an earlier run.
pub(crate) struct KeptPlan {
    /// The plan.
    pub plan: MemoryPlan,
    /// The planning time for each trace.
    pub elapsed_ms: Vec<f64>,
    /// The reason why the planner stopped early, for each trace.
    pub stopped_by: Vec<Option<StopReason>>,
}

impl Target {
    /// The target that the user named. `is_one` states that there is at most one plan.
    ///
    /// # Errors
    ///
    /// When the file has an extension that does not suit, or cannot be written.
    pub(crate) fn new(output: Option<&Path>, is_one: bool, force: bool) -> Outcome<Self> {
        let Some(path) = output else {
            return Ok(Self::Nowhere);
        };
        if is_directory(path) {
            return Directory::open(path, force).map(Self::Directory);
        }
        let format = data::output_format(
            path,
            Kind::Plan,
            None,
            "use the extension mplan, json or csv, or a directory: `-o DIR/`",
        )?;
        if is_one {
            return Ok(Self::File(path.to_owned(), format));
        }
        if format != Format::Binary || io::is_std(path) {
            return Err(Failure::could_not_try(
                Message::error(
                    "one-file",
                    "a file of this format cannot hold several plans",
                )
                .in_file(&io::display_name(path))
                .help("use a directory, or an archive with the extension mplan"),
            ));
        }
        let file = GrowingFile::create(path)?;
        let writer = ArchiveWriter::new(file, ArchiveKind::Plans)
            .map_err(|error| data::archive_failure(&io::display_name(path), &error))?;
        Ok(Self::Archive(ArchiveTarget {
            path: path.to_owned(),
            writer,
        }))
    }

    /// Whether the plan itself goes to standard output, so that nothing else may be written there.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self, Self::File(path, _) if io::is_std(path))
    }
}

/// Whether a path denotes a directory: it is one, ends like one, or has no extension.
pub(crate) fn is_directory(path: &Path) -> bool {
    path.is_dir()
        || path.as_os_str().to_string_lossy().ends_with('/')
        || (!io::is_std(path) && path.extension().is_none())
}

/// The bytes of a plan.
///
/// # Errors
///
/// When the format cannot hold it.
pub(crate) fn plan_bytes(
    scopes: &MemoryTraceScopes,
    plan: &MemoryPlan,
    path: &Path,
    format: Format,
) -> Outcome<Vec<u8>> {
    let bytes = match (format, &*scopes.traces, &*plan.schedules) {
        (Format::Csv, [trace], [schedule]) => wire::write_plan_csv(trace, schedule),
        (Format::Csv, traces, _) => Err(WireError::NotOneTrace {
            format: format.name(),
            n_traces: traces.len(),
        }),
        _ => wire::write_plan(plan, format),
    };
    bytes.map_err(|error| data::unwritable(path, &error))
}

impl ArchiveTarget {
    /// Adds a plan.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn append(&mut self, name: &str, bytes: &[u8]) -> Outcome<()> {
        self.writer
            .append(name, bytes)
            .map_err(|error| data::archive_failure(&io::display_name(&self.path), &error))
    }

    /// Puts the archive in its place.
    ///
    /// # Errors
    ///
    /// When the last part cannot be written.
    pub(crate) fn finish(self) -> Outcome<()> {
        let name = io::display_name(&self.path);
        let file = self.writer.finish();
        file.map_err(|error| data::archive_failure(&name, &error))?
            .commit()
    }
}

impl Directory {
    fn open(path: &Path, force: bool) -> Outcome<Self> {
        io::create_directory(path)?;
        Ok(Self {
            path: path.to_owned(),
            manifest: Mutex::new(Manifest::open(path)?),
            prepared: Mutex::default(),
            force,
        })
    }

    /// The plan of this name, if an earlier run computed it for these traces and this request, and the file is
    /// unchanged.
    pub(crate) fn kept(
        &self,
        name: &str,
        trace_hash: Option<u128>,
        request: &str,
    ) -> Option<KeptPlan> {
        let (bytes, line) = self.kept_file(name, trace_hash, request)?;
        Some(KeptPlan {
            plan: wire::read_plan(&bytes).ok()?,
            elapsed_ms: line.elapsed_ms,
            stopped_by: (line.stopped_by.iter())
                .map(|name| StopReason::from_name(name.as_deref()?))
                .collect(),
        })
    }

    /// The bytes of such a plan, and its line.
    pub(crate) fn kept_file(
        &self,
        name: &str,
        trace_hash: Option<u128>,
        request: &str,
    ) -> Option<(Vec<u8>, Line)> {
        if self.force {
            return None;
        }
        let line = {
            let manifest = self.manifest.lock().unwrap_or_else(PoisonError::into_inner);
            manifest.line(name)?.clone()
        };
        let bytes = std::fs::read(self.path.join(name)).ok()?;
        let now = Line::of(name, &bytes, trace_hash);
        let is_same = line.request == request
            && line.trace_hash == now.trace_hash
            && line.plan_hash == now.plan_hash;
        is_same.then_some((bytes, line))
    }

    /// Puts a plan in its place, and then its line into the manifest, unless an interruption cut planning short: then
    /// the next run computes it again.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn write(
        &self,
        name: &str,
        scopes: &MemoryTraceScopes,
        plan: &MemoryPlan,
        request: &str,
        elapsed_ms: Vec<f64>,
    ) -> Outcome<()> {
        let bytes = plan_bytes(scopes, plan, &self.path.join(name), Format::Binary)?;
        let mut schedules = plan.schedules.iter();
        let is_cut_short =
            schedules.any(|schedule| schedule.stopped_by == Some(StopReason::Cancelled));
        let line = Line {
            request: request.to_owned(),
            elapsed_ms,
            stopped_by: (plan.schedules.iter())
                .map(|schedule| Some(schedule.stopped_by?.name().to_owned()))
                .collect(),
            ..Line::of(name, &bytes, plan.trace_hash)
        };
        self.put(&bytes, (!is_cut_short).then_some(line), name)
    }

    /// Puts the bytes of a plan in their place, and then its line into the manifest.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub(crate) fn put(&self, bytes: &[u8], line: Option<Line>, name: &str) -> Outcome<()> {
        let path = self.path.join(name);
        if let Some(directory) = path.parent() {
            let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
            if prepared.insert(directory.to_owned()) {
                io::create_directory(directory)?;
                io::remove_leftovers(directory);
            }
        }
        io::write(&path, bytes)?;
        let Some(line) = line else {
            return Ok(());
        };
        let mut manifest = self.manifest.lock().unwrap_or_else(PoisonError::into_inner);
        manifest.add(&line)
    }
}
