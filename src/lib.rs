//! damier: a draughts engine for five variants, as a library. The binary `damier` is a thin front.

pub mod board;
pub mod score;

#[macro_use]
pub mod rules;

pub mod position;

pub mod movegen;

pub mod notation;

pub mod game;

pub mod book;

pub mod eval;

pub mod search;

pub mod engine;

pub mod protocol;

pub mod analysis;

pub mod arena;

pub mod cli;
