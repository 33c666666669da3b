//! A server of a test, and requests to it over sockets that the test controls.

use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::Scratch;

/// A running `memplan serve`. It ends with the value.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    log: Arc<Mutex<String>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// A request with its headers and its body.
#[derive(Clone, Debug)]
pub(crate) struct Request<'a> {
    method: &'a str,
    path: &'a str,
    headers: Vec<(&'a str, &'a str)>,
    body: &'a [u8],
}

pub(crate) fn get(path: &str) -> Request<'_> {
    Request {
        method: "GET",
        path,
        headers: Vec::new(),
        body: b"",
    }
}

pub(crate) fn post<'a>(path: &'a str, body: &'a [u8]) -> Request<'a> {
    Request {
        method: "POST",
        body,
        ..get(path)
    }
}

impl<'a> Request<'a> {
    pub(crate) fn method(mut self, method: &'a str) -> Self {
        self.method = method;
        self
    }

    pub(crate) fn header(mut self, name: &'a str, value: &'a str) -> Self {
        self.headers.push((name, value));
        self
    }

    pub(crate) fn content(self, media: &'a str) -> Self {
        self.header("content-type", media)
    }

    pub(crate) fn accept(self, media: &'a str) -> Self {
        self.header("accept", media)
    }

    /// The bytes of the request.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut text = format!("{} {} HTTP/1.1\r\nhost: test\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if self.method == "POST" {
            text.push_str(&format!("content-length: {}\r\n", self.body.len()));
        }
        text.push_str("connection: close\r\n\r\n");
        [text.as_bytes(), self.body].concat()
    }
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(key, _)| key == name);
        header.map(|(_, value)| &**value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The answer, which must have this status.
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }
}

impl Server {
    /// Starts a server with the folder `data` of a scratch directory.
    pub(crate) fn start(scratch: &Scratch, arguments: &[&str]) -> Self {
        Self::start_at(&SocketAddr::from(([127, 0, 0, 1], 0)), scratch, arguments)
    }

    /// Starts a server that listens on an address.
    pub(crate) fn start_at(address: &SocketAddr, scratch: &Scratch, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_memplan"))
            .args(["serve", "--listen", &address.to_string(), "--data"])
            .arg(scratch.path("data"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let log = Arc::new(Mutex::new(String::new()));
        let address = loop {
            let line = lines.next().expect("the server ended").unwrap();
            if let Some(address) = line.strip_prefix("listening on http://") {
                break address.parse().unwrap();
            }
            log.lock().unwrap().push_str(&format!("{line}\n"));
        };
        let rest = log.clone();
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                rest.lock().unwrap().push_str(&format!("{line}\n"));
            }
        });
        Self {
            child,
            address,
            log,
        }
    }

    /// The process identifier.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        let time = Some(Duration::from_secs(60));
        stream.set_read_timeout(time).unwrap();
        stream
    }

    /// Sends a request and reads the whole answer.
    pub(crate) fn send(&self, request: &Request<'_>) -> Reply {
        let mut stream = self.connect();
        let bytes = request.bytes();
        // The server may answer before it has read the whole request.
        let _ = stream.write_all(&bytes);
        read_reply(&mut stream).expect("an answer")
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send(&get(path))
    }

    /// A counter or gauge of `/metrics` without labels.
    pub(crate) fn metric(&self, name: &str) -> f64 {
        let text = self.get("/metrics").expect(200).text();
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("{name}: {text}"))
            .trim()
            .parse()
            .unwrap()
    }

    /// The log, once a line contains `text`: requests are logged after they are answered.
    pub(crate) fn log_with(&self, text: &str) -> String {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let log = self.log();
            if log.contains(text) {
                return log;
            }
            assert!(Instant::now() < end, "no line with `{text}`:\n{log}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The log so far.
    fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Ends the process at once, as `kill -9` does.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks the process to end.
    pub(crate) fn terminate(&self) {
        let killed = Command::new("kill")
            .args(["-TERM", &self.child.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
    }

    /// Waits for the end of the process, however it ends.
    pub(crate) fn wait_for_end(mut self) {
        self.child.wait().unwrap();
    }

    /// Waits for the end of the process, which must be a success.
    pub(crate) fn wait(mut self) {
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}: {}", self.log());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads an answer; `None` when the connection ends before its head does.
pub(crate) fn read_reply(stream: &mut impl Read) -> Option<Reply> {
    let mut bytes = Vec::new();
    // A connection reset by the server also ends the answer.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers = lines.map(|line| {
        let (name, value) = line.split_once(':').unwrap();
        (name.to_ascii_lowercase(), value.trim().to_owned())
    });
    let headers: Vec<(String, String)> = headers.collect();
    let body = &bytes[end + 4..];
    let is_chunked = headers.iter().any(|(name, _)| name == "transfer-encoding");
    let body = if is_chunked {
        dechunked(body)
    } else {
        body.to_vec()
    };
    Some(Reply {
        status,
        headers,
        body,
    })
}

fn dechunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&body[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        body = &body[end + 2..];
        if size == 0 || body.len() < size + 2 {
            break;
        }
        whole.extend_from_slice(&body[..size]);
        body = &body[size + 2..];
    }
    whole
}

/// Waits until something holds, at most a minute.
pub(crate) fn until<T>(what: &str, mut ready: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(value) = ready() {
            return value;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "waited for {what}"
        );
        thread::sleep(Duration::from_millis(20));
    }
}
