//! The loads of the models of the shared corpus after the passes, in bytes. Needs the corpus next to the repository.

use memplan_memory::{ScheduleForMemory, sink_fills, split_buffers};
use memplan_mlir::Module;
use memplan_mlir::rewrite::inline;
use memplan_testing::outside::shared_files;

use crate::common::{load, read};

/// By model: the load as it is, with versions and fills, and ordered; the same with calls inlined.
const LOADS: &[(&str, [u64; 3], [u64; 3])] = &[
    (
        "inception",
        [3_538_944, 2_228_224, 1_703_936],
        [3_834_880, 3_145_728, 2_752_512],
    ),
    ("lstm", [72_704, 70_656, 69_632], [90_628, 88_580, 87_552]),
    (
        "resnet",
        [1_345_024, 558_080, 558_080],
        [1_607_168, 820_224, 820_224],
    ),
    (
        "transformer",
        [4_729_856, 1_839_104, 1_576_960],
        [4_729_856, 1_839_104, 1_576_960],
    ),
    (
        "transformer_grad",
        [69_555_200, 66_927_616, 66_927_616],
        [69_555_200, 66_927_616, 66_927_616],
    ),
    (
        "transformer_small",
        [140_672, 57_344, 49_152],
        [140_672, 57_344, 49_152],
    ),
    (
        "transformer_small_grad",
        [822_784, 748_416, 748_416],
        [822_784, 748_416, 748_416],
    ),
];

/// The load as it is, with versions and fills, and ordered.
fn loads(m: &mut Module) -> [u64; 3] {
    let (root, given) = (m.root(), load(m));
    split_buffers(m, root);
    sink_fills(m, root);
    let improved = load(m);
    ScheduleForMemory::default().schedule(m, root);
    [given, improved, load(m)]
}

#[test]
fn models_need_what_the_documentation_says() {
    let mut wrong = Vec::new();
    for path in shared_files("corpus", ".memref.mlir") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let name = name.trim_end_matches(".memref.mlir");
        let expected = LOADS.iter().find(|row| row.0 == name);
        let text = std::fs::read_to_string(&path).unwrap();
        let (mut m, mut inlined) = (read(&text), read(&text));
        let root = inlined.root();
        inline(&mut inlined, root);
        let actual = (loads(&mut m), loads(&mut inlined));
        if expected.map(|row| (row.1, row.2)) != Some(actual) {
            wrong.push((name.to_owned(), actual));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
