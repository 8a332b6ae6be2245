//! Tests of streams, read whole and in pieces.

use super::*;
use proptest::prelude::*;

const RESULT: &str = r#"{"result":1}"#;

fn reads(body: &str, response: Option<&str>, last_event_id: Option<&str>, retry_ms: Option<u64>) {
    let expected = Stream { response: response.map(|text| text.as_bytes().into()), last_event_id: last_event_id.map(Into::into), retry_ms };
    assert_eq!(read(body.as_bytes()).unwrap(), expected, "{body:?}");
}

#[test]
fn the_last_response_counts() {
    let error = r#"{"error":{"code":1}}"#;
    reads(&format!("data: {RESULT}\n\ndata: {error}\n\ndata: {{\"method\":\"m\"}}\n\n"), Some(error), None, None);
    reads("data: {\"method\":\"m\"}\n\ndata: x\n\ndata\n\n", None, None, None);
    reads("", None, None, None);
}

#[test]
fn lines_end_with_crlf_lf_or_cr_and_a_byte_order_mark_is_skipped() {
    let joined = Some("{\"result\":\n1}");
    for end in ["\r\n", "\n", "\r"] {
        reads(
            &format!("\u{FEFF}data: {{\"result\":{end}: comment{end}event: x{end}data:1}}{end}{end}data: 7{end}{end}"),
            joined,
            None,
            None,
        );
    }
    reads("data: {\"result\":\r\ndata: 1}\n\r\ndata: 7\r\r", joined, None, None);
    reads(&format!("\u{FEFF}\u{FEFF}data: {RESULT}\n\n"), None, None, None);
    reads(&format!(" data: {RESULT}\n\n"), None, None, None);
}

#[test]
fn one_blank_after_the_colon_is_not_part_of_the_value() {
    for (line, data) in [("data: {\"result\":1}", RESULT), ("data:{\"result\":1}", RESULT), ("data:  {\"result\":1}", " {\"result\":1}")] {
        reads(line, Some(data), None, None);
    }
    for other in ["Data: {\"result\":1}", "data : {\"result\":1}", "database: {\"result\":1}", "dat: {\"result\":1}"] {
        reads(other, None, None, None);
    }
}

#[test]
fn a_line_or_an_event_that_is_still_open_counts_for_the_response_only() {
    for end in ["", "\n", "\r", "\r\n"] {
        reads(&format!("id: 1\n\nid: 2\ndata: {RESULT}{end}"), Some(RESULT), Some("1"), None);
    }
    reads("data: {\"result\":\ndata: 1}", Some("{\"result\":\n1}"), None, None);
    reads("retry: 5", None, None, None);
    reads("retry: 5\r", None, None, Some(5));
    reads("id: 4\n", None, None, None);
    reads("id: 4\n\nid: 5", None, Some("4"), None);
}

#[test]
fn the_last_id_of_a_closed_event_counts_with_data_or_without() {
    reads("id: 7\n\nid:\n\n", None, None, None);
    reads("id: 7\n\nid\n\n", None, None, None);
    reads("id: 7\n\n: x\n\nevent: y\n\n", None, Some("7"), None);
    reads("id: 7\nid: a\0b\ndata: 1\n\n", None, Some("7"), None);
    reads("id: 7\nid: 8 \n\n", None, Some("8 "), None);
    reads("ids: 7\nID: 8\n\n", None, None, None);
    let replaced = read(b"id: \xFF\xC3\n\n").unwrap().last_event_id;
    assert_eq!(replaced.as_deref(), Some("\u{FFFD}\u{FFFD}"));
}

#[test]
fn the_last_retry_of_ascii_digits_counts() {
    reads("retry: 10\nretry\nretry:\nretry: x\nretry: -1\nretry: 1.5\nretry: 5 \nretry: \u{663}\nretrys: 4\n", None, None, Some(10));
    reads("retry:007\ndata: 1\n\n", None, None, Some(7));
    reads("retry: 18446744073709551615\n", None, None, Some(u64::MAX));
    for more in ["18446744073709551616", &"9".repeat(400)] {
        reads(&format!("retry: 1\nretry: {more}\n"), None, None, Some(u64::MAX));
    }
}

#[test]
fn only_data_of_several_lines_is_copied() {
    let is_borrowed = |body: &str| matches!(read(body.as_bytes()).unwrap().response, Some(Cow::Borrowed(_)));
    assert!(is_borrowed("id: 1\ndata: {\"result\":1}\nevent: x\n\n"));
    assert!(!is_borrowed("data: {\"result\":\ndata: 1}\n\n"));
}

/// What a reader found: messages, `None` for an event over the limit, the id and the retry at the end.
type Told = (Vec<Option<Vec<u8>>>, Option<String>, Option<u64>);

fn told<'a>(max_event: usize, pieces: impl Iterator<Item = &'a [u8]>) -> Told {
    let mut reader = SseReader::new(max_event);
    let mut items = Vec::new();
    let mut take = |reader: &mut SseReader| {
        while let Some(item) = reader.next_item().unwrap() {
            items.push(match item {
                SseItem::Message(data) => Some(data.to_vec()),
                SseItem::TooLarge => None,
            });
        }
    };
    for piece in pieces {
        reader.push(piece).unwrap();
        take(&mut reader);
    }
    reader.finish();
    take(&mut reader);
    take(&mut reader);
    assert!(reader.push(b"x").is_err());
    (items, reader.last_event_id().map(String::from), reader.retry_ms())
}

fn messages(max_event: usize, stream: &str) -> Vec<Option<String>> {
    let text = |data: Option<Vec<u8>>| data.map(|data| String::from_utf8(data).unwrap());
    told(max_event, stream.as_bytes().chunks(1)).0.into_iter().map(text).collect()
}

#[test]
fn a_reader_gives_each_message_with_the_id_and_the_retry_up_to_it() {
    let mut reader = SseReader::new(0);
    reader.push(b"id: 1\ndata: a\n\nretry: 5\nid: 2\ndata: b\ndata: c\r\n\r").unwrap();
    assert_eq!(reader.next_item().unwrap(), Some(SseItem::Message(b"a")));
    assert_eq!((reader.last_event_id(), reader.retry_ms()), (Some("1"), None));
    assert_eq!(reader.next_item().unwrap(), Some(SseItem::Message(b"b\nc")), "a CR ends a line before it is clear what follows");
    assert_eq!((reader.last_event_id(), reader.retry_ms()), (Some("2"), Some(5)));
    assert_eq!(reader.next_item().unwrap(), None);
    reader.push(b"\nid\n\ndata: d").unwrap();
    assert_eq!(reader.next_item().unwrap(), None);
    assert_eq!(reader.last_event_id(), None);
    reader.finish();
    assert_eq!(reader.next_item().unwrap(), Some(SseItem::Message(b"d")));
    assert_eq!(reader.next_item().unwrap(), None);
}

#[test]
fn events_with_empty_data_are_passed_over() {
    assert_eq!(messages(0, "data\n\ndata: \n\nevent: x\n\ndata:\ndata:\n\n"), [Some("\n".to_owned())]);
}

#[test]
fn an_event_over_the_limit_is_reported_once_and_skipped() {
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(messages(4, "data: 1234\n\ndata: 12345\ndata: 1\n\ndata: 1\n\n"), [some("1234"), None, some("1")]);
    assert_eq!(messages(4, "data: 12\ndata: 1\n\ndata: 12\ndata: 12\ndata: 123456\n\n"), [some("12\n1"), None]);
    assert_eq!(messages(2, "data\ndata\ndata\n\ndata\ndata\ndata\ndatabase\n\n"), [some("\n\n"), some("\n\n")]);
    assert_eq!(messages(2, "data\ndata\ndata\ndatabase\ndata\n\n"), [None]);
    assert_eq!(messages(4, ": a long comment\nanything: long\ndata: 1\n\n"), [some("1")]);
    assert_eq!(messages(4, "data: 1\nid: 12345\n\nretry: 12345\ndata: 1"), [None, None]);
    // The id counts all the same: a host that resumes must not be sent the same event again.
    let stream = b"id: 1\ndata: 123456789\nid: 2\nretry: 3\n\n";
    assert_eq!(told(4, stream.chunks(3)), (vec![None], Some("2".to_owned()), Some(3)));
}

#[test]
fn a_reader_holds_no_more_than_the_limit_says() {
    let limit = 1_000;
    for line in ["data: x", "data: x\n", ": comment", "unknown", "id: x", "id: x\n", "event: x\n", "data: x\n\n", "\r"] {
        let mut reader = SseReader::new(limit);
        for _ in 0..10_000 {
            reader.push(line.as_bytes()).unwrap();
            while reader.next_item().unwrap().is_some() {}
            assert!(reader.allocated() <= 6 * limit, "{line:?} {}", reader.allocated());
        }
    }
}

/// Streams made of what a parser may stumble over.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let parts: Vec<&[u8]> = vec![
        b"data",
        b"data:",
        b"data: ",
        b"id",
        b"id: ",
        b"retry: ",
        b"event: x",
        b":",
        b"\r\n",
        b"\r\n",
        b"\n",
        b"\n",
        b"\n\n",
        b"\r",
        b"\r",
        b" ",
        b"\0",
        b"7",
        b"12345",
        BOM,
        b"\xEF",
        b"\xE2\x82\xAC",
        b"\xFF",
        b"{\"result\":",
        b"{\"result\":1}",
        b"1}",
        b"{\"error\":{}}",
        b"data: {\"result\":1}\n\n",
        b"id: 1\n\n",
        b"retry: 5\n",
        b"a longer text of no meaning",
    ];
    prop::collection::vec(prop::sample::select(parts), 0..30).prop_map(|parts| parts.concat())
}

/// Cuts a stream at places drawn.
fn cut<'a>(stream: &'a [u8], places: &[prop::sample::Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<usize> = places.iter().map(|place| place.index(stream.len() + 1)).collect();
    places.extend([0, stream.len()]);
    places.sort_unstable();
    places.windows(2).map(|pair| &stream[pair[0]..pair[1]]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_in_pieces_equals_reading_the_whole(
        stream in stream(),
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        max_event in prop_oneof![Just(0_usize), 1_usize..40],
    ) {
        let at_once = told(max_event, std::iter::once(stream.as_slice()));
        prop_assert_eq!(&told(max_event, cut(&stream, &places).into_iter()), &at_once);
        prop_assert_eq!(&told(max_event, stream.chunks(1)), &at_once);
        if max_event == 0 {
            let is_response = |data: &&Vec<u8>| {
                let mut response = Response::NONE;
                response.read(data).is_ok() && response.is_response()
            };
            let whole = read(&stream).unwrap();
            let last = at_once.0.iter().flatten().rfind(is_response);
            prop_assert_eq!(whole.response.as_deref(), last.map(Vec::as_slice));
            prop_assert_eq!(whole.last_event_id.as_deref(), at_once.1.as_deref());
            prop_assert_eq!(whole.retry_ms, at_once.2);
        }
    }
}
