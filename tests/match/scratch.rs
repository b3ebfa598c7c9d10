//! A folder for a test, and the processes that wrote their numbers into it.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// How long a process that was killed may take to be gone.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("damier-match-{}-{number}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Fails if a process that wrote its number into the file `pids` is still there.
    pub fn has_no_processes(&self) {
        let pids = fs::read_to_string(self.file("pids")).unwrap();
        let deadline = Instant::now() + PATIENCE;
        for pid in pids.lines() {
            while is_alive(pid) {
                assert!(Instant::now() < deadline, "process {pid} is still there");
                thread::yield_now();
            }
        }
    }

    /// How many processes have written their numbers.
    pub fn count_processes(&self) -> usize {
        fs::read_to_string(self.file("pids")).unwrap_or_default().lines().count()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Is there such a process, and is it more than a zombie of somebody else?
fn is_alive(pid: &str) -> bool {
    let Ok(text) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let state = text.rsplit(')').next().unwrap().trim_start();
    !state.starts_with(['Z', 'X'])
}
