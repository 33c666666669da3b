//! Prints which tensors of a program need a copy, and why.

use memplan_bufferize::Options;
use memplan_bufferize::analysis::{Contents, insert_copies};
use memplan_mlir::text::{ParseOptions, PrintOptions, SourceMap, parse, print};

const PROGRAM: &str = "\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<4xf32>, f32) {
  %s = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %0 = tensor.insert %v into %s[%i] : tensor<4xf32>
  %x = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %x : tensor<4xf32>, f32
}
";

#[expect(clippy::print_stdout, reason = "it is an example")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let parsed = parse(PROGRAM.as_bytes(), &ParseOptions::default());
    let mut module = parsed.map_err(|_| "the program cannot be read")?.module;
    let options = Options {
        function_boundaries: true,
        ..Options::default()
    };
    let lines = SourceMap::new(PROGRAM.as_bytes());
    let analysis = memplan_bufferize::analysis::analyse(&module, &options);
    let analysis = analysis.map_err(|errors| errors[0].message.clone())?;
    for buffer in analysis.buffers() {
        let what = match buffer.contents {
            Contents::Copied => "copied",
            Contents::Undefined => "allocated",
            Contents::Repeated(_) => "computed again",
        };
        println!("{what}: {}", buffer.reason);
    }
    let report = insert_copies(&mut module, &options);
    let report = report.map_err(|errors| errors[0].message.clone())?;
    println!(
        "{} operands in place, {} not",
        report.n_in_place, report.n_out_of_place
    );
    for copy in &report.copies {
        let (line, column) = lines.line_col(copy.span.start);
        println!("{line}:{column}: `{}`: {}", copy.op, copy.reason);
    }
    println!("{}", print(&module, &PrintOptions::default()));
    Ok(())
}
