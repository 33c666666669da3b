//! Traces with the shape of one training step of a neural network.

use memplan_planner::LifetimeTrace;
use memplan_support::{Random, Sort};

use super::{buffer, checked};

/// One training step of a network of `n_layers` layers: an encoder, a decoder that mirrors it, and
/// skip connections from each layer of the one to its image in the other.
///
/// Weights and the state of the optimiser live throughout. Each activation lives from its forward
/// step to the backward step of its layer, so that lifetimes are nested `n_layers` deep. The gradient
/// of a weight lives until the optimiser runs at the end; that of an activation for one backward
/// step, or, in the encoder, from the backward step of the image, which adds to it. Activations
/// shrink towards the middle while weights grow. `O(n log n)` for `6 * n_layers` buffers, in order
/// of birth.
pub fn training(seed: u64, n_layers: u32) -> LifetimeTrace {
    let mut random = Random::new(seed);
    let layers = u64::from(n_layers);
    let (backward, end) = (2 * layers, 4 * layers + 2);
    let shapes = shapes(&mut random, n_layers);
    let mut buffers = Vec::with_capacity(6 * shapes.len());
    for (layer, shape) in shapes.iter().enumerate() {
        buffers.push(buffer(format!("weights{layer}"), 0, end, shape.weights));
        buffers.push(buffer(format!("momentum{layer}"), 0, end, shape.weights));
    }
    for (layer, shape) in (0_u64..).zip(&shapes) {
        let forward = 2 * layer;
        let step_back = |layer: u64| backward + 2 * (layers - 1 - layer);
        let at = step_back(layer);
        let image = step_back(layers - 1 - layer);
        let scratch = shape.activation / 2 + 64 * random.below(1 + shape.activation / 256);
        let own = [
            ("activation", forward, at + 2, shape.activation),
            ("workspace", forward, forward + 1, scratch),
            ("gradient", at.min(image), at + 3, shape.activation),
            ("weight_gradient", at + 1, end, shape.weights),
        ];
        buffers.extend(
            own.map(|(what, begin, end, size)| buffer(format!("{what}{layer}"), begin, end, size)),
        );
    }
    buffers.sort_stable_by_key(|buffer| buffer.live.begin());
    checked(&format!("training seed={seed}"), buffers)
}

struct Shape {
    weights: u64,
    activation: u64,
}

/// Sizes of the layers: an hourglass of activations, weights that grow as activations shrink.
fn shapes(random: &mut Random, n_layers: u32) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::with_capacity(n_layers as usize);
    let half = n_layers.div_ceil(2);
    let mut width = 1_u64 << 22;
    for layer in 0..n_layers {
        let activation = if layer < half {
            if random.below(3) == 0 && (1 << 14) < width {
                width /= 2;
            }
            width + 64 * random.below(16)
        } else {
            // The decoder repeats the sizes of the encoder in reverse.
            shapes[(n_layers - 1 - layer) as usize].activation
        };
        let weights = 64 * random.between(16, 16 + (1 << 34) / activation / 64);
        shapes.push(Shape {
            weights,
            activation,
        });
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::training;
    use memplan_planner::{Tick, load_profile};

    #[test]
    fn the_load_is_highest_between_forward_and_backward() {
        let trace = training(3, 40);
        assert_eq!(trace.len(), 6 * 40);
        let steps = load_profile(&trace);
        let peak = steps.iter().max_by_key(|step| step.load).unwrap();
        assert!((Tick(78)..=Tick(90)).contains(&peak.begin), "{peak:?}");
        assert!(training(0, 0).is_empty());
        assert_eq!(training(0, 1).len(), 6);
    }
}
