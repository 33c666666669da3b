//! Random convolutions and poolings of padded buffers, whose insides are copied or computed in place.

use std::fmt::Write as _;

use memplan_support::Random;

/// Names of operations, and whether channels of the kernel become channels of the result.
const WINDOWS: [(&str, Channels); 4] = [
    ("linalg.conv_2d_nhwc_hwcf", Channels::Mixed),
    ("linalg.depthwise_conv_2d_nhwc_hwc", Channels::Kept),
    ("linalg.pooling_nhwc_sum", Channels::Without),
    ("linalg.pooling_nhwc_max", Channels::Without),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Channels {
    Mixed,
    Kept,
    /// The window has no channels.
    Without,
}

struct Program {
    random: Random,
    text: String,
    n_values: usize,
}

/// A buffer with a border.
struct Padding {
    buffer: String,
    shape: Vec<i64>,
    low: [i64; 4],
    steps: [i64; 4],
    inside: View,
}

/// The part of a buffer that is not border.
struct View {
    value: String,
    ty: String,
    shape: Vec<i64>,
    strides: Vec<i64>,
    offset: i64,
}

fn ty(shape: &[i64]) -> String {
    let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
    format!("memref<{}xf32>", sizes.join("x"))
}

impl Program {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn alloc(&mut self, shape: &[i64]) -> String {
        self.n_values += 1;
        let value = format!("%v{}", self.n_values);
        self.line(&format!("{value} = memref.alloc() : {}", ty(shape)));
        value
    }

    fn fill(&mut self, value: &str, shape: &[i64]) {
        self.fill_view(value, &ty(shape));
    }

    fn fill_view(&mut self, value: &str, ty: &str) {
        let number = self.random.pick(&["%zero", "%low", "%one"]).to_string();
        self.line(&format!(
            "linalg.fill ins({number} : f32) outs({value} : {ty})"
        ));
    }

    /// A buffer whose elements all differ.
    fn numbers(&mut self, shape: &[i64]) -> String {
        let value = self.alloc(shape);
        self.overwrite(&value, shape);
        value
    }

    fn overwrite(&mut self, value: &str, shape: &[i64]) {
        self.overwrite_view(value, shape, &ty(shape));
    }

    fn overwrite_view(&mut self, value: &str, shape: &[i64], ty: &str) {
        let dims: Vec<String> = (0..shape.len()).map(|at| format!("d{at}")).collect();
        let dims = dims.join(", ");
        let kinds = vec!["\"parallel\""; shape.len()].join(", ");
        let start = self.random.below(50);
        self.line(&format!(
            "linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>], iterator_types = [{kinds}]}} \
             outs({value} : {ty}) {{\n  ^bb0(%o: f32):"
        ));
        self.line(&format!("  %start = arith.constant {start} : index"));
        let mut sum = "%start".to_owned();
        for at in 0..shape.len() {
            self.line(&format!("  %i{at} = linalg.index {at} : index"));
            self.line(&format!("  %k{at} = arith.muli {sum}, %c7 : index"));
            self.line(&format!("  %s{at} = arith.addi %k{at}, %i{at} : index"));
            sum = format!("%s{at}");
        }
        self.line(&format!("  %w = arith.index_cast {sum} : index to i32"));
        self.line("  %x = arith.sitofp %w : i32 to f32");
        self.line("  %y = math.sin %x : f32");
        self.line("  linalg.yield %y : f32\n  }");
    }

    /// A padded buffer with a reader or two; what the last one computes, and its shape.
    fn padded(&mut self) -> (String, Vec<i64>) {
        let size = |random: &mut Random, from: u64, n: u64| (from + random.below(n)) as i64;
        let random = &mut self.random;
        let inner = [
            size(random, 1, 2),
            size(random, 3, 5),
            size(random, 3, 5),
            size(random, 1, 3),
        ];
        let x = self.numbers(&inner);
        let padding = self.padding(&inner);
        let Padding {
            buffer: p,
            shape: outer,
            inside,
            ..
        } = &padding;
        let is_computed = self.random.one_in(3);
        if is_computed {
            self.computed(inside);
        } else {
            self.line(&format!(
                "memref.copy {x}, {} : {} to {}",
                inside.value,
                ty(&inner),
                inside.ty
            ));
        }
        if self.random.one_in(8) {
            self.rename(p, outer);
        }
        let mut last = (x.clone(), inner.to_vec());
        for _ in 0..1 + self.random.below(2) {
            // Overwrites a buffer that others read: division must not move those reads past this write.
            if self.random.one_in(8) {
                if is_computed {
                    self.overwrite_view(&inside.value, &inner, &inside.ty)
                } else {
                    self.overwrite(&x, &inner)
                }
            }
            let result = if self.random.one_in(6) {
                Some(self.sum(&padding))
            } else {
                self.reader(p, outer)
            };
            last = result.unwrap_or(last);
        }
        if self.random.one_in(8) {
            return (p.clone(), outer.clone());
        }
        last
    }

    /// A reader of two padded buffers; the inside of one is a copy of that of the other.
    fn sum(&mut self, padding: &Padding) -> (String, Vec<i64>) {
        let shape = padding.shape.clone();
        let other = self.alloc(&shape);
        self.fill(&other, &shape);
        let copy = self.inside(&other, padding);
        let View { value, ty, .. } = &padding.inside;
        self.line(&format!("memref.copy {value}, {copy} : {ty} to {ty}"));
        let result = self.alloc(&shape);
        let ty = self::ty(&shape);
        self.line(&format!(
            "linalg.add ins({}, {other} : {ty}, {ty}) outs({result} : {ty})",
            padding.buffer
        ));
        (result, shape)
    }

    /// Writes to another name of all of a buffer, or reads it.
    fn rename(&mut self, buffer: &str, shape: &[i64]) {
        self.n_values += 1;
        let name = format!("%v{}", self.n_values);
        let flat = ty(&[shape.iter().product()]);
        self.line(&format!(
            "{name} = memref.collapse_shape {buffer} [[0, 1, 2, 3]] : {} into {flat}",
            ty(shape)
        ));
        if self.random.one_in(2) {
            self.line(&format!(
                "linalg.abs ins({name} : {flat}) outs({name} : {flat})"
            ));
        }
    }

    /// The inside of a buffer that is padded like another one.
    fn inside(&mut self, buffer: &str, like: &Padding) -> String {
        self.n_values += 1;
        let view = format!("%v{}", self.n_values);
        let View { ty, shape, .. } = &like.inside;
        self.line(&format!(
            "{view} = memref.subview {buffer}{:?} {shape:?} {:?} : {} to {ty}",
            like.low,
            like.steps,
            self::ty(&like.shape)
        ));
        view
    }

    /// A buffer with a border around what has these sizes.
    fn padding(&mut self, inner: &[i64]) -> Padding {
        let random = &mut self.random;
        let low = [0, random.below(3) as i64, random.below(3) as i64, 0];
        let high = [0, random.below(3) as i64, random.below(3) as i64, 0];
        // Transposed convolutions also pad between the elements.
        let steps = if random.one_in(4) {
            [1, 1 + random.below(3) as i64, 1 + random.below(3) as i64, 1]
        } else {
            [1; 4]
        };
        let outer = (0..4).map(|at| (inner[at] - 1) * steps[at] + 1 + low[at] + high[at]);
        let outer: Vec<i64> = outer.collect();
        let p = self.alloc(&outer);
        self.fill(&p, &outer);
        let strides = [
            outer[1] * outer[2] * outer[3],
            outer[2] * outer[3],
            outer[3],
            1,
        ];
        let offset: i64 = low.iter().zip(&strides).map(|(at, by)| at * by).sum();
        let strides: Vec<i64> = strides
            .iter()
            .zip(&steps)
            .map(|(by, step)| by * step)
            .collect();
        let inside = ty(inner).replace('>', &format!(", strided<{strides:?}, offset: {offset}>>"));
        let mut padding = Padding {
            buffer: p.clone(),
            shape: outer,
            low,
            steps,
            inside: View {
                value: String::new(),
                ty: inside,
                shape: inner.to_vec(),
                strides,
                offset,
            },
        };
        padding.inside.value = self.inside(&p, &padding);
        padding
    }

    /// Writes a view of this type in several steps, some of them through views of it.
    fn computed(&mut self, view: &View) {
        let View {
            value,
            ty,
            shape,
            strides,
            offset,
        } = view;
        self.overwrite_view(value, shape, ty);
        for at in 1..=1 + self.random.below(2) as usize {
            self.n_values += 1;
            let part = format!("%v{}", self.n_values);
            let from = self.random.below(shape[at] as u64) as i64;
            let (mut offsets, mut sizes) = ([0; 4], shape.clone());
            (offsets[at], sizes[at]) = (from, shape[at] - from);
            let offset = offset + from * strides[at];
            let part_type = format!("strided<{strides:?}, offset: {offset}>>");
            let part_type = self::ty(&sizes).replace('>', &format!(", {part_type}"));
            self.line(&format!(
                "{part} = memref.subview {value}{offsets:?} {sizes:?} [1, 1, 1, 1] : {ty} to {part_type}"
            ));
            self.overwrite_view(&part, &sizes, &part_type);
        }
    }

    /// Adds the readers of a padded buffer. Returns the result of the last reader if it is padded, too.
    fn reader(&mut self, p: &str, outer: &[i64]) -> Option<(String, Vec<i64>)> {
        let (name, channels) = *self.random.pick(&WINDOWS);
        let n = |random: &mut Random, n: u64| 1 + random.below(n) as i64;
        let (kh, kw) = (n(&mut self.random, 3), n(&mut self.random, 3));
        let strides = [n(&mut self.random, 2), n(&mut self.random, 2)];
        let dilations = [n(&mut self.random, 2), n(&mut self.random, 2)];
        let sizes: Vec<i64> = [kh, kw]
            .iter()
            .zip(&outer[1..])
            .zip(strides.iter().zip(&dilations))
            .map(|((k, size), (stride, dilation))| {
                (size - dilation * (k - 1) - 1).div_euclid(*stride) + 1
            })
            .collect();
        if sizes.iter().any(|&size| size < 1) {
            return None;
        }
        let features = match channels {
            Channels::Mixed => n(&mut self.random, 3),
            Channels::Kept | Channels::Without => outer[3],
        };
        let kernel = match channels {
            Channels::Mixed => vec![kh, kw, outer[3], features],
            Channels::Kept => vec![kh, kw, features],
            Channels::Without => vec![kh, kw],
        };
        let result = [outer[0], sizes[0], sizes[1], features];
        let k = self.numbers(&kernel);
        // The result may be computed inside of another padded buffer.
        let next = self.random.one_in(3).then(|| self.padding(&result));
        let (o, o_type) = match &next {
            Some(next) => (next.inside.value.clone(), next.inside.ty.clone()),
            None => (self.alloc(&result), ty(&result)),
        };
        self.fill_view(&o, &o_type);
        self.line(&format!(
            "{name} {{dilations = dense<{dilations:?}> : tensor<2xi64>, strides = dense<{strides:?}> : tensor<2xi64>}} \
             ins({p}, {k} : {}, {}) outs({o} : {})",
            ty(outer),
            ty(&kernel),
            o_type
        ));
        Some(match next {
            Some(next) => self
                .reader(&next.buffer, &next.shape)
                .unwrap_or((next.buffer, next.shape)),
            None => (o, result.to_vec()),
        })
    }
}

/// The program of a number. Equal numbers give equal programs.
pub fn numbered_program(number: u64) -> String {
    let mut program = Program {
        random: Random::new(number),
        text: "  %c7 = arith.constant 7 : index\n  %zero = arith.constant 0.0 : f32\n  \
               %low = arith.constant 0xFF800000 : f32\n  %one = arith.constant 1.5 : f32\n"
            .to_owned(),
        n_values: 0,
    };
    let (value, shape) = program.padded();
    let ty = ty(&shape);
    program.line(&format!("return {value} : {ty}"));
    format!("func.func @main() -> {ty} {{\n{}}}\n", program.text)
}
