//! Types as text.

use super::AttrPrinter;
use super::names::{push_u32, push_u64};
use crate::ir::{DYNAMIC, MemRefType, Signedness, StrId, TypeId, TypeKind};

impl AttrPrinter<'_> {
    /// A type.
    pub(crate) fn ty(&mut self, ty: TypeId) {
        match self.ctx.type_kind(ty) {
            TypeKind::Integer { width, signedness } => {
                self.out.push_str(match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                push_u32(&mut self.out, *width);
            }
            TypeKind::Index => self.out.push_str("index"),
            TypeKind::None => self.out.push_str("none"),
            TypeKind::Float(kind) => self.out.push_str(kind.name()),
            TypeKind::Complex(element) => {
                self.out.push_str("complex<");
                self.ty(*element);
                self.out.push('>');
            }
            TypeKind::Vector {
                shape,
                scalable,
                element,
            } => {
                self.out.push_str("vector<");
                for (&size, &is_scalable) in shape.iter().zip(scalable) {
                    if is_scalable {
                        self.out.push('[');
                    }
                    push_u64(&mut self.out, size as u64);
                    self.out.push_str(if is_scalable { "]x" } else { "x" });
                }
                self.ty(*element);
                self.out.push('>');
            }
            TypeKind::Tensor {
                shape,
                element,
                encoding,
            } => {
                self.out.push_str("tensor<");
                self.dims(shape);
                self.ty(*element);
                if let Some(encoding) = encoding {
                    self.out.push_str(", ");
                    self.attr(*encoding);
                }
                self.out.push('>');
            }
            TypeKind::UnrankedTensor { element } => {
                self.out.push_str("tensor<*x");
                self.ty(*element);
                self.out.push('>');
            }
            TypeKind::MemRef(memref) => self.memref(memref),
            TypeKind::UnrankedMemRef { element, space } => {
                self.out.push_str("memref<*x");
                self.ty(*element);
                if let Some(space) = space {
                    self.out.push_str(", ");
                    self.attr_in_list(*space);
                }
                self.out.push('>');
            }
            TypeKind::Tuple(types) => {
                self.out.push_str("tuple<");
                self.types(types);
                self.out.push('>');
            }
            TypeKind::Function { inputs, results } => {
                self.out.push('(');
                self.types(inputs);
                self.out.push_str(") -> ");
                self.function_results(results);
            }
            TypeKind::Opaque { dialect, body } => {
                self.out.push('!');
                self.dialect_symbol(*dialect, *body);
            }
        }
    }

    fn memref(&mut self, memref: &MemRefType) {
        self.out.push_str("memref<");
        self.dims(&memref.shape);
        self.ty(memref.element);
        if let Some(layout) = memref.layout {
            self.out.push_str(", ");
            self.attr(layout);
        }
        if let Some(space) = memref.space {
            self.out.push_str(", ");
            self.attr_in_list(space);
        }
        self.out.push('>');
    }

    fn dims(&mut self, shape: &[i64]) {
        for &size in shape {
            if size == DYNAMIC {
                self.out.push_str("?x");
            } else {
                push_u64(&mut self.out, size as u64);
                self.out.push('x');
            }
        }
    }

    fn types(&mut self, types: &[TypeId]) {
        for (index, &ty) in types.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.ty(ty);
        }
    }

    fn function_results(&mut self, results: &[TypeId]) {
        if let [only] = results
            && !matches!(self.ctx.type_kind(*only), TypeKind::Function { .. })
        {
            self.ty(*only);
            return;
        }
        self.out.push('(');
        self.types(results);
        self.out.push(')');
    }

    /// `dialect.body`, or `dialect<..>` for a body that is no plain name.
    pub(super) fn dialect_symbol(&mut self, dialect: StrId, body: StrId) {
        let (dialect, body) = (self.ctx.text(dialect), self.ctx.text(body));
        self.out.push_str(&dialect);
        if !body.starts_with('<') {
            self.out.push('.');
        }
        self.out.push_str(&body);
    }
}
