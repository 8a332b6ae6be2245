//! Passing over arrays and objects, however deep, without recursion.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use super::open::{Deep, Open, Shallow, Words};
use super::scan::{Scan, Scanner, Stop};

/// What passing over nested values came to; small, so that it is returned in a register.
#[derive(Clone, Copy)]
pub(super) enum Passed {
    Ascii,
    /// A string may have had a byte that is not ASCII.
    NonAscii,
    Stopped(Stop),
}

impl Passed {
    const fn of(outcome: Scan<bool>, non_ascii: bool) -> Self {
        match outcome {
            Ok(_) if non_ascii => Self::NonAscii,
            Ok(_) => Self::Ascii,
            Err(stop) => Self::Stopped(stop),
        }
    }
}

/// At an opening bracket: passes over the array or object. What comes back is the place behind it, or at the fault.
#[inline(never)]
pub(super) fn pass(bytes: &[u8], at: usize) -> (usize, Passed) {
    let mut scanner = Scanner::at(bytes, at);
    let mut open = Shallow::default();
    match walk(&mut scanner, &mut open) {
        Ok(false) => pass_deep(bytes, scanner.offset(), open, scanner.saw_non_ascii()),
        outcome => (scanner.offset(), Passed::of(outcome, scanner.saw_non_ascii())),
    }
}

/// Goes on where [`Shallow`] has no room.
#[cold]
#[inline(never)]
fn pass_deep(bytes: &[u8], at: usize, open: Shallow, non_ascii: bool) -> (usize, Passed) {
    let mut scanner = Scanner::at(bytes, at);
    let mut words = Words::default();
    let outcome = walk(&mut scanner, &mut Deep::new(open, &mut words));
    (scanner.offset(), Passed::of(outcome, non_ascii || scanner.saw_non_ascii()))
}

/// At a value: walks until every open bracket is closed. False if `open` had no room; then it stands at the bracket.
#[inline(always)]
fn walk(scanner: &mut Scanner<'_>, open: &mut impl Open) -> Scan<bool> {
    'value: loop {
        match scanner.peek() {
            Some(bracket @ (b'{' | b'[')) => {
                let object = bracket == b'{';
                if !open.push(object)? {
                    return Ok(false);
                }
                if scanner.enter(close(object)) {
                    if object {
                        scanner.name()?;
                    }
                    continue;
                }
                open.pop();
            }
            _ => scanner.flat()?,
        }
        loop {
            if open.is_empty() {
                return Ok(true);
            }
            let object = open.in_object();
            if scanner.another(close(object))? {
                if object {
                    scanner.name()?;
                }
                continue 'value;
            }
            open.pop();
        }
    }
}

const fn close(object: bool) -> u8 {
    if object { b'}' } else { b']' }
}
