//! Passing over arrays and objects, however deep, without recursion.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use super::open::{Deep, Open, Shallow, Words};
use super::scan::{Passed, Scan, Scanner};

/// At an opening bracket: skips the array or object. What comes back is the place after it, or at the fault.
#[inline(never)]
pub(super) fn pass(bytes: &[u8], at: usize) -> (usize, Passed) {
    let mut scanner = Scanner::at(bytes, at);
    let mut open = Shallow::default();
    match walk(&mut scanner, &mut open) {
        Ok(false) => pass_deep(bytes, scanner.offset(), open, scanner.saw_non_ascii()),
        outcome => scanner.passed(outcome.map(|_| ())),
    }
}

/// Goes on where [`Shallow`] has no room.
#[cold]
#[inline(never)]
fn pass_deep(bytes: &[u8], at: usize, open: Shallow, non_ascii: bool) -> (usize, Passed) {
    let mut scanner = Scanner::at(bytes, at);
    let mut words = Words::default();
    let outcome = walk(&mut scanner, &mut Deep::new(open, &mut words));
    match scanner.passed(outcome.map(|_| ())) {
        (at, Passed::Ascii) if non_ascii => (at, Passed::NonAscii),
        passed => passed,
    }
}

/// At a value: walks until every open bracket is closed. False if `open` had no room; then it stands at the bracket.
#[inline(always)]
fn walk(scanner: &mut Scanner<'_>, open: &mut impl Open) -> Scan<bool> {
    'value: loop {
        match scanner.peek() {
            Some(b'[') => {
                // A run of them goes by in a few instructions each: a deep text has little else.
                while scanner.peek() == Some(b'[') {
                    if !open.push(false)? {
                        return Ok(false);
                    }
                    scanner.step();
                }
                if !scanner.closes(b']') {
                    continue;
                }
                open.pop();
            }
            Some(b'{') => {
                if !open.push(true)? {
                    return Ok(false);
                }
                scanner.step();
                if !scanner.closes(b'}') {
                    scanner.name()?;
                    continue;
                }
                open.pop();
            }
            _ => scanner.flat()?,
        }
        loop {
            while !open.in_object() && !open.is_empty() && scanner.peek() == Some(b']') {
                scanner.step();
                open.pop();
            }
            if open.is_empty() {
                return Ok(true);
            }
            let object = open.in_object();
            if scanner.has_more(if object { b'}' } else { b']' })? {
                if object {
                    scanner.name()?;
                }
                continue 'value;
            }
            open.pop();
        }
    }
}
