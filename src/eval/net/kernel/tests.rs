use super::*;
use crate::random::Random;

/// Numbers of which some are at the ends of what there is.
fn lanes(random: &mut Random, count: usize, most: i16) -> Vec<Lane> {
    let mut number = || match random.below(8) {
        0 => most,
        1 => -most,
        2 => 0,
        _ => (random.below(2 * most as usize + 1) as i32 - i32::from(most)) as i16,
    };
    (0..count).map(|_| Lane(std::array::from_fn(|_| number()))).collect()
}

#[test]
fn the_fast_kernels_compute_what_the_plain_ones_define() {
    let mut random = Random::of(1, 0);
    for round in 0..500 {
        let len = 1 + round % 16;
        let rows = lanes(&mut random, 12 * len, 505);
        let mut fast = lanes(&mut random, 6 * len, i16::MAX);
        let mut plain = fast.clone();
        let [come, gone] = [0, 1].map(|_| {
            let count = random.below(5);
            (0..count).map(|_| [0; 2].map(|_: u16| random.below(12) as u16)).collect::<Vec<_>>()
        });
        let change = Change { come: &come, gone: &gone };
        let ways = [2 * len * random.below(3), 2 * len * random.below(3)];
        update(&mut fast, ways, len, &rows, change);
        update_plainly(&mut plain, ways, len, &rows, change);
        assert_eq!(fast, plain, "{len} lanes");

        let weights = lanes(&mut random, 2 * len, 127);
        let most = if round % 2 == 0 { i16::MAX } else { 400 };
        let (ours, theirs) = (lanes(&mut random, len, most), lanes(&mut random, len, most));
        let sum = output(&ours, &theirs, &weights);
        assert_eq!(sum, output_plainly(&ours, &theirs, &weights), "{len} lanes");
    }
}

#[test]
fn the_largest_network_does_not_overflow() {
    for (weight, sum) in [(127, 255), (-127, 255), (127, i16::MAX), (127, i16::MIN)] {
        let sums = vec![Lane([sum; WIDTH]); 16];
        let weights = vec![Lane([weight; WIDTH]); 32];
        let clipped = i64::from(sum.clamp(0, 255));
        let expected = 1024 * i64::from(weight) * clipped * clipped;
        assert_eq!(output(&sums, &sums, &weights), expected);
        assert_eq!(output_plainly(&sums, &sums, &weights), expected);
    }
}
