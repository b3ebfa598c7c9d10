use super::*;
use crate::rules::{Brazilian, English, International, Variant};

/// Weights that differ from one another, small enough for any position.
fn weights<R: Rules>(hidden: usize) -> Weights {
    let number = |seed: usize| (seed * 7919 % 401) as i16 - 200;
    let mut rows = vec![0; INPUTS * hidden];
    for row in inputs::<R>() {
        for (i, place) in rows[row * hidden..][..hidden].iter_mut().enumerate() {
            *place = number(row * hidden + i);
        }
    }
    Weights {
        hidden,
        unit: 123,
        bias: (0..hidden).map(number).collect(),
        rows,
        output: (0..2 * BUCKETS * hidden).map(|i| number(i) / 2).collect(),
        output_bias: std::array::from_fn(|i| -100_000 + 50_000 * i as i32),
    }
}

#[test]
fn what_is_written_is_read_in_every_variant() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            let weights = weights::<R>(48);
            let file = weights.write::<R>().unwrap();
            assert_eq!(file.len(), length(VERSION, <R as Rules>::Geometry::SQUARES, 48));
            assert!(file.len() <= LONGEST);
            assert_eq!(Weights::read::<R>(&file), Ok(weights));
        });
    }
}

#[test]
fn every_damaged_byte_and_every_cut_is_seen() {
    let file = weights::<English>(16).write::<English>().unwrap();
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 0x10;
        assert!(Weights::read::<English>(&damaged).is_err(), "byte {at}");
        assert!(Weights::read::<English>(&file[..at]).is_err(), "{at} bytes");
    }
    assert!(Weights::read::<English>(&[&file[..], &[0]].concat()).is_err());
}

/// A file with one number changed and the right checksum.
fn changed(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = weights::<English>(16).write::<English>().unwrap();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    let hash = checksum(&file);
    file[CHECKSUM].copy_from_slice(&hash.to_le_bytes());
    file
}

#[test]
fn what_is_wrong_is_told() {
    let file = weights::<English>(16).write::<English>().unwrap();
    let told = |file: &[u8]| Weights::read::<English>(file).unwrap_err().to_string();
    let output = file.len() - 4 * BUCKETS - 2 * 2 * BUCKETS * 16;
    for (file, reason) in [
        (b"damierBB".to_vec(), "it is no file of weights: it does not begin with damierNN"),
        (Vec::new(), "it is no file of weights: it does not begin with damierNN"),
        (file[..40].to_vec(), "it has 40 bytes, and 64 were expected"),
        (changed(8, &[1]), "it has version 1, and this program reads versions 2 and 3"),
        (changed(10, &[17]), "17 sums are not a multiple of 16 from 16 to 512"),
        (changed(10, &[0, 0]), "0 sums are not a multiple of 16 from 16 to 512"),
        (changed(10, &[32]), "it has 8416 bytes, and 16640 were expected"),
        (changed(12, &[0]), "the unit is 0"),
        (changed(16, b"\x1b[0m"), "it is for the variant \\u{1b}[0mish, and not for english"),
        (changed(32, &[0; 8]), "it was made for other rules of english"),
        (changed(14, &[0, 1]), "byte 15 is not 0, and has no meaning"),
        (changed(24, &[1]), "byte 24 is not 0, and has no meaning"),
        (changed(63, &[1]), "byte 63 is not 0, and has no meaning"),
        (changed(64, &[0xFF, 0x7F]), "sum 0 may be "),
        (changed(output, &[128, 0]), "the output weight 128 is not from -127 to 127"),
    ] {
        let told = told(&file);
        assert!(told.starts_with(reason), "{told}");
    }
    let error = Weights::read::<Brazilian>(&file).unwrap_err().to_string();
    assert_eq!(error, "it is for the variant english, and not for brazilian");
}

#[test]
fn sums_that_may_overflow_are_not_written() {
    let mut high = weights::<International>(16);
    high.rows.fill(0);
    high.bias.fill(32_767 - 50 * 600);
    for row in inputs::<International>() {
        // Of the pieces of a square only one can stand there.
        high.rows[16 * row + 5] = [600, 500, 0, 0, 500, -9, 600, 0][row / 64];
    }
    assert!(high.write::<International>().is_ok());
    high.bias[5] += 1;
    let overflow = WeightsError::Overflow { sum: 5, value: 32_768 };
    assert_eq!(high.write::<International>(), Err(overflow));
    high.bias[5] = -32_768;
    let overflow = WeightsError::Overflow { sum: 5, value: -32_768 - 50 * 9 };
    assert_eq!(high.write::<International>(), Err(overflow));
}

#[test]
fn files_of_one_stage_are_read() {
    let mut weights = weights::<English>(16);
    let men = STAGE * 16..(STAGE + 128) * 16;
    weights.rows.copy_within(men, 0);
    let file = weights.write::<English>().unwrap();
    // As it was in version 2: the rows of men are there once.
    let rows = HEADER + 2 * 16;
    let mut old = [&file[..rows], &file[rows + 2 * 16 * 64..]].concat();
    old[8] = 2;
    let hash = checksum(&old);
    old[CHECKSUM].copy_from_slice(&hash.to_le_bytes());
    assert_eq!(Weights::read::<English>(&old), Ok(weights));
}
