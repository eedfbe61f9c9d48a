//! The one place where the generic algorithms meet the parameter sets and the backends: each operation is
//! dispatched here, once, and everything below is static.

use crate::arch;
use crate::backend::{Backend, with_backend};
use crate::ml_kem::{self, DecapsulationInput, PublicKey};
use crate::params::{MlKem512, MlKem768, MlKem1024, shape};
use crate::schedule;

/// One key to generate: d, then where s, ek and H(ek) go.
pub(crate) type KeyGenJob<'a> = (&'a [u8; 32], &'a mut [u8], &'a mut [u8], &'a mut [u8; 32]);

/// The operations of ML-KEM for one parameter set: what ties its sizes to the generic algorithms. Sealed.
#[doc(hidden)]
#[allow(private_interfaces, private_bounds)]
pub trait Operations: Sized + Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The matrix as encryption uses it, transposed, with the vector t.
    type PublicKey: Clone + Send + Sync;

    fn key_gen(backend: Backend, d: &[u8; 32], s: &mut [u8], ek: &mut [u8], h: &mut [u8; 32]);
    fn encaps(backend: Backend, ek: &[u8], m: &[u8; 32], c: &mut [u8], k: &mut [u8; 32]);
    fn decaps(backend: Backend, dk: DecapsulationInput<'_>, c: &[u8], k: &mut [u8; 32]);
    fn check_encapsulation_key(backend: Backend, ek: &[u8]) -> bool;
    fn prepare(backend: Backend, ek: &[u8], h: &mut [u8; 32]) -> Self::PublicKey;
    fn encaps_prepared(
        backend: Backend,
        ek: &Self::PublicKey,
        h: &[u8; 32],
        m: &[u8; 32],
        c: &mut [u8],
        k: &mut [u8; 32],
    );
    fn decaps_prepared(backend: Backend, dk: DecapsulationInput<'_>, ek: &Self::PublicKey, c: &[u8], k: &mut [u8; 32]);

    fn key_gen_many<const W: usize>(backend: impl arch::Backend<W>, keys: [KeyGenJob<'_>; W]);
    fn encaps_many<const W: usize>(
        backend: impl arch::Backend<W>,
        inputs: [(&[u8], &[u8; 32]); W],
        outputs: [(&mut [u8], &mut [u8; 32]); W],
    );
    fn decaps_many<const W: usize>(
        backend: impl arch::Backend<W>,
        inputs: [(DecapsulationInput<'_>, &[u8]); W],
        outputs: [&mut [u8; 32]; W],
    );
}

/// `$backend` with the number of lanes that has the shortest plan.
macro_rules! lanes_for {
    ($backend:expr, $plan:ident) => {
        $backend.with_lanes_for(
            const { schedule::$plan::<4>(shape::<Self>()).length() },
            const { schedule::$plan::<8>(shape::<Self>()).length() },
        )
    };
}

macro_rules! operations {
    ($set:ident, k: $k:literal) => {
        #[allow(private_interfaces, private_bounds)]
        impl Operations for $set {
            type PublicKey = PublicKey<$k>;

            fn key_gen(backend: Backend, d: &[u8; 32], s: &mut [u8], ek: &mut [u8], h: &mut [u8; 32]) {
                with_backend!(lanes_for!(backend, key_generation), b, W => ml_kem::key_gen_internal::<Self, _, $k, W>(b, d, s, ek, h));
            }

            fn encaps(backend: Backend, ek: &[u8], m: &[u8; 32], c: &mut [u8], k: &mut [u8; 32]) {
                with_backend!(lanes_for!(backend, encapsulation), b, W => ml_kem::encaps_internal::<Self, _, $k, W>(b, ek, m, c, k));
            }

            fn decaps(backend: Backend, dk: DecapsulationInput<'_>, c: &[u8], k: &mut [u8; 32]) {
                with_backend!(lanes_for!(backend, decapsulation), b, W => ml_kem::decaps_internal::<Self, _, $k, W>(b, dk, c, k));
            }

            fn check_encapsulation_key(backend: Backend, ek: &[u8]) -> bool {
                with_backend!(backend, b, W => ml_kem::check_encapsulation_key::<_, W>(b, ek))
            }

            fn prepare(backend: Backend, ek: &[u8], h: &mut [u8; 32]) -> Self::PublicKey {
                with_backend!(backend, b, W => ml_kem::prepare::<Self, _, $k, W>(b, ek, h))
            }

            fn encaps_prepared(
                backend: Backend,
                ek: &Self::PublicKey,
                h: &[u8; 32],
                m: &[u8; 32],
                c: &mut [u8],
                k: &mut [u8; 32],
            ) {
                with_backend!(lanes_for!(backend, prepared_encapsulation), b, W => ml_kem::encaps_prepared::<Self, _, $k, W>(b, ek, h, m, c, k));
            }

            fn decaps_prepared(
                backend: Backend,
                dk: DecapsulationInput<'_>,
                ek: &Self::PublicKey,
                c: &[u8],
                k: &mut [u8; 32],
            ) {
                with_backend!(lanes_for!(backend, prepared_decapsulation), b, W => ml_kem::decaps_prepared::<Self, _, $k, W>(b, dk, ek, c, k));
            }

            fn key_gen_many<const W: usize>(backend: impl arch::Backend<W>, keys: [KeyGenJob<'_>; W]) {
                ml_kem::key_gen_many::<Self, _, $k, W>(backend, keys);
            }

            fn encaps_many<const W: usize>(
                backend: impl arch::Backend<W>,
                inputs: [(&[u8], &[u8; 32]); W],
                outputs: [(&mut [u8], &mut [u8; 32]); W],
            ) {
                ml_kem::encaps_many::<Self, _, $k, W>(backend, inputs, outputs);
            }

            fn decaps_many<const W: usize>(
                backend: impl arch::Backend<W>,
                inputs: [(DecapsulationInput<'_>, &[u8]); W],
                outputs: [&mut [u8; 32]; W],
            ) {
                ml_kem::decaps_many::<Self, _, $k, W>(backend, inputs, outputs);
            }
        }
    };
}

operations!(MlKem512, k: 2);
operations!(MlKem768, k: 3);
operations!(MlKem1024, k: 4);
