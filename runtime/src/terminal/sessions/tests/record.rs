use super::*;
use crate::terminal::sessions::record::{decode, encode};

const FORMAT_1: &[u8] = include_bytes!("format-1.session");

fn fault(record: &[u8]) -> String {
    decode(&Bytes::copy_from_slice(record)).expect_err("refused")
}

#[test]
fn a_record_of_format_1_is_read_and_written_for_ever() {
    let (header, checkpoint) = decode(&Bytes::from_static(FORMAT_1)).expect("readable");
    assert_eq!(
        header,
        Header {
            title: "Warum ist der Himmel blau? 🌍".to_owned(),
            model: "anthropic/claude-opus-4.8".to_owned(),
            created_at_ms: 1_790_000_000_000,
            updated_at_ms: 1_790_000_060_000,
            usage: Some(Usage::default().with_input_tokens(12).with_output_tokens(7)),
        }
    );
    let conversation = crate::checkpoint::decode(&checkpoint).expect("readable");
    assert_eq!(conversation.turns().len(), 1);
    let written = encode(&header, &checkpoint).expect("small");
    assert!(written == FORMAT_1, "the same bytes");
}

#[test]
fn every_truncation_and_every_flipped_bit_is_found() {
    for length in 0..FORMAT_1.len() {
        fault(&FORMAT_1[..length]);
        let mut damaged = FORMAT_1.to_vec();
        damaged[length] ^= 4;
        fault(&damaged);
    }
}

#[test]
fn what_is_wrong_is_said() {
    assert_eq!(fault(b""), "it is not a session of libfx");
    assert_eq!(
        fault(b"PK\x03\x04 and more"),
        "it is not a session of libfx"
    );
    assert_eq!(fault(b"libfx-session\0\x01"), "it is cut short");
    let mut damaged = FORMAT_1.to_vec();
    damaged[40] ^= 1;
    assert_eq!(fault(&damaged), "it is damaged: its SHA-256 does not match");
    damaged[14] = 2;
    assert_eq!(
        fault(&damaged),
        "it was written by a newer version of libfx (format 2; this one reads up to 1)"
    );
}

#[test]
fn what_later_versions_add_to_the_header_is_ignored() {
    use sha2::{Digest, Sha256};

    let header = br#"{"title":"t","model":"m","createdAtMs":1,"updatedAtMs":2,"colour":"red"}"#;
    let mut record = b"libfx-session\0\x01".to_vec();
    record.extend_from_slice(&(header.len() as u32).to_be_bytes());
    record.extend_from_slice(header);
    let digest = Sha256::digest(&record);
    record.extend_from_slice(&digest);
    let (header, checkpoint) = decode(&Bytes::from(record)).expect("readable");
    assert_eq!((header.title.as_str(), header.usage), ("t", None));
    assert!(checkpoint.is_empty());
}

#[test]
fn a_record_and_a_title_are_bounded() {
    let (mut header, _) = decode(&Bytes::from_static(FORMAT_1)).expect("readable");
    let error = encode(&header, &vec![0; 16 << 20]).expect_err("too large");
    assert!(
        error.ends_with("more than the 16777216 that can be stored"),
        "{error}"
    );
    header.title = "ü".repeat(1000);
    let record = encode(&header, &[]).expect("small");
    assert_eq!(title_in(Some(record)), "ü".repeat(128));
}

#[test]
fn a_title_is_the_beginning_of_the_prompt() {
    assert_eq!(title_of("Why is\n\n the sky blue?"), "Why is the sky blue?");
    assert_eq!(title_of("  "), "");
    assert_eq!(
        title_of(
            "Explain how the borrow checker of Rust decides that a reference lives long enough"
        ),
        "Explain how the borrow checker of Rust decides that a…"
    );
    assert_eq!(title_of(&"林".repeat(100)), format!("{}…", "林".repeat(60)));
}
