//! Files, standard input and standard output.
//!
//! Reading is bounded. Output is written to a temporary file in the same directory, flushed and renamed, so a file
//! is never incomplete and a failed run keeps the old one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::{Failure, Outcome};
use crate::render::Message;

/// The most bytes that are read from one input.
pub(crate) const MAX_INPUT_BYTES: u64 = (1 << 31) - 1;

/// The number of names that are tried for a temporary file.
const MAX_NAMES: u32 = 100;

/// The name of standard input in messages.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// Reads a whole file, or standard input for `-`.
///
/// # Errors
///
/// When it cannot be read, or is larger than [`MAX_INPUT_BYTES`].
pub(crate) fn read(path: &Path) -> Outcome<Vec<u8>> {
    if is_std(path) {
        return read_from(path, stdin()?.lock());
    }
    let file = File::open(path).map_err(|error| cannot_read(path, &error))?;
    read_from(path, file)
}

/// Whether this run has read standard input.
static IS_STDIN_TAKEN: AtomicBool = AtomicBool::new(false);

/// Reads standard input, which only the first caller may do: it is empty afterwards.
///
/// # Errors
///
/// When this run has read it before.
pub(crate) fn stdin() -> Outcome<io::Stdin> {
    if IS_STDIN_TAKEN.swap(true, Ordering::Relaxed) {
        return Err(Failure::could_not_try(
            Message::error("stdin-twice", "standard input can be read only once")
                .in_file(STDIN_NAME)
                .help("use `-` for one input only"),
        ));
    }
    Ok(io::stdin())
}

/// Marks standard input as unread, at the start of a new run.
pub(crate) fn release_stdin() {
    IS_STDIN_TAKEN.store(false, Ordering::Relaxed);
}

/// Reads the rest of an open file.
///
/// # Errors
///
/// When it cannot be read, or is larger than [`MAX_INPUT_BYTES`].
pub(crate) fn read_from(path: &Path, input: impl Read) -> Outcome<Vec<u8>> {
    let name = display_name(path);
    let mut bytes = Vec::new();
    input
        .take(MAX_INPUT_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| cannot_read(path, &error))?;
    if bytes.len() as u64 > MAX_INPUT_BYTES {
        let message = format!("larger than the limit of {MAX_INPUT_BYTES} bytes");
        return Err(Failure::no(
            Message::error("too-large", message)
                .in_file(&name)
                .help("split the input"),
        ));
    }
    Ok(bytes)
}

/// A report as indented JSON, with a trailing line feed.
pub(crate) fn json(report: &impl serde::Serialize) -> String {
    // Reports consist of strings and finite numbers, which always serialize.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

/// Writes a whole file, or standard output for `-`.
///
/// # Errors
///
/// When it cannot be written; the old file, if there is one, is unchanged then. A closed standard
/// output is a silent failure.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Outcome<()> {
    write_parts(path, &[bytes])
}

/// As [`write`], for content in parts, because joining large parts would double the memory.
pub(crate) fn write_parts<T: AsRef<[u8]>>(path: &Path, parts: &[T]) -> Outcome<()> {
    if is_std(path) {
        return parts
            .iter()
            .try_for_each(|part| write_stdout(part.as_ref()));
    }
    write_file(path, parts).map_err(|error| cannot_write(path, &error))
}

fn write_all<T: AsRef<[u8]>>(file: &mut File, parts: &[T]) -> io::Result<()> {
    parts
        .iter()
        .try_for_each(|part| file.write_all(part.as_ref()))
}

/// The failure for a file that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    if error.kind() == ErrorKind::BrokenPipe {
        return Failure::reader_has_gone();
    }
    Failure::could_not_try(
        Message::error("cannot-write", format!("cannot write: {}", plain(error)))
            .in_file(&display_name(path)),
    )
}

/// The failure for a file that cannot be read.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    Failure::could_not_try(
        Message::error("cannot-read", format!("cannot read: {}", plain(error)))
            .in_file(&display_name(path)),
    )
}

/// A file that is written in pieces and appears under its name when it is complete.
#[derive(Debug)]
pub(crate) struct GrowingFile {
    path: PathBuf,
    target: PathBuf,
    temporary: PathBuf,
    file: BufWriter<File>,
}

impl GrowingFile {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// When no file can be created beside it.
    pub(crate) fn create(path: &Path) -> Outcome<Self> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let (temporary, file) =
            create_beside(&target).map_err(|error| cannot_write(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            target,
            temporary,
            file: BufWriter::with_capacity(1 << 16, file),
        })
    }

    /// Puts the whole file in its place.
    ///
    /// # Errors
    ///
    /// When the last piece cannot be written; the old file, if there is one, is then unchanged.
    pub(crate) fn commit(mut self) -> Outcome<()> {
        self.file
            .flush()
            .and_then(|()| self.file.get_ref().sync_all())
            .and_then(|()| fs::rename(&self.temporary, &self.target))
            .map_err(|error| cannot_write(&self.path, &error))
    }
}

impl Write for GrowingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for GrowingFile {
    fn drop(&mut self) {
        // After a commit, the file no longer exists.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Writes to standard output.
///
/// # Errors
///
/// When it cannot be written; a closed pipe is a silent failure. An output that was closed from the start looks like
/// a discarded one, because the standard library opens the null device in its place.
pub(crate) fn write_stdout(bytes: &[u8]) -> Outcome<()> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    written.map_err(|error| {
        if error.kind() == ErrorKind::BrokenPipe {
            return Failure::reader_has_gone();
        }
        Failure::could_not_try(Message::error(
            "cannot-write",
            format!("cannot write to standard output: {}", plain(&error)),
        ))
    })
}

/// Writes to standard error. Errors are ignored, because there is no other place to report them.
pub(crate) fn write_stderr(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Creates a directory and its parents, unless it exists.
///
/// # Errors
///
/// When it cannot be made.
pub(crate) fn create_directory(path: &Path) -> Outcome<()> {
    fs::create_dir_all(path).map_err(|error| {
        Failure::could_not_try(
            Message::error(
                "cannot-write",
                format!("cannot create directory: {}", plain(&error)),
            )
            .in_file(&display_name(path)),
        )
    })
}

/// Whether a path denotes standard input or output.
pub(crate) fn is_std(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a path in messages.
pub(crate) fn display_name(path: &Path) -> String {
    if is_std(path) {
        STDIN_NAME.to_owned()
    } else {
        path.display().to_string()
    }
}

fn write_file<T: AsRef<[u8]>>(path: &Path, parts: &[T]) -> io::Result<()> {
    // Follow links, so that the target is replaced and not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // A device or a pipe cannot be replaced by a file. A directory fails here, as intended.
        let mut device = OpenOptions::new().write(true).open(&target)?;
        return write_all(&mut device, parts);
    }
    let (temporary, mut file) = create_beside(&target)?;
    let written = write_all(&mut file, parts)
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Removes the temporary files of processes that were killed during [`write`] from a directory.
///
/// Files of running processes are kept, and all files if the system does not report running processes.
pub(crate) fn remove_leftovers(directory: &Path) {
    let processes = Path::new("/proc");
    if !processes.join("self").exists() {
        return;
    }
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(process) = name.to_str().and_then(writer_of_temporary) else {
            continue;
        };
        if !processes.join(process.to_string()).exists() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Turns exceeding the file size limit into a write error. By default the system would end the process and leave a
/// temporary file.
#[cfg(unix)]
fn survive_size_limits() {
    static DONE: std::sync::Once = std::sync::Once::new();
    DONE.call_once(|| {
        let _ =
            signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    });
}

/// The process that created a temporary file, by its name.
fn writer_of_temporary(name: &str) -> Option<u32> {
    let inside = name.strip_prefix('.')?.strip_suffix(".tmp")?;
    let (_, numbers) = inside.rsplit_once('.')?;
    let (process, attempt) = numbers.split_once('-')?;
    attempt.parse::<u32>().ok()?;
    process.parse().ok()
}

/// A new file in the directory of `target`, so that it can be renamed to it.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    #[cfg(unix)]
    survive_size_limits();
    let name = target
        .file_name()
        .ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "the path does not name a file"))?;
    for attempt in 0..MAX_NAMES {
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{attempt}.tmp", std::process::id()));
        let path = target.with_file_name(hidden);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(
        ErrorKind::AlreadyExists,
        "cannot find an unused name for a temporary file",
    ))
}

/// The message of the system, in lower case and without the error number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(chars).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use memplan_testing::scratch::Scratch;

    use super::{GrowingFile, read, remove_leftovers, write, writer_of_temporary};
    use crate::exit::ExitStatus;

    #[test]
    fn only_temporary_files_of_dead_processes_are_leftovers() {
        assert_eq!(writer_of_temporary(".a.mplan.12-0.tmp"), Some(12));
        for other in [
            "a.mplan",
            ".a.tmp",
            ".a.12.tmp",
            "a.mplan.12-0.tmp",
            ".a.x-0.tmp",
        ] {
            assert_eq!(writer_of_temporary(other), None, "{other}");
        }
        let scratch = Scratch::new("left");
        let directory = scratch.folder();
        let mine = directory.join(format!(".a.mplan.{}-0.tmp", std::process::id()));
        // No process has this number: it is above the greatest that Linux allows.
        let dead = directory.join(".a.mplan.4194305-0.tmp");
        for path in [&mine, &dead] {
            fs::write(path, b"half").unwrap();
        }
        remove_leftovers(directory);
        let has_proc = std::path::Path::new("/proc/self").exists();
        assert_eq!((mine.exists(), dead.exists()), (true, !has_proc));
    }

    #[test]
    fn a_growing_file_appears_when_it_is_whole() {
        let scratch = Scratch::new("grow");
        let directory = scratch.folder();
        let path = directory.join("a");
        let mut file = GrowingFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_dir(directory).unwrap().count(), 0);
        let mut file = GrowingFile::create(&path).unwrap();
        file.write_all(b"whole").unwrap();
        assert!(!path.exists());
        file.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(directory).unwrap().count(), 1);
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_leaves_nothing_beside_it() {
        let scratch = Scratch::new("io");
        let directory = scratch.folder();
        let path = directory.join("out.txt");
        write(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(directory).unwrap().count(), 1);

        let missing = directory.join("no/such/file");
        let failure = write(&missing, b"").unwrap_err();
        assert_eq!(failure.status, ExitStatus::CouldNotTry);
        assert_eq!(
            failure.messages[0].message,
            "cannot write: no such file or directory"
        );
    }
}
