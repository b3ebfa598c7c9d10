//! Search: which move is best. [`Pool`] is the way in.

mod choice;
mod clock;
mod control;
mod history;
mod known;
mod limits;
mod node;
mod order;
mod path;
mod pool;
mod prefetch;
mod proof;
mod pruning;
mod pv;
mod quiesce;
mod reduce;
mod root;
mod table;
#[cfg(not(feature = "tune"))]
mod tune;
#[cfg(feature = "tune")]
pub(crate) mod tune;
mod worker;

pub use control::Control;
pub use limits::{Answer, Clock, Info, Limits};
pub use pool::Pool;
pub use table::{Table, TableError};
