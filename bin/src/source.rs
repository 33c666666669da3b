//! Programs: texts that are read into verified modules.

use std::path::Path;

use memplan_bytecode as bytecode;
use memplan_mlir::Module;
use memplan_mlir::text::{Diagnostic, MlirVersion, ParseOptions, Parsed, SourceFile, parse};
use memplan_mlir::verifier::verify;

use crate::exit::{Failure, Outcome};
use crate::front_end::{self, FrontEnd};
use crate::kinds::{self, Product};
use crate::lowering::{self, Dialect};
use crate::profile::{self, Reader};
use crate::render::Message;
use crate::text::Text;

/// A verified module and the text that it was read from.
#[derive(Debug)]
pub(crate) struct Source {
    /// The text.
    pub text: Text,
    /// The parsed module.
    pub module: Module,
    /// Remarks that are no errors.
    pub warnings: Vec<Message>,
    /// The version of MLIR that the text was written for, if its syntax shows that.
    pub version: Option<MlirVersion>,
}

impl Text {
    /// The parsed and verified module.
    ///
    /// # Errors
    ///
    /// All errors of the parser or, after it, of the verifier.
    pub(crate) fn into_source(self, front_end: &FrontEnd) -> Outcome<Source> {
        let mut source = self.converted(front_end)?;
        if let Some(program) = &front_end.write_for {
            source.text.reader = Some(Reader::new(program, profile::FOR));
        }
        Ok(source)
    }

    /// The module of a text, which other programs may have to convert first.
    fn converted(self, front_end: &FrontEnd) -> Outcome<Source> {
        let is_artifact = Dialect::of(&self.bytes) == Some(Dialect::PortableStableHlo);
        if is_artifact && front_end.lower_with.is_none() {
            return Err(Dialect::PortableStableHlo.not_lowered(&self, &[]));
        }
        let text = if bytecode::is_bytecode(&self.bytes) && !is_artifact {
            front_end.unpacked(&self)?
        } else {
            self
        };
        if let Some(program) = &front_end.lower_with
            && let Some(dialect) = Dialect::of(&text.bytes)
        {
            return lowering::lowered(program, dialect, &text)?.parsed(front_end);
        }
        match text.parse(front_end) {
            // The parser skips NUL bytes, and takes a file of nothing else for an empty program.
            Ok(_) if text.bytes.starts_with(b"\0") => Err(text.no_program(&[], front_end)),
            Ok(parsed) => text.verified(parsed),
            Err(errors) => match front_end.for_errors(&errors) {
                Some(program) => front_end::generic(program, &text)?.parsed(front_end),
                None if front_end::are_unknown(&errors) => Err(match Dialect::of(&text.bytes) {
                    Some(dialect) => dialect.not_lowered(&text, &errors),
                    None => text.no_program(&errors, front_end),
                }),
                None => Err(text.no_program(&errors, front_end)),
            },
        }
    }

    fn parse(&self, front_end: &FrontEnd) -> Result<Parsed, Vec<Diagnostic>> {
        let file = SourceFile {
            name: &self.name,
            lines_before: self.lines_before,
        };
        let options = ParseOptions {
            file: front_end.locate.then_some(file),
            dialects: Some(&front_end.dialects),
            ..ParseOptions::default()
        };
        parse(&self.bytes, &options)
    }

    fn parsed(self, front_end: &FrontEnd) -> Outcome<Source> {
        match self.parse(front_end) {
            Ok(parsed) => self.verified(parsed),
            Err(errors) => Err(self.failure(&errors)),
        }
    }

    fn verified(self, parsed: Parsed) -> Outcome<Source> {
        let warnings = self.messages(&parsed.warnings);
        let errors = verify(&parsed.module);
        if !errors.is_empty() {
            let errors: Vec<Diagnostic> = errors.into_iter().map(Into::into).collect();
            return Err(self.failure(&errors));
        }
        Ok(Source {
            text: self,
            module: parsed.module,
            version: parsed.version,
            warnings,
        })
    }

    /// The failure for a text that is no program: the kind that it is instead, or these errors.
    fn no_program(&self, errors: &[Diagnostic], front_end: &FrontEnd) -> Failure {
        let mismatch = kinds::mismatch(self, Product::Program).or_else(|| {
            let reader = front_end.recognised(self);
            kinds::trace_for_program(self, reader.map(|reader| reader.info().name))
        });
        mismatch.map_or_else(|| self.failure(errors), Failure::no)
    }
}

impl Source {
    /// The version of MLIR to write for, unless the user chooses one.
    ///
    /// # Errors
    ///
    /// When the program that is to read the text cannot be run.
    pub(crate) fn target(&self) -> Outcome<Option<MlirVersion>> {
        let reader = self.text.reader.as_ref();
        let read = reader.map_or(Ok(None), Reader::version)?;
        Ok(read.or(self.version))
    }

    /// Reads, parses and verifies a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is not valid MLIR.
    pub(crate) fn read(path: &Path, front_end: &FrontEnd) -> Outcome<Self> {
        Text::read(path)?.into_source(front_end)
    }
}
