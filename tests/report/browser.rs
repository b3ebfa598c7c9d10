//! Chromium without a window, driven by its `DevTools` protocol over a pair of pipes.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use serde_json::{Value, json};

/// How long an answer may take, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(60);
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

pub struct Browser {
    child: Child,
    /// Its end is what ends the browser.
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    asked: u64,
    session: String,
    events: Vec<Value>,
}

/// The browser to test with. None if there is none and `DAMIER_WITHOUT_CHROMIUM` says that this is
/// known; without that it is a failure.
fn program() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = NAMES
        .into_iter()
        .flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|file| file.is_file());
    if found.is_none() {
        assert!(
            env::var_os("DAMIER_WITHOUT_CHROMIUM").is_some(),
            "no Chromium is in the PATH: install it (Debian: apt-get install chromium), or leave \
             this test out with DAMIER_WITHOUT_CHROMIUM=1"
        );
        eprintln!("left out: there is no Chromium");
    }
    found
}

impl Browser {
    /// Starts a browser with a page that is so wide; `folder` is for what it writes.
    pub fn start(folder: &Path, width: u32) -> Option<Self> {
        let program = program()?;
        // The pipes are the descriptors 3 and 4 of the browser.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null", "sh"])
            .arg(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-breakpad"])
            .arg("--remote-debugging-pipe")
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .env("HOME", folder)
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_CACHE_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()
            .expect("sh starts");
        let (sender, from) = channel();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            let mut line = Vec::new();
            while lines.read_until(0, &mut line).is_ok_and(|read| read > 0) {
                let message = serde_json::from_slice(&line[..line.len() - 1]);
                if message.is_err() || sender.send(message.unwrap()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let to = child.stdin.take();
        let (session, events) = (String::new(), Vec::new());
        let mut browser = Self { child, to, from, asked: 0, session, events };
        let target = browser.ask("Target.createTarget", &json!({"url": "about:blank"}));
        let attached = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.ask("Target.attachToTarget", &attached);
        attached["sessionId"].as_str().unwrap().clone_into(&mut browser.session);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.ask(&format!("{domain}.enable"), &json!({}));
        }
        browser.resize(width);
        Some(browser)
    }

    pub fn resize(&mut self, width: u32) {
        let metrics =
            json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        self.ask("Emulation.setDeviceMetricsOverride", &metrics);
    }

    /// Opens a file at a fragment, as a page of its own.
    pub fn open(&mut self, file: &Path, fragment: &str) {
        self.ask("Page.navigate", &json!({"url": "about:blank"}));
        self.events.retain(|event| event["method"] != "Page.loadEventFired");
        let url = format!("file://{}{fragment}", file.display());
        self.ask("Page.navigate", &json!({"url": url}));
        self.wait_for(
            "the page",
            "document.readyState === 'complete' && location.protocol === 'file:'",
        );
    }

    /// What an expression gives.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.ask("Runtime.evaluate", &asked);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    pub fn text(&mut self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_else(|| panic!("{expression}")).to_owned()
    }

    /// Waits till an expression is true.
    pub fn wait_for(&mut self, what: &str, expression: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.value(expression) != true {
            assert!(Instant::now() < deadline, "{what} does not come: {expression}");
            self.value("new Promise((done) => setTimeout(done, 20))");
        }
    }

    /// Presses a key, as `ArrowRight`.
    pub fn press(&mut self, key: &str, code: u32) {
        for kind in ["keyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "windowsVirtualKeyCode": code});
            self.ask("Input.dispatchKeyEvent", &event);
        }
    }

    /// Types a text where the focus is.
    pub fn write(&mut self, text: &str) {
        self.ask("Input.insertText", &json!({"text": text}));
    }

    /// Clicks with the mouse on the middle of an element, or so far from its left edge (0 to 1).
    pub fn click(&mut self, selector: &str, part: f64) {
        let place = self.value(&format!(
            "(() => {{ const it = document.querySelector({selector:?});
               it.scrollIntoView({{block: 'center'}});
               const box = it.getBoundingClientRect();
               return [box.left + box.width * {part}, box.top + box.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.ask("Input.dispatchMouseEvent", &event);
        }
    }

    /// What went wrong in the pages so far: exceptions, errors and warnings, requests to anywhere.
    pub fn complaints(&mut self) -> Vec<String> {
        self.value("new Promise((done) => setTimeout(done, 50))");
        let is_request =
            |url: &str| !["file:", "data:", "about:"].iter().any(|scheme| url.starts_with(scheme));
        self.events
            .iter()
            .filter(|event| match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown"
                | "Runtime.consoleAPICalled"
                | "Log.entryAdded"
                | "Page.javascriptDialogOpening" => true,
                "Network.requestWillBeSent" => {
                    event["params"]["request"]["url"].as_str().is_none_or(is_request)
                }
                _ => false,
            })
            .map(ToString::to_string)
            .collect()
    }

    /// How many files the pages asked for, themselves included.
    pub fn requests(&self) -> usize {
        let is_file = |event: &&Value| {
            event["method"] == "Network.requestWillBeSent"
                && event["params"]["request"]["url"]
                    .as_str()
                    .is_some_and(|it| it.starts_with("file:"))
        };
        self.events.iter().filter(is_file).count()
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let mut message = json!({"id": self.asked, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let to = self.to.as_mut().unwrap();
        to.write_all(message.to_string().as_bytes()).expect("the browser listens");
        to.write_all(&[0]).expect("the browser listens");
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(message) = self.from.recv_timeout(left) else {
                panic!("Chromium does not answer {method} (status {:?})", self.child.try_wait());
            };
            if message["id"] == self.asked {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.to = None;
        let deadline = Instant::now() + Duration::from_secs(5);
        while Instant::now() < deadline && matches!(self.child.try_wait(), Ok(None)) {
            thread::yield_now();
        }
        // Whatever is left of it; mostly nothing.
        let _ = killpg(Pid::from_raw(self.child.id() as i32), Signal::SIGKILL);
        let _ = self.child.wait();
    }
}
