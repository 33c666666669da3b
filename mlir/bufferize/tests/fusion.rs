//! Random chains of elementwise operations, reductions and reshapes: fusion keeps what they compute, and leaves no
//! more operations than mlir-opt.

use std::fmt::Write as _;

use memplan_support::Random;
use memplan_testing::figure;
use memplan_testing::programs::n_programs;

use crate::passes::{n_generics, run};
use crate::rewrite::common::{compare, mlir_opt_22, read, write};

const PASS: &str = "linalg-fuse-elementwise-ops";

/// A dimension: its size, and whether the type knows it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Dim(usize, bool);

/// The statements of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Statements {
    /// Elementwise operations, sums and reshapes.
    Chains,
    /// Slices, concatenations, pads, products, transposes, sums and maxima within sums and maxima, and cumulative sums
    /// as well.
    Parts,
}

struct Generator {
    rng: Random,
    kind: Statements,
    body: String,
    next: usize,
    values: Vec<(String, Vec<Dim>)>,
}

fn ty(shape: &[Dim]) -> String {
    let dims = shape.iter().map(|dim| match dim {
        Dim(size, true) => format!("{size}x"),
        Dim(_, false) => "?x".to_owned(),
    });
    format!("tensor<{}f32>", dims.collect::<String>())
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

/// The constants that the dynamic sizes are.
fn sizes(shape: &[Dim]) -> String {
    let dynamic = shape.iter().filter(|dim| !dim.1);
    list(dynamic.map(|dim| format!("%k{}", dim.0)))
}

/// A map from `rank` loops to some of them.
fn map(rank: usize, results: impl Iterator<Item = usize>) -> String {
    let dims = list((0..rank).map(|dim| format!("d{dim}")));
    let results = list(results.map(|dim| format!("d{dim}")));
    format!("affine_map<({dims}) -> ({results})>")
}

/// A program `@main` on two tensors with 24 elements.
fn program(seed: u64, kind: Statements) -> String {
    let dim = |size| Dim(size, true);
    let mut generator = Generator {
        rng: Random::new(seed),
        kind,
        body: String::new(),
        next: 0,
        values: vec![
            ("%a".to_owned(), vec![dim(6), dim(4)]),
            ("%b".to_owned(), vec![dim(24)]),
            ("%d".to_owned(), vec![Dim(6, false), dim(4)]),
        ],
    };
    for _ in 0..generator.rng.between(4, 12) {
        generator.statement();
    }
    let n = generator.values.len();
    let returned = &generator.values[n - 2..];
    let names = list(returned.iter().map(|value| value.0.clone()));
    let types = list(returned.iter().map(|value| ty(&value.1)));
    let mut text = format!(
        "func.func @main(%a: tensor<6x4xf32>, %b: tensor<24xf32>) -> ({types}) {{
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %l = arith.constant 0xFF800000 : f32
"
    );
    for size in [2, 3, 4, 6, 8, 12, 24] {
        let _ = writeln!(text, "  %k{size} = arith.constant {size} : index");
    }
    let _ = writeln!(
        text,
        "  %d = tensor.cast %a : tensor<6x4xf32> to tensor<?x4xf32>\n{}  return {names} : {types}\n}}",
        generator.body
    );
    text
}

impl Generator {
    fn push(&mut self, shape: Vec<Dim>) -> String {
        self.next += 1;
        let name = format!("%v{}", self.next);
        self.values.push((name.clone(), shape));
        name
    }

    fn value(&mut self) -> (String, Vec<Dim>) {
        // Prefer the latest values, so that chains grow.
        let n = self.values.len();
        let from = if self.rng.chance(80) { n - 2 } else { 0 };
        self.values[from + self.rng.index(n - from)].clone()
    }

    fn statement(&mut self) {
        if self.kind == Statements::Parts && self.rng.chance(60) {
            match self.rng.below(10) {
                0 => self.reverse(),
                1 => self.product(),
                9 => self.outer_product(),
                2 => self.slice(),
                3 => self.cumulative(),
                4 => self.pool(),
                5 => self.pad(),
                _ => self.roll(),
            }
            return;
        }
        match self.rng.below(10) {
            0..=2 => self.expand(),
            3..=4 => self.collapse(),
            5 => self.reduce(),
            _ => {
                let value = self.value();
                self.generic(&value.0, &value.1);
            }
        }
    }

    fn expand(&mut self) {
        let (source, shape) = self.value();
        let at = self.rng.index(shape.len());
        let Dim(size, is_known) = shape[at];
        let factors: Vec<usize> = (2..size).filter(|factor| size % factor == 0).collect();
        if factors.is_empty() || shape.len() == 4 {
            return;
        }
        let factor = *self.rng.pick(&factors);
        let mut new = shape.clone();
        new.splice(at..=at, [Dim(size / factor, is_known), Dim(factor, true)]);
        let groups = groups(shape.len(), at);
        let given = list(new.iter().map(|dim| match dim {
            Dim(size, true) => size.to_string(),
            Dim(size, false) => format!("%k{size}"),
        }));
        let (from, to) = (ty(&shape), ty(&new));
        let name = self.push(new);
        let _ = writeln!(
            self.body,
            "  {name} = tensor.expand_shape {source} {groups} output_shape [{given}] : {from} into {to}"
        );
    }

    fn collapse(&mut self) {
        let (source, shape) = self.value();
        if shape.len() < 2 {
            return;
        }
        let at = self.rng.index(shape.len() - 1);
        let mut new = shape.clone();
        let joined = Dim(
            shape[at].0 * shape[at + 1].0,
            shape[at].1 && shape[at + 1].1,
        );
        new.splice(at..at + 2, [joined]);
        let groups = groups(new.len(), at);
        let (from, to) = (ty(&shape), ty(&new));
        let name = self.push(new);
        let _ = writeln!(
            self.body,
            "  {name} = tensor.collapse_shape {source} {groups} : {from} into {to}"
        );
    }

    fn empty(&mut self, shape: &[Dim]) -> String {
        self.next += 1;
        let name = format!("%e{}", self.next);
        let _ = writeln!(
            self.body,
            "  {name} = tensor.empty({}) : {}",
            sizes(shape),
            ty(shape)
        );
        name
    }

    fn reduce(&mut self) {
        let (source, shape) = self.value();
        if shape.len() < 2 {
            return;
        }
        let (at, rank) = (self.rng.index(shape.len()), shape.len());
        let mut new = shape.clone();
        new.remove(at);
        let out = self.empty(&new);
        let (from, to) = (ty(&shape), ty(&new));
        let kinds = list((0..rank).map(|dim| {
            if dim == at {
                "\"reduction\"".to_owned()
            } else {
                "\"parallel\"".to_owned()
            }
        }));
        let maps = [
            map(rank, 0..rank),
            map(rank, (0..rank).filter(|&dim| dim != at)),
        ];
        let name = self.push(new.clone());
        let _ = writeln!(
            self.body,
            "  {name}f = linalg.fill ins(%z : f32) outs({out} : {to}) -> {to}
  {name}r = linalg.generic {{indexing_maps = [{}], iterator_types = [{kinds}]}} ins({source} : {from}) outs({name}f : {to}) {{
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  }} -> {to}",
            maps.join(", ")
        );
        // Every value has 24 elements, so the sums are broadcast again.
        let out = self.empty(&shape);
        let kinds = list((0..rank).map(|_| "\"parallel\"".to_owned()));
        let _ = writeln!(
            self.body,
            "  {name} = linalg.generic {{indexing_maps = [{}, {}], iterator_types = [{kinds}]}} ins({name}r : {to}) outs({out} : {from}) {{
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }} -> {from}",
            maps[1], maps[0]
        );
        if let Some(last) = self.values.last_mut() {
            last.1 = shape;
        }
    }

    /// A value whose sizes are static, and its type.
    fn fixed(&mut self) -> Option<(String, Vec<usize>, String)> {
        let (value, shape) = self.value();
        let sizes = shape.iter().map(|dim| dim.1.then_some(dim.0));
        let sizes: Vec<usize> = sizes.collect::<Option<_>>()?;
        Some((value, sizes, ty(&shape)))
    }

    /// A concatenation of two parts of values of one shape, which may be one value: a roll.
    fn roll(&mut self) {
        let Some((a, sizes, whole)) = self.fixed() else {
            return;
        };
        let shape: Vec<Dim> = sizes.iter().map(|&size| Dim(size, true)).collect();
        let fitting = self.values.iter().filter(|(_, other)| *other == shape);
        let fitting: Vec<String> = fitting.map(|(name, _)| name.clone()).collect();
        let b = self.rng.pick(&fitting).clone();
        let at = self.rng.index(sizes.len());
        let size = sizes[at];
        if size < 2 {
            return;
        }
        let cut = self.rng.between(1, size as u64 - 1) as usize;
        let out = self.empty(&shape);
        let place = |offset: usize, n: usize| {
            let offsets =
                list((0..sizes.len()).map(|dim| if dim == at { offset } else { 0 }.to_string()));
            let lengths = list(
                (0..sizes.len()).map(|dim| if dim == at { n } else { sizes[dim] }.to_string()),
            );
            let ones = list(sizes.iter().map(|_| "1".to_owned()));
            format!("[{offsets}] [{lengths}] [{ones}]")
        };
        let part = |n: usize| {
            let dims =
                (0..sizes.len()).map(|dim| Dim(if dim == at { n } else { sizes[dim] }, true));
            ty(&dims.collect::<Vec<Dim>>())
        };
        // Elements that both parts have, or none of them.
        let from = if self.rng.chance(70) { size - cut } else { 0 };
        let name = self.push(shape);
        let _ = writeln!(
            self.body,
            "  {name}a = tensor.extract_slice {a}{} : {whole} to {}
  {name}b = tensor.extract_slice {b}{} : {whole} to {}
  {name}c = tensor.insert_slice {name}a into {out}{} : {} into {whole}
  {name} = tensor.insert_slice {name}b into {name}c{} : {} into {whole}",
            place(from, cut),
            part(cut),
            place(0, size - cut),
            part(size - cut),
            place(0, cut),
            part(cut),
            place(cut, size - cut),
            part(size - cut),
        );
        if self.rng.chance(60) {
            let rolled = self.values[self.values.len() - 1].clone();
            self.generic(&rolled.0, &rolled.1);
        }
    }

    /// What is padded in one or two dimensions, or parts of it that overlap, is added up: at points, in all of one
    /// dimension, or where a window moves along one.
    fn pad(&mut self) {
        let Some((a, sizes, whole)) = self.fixed() else {
            return;
        };
        let shape: Vec<Dim> = sizes.iter().map(|&size| Dim(size, true)).collect();
        let (at, rank) = (self.rng.index(sizes.len()), sizes.len());
        let window = 2 + self.rng.index(2);
        let low = self.rng.index(window);
        let mut lows = vec![0; rank];
        let mut highs = vec![0; rank];
        (lows[at], highs[at]) = (low, window - 1 - low);
        let grown = |dim: usize| sizes[dim] + lows[dim] + highs[dim];
        let padded = ty(&(0..rank)
            .map(|dim| Dim(grown(dim), true))
            .collect::<Vec<_>>());
        let border = ["%z", "%one", "%l"][self.rng.index(3)];
        let name = self.push(shape.clone());
        let args = list((0..rank).map(|dim| format!("%p{dim}: index")));
        let (low, high) = (
            list(lows.iter().map(usize::to_string)),
            list(highs.iter().map(usize::to_string)),
        );
        let _ = writeln!(
            self.body,
            "  {name}p = tensor.pad {a} low[{low}] high[{high}] {{
  ^bb0({args}):
    tensor.yield {border} : f32
  }} : {whole} to {padded}"
        );
        let out = self.empty(&shape);
        let slices: Vec<String> = (0..window).map(|place| format!("{name}s{place}")).collect();
        for (place, slice) in slices.iter().enumerate() {
            let offset = |dim| if dim == at { place } else { 0 };
            let offsets = list((0..rank).map(|dim| offset(dim).to_string()));
            let lengths = list(sizes.iter().map(usize::to_string));
            let ones = list(sizes.iter().map(|_| "1".to_owned()));
            let _ = writeln!(
                self.body,
                "  {slice} = tensor.extract_slice {name}p[{offsets}] [{lengths}] [{ones}] : {padded} to {whole}"
            );
        }
        // Sums of all of the pad, too, which is then a tensor of its own unless they are divided.
        let sums = self.rng.chance(40);
        let maps = vec![map(rank, 0..rank); window + 1];
        let kinds = list((0..rank).map(|_| "\"parallel\"".to_owned()));
        let ins = list(slices.iter().cloned());
        let types = list(slices.iter().map(|_| whole.clone()));
        let params = list((0..window).map(|place| format!("%x{place}: f32")));
        let last = window - 1;
        let _ = writeln!(
            self.body,
            "  {name}w = linalg.generic {{indexing_maps = [{}], iterator_types = [{kinds}]}} ins({ins} : {types}) outs({out} : {whole}) {{
  ^bb0({params}, %o: f32):
    %s = arith.subf %x0, %x{last} : f32
    linalg.yield %s : f32
  }} -> {whole}",
            maps.join(", ")
        );
        let rows: Vec<Dim> = (0..rank)
            .filter(|&dim| dim != at)
            .map(|dim| shape[dim])
            .collect();
        let (init, to) = (self.empty(&rows), ty(&rows));
        let kinds = list((0..rank).map(|dim| {
            let is_combined = dim == at;
            format!("\"{}\"", if is_combined { "reduction" } else { "parallel" })
        }));
        let row = map(rank, (0..rank).filter(|&dim| dim != at));
        let summed = if sums {
            format!("{name}p")
        } else {
            format!("{name}w")
        };
        let from = if sums { padded } else { whole.clone() };
        let out = self.empty(&shape);
        let all = map(rank, 0..rank);
        let parallel = list((0..rank).map(|_| "\"parallel\"".to_owned()));
        let _ = writeln!(
            self.body,
            "  {name}f = linalg.fill ins(%z : f32) outs({init} : {to}) -> {to}
  {name}r = linalg.generic {{indexing_maps = [{all}, {row}], iterator_types = [{kinds}]}} ins({summed} : {from}) outs({name}f : {to}) {{
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  }} -> {to}
  {name} = linalg.generic {{indexing_maps = [{all}, {row}, {all}], iterator_types = [{parallel}]}} ins({name}w, {name}r : {whole}, {to}) outs({out} : {whole}) {{
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  }} -> {whole}"
        );
    }

    /// Every second element of a dimension twice.
    fn slice(&mut self) {
        let Some((a, sizes, whole)) = self.fixed() else {
            return;
        };
        let at = self.rng.index(sizes.len());
        if sizes[at] % 2 == 1 {
            return;
        }
        let half: Vec<Dim> = (0..sizes.len())
            .map(|dim| {
                Dim(
                    if dim == at {
                        sizes[dim] / 2
                    } else {
                        sizes[dim]
                    },
                    true,
                )
            })
            .collect();
        let shape: Vec<Dim> = sizes.iter().map(|&size| Dim(size, true)).collect();
        let first = self.rng.below(2);
        let out = self.empty(&shape);
        let name = self.push(shape);
        let zeros = list(sizes.iter().map(|_| "0".to_owned()));
        let begin = list((0..sizes.len()).map(|dim| if dim == at { first } else { 0 }.to_string()));
        let second =
            list((0..sizes.len()).map(|dim| if dim == at { half[dim].0 } else { 0 }.to_string()));
        let lengths = list(half.iter().map(|dim| dim.0.to_string()));
        let steps = list((0..sizes.len()).map(|dim| if dim == at { "2" } else { "1" }.to_owned()));
        let ones = list(sizes.iter().map(|_| "1".to_owned()));
        let part = ty(&half);
        let _ = writeln!(
            self.body,
            "  {name}a = tensor.extract_slice {a}[{begin}] [{lengths}] [{steps}] : {whole} to {part}
  {name}b = tensor.insert_slice {name}a into {out}[{zeros}] [{lengths}] [{ones}] : {part} into {whole}
  {name} = tensor.insert_slice {name}a into {name}b[{second}] [{lengths}] [{ones}] : {part} into {whole}"
        );
    }

    /// The last dimension first.
    fn reverse(&mut self) {
        let (a, shape) = self.value();
        let rank = shape.len();
        let mut order: Vec<usize> = (0..rank).collect();
        order.rotate_right(1);
        let new: Vec<Dim> = order.iter().map(|&dim| shape[dim]).collect();
        let out = self.empty(&new);
        let (from, to) = (ty(&shape), ty(&new));
        let maps = [map(rank, 0..rank), map(rank, order.into_iter())];
        let kinds = list((0..rank).map(|_| "\"parallel\"".to_owned()));
        let name = self.push(new);
        let _ = writeln!(
            self.body,
            "  {name} = linalg.generic {{indexing_maps = [{}], iterator_types = [{kinds}]}} ins({a} : {from}) outs({out} : {to}) {{
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }} -> {to}",
            maps.join(", ")
        );
    }

    /// Sums or maxima along one dimension, from either end.
    fn cumulative(&mut self) {
        let Some((a, sizes, whole)) = self.fixed() else {
            return;
        };
        let (rank, at) = (sizes.len(), self.rng.index(sizes.len()));
        let size = sizes[at];
        if size < 2 {
            return;
        }
        let (op, first) = *self
            .rng
            .pick(&[("addf", "%z"), ("maximumf", "%l"), ("mulf", "%one")]);
        let ends =
            |value: usize| list((0..rank).map(|dim| if dim == at { value } else { 0 }.to_string()));
        let (low, high) = if self.rng.chance(50) {
            (ends(size - 1), ends(0))
        } else {
            (ends(0), ends(size - 1))
        };
        let padded =
            (0..rank).map(|dim| Dim(if dim == at { 2 * size - 1 } else { sizes[dim] }, true));
        let padded = ty(&padded.collect::<Vec<Dim>>());
        let dims = list((0..=rank).map(|dim| format!("d{dim}")));
        let places = list((0..rank).map(|dim| {
            if dim == at {
                format!("d{dim} + d{rank}")
            } else {
                format!("d{dim}")
            }
        }));
        let kinds = list((0..=rank).map(|dim| {
            if dim == rank {
                "\"reduction\"".to_owned()
            } else {
                "\"parallel\"".to_owned()
            }
        }));
        let args = list((0..rank).map(|dim| format!("%i{dim}: index")));
        let name = self.push(sizes.iter().map(|&size| Dim(size, true)).collect());
        let _ = writeln!(
            self.body,
            "  {name}p = tensor.pad {a} low[{low}] high[{high}] {{
  ^bb0({args}):
    tensor.yield {first} : f32
  }} : {whole} to {padded}
  {name}w = tensor.empty() : tensor<{size}xf32>
  {name}e = tensor.empty() : {whole}
  {name}f = linalg.fill ins({first} : f32) outs({name}e : {whole}) -> {whole}
  {name} = linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({places})>, affine_map<({dims}) -> (d{rank})>, {}], iterator_types = [{kinds}]}} ins({name}p, {name}w : {padded}, tensor<{size}xf32>) outs({name}f : {whole}) {{
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.{op} %o, %x : f32
    linalg.yield %s : f32
  }} -> {whole}",
            map(rank + 1, 0..rank)
        );
    }

    /// Maxima along the last dimension, then along the one before it, written to all elements again.
    fn pool(&mut self) {
        let Some((a, sizes, whole)) = self.fixed() else {
            return;
        };
        let rank = sizes.len();
        if rank < 2 {
            return;
        }
        let shape = |n: usize| {
            ty(&sizes[..n]
                .iter()
                .map(|&size| Dim(size, true))
                .collect::<Vec<Dim>>())
        };
        let (most, least) = (shape(rank - 1), shape(rank - 2));
        let outer = *self.rng.pick(&["maximumf", "maximumf", "minimumf"]);
        let name = self.push(sizes.iter().map(|&size| Dim(size, true)).collect());
        let mut text = String::new();
        for (to, of, from, at, n, op) in [
            ("a", a.clone(), &whole, &most, rank, "maximumf"),
            ("b", format!("{name}a"), &most, &least, rank - 1, outer),
        ] {
            let kinds = list((0..n).map(|dim| {
                if dim + 1 == n {
                    "\"reduction\"".to_owned()
                } else {
                    "\"parallel\"".to_owned()
                }
            }));
            let _ = writeln!(
                text,
                "  {name}{to}e = tensor.empty() : {at}
  {name}{to}f = linalg.fill ins(%l : f32) outs({name}{to}e : {at}) -> {at}
  {name}{to} = linalg.generic {{indexing_maps = [{}, {}], iterator_types = [{kinds}]}} ins({of} : {from}) outs({name}{to}f : {at}) {{
  ^bb0(%x: f32, %o: f32):
    %s = arith.{op} %o, %x : f32
    linalg.yield %s : f32
  }} -> {at}",
                map(n, 0..n),
                map(n, 0..n - 1)
            );
        }
        let kinds = list((0..rank).map(|_| "\"parallel\"".to_owned()));
        let _ = writeln!(
            self.body,
            "{text}  {name}e = tensor.empty() : {whole}
  {name} = linalg.generic {{indexing_maps = [{}, {}], iterator_types = [{kinds}]}} ins({name}b : {least}) outs({name}e : {whole}) {{
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }} -> {whole}",
            map(rank, 0..rank - 2),
            map(rank, 0..rank)
        );
    }

    /// The product of a matrix, its transpose, and the matrix.
    fn product(&mut self) {
        let Some((a, sizes, whole)) = self.fixed() else {
            return;
        };
        let [n, k] = sizes[..] else { return };
        let name = self.push(vec![Dim(n, true), Dim(k, true)]);
        let (turned, square) = (
            format!("tensor<{k}x{n}xf32>"),
            format!("tensor<{n}x{n}xf32>"),
        );
        let _ = writeln!(
            self.body,
            "  {name}e = tensor.empty() : {turned}
  {name}t = linalg.transpose ins({a} : {whole}) outs({name}e : {turned}) permutation = [1, 0]
  {name}f = tensor.empty() : {square}
  {name}g = linalg.fill ins(%z : f32) outs({name}f : {square}) -> {square}
  {name}h = linalg.matmul ins({a}, {name}t : {whole}, {turned}) outs({name}g : {square}) -> {square}
  {name}i = tensor.empty() : {whole}
  {name}j = linalg.fill ins(%z : f32) outs({name}i : {whole}) -> {whole}
  {name} = linalg.matmul ins({name}h, {a} : {square}, {whole}) outs({name}j : {whole}) -> {whole}"
        );
    }

    /// The product of the first column of a matrix and its first row, added to zero or to the matrix, and its
    /// exponentials.
    fn outer_product(&mut self) {
        let Some((a, sizes, whole)) = self.fixed() else {
            return;
        };
        let [n, k] = sizes[..] else { return };
        let name = self.push(vec![Dim(n, true), Dim(k, true)]);
        let (column, row) = (format!("tensor<{n}x1xf32>"), format!("tensor<1x{k}xf32>"));
        let first = if self.rng.chance(50) {
            format!("{name}f")
        } else {
            a.clone()
        };
        let _ = writeln!(
            self.body,
            "  {name}c = tensor.extract_slice {a}[0, 0] [{n}, 1] [1, 1] : {whole} to {column}
  {name}r = tensor.extract_slice {a}[0, 0] [1, {k}] [1, 1] : {whole} to {row}
  {name}e = tensor.empty() : {whole}
  {name}f = linalg.fill ins(%z : f32) outs({name}e : {whole}) -> {whole}
  {name}o = linalg.matmul ins({name}c, {name}r : {column}, {row}) outs({first} : {whole}) -> {whole}
  {name} = linalg.exp ins({name}o : {whole}) outs({name}e : {whole}) -> {whole}"
        );
    }

    fn generic(&mut self, a: &str, shape: &[Dim]) {
        let rank = shape.len();
        let sizes_equal = |other: &&(String, Vec<Dim>)| {
            let sizes = other.1.iter().map(|dim| dim.0);
            sizes.eq(shape.iter().map(|dim| dim.0))
        };
        let fitting: Vec<_> = self.values.iter().filter(sizes_equal).cloned().collect();
        let (b, other) = self.rng.pick(&fitting).clone();
        let mut order: Vec<usize> = (0..rank).collect();
        if self.rng.chance(20) {
            order.reverse();
        }
        let new: Vec<Dim> = order.iter().map(|&dim| shape[dim]).collect();
        let out = self.empty(&new);
        let (first, second, to) = (ty(shape), ty(&other), ty(&new));
        let (same, ordered) = (map(rank, 0..rank), map(rank, order.into_iter()));
        let kinds = list((0..rank).map(|_| "\"parallel\"".to_owned()));
        let place = self.rng.chance(20).then(|| self.rng.index(rank));
        let name = self.push(new);
        let _ = writeln!(
            self.body,
            "  {name} = linalg.generic {{indexing_maps = [{same}, {same}, {ordered}], iterator_types = [{kinds}]}} ins({a}, {b} : {first}, {second}) outs({out} : {to}) {{
  ^bb0(%x: f32, %y: f32, %o: f32):"
        );
        let added = match place {
            Some(dim) => {
                let _ = writeln!(
                    self.body,
                    "    %i = linalg.index {dim} : index
    %j = arith.index_cast %i : index to i32
    %n = arith.sitofp %j : i32 to f32"
                );
                "%n"
            }
            None => "%y",
        };
        let _ = writeln!(
            self.body,
            "    %s = arith.subf %x, {added} : f32\n    linalg.yield %s : f32\n  }} -> {to}"
        );
    }
}

/// Groups of one dimension each, but two for group `at`.
fn groups(rank: usize, at: usize) -> String {
    let mut next = 0;
    let groups = (0..rank).map(|group| {
        next += 1;
        if group == at {
            next += 1;
            return format!("[{}, {}]", next - 2, next - 1);
        }
        format!("[{}]", next - 1)
    });
    format!("[{}]", list(groups))
}

#[test]
fn random_chains_with_reshapes_compute_the_same() {
    let n = n_programs(100);
    let mut n_compared = 0;
    let (mut given, mut fused) = (Vec::new(), Vec::new());
    let mut ours = 0;
    for seed in 0..n {
        let text = program(seed, Statements::Chains);
        let (before, mut after) = (read(&text), read(&text));
        run(&mut after, PASS).unwrap_or_else(|errors| panic!("{seed}: {errors:?}\n{text}"));
        n_compared += compare(&before, &after, &format!("{seed}\n{text}"));
        ours += n_generics(&after);
        fused.push(write(&after));
        given.push(text);
    }
    assert!(n_compared as u64 >= n, "only {n_compared} runs");
    let flag = format!("--{PASS}");
    let Some(theirs) = mlir_opt_22(&given.join("// -----\n"), &[&flag]) else {
        return;
    };
    let theirs = theirs.unwrap();
    let parts = theirs.split("// -----").map(|text| n_generics(&read(text)));
    let theirs: usize = parts.sum();
    figure(&format!(
        "{n} chains with reshapes, {n_compared} runs: memplan leaves {ours} generics, mlir-opt {theirs}"
    ));
    assert!(ours <= theirs, "{ours} generics, not {theirs}");
    let checked = mlir_opt_22(&fused.join("// -----\n"), &[]);
    assert_eq!(checked.and_then(Result::err), None);
}

/// The passes on parts of tensors, each by itself and in the order in which a program is prepared.
const PARTS: [&str; 8] = [
    "linalg-flatten-reductions",
    "linalg-parallelize-unit-reductions",
    "linalg-windows-to-scans",
    "linalg-bubble-up-extract-slice",
    "linalg-sink-concatenations",
    "linalg-sink-concatenations{pads=true}",
    "linalg-fold-transposes",
    "cse,linalg-fuse-elementwise-ops,linalg-parallelize-unit-reductions,linalg-flatten-reductions,linalg-windows-to-scans,linalg-fold-transposes,linalg-sink-concatenations{pads=true},linalg-bubble-up-extract-slice,linalg-fuse-elementwise-ops,cse",
];

#[test]
fn random_programs_with_parts_compute_the_same() {
    let n = n_programs(100);
    let mut made = Vec::new();
    for pipeline in PARTS {
        let (mut n_compared, mut n_changed) = (0, 0);
        for seed in 0..n {
            let text = program(seed, Statements::Parts);
            let (before, mut after) = (read(&text), read(&text));
            run(&mut after, pipeline).unwrap_or_else(|errors| panic!("{seed}: {errors:?}\n{text}"));
            n_compared += compare(&before, &after, &format!("{pipeline} {seed}\n{text}"));
            n_changed += u64::from(write(&before) != write(&after));
            made.push(write(&after));
        }
        figure(&format!(
            "{pipeline}: {n_changed} of {n} programs with parts changed, {n_compared} runs"
        ));
        assert!(n_compared as u64 >= n, "{pipeline}: only {n_compared} runs");
        assert!(
            n_changed * 20 > n,
            "{pipeline}: only {n_changed} of {n} changed"
        );
    }
    let checked = mlir_opt_22(&made.join("// -----\n"), &[]);
    assert_eq!(checked.and_then(Result::err), None);
}
