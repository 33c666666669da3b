//! Uploaded planners: contents by their hash, and names for them.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension as _, Row, TransactionBehavior, params};
use schemars::JsonSchema;
use serde::Serialize;

use super::{StoreError, now, open};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS content(
  hash TEXT PRIMARY KEY,
  bytes BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS upload(
  name TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  client TEXT NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS upload_by_hash ON upload(hash);
";

/// The columns of an [`Upload`].
const COLUMNS: &str = "name, hash, (SELECT LENGTH(bytes) FROM content WHERE content.hash = upload.hash), \
                       created, client";

/// The uploaded planners of a data folder.
#[derive(Debug)]
pub(crate) struct Uploads {
    connection: Mutex<Connection>,
    max_bytes: u64,
}

/// A name for a content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Upload {
    pub(crate) name: String,
    /// SHA-256, as hexadecimal digits.
    pub(crate) sha256: String,
    pub(crate) bytes: i64,
    /// Seconds since 1970.
    pub(crate) created: i64,
    #[serde(skip)]
    pub(crate) client: String,
}

/// The outcome of a new upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// It is stored, or was stored before.
    Stored(Upload),
    /// The name belongs to another content.
    NameTaken,
    /// There is no space left.
    Full,
}

impl Uploads {
    /// Opens the uploads of a folder, which hold at most this many bytes.
    ///
    /// # Errors
    ///
    /// When the database cannot be opened.
    pub(crate) fn open(folder: &Path, max_bytes: u64) -> Result<Self, StoreError> {
        let path = folder.join("planners.sqlite");
        let database = |error| StoreError::new(&path, error);
        let connection = open(&path, SCHEMA).map_err(database)?;
        let synchronise = connection.execute_batch("PRAGMA synchronous = FULL;");
        synchronise.map_err(database)?;
        Ok(Self {
            connection: Mutex::new(connection),
            max_bytes,
        })
    }

    /// Stores a content under a name.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn add(
        &self,
        client: &str,
        name: &str,
        hash: &str,
        bytes: &[u8],
    ) -> rusqlite::Result<Added> {
        let mut connection = self.connection();
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if let Some(old) = find(&change, name)? {
            return Ok(if old.sha256 == hash {
                Added::Stored(old)
            } else {
                Added::NameTaken
            });
        }
        let sum = "SELECT COALESCE(SUM(LENGTH(bytes)), 0) FROM content";
        let stored: i64 = change.query_row(sum, [], |row| row.get(0))?;
        let stored = u64::try_from(stored).unwrap_or(0);
        if stored.saturating_add(bytes.len() as u64) > self.max_bytes {
            return Ok(Added::Full);
        }
        change.execute(
            "INSERT OR IGNORE INTO content(hash, bytes) VALUES(?1, ?2)",
            params![hash, bytes],
        )?;
        change.execute(
            "INSERT INTO upload(name, hash, client, created) VALUES(?1, ?2, ?3, ?4)",
            params![name, hash, client, now()],
        )?;
        let added = find(&change, name)?;
        change.commit()?;
        added.map_or(Err(rusqlite::Error::QueryReturnedNoRows), |added| {
            Ok(Added::Stored(added))
        })
    }

    /// All uploads, by name.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn all(&self) -> rusqlite::Result<Vec<Upload>> {
        let connection = self.connection();
        let select = format!("SELECT {COLUMNS} FROM upload ORDER BY name");
        let mut statement = connection.prepare(&select)?;
        let uploads = statement.query_map([], upload)?;
        uploads.collect()
    }

    /// The upload of a name.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn find(&self, name: &str) -> rusqlite::Result<Option<Upload>> {
        find(&self.connection(), name)
    }

    /// The content of a name or a hash.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn content(&self, name: &str) -> rusqlite::Result<Option<Vec<u8>>> {
        let select = "SELECT bytes FROM content WHERE hash = ?1 \
                      OR hash = (SELECT hash FROM upload WHERE name = ?1)";
        let connection = self.connection();
        let content = connection.query_row(select, [name], |row| row.get(0));
        content.optional()
    }

    /// Removes a name, and its content if it has no other name.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn remove(&self, name: &str) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        change.execute("DELETE FROM upload WHERE name = ?1", [name])?;
        let unused = "DELETE FROM content WHERE hash NOT IN (SELECT hash FROM upload)";
        change.execute(unused, [])?;
        change.commit()
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Upload>> {
    let select = format!("SELECT {COLUMNS} FROM upload WHERE name = ?1");
    connection.query_row(&select, [name], upload).optional()
}

fn upload(row: &Row<'_>) -> rusqlite::Result<Upload> {
    Ok(Upload {
        name: row.get(0)?,
        sha256: row.get(1)?,
        bytes: row.get(2)?,
        created: row.get(3)?,
        client: row.get(4)?,
    })
}
