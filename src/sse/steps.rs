//! Counts the bytes that are looked at or moved: in tests only, which show by it that no stream costs more than its length.

#[cfg(not(test))]
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is nothing")]
pub(super) const fn look(_: usize) {}

#[cfg(test)]
pub(super) use tests::look;

#[cfg(test)]
mod tests {
    use super::super::{SseReader, read};
    use std::cell::Cell;

    thread_local! {
        static LOOKS: Cell<usize> = const { Cell::new(0) };
    }

    pub fn look(bytes: usize) {
        LOOKS.set(LOOKS.get() + bytes + 1);
    }

    fn looks(work: impl FnOnce()) -> usize {
        let before = LOOKS.get();
        work();
        LOOKS.get() - before
    }

    /// Streams whose cost might grow faster than they do.
    fn streams(size: usize) -> Vec<(&'static str, String)> {
        let result = r#"data: {"result":1}"#;
        vec![
            ("tiny events", "data:1\n\n".repeat(size)),
            ("responses", format!("{result}\n\n").repeat(size)),
            ("responses of two lines", "data: {\"result\":\r\ndata: 1}\r\n\r\n".repeat(size)),
            ("data lines", format!("{}\n", "data\n".repeat(size))),
            ("data lines of an open event", format!("data: {{\"result\":\r{}", "data: 1\r".repeat(size))),
            ("data lines between comments", format!("{}\n", "data: 1\n:\nevent: x\n".repeat(size))),
            ("ids", format!("id: 7\n{result}\n\n").repeat(size)),
            ("ids of one event", "id: 7\n".repeat(size)),
            ("ids of growing length", (0..size / 20).flat_map(|n| ["id: ".to_owned(), "x".repeat(n), "\n\n".to_owned()]).collect()),
            ("retries", format!("retry: {}\nretry: 5\n", "9".repeat(size))),
            ("empty lines", "\r".repeat(size)),
            ("comments", ": x\n".repeat(size)),
            ("a line", format!("data: {}", "x".repeat(size))),
            ("a comment", format!(": {}", "x".repeat(size))),
            ("an unknown field", format!("{}\n", "x".repeat(size))),
        ]
    }

    /// Every way to read: whole, in pieces, over the limit, and with a host that takes one item for each push.
    fn ways(stream: &str) -> [(&'static str, usize); 5] {
        let pieces = |max_event, size, all: bool| {
            looks(|| {
                let mut reader = SseReader::new(max_event);
                for piece in stream.as_bytes().chunks(size) {
                    reader.push(piece).unwrap();
                    while reader.next_item().unwrap().is_some() && all {}
                }
                reader.finish();
                while reader.next_item().unwrap().is_some() {}
            })
        };
        [
            ("whole", looks(|| assert!(read(stream.as_bytes()).is_ok()))),
            ("bytes", pieces(0, 1, true)),
            ("pieces", pieces(0, 1_000, true)),
            ("over the limit", pieces(10, 7, true)),
            ("a backlog", pieces(0, 64, false)),
        ]
    }

    #[test]
    fn cost_grows_as_the_stream_does() {
        for ((name, small), (_, large)) in streams(2_000).into_iter().zip(streams(20_000)) {
            for ((way, few), (_, many)) in ways(&small).into_iter().zip(ways(&large)) {
                let (few, many) = (few.max(small.len()) * large.len(), many * small.len());
                // The amortized moves come in steps that double, so that one more may fall on the larger stream.
                assert!(many * 10 < few * 16, "{name}, {way}: {few} {many}");
            }
        }
    }

    #[test]
    fn a_line_of_a_mebibyte_byte_by_byte() {
        let line = format!("data: {}\n\n", "x".repeat(1 << 20));
        let cost = looks(|| {
            let mut reader = SseReader::new(0);
            let mut messages = 0;
            for byte in line.as_bytes() {
                reader.push(std::slice::from_ref(byte)).unwrap();
                messages += usize::from(reader.next_item().unwrap().is_some());
            }
            assert_eq!(messages, 1);
        });
        assert!(cost < line.len() * 3, "{cost}");
    }
}
