//! The data folder: jobs and the cache of plans, each an SQLite database in WAL mode.
//!
//! Changes are atomic. Jobs are synchronised to the disk before they are accepted; results are not, because they can
//! be computed again.

mod cache;
mod jobs;
#[cfg(feature = "wasm")]
mod uploads;

pub(crate) use cache::{Cache, Cached};
pub(crate) use jobs::{
    Item, ItemInput, ItemState, JobRecord, Jobs, NewJob, Progress, ResultRecord, WaitingItem,
};
#[cfg(feature = "wasm")]
pub(crate) use uploads::{Added, Upload, Uploads};

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::Connection;

/// A database of the data folder that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot use `{}`: {error}", path.display())]
pub struct StoreError {
    /// The file of the database.
    pub path: PathBuf,
    /// The error of the database.
    error: rusqlite::Error,
}

impl StoreError {
    pub(crate) fn new(path: &Path, error: rusqlite::Error) -> Self {
        Self {
            path: path.to_owned(),
            error,
        }
    }
}

/// Opens a database of the folder, and creates it if it is missing.
fn open(path: &Path, schema: &str) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")?;
    connection.execute_batch(schema)?;
    Ok(connection)
}

/// Locks a folder for this process. The lock ends with the returned file.
///
/// # Errors
///
/// When the folder cannot be created, or another process uses it.
pub(crate) fn lock(folder: &Path) -> std::io::Result<File> {
    std::fs::create_dir_all(folder)?;
    let file = File::create(folder.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(std::io::Error::new(
            std::io::ErrorKind::ResourceBusy,
            "another process uses it",
        )),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}
