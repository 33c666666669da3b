//! The installed library, and compilers.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use memplan_testing::outside::skip_c;
use memplan_testing::scratch::Scratch;

/// The folder of this crate.
pub(crate) fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the repository.
pub(crate) fn in_repository(name: &str) -> PathBuf {
    crate_folder().join("..").join(name)
}

/// The folder that cargo builds into.
pub(crate) fn target() -> PathBuf {
    let program = env::current_exe().unwrap();
    program.ancestors().nth(3).unwrap().to_owned()
}

/// Whether a program can be run.
pub(crate) fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// What a command printed to standard output.
pub(crate) fn done(command: &mut Command) -> String {
    let output = output(command);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{text}",
        output.status
    );
    String::from_utf8(output.stdout).unwrap()
}

pub(crate) fn output(command: &mut Command) -> Output {
    let output = command.output();
    output.unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// The library as CMake installs it, from what cargo built for these tests.
pub(crate) struct Installed {
    pub(crate) prefix: PathBuf,
}

impl Installed {
    /// `None`, said loudly, without CMake, pkg-config and a C compiler.
    pub(crate) fn get() -> Option<&'static Self> {
        static INSTALLED: OnceLock<Installed> = OnceLock::new();
        for tool in ["cc", "c++", "cmake", "pkg-config"] {
            if !cfg!(unix) || !has(tool) {
                skip_c(tool);
                return None;
            }
        }
        Some(INSTALLED.get_or_init(Self::new))
    }

    fn new() -> Self {
        // Beside the library, since no value that is dropped outlives a `static`.
        let program = env::current_exe().unwrap();
        let built = program.parent().unwrap();
        let folder = built.join("../c-installed");
        let _ = std::fs::remove_dir_all(&folder);
        let (build, prefix) = (folder.join("build"), folder.join("prefix"));
        let mut cmake = Command::new("cmake");
        cmake.arg("-S").arg(crate_folder()).arg("-B").arg(&build);
        done(cmake.arg(format!("-DMEMPLAN_BUILT={}", built.display())));
        let mut install = Command::new("cmake");
        install.arg("--install").arg(&build);
        done(install.arg("--prefix").arg(&prefix));
        Self {
            prefix: prefix.canonicalize().unwrap(),
        }
    }

    /// What pkg-config prints.
    pub(crate) fn flags(&self, arguments: &[&str]) -> Vec<String> {
        let mut command = Command::new("pkg-config");
        command.env("PKG_CONFIG_PATH", self.prefix.join("lib/pkgconfig"));
        let flags = done(command.args(arguments).arg("memplan"));
        flags.split_whitespace().map(str::to_owned).collect()
    }

    /// Compiles a program in C, linked to the shared library, and returns its path.
    pub(crate) fn compiled(&self, scratch: &Scratch, source: &Path, flags: &[&str]) -> String {
        let program = scratch.path(source.file_stem().unwrap().to_str().unwrap());
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]);
        compiler.args(flags).arg(source).args(["-o", &program]);
        compiler.args(self.flags(&["--cflags", "--libs"]));
        compiler.arg(format!("-Wl,-rpath,{}", self.prefix.join("lib").display()));
        done(compiler.arg("-lpthread"));
        program
    }
}
