//! The thread in which searches run, one after the other.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::Event;
use super::core::Core;
use crate::search::{Answer, Control, Limits};

/// A search to run.
pub(super) struct Job {
    pub(super) core: Box<dyn Core>,
    pub(super) limits: Limits,
    pub(super) control: Arc<Control>,
}

/// The near end of the search thread.
pub(super) struct Controller {
    /// None only while it is dropped.
    jobs: Option<Sender<Job>>,
    /// Where the game comes back to from a search, before the search says that it is done.
    back: Receiver<Box<dyn Core>>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
}

impl Controller {
    /// Starts the thread, which waits for a first search.
    pub(super) fn start() -> Self {
        let (jobs, jobs_there) = unbounded();
        let (back_there, back) = unbounded();
        let (events_there, events) = unbounded();
        let thread = thread::spawn(move || run(&jobs_there, &back_there, &events_there));
        Self { jobs: Some(jobs), back, events, thread: Some(thread) }
    }

    pub(super) fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// Gives a search to the thread.
    pub(super) fn begin(&self, job: Job) {
        let jobs = self.jobs.as_ref().expect("jobs are open until the drop");
        jobs.send(job).expect("the search thread runs until the drop");
    }

    /// Waits for the end of the search.
    pub(super) fn end(&self) -> Box<dyn Core> {
        self.back.recv().expect("the search thread gives back what it got")
    }
}

impl Drop for Controller {
    /// Ends the thread. Its search must have been told to stop.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic there has been reported there.
            let _ = thread.join();
        }
    }
}

fn run(jobs: &Receiver<Job>, back: &Sender<Box<dyn Core>>, events: &Sender<Event>) {
    for Job { mut core, limits, control } in jobs {
        // Nobody may listen any more when the engine is dropped, hence no care for failed sends.
        let mut tell = |info| {
            let _ = events.send(Event::Info(info));
        };
        let search = || core.search(&limits, &control, &mut tell);
        let answer = panic::catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
            // The panic has been reported. A fault of the search need not lose the game at once: what
            // it worked with is made anew, and any legal move is an answer.
            core.release();
            Answer { best: core.legal_moves().first().copied(), ..Answer::default() }
        });
        let _ = back.send(core);
        let _ = events.send(Event::Done(answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::core::core_for;
    use crate::rules::{DrawProfile, Variant};

    #[test]
    fn a_search_that_panics_is_answered_all_the_same() {
        let controller = Controller::start();
        // It panics, as it is not prepared.
        let core = core_for(Variant::default(), DrawProfile::default());
        controller.begin(Job { core, limits: Limits::default(), control: Arc::default() });
        let Ok(Event::Done(answer)) = controller.events().recv() else { panic!("no answer") };
        assert!(controller.end().legal_moves().contains(&answer.best.unwrap()));
    }
}
