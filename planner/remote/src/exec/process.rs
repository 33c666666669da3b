//! A child process whose output is read line by line with bounded memory, and which is killed with its descendants.
//!
//! The child leads its own process group, so that its descendants are killed with it. Three threads write its
//! standard input, read its lines and forward its standard error. They end when the pipes close and are not joined:
//! a grandchild that left the group may keep a pipe open forever.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// How much of what a program writes to standard error is passed on.
const MAX_STDERR_BYTES: usize = 64 << 10;

/// How long to wait for the exit of a program whose output has ended, and for the rest of its standard error.
const PATIENCE: Duration = Duration::from_millis(500);

/// The output of a program.
pub(super) enum Output {
    /// A line, with its end.
    Line(Vec<u8>),
    /// A line of more bytes than allowed; nothing is read after it.
    TooLong {
        /// How many are allowed.
        max_bytes: usize,
    },
    /// The pipe is broken.
    Unreadable(io::Error),
}

/// A running program. Ends with the value, if it was not ended before.
pub(super) struct Process {
    child: Child,
    lines: Receiver<Output>,
    stderr_end: Receiver<()>,
}

impl Process {
    /// Starts a program, passes it the request and closes its standard input.
    ///
    /// # Errors
    ///
    /// Those of the operating system.
    pub(super) fn start(
        words: &[String],
        request: Vec<u8>,
        max_line_bytes: usize,
        tell: fn(&str),
    ) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // At most three lines are in memory: one is waiting, one is processed and one is being read.
        let (to_lines, lines) = mpsc::sync_channel(1);
        let (to_stderr_end, stderr_end) = mpsc::sync_channel(1);
        let mut process = Self {
            child: command.spawn()?,
            lines,
            stderr_end,
        };
        let child = &mut process.child;
        if let Some(mut stdin) = child.stdin.take() {
            // A program may close the pipe before it has read the whole request.
            on_thread(move || drop(stdin.write_all(&request)))?;
        }
        if let Some(stdout) = child.stdout.take() {
            on_thread(move || read_lines(stdout, max_line_bytes, &to_lines))?;
        }
        if let Some(stderr) = child.stderr.take() {
            on_thread(move || {
                pass_on(stderr, tell);
                drop(to_stderr_end);
            })?;
        }
        Ok(process)
    }

    /// The next output within a time; an error for a timeout, or once the process has closed its output.
    pub(super) fn receive(&self, wait: Duration) -> Result<Output, RecvTimeoutError> {
        self.lines.recv_timeout(wait)
    }

    /// Kills the program and all processes in its group.
    ///
    /// A program whose output has ended gets a moment to exit, so that its exit status is
    /// meaningful; `None` if the status is unknown.
    pub(super) fn end(mut self) -> Option<ExitStatus> {
        let until = Instant::now() + PATIENCE;
        let is_silent = matches!(self.lines.try_recv(), Err(mpsc::TryRecvError::Disconnected));
        while is_silent && !self.has_exited() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        let status = self.kill();
        // Wait for its last output to standard error, which should precede our messages.
        let _ = self.stderr_end.recv_timeout(PATIENCE);
        status
    }

    /// Whether the program has ended. The process is not reaped: until then its id is not reused,
    /// and the group can be killed without hitting an unrelated process.
    #[cfg(unix)]
    fn has_exited(&self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};

        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let id = rustix::process::Pid::from_child(&self.child);
        !matches!(waitid(WaitId::Pid(id), options), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_exited(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    fn kill(&mut self) -> Option<ExitStatus> {
        #[cfg(unix)]
        {
            // Ignore errors: a group without members is the goal.
            let id = rustix::process::Pid::from_child(&self.child);
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // `wait` remembers the status of a child that it has seen end.
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            self.kill();
        }
    }
}

fn on_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name("exec".to_owned())
        .spawn(work)
        .map(drop)
}

fn read_lines(stdout: impl Read, max_bytes: usize, to: &SyncSender<Output>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let mut limited = (&mut stdout).take(max_bytes as u64 + 1);
        let output = match limited.read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) if max_bytes < line.len() => Output::TooLong { max_bytes },
            Ok(_) => Output::Line(line),
            Err(error) => Output::Unreadable(error),
        };
        let is_last = !matches!(output, Output::Line(_));
        if to.send(output).is_err() || is_last {
            return;
        }
    }
}

/// Passes on whole lines up to the limit, so that lines of several programs do not mix, and discards the rest.
fn pass_on(stderr: impl Read, tell: fn(&str)) {
    let mut stderr = BufReader::new(stderr);
    let mut bytes_left = MAX_STDERR_BYTES;
    loop {
        let mut line = Vec::new();
        let mut limited = (&mut stderr).take(bytes_left.max(1) as u64);
        match limited.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if line.len() < bytes_left {
            bytes_left -= line.len();
            if line.last() != Some(&b'\n') {
                line.push(b'\n');
            }
            tell(&String::from_utf8_lossy(&line));
        } else {
            tell("memplan: further messages of the program are omitted\n");
            let _ = io::copy(&mut stderr, &mut io::sink());
            return;
        }
    }
}
