//! Types as text.

use super::AttrPrinter;
use super::shared::Part;
use crate::ir::{AttrId, DYNAMIC, Signedness, TypeId, TypeKind};

impl AttrPrinter<'_> {
    /// A type.
    pub fn ty(&mut self, ty: TypeId) {
        if self.is_full() || self.shared_alias(Part::Type(ty)) {
            return;
        }
        self.ty_in_full(ty);
    }

    /// A type without using its own alias; its parts may use theirs.
    pub(super) fn ty_in_full(&mut self, ty: TypeId) {
        match self.ctx.type_kind(ty) {
            TypeKind::Integer { width, signedness } => {
                self.out.push_str(match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                self.int(i64::from(*width));
            }
            TypeKind::Index => self.out.push_str("index"),
            TypeKind::None => self.out.push_str("none"),
            TypeKind::Float(kind) => self.out.push_str(kind.name()),
            TypeKind::Complex(element) => {
                self.out.push_str("complex<");
                self.ty(*element);
                self.out.push('>');
            }
            TypeKind::Vector { .. }
            | TypeKind::Tensor { .. }
            | TypeKind::UnrankedTensor { .. }
            | TypeKind::MemRef(_)
            | TypeKind::UnrankedMemRef { .. } => self.shaped(ty),
            TypeKind::Tuple(types) => {
                self.out.push_str("tuple<");
                self.types(types);
                self.out.push('>');
            }
            TypeKind::Function { inputs, results } => self.function_type(inputs, results),
            TypeKind::Opaque { dialect, body } => {
                self.out.push('!');
                self.dialect_symbol(*dialect, *body);
            }
        }
    }

    fn shaped(&mut self, ty: TypeId) {
        match self.ctx.type_kind(ty) {
            TypeKind::Vector {
                shape,
                scalable,
                element,
            } => {
                self.out.push_str("vector<");
                for (size, is_scalable) in shape.iter().zip(scalable) {
                    if *is_scalable {
                        self.out.push('[');
                    }
                    self.int(*size);
                    self.out.push_str(if *is_scalable { "]x" } else { "x" });
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
            TypeKind::MemRef(memref) => {
                self.out.push_str("memref<");
                self.dims(&memref.shape);
                self.ty(memref.element);
                self.memref_tail(memref.layout);
                self.memref_tail(memref.space);
                self.out.push('>');
            }
            TypeKind::UnrankedMemRef { element, space } => {
                self.out.push_str("memref<*x");
                self.ty(*element);
                self.memref_tail(*space);
                self.out.push('>');
            }
            _ => {}
        }
    }

    /// Types separated by commas.
    pub(crate) fn types(&mut self, types: &[TypeId]) {
        for (i, ty) in types.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.ty(*ty);
        }
    }

    /// `(inputs) -> results`.
    pub(crate) fn function_type(&mut self, inputs: &[TypeId], results: &[TypeId]) {
        self.out.push('(');
        self.types(inputs);
        self.out.push_str(") -> ");
        self.fn_results(results);
    }

    /// The part after the arrow of a function type, with parentheses only if they are needed.
    pub(crate) fn fn_results(&mut self, results: &[TypeId]) {
        match results {
            [single] if !matches!(self.ctx.type_kind(*single), TypeKind::Function { .. }) => {
                self.ty(*single);
            }
            _ => {
                self.out.push('(');
                self.types(results);
                self.out.push(')');
            }
        }
    }

    /// `4x?x`.
    pub(crate) fn dims(&mut self, shape: &[i64]) {
        for size in shape {
            self.int_or_dynamic(*size);
            self.out.push('x');
        }
    }

    pub(super) fn int_or_dynamic(&mut self, value: i64) {
        if value == DYNAMIC {
            self.out.push('?');
        } else {
            self.int(value);
        }
    }

    fn memref_tail(&mut self, attr: Option<AttrId>) {
        if let Some(attr) = attr {
            self.out.push_str(", ");
            self.attr_eliding(attr);
        }
    }
}
