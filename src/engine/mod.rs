//! The engine as a whole: settings, the game at hand, one search at a time. Knows no protocol.

pub mod settings;
