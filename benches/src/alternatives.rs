//! Other ways of ours to do an operation, as sides of a [`Target`](crate::targets::Target): the bare permutations of each
//! backend, batches, and prepared keys.

use crate::batch;
use crate::cases::Run;
use crate::cost::permutation;
use crate::peers::Peer;
use keccak::Permute;
use keccak::arch::portable::Portable;
use mlkem::{Ciphertext, DecapsulationKey, MlKem512, MlKem768, MlKem1024, ParameterSet};
use std::hint::black_box;

/// All that this processor can run.
#[must_use]
pub fn all() -> Vec<Peer> {
    let mut all = kernels();
    all.extend(batches());
    all.extend([prepared_decaps::<MlKem512>(), prepared_decaps::<MlKem768>(), prepared_decaps::<MlKem1024>()]);
    all
}

/// One and many states, named by their backend and number of states.
fn kernels() -> Vec<Peer> {
    #[allow(unused_mut)]
    let mut kernels = vec![kernel::<_, 1>("portable x1", Portable)];
    #[cfg(target_arch = "x86_64")]
    {
        use keccak::arch::x86_64::{Avx2, Avx512, Avx512Vl, Bmi};
        kernels.extend(Bmi::detect().map(|bmi| kernel::<_, 1>("bmi x1", bmi)));
        kernels.extend(Avx2::detect().map(|avx2| kernel::<_, 4>("avx2 x4", avx2)));
        kernels.extend(Avx512Vl::detect().map(|avx512vl| kernel::<_, 1>("avx512vl x1", avx512vl)));
        kernels.extend(Avx512Vl::detect().map(|avx512vl| kernel::<_, 4>("avx512vl x4", avx512vl)));
        kernels.extend(Avx512::detect().map(|avx512| kernel::<_, 8>("avx512 x8", avx512)));
    }
    kernels
}

fn kernel<B: Permute<W> + 'static, const W: usize>(name: &'static str, backend: B) -> Peer {
    let prepare = Box::new(move || permutation::<B, W>(backend));
    Peer { library: name, case: "PermutationFunction".to_string(), operations: 1, prepare }
}

/// The operations of a batch of ML-KEM on the preferred backend, as ways to do the single ones.
fn batches() -> Vec<Peer> {
    let batch = |case: &str, prepare: fn(usize) -> Run, (library, size)| Peer {
        library,
        case: case.to_string(),
        operations: size,
        prepare: Box::new(move || prepare(size)),
    };
    let sizes = [("batch of 8", 8), ("batch of 64", 64)];
    batch::all().flat_map(|(case, prepare)| sizes.map(|size| batch(&case, prepare, size))).collect()
}

/// Decapsulation with a key that keeps its matrix, as some libraries' keys always do.
#[allow(clippy::expect_used, reason = "an input that is refused has no time")]
fn prepared_decaps<P: ParameterSet>() -> Peer {
    let prepare = || -> Run {
        let key = DecapsulationKey::<P>::from_seed(&[0x5e; 64]);
        let ciphertext = key.encapsulation_key().encapsulate_deterministic(&[0x3d; 32]).0.to_bytes();
        let key = key.prepare();
        Box::new(move || {
            let ciphertext = Ciphertext::from_bytes(black_box(ciphertext.as_ref())).expect("a ciphertext");
            black_box(*black_box(&key).decapsulate(&ciphertext).as_bytes());
        })
    };
    Peer { library: "prepared key", case: format!("{}/Decaps", P::NAME), operations: 1, prepare: Box::new(prepare) }
}
