//! The loops of a structured operation, after all checks have passed.

use super::code::{Apply, Code, Program, Pure, Reg};
use super::contract;
use super::nest::{Nest, View, Walk};
use super::rows::{Row, apply};
use crate::memory::Bytes;

/// Lanes computed at a time: rows of a few registers fit into the nearest cache.
const MAX_LANES: i64 = 512;

/// Where an input is read from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'a> {
    /// The same number at every point.
    Number(u64),
    Bytes(&'a [u8]),
    /// The output buffer, at the same element that is written.
    Out(usize),
}

/// The computation to perform.
pub(super) struct Job<'a> {
    pub(super) program: &'a Program,
    /// Constants and numbers from outside.
    pub(super) registers: &'a [u64],
    pub(super) nest: &'a Nest,
    pub(super) views: &'a [Option<View>],
    /// By input.
    pub(super) sources: &'a [Source<'a>],
    /// The buffer of each output.
    pub(super) buffer_of: &'a [usize],
    pub(super) is_out_read: &'a [bool],
}

/// Rows and the instructions that compute them.
struct Work {
    rows: Vec<Row>,
    /// The instructions whose results are the same in all lanes; they are computed for the first lane only.
    uniform: Vec<Apply>,
    /// The instructions that do not depend on other lanes, and those that do.
    independent: Vec<Apply>,
    dependent: Vec<Apply>,
    /// Inputs to load: operand, register, and whether all lanes are equal.
    loads: Vec<(usize, Reg, bool)>,
    /// Registers that are computed in the first lane and needed in all.
    spread: Vec<Reg>,
    /// The rows of the outputs.
    outs: Vec<Reg>,
    /// Whether the results may be swapped with the rows of the outputs.
    swaps: bool,
    /// The coordinates that are needed.
    coordinates: Vec<(Where, Reg)>,
}

/// The computations of a program, by what they depend on; see [`Work`].
struct Groups {
    /// The registers of all of them.
    computed: Vec<Reg>,
    uniform: Vec<Apply>,
    independent: Vec<Apply>,
    dependent: Vec<Apply>,
    spread: Vec<Reg>,
}

/// Which loop a coordinate belongs to.
#[derive(Clone, Copy)]
enum Where {
    Outer(usize),
    Reduced(usize),
    Row,
    /// A dimension of extent 1.
    Nowhere,
}

impl Job<'_> {
    /// Computes all points.
    pub(super) fn run(&self, outs: &mut [Bytes]) {
        if let Some(contraction) = contract::find(self) {
            return contraction.run(self, outs);
        }
        let lanes = self.nest.row.extent.min(MAX_LANES);
        let mut work = self.prepare(lanes as usize);
        let mut positions: Vec<i64> = self
            .views
            .iter()
            .map(|view| view.as_ref().map_or(0, |view| view.start))
            .collect();
        let mut outer = Walk::new(&self.nest.outer);
        loop {
            let mut done = 0;
            while done < self.nest.row.extent {
                let n = (self.nest.row.extent - done).min(lanes);
                let mut here = positions.clone();
                for (position, stride) in here.iter_mut().zip(&self.nest.row.strides) {
                    *position += done * stride;
                }
                if self.nest.is_sequential {
                    // Each strip continues where the previous one ends, at each point of the reduction.
                    self.sequential(&mut work, outs, &mut here);
                    break;
                }
                self.strip(&mut work, outs, &mut here, &outer.at, done..done + n);
                done += n;
            }
            if !outer.advance(&mut positions) {
                break;
            }
        }
    }

    fn prepare(&self, lanes: usize) -> Work {
        let program = self.program;
        let mut rows: Vec<Row> = program
            .kinds
            .iter()
            .zip(self.registers)
            .map(|(kind, &bits)| kind.map_or_else(Row::default, |k| Row::filled(k, lanes, bits)))
            .collect();
        let first_out = self.sources.len();
        let mut outs = Vec::new();
        for (index, view) in self.views[first_out..].iter().enumerate() {
            outs.push(match program.args.get(first_out + index) {
                Some(&arg) => arg,
                None => {
                    let kind = view.as_ref().map(|view| view.kind);
                    rows.push(kind.map_or_else(Row::default, |k| Row::filled(k, lanes, 0)));
                    rows.len() - 1
                }
            });
        }
        let mut loads = Vec::new();
        for (at, &source) in self.sources.iter().enumerate() {
            match (source, program.args.get(at)) {
                (Source::Number(bits), Some(&arg)) => rows[arg].fill(lanes, bits),
                (Source::Bytes(_) | Source::Out(_), Some(&arg)) => {
                    loads.push((at, arg, self.nest.row.strides[at] == 0));
                }
                (_, None) => {}
            }
        }
        let groups = self.groups(rows.len(), &outs, &loads);
        let results = &program.results;
        let swaps = results.iter().enumerate().all(|(at, result)| {
            groups.computed.contains(result) && !results[..at].contains(result)
        });
        let coordinates = program.coordinates.iter();
        let coordinates = coordinates.map(|&(dim, register)| (self.place_of(dim), register));
        Work {
            coordinates: coordinates.collect(),
            rows,
            uniform: groups.uniform,
            independent: groups.independent,
            dependent: groups.dependent,
            loads,
            spread: groups.spread,
            outs,
            swaps,
        }
    }

    /// Where the index of a loop is counted.
    fn place_of(&self, dim: usize) -> Where {
        let find =
            |dims: &[super::nest::Dim]| dims.iter().position(|other| other.origin == Some(dim));
        if self.nest.row.origin == Some(dim) {
            Where::Row
        } else if let Some(at) = find(&self.nest.outer) {
            Where::Outer(at)
        } else {
            find(&self.nest.reduced).map_or(Where::Nowhere, Where::Reduced)
        }
    }

    /// Groups the computations by what they depend on. `loads` are those of [`Work::loads`].
    fn groups(&self, n_registers: usize, outs: &[Reg], loads: &[(usize, Reg, bool)]) -> Groups {
        let program = self.program;
        let all = program.code.iter().filter_map(|inst| match inst.code {
            Code::Apply(apply) => Some(apply),
            _ => None,
        });
        let all: Vec<Apply> = all.collect();
        let computed: Vec<Reg> = all.iter().map(|apply| apply.to).collect();
        // Which registers vary along the row, and which depend on the previous lane.
        let (mut varies, mut depends) = (vec![false; n_registers], vec![false; n_registers]);
        outs.iter().for_each(|&out| varies[out] = true);
        outs.iter()
            .for_each(|&out| depends[out] = self.nest.is_sequential);
        for &(_, register, is_same) in loads {
            varies[register] = !is_same;
        }
        for &(dim, register) in &program.coordinates {
            varies[register] = self.nest.row.origin == Some(dim);
        }
        let (mut uniform, mut independent, mut dependent) = (Vec::new(), Vec::new(), Vec::new());
        let mut needed = vec![false; n_registers];
        program
            .results
            .iter()
            .for_each(|&result| needed[result] = true);
        for apply in all {
            depends[apply.to] = apply.args.iter().any(|&arg| depends[arg]);
            varies[apply.to] = apply.args.iter().any(|&arg| varies[arg]);
            if !varies[apply.to] {
                uniform.push(apply);
                continue;
            }
            apply.args.iter().for_each(|&arg| needed[arg] = true);
            if depends[apply.to] {
                dependent.push(apply);
            } else {
                independent.push(apply);
            }
        }
        let in_first = loads.iter().map(|&(_, register, _)| register);
        let in_first = in_first.chain(uniform.iter().map(|apply| apply.to));
        let spread = in_first.filter(|&r| needed[r] && !varies[r]).collect();
        Groups {
            computed,
            uniform,
            independent,
            dependent,
            spread,
        }
    }

    /// Computes some lanes of a row of results.
    fn strip(
        &self,
        work: &mut Work,
        outs: &mut [Bytes],
        positions: &mut [i64],
        outer: &[i64],
        lanes: std::ops::Range<i64>,
    ) {
        let (first, n) = (lanes.start, (lanes.end - lanes.start) as usize);
        for &(place, register) in &work.coordinates {
            match place {
                Where::Outer(at) => work.rows[register].fill(n, outer[at].cast_unsigned()),
                Where::Row => {
                    let row = &mut work.rows[register];
                    (0..n).for_each(|lane| row.set(lane, (first + lane as i64).cast_unsigned()));
                }
                Where::Nowhere => work.rows[register].fill(n, 0),
                Where::Reduced(_) => {}
            }
        }
        let first_out = self.sources.len();
        let out_positions: Vec<i64> = positions[first_out..].to_vec();
        for (index, &out) in work.outs.iter().enumerate() {
            if self.is_out_read[index] {
                let bytes = &outs[self.buffer_of[index]].bytes;
                self.load(&mut work.rows[out], first_out + index, bytes, positions, n);
            }
        }
        let mut walk = Walk::new(&self.nest.reduced);
        loop {
            self.coordinates(work, &walk, n);
            self.inputs(work, outs, positions, n);
            self.accept(work, n);
            if !walk.advance(positions) {
                break;
            }
        }
        for (index, &out) in work.outs.iter().enumerate() {
            let Some(view) = &self.views[first_out + index] else {
                continue;
            };
            let stride = self.nest.row.strides[first_out + index];
            let bytes = &mut outs[self.buffer_of[index]].bytes;
            work.rows[out].store(view.kind, bytes, out_positions[index], stride, n);
        }
    }

    fn load(&self, row: &mut Row, operand: usize, bytes: &[u8], positions: &[i64], n: usize) {
        if let Some(view) = &self.views[operand] {
            let stride = self.nest.row.strides[operand];
            row.load(view.kind, bytes, positions[operand], stride, n);
        }
    }

    /// Loads the inputs of a row and computes everything that does not depend on other lanes.
    fn inputs(&self, work: &mut Work, outs: &[Bytes], positions: &[i64], n: usize) {
        for &(operand, register, is_same) in &work.loads {
            let bytes = match self.sources[operand] {
                Source::Bytes(bytes) => bytes,
                Source::Out(buffer) => &outs[buffer].bytes,
                Source::Number(_) => continue,
            };
            let n = if is_same { 1 } else { n };
            self.load(&mut work.rows[register], operand, bytes, positions, n);
        }
        compute(&work.uniform, &mut work.rows, 1);
        for &register in &work.spread {
            let bits = work.rows[register].get(0);
            work.rows[register].fill(n, bits);
        }
        compute(&work.independent, &mut work.rows, n);
    }

    /// The coordinates of the reduced dimensions.
    fn coordinates(&self, work: &mut Work, walk: &Walk<'_>, n: usize) {
        for &(place, register) in &work.coordinates {
            if let Where::Reduced(at) = place {
                work.rows[register].fill(n, walk.at[at].cast_unsigned());
            }
        }
    }

    /// Stores the results as the contents of the outputs.
    fn accept(&self, work: &mut Work, n: usize) {
        let results = &self.program.results;
        if work.swaps {
            for (&out, &result) in work.outs.iter().zip(results) {
                work.rows.swap(out, result);
            }
            return;
        }
        let copies: Vec<Row> = results.iter().map(|&r| work.rows[r].clone()).collect();
        for (&out, copy) in work.outs.iter().zip(&copies) {
            work.rows[out].copy(copy, n);
        }
    }

    /// Computes one result whose reduction runs along the row, lane by lane.
    fn sequential(&self, work: &mut Work, outs: &mut [Bytes], positions: &mut [i64]) {
        let first_out = self.sources.len();
        let (out, result) = (work.outs[0], self.program.results[0]);
        let Some(view) = &self.views[first_out] else {
            return;
        };
        let place = positions[first_out] as usize;
        let size = view.kind.bytes();
        let mut registers: Vec<u64> = vec![0; work.rows.len()];
        if self.is_out_read[0] {
            let bytes = &outs[self.buffer_of[0]].bytes;
            registers[out] = view.kind.load(&bytes[place..place + size]);
        }
        let extent = self.nest.row.extent;
        let mut walk = Walk::new(&self.nest.reduced);
        loop {
            self.coordinates(work, &walk, extent.min(MAX_LANES) as usize);
            let mut here = positions.to_vec();
            let mut first = 0;
            while first < extent {
                let n = (extent - first).min(MAX_LANES) as usize;
                for &(place, register) in &work.coordinates {
                    let row = &mut work.rows[register];
                    match place {
                        Where::Row => (0..n)
                            .for_each(|lane| row.set(lane, (first + lane as i64).cast_unsigned())),
                        Where::Outer(_) | Where::Nowhere => row.fill(n, 0),
                        Where::Reduced(_) => {}
                    }
                }
                self.inputs(work, outs, &here, n);
                fold(work, out, result, &mut registers, n);
                for (position, stride) in here.iter_mut().zip(&self.nest.row.strides) {
                    *position += n as i64 * stride;
                }
                first += n as i64;
            }
            if !walk.advance(positions) {
                break;
            }
        }
        let bytes = &mut outs[self.buffer_of[0]].bytes;
        view.kind
            .store(registers[out], &mut bytes[place..place + size]);
    }
}

fn compute(instructions: &[Apply], rows: &mut [Row], n: usize) {
    for apply_to in instructions {
        let mut to = std::mem::take(&mut rows[apply_to.to]);
        let args = apply_to.args.map(|register| &rows[register]);
        apply(apply_to.f, &mut to, args, n);
        rows[apply_to.to] = to;
    }
}

/// Runs the instructions that depend on the previous lane.
fn fold(work: &Work, out: Reg, result: Reg, registers: &mut [u64], n: usize) {
    if let [
        Apply {
            f: Pure::AddF(kind),
            to,
            args: [a, b, _],
        },
    ] = work.dependent[..]
        && to == result
        && (a == out) != (b == out)
        && let Row::F32(lanes) = &work.rows[if a == out { b } else { a }]
        && kind == memplan_mlir::FloatKind::F32
    {
        let mut sum = f64::from_bits(registers[out]) as f32;
        lanes[..n].iter().for_each(|lane| sum += lane);
        registers[out] = f64::from(sum).to_bits();
        return;
    }
    let mut is_scalar = vec![false; registers.len()];
    is_scalar[out] = true;
    work.dependent
        .iter()
        .for_each(|apply| is_scalar[apply.to] = true);
    for lane in 0..n {
        for apply in &work.dependent {
            let args = apply.args.map(|register| {
                if is_scalar[register] {
                    registers[register]
                } else {
                    work.rows[register].get(lane)
                }
            });
            if let Ok(bits) = apply.f.eval(args) {
                registers[apply.to] = bits;
            }
        }
        registers[out] = if is_scalar[result] {
            registers[result]
        } else {
            work.rows[result].get(lane)
        };
    }
}
