use super::*;
use crate::rules::English;

fn header() -> Header {
    Header {
        variant: Variant::Turkish,
        seed: 0x0123_4567_89ab_cdef,
        nodes: 1000,
        hash: 2,
        plies: (6, 11),
        within: 150,
        unbalanced: 30,
        known_pieces: 4,
        evaluation: 77,
    }
}

#[test]
fn a_header_reads_as_it_was_written_and_no_byte_may_be_another() {
    let bytes = header().to_bytes();
    assert_eq!(Header::read(&bytes), Ok(header()));
    assert_eq!(Header::read(&bytes[..50]), Err(HeaderError::Short(50)));
    for at in 0..HEADER {
        let mut bytes = bytes;
        bytes[at] ^= 1;
        assert!(Header::read(&bytes).is_err(), "byte {at}");
    }
}

#[test]
fn a_game_reads_as_it_was_written_and_no_byte_may_be_another() {
    let start = Position::<English>::start();
    let record = Record {
        white: start.pieces(Color::White),
        black: start.pieces(Color::Black),
        kings: 0,
        turn: Color::Black,
        score: -7,
        result: 2,
        is_known: true,
        ply: 9,
        quiet_plies: 3,
    };
    assert_eq!(Record::read::<English>(&record.to_bytes()), Some(record));
    assert_eq!(record.position::<English>(), start);
    let head = Head {
        number: 5,
        nodes: 9000,
        records: 1,
        plies: 60,
        opening: 8,
        white: 0,
        end: End::Known,
        is_unbalanced: true,
    };
    let bytes = head.with(&[record]);
    assert_eq!(Head::read(bytes[..HEAD].try_into().unwrap()), Some(head));
    assert!(is_sound(&bytes));
    for at in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x10;
        assert!(!is_sound(&bytes), "byte {at}");
    }
}

#[test]
fn what_is_no_position_is_not_read() {
    let wrong = |white: u64, black: u64, kings: u64, result: u8| {
        let mut bytes = [0; RECORD];
        bytes[..8].copy_from_slice(&white.to_le_bytes());
        bytes[8..16].copy_from_slice(&black.to_le_bytes());
        bytes[16..24].copy_from_slice(&kings.to_le_bytes());
        bytes[26] = result;
        Record::read::<English>(&bytes).is_none()
    };
    assert!(!wrong(1 << 20, 1 << 6, 0, 2));
    assert!(wrong(1 << 20, 1 << 6, 0, 3), "a result that is none");
    assert!(wrong(1 << 20, 1 << 20, 0, 0), "two pieces on a square");
    assert!(wrong(1 << 20, 1 << 63, 0, 0), "a piece beside the board");
    assert!(wrong(1 << 20, 1 << 6, 1, 0), "a king that is no piece");
    assert!(wrong(1, 1 << 6, 0, 0), "a man on its last row");
    assert!(!wrong(1, 1 << 6, 1, 0));
    assert!(wrong(0, 0, 0, 0), "nobody");
}
