//! Structs that a caller gives with their size.

use super::status::Status;

/// Writes the members that the caller's struct has room for, behind its size. The struct need not be aligned or initialized.
///
/// # Safety
///
/// `out` is NULL, or its first member is a size that the caller set, and as many bytes are valid for a write.
pub(super) unsafe fn write<T: Copy>(out: *mut T, v1_size: usize, value: &T) -> Result<(), Status> {
    if out.is_null() {
        return Err(Status::InvalidArgument);
    }
    // SAFETY: not NULL, and the size is the first member of every such struct.
    let size = unsafe { out.cast::<usize>().read_unaligned() };
    if size < v1_size {
        return Err(Status::InvalidArgument);
    }
    let start = size_of::<usize>();
    let length = size.min(size_of::<T>()).saturating_sub(start);
    // SAFETY: both have `start + length` bytes, the caller's by its own word, and a local value is not the caller's.
    unsafe { std::ptr::from_ref(value).cast::<u8>().add(start).copy_to_nonoverlapping(out.cast::<u8>().add(start), length) };
    Ok(())
}
