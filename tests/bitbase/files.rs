//! Files: what is damaged is refused, what was not finished is gone on with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use damier::bitbase::build::{BuildError, Plan, build, smallest_file};
use damier::bitbase::{
    Access, Bitbases, FormatError, Grounds, Metric, SliceInfo, Store, embedded, file, verify,
};
use damier::dispatch;
use damier::rules::{English, Rules, Spanish, Variant};
use damier::work::{Unwatched, Watch};

use crate::common::folder::Folder;
use crate::common::library::thrown;
use crate::common::random::Random;
use crate::{crew, full_pieces};

impl Folder {
    fn plan(&self, pieces: u32, metric: Metric) -> Plan {
        Plan { pieces, metric, threads: 2, folder: self.0.clone() }
    }

    fn open<R: Rules>(&self, name: &str) -> Store<R> {
        file::open(&self.0.join(name), &Arc::new(Grounds::default())).unwrap()
    }
}

/// Stops a build after it has been told of so much.
struct StopAfter(AtomicUsize);

impl Watch for StopAfter {
    fn is_stopped(&self) -> bool {
        self.0.load(Relaxed) == 0
    }

    fn did(&self, _: u64) {
        let _ = self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
    }

    fn note(&self, _: &str) {}
}

fn build_all<R: Rules>(plan: &Plan) {
    build::<R>(plan, &Unwatched, &mut |_| ()).unwrap();
}

fn open_english(bytes: Vec<u8>) -> Result<Store<English>, FormatError> {
    Store::open(bytes, Arc::new(Grounds::default()))
}

#[test]
fn no_damaged_file_is_opened() {
    let folder = Folder::new("bitbase-damage");
    build_all::<English>(&folder.plan(2, Metric::Outcome));
    let whole = smallest_file::<English>(2, crew()).unwrap();
    for file in [fs::read(folder.0.join("english-2.bb")).unwrap(), whole] {
        assert!(file.len() < 4_000, "{}", file.len());
        for at in 0..file.len() {
            for bit in 0..8 {
                let mut bytes = file.clone();
                bytes[at] ^= 1 << bit;
                assert!(open_english(bytes).is_err(), "byte {at}, bit {bit}");
            }
            assert!(open_english(file[..at].to_vec()).is_err(), "the first {at} bytes");
        }
        open_english(file).unwrap();
    }
}

#[test]
fn the_fault_of_a_file_is_told() {
    let folder = Folder::new("bitbase-faults");
    let path = folder.0.join("x.bb");
    let fault = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let opened = file::open::<Spanish>(&path, &Arc::new(Grounds::default()));
        let text = opened.err().unwrap().to_string();
        text.strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
    };
    let english = smallest_file::<English>(2, crew()).unwrap();
    let spanish = smallest_file::<Spanish>(2, crew()).unwrap();
    assert_eq!(fault(&english), "it is for the variant english, and not for spanish");
    assert_eq!(fault(b"something else"), "it is no bitbase: it does not begin with damierBB");
    assert!(fault(&spanish[..100]).starts_with("it breaks off: "));
    let mut old = spanish.clone();
    old[8] = 77;
    assert_eq!(fault(&old), "it has version 77, and this program reads version 1");
    let mut damaged = spanish;
    *damaged.last_mut().unwrap() ^= 1;
    assert!(fault(&damaged).starts_with("it is damaged: the values of "));
    fs::write(&path, english).unwrap();
    assert!(file::open_folder::<Spanish>(&folder.0, 8, &Arc::default()).unwrap().is_empty());
    fs::write(&path, damaged).unwrap();
    assert!(file::open_folder::<Spanish>(&folder.0, 8, &Arc::default()).is_err());
    // Nobody waits for what may be written to a pipe.
    fs::remove_file(&path).unwrap();
    let made = Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|status| status.success()) {
        fs::create_dir(&path).unwrap();
    }
    let error = file::open_folder::<Spanish>(&folder.0, 8, &Arc::default()).err().unwrap();
    assert_eq!(error.to_string(), format!("{}: it is no file", path.display()));
}

/// The program has one side to move of each material: that is no reason to ask a file that does not
/// tell plies for the other.
#[test]
fn files_without_plies_hide_none() {
    for variant in [Variant::English, Variant::Spanish, Variant::International] {
        dispatch!(variant, R => {
            let folder = Folder::new(&format!("bitbase-hide-{variant}"));
            build_all::<R>(&folder.plan(3, Metric::Outcome));
            let within = embedded::<R>().unwrap();
            let mut stores = file::open_folder::<R>(&folder.0, 8, &Arc::default()).unwrap();
            stores.push(Arc::clone(&within));
            let (alone, both) = (Bitbases::new(vec![within]), Bitbases::new(stores));
            let mut random = Random::new(5);
            for _ in 0..500 {
                let pos = thrown::<R>(&mut random, 3);
                assert!(alone.value(&pos).is_some());
                assert_eq!(both.value(&pos), alone.value(&pos), "{:?}", pos.setup());
                assert!(both.look_up(&pos, Access::Waits) == alone.look_up(&pos, Access::Waits));
            }
        });
    }
}

/// Exact counts from combinatorics: each side at least a piece, men not on their last row.
#[test]
fn built_files_are_right_and_have_all_positions() {
    let counts = |variant| match variant {
        Variant::International => [8_845, 806_300, 41_971_200],
        Variant::English | Variant::Brazilian | Variant::Spanish => [3_488, 196_032, 6_209_316],
        Variant::Turkish => [14_176, 1_647_264, 109_829_008],
    };
    let folder = Folder::new("bitbase-counts");
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            build_all::<R>(&folder.plan(full_pieces(), Metric::Outcome));
            let stores = file::open_folder::<R>(&folder.0, 8, &Arc::default()).unwrap();
            for store in &stores {
                let pieces = store.most_pieces();
                let sum: u64 = store.slices().iter().flat_map(|slice| slice.counts).sum();
                assert_eq!(sum, counts(variant)[pieces as usize - 2], "{variant} {pieces}");
                verify(store, &stores, 8, crew(), &mut |slice| {
                    assert_eq!(slice.faults, 0, "{variant} {slice}");
                })
                .unwrap();
                agrees(&store.slices(), &embedded::<R>().unwrap().slices());
            }
            assert_eq!(stores.len(), full_pieces() as usize - 1);
        });
    }
}

/// Solved by outcomes alone, and with all plies: the same positions are won and drawn.
fn agrees(outcomes: &[SliceInfo], with_plies: &[SliceInfo]) {
    let mut compared = 0;
    for slice in outcomes {
        if let Some(other) = with_plies.iter().find(|other| other.material == slice.material) {
            assert_eq!(slice.counts, other.counts, "{}", slice.material);
            compared += 1;
        }
    }
    assert!(compared > 0);
}

#[test]
fn a_build_that_was_ended_anywhere_makes_the_same_files() {
    for metric in [Metric::Outcome, Metric::Plies] {
        let folder = Folder::new("bitbase-whole");
        build_all::<English>(&folder.plan(3, metric));
        let expected = contents(&folder.0);
        assert_eq!(expected.len(), 3, "two files and the lock");
        let mut random = Random::new(11);
        for _ in 0..12 {
            let folder = Folder::new("bitbase-ended");
            let plan = folder.plan(3, metric);
            for _ in 0..4 {
                let stop = StopAfter(AtomicUsize::new(1 + random.below(300)));
                match build::<English>(&plan, &stop, &mut |_| ()) {
                    Ok(()) => break,
                    Err(BuildError::Stopped(_)) => damage_part(&folder.0, &mut random),
                    Err(error) => panic!("{error}"),
                }
            }
            build_all::<English>(&plan);
            assert!(contents(&folder.0) == expected);
        }
    }
}

/// Does to the end of a part what a loss of power may do.
fn damage_part(folder: &Path, random: &mut Random) {
    let parts = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for part in parts.filter(|path| path.extension().is_some_and(|it| it == "part")) {
        let mut bytes = fs::read(&part).unwrap();
        match random.below(3) {
            0 => bytes.truncate(bytes.len() - random.below(bytes.len().min(500))),
            1 => bytes.extend([0xAA; 100]),
            _ if bytes.len() > 64 => {
                let at = 64 + random.below(bytes.len() - 64);
                bytes[at] ^= 1;
            }
            _ => bytes.clear(),
        }
        fs::write(part, bytes).unwrap();
    }
}

fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = entries
        .map(|path| (PathBuf::from(path.file_name().unwrap()), fs::read(&path).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn a_part_of_another_build_is_not_touched() {
    let folder = Folder::new("bitbase-foreign");
    let part = folder.0.join("english-2.bb.part");
    fs::write(&part, [7; 200]).unwrap();
    let error = build::<English>(&folder.plan(2, Metric::Outcome), &Unwatched, &mut |_| ());
    let error = error.unwrap_err().to_string();
    assert!(error.contains("english-2.bb.part: it was begun by another version"), "{error}");
    assert_eq!(fs::read(part).unwrap(), [7; 200]);
    // What is there serves, also if it tells the plies alone.
    let folder = Folder::new("bitbase-there");
    build_all::<English>(&folder.plan(2, Metric::Plies));
    assert_eq!(folder.open::<English>("english-2-dtw.bb").metric(), Metric::Plies);
}
