//! Structs that cross the ABI and may be of another version of it than this library's.
//!
//! Each begins with `struct_size`, and members are only ever appended. No reference to the caller's struct is ever formed: it may be
//! shorter than ours, unaligned, or not initialized.

use crate::failure::{Failure, Word, word};
use std::mem::MaybeUninit;
use std::ptr;

/// A struct of the ABI.
///
/// # Safety
///
/// The type is `repr(C)`, begins with a `usize` named `struct_size`, and all zeros are a value of it.
pub(super) unsafe trait Sized: Copy {
    /// The size of the struct in ABI version 1: shorter ones are refused.
    const FIRST: usize;
}

/// The end of a member: the size of a struct that has it as its last member.
macro_rules! end_of {
    ($type:ty, $member:ident: $member_type:ty) => {
        std::mem::offset_of!($type, $member) + size_of::<$member_type>()
    };
}
pub(super) use end_of;

/// How many bytes of the caller's struct the library reads or writes.
///
/// # Safety
///
/// Unless NULL, `caller` points to a struct whose `struct_size` is its size.
unsafe fn shared_size<T: Sized>(caller: *const T, parameter: Word) -> Result<usize, Failure> {
    if caller.is_null() {
        return Err(Failure::argument(parameter, word!("must not be NULL")));
    }
    // SAFETY: not NULL, and every version of the struct begins with its size.
    let size = unsafe { caller.cast::<usize>().read_unaligned() };
    if size < T::FIRST {
        return Err(Failure::member(parameter, word!("struct_size"), word!("must be the size of the struct")));
    }
    Ok(size.min(size_of::<T>()))
}

/// Checks a struct before anything is written to it.
///
/// # Safety
///
/// As for [`shared_size`].
pub(super) unsafe fn check<T: Sized>(caller: *const T, parameter: Word) -> Result<(), Failure> {
    // SAFETY: passed on.
    unsafe { shared_size(caller, parameter) }.map(|_| ())
}

/// A copy of the caller's struct; members that it lacks are zero.
///
/// # Safety
///
/// Unless NULL, `caller` points to an initialized struct whose `struct_size` is its size.
pub(super) unsafe fn read<T: Sized>(caller: *const T, parameter: Word) -> Result<T, Failure> {
    let mut copy = MaybeUninit::<T>::zeroed();
    // SAFETY: the caller's struct has at least so many bytes, and so has the copy; `Sized` says that zeros are a value.
    unsafe {
        let size = shared_size(caller, parameter)?;
        ptr::copy_nonoverlapping(caller.cast::<u8>(), copy.as_mut_ptr().cast(), size);
        Ok(copy.assume_init())
    }
}

/// Lets `put` write all of a struct but its `struct_size` to the caller's, as far as the caller's has room.
///
/// Most callers have room for all of it. Then `put` writes there itself: a copy of what was just written has to wait for it.
///
/// # Safety
///
/// Unless NULL, `caller` points to a struct whose `struct_size` is its size; nothing else of it need be initialized. `put` takes a
/// pointer that is good for writes, though not aligned.
pub(super) unsafe fn fill<T: Sized>(caller: *mut T, parameter: Word, put: impl FnOnce(*mut T)) -> Result<(), Failure> {
    // SAFETY: passed on.
    let size = unsafe { shared_size(caller, parameter) }?;
    if size == size_of::<T>() {
        put(caller);
        return Ok(());
    }
    let mut whole = MaybeUninit::<T>::zeroed();
    put(whole.as_mut_ptr());
    // SAFETY: the caller's struct has at least so many bytes, and so has ours; both begin with the size.
    unsafe {
        let from = whole.as_ptr().cast::<u8>().add(size_of::<usize>());
        ptr::copy_nonoverlapping(from, caller.cast::<u8>().add(size_of::<usize>()), size - size_of::<usize>());
    }
    Ok(())
}

/// Writes all of a struct but its `struct_size` to the caller's, as far as the caller's has room.
///
/// # Safety
///
/// Unless NULL, `caller` points to a struct whose `struct_size` is its size; nothing else of it need be initialized.
pub(super) unsafe fn write<T: Sized>(caller: *mut T, value: &T, parameter: Word) -> Result<(), Failure> {
    // SAFETY: the caller's struct has at least so many bytes, and so has the value; both begin with the size.
    unsafe {
        let size = shared_size(caller, parameter)?;
        let from = ptr::from_ref(value).cast::<u8>();
        ptr::copy_nonoverlapping(from.add(size_of::<usize>()), caller.cast::<u8>().add(size_of::<usize>()), size - size_of::<usize>());
    }
    Ok(())
}
