//! A plain alpha-beta engine for Turkish draughts, as an opponent that stays what it is. Its rules are
//! those of the crate kish, so that it shares nothing with what it plays against. It speaks enough Hub
//! for `damier match`: one search at a time, by move time, depth or nodes, without pondering.

pub(crate) mod board;
mod hub;
mod search;

pub(crate) use hub::serve;
