//! One module for each family of files.

pub(crate) mod acvp;
pub(crate) mod cavp;
pub(crate) mod cctv;
pub(crate) mod cshake;
pub(crate) mod hybrid_json;
pub(crate) mod kat_rsp;
pub(crate) mod kem_json;
pub(crate) mod pem;
pub(crate) mod permutation;
pub(crate) mod rfc9861;
pub(crate) mod wycheproof;
