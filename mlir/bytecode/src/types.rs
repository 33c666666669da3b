//! Types of a file as text.

use std::fmt::Write as _;

use super::attrs::{Attrs, Facts};
use super::cursor::Cursor;
use super::{FLOATS, Result, type_code};
use memplan_mlir::ir::DYNAMIC;

impl<'b> Attrs<'b> {
    pub(super) fn builtin_type(
        &mut self,
        data: &mut Cursor<'b>,
        out: &mut String,
    ) -> Result<Facts<'b>> {
        let code = data.number()?;
        match code {
            type_code::INTEGER => {
                let n = data.number()?;
                let (width, sign) = (n >> 2, n & 3);
                let sign = ["i", "si", "ui"].get(sign as usize);
                let sign = sign.ok_or_else(|| data.error("unknown signedness"))?;
                if width >= 1 << 24 {
                    return Err(data.error(format!("an integer of {width} bits is too wide")));
                }
                _ = write!(out, "{sign}{width}");
                return Ok(Facts::Integer {
                    width,
                    is_signed: *sign != "ui",
                });
            }
            type_code::INDEX => {
                out.push_str("index");
                return Ok(Facts::Integer {
                    width: 64,
                    is_signed: true,
                });
            }
            type_code::NONE => out.push_str("none"),
            type_code::FUNCTION => {
                out.push('(');
                self.list(data, out, Self::ty)?;
                out.push_str(") -> (");
                self.list(data, out, Self::ty)?;
                out.push(')');
            }
            type_code::TUPLE => {
                out.push_str("tuple<");
                self.list(data, out, Self::ty)?;
                out.push('>');
            }
            type_code::COMPLEX => {
                _ = write!(out, "complex<{}>", self.ty(data)?.short);
            }
            type_code::FLOAT..type_code::COMPLEX => {
                let kind = FLOATS[(code - type_code::FLOAT) as usize];
                out.push_str(kind.name());
                return Ok(Facts::Float(kind));
            }
            _ => return self.shaped_type(code, data, out),
        }
        Ok(Facts::None)
    }

    fn shaped_type(
        &mut self,
        code: u64,
        data: &mut Cursor<'b>,
        out: &mut String,
    ) -> Result<Facts<'b>> {
        let mut encoding = None;
        if let type_code::MEMREF_WITH_SPACE
        | type_code::TENSOR_WITH_ENCODING
        | type_code::UNRANKED_MEMREF_WITH_SPACE = code
        {
            encoding = Some(self.attr(data)?);
        }
        let word = match code {
            type_code::TENSOR | type_code::TENSOR_WITH_ENCODING | type_code::UNRANKED_TENSOR => {
                "tensor<"
            }
            type_code::VECTOR | type_code::SCALABLE_VECTOR => "vector<",
            type_code::MEMREF
            | type_code::MEMREF_WITH_SPACE
            | type_code::UNRANKED_MEMREF
            | type_code::UNRANKED_MEMREF_WITH_SPACE => "memref<",
            _ => return Err(data.error(format!("there is no builtin type of kind {code}"))),
        };
        out.push_str(word);
        let is_ranked = !matches!(
            code,
            type_code::UNRANKED_TENSOR
                | type_code::UNRANKED_MEMREF
                | type_code::UNRANKED_MEMREF_WITH_SPACE
        );
        let sizes = if is_ranked {
            sizes(code, data, out)?
        } else {
            out.push_str("*x");
            Vec::new()
        };
        out.push_str(&self.ty(data)?.short);
        if let type_code::MEMREF | type_code::MEMREF_WITH_SPACE = code {
            let layout = self.attr(data)?;
            if layout.short != identity(sizes.len()) {
                _ = write!(out, ", {}", layout.short);
            }
        }
        if let Some(encoding) = encoding {
            _ = write!(out, ", {}", encoding.short);
        }
        out.push('>');
        let sizes = sizes.iter().map(|&size| u64::try_from(size).ok());
        let static_sizes: Option<Vec<u64>> = sizes.collect();
        Ok(Facts::Shaped(static_sizes.filter(|_| is_ranked)))
    }
}

/// The layout that memrefs have where the text has none.
pub(super) fn identity(rank: usize) -> String {
    let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
    let dims = dims.join(", ");
    format!("affine_map<({dims}) -> ({dims})>")
}

/// Reads and writes the sizes of a ranked type, `1x?x[4]x`.
fn sizes(code: u64, data: &mut Cursor<'_>, out: &mut String) -> Result<Vec<i64>> {
    let mut scalable = Vec::new();
    if code == type_code::SCALABLE_VECTOR {
        for _ in 0..data.count()? {
            scalable.push(data.byte()? != 0);
        }
    }
    let mut sizes = Vec::new();
    for position in 0..data.count()? {
        let size = data.signed()?;
        sizes.push(size);
        _ = match size {
            DYNAMIC => write!(out, "?x"),
            _ if scalable.get(position) == Some(&true) => write!(out, "[{size}]x"),
            _ => write!(out, "{size}x"),
        };
    }
    Ok(sizes)
}
