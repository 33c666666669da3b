//! The loads of the models of the shared corpus after the passes, in bytes. Needs the corpus next to the repository.

use memplan_memory::{sink_fills, split_buffers};
use memplan_mlir::Module;
use memplan_mlir::rewrite::inline;
use memplan_testing::outside::shared_files;

use crate::common::{load, read};

/// By model: the load as it is, with versions and fills, and both after inlining.
const LOADS: &[(&str, [u64; 4])] = &[
    ("inception", [3_538_944, 2_655_232, 3_834_880, 3_145_728]),
    ("lstm", [72_704, 70_656, 90_628, 88_580]),
    ("resnet", [1_345_024, 820_224, 1_607_168, 820_224]),
    ("transformer", [4_729_856, 1_839_104, 4_729_856, 1_839_104]),
    (
        "transformer_grad",
        [69_555_200, 66_927_616, 69_555_200, 66_927_616],
    ),
    ("transformer_small", [140_672, 57_344, 140_672, 57_344]),
    (
        "transformer_small_grad",
        [822_784, 748_416, 822_784, 748_416],
    ),
];

fn improved(m: &mut Module) -> u64 {
    let root = m.root();
    split_buffers(m, root);
    sink_fills(m, root);
    assert!(!split_buffers(m, root) && !sink_fills(m, root));
    load(m)
}

#[test]
fn models_need_what_the_documentation_says() {
    for path in shared_files("corpus", ".memref.mlir") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let name = name.trim_end_matches(".memref.mlir");
        let known = LOADS.iter().find(|known| known.0 == name);
        let text = std::fs::read_to_string(&path).unwrap();
        let (mut m, mut inlined) = (read(&text), read(&text));
        let root = inlined.root();
        inline(&mut inlined, root);
        let given = [load(&m), load(&inlined)];
        let reached = [improved(&mut m), improved(&mut inlined)];
        let loads = [given[0], reached[0], given[1], reached[1]];
        assert_eq!(known.map(|known| known.1), Some(loads), "{name}");
    }
}
