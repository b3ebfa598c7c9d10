//! Programs that use engines: what the results of their games say.

pub mod stats;
