//! AWS-LC, called as C: what `peers::aws_lc_sys` stands on.

use aws_lc_sys::{
    EVP_DigestFinal_ex, EVP_DigestFinalXOF, EVP_DigestInit_ex, EVP_DigestUpdate, EVP_MD, EVP_MD_CTX_free,
    EVP_MD_CTX_new, EVP_MD_FLAG_XOF, EVP_MD_flags, EVP_MD_size, EVP_PKEY, EVP_PKEY_CTX, EVP_PKEY_CTX_free,
    EVP_PKEY_CTX_kem_set_params, EVP_PKEY_CTX_new, EVP_PKEY_CTX_new_id, EVP_PKEY_KEM, EVP_PKEY_decapsulate,
    EVP_PKEY_free, EVP_PKEY_get_raw_public_key, EVP_PKEY_kem_new_raw_public_key, EVP_PKEY_keygen_init, EVP_sha3_224,
    EVP_sha3_256, EVP_sha3_384, EVP_sha3_512, EVP_shake128, EVP_shake256,
};
use std::ffi::c_int;
use std::ptr::{NonNull, null_mut};

unsafe extern "C" {
    #[link_name = "aws_lc_0_47_0_SHAKE128"]
    fn aws_lc_shake128(data: *const u8, in_len: usize, out: *mut u8, out_len: usize) -> *mut u8;

    #[link_name = "aws_lc_0_47_0_EVP_PKEY_keygen_deterministic"]
    fn EVP_PKEY_keygen_deterministic(
        ctx: *mut EVP_PKEY_CTX,
        out_pkey: *mut *mut EVP_PKEY,
        seed: *const u8,
        seed_len: *mut usize,
    ) -> c_int;

    #[link_name = "aws_lc_0_47_0_EVP_PKEY_encapsulate_deterministic"]
    fn EVP_PKEY_encapsulate_deterministic(
        ctx: *mut EVP_PKEY_CTX,
        ciphertext: *mut u8,
        ciphertext_len: *mut usize,
        shared_secret: *mut u8,
        shared_secret_len: *mut usize,
        seed: *const u8,
        seed_len: *mut usize,
    ) -> c_int;
}

/// A hash function of the library.
pub(crate) struct Function(unsafe extern "C" fn() -> *const EVP_MD);

pub(crate) const SHA3_224: Function = Function(EVP_sha3_224);
pub(crate) const SHA3_256: Function = Function(EVP_sha3_256);
pub(crate) const SHA3_384: Function = Function(EVP_sha3_384);
pub(crate) const SHA3_512: Function = Function(EVP_sha3_512);
pub(crate) const SHAKE128: Function = Function(EVP_shake128);
pub(crate) const SHAKE256: Function = Function(EVP_shake256);

impl Function {
    /// SHA-3 or SHAKE through the library's general interface.
    #[allow(clippy::expect_used, reason = "see Kem")]
    pub(crate) fn digest(&self, data: &[u8], writes: usize, output: &mut [u8]) {
        // SAFETY: the function gives one of the library's constants; making a context needs nothing else.
        let (md, ctx) = unsafe { ((self.0)(), EVP_MD_CTX_new()) };
        // SAFETY: `md` is a constant.
        let (is_xof, size) = unsafe { (EVP_MD_flags(md) & EVP_MD_FLAG_XOF as u32 != 0, EVP_MD_size(md)) };
        let ctx = NonNull::new(ctx).expect("memory").as_ptr();
        assert!(is_xof || size == output.len(), "the output is the function's");
        // SAFETY: `ctx` is live until it is freed at the end, and nobody else's. `data` is as long as is said, and `output`
        // is as long as is said or, for a function of fixed length, as the assertion says.
        let done = unsafe {
            let mut done = EVP_DigestInit_ex(ctx, md, null_mut());
            for _ in 0..writes {
                done &= EVP_DigestUpdate(ctx, data.as_ptr().cast(), data.len());
            }
            done &= match is_xof {
                true => EVP_DigestFinalXOF(ctx, output.as_mut_ptr(), output.len()),
                false => EVP_DigestFinal_ex(ctx, output.as_mut_ptr(), null_mut()),
            };
            EVP_MD_CTX_free(ctx);
            done
        };
        assert_eq!(done, 1);
    }
}

/// SHAKE128 in one call.
pub(crate) fn shake128(input: &[u8], output: &mut [u8]) {
    // SAFETY: both are as long as is said.
    unsafe { aws_lc_shake128(input.as_ptr(), input.len(), output.as_mut_ptr(), output.len()) };
}

/// A key that this module owns.
pub(crate) struct Key(NonNull<EVP_PKEY>);

impl Key {
    #[allow(clippy::expect_used, reason = "see Kem")]
    fn new(key: *mut EVP_PKEY) -> Self {
        Self(NonNull::new(key).expect("a key"))
    }

    fn context(&self) -> Context {
        // SAFETY: the key is live; the context takes a reference of its own.
        Context::new(unsafe { EVP_PKEY_CTX_new(self.0.as_ptr(), null_mut()) })
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: the key is live and owned.
        unsafe { EVP_PKEY_free(self.0.as_ptr()) }
    }
}

/// An operation on a key.
struct Context(NonNull<EVP_PKEY_CTX>);

impl Context {
    #[allow(clippy::expect_used, reason = "see Kem")]
    fn new(context: *mut EVP_PKEY_CTX) -> Self {
        Self(NonNull::new(context).expect("memory"))
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the context is live and owned.
        unsafe { EVP_PKEY_CTX_free(self.0.as_ptr()) }
    }
}

/// ML-KEM.KeyGen_internal; `bytes` gets the encapsulation key.
pub(crate) fn key_gen(nid: c_int, seed: &[u8; 64], bytes: &mut [u8]) -> Key {
    // SAFETY: making a context needs nothing.
    let context = Context::new(unsafe { EVP_PKEY_CTX_new_id(EVP_PKEY_KEM, null_mut()) });
    let (mut key, mut seed_size, mut size) = (null_mut(), seed.len(), bytes.len());
    // SAFETY: the context is live, and the seed is as long as is said. The library makes the key, or leaves it null.
    let made = unsafe {
        EVP_PKEY_CTX_kem_set_params(context.0.as_ptr(), nid)
            & EVP_PKEY_keygen_init(context.0.as_ptr())
            & EVP_PKEY_keygen_deterministic(context.0.as_ptr(), &mut key, seed.as_ptr(), &mut seed_size)
    };
    let key = Key::new(key);
    // SAFETY: the key is live, and `bytes` is as long as is said.
    let exported = unsafe { EVP_PKEY_get_raw_public_key(key.0.as_ptr(), bytes.as_mut_ptr(), &mut size) };
    assert_eq!((made, exported, size), (1, 1, bytes.len()));
    key
}

/// The encapsulation key of these bytes.
pub(crate) fn prepare(nid: c_int, bytes: &[u8]) -> Key {
    // SAFETY: `bytes` is as long as is said; the library copies it.
    Key::new(unsafe { EVP_PKEY_kem_new_raw_public_key(nid, bytes.as_ptr(), bytes.len()) })
}

/// ML-KEM.Encaps_internal.
pub(crate) fn encaps(key: &Key, m: &[u8; 32], ciphertext: &mut [u8]) -> [u8; 32] {
    let context = key.context();
    let mut secret = [0; 32];
    let (mut size, mut secret_size, mut m_size) = (ciphertext.len(), secret.len(), m.len());
    // SAFETY: the context is live, and the three arrays are as long as is said.
    let done = unsafe {
        EVP_PKEY_encapsulate_deterministic(
            context.0.as_ptr(),
            ciphertext.as_mut_ptr(),
            &mut size,
            secret.as_mut_ptr(),
            &mut secret_size,
            m.as_ptr(),
            &mut m_size,
        )
    };
    assert_eq!((done, size), (1, ciphertext.len()));
    secret
}

/// ML-KEM.Decaps.
pub(crate) fn decaps(key: &Key, ciphertext: &[u8]) -> [u8; 32] {
    let context = key.context();
    let mut secret = [0; 32];
    let mut secret_size = secret.len();
    // SAFETY: the context is live, and both arrays are as long as is said.
    let done = unsafe {
        EVP_PKEY_decapsulate(
            context.0.as_ptr(),
            secret.as_mut_ptr(),
            &mut secret_size,
            ciphertext.as_ptr(),
            ciphertext.len(),
        )
    };
    assert_eq!(done, 1);
    secret
}
