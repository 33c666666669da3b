//! Random perfect loop nests, as in lowered structured operations.

use std::fmt::Write as _;

use memplan_support::Random;

/// The program of a seed: nests over views of one arena, some of which overlap or leave their shape.
pub(super) fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut out = String::new();
    for index in 0..8 {
        let value = [0, 1, 2, 3, 5, 7, 9, 12][index];
        writeln!(out, "%i{index} = arith.constant {value} : index").unwrap();
    }
    writeln!(out, "%half = arith.constant 0.5 : f32").unwrap();
    for buffer in 0..4 {
        let offset = match random.index(4) {
            0 => 0,
            n => 576 * n + 4 * random.index(40) * random.index(2),
        };
        writeln!(
            out,
            "%o{buffer} = arith.constant {offset} : index\n\
             %b{buffer} = memref.view %arena[%o{buffer}][] : memref<4096xi8> to memref<12x12xf32>"
        )
        .unwrap();
    }
    for number in 0..1 + random.index(3) {
        nest(&mut random, number, &mut out);
    }
    let head = if random.chance(50) {
        "func.func @main() -> memref<4096xi8> {\n%arena = memref.alloc() : memref<4096xi8>\n\
         %lower = memref.subview %arena[0] [2304] [1] : memref<4096xi8> to memref<2304xi8>\n\
         %seven = arith.constant 7 : i8\nlinalg.fill ins(%seven : i8) outs(%lower : memref<2304xi8>)\n"
    } else {
        "func.func @main(%arena: memref<4096xi8>) -> memref<4096xi8> {\n"
    };
    format!("{head}{out}return %arena : memref<4096xi8>\n}}\n")
}

fn nest(random: &mut Random, number: usize, out: &mut String) {
    let n_levels = 1 + random.index(3);
    let mut ends = String::new();
    let mut level = 0;
    while level < n_levels {
        let iv = format!("%n{number}_{level}");
        let (upper, step) = (3 + random.index(4), 1 + random.index(5) / 4);
        match random.index(4) {
            0 if level + 1 < n_levels => {
                let second = format!("%n{number}_{}", level + 1);
                writeln!(
                    out,
                    "scf.parallel ({iv}, {second}) = (%i0, %i1) to (%i{upper}, %i4) step (%i{step}, %i1) {{"
                )
                .unwrap();
                ends.insert_str(0, "scf.reduce }\n");
                level += 1;
            }
            1 => {
                writeln!(out, "affine.for {iv} = 0 to {} step {step} {{", upper * 2).unwrap();
                ends.insert_str(0, "}\n");
            }
            _ => {
                writeln!(out, "scf.for {iv} = %i0 to %i{upper} step %i{step} {{").unwrap();
                ends.insert_str(0, "}\n");
            }
        }
        level += 1;
    }
    let index = |random: &mut Random, out: &mut String, name: String| {
        let iv = format!("%n{number}_{}", random.index(n_levels));
        let other = format!("%n{number}_{}", random.index(n_levels));
        match random.index(8) {
            0 => "%i2".to_owned(),
            1 => {
                writeln!(
                    out,
                    "{name} = arith.addi {iv}, %i{} : index",
                    random.index(3)
                )
                .unwrap();
                name
            }
            2 => {
                let map = *random.pick(&["d0 + d1", "11 - d0", "d0 * 2 + d1 - 1", "d0 mod 5"]);
                writeln!(
                    out,
                    "{name} = affine.apply affine_map<(d0, d1) -> ({map})>({iv}, {other})"
                )
                .unwrap();
                name
            }
            _ => iv,
        }
    };
    let mut values = vec!["%half".to_owned()];
    let target = random.index(4);
    let place = [0, 1].map(|at| index(random, out, format!("%s{number}_{at}")));
    for load in 0..1 + random.index(3) {
        let (buffer, at) = if random.chance(50) {
            (target, place.clone())
        } else {
            let at = [0, 1].map(|dim| index(random, out, format!("%l{number}_{load}_{dim}")));
            (random.index(4), at)
        };
        let [row, column] = at;
        let to = format!("%x{number}_{load}");
        writeln!(
            out,
            "{to} = memref.load %b{buffer}[{row}, {column}] : memref<12x12xf32>"
        )
        .unwrap();
        values.push(to);
    }
    for step in 0..random.index(4) {
        let to = format!("%y{number}_{step}");
        let (a, b) = (random.pick(&values).clone(), random.pick(&values).clone());
        let name = *random.pick(&["addf", "mulf", "maximumf", "subf"]);
        writeln!(out, "{to} = arith.{name} {a}, {b} : f32").unwrap();
        values.push(to);
    }
    let value = values.last().unwrap();
    let [row, column] = place;
    writeln!(
        out,
        "memref.store {value}, %b{target}[{row}, {column}] : memref<12x12xf32>"
    )
    .unwrap();
    out.push_str(&ends);
}
