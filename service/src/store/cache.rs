//! Caches plans by the content of the request: traces, planner, options, and version of the program.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params};

use super::{StoreError, now, open};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS plan(
  key TEXT PRIMARY KEY,
  bytes BLOB NOT NULL,
  stopped_by TEXT,
  used INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS plan_by_use ON plan(used);
";

/// The overhead of a plan in addition to its bytes.
const ENTRY_BYTES: usize = 256;

/// The time of last use has this resolution in seconds, so that most reads write nothing.
const USE_SECONDS: i64 = 600;

#[derive(Debug)]
pub(crate) struct Cache {
    state: Mutex<State>,
    max_bytes: usize,
}

#[derive(Debug)]
struct State {
    path: PathBuf,
    connection: Connection,
    n_bytes: usize,
}

/// A plan of the cache.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cached {
    /// The `.mplan` file.
    pub(crate) bytes: Vec<u8>,
    /// The name of the reason that stopped the planner.
    pub(crate) stopped_by: Option<String>,
}

impl Cache {
    /// Opens the cache of a folder, and empties it where its file is damaged. It holds at most this many bytes of
    /// plans; 0 turns it off, without touching its file.
    ///
    /// # Errors
    ///
    /// When the database cannot be opened.
    pub(crate) fn open(folder: &Path, max_bytes: usize) -> Result<Self, StoreError> {
        let path = match max_bytes {
            0 => PathBuf::from(":memory:"),
            _ => folder.join("cache.sqlite"),
        };
        let state = State::open(&path).or_else(|error| State::rebuilt(&path, error));
        Ok(Self {
            state: Mutex::new(state.map_err(|error| StoreError::new(&path, error))?),
            max_bytes,
        })
    }

    /// The plan of a key.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn get(&self, key: &str) -> rusqlite::Result<Option<Cached>> {
        if self.max_bytes == 0 {
            return Ok(None);
        }
        let mut state = self.state();
        let cached = state.get(key);
        cached.or_else(|error| state.rebuild(error).map(|()| None))
    }

    /// Adds a plan, and removes the least recently used ones if there is no room for it.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(crate) fn put(&self, key: &str, plan: &Cached) -> rusqlite::Result<()> {
        let n_bytes = plan.bytes.len() + ENTRY_BYTES;
        if self.max_bytes / 4 < n_bytes {
            return Ok(());
        }
        let mut state = self.state();
        let kept = state.put(key, plan, n_bytes, self.max_bytes);
        kept.or_else(|error| state.rebuild(error))
    }

    /// The bytes of all plans.
    pub(crate) fn n_bytes(&self) -> usize {
        self.state().n_bytes
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn open(path: &Path) -> rusqlite::Result<Self> {
        let connection = open(path, SCHEMA)?;
        let sum = format!("SELECT COALESCE(SUM(LENGTH(bytes) + {ENTRY_BYTES}), 0) FROM plan");
        let n_bytes: i64 = connection.query_row(&sum, [], |row| row.get(0))?;
        Ok(Self {
            path: path.to_owned(),
            connection,
            n_bytes: usize::try_from(n_bytes).unwrap_or(0),
        })
    }

    /// An empty cache in the place of a damaged file. Other errors are returned.
    fn rebuilt(path: &Path, error: rusqlite::Error) -> rusqlite::Result<Self> {
        let code = error.sqlite_error_code();
        if !matches!(
            code,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt)
        ) {
            return Err(error);
        }
        tracing::warn!(file = %path.display(), %error, "the cache is damaged and starts empty");
        for suffix in ["", "-wal", "-shm"] {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            // A file that cannot be removed is an error when the cache is opened.
            let _ = std::fs::remove_file(name);
        }
        Self::open(path)
    }

    /// Replaces a damaged cache. Other errors are returned.
    fn rebuild(&mut self, error: rusqlite::Error) -> rusqlite::Result<()> {
        *self = Self::rebuilt(&self.path, error)?;
        Ok(())
    }

    fn get(&self, key: &str) -> rusqlite::Result<Option<Cached>> {
        let select = "SELECT bytes, stopped_by, used FROM plan WHERE key = ?1";
        let row_found = self
            .connection
            .query_row(select, [key], |row| {
                let cached = Cached {
                    bytes: row.get(0)?,
                    stopped_by: row.get(1)?,
                };
                Ok((cached, row.get::<_, i64>(2)?))
            })
            .optional()?;
        let Some((cached, used)) = row_found else {
            return Ok(None);
        };
        if used + USE_SECONDS < now() {
            let update = "UPDATE plan SET used = ?2 WHERE key = ?1";
            self.connection.execute(update, params![key, now()])?;
        }
        Ok(Some(cached))
    }

    fn put(
        &mut self,
        key: &str,
        plan: &Cached,
        n_bytes: usize,
        max_bytes: usize,
    ) -> rusqlite::Result<()> {
        while max_bytes < self.n_bytes + n_bytes && self.remove_oldest()? {}
        let insert =
            "INSERT OR IGNORE INTO plan(key, bytes, stopped_by, used) VALUES(?1, ?2, ?3, ?4)";
        let values = params![key, plan.bytes, plan.stopped_by, now()];
        let n_added = self.connection.execute(insert, values)?;
        self.n_bytes += n_added * n_bytes;
        Ok(())
    }

    /// Removes some of the least recently used plans; returns whether there were any.
    fn remove_oldest(&mut self) -> rusqlite::Result<bool> {
        let remove = "DELETE FROM plan WHERE key IN (SELECT key FROM plan ORDER BY used LIMIT 4) \
                      RETURNING LENGTH(bytes)";
        let mut statement = self.connection.prepare(remove)?;
        let sizes = statement.query_map([], |row| row.get::<_, i64>(0))?;
        let mut n_removed = 0;
        for size in sizes {
            let size = usize::try_from(size?).unwrap_or(0) + ENTRY_BYTES;
            self.n_bytes = self.n_bytes.saturating_sub(size);
            n_removed += 1;
        }
        Ok(n_removed > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, Cached};

    #[test]
    fn the_size_is_limited_and_survives_opening() {
        let folder = std::env::temp_dir().join(format!("memplan-cache-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let cache = Cache::open(&folder, 100_000).unwrap();
        let plan = |size| Cached {
            bytes: vec![7; size],
            stopped_by: Some("work-limit".to_owned()),
        };
        for key in 0..100 {
            cache.put(&key.to_string(), &plan(5000)).unwrap();
            assert!(cache.n_bytes() <= 100_000);
        }
        cache.put("too large", &plan(50_000)).unwrap();
        assert_eq!(cache.get("too large").unwrap(), None);
        let n_bytes = cache.n_bytes();
        assert!(n_bytes > 80_000, "{n_bytes}");
        drop(cache);
        let cache = Cache::open(&folder, 100_000).unwrap();
        assert_eq!(cache.n_bytes(), n_bytes);
        let kept = (0..100).filter_map(|key| cache.get(&key.to_string()).unwrap());
        let kept: Vec<Cached> = kept.collect();
        assert!(kept.iter().all(|cached| *cached == plan(5000)));
        assert_eq!(kept.len() * 5256, n_bytes);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn damage_that_is_found_while_plans_are_read_empties_the_cache() {
        let folder = std::env::temp_dir().join(format!("memplan-damage-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let plan = Cached {
            bytes: vec![7; 50_000],
            stopped_by: None,
        };
        let cache = Cache::open(&folder, 1_000_000).unwrap();
        cache.put("a", &plan).unwrap();
        drop(cache);
        // Overflow pages of a plan begin with the number of the next page.
        let path = folder.join("cache.sqlite");
        let mut file = std::fs::read(&path).unwrap();
        let pages = file.chunks_mut(4096);
        let full = pages.filter(|page| page[4..].iter().all(|&byte| byte == 7));
        for page in full {
            page[..4].fill(0xff);
        }
        std::fs::write(&path, file).unwrap();
        let cache = Cache::open(&folder, 1_000_000).unwrap();
        assert!(cache.n_bytes() > 50_000);
        assert_eq!(cache.get("a").unwrap(), None);
        assert_eq!(cache.n_bytes(), 0);
        cache.put("a", &plan).unwrap();
        assert_eq!(cache.get("a").unwrap(), Some(plan));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
