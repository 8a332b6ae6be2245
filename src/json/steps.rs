//! How often the scanner looks at the text: counted in tests only, which show by it that no input costs more than its length.

/// Counts one look at a byte or a block.
#[cfg(not(test))]
#[inline(always)]
pub(super) const fn look() {}

#[cfg(test)]
pub(super) use tests::look;

#[cfg(test)]
mod tests {
    use crate::capabilities::is_well_formed;
    use crate::error::read_member;
    use crate::failure::word;
    use crate::json::check;
    use crate::response::Response;
    use crate::sse;
    use std::cell::Cell;

    thread_local! {
        static LOOKS: Cell<usize> = const { Cell::new(0) };
    }

    pub fn look() {
        LOOKS.set(LOOKS.get() + 1);
    }

    fn looks(work: impl FnOnce()) -> usize {
        let before = LOOKS.get();
        work();
        LOOKS.get() - before
    }

    fn repeat(text: &str, times: usize) -> String {
        vec![text; times].join(",")
    }

    /// Inputs whose cost might grow faster than they do, `size` times as large as the smallest.
    fn inputs(size: usize) -> Vec<(&'static str, String)> {
        let data = |data: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32021,"message":"m","data":{data}}}}}"#);
        let extensions = |members: &str| data(&format!(r#"{{"requiredCapabilities":{{"extensions":{{{members}}}}}}}"#));
        let named = |value: &str| (0..size).map(|name| format!(r#""n{name}":{value}"#)).collect::<Vec<_>>().join(",");
        vec![
            ("open brackets", "[".repeat(size)),
            ("arrays", data(&format!("{}{}", "[".repeat(size), "]".repeat(size)))),
            ("objects", data(&format!("{}1{}", r#"{"a":"#.repeat(size), "}".repeat(size)))),
            ("blanks", format!("{}{}", " ".repeat(size), data(&format!("[{}]", "\n".repeat(size))))),
            ("digits", data(&"1".repeat(size))),
            ("a string", data(&format!(r#""{}""#, "x".repeat(size)))),
            ("escapes", data(&format!(r#""{}""#, r#"\"\u0041x"#.repeat(size)))),
            ("not ASCII", data(&format!(r#""{}""#, "é".repeat(size)))),
            ("a string that does not end", data(&format!(r#""{}"#, "x".repeat(size)))),
            ("errors", format!("{{{}}}", repeat(r#""error":{"code":1,"message":"m","data":{"requiredCapabilities":{}}}"#, size))),
            ("data", data(&format!("{{{}}}", repeat(r#""requiredCapabilities":{"roots":{}}"#, size)))),
            ("elicitations", data(&format!(r#"{{"requiredCapabilities":{{{}}}}}"#, repeat(r#""elicitation":{"form":{},"url":7}"#, size)))),
            ("a repeated extension", extensions(&repeat(r#""a":7,"a":{}"#, size))),
            ("extensions that are no objects", extensions(&named("7"))),
            ("extensions that were mended", extensions(&format!("{},{}", named("7"), named("{}")))),
            ("versions", data(&format!(r#"{{"supported":[{}]}}"#, repeat(r#""1""#, size)))),
        ]
    }

    /// All that reads bytes nobody vouches for.
    fn read(text: &str) -> usize {
        let bytes = text.as_bytes();
        looks(|| {
            let mut response = Response::NONE;
            assert!(response.read(bytes).is_ok());
            let _ = (check(bytes, word!("json")), read_member(bytes, word!("json")), is_well_formed(bytes));
            assert!(sse::response(format!("data: {text}\n\n").as_bytes()).is_ok());
        })
    }

    #[test]
    fn cost_grows_as_the_input_does() {
        for ((name, small), (_, large)) in inputs(200).into_iter().zip(inputs(2000)) {
            let (few, many) = (read(&small), read(&large));
            // A tenth more looks a byte is leave enough for numbers that grow longer.
            let (few_per_large, many_per_small) = (few * large.len(), many * small.len());
            assert!(
                few > 0 && many_per_small * 10 < few_per_large * 11,
                "{name}: {few} looks at {}, {many} at {} bytes",
                small.len(),
                large.len()
            );
        }
    }
}
