//! The benchmarks of this project's seed, by the same names, on the preferred backend: `cargo bench -p benches`.

use benches::cases;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn seed(criterion: &mut Criterion) {
    for case in cases::all().into_iter().filter(|case| case.listed) {
        // Criterion's groups are for what shares a throughput: here, every case is one.
        let mut group = criterion.benchmark_group(case.family.name());
        if let Some(bytes) = case.bytes {
            group.throughput(Throughput::Bytes(bytes as u64));
        } else if case.operations > 1 {
            group.throughput(Throughput::Elements(case.operations as u64));
        }
        let mut run = (case.prepare)();
        group.bench_function(&case.name, |bencher| bencher.iter(&mut run));
        group.finish();
    }
}

criterion_group!(benches, seed);
criterion_main!(benches);
