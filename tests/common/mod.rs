//! What the tests share: a second move generator, random positions, and the readers of `data/`.

#![allow(dead_code, unreachable_pub, reason = "every test uses a part of it")]

pub mod data;
pub mod folder;
pub mod library;
pub mod random;
pub mod referee;
pub mod reference;
pub mod variants;
