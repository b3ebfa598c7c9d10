//! damier: a draughts engine for five variants, as a library. The binary `damier` is a thin front.

// These macros panic where nobody reads any more, or the disk is full.
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod board;
mod claim;
mod random;
pub mod score;
mod words;
pub mod work;

#[macro_use]
pub mod rules;

pub mod position;

pub mod movegen;

pub mod notation;

pub mod game;

pub mod book;

pub mod eval;

pub mod bitbase;

pub mod search;

pub mod engine;

pub mod protocol;

pub mod analysis;

pub mod arena;

pub mod train;

pub mod cli;
