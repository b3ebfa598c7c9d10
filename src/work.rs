//! Work that threads share, and who looks on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use parking_lot::Mutex;
use thiserror::Error;

/// The work was ended before it was done, because its [`Watch`] wanted that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped")]
pub struct Stopped;

/// Looks on while threads work; asked and told by all of them, many times a second.
pub trait Watch: Sync {
    /// Is the work to end soon, unfinished?
    fn is_stopped(&self) -> bool;

    /// So much more is done, in the unit that the work was announced in.
    fn did(&self, work: u64);

    /// Something to tell.
    fn note(&self, text: &str);
}

/// Looks away.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn is_stopped(&self) -> bool {
        false
    }

    fn did(&self, _: u64) {}

    fn note(&self, text: &str) {
        log::info!("{text}");
    }
}

/// Threads for a work, and who looks on.
#[derive(Clone, Copy)]
pub struct Crew<'a> {
    /// How many threads.
    pub threads: usize,
    /// Who looks on.
    pub watch: &'a dyn Watch,
}

impl Crew<'_> {
    /// Runs `take` on all threads until it says that nothing is left, or the watch wants an end.
    fn run(&self, most: usize, take: impl Fn() -> bool + Sync) -> Result<(), Stopped> {
        let work = || while !self.watch.is_stopped() && take() {};
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(most) {
                // Where no thread can be started, the others do its work.
                let _ = Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        if self.watch.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Does the work for each number below `len`.
    pub(crate) fn each(&self, len: usize, work: impl Fn(usize) + Sync) -> Result<(), Stopped> {
        let next = AtomicUsize::new(0);
        self.run(len, || {
            // Relaxed: each number is taken once whatever the order.
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at < len {
                work(at);
            }
            at < len
        })
    }

    /// What the work makes of each number below `len`.
    pub(crate) fn map<T: Send>(
        &self,
        len: usize,
        work: impl Fn(usize) -> T + Sync,
    ) -> Result<Vec<T>, Stopped> {
        let done = Mutex::new(Vec::with_capacity(len));
        self.each(len, |at| {
            let result = work(at);
            done.lock().push((at, result));
        })?;
        let mut done = done.into_inner();
        done.sort_unstable_by_key(|(at, _)| *at);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }

    /// Fills a list, `chunk` items at a time; the work is told where its items begin.
    pub(crate) fn fill<T: Send>(
        &self,
        list: &mut [T],
        chunk: usize,
        work: impl Fn(usize, &mut [T]) + Sync,
    ) -> Result<(), Stopped> {
        let chunks = list.len().div_ceil(chunk);
        let left = Mutex::new(list.chunks_mut(chunk).enumerate());
        self.run(chunks, || {
            let next = left.lock().next();
            let Some((at, items)) = next else { return false };
            work(at * chunk, items);
            true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct StopAtOnce;

    impl Watch for StopAtOnce {
        fn is_stopped(&self) -> bool {
            true
        }

        fn did(&self, _: u64) {}

        fn note(&self, _: &str) {}
    }

    #[test]
    fn all_of_a_work_is_done_once() {
        let crew = Crew { threads: 3, watch: &Unwatched };
        assert_eq!(crew.map(1000, |at| 2 * at).unwrap(), (0..2000).step_by(2).collect::<Vec<_>>());
        let mut list = vec![0; 1001];
        let count = |begin: usize, items: &mut [usize]| {
            items.iter_mut().zip(begin..).for_each(|(item, at)| *item += at);
        };
        crew.fill(&mut list, 7, count).unwrap();
        assert_eq!(list, (0..1001).collect::<Vec<_>>());
        assert_eq!(crew.map(0, |at| at), Ok(Vec::new()));
    }

    #[test]
    fn a_work_ends_unfinished_when_the_watch_wants_that() {
        let crew = Crew { threads: 2, watch: &StopAtOnce };
        assert_eq!(crew.each(10, |_| unreachable!("it was stopped")), Err(Stopped));
    }
}
