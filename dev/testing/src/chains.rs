//! Random chains of structured operations on buffers: products, reductions, windows, reshapes and parts, with the sizes
//! that attention and convolutions have in small.

use std::fmt::Write as _;

use memplan_support::Random;

struct Program {
    random: Random,
    text: String,
    n_values: usize,
    /// Buffers and views with known contents.
    values: Vec<Value>,
}

#[derive(Clone, Debug)]
struct Value {
    name: String,
    shape: Vec<i64>,
    /// Absent for a part of a buffer.
    is_whole: bool,
    ty: String,
}

/// A size that is known only at run time: `?` in types, and `%n` elsewhere.
const N: i64 = 997;

/// Numbers, with a word for [`N`] and its multiples.
fn texts(numbers: &[i64], word: &str) -> Vec<String> {
    let text = |&number: &i64| match number % N {
        0 if number != 0 => word.to_owned(),
        _ => number.to_string(),
    };
    numbers.iter().map(text).collect()
}

fn list(sizes: &[i64]) -> String {
    format!("[{}]", texts(sizes, "%n").join(", "))
}

fn ty(shape: &[i64]) -> String {
    format!("memref<{}xf32>", texts(shape, "?").join("x"))
}

/// `affine_map<(d0, d1, ..) -> (RESULTS)>`.
fn map(n_dims: usize, results: &[String]) -> String {
    let dims: Vec<String> = (0..n_dims).map(|at| format!("d{at}")).collect();
    format!(
        "affine_map<({}) -> ({})>",
        dims.join(", "),
        results.join(", ")
    )
}

fn dims(list: &[usize]) -> Vec<String> {
    list.iter().map(|at| format!("d{at}")).collect()
}

impl Program {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "    {line}");
    }

    fn name(&mut self) -> String {
        self.n_values += 1;
        format!("%v{}", self.n_values)
    }

    fn alloc(&mut self, shape: &[i64]) -> Value {
        let (name, ty) = (self.name(), ty(shape));
        let sizes = texts(shape, "%n");
        let dynamic: Vec<&str> = sizes
            .iter()
            .map(String::as_str)
            .filter(|&size| size == "%n")
            .collect();
        let assumed = match dynamic.len() {
            0 => String::new(),
            n => format!(
                " {{memplan.assumed_sizes = array<i64: {}>}}",
                vec!["5"; n].join(", ")
            ),
        };
        self.line(&format!(
            "{name} = memref.alloc({}){assumed} : {ty}",
            dynamic.join(", ")
        ));
        Value {
            name,
            shape: shape.to_vec(),
            is_whole: true,
            ty,
        }
    }

    fn filled(&mut self, shape: &[i64], number: &str) -> Value {
        let value = self.alloc(shape);
        let Value { name, ty, .. } = &value;
        self.line(&format!(
            "linalg.fill ins({number} : f32) outs({name} : {ty})"
        ));
        value
    }

    /// `linalg.generic` with one output, which is the last operand. The body gets `%a0`, `%a1`, .. and `%o`, and yields
    /// `%r`.
    fn generic(
        &mut self,
        operands: &[(&Value, String)],
        reduced: &[usize],
        n_dims: usize,
        body: &[&str],
    ) {
        let maps: Vec<&str> = operands.iter().map(|(_, map)| map.as_str()).collect();
        let kinds: Vec<&str> = (0..n_dims)
            .map(|at| {
                if reduced.contains(&at) {
                    "\"reduction\""
                } else {
                    "\"parallel\""
                }
            })
            .collect();
        let (inputs, output) = operands.split_at(operands.len() - 1);
        let names: Vec<&str> = (inputs.iter())
            .map(|(value, _)| value.name.as_str())
            .collect();
        let types: Vec<&str> = inputs.iter().map(|(value, _)| value.ty.as_str()).collect();
        let ins = match inputs {
            [] => String::new(),
            _ => format!("ins({} : {}) ", names.join(", "), types.join(", ")),
        };
        let (name, ty) = (&output[0].0.name, &output[0].0.ty);
        self.line(&format!(
            "linalg.generic {{indexing_maps = [{}], iterator_types = [{}]}} {ins}outs({name} : {ty}) {{",
            maps.join(", "),
            kinds.join(", "),
        ));
        let args: Vec<String> = (0..inputs.len())
            .map(|at| format!("%a{at}: f32, "))
            .collect();
        self.line(&format!("^bb0({}%o: f32):", args.concat()));
        for line in body {
            self.line(&format!("  {line}"));
        }
        self.line("  linalg.yield %r : f32\n    }");
    }

    fn all(value: &Value) -> String {
        let n = value.shape.len();
        map(n, &dims(&(0..n).collect::<Vec<_>>()))
    }

    /// A buffer whose elements all differ.
    fn numbers(&mut self, shape: &[i64]) -> Value {
        let value = self.alloc(shape);
        let start = self.random.below(50);
        let mut body = vec![format!("%s = arith.constant {start} : index")];
        let mut sum = "%s".to_owned();
        for at in 0..shape.len() {
            body.push(format!("%i{at} = linalg.index {at} : index"));
            body.push(format!("%k{at} = arith.muli {sum}, %c7 : index"));
            body.push(format!("%s{at} = arith.addi %k{at}, %i{at} : index"));
            sum = format!("%s{at}");
        }
        body.push(format!("%w = arith.index_cast {sum} : index to i32"));
        body.push("%x = arith.sitofp %w : i32 to f32".to_owned());
        body.push("%r = math.sin %x : f32".to_owned());
        let body: Vec<&str> = body.iter().map(String::as_str).collect();
        self.generic(&[(&value, Self::all(&value))], &[], shape.len(), &body);
        value
    }

    /// One of the newest values.
    fn newest(&mut self) -> Value {
        let n = self.values.len().min(4);
        let at = self.values.len() - 1 - self.random.index(n);
        self.values[at].clone()
    }

    fn statement(&mut self) {
        let x = self.newest();
        let new = match self.random.below(10) {
            0 => self.elementwise(&x),
            1 => self.in_place(&x),
            2 | 3 => self.product(&x),
            4 => self.normalised(&x),
            5 => self.transposed(&x),
            6 => self.reshaped(&x),
            7 => self.part(&x),
            8 => self.windows(&x),
            _ => self.joined(&x),
        };
        self.values.extend(new);
    }

    /// A function of the elements, and of their places.
    fn elementwise(&mut self, x: &Value) -> Option<Value> {
        let value = self.alloc(&x.shape);
        let at = self.random.index(x.shape.len());
        let index = format!("%i = linalg.index {at} : index");
        let body = [
            index.as_str(),
            "%w = arith.index_cast %i : index to i32",
            "%f = arith.sitofp %w : i32 to f32",
            "%m = arith.mulf %a0, %f : f32",
            "%r = arith.addf %m, %half : f32",
        ];
        self.generic(
            &[(x, Self::all(x)), (&value, Self::all(&value))],
            &[],
            x.shape.len(),
            &body,
        );
        Some(value)
    }

    fn in_place(&mut self, x: &Value) -> Option<Value> {
        let body = ["%e = math.absf %o : f32", "%r = arith.addf %e, %half : f32"];
        self.generic(&[(x, Self::all(x))], &[], x.shape.len(), &body);
        None
    }

    /// Rows times rows of a matrix, of each batch or shared by all.
    fn product(&mut self, x: &Value) -> Option<Value> {
        let (&inner, outer) = x.shape.split_last()?;
        let (&rows, batch) = outer.split_last()?;
        let n = 2 + self.random.below(5) as i64;
        let is_shared = batch.is_empty() || self.random.one_in(2);
        let of_other = if is_shared {
            vec![n, inner]
        } else {
            [batch, &[n, inner]].concat()
        };
        let other = self.numbers(&of_other);
        let value = self.filled(&[batch, &[rows, n]].concat(), "%zero");
        let b = batch.len();
        // Batch, rows, columns, and the sum.
        let batch: Vec<usize> = (0..b).collect();
        let with = |more: &[usize]| map(b + 3, &dims(&[&batch[..], more].concat()));
        let other_map = if is_shared {
            map(b + 3, &dims(&[b + 1, b + 2]))
        } else {
            with(&[b + 1, b + 2])
        };
        let operands = [
            (x, with(&[b, b + 2])),
            (&other, other_map),
            (&value, with(&[b, b + 1])),
        ];
        let body = [
            "%m = arith.mulf %a0, %a1 : f32",
            "%r = arith.addf %o, %m : f32",
        ];
        self.generic(&operands, &[b + 2], b + 3, &body);
        Some(value)
    }

    /// Divided by a reduction along the last dimension.
    fn normalised(&mut self, x: &Value) -> Option<Value> {
        let (_, outer) = x.shape.split_last()?;
        let outer = if outer.is_empty() { &[1][..] } else { outer };
        let rank = x.shape.len();
        let of_row = if rank == 1 {
            vec!["0".to_owned()]
        } else {
            dims(&(0..rank - 1).collect::<Vec<_>>())
        };
        let row = map(rank, &of_row);
        let is_maximum = self.random.one_in(2);
        let (start, body) = if is_maximum {
            ("%low", "%r = arith.maximumf %o, %a0 : f32")
        } else {
            ("%one", "%r = arith.addf %o, %a0 : f32")
        };
        if rank == 1 {
            return None;
        }
        let sum = self.filled(outer, start);
        self.generic(
            &[(x, Self::all(x)), (&sum, row.clone())],
            &[rank - 1],
            rank,
            &[body],
        );
        let value = self.alloc(&x.shape);
        let operands = [(x, Self::all(x)), (&sum, row), (&value, Self::all(&value))];
        self.generic(&operands, &[], rank, &["%r = arith.subf %a0, %a1 : f32"]);
        Some(value)
    }

    fn transposed(&mut self, x: &Value) -> Option<Value> {
        let mut order: Vec<usize> = (0..x.shape.len()).collect();
        self.random.shuffle(&mut order);
        let shape: Vec<i64> = order.iter().map(|&at| x.shape[at]).collect();
        let value = self.alloc(&shape);
        self.line(&format!(
            "linalg.transpose ins({} : {}) outs({} : {}) permutation = {order:?}",
            x.name, x.ty, value.name, value.ty
        ));
        Some(value)
    }

    /// A view in another shape.
    fn reshaped(&mut self, x: &Value) -> Option<Value> {
        let rank = x.shape.len();
        if !x.is_whole {
            return None;
        }
        let at = self.random.index(rank);
        let joins = rank > 1 && self.random.one_in(2);
        let mut shape = x.shape.clone();
        let mut groups: Vec<String> = Vec::new();
        let n_views = rank + usize::from(!joins) - usize::from(joins);
        let at = if joins { at.min(rank - 2) } else { at };
        if shape[at] == N || joins && shape[at + 1] == N {
            return None;
        }
        if joins {
            let inner = shape.remove(at + 1);
            shape[at] *= inner;
        } else {
            let divisors: Vec<i64> = (1..=shape[at]).filter(|n| shape[at] % n == 0).collect();
            let inner = *self.random.pick(&divisors);
            shape[at] /= inner;
            shape.insert(at + 1, inner);
        }
        if n_views > 4 {
            return None;
        }
        let mut next = 0;
        for group in 0..rank.min(n_views) {
            let n = if group == at { 2 } else { 1 };
            let items: Vec<String> = (next..next + n).map(|at: usize| at.to_string()).collect();
            groups.push(format!("[{}]", items.join(", ")));
            next += n;
        }
        let (name, of_view, groups) = (self.name(), ty(&shape), groups.join(", "));
        if joins {
            self.line(&format!(
                "{name} = memref.collapse_shape {} [{groups}] : {} into {of_view}",
                x.name, x.ty
            ));
        } else {
            self.line(&format!(
                "{name} = memref.expand_shape {} [{groups}] output_shape {} : {} into {of_view}",
                x.name,
                list(&shape),
                x.ty
            ));
        }
        Some(Value {
            name,
            shape,
            is_whole: true,
            ty: of_view,
        })
    }

    /// A view of a part.
    fn part(&mut self, x: &Value) -> Option<Value> {
        let at = self.random.index(x.shape.len());
        if !x.is_whole || x.shape[at] < 3 || x.shape[at] == N {
            return None;
        }
        let offset = self.random.below(2) as i64;
        let mut shape = x.shape.clone();
        shape[at] -= 1 + offset;
        Some(self.view(x, shape, at, offset))
    }

    /// A view of a part that begins at an offset along a dimension.
    fn view(&mut self, x: &Value, shape: Vec<i64>, dim: usize, offset: i64) -> Value {
        let mut offsets = vec![0; shape.len()];
        offsets[dim] = offset;
        let mut strides = vec![1i64; shape.len()];
        for at in (0..x.shape.len() - 1).rev() {
            strides[at] = strides[at + 1] * x.shape[at + 1];
        }
        let first = match offset * strides[dim] {
            0 => String::new(),
            first => format!(", offset: {}", texts(&[first], "?")[0]),
        };
        let (sizes, strides) = (texts(&shape, "?"), texts(&strides, "?"));
        let ty = format!(
            "memref<{}xf32, strided<[{}]{first}>>",
            sizes.join("x"),
            strides.join(", ")
        );
        let (name, steps) = (self.name(), vec![1; shape.len()]);
        self.line(&format!(
            "{name} = memref.subview {}{offsets:?} {} {steps:?} : {} to {ty}",
            x.name,
            list(&shape),
            x.ty
        ));
        Value {
            name,
            shape,
            is_whole: false,
            ty,
        }
    }

    /// Sums of windows along a dimension, with a border or without.
    fn windows(&mut self, x: &Value) -> Option<Value> {
        let (rank, at) = (x.shape.len(), self.random.index(x.shape.len()));
        let (window, step, distance) = (
            1 + self.random.below(3) as i64,
            1 + self.random.below(2) as i64,
            1 + self.random.below(2) as i64,
        );
        let (low, high) = (self.random.below(3) as i64, self.random.below(3) as i64);
        let mut shape = x.shape.clone();
        if shape[at] == N {
            return None;
        }
        shape[at] += low + high;
        let reach = (window - 1) * distance + 1;
        if shape[at] < reach {
            return None;
        }
        let padded = if low + high > 0 {
            self.padded(x, &shape, at, low)
        } else {
            x.clone()
        };
        let weights = self.numbers(&[window]);
        let mut of_result = shape.clone();
        of_result[at] = (shape[at] - reach) / step + 1;
        let value = self.filled(&of_result, "%zero");
        let mut read = dims(&(0..rank).collect::<Vec<_>>());
        read[at] = format!("d{at} * {step} + d{rank} * {distance}");
        let n = rank + 1;
        let operands = [
            (&padded, map(n, &read)),
            (&weights, map(n, &dims(&[rank]))),
            (&value, map(n, &dims(&(0..rank).collect::<Vec<_>>()))),
        ];
        let body = [
            "%m = arith.mulf %a0, %a1 : f32",
            "%r = arith.addf %o, %m : f32",
        ];
        self.generic(&operands, &[rank], n, &body);
        Some(value)
    }

    fn padded(&mut self, x: &Value, shape: &[i64], dim: usize, low: i64) -> Value {
        let value = self.filled(shape, "%half");
        let view = self.view(&value, x.shape.clone(), dim, low);
        self.line(&format!(
            "memref.copy {}, {} : {} to {}",
            x.name, view.name, x.ty, view.ty
        ));
        value
    }

    /// A function of two values of one shape, or of the same value.
    fn joined(&mut self, x: &Value) -> Option<Value> {
        let others = self.values.iter().filter(|value| value.shape == x.shape);
        let others: Vec<Value> = others.cloned().collect();
        let other = self.random.pick(&others).clone();
        let value = if self.random.one_in(4) {
            x.clone()
        } else {
            self.alloc(&x.shape)
        };
        let operands = [
            (x, Self::all(x)),
            (&other, Self::all(x)),
            (&value, Self::all(&value)),
        ];
        self.generic(
            &operands,
            &[],
            x.shape.len(),
            &["%r = arith.mulf %a0, %a1 : f32"],
        );
        (value.name != x.name).then_some(value)
    }
}

/// The program of a number: equal numbers give equal programs. `@main` returns a buffer, and `@entry` a number that
/// depends on each bit of that.
pub fn numbered_program(number: u64) -> String {
    of_size(number, None)
}

/// The same with one size that is known only at run time, where it is `n`.
pub fn dynamic_program(number: u64, n: u64) -> String {
    of_size(number, Some(n))
}

fn of_size(number: u64, n: Option<u64>) -> String {
    let mut program = Program {
        random: Random::new(number),
        text: String::new(),
        n_values: 0,
        values: Vec::new(),
    };
    let n_inputs = 1 + program.random.below(2);
    for _ in 0..n_inputs {
        let rank = 2 + program.random.index(2);
        let mut shape: Vec<i64> = (0..rank)
            .map(|_| 2 + program.random.below(7) as i64)
            .collect();
        if n.is_some() {
            shape[program.random.index(rank)] = N;
        }
        let value = program.numbers(&shape);
        program.values.push(value);
    }
    for _ in 0..4 + program.random.below(8) {
        program.statement();
    }
    let whole = program.values.iter().rev().find(|value| value.is_whole);
    let Some(last) = whole.cloned() else {
        return String::new();
    };
    // What is returned is a buffer of its own.
    let result = program.alloc(&last.shape);
    program.line(&format!(
        "memref.copy {}, {} : {} to {}",
        last.name, result.name, last.ty, result.ty
    ));
    let rank = last.shape.len();
    let all = map(rank, &dims(&(0..rank).collect::<Vec<_>>()));
    let kinds = vec!["\"reduction\""; rank].join(", ");
    format!(
        "func.func @main() -> {ty} {{\n{}    %c7 = arith.constant 7 : index\n    %zero = arith.constant 0.0 : f32\n    %half = \
         arith.constant 0.5 : f32\n    %one = arith.constant 1.0 : f32\n    %low = arith.constant -1.0e9 : f32\n{}    \
         return {} : {ty}\n}}\n\
         func.func @entry() -> i32 {{\n    %c31 = arith.constant 31 : i32\n    %x = func.call @main() : () -> {ty}\n    \
         %sum = memref.alloc() : memref<i32>\n    memref.store %c31, %sum[] : memref<i32>\n    linalg.generic \
         {{indexing_maps = [{all}, {}], iterator_types = [{kinds}]}} ins(%x : {ty}) outs(%sum : memref<i32>) {{\n    \
         ^bb0(%a: f32, %o: i32):\n      %bits = arith.bitcast %a : f32 to i32\n      %more = arith.muli %o, %c31 : i32\n      \
         %r = arith.addi %more, %bits : i32\n      linalg.yield %r : i32\n    }}\n    %r = memref.load %sum[] : memref<i32>\n    \
         return %r : i32\n}}\n",
        n.map_or_else(String::new, |n| format!(
            "    %n = arith.constant {n} : index\n"
        )),
        program.text,
        result.name,
        map(rank, &[]),
        ty = result.ty,
    )
}
