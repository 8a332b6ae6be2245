//! Enough of std that its runtime is linked: allocation, formatting, unwinding, a thread.

/// 42, the long way round.
#[no_mangle]
pub extern "C" fn second_answer(seed: i32) -> i32 {
    let caught = std::panic::catch_unwind(|| {
        if seed == 0 {
            panic!("on purpose: {seed}");
        }
        seed
    });
    let text = format!("{}", caught.map_or(42, |_| 41));
    std::thread::spawn(move || text.parse().unwrap_or(0)).join().unwrap_or(0)
}
