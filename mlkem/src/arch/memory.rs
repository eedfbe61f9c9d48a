//! Memory for what an operation computes on its way, which is written before it is read: nothing clears it first.
//! That would take 3 to 4 % of an operation.

use crate::ring::{Rq, Tq};
use core::mem::MaybeUninit;
use keccak::Aligned;
use zeroize::{Zeroize, optimization_barrier};

/// How far below an operation's own frame the stack is wiped when it is done: the deepest of them, with room.
pub(crate) const STACK_TO_WIPE: usize = 2048;

/// As many bytes as are cleared at a time: for more, the C library of Linux takes an instruction of the processor
/// instead of stores, which halves the speed and lets nothing run beside it (AMD Zen 5; 1 to 2 % of an operation).
const FILL: usize = 2048;

/// Types of which every bit pattern is a value, and which have nothing to do when they are dropped.
///
/// # Safety
/// Both must be true.
pub(crate) unsafe trait Plain {}

// SAFETY: an integer.
unsafe impl Plain for u8 {}
// SAFETY: an integer.
unsafe impl Plain for u64 {}
// SAFETY: integers, without padding.
unsafe impl Plain for Rq {}
// SAFETY: integers, without padding.
unsafe impl Plain for Tq {}
// SAFETY: nothing but a plain type's elements.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}
// SAFETY: nothing but a plain type, and padding, which has no values.
unsafe impl<T: Plain> Plain for Aligned<T> {}

/// Defines a struct of plain fields, which is plain then.
macro_rules! plain {
    ($(#[$attribute:meta])* struct $name:ident$(<const $n:ident: usize>)? {
        $($(#[$field_attribute:meta])* $field:ident: $type:ty,)*
    }) => {
        $(#[$attribute])*
        pub(crate) struct $name$(<const $n: usize>)? {
            $($(#[$field_attribute])* pub(crate) $field: $type,)*
        }

        // SAFETY: all the fields are plain, and there is no `Drop`: this is the whole definition.
        #[allow(unsafe_code)]
        unsafe impl$(<const $n: usize>)? $crate::arch::memory::Plain for $name$(<$n>)? where $($type: $crate::arch::memory::Plain),* {}
    };
}
pub(crate) use plain;

/// Memory for public values.
pub(crate) type Public<T> = Memory<T, false>;
/// Memory for secret values: wiped on drop.
pub(crate) type Secret<T> = Memory<T, true>;

/// Memory whose contents are any bytes at first: what earlier functions left there, so it is no less secret than they.
pub(crate) struct Memory<T: Plain, const WIPE: bool>(MaybeUninit<T>);

impl<T: Plain, const WIPE: bool> Memory<T, WIPE> {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// The value that the bytes are.
    #[inline(always)]
    pub(crate) fn get(&mut self) -> &mut T {
        #[cfg(all(
            not(miri),
            any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64", target_arch = "arm")
        ))]
        // SAFETY: it does nothing; for all the compiler knows, it has written every byte.
        unsafe {
            core::arch::asm!("/* {} */", in(reg) self.0.as_mut_ptr(), options(nostack, preserves_flags));
        }
        #[cfg(not(all(
            not(miri),
            any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64", target_arch = "arm")
        )))]
        self.clear();
        // SAFETY: the bytes are written, and any are a value of a plain type.
        unsafe { self.0.assume_init_mut() }
    }

    #[inline(always)]
    fn clear(&mut self) {
        let start = self.0.as_mut_ptr().cast::<MaybeUninit<u8>>();
        // SAFETY: the memory is this value's own, and may hold any bytes.
        let bytes = unsafe { core::slice::from_raw_parts_mut(start, size_of::<T>()) };
        for part in bytes.chunks_mut(FILL) {
            part.fill(MaybeUninit::new(0));
            optimization_barrier(part);
        }
    }
}

impl<T: Plain, const WIPE: bool> Drop for Memory<T, WIPE> {
    #[inline]
    fn drop(&mut self) {
        if WIPE {
            self.clear();
        }
    }
}

/// Bytes that are wiped when they go out of scope, however that happens.
pub(crate) struct Wiped<A: AsMut<[u8]>>(pub(crate) A);

impl<A: AsMut<[u8]>> Drop for Wiped<A> {
    #[inline]
    fn drop(&mut self) {
        wipe(self.0.as_mut());
    }
}

/// Overwrites secret bytes. The slice's `zeroize` is for that; an array's stores byte by byte.
#[inline]
pub(crate) fn wipe(bytes: &mut [u8]) {
    bytes.zeroize();
}
