//! A Chromium without a window, driven by the DevTools protocol over pipes.
//!
//! `--remote-debugging-pipe` reads commands from file descriptor 3 and writes replies to 4, each ended by a zero byte,
//! so no port, socket or driver program is needed.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a browser that fails is a test that fails"
)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::outside::skip_browser;

/// How long a page may take for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running browser with one page.
pub struct Chromium {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: String,
    calls: u64,
    profile: PathBuf,
    /// Errors and exceptions that the page reported.
    pub complaints: Vec<String>,
}

impl Chromium {
    /// Starts the browser; `None`, with a message, where none is installed and none is required.
    pub fn start(test: &str) -> Option<Self> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let program = names.into_iter().find(|name| {
            let version = Command::new(name).arg("--version").output();
            version.is_ok_and(|output| output.status.success())
        });
        let Some(program) = program else {
            skip_browser("chromium");
            return None;
        };
        let profile = std::env::temp_dir().join(format!("memplan-{test}-{}", std::process::id()));
        // The shell moves the pipes to the descriptors that Chromium expects.
        let mut child = Command::new("sh")
            .args([
                "-c",
                "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1",
            ])
            .arg(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--remote-debugging-pipe",
                "--no-first-run",
            ])
            .args([
                "--disable-gpu",
                "--hide-scrollbars",
                "--force-color-profile=srgb",
                "--disable-dev-shm-usage",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut browser = Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            session: String::new(),
            calls: 0,
            profile,
            complaints: Vec::new(),
        };
        browser.attach();
        Some(browser)
    }

    fn attach(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        let target = loop {
            let targets = self.call("Target.getTargets", json!({}));
            let targets = targets["targetInfos"].as_array().unwrap().iter();
            if let Some(page) = targets.clone().find(|target| target["type"] == "page") {
                break page["targetId"].clone();
            }
            assert!(Instant::now() < deadline, "chromium has no page");
        };
        let attach = json!({"targetId": target, "flatten": true});
        let attached = self.call("Target.attachToTarget", attach);
        self.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Log", "DOM"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
    }

    /// Calls a method of the protocol and returns its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let id = self.calls;
        let mut command = json!({"id": id, "method": method, "params": parameters});
        if !self.session.is_empty() {
            command["sessionId"] = self.session.clone().into();
        }
        self.input
            .write_all(format!("{command}\0").as_bytes())
            .unwrap();
        self.input.flush().unwrap();
        loop {
            let mut message = Vec::new();
            self.output.read_until(0, &mut message).unwrap();
            message.pop();
            assert!(!message.is_empty(), "chromium ended during {method}");
            let message: Value = serde_json::from_slice(&message).unwrap();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.note(&message);
        }
    }

    /// Keeps what the page complained about.
    fn note(&mut self, event: &Value) {
        let details = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                let thrown = &details["exceptionDetails"];
                let text = thrown["exception"]["description"].as_str();
                self.complaints.push(text.unwrap_or("exception").to_owned());
            }
            Some("Log.entryAdded") if details["entry"]["level"] == "error" => {
                self.complaints.push(details["entry"].to_string());
            }
            _ => {}
        }
    }

    /// Sets the size of the window and the colour scheme of the system.
    pub fn look(&mut self, width: u32, height: u32, scheme: &str) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = json!({"features": [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]});
        self.call("Emulation.setEmulatedMedia", scheme);
    }

    /// Opens an address and waits for the page to be loaded.
    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({"url": address}));
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /// Evaluates an expression in the page; promises are awaited.
    pub fn eval(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true});
        let result = self.call("Runtime.evaluate", parameters);
        assert!(
            result["exceptionDetails"].is_null(),
            "{expression}: {}",
            result["exceptionDetails"]
        );
        result["result"]["value"].clone()
    }

    /// The text that an expression evaluates to.
    pub fn text(&mut self, expression: &str) -> String {
        self.eval(&format!("String({expression})"))
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Waits until an expression is true.
    pub fn wait(&mut self, condition: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.eval(&format!("Boolean({condition})")) != true {
            let state = "document.body ? document.body.innerText.slice(0, 2000) : ''";
            if Instant::now() > deadline {
                panic!(
                    "waited for {condition}; the page shows: {}",
                    self.text(state)
                );
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the frame after the next one, which shows all changes so far.
    pub fn settle(&mut self) {
        self.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 180))))");
    }

    /// Presses a key, with Shift if the name starts with `Shift+`.
    pub fn key(&mut self, name: &str) {
        let (modifiers, key) = match name.strip_prefix("Shift+") {
            Some(key) => (8, key),
            None => (0, name),
        };
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            " " => 32,
            _ => 0,
        };
        let mut event = json!({"type": "keyDown", "key": key, "modifiers": modifiers, "windowsVirtualKeyCode": code});
        if key.chars().count() == 1 {
            event["text"] = key.into();
        }
        if key == "Enter" {
            event["text"] = "\r".into();
        }
        self.call("Input.dispatchKeyEvent", event.clone());
        event["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", event);
        // The focus moves at once; other keys may start a transition.
        if key != "Tab" {
            self.settle();
        }
    }

    /// The middle of the element that a selector finds, in the window.
    pub fn middle(&mut self, selector: &str) -> (f64, f64) {
        let expression = format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'nearest'}}); \
             const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }})()"
        );
        let point = self.eval(&expression);
        (point[0].as_f64().unwrap(), point[1].as_f64().unwrap())
    }

    /// Sends an event of the mouse.
    pub fn mouse(&mut self, kind: &str, (x, y): (f64, f64), more: Value) {
        let mut event = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "pointerType": "mouse"});
        if kind == "mouseMoved" || kind == "mouseWheel" {
            event["button"] = "none".into();
            event["clickCount"] = 0.into();
        }
        for (name, value) in more.as_object().into_iter().flatten() {
            event[name] = value.clone();
        }
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Clicks the element that a selector finds.
    pub fn click(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.mouse("mousePressed", at, json!({}));
        self.mouse("mouseReleased", at, json!({}));
        self.settle();
    }

    /// Chooses a file in the input that a selector finds.
    pub fn choose_file(&mut self, selector: &str, path: &Path) {
        let root = self.call("DOM.getDocument", json!({}));
        let node = json!({"nodeId": root["root"]["nodeId"], "selector": selector});
        let node = self.call("DOM.querySelector", node);
        self.call(
            "DOM.setFileInputFiles",
            json!({"nodeId": node["nodeId"], "files": [plain(path)]}),
        );
    }

    /// Drops files on the element that a selector finds.
    pub fn drop_files(&mut self, selector: &str, paths: &[&Path]) {
        let (x, y) = self.middle(selector);
        let files: Vec<String> = paths.iter().map(|path| plain(path)).collect();
        let data = json!({"items": [], "files": files, "dragOperationsMask": 1});
        for kind in ["dragEnter", "dragOver", "drop"] {
            self.call(
                "Input.dispatchDragEvent",
                json!({"type": kind, "x": x, "y": y, "data": data}),
            );
        }
        self.settle();
    }

    /// Saves a picture of the window in the folder `MEMPLAN_SCREENSHOTS`, if that is set; returns its bytes in base64.
    pub fn screenshot(&mut self, name: &str) -> String {
        let shot = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let data = shot["data"].as_str().unwrap().to_owned();
        if let Some(folder) = std::env::var_os("MEMPLAN_SCREENSHOTS") {
            save(&Path::new(&folder).join(format!("{name}.png")), &data);
        }
        data
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// A path as Chromium accepts it: without `..`.
fn plain(path: &Path) -> String {
    path.canonicalize().unwrap().display().to_string()
}

/// Writes a file that is given in base64.
fn save(path: &Path, base64: &str) {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for chunk in base64.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = chunk
            .iter()
            .fold(0_u32, |bits, byte| bits << 6 | u32::from(value(*byte)));
        let bits = bits << (6 * (4 - chunk.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..chunk.len()]);
    }
    std::fs::write(path, bytes).unwrap();
}
