//! Collects the results of all threads and reports them in input order.
//!
//! Results that arrive early are buffered. Plans for an archive can be large: a thread blocks when too many bytes
//! wait for an earlier result.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::progress::Bar;
use super::summary::{FailedRow, Row};
use super::target::ArchiveTarget;
use crate::Session;
use crate::exit::{Failure, Outcome};
use crate::render::Message;

/// The most bytes of plans that may wait for an earlier result.
const MAX_WAITING_BYTES: usize = 256 << 20;

/// The number of failures that the text form lists; the JSON form lists all.
const MAX_TOLD: usize = 20;

/// The results of one file or record.
#[derive(Debug, Default)]
pub(crate) struct Done {
    pub rows: Vec<Row>,
    pub failed: Vec<FailedRow>,
    pub messages: Vec<Message>,
    /// For an archive of plans: name and bytes.
    pub records: Vec<(String, Vec<u8>)>,
    /// Whether it was processed to the end, with or without failures.
    pub is_over: bool,
    /// Whether records may follow that could not be read.
    pub is_cut_off: bool,
}

impl Done {
    /// A failure alone.
    pub(crate) fn failed(name: &str, planner: Option<&str>, failure: Failure) -> Self {
        let mut done = Self {
            is_over: true,
            ..Self::default()
        };
        done.add_failure(name, planner, failure);
        done
    }

    /// A planner failed, or all of them if none is named.
    pub(crate) fn add_failure(&mut self, name: &str, planner: Option<&str>, failure: Failure) {
        self.failed.push(FailedRow::new(name, planner, &failure));
        self.add_messages(name, failure.messages);
    }

    /// Messages about a file, unless they name another place.
    pub(crate) fn add_messages(&mut self, name: &str, messages: Vec<Message>) {
        self.messages
            .extend(messages.into_iter().map(|mut message| {
                message.place.file.get_or_insert_with(|| name.to_owned());
                message
            }));
    }

    fn n_bytes(&self) -> usize {
        self.records.iter().map(|(_, bytes)| bytes.len()).sum()
    }
}

/// Everything in order.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub rows: Vec<Row>,
    pub failed: Vec<FailedRow>,
    pub n_entries: usize,
}

struct State {
    next: usize,
    waiting: BTreeMap<usize, Done>,
    n_waiting_bytes: usize,
    n_told: usize,
    n_untold: usize,
    collected: Collected,
    archive: Option<ArchiveTarget>,
    /// Whether an input archive was cut off.
    is_cut_off: bool,
    /// The failure that ends the run.
    fatal: Option<Failure>,
}

/// The collected results of all threads.
pub(crate) struct Results<'a> {
    session: &'a Session<'a>,
    bar: &'a Bar,
    state: Mutex<State>,
    has_moved: Condvar,
}

impl<'a> Results<'a> {
    pub(crate) fn new(
        session: &'a Session<'a>,
        bar: &'a Bar,
        archive: Option<ArchiveTarget>,
    ) -> Self {
        Self {
            session,
            bar,
            state: Mutex::new(State {
                next: 0,
                waiting: BTreeMap::new(),
                n_waiting_bytes: 0,
                n_told: 0,
                n_untold: 0,
                collected: Collected::default(),
                archive,
                is_cut_off: false,
                fatal: None,
            }),
            has_moved: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a failure has ended the run.
    pub(crate) fn is_over(&self) -> bool {
        self.state().fatal.is_some()
    }

    /// Adds the result of an entry. Results after a missing index are never reported.
    pub(crate) fn submit(&self, index: usize, done: Done) {
        let mut state = self.state();
        // The thread with the next result never waits, so all other threads are woken eventually.
        while state.next < index
            && MAX_WAITING_BYTES < state.n_waiting_bytes
            && state.fatal.is_none()
        {
            state = self
                .has_moved
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.n_waiting_bytes += done.n_bytes();
        state.waiting.insert(index, done);
        while let next = state.next
            && let Some(done) = state.waiting.remove(&next)
        {
            state.next += 1;
            state.n_waiting_bytes -= done.n_bytes();
            self.take(&mut state, done);
        }
        self.has_moved.notify_all();
    }

    /// Processes the next result in order.
    fn take(&self, state: &mut State, done: Done) {
        let is_failed = !done.failed.is_empty();
        if !done.messages.is_empty() {
            if state.n_told < MAX_TOLD || self.session.wants_json() {
                self.bar.aside(|| self.session.tell(&done.messages));
                state.n_told += usize::from(is_failed);
            } else {
                state.n_untold += 1;
            }
        }
        if let Some(archive) = &mut state.archive {
            for (name, bytes) in &done.records {
                if let Err(failure) = archive.append(name, bytes) {
                    state.fatal.get_or_insert(failure);
                    return;
                }
            }
        }
        state.is_cut_off |= done.is_cut_off;
        state.collected.n_entries += usize::from(done.is_over);
        state.collected.rows.extend(done.rows);
        state.collected.failed.extend(done.failed);
    }

    /// Everything, once all threads are done. An archive is put in place unless the run or an input archive was cut
    /// off, because it would then be incomplete.
    ///
    /// # Errors
    ///
    /// When the target cannot be written.
    pub(crate) fn finish(self, is_interrupted: bool) -> Outcome<Collected> {
        let mut state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = state.fatal {
            return Err(failure);
        }
        // Entries after an interrupted one may be complete.
        for done in std::mem::take(&mut state.waiting).into_values() {
            state.collected.n_entries += usize::from(done.is_over);
            state.collected.rows.extend(done.rows);
            state.collected.failed.extend(done.failed);
        }
        if state.n_untold > 0 {
            let words = format!("{} more inputs failed", state.n_untold);
            self.session.say(&words);
        }
        match state.archive {
            Some(archive) if !is_interrupted && !state.is_cut_off => archive.finish()?,
            Some(_) => self
                .session
                .say("no archive was written, because some plans are missing\n"),
            None => {}
        }
        Ok(state.collected)
    }
}
