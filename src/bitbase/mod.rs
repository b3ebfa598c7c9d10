//! Bitbases: what every position with few pieces is worth, win, draw or loss, and after how many plies.
//!
//! [`build`] makes whole [`tables`](self) in memory, `pack` makes them small, [`format`] is how they lie in
//! a file, [`Store`] is an open file and [`Bitbases`] answers from all files there are. Values are
//! those of the rules without draws by counting; who plays has to look at his counters.

pub mod build;
mod embedded;
pub mod file;
pub mod format;
pub mod index;
mod material;
mod pack;
mod probe;
mod shelf;
mod store;
mod tables;
mod value;
mod verify;

pub use embedded::{embedded, embedded_file};
pub use file::LoadError;
pub use format::{FormatError, Metric};
pub use index::Grounds;
pub use material::Material;
pub use probe::{Access, Bitbases};
pub use shelf::ShelfError;
pub use store::{Known, SliceInfo, Store};
pub use value::Value;
pub use verify::{Checked, numbers_of, verify};
