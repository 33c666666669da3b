//! Names the shared library by its interface: programs that were linked to one version find every later one with the
//! same `MEMPLAN_ABI`.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux") => println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libmemplan.so.1"),
        Ok("macos") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libmemplan.1.dylib");
        }
        _ => {}
    }
}
