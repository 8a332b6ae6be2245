//! A -32021 response read by the library and by rmcp: both sides on the same bytes in one run, in turns, medians of CPU time.

#[path = "../../../common/mod.rs"]
mod common;

use common::{Library, race, wire};
use rmcp::model::{ClientCapabilities, JsonRpcMessage, ServerJsonRpcMessage};
use std::hint::black_box;

/// The message by the SDK's own type, and the capabilities in its data by theirs.
fn read(bytes: &[u8]) -> Option<(i32, ClientCapabilities)> {
    match serde_json::from_slice::<ServerJsonRpcMessage>(bytes).ok()? {
        JsonRpcMessage::Error(message) => {
            let mut data = message.error.data?;
            let required = serde_json::from_value(data.get_mut("requiredCapabilities")?.take()).ok()?;
            Some((message.error.code.0, required))
        }
        _ => None,
    }
}

fn main() {
    let library = Library::load();
    let inputs: Vec<Vec<u8>> = wire(-32021).into_iter().filter(|bytes| read(bytes).is_some_and(|(code, _)| code == -32021)).collect();
    assert!(inputs.len() > 10, "rmcp reads the real answers");
    let mut ours = |bytes: &[u8]| {
        black_box(library.classify(bytes));
    };
    let mut theirs = |bytes: &[u8]| {
        black_box(read(bytes));
    };
    let times = race(&inputs, &mut [&mut ours, &mut theirs]);
    println!("| what | ours ns | theirs ns | ratio |");
    println!("|---|---|---|---|");
    println!("| rmcp 3.11.0, message and capabilities | {:.0} | {:.0} | {:.1} |", times[0], times[1], times[1] / times[0]);
}
