//! Valgrind's client requests (valgrind.h and memcheck.h), which do nothing outside of Valgrind.

const RUNNING_ON_VALGRIND: u64 = 0x1001;
const MAKE_MEM_UNDEFINED: u64 = 0x4d43_0001;
const MAKE_MEM_DEFINED: u64 = 0x4d43_0002;

/// One request. Valgrind knows it by four rotations of rdi, by 128 bits in all, and an exchange of a register with itself.
fn request(code: u64, address: usize, length: usize) -> u64 {
    let arguments = [code, address as u64, length as u64, 0, 0, 0];
    let mut result = 0;
    // SAFETY: a processor does nothing here but rotate rdi back to what it was; Valgrind reads the six words at rax, and
    // changes rdx and its own notes on `length` bytes at `address`, which are a caller's slice.
    unsafe {
        std::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            inout("rdi") 0u64 => _,
            in("rax") arguments.as_ptr(),
            inout("rdx") result,
            options(nostack),
        );
    }
    result
}

/// Whether this process runs under Valgrind.
pub(crate) fn running() -> bool {
    request(RUNNING_ON_VALGRIND, 0, 0) != 0
}

/// From here on, memcheck reports each branch and each address that depends on these bytes.
pub(crate) fn make_secret(bytes: &mut [u8]) {
    request(MAKE_MEM_UNDEFINED, bytes.as_ptr().addr(), bytes.len());
}

/// What depends on these bytes may be seen by everybody.
pub(crate) fn make_public(bytes: &[u8]) {
    request(MAKE_MEM_DEFINED, bytes.as_ptr().addr(), bytes.len());
}
