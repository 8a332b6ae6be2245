//! `mcp_request_read` and structs of other sizes and places than this library's.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use mcp_errors::ffi::{mcp_request, mcp_request_read};
use std::mem::offset_of;

const SIZE: usize = size_of::<mcp_request>();
const REQUEST: &str = r#"{"id":7,"method":"tools/call","params":{"name":"t"}}"#;

/// Reads the request into bytes that begin with a size, one byte off from where a struct may stand.
fn read(request: &str, struct_size: usize, room: usize) -> (i32, Vec<u8>) {
    let mut memory = vec![0xA5_u8; room + 1];
    memory[1..=size_of::<usize>()].copy_from_slice(&struct_size.to_ne_bytes());
    // SAFETY: there is room for as many bytes as the size says, and a struct need not be aligned.
    let status = unsafe { mcp_request_read(request.as_ptr().cast(), request.len(), memory.as_mut_ptr().wrapping_add(1).cast()) };
    (status, memory.split_off(1))
}

fn number<const N: usize>(memory: &[u8], offset: usize) -> [u8; N] {
    memory[offset..offset + N].try_into().unwrap()
}

fn span(memory: &[u8], offset: usize) -> (u64, u64) {
    (u64::from_ne_bytes(number(memory, offset)), u64::from_ne_bytes(number(memory, offset + 8)))
}

#[test]
fn fills_a_struct_of_its_own_size_and_leaves_the_rest_of_a_longer_one() {
    for size in [SIZE, SIZE + 1, SIZE + 64] {
        let (status, memory) = read(REQUEST, size, SIZE + 64);
        assert_eq!(status, 0);
        assert_eq!(number(&memory, 0), size.to_ne_bytes(), "the size is the caller's");
        assert_eq!(i32::from_ne_bytes(number(&memory, offset_of!(mcp_request, message_type))), 5);
        assert_eq!(i32::from_ne_bytes(number(&memory, offset_of!(mcp_request, reserved))), 0);
        assert_eq!(span(&memory, offset_of!(mcp_request, id)), (6, 1));
        assert_eq!(span(&memory, offset_of!(mcp_request, method)), (17, 12));
        assert_eq!(span(&memory, offset_of!(mcp_request, name)), (47, 3));
        for absent in [offset_of!(mcp_request, protocol_version), offset_of!(mcp_request, capabilities), offset_of!(mcp_request, arguments)]
        {
            assert_eq!(span(&memory, absent), (u64::MAX, 0));
        }
        assert!(memory[SIZE..].iter().all(|&byte| byte == 0xA5));
    }
}

#[test]
fn writes_nothing_on_failure() {
    for (request, size, status) in [(REQUEST, SIZE - 1, 1), (REQUEST, 8, 1), (REQUEST, 0, 1), ("{", SIZE, 2), ("", SIZE, 2)] {
        let (got, memory) = read(request, size, SIZE);
        assert_eq!(got, status, "{request} {size}");
        assert!(memory[size_of::<usize>()..].iter().all(|&byte| byte == 0xA5));
    }
    // SAFETY: NULL is an invalid argument.
    let status = |request: *const std::ffi::c_char| unsafe { mcp_request_read(request, 1, std::ptr::null_mut()) };
    assert_eq!((status(c"7".as_ptr()), status(std::ptr::null())), (1, 1));
}
