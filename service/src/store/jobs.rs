//! Jobs: many inputs with one operation, and a result for each.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension as _, Row, TransactionBehavior, params};
use schemars::JsonSchema;
use serde::Serialize;

use super::{StoreError, now, open};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS job(
  id TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  operation TEXT NOT NULL,
  options TEXT NOT NULL,
  total INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  cancelled INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL,
  created INTEGER NOT NULL,
  finished INTEGER
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS item(
  job TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  media TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  code TEXT,
  input BLOB NOT NULL,
  output BLOB
);
CREATE UNIQUE INDEX IF NOT EXISTS item_by_job ON item(job, position);
CREATE INDEX IF NOT EXISTS item_waiting ON item(job, position) WHERE state = 'waiting';
";

/// The jobs of a data folder.
#[derive(Debug)]
pub(crate) struct Jobs {
    path: PathBuf,
    /// Synchronises its writes, which are new jobs, to the disk.
    durable: Mutex<Connection>,
    connection: Mutex<Connection>,
}

/// A job that is not stored yet.
#[derive(Debug)]
pub(crate) struct NewJob<'a> {
    pub(crate) client: &'a str,
    pub(crate) operation: &'a str,
    pub(crate) options: &'a str,
    /// The inputs, in order.
    pub(crate) items: &'a [ItemInput],
}

/// The stored facts about a job.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JobRecord {
    pub(crate) client: String,
    pub(crate) options: String,
    pub(crate) progress: Progress,
}

/// The progress of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Progress {
    pub(crate) id: String,
    pub(crate) operation: String,
    /// `running`, `finished` or `cancelled`.
    pub(crate) state: &'static str,
    pub(crate) total: i64,
    pub(crate) done: i64,
    pub(crate) failed: i64,
    /// Seconds since 1970.
    pub(crate) created: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) finished: Option<i64>,
}

/// An item of a job, and how far it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Item {
    /// From 0.
    position: u32,
    name: String,
    /// `waiting`, `running`, `done`, `failed` or `cancelled`.
    state: String,
    /// Of the problem of a failed item.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

impl Progress {
    /// Whether the job has ended and no longer changes.
    pub(crate) fn is_over(&self) -> bool {
        self.finished.is_some()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ItemInput {
    pub(crate) name: String,
    /// The name of its media type.
    pub(crate) media: String,
    pub(crate) bytes: Vec<u8>,
}

/// The state of an item that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemState {
    /// It has a result.
    Done,
    /// It has a problem.
    Failed,
}

impl ItemState {
    fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }
}

/// An item without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WaitingItem {
    pub(crate) client: String,
    pub(crate) job: String,
    pub(crate) position: u32,
    /// The number of times that it was in flight when the process ended.
    pub(crate) attempts: u32,
}

/// The result of an item. The input is for answers that need it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResultRecord {
    pub(crate) input: ItemInput,
    pub(crate) state: String,
    pub(crate) output: Option<Vec<u8>>,
}

impl Jobs {
    /// Opens the jobs of a folder.
    ///
    /// # Errors
    ///
    /// When the database cannot be opened.
    pub(crate) fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join("jobs.sqlite");
        let database = |error| StoreError::new(&path, error);
        let durable = open(&path, SCHEMA).map_err(database)?;
        let synchronise = durable.execute_batch("PRAGMA synchronous = FULL;");
        synchronise.map_err(database)?;
        let connection = open(&path, SCHEMA).map_err(database)?;
        Ok(Self {
            path,
            durable: Mutex::new(durable),
            connection: Mutex::new(connection),
        })
    }

    /// The file of the database.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Stores a job and returns its identifier, which cannot be guessed.
    ///
    /// # Errors
    ///
    /// When the database fails; then nothing is stored.
    pub(crate) fn add(&self, job: &NewJob<'_>) -> rusqlite::Result<String> {
        let mut connection = lock(&self.durable);
        let random = "SELECT LOWER(HEX(RANDOMBLOB(16)))";
        let id: String = connection.query_row(random, [], |row| row.get(0))?;
        let n_bytes: usize = job.items.iter().map(|item| item.bytes.len()).sum();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let insert = "INSERT INTO job(id, client, operation, options, total, bytes, created) \
                      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let total = job.items.len() as i64;
        let values = params![
            id,
            job.client,
            job.operation,
            job.options,
            total,
            n_bytes as i64,
            now()
        ];
        transaction.execute(insert, values)?;
        let insert =
            "INSERT INTO item(job, position, name, media, input) VALUES(?1, ?2, ?3, ?4, ?5)";
        let mut statement = transaction.prepare(insert)?;
        for (position, item) in (0_i64..).zip(job.items) {
            statement.execute(params![id, position, item.name, item.media, item.bytes])?;
        }
        drop(statement);
        transaction.commit()?;
        Ok(id)
    }

    /// The items without a result of all jobs that have not ended.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn waiting(&self) -> rusqlite::Result<Vec<WaitingItem>> {
        let connection = self.connection();
        let mut statement = connection.prepare(
            "SELECT job.client, item.job, item.position, item.attempts FROM item JOIN job ON job.id = item.job \
             WHERE item.state = 'waiting' AND job.finished IS NULL \
             ORDER BY job.created, item.job, item.position",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(WaitingItem {
                client: row.get(0)?,
                job: row.get(1)?,
                position: row.get(2)?,
                attempts: row.get(3)?,
            })
        })?;
        rows.collect()
    }

    /// A job.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn job(&self, id: &str) -> rusqlite::Result<Option<JobRecord>> {
        let select = "SELECT client, operation, options, total, done, failed, cancelled, created, \
                      finished FROM job WHERE id = ?1";
        let connection = self.connection();
        connection
            .query_row(select, [id], |row| record(id, row))
            .optional()
    }

    /// Counts an attempt at an item that has no result yet, and returns its input with the number of the attempt;
    /// `None` when it has a result or its job has ended.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn begin(
        &self,
        id: &str,
        position: u32,
    ) -> rusqlite::Result<Option<(i64, ItemInput)>> {
        let update = "UPDATE item SET attempts = attempts + 1 \
                      WHERE job = ?1 AND position = ?2 AND state = 'waiting' \
                      AND (SELECT finished FROM job WHERE id = ?1) IS NULL \
                      RETURNING attempts, name, media, input";
        let connection = self.connection();
        connection
            .query_row(update, params![id, position], |row| {
                Ok((row.get(0)?, input(row, 1)?))
            })
            .optional()
    }

    /// Takes back an attempt that was interrupted on purpose.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn release(&self, id: &str, position: u32) -> rusqlite::Result<()> {
        let update = "UPDATE item SET attempts = attempts - 1 WHERE job = ?1 AND position = ?2";
        let changed = self.connection().execute(update, params![id, position]);
        changed.map(|_| ())
    }

    /// Stores the result of an item, and ends its job with the last one.
    ///
    /// # Errors
    ///
    /// When the database fails; then nothing is stored.
    pub(crate) fn end(
        &self,
        id: &str,
        position: u32,
        state: ItemState,
        code: Option<&str>,
        output: &[u8],
    ) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let n_changed = transaction.execute(
            "UPDATE item SET state = ?3, code = ?4, output = ?5 \
             WHERE job = ?1 AND position = ?2 AND state = 'waiting'",
            params![id, position, state.name(), code, output],
        )?;
        if n_changed > 0 {
            let is_failed = i64::from(state == ItemState::Failed);
            transaction.execute(
                "UPDATE job SET done = done + 1 - ?2, failed = failed + ?2, bytes = bytes + ?3, \
                 finished = CASE WHEN finished IS NULL AND done + failed + 1 >= total THEN ?4 \
                 ELSE finished END WHERE id = ?1",
                params![id, is_failed, output.len() as i64, now()],
            )?;
        }
        transaction.commit()
    }

    /// Resets all failed items of a job to waiting, and returns their positions.
    ///
    /// # Errors
    ///
    /// When the database fails; then nothing is changed.
    pub(crate) fn requeue(&self, id: &str) -> rusqlite::Result<Vec<u32>> {
        let mut connection = lock(&self.durable);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let select = "SELECT position, LENGTH(output) FROM item \
                      WHERE job = ?1 AND state = 'failed' ORDER BY position";
        let mut statement = transaction.prepare(select)?;
        let rows = statement.query_map([id], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)))?;
        let failed: Vec<(u32, i64)> = rows.collect::<rusqlite::Result<_>>()?;
        drop(statement);
        if !failed.is_empty() {
            let update = "UPDATE item SET state = 'waiting', attempts = 0, code = NULL, \
                          output = NULL WHERE job = ?1 AND state = 'failed'";
            transaction.execute(update, [id])?;
            let n_bytes: i64 = failed.iter().map(|(_, n_bytes)| n_bytes).sum();
            let update = "UPDATE job SET failed = 0, bytes = bytes - ?2, finished = NULL \
                          WHERE id = ?1";
            transaction.execute(update, params![id, n_bytes])?;
        }
        transaction.commit()?;
        Ok(failed.into_iter().map(|(position, _)| position).collect())
    }

    /// Cancels a job that has not ended. Results so far are kept.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn cancel(&self, id: &str) -> rusqlite::Result<()> {
        let update =
            "UPDATE job SET cancelled = 1, finished = ?2 WHERE id = ?1 AND finished IS NULL";
        let changed = self.connection().execute(update, params![id, now()]);
        changed.map(|_| ())
    }

    /// Removes a job with its inputs and results.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn remove(&self, id: &str) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute("DELETE FROM item WHERE job = ?1", [id])?;
        transaction.execute("DELETE FROM job WHERE id = ?1", [id])?;
        transaction.commit()
    }

    /// The jobs that ended before a time, in seconds since 1970.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn over_before(&self, moment: i64) -> rusqlite::Result<Vec<String>> {
        let connection = self.connection();
        let mut statement = connection.prepare("SELECT id FROM job WHERE finished < ?1")?;
        let rows = statement.query_map([moment], |row| row.get(0))?;
        rows.collect()
    }

    /// The result of an item, with its input.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn result(&self, id: &str, position: u32) -> rusqlite::Result<Option<ResultRecord>> {
        let select =
            "SELECT name, media, input, state, output FROM item WHERE job = ?1 AND position = ?2";
        let connection = self.connection();
        connection
            .query_row(select, params![id, position], |row| {
                Ok(ResultRecord {
                    input: input(row, 0)?,
                    state: row.get(3)?,
                    output: row.get(4)?,
                })
            })
            .optional()
    }

    /// Name, state and error code of each item.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn items(&self, id: &str) -> rusqlite::Result<Vec<Item>> {
        let connection = self.connection();
        let mut statement = connection.prepare(
            "SELECT position, name, state, code FROM item WHERE job = ?1 ORDER BY position",
        )?;
        let rows = statement.query_map([id], |row| {
            Ok(Item {
                position: row.get(0)?,
                name: row.get(1)?,
                state: row.get(2)?,
                code: row.get(3)?,
            })
        })?;
        rows.collect()
    }

    /// The bytes of all inputs and results.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn n_bytes(&self) -> rusqlite::Result<i64> {
        let sum = "SELECT COALESCE(SUM(bytes), 0) FROM job";
        self.connection().query_row(sum, [], |row| row.get(0))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        lock(&self.connection)
    }
}

fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

fn input(row: &Row<'_>, first: usize) -> rusqlite::Result<ItemInput> {
    Ok(ItemInput {
        name: row.get(first)?,
        media: row.get(first + 1)?,
        bytes: row.get(first + 2)?,
    })
}

fn record(id: &str, row: &Row<'_>) -> rusqlite::Result<JobRecord> {
    let finished: Option<i64> = row.get(8)?;
    Ok(JobRecord {
        client: row.get(0)?,
        options: row.get(2)?,
        progress: Progress {
            id: id.to_owned(),
            operation: row.get(1)?,
            state: match (finished, row.get::<_, bool>(6)?) {
                (None, _) => "running",
                (Some(_), true) => "cancelled",
                (Some(_), false) => "finished",
            },
            total: row.get(3)?,
            done: row.get(4)?,
            failed: row.get(5)?,
            created: row.get(7)?,
            finished,
        },
    })
}
