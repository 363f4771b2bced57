//! A browser without a window, driven through its own protocol (Chrome DevTools) over pipes: no port, no
//! driver, no library.
//!
//! The browser reads commands from its descriptor 3 and writes to 4; a shell makes these our pipes.

use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the shell runs: the browser, its output and its complaints nowhere.
const LAUNCH: &str = r#"exec "$0" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
    --remote-debugging-pipe --user-data-dir="$1" about:blank 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null"#;

/// A browser with one page.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    sent: u64,
    /// What has gone wrong in pages.
    pub errors: Vec<String>,
    screenshots: PathBuf,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts a browser; screenshots go to a folder.
    pub fn start(program: &str, screenshots: &Path) -> Browser {
        let profile = tempfile::tempdir().expect("a folder");
        let mut command = Command::new("sh");
        command.args(["-c", LAUNCH, program]).arg(profile.path());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a shell");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in output.split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { continue };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        std::fs::create_dir_all(screenshots).expect("a folder");
        let screenshots = screenshots.to_path_buf();
        let mut browser = Browser {
            child,
            input,
            messages,
            session: None,
            sent: 0,
            errors: Vec::new(),
            screenshots,
            _profile: profile,
        };
        browser.attach();
        browser
    }

    fn attach(&mut self) {
        let targets = self.command("Target.getTargets", json!({}));
        let targets = targets["targetInfos"].as_array().expect("targets").clone();
        let page = targets.iter().find(|target| target["type"] == "page").expect("a page");
        let attach = json!({ "targetId": page["targetId"], "flatten": true });
        let session = self.command("Target.attachToTarget", attach);
        self.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            self.command(&format!("{domain}.enable"), json!({}));
        }
        let size = json!({ "width": 1280, "height": 860, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", size);
    }

    /// Sends a command, and waits for its result.
    fn command(&mut self, method: &str, params: Value) -> Value {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect("the browser reads");
        self.input.flush().expect("the browser reads");
        loop {
            let told = self.messages.recv_timeout(PATIENCE);
            let mut told = told.unwrap_or_else(|_| panic!("the browser does not answer {method}"));
            if told["id"] == self.sent {
                assert!(told["error"].is_null(), "{method}: {}", told["error"]);
                return told["result"].take();
            }
            let is_error = match told["method"].as_str() {
                Some("Runtime.exceptionThrown") => true,
                Some("Log.entryAdded") => told["params"]["entry"]["level"] == "error",
                Some("Runtime.consoleAPICalled") => told["params"]["type"] == "error",
                _ => false,
            };
            if is_error {
                self.errors.push(told["params"].to_string());
            }
        }
    }

    /// What an expression of JavaScript gives.
    #[track_caller]
    pub fn eval(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut result = self.command("Runtime.evaluate", params);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].take()
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub fn wait(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.eval(expression) != json!(true) {
            let shown = || "document.querySelector('main')?.innerText.slice(0, 600)";
            if begun.elapsed() > PATIENCE / 2 {
                let shown = self.eval(shown());
                panic!("it does not come to be: {expression}\n{shown}\n{:?}", self.errors);
            }
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Opens a page of ours at a place.
    #[track_caller]
    pub fn open(&mut self, page: &Path, place: &str) {
        let page = page.canonicalize().expect("a page");
        // Another address first: a change of the place alone loads nothing.
        self.command("Page.navigate", json!({ "url": "about:blank" }));
        let url = format!("file://{}#{place}", page.display());
        self.command("Page.navigate", json!({ "url": url }));
        self.wait("document.body !== null && document.body.dataset.ready === 'yes'");
    }

    /// Goes to a place of the page.
    pub fn go(&mut self, place: &str) {
        self.eval(&format!("location.hash = {}", json!(place)));
    }

    /// Whether an element has this text in it.
    #[track_caller]
    pub fn wait_text(&mut self, selector: &str, text: &str) {
        let (selector, text) = (json!(selector), json!(text));
        self.wait(&format!(
            "[...document.querySelectorAll({selector})].some((it) => it.textContent.includes({text}))"
        ));
    }

    /// Clicks with the mouse on the first element, which must be in view.
    #[track_caller]
    pub fn click(&mut self, selector: &str) {
        let quoted = json!(selector);
        self.wait(&format!("document.querySelector({quoted}) !== null"));
        let middle = self.eval(&format!(
            "(() => {{ const element = document.querySelector({quoted}); \
             element.scrollIntoView({{ block: 'center' }}); \
             const box = element.getBoundingClientRect(); \
             return [box.x + Math.min(box.width / 2, 60), box.y + box.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let (x, y) = (&middle[0], &middle[1]);
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.command("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses a key: a letter or the name of another.
    pub fn press(&mut self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        let down = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        // What the browser itself does is by number.
        let code = if key == "Escape" { 27 } else { 0 };
        for kind in [down, "keyUp"] {
            let event =
                json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
            self.command("Input.dispatchKeyEvent", event);
        }
    }

    /// Writes into the field that has the focus.
    pub fn write(&mut self, text: &str) {
        self.command("Input.insertText", json!({ "text": text }));
    }

    /// Lets pages be dark.
    pub fn set_dark(&mut self, is_dark: bool) {
        let value = if is_dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.command("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Keeps a picture of the page as it is, light and dark.
    pub fn keep(&mut self, name: &str) {
        for (is_dark, suffix) in [(true, "-dark"), (false, "")] {
            self.set_dark(is_dark);
            let data = self.command("Page.captureScreenshot", json!({ "format": "png" }));
            let png = BASE64.decode(data["data"].as_str().expect("a picture")).expect("base64");
            let path = self.screenshots.join(format!("{name}{suffix}.png"));
            std::fs::write(path, png).expect("a file");
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
