//! The examples and hostile calls: compiled as C99 and as C++17, linked to the shared and to the static library, run
//! under valgrind and the address sanitizer.

use std::path::PathBuf;
use std::process::Command;

use memplan_testing::outside::skip_c;
use memplan_testing::scratch::Scratch;

use crate::common::{Installed, crate_folder, done, has, in_repository, output};

fn sources() -> [PathBuf; 4] {
    [
        "examples/plan.c",
        "examples/merge.c",
        "examples/cancel.c",
        "tests/hostile.c",
    ]
    .map(|name| crate_folder().join(name))
}

fn source(name: &str) -> PathBuf {
    let mut all = sources().into_iter();
    all.find(|source| source.ends_with(name)).unwrap()
}

#[test]
fn the_header_and_the_examples_are_cxx_as_well() {
    let Some(installed) = Installed::get() else {
        return;
    };
    for source in sources() {
        let mut compiler = Command::new("c++");
        compiler.args([
            "-std=c++17",
            "-pedantic",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fsyntax-only",
        ]);
        compiler.args(installed.flags(&["--cflags"]));
        done(compiler.args(["-x", "c++"]).arg(source));
    }
}

#[test]
fn twenty_buffers_are_planned() {
    let Some(installed) = Installed::get() else {
        return;
    };
    let scratch = Scratch::new("c-plan");
    let program = installed.compiled(&scratch, &source("plan.c"), &[]);
    let printed = done(&mut Command::new(program));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[20], "peak 9216 bytes, optimal");
}

#[test]
fn a_static_program_needs_no_library() {
    let Some(installed) = Installed::get() else {
        return;
    };
    let scratch = Scratch::new("c-static");
    let program = scratch.path("plan");
    let mut compiler = Command::new("cc");
    compiler.arg(source("plan.c")).args(["-o", &program]);
    compiler.args(installed.flags(&["--cflags"]));
    compiler.arg(installed.prefix.join("lib/libmemplan.a"));
    let private = installed.flags(&["--static", "--libs-only-l"]);
    done(compiler.args(private.iter().filter(|flag| *flag != "-lmemplan")));
    assert!(done(&mut Command::new(program)).ends_with("optimal\n"));
}

/// A project of CMake that uses the installed package.
#[test]
fn cmake_finds_the_package() {
    let Some(installed) = Installed::get() else {
        return;
    };
    let scratch = Scratch::new("c-cmake");
    let source = source("plan.c");
    let project = format!(
        "cmake_minimum_required(VERSION 3.20)\nproject(user C)\nfind_package(memplan 0.4 REQUIRED)\n\
         add_executable(shared {0})\ntarget_link_libraries(shared memplan::memplan)\n\
         add_executable(static {0})\ntarget_link_libraries(static memplan::static)\n",
        source.display()
    );
    scratch.file("CMakeLists.txt", project);
    let build = scratch.path("build");
    let mut configure = Command::new("cmake");
    configure
        .arg("-S")
        .arg(scratch.folder())
        .args(["-B", &build]);
    done(configure.arg(format!(
        "-DCMAKE_PREFIX_PATH={}",
        installed.prefix.display()
    )));
    done(Command::new("cmake").args(["--build", &build]));
    for name in ["shared", "static"] {
        let program = scratch.folder().join("build").join(name);
        assert!(done(&mut Command::new(program)).ends_with("optimal\n"));
    }
}

#[test]
fn programs_are_merged_and_errors_have_places() {
    let Some(installed) = Installed::get() else {
        return;
    };
    let scratch = Scratch::new("c-merge");
    let program = installed.compiled(&scratch, &source("merge.c"), &[]);
    let merge = |input: &str, options: &[&str]| {
        let output = output(Command::new(&program).arg(input).args(options));
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(input, "IN");
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let mlp = in_repository("examples/mlp.mlir");
    let mlp = mlp.to_str().unwrap();
    let (status, merged, messages) = merge(mlp, &["planner=best-fit", "dealloc=false"]);
    assert_eq!((status, &*messages), (Some(0), ""));
    assert!(merged.contains("memref.view"), "{merged}");
    assert!(!merged.contains("memref.dealloc"), "{merged}");

    let (status, _, messages) = merge(mlp, &["planer=best-fit"]);
    let expected = "IN:0:0: error: option `planer` is not one that this call takes [bad-option]\n";
    assert_eq!((status, &*messages), (Some(2), expected));

    let wrong = scratch.file(
        "wrong.mlir",
        "func.func @main() {\n  %a = memref.alloc(%a) : memref<4xf32>\n  return\n}\n",
    );
    let (status, merged, messages) = merge(&wrong, &[]);
    assert_eq!((status, &*merged), (Some(1), ""));
    assert!(messages.starts_with("IN:2:"), "{messages}");
    let (_, _, messages) = merge(&scratch.file("text.mlir", b"\xff\xff"), &[]);
    assert!(messages.starts_with("IN:1:1: error: "), "{messages}");
}

#[test]
fn another_thread_stops_a_planner() {
    let Some(installed) = Installed::get() else {
        return;
    };
    let scratch = Scratch::new("c-cancel");
    let program = installed.compiled(&scratch, &source("cancel.c"), &[]);
    assert!(done(&mut Command::new(program)).ends_with("stopped\n"));
}

#[test]
fn hostile_calls_are_answered() {
    let Some(installed) = Installed::get() else {
        return;
    };
    let scratch = Scratch::new("c-hostile");
    let sanitizers = [
        "-g",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ];
    let program = installed.compiled(&scratch, &source("hostile.c"), &sanitizers);
    let counts = done(Command::new(program).arg("10000"));
    assert!(counts.starts_with("ok "), "{counts}");
}

#[test]
fn valgrind_has_no_complaints() {
    let Some(installed) = Installed::get() else {
        return;
    };
    if !has("valgrind") {
        skip_c("valgrind");
        return;
    }
    let scratch = Scratch::new("c-valgrind");
    let mlp = in_repository("examples/mlp.mlir");
    let mlp = mlp.to_str().unwrap();
    let runs = [
        ("plan.c", ""),
        ("merge.c", mlp),
        ("cancel.c", ""),
        ("hostile.c", "25"),
    ];
    for (name, argument) in runs {
        let program = installed.compiled(&scratch, &source(name), &["-g"]);
        let mut valgrind = Command::new("valgrind");
        // Tables that are made once are reachable until the end, some of them in the middle.
        valgrind.args(["-q", "--error-exitcode=9", "--leak-check=full"]);
        valgrind.args([
            "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite",
        ]);
        valgrind.arg(program);
        done(valgrind.args(Some(argument).filter(|argument| !argument.is_empty())));
    }
}

/// The steps on the page of the book, from the installed library to offsets.
#[test]
fn a_stranger_gets_offsets() {
    let Some(installed) = Installed::get() else {
        return;
    };
    let page = std::fs::read_to_string(in_repository("docs/book/src/guides/compiler.md")).unwrap();
    let (_, page) = page.split_once("### Offsets for buffers").unwrap();
    let block = |language: &str| {
        let (_, rest) = page.split_once(&format!("```{language}\n")).unwrap();
        rest.split_once("```").unwrap().0
    };
    let scratch = Scratch::new("c-page");
    scratch.file("offsets.c", block("c"));
    let session = block("console,needs=libmemplan").lines();
    let (commands, printed): (Vec<&str>, Vec<&str>) =
        session.partition(|line| line.starts_with("$ "));
    let commands: Vec<&str> = commands.iter().map(|line| &line[2..]).collect();
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", &commands.join("\n")]);
    shell.current_dir(scratch.folder());
    let libraries = installed.prefix.join("lib");
    shell.env("PKG_CONFIG_PATH", libraries.join("pkgconfig"));
    shell.env("LD_LIBRARY_PATH", libraries);
    assert_eq!(done(&mut shell).lines().collect::<Vec<_>>(), printed);
}
