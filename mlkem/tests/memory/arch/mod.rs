//! What a test of memory needs and safe Rust does not give: a stack of its own, and a look at what a drop leaves behind.

use std::mem::ManuallyDrop;

/// What an untouched byte of the stack holds. Eight of them are no pointer, no count and no coefficient.
const PAINT: u8 = 0xa5;

/// A stack that is painted before each call, so that what a call left on it can be read.
pub(crate) struct PaintedStack {
    memory: Vec<u8>,
}

impl PaintedStack {
    pub(crate) fn new(size: usize) -> Self {
        Self { memory: vec![PAINT; size] }
    }

    /// Runs `operation` on this stack, painted anew. It must not panic.
    pub(crate) fn run<F: FnMut()>(&mut self, mut operation: F) {
        extern "C" fn call<F: FnMut()>(operation: *mut F) {
            // SAFETY: `operation` is the closure below, which lives until the call is over and which nobody else uses meanwhile.
            unsafe { (*operation)() }
        }
        self.memory.fill(PAINT);
        let end = self.memory.as_mut_ptr_range().end;
        let top = end.map_addr(|address| address & !63);
        // SAFETY: `top` is aligned as both ABIs ask and the memory below it is ours, written by nobody else and alive through
        // the call; `call` has the C ABI and does not unwind (an `extern "C"` function aborts instead); the old stack pointer
        // is kept in a register that both ABIs preserve.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            std::arch::asm!(
                "mov r12, rsp",
                "mov rsp, {top}",
                "call {call}",
                "mov rsp, r12",
                out("r12") _,
                top = in(reg) top,
                call = sym call::<F>,
                in("rdi") &raw mut operation,
                clobber_abi("C"),
            );
            #[cfg(target_arch = "aarch64")]
            std::arch::asm!(
                "mov x20, sp",
                "mov sp, {top}",
                "bl {call}",
                "mov sp, x20",
                out("x20") _,
                top = in(reg) top,
                call = sym call::<F>,
                in("x0") &raw mut operation,
                clobber_abi("C"),
            );
        }
    }

    /// How much of it the last call touched, in bytes.
    pub(crate) fn used(&self) -> usize {
        self.memory.len() - self.memory.iter().position(|&byte| byte != PAINT).unwrap_or(self.memory.len())
    }

    /// What the last call left.
    pub(crate) fn left(&self) -> &[u8] {
        &self.memory
    }
}

/// The bytes that a value leaves where it was when it is dropped.
pub(crate) fn dropped<T>(value: T) -> Vec<u8> {
    let mut place = Box::new(ManuallyDrop::new(value));
    let bytes: *const u8 = (&raw const *place).cast();
    // SAFETY: dropped here only, and not used as a T afterwards; the box keeps the memory.
    unsafe { ManuallyDrop::drop(&mut place) };
    // SAFETY: within the box; a volatile read of a byte that may be padding gives whatever stands there.
    (0..size_of::<T>()).map(|i| unsafe { bytes.add(i).read_volatile() }).collect()
}
