//! The signature of `@main` as C, for the harness.

use std::fmt::Write as _;

use memplan_interp::function;
use memplan_mlir::{FloatKind, Module, TypeId, TypeKind};

/// The header `signature.h` of the harness, or what it cannot express.
pub(crate) fn header(m: &Module) -> Result<String, String> {
    let main = function(m, "main").ok_or("no function @main")?;
    let (inputs, results) = m.signature(main).ok_or("@main has no signature")?;
    let mut text = String::new();
    for (name, types) in [("params", inputs), ("results", results)] {
        let constant = name.to_uppercase();
        let _ = writeln!(text, "#define N_{constant} {}", types.len());
        let _ = writeln!(
            text,
            "static const struct shape {name}[{} + 1] = {{",
            types.len()
        );
        for &ty in types {
            let _ = writeln!(text, "  {{{}}},", Shape::of(m, ty)?.initializer());
        }
        text.push_str("};\n");
    }
    let (mut types, mut values) = (Vec::new(), Vec::new());
    for (number, &ty) in inputs.iter().enumerate() {
        let shape = Shape::of(m, ty)?;
        if shape.sizes.is_some() {
            types.push("void *".to_owned());
            values.push(format!("a[{number}]"));
        } else {
            types.push(shape.c_type()?.to_owned());
            values.push(format!("*({} *)a[{number}]", shape.c_type()?));
        }
    }
    let (mut result, mut store) = ("void".to_owned(), String::new());
    if let &[ty] = results
        && let shape @ Shape { sizes: None, .. } = Shape::of(m, ty)?
    {
        result = shape.c_type()?.to_owned();
        store = format!("*({result} *)out = ");
    } else if !results.is_empty() {
        types.insert(0, "void *".to_owned());
        values.insert(0, "out".to_owned());
    }
    let _ = writeln!(
        text,
        "static void call(void *f, void *out, void **a) {{\n  (void)out;\n  (void)a;\n  {store}(({result} (*)({}))f)({});\n}}",
        types.join(", "),
        values.join(", ")
    );
    Ok(text)
}

/// A parameter or result: a buffer, or a scalar, which has no sizes.
struct Shape {
    kind: char,
    bytes: u32,
    sizes: Option<Vec<i64>>,
}

impl Shape {
    fn of(m: &Module, ty: TypeId) -> Result<Self, String> {
        let is_buffer = matches!(m.ctx.type_kind(ty), TypeKind::MemRef(_));
        let element = if is_buffer {
            m.ctx.element_type(ty).unwrap_or(ty)
        } else {
            ty
        };
        let (kind, bytes) = match m.ctx.type_kind(element) {
            TypeKind::Float(FloatKind::BF16) => ('h', 2),
            TypeKind::Float(FloatKind::F16) => ('f', 2),
            TypeKind::Float(FloatKind::F32) => ('f', 4),
            TypeKind::Float(FloatKind::F64) => ('f', 8),
            TypeKind::Index => ('i', 8),
            TypeKind::Integer { width, .. } if *width <= 64 => {
                ('i', width.next_multiple_of(8).next_power_of_two() / 8)
            }
            _ => return Err("an element type that the harness does not know".to_owned()),
        };
        let sizes = is_buffer.then(|| m.ctx.shape(ty).unwrap_or(&[]).to_vec());
        if sizes
            .as_ref()
            .is_some_and(|sizes| sizes.len() > 8 || sizes.iter().any(|&size| size < 0))
        {
            return Err("a buffer of dynamic size, or of more than eight dimensions".to_owned());
        }
        Ok(Self { kind, bytes, sizes })
    }

    fn initializer(&self) -> String {
        let rank = self.sizes.as_ref().map_or(-1, |sizes| sizes.len() as i64);
        let sizes: Vec<String> = self
            .sizes
            .iter()
            .flatten()
            .map(ToString::to_string)
            .collect();
        let sizes = if sizes.is_empty() {
            "0".to_owned()
        } else {
            sizes.join(", ")
        };
        format!("'{}', {}, {rank}, {{{sizes}}}", self.kind, self.bytes)
    }

    fn c_type(&self) -> Result<&'static str, String> {
        Ok(match (self.kind, self.bytes) {
            ('f', 4) => "float",
            ('f', 8) => "double",
            ('i', 1) => "int8_t",
            ('i', 2) => "int16_t",
            ('i', 4) => "int32_t",
            ('i', 8) => "int64_t",
            _ => return Err("a scalar type that the harness does not know".to_owned()),
        })
    }
}
