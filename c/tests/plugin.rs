//! The plug-in of MLIR, in `mlir-opt` 22 and 19: the same programs as from the library, errors at operations of the
//! user, dialects that memplan does not know.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use memplan_testing::outside::{mlir_opt, mlir_tools, skip_tool};
use memplan_testing::scratch::Scratch;

use crate::common::{Installed, crate_folder, done, in_repository, output, target};

/// What follows merging in a pipeline.
const LOWERING: &str = "convert-linalg-to-loops,lower-affine,convert-scf-to-cf,canonicalize";

/// A plug-in, and the program that loads it.
struct Plugin {
    mlir_opt: PathBuf,
    library: PathBuf,
}

impl Plugin {
    /// The plug-in for a version of MLIR; `None`, said loudly, where something that it needs is missing.
    fn get(version: u32) -> Option<&'static Self> {
        static PLUGINS: [OnceLock<Option<Plugin>>; 2] = [const { OnceLock::new() }; 2];
        let slot = &PLUGINS[usize::from(version == 19)];
        slot.get_or_init(|| Self::new(version)).as_ref()
    }

    fn new(version: u32) -> Option<Self> {
        let installed = Installed::get()?;
        let mlir_opt = mlir_opt(version)?;
        // Debian's packages with headers of several versions exclude each other: `.ci/run` unpacks those of 19.
        let prefixes = [PathBuf::from("/"), target().join(format!("mlir-{version}"))];
        let mut roots = prefixes.into_iter().map(|prefix| prefix.join("usr"));
        let headers = format!("lib/llvm-{version}/include");
        let Some(root) = roots.find(|root| root.join(&headers).join("mlir/Pass/Pass.h").exists())
        else {
            skip_tool(&format!("libmlir-{version}-dev"));
            return None;
        };
        let clang = Path::new("/usr/lib/llvm-22/bin/clang++");
        if !clang.exists() {
            skip_tool("clang++ 22");
            return None;
        }
        let library = if version == 22 {
            built_by_cmake(installed, clang)
        } else {
            built_in_one_line(installed, clang, &root.join(headers))
        };
        Some(Self { mlir_opt, library })
    }

    fn run(&self, pipeline: &str, input: &Path) -> Output {
        let mut command = Command::new(&self.mlir_opt);
        command.arg(format!("--load-pass-plugin={}", self.library.display()));
        command.arg(format!("--pass-pipeline=builtin.module({pipeline})"));
        output(command.arg("--allow-unregistered-dialect").arg(input))
    }

    /// The program after a pipeline.
    fn made(&self, pipeline: &str, input: &Path) -> String {
        let Output {
            status,
            stdout,
            stderr,
        } = self.run(pipeline, input);
        let messages = String::from_utf8_lossy(&stderr);
        assert!(status.success(), "{}: {messages}", input.display());
        String::from_utf8(stdout).unwrap()
    }

    /// What a pipeline says, with `IN` in place of the file.
    fn told(&self, pipeline: &str, input: &str) -> (bool, String) {
        let Output { status, stderr, .. } = self.run(pipeline, Path::new(input));
        let messages = String::from_utf8(stderr).unwrap().replace(input, "IN");
        let lines = messages.lines().filter(|line| line.starts_with("IN:"));
        (status.success(), lines.collect::<Vec<_>>().join("\n"))
    }
}

/// As the CMake project builds it.
fn built_by_cmake(installed: &Installed, clang: &Path) -> PathBuf {
    let build = target().join("c-plugin-22");
    let mut configure = Command::new("cmake");
    configure
        .arg("-S")
        .arg(crate_folder().join("mlir-plugin"))
        .arg("-B")
        .arg(&build);
    configure.arg("-DMLIR_DIR=/usr/lib/llvm-22/lib/cmake/mlir");
    configure.arg(format!(
        "-DCMAKE_PREFIX_PATH={}",
        installed.prefix.display()
    ));
    configure.arg(format!("-DCMAKE_CXX_COMPILER={}", clang.display()));
    done(&mut configure);
    done(Command::new("cmake").arg("--build").arg(&build));
    build.join("memplan-mlir.so")
}

/// As the book builds it in one line.
fn built_in_one_line(installed: &Installed, clang: &Path, headers: &Path) -> PathBuf {
    let library = target().join("memplan-mlir-19.so");
    let source = crate_folder().join("mlir-plugin/memplan-mlir.cpp");
    let mut compiler = Command::new(clang);
    compiler.args([
        "-std=c++17",
        "-fPIC",
        "-shared",
        "-fno-rtti",
        "-Wall",
        "-Wextra",
        "-Werror",
    ]);
    compiler.arg(source).args(installed.flags(&["--cflags"]));
    compiler.arg("-isystem").arg(headers);
    compiler.arg(installed.prefix.join("lib/libmemplan.a"));
    done(
        compiler
            .args(["-Wl,--exclude-libs,ALL", "-o"])
            .arg(&library),
    );
    library
}

/// The programs of a folder of the repository.
fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(in_repository(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_program = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "mlir");
    let mut programs: Vec<PathBuf> = paths.filter(is_program).collect();
    programs.sort();
    programs
}

/// Compares programs of the plug-in with those of the library, which gets the files of the user, for the same lowering.
fn compare(plugin: &Plugin, version: u32, programs: &[PathBuf]) {
    let installed = Installed::get().unwrap();
    let scratch = Scratch::new(&format!("c-plugin-{version}"));
    let merge = installed.compiled(&scratch, &crate_folder().join("examples/merge.c"), &[]);
    for (number, program) in programs.iter().enumerate() {
        // The search for lower peaks takes most of the time, minutes with gradients.
        let is_slow = number % 5 != 0 || program.to_string_lossy().contains("_grad");
        let option = is_slow.then_some("optimize=none");
        let options = option.unwrap_or_default();
        let by_plugin = plugin.made(&format!("memplan-merge{{{options}}},{LOWERING}"), program);
        let mut library = Command::new(&merge);
        library.arg(program).args(option);
        let version = format!("mlir-version={version}");
        let merged = done(library.arg(version));
        let merged = scratch.file("merged.mlir", merged);
        let by_library = plugin.made(LOWERING, Path::new(&merged));
        assert!(by_plugin == by_library, "{}", program.display());
    }
}

#[test]
fn models_become_what_the_library_makes_of_them() {
    let Some(plugin) = Plugin::get(22) else {
        return;
    };
    let models = programs("datasets/programs");
    assert!(models.len() > 30);
    compare(plugin, 22, &models);
    compare(plugin, 22, &programs("datasets/programs/dynamic"));
}

#[test]
fn the_same_file_is_for_an_older_version() {
    let Some(plugin) = Plugin::get(19) else {
        return;
    };
    compare(plugin, 19, &programs("examples"));
}

/// Attributes, types and regions of unknown dialects, and operations of dialects that memplan has no table for.
const UNKNOWN: &str = r#"func.func @main(%x: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<256xf32>
  "my.fill"(%a) {kind = #my.attr<"a b">, t = !my.type<1>} : (memref<256xf32>) -> ()
  memref.copy %a, %x : memref<256xf32> to memref<256xf32>
  %s = "my.value"() : () -> !my.type<"x">
  %b = memref.alloc() : memref<256xf32>
  memref.copy %x, %b : memref<256xf32> to memref<256xf32>
  "my.region"() ({
  ^bb0(%i: index):
    "my.yield"(%i, %s) : (index, !my.type<"x">) -> ()
  }) : () -> ()
  memref.copy %b, %x : memref<256xf32> to memref<256xf32>
  %v = vector.load %x[%c0] : memref<256xf32>, vector<4xf32>
  %t = spirv.Constant 1 : i32
  return
}
"#;

#[test]
fn unknown_dialects_stay_what_they_are() {
    for version in [22, 19] {
        let Some(plugin) = Plugin::get(version) else {
            continue;
        };
        let scratch = Scratch::new(&format!("c-unknown-{version}"));
        let input = scratch.file("unknown.mlir", UNKNOWN);
        let merge = "memplan-merge{dealloc=false report=remarks}";
        let (_, told) = plugin.told(merge, &input);
        assert_eq!(
            told,
            "IN:1:1: remark: `main`: 2 buffers in 1024 bytes, 2048 separately"
        );
        let merged = plugin.made(merge, Path::new(&input));
        for kept in [
            "\"my.fill\"(%view) {kind = #my.attr<\"a b\">, t = !my.type<1>}",
            "\"my.yield\"(%arg1, %0) : (index, !my.type<\"x\">) -> ()",
            "vector.load",
            "spirv.Constant 1 : i32",
        ] {
            assert!(merged.contains(kept), "{kept}: {merged}");
        }
    }
}

#[test]
fn errors_are_at_the_operations_of_the_user() {
    for version in [22, 19] {
        let Some(plugin) = Plugin::get(version) else {
            continue;
        };
        let scratch = Scratch::new(&format!("c-errors-{version}"));
        let input = scratch.file("unknown.mlir", UNKNOWN);
        let (is_done, told) = plugin.told("memplan-merge", &input);
        let expected = "\
            IN:4:3: error: the memory effects of `my.fill` are unknown: it may allocate, keep or free buffers [unknown-effects]\n\
            IN:4:3: note: the option `dealloc=false` inserts no deallocations\n\
            IN:9:3: error: the memory effects of `my.region` are unknown: it may allocate, keep or free buffers [unknown-effects]";
        assert_eq!((is_done, &*told), (false, expected));
        let (is_done, told) = plugin.told("memplan-merge{threads=0}", &input);
        let expected = "IN:0:0: error: option `threads` is `0`, expected a whole number, at least 1 [bad-option]";
        assert_eq!((is_done, &*told), (false, expected));
    }
}

#[test]
fn a_plan_is_written_and_applied() {
    let Some(plugin) = Plugin::get(22) else {
        return;
    };
    let scratch = Scratch::new("c-apply");
    let input = in_repository("examples/mlp.mlir").canonicalize().unwrap();
    let (plan, traces) = (scratch.path("plan.json"), scratch.path("traces.json"));
    let unchanged = plugin.made(
        &format!("memplan-plan{{output={plan} traces={traces}}}"),
        &input,
    );
    assert!(!unchanged.contains("memref.view"));
    assert!(fs::read_to_string(&traces).unwrap().contains("\"traces\""));
    let apply = format!("memplan-apply{{plan={plan}}}");
    let planned = "memplan-merge{optimize=none planner=auto{effort=quick} arena=alloc}";
    assert_eq!(plugin.made(&apply, &input), plugin.made(planned, &input));

    let other = in_repository("examples/loop.mlir");
    let (is_done, told) = plugin.told(&apply, other.to_str().unwrap());
    let expected = "IN:0:0: error: the plan belongs to another module [other-module]";
    assert_eq!((is_done, &*told), (false, expected));
    let (is_done, told) = plugin.told("memplan-apply{plan=none.json}", other.to_str().unwrap());
    assert!(
        !is_done && told.contains("cannot read the plan `none.json`"),
        "{told}"
    );
}

/// As crash reproducers do: MLIR prints every option of a pass.
#[test]
fn a_printed_pipeline_is_the_same_pipeline() {
    let Some(plugin) = Plugin::get(22) else {
        return;
    };
    let input = in_repository("examples/mlp.mlir");
    let merge = "memplan-merge{planner=best-fit{alignment=128} check-overflow}";
    let mut command = Command::new(&plugin.mlir_opt);
    command.arg(format!("--load-pass-plugin={}", plugin.library.display()));
    command.arg(format!("--pass-pipeline=builtin.module({merge})"));
    let dumped = output(command.arg("--dump-pass-pipeline").arg(&input));
    let dumped = String::from_utf8(dumped.stderr).unwrap();
    let printed = dumped
        .lines()
        .find(|line| line.contains("memplan-merge"))
        .unwrap();
    assert!(printed.contains("dealloc=true"), "{printed}");
    let again = plugin.made(printed.trim(), &input);
    assert_eq!(again, plugin.made(merge, &input));
}

#[test]
fn reports_name_places_in_the_file_of_the_user() {
    let Some(plugin) = Plugin::get(22) else {
        return;
    };
    let scratch = Scratch::new("c-report");
    let input = in_repository("examples/mlp.mlir");
    let input = input.to_str().unwrap();
    let (_, told) = plugin.told("memplan-merge{optimize=none report=remarks}", input);
    let report = scratch.path("report.json");
    plugin.made(
        &format!("memplan-merge{{optimize=none report={report}}}"),
        Path::new(input),
    );
    let report = fs::read_to_string(report).unwrap();
    let text = fs::read_to_string(input).unwrap();
    let allocations = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| line.contains("memref.alloc()"));
    for (_, line) in allocations.skip(1).step_by(2) {
        assert!(told.contains(&format!("\nIN:{line}:")), "{line}: {told}");
        assert!(
            report.contains(&format!("\"line\": {line},")),
            "{line}: {report}"
        );
    }
}

#[test]
fn passes_of_memplan_are_passes_of_mlir() {
    let Some(plugin) = Plugin::get(22) else {
        return;
    };
    let input = in_repository("examples/loop.mlir");
    let made = plugin.made(
        "memplan-buffer-hoisting,memplan-canonicalize,memplan-cse",
        &input,
    );
    assert!(made.contains("func.func"));
    let pipeline = "memplan-memory-planning-pipeline,memplan-merge-alloc";
    let listed = output(
        Command::new(&plugin.mlir_opt)
            .arg(format!("--load-pass-plugin={}", plugin.library.display()))
            .arg("--help"),
    );
    let listed = String::from_utf8(listed.stdout).unwrap();
    for pass in pipeline.split(',') {
        assert!(listed.contains(&format!("--{pass} ")), "{pass}");
    }
}

/// The script in `examples/pipelines`, from tensors to machine code.
#[test]
fn the_example_makes_an_object_file() {
    let Some(plugin) = Plugin::get(22) else {
        return;
    };
    let Some(tools) = mlir_tools() else {
        return;
    };
    let scratch = Scratch::new("c-compile");
    let object = scratch.path("mlp.o");
    let mut script = Command::new(in_repository("examples/pipelines/compile.sh"));
    script.arg(in_repository("examples/mlp.mlir")).arg(&object);
    script.env("MEMPLAN_PLUGIN", &plugin.library);
    for (variable, tool) in [
        ("MLIR_OPT", "mlir-opt"),
        ("MLIR_TRANSLATE", "mlir-translate"),
        ("CLANG", "clang"),
    ] {
        script.env(variable, tools.join(tool));
    }
    done(&mut script);
    let object = fs::read(object).unwrap();
    let has_function = object.windows(16).any(|name| name == b"_mlir_ciface_mlp");
    assert!(has_function);
}
