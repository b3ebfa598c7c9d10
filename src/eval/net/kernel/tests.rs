use super::*;

/// `SplitMix64` (Steele, Lea & Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Numbers of which some are at the ends of what there is.
    fn lanes(&mut self, count: usize, most: i16) -> Vec<Lane> {
        let mut number = || match self.below(8) {
            0 => most,
            1 => -most,
            2 => 0,
            _ => (self.below(2 * most as usize + 1) as i32 - i32::from(most)) as i16,
        };
        (0..count).map(|_| Lane(std::array::from_fn(|_| number()))).collect()
    }
}

#[test]
fn the_fast_kernels_compute_what_the_plain_ones_define() {
    let mut random = Random(1);
    for round in 0..500 {
        let len = 1 + round % 16;
        let rows = random.lanes(12 * len, 505);
        let mut fast = random.lanes(6 * len, i16::MAX);
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

        let weights = random.lanes(2 * len, 127);
        let most = if round % 2 == 0 { i16::MAX } else { 400 };
        let (ours, theirs) = (random.lanes(len, most), random.lanes(len, most));
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
