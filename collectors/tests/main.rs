//! The tests of collectors, in one program.

mod blocks_oracle;
mod fixtures;
mod plugins;
mod scale;
