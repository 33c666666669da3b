//! Kinds of files, by extension and by content.
//!
//! Before any work, the extension of an output is checked: a trace is never written to a `.mplan` file. Inputs are
//! read by content, and these kinds are consulted only when a reader rejects it: its own error, about the first
//! character of a picture, would mislead users.

use std::path::Path;

use memplan_bytecode::MAGIC;
use memplan_mlir::text::begins_like_program;
use memplan_planner::wire::{self, archive};

use crate::exit::{Failure, Outcome};
use crate::io;
use crate::render::Message;
use crate::text::Text;

/// The kind of data that a command writes or reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Product {
    /// An MLIR program as text.
    Program,
    /// An MLIR program as bytecode.
    Bytecode,
    Traces,
    Plan,
    /// A picture of a plan.
    Picture,
    /// A report of `memplan merge`.
    Report,
}

impl Product {
    fn words(self) -> &'static str {
        match self {
            Self::Program => "an MLIR program",
            Self::Bytecode => "MLIR bytecode",
            Self::Traces => "a trace",
            Self::Plan => "a plan",
            Self::Picture => "a picture",
            Self::Report => "a report",
        }
    }

    /// Help: the way to get the other kind of product.
    fn help(self) -> &'static str {
        match self {
            Self::Program => {
                "use another extension, such as `.mlir`; `memplan opt --emit-bytecode` writes `.mlirbc`"
            }
            Self::Bytecode => "use `.mlirbc`",
            Self::Traces => "use `.mtrace`, `.json`, `.csv` or `.log`; `memplan plan` plans traces",
            Self::Plan => {
                "use `.mplan`, `.json` or `.csv`; `memplan trace` writes the traces of a program"
            }
            Self::Picture => {
                "use `.svg`, `.html` or `.perfetto-trace`, or `.json` with `--format chrome-trace`; \
                 browsers and `rsvg-convert` convert SVG to other formats"
            }
            Self::Report => "use `.json`, or `.txt` for text",
        }
    }
}

/// The content that the extension of a file promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promise {
    Program,
    Bytecode,
    Traces,
    Plans,
    Json,
    Csv,
    Events,
    Picture,
    OtherPicture,
}

impl Promise {
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match &*extension {
            "mlir" => Some(Self::Program),
            "mlirbc" => Some(Self::Bytecode),
            "mtrace" => Some(Self::Traces),
            "mplan" => Some(Self::Plans),
            "json" => Some(Self::Json),
            "csv" => Some(Self::Csv),
            "log" | "events" => Some(Self::Events),
            "svg" | "html" | "htm" => Some(Self::Picture),
            "png" | "jpg" | "jpeg" | "gif" | "webp" | "pdf" | "ps" | "eps" => {
                Some(Self::OtherPicture)
            }
            _ => None,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Program => "MLIR programs",
            Self::Bytecode => "MLIR bytecode",
            Self::Traces => "traces",
            Self::Plans => "plans",
            Self::Json => "JSON",
            Self::Csv => "tables",
            Self::Events => "event logs",
            Self::Picture => "pictures",
            Self::OtherPicture => "pictures",
        }
    }

    fn suits(self, product: Product) -> bool {
        match product {
            Product::Program => self == Self::Program,
            Product::Bytecode => self == Self::Bytecode,
            Product::Traces => {
                matches!(self, Self::Traces | Self::Json | Self::Csv | Self::Events)
            }
            Product::Plan => matches!(self, Self::Plans | Self::Json | Self::Csv),
            Product::Picture => self == Self::Picture,
            Product::Report => matches!(self, Self::Json | Self::Events),
        }
    }
}

/// Rejects an output file whose extension belongs to another kind of product.
///
/// Extensions without a meaning here are left to the caller.
///
/// # Errors
///
/// `wrong-kind`, when the extension belongs to another kind of file.
pub(crate) fn guard(path: &Path, product: Product) -> Outcome<()> {
    let promise = Promise::of(path).filter(|promise| !promise.suits(product));
    let Some(promise) = promise.filter(|_| !io::is_std(path)) else {
        return Ok(());
    };
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let message = match (promise, product) {
        (Promise::OtherPicture, Product::Picture) => {
            format!("pictures are written as SVG or HTML, not as `.{extension}`")
        }
        _ => format!(
            "the extension `.{extension}` is for {}, and this command writes {}",
            promise.words(),
            product.words()
        ),
    };
    Err(Failure::could_not_try(
        Message::error("wrong-kind", message)
            .in_file(&io::display_name(path))
            .help(product.help()),
    ))
}

/// The kind of some bytes, detected from their beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// MLIR text.
    Program,
    /// MLIR bytecode.
    Bytecode,
    /// A `.mtrace` file of one program.
    Traces,
    /// A `.mplan` file of one program.
    Plan,
    /// Many traces or plans in one file.
    Archive,
    /// A JSON object.
    Json,
    /// A known kind that memplan never reads.
    Other(&'static str),
}

impl Content {
    /// The kind of some bytes; `None` for event logs, CSV, and other formats without a signature.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        let is_kind = |(start, _): &&(&[u8], Self)| bytes.starts_with(start);
        if let Some((_, kind)) = SIGNATURES.iter().find(is_kind) {
            return Some(*kind);
        }
        if archive::is_archive(bytes) {
            return Some(Self::Archive);
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = text.trim_ascii_start();
        if begins_like_program(text) {
            return Some(Self::Program);
        }
        match text {
            [b'{', ..] => Some(Self::Json),
            [b'<', rest @ ..] => Some(Self::Other(markup(rest))),
            _ => None,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Program => "an MLIR program",
            Self::Bytecode => "MLIR bytecode",
            Self::Traces => "a trace (`.mtrace`)",
            Self::Plan => "a plan (`.mplan`)",
            Self::Archive => "an archive of traces or plans",
            Self::Json => "a JSON document",
            Self::Other(words) => words,
        }
    }
}

/// How files of one kind begin.
const SIGNATURES: &[(&[u8], Content)] = &[
    (MAGIC, Content::Bytecode),
    (b"\x89mtrace\n", Content::Traces),
    (b"\x89mplan\r\n", Content::Plan),
    (b"\x89PNG\r\n", Content::Other("a PNG picture")),
    (b"\xff\xd8\xff", Content::Other("a JPEG picture")),
    (b"GIF8", Content::Other("a GIF picture")),
    (b"%PDF-", Content::Other("a PDF document")),
    (b"\x7fELF", Content::Other("an executable")),
    (
        b"PK\x03\x04",
        Content::Other("a ZIP archive; unpack it first"),
    ),
    (
        b"\x1f\x8b",
        Content::Other("compressed by gzip; decompress it first"),
    ),
    (
        b"\x28\xb5\x2f\xfd",
        Content::Other("compressed by zstd; decompress it first"),
    ),
    (
        b"BZh",
        Content::Other("compressed by bzip2; decompress it first"),
    ),
    (
        b"\xfd7zXZ",
        Content::Other("compressed by xz; decompress it first"),
    ),
    (b"BC\xc0\xde", Content::Other("LLVM bitcode")),
    (b"#!", Content::Other("a script")),
    (b"gen:", Content::Other("a generated trace")),
    (
        b"\0",
        Content::Other("binary data, which begins with NUL bytes"),
    ),
];

fn markup(text: &[u8]) -> &'static str {
    let start = text.get(..text.len().min(1024)).unwrap_or(text);
    let has = |word: &[u8]| start.windows(word.len()).any(|window| window == word);
    if text.starts_with(b"svg") || has(b"<svg") {
        "an SVG picture"
    } else {
        "an HTML or XML document"
    }
}

/// Whether the extension of a name is that of MLIR programs.
pub(crate) fn is_named_program(name: &str) -> bool {
    matches!(
        Promise::of(Path::new(name)),
        Some(Promise::Program | Promise::Bytecode)
    )
}

/// Whether a text is an MLIR program, by its name or its content.
pub(crate) fn is_program(name: &str, bytes: &[u8]) -> bool {
    match Content::of(bytes) {
        Some(Content::Program | Content::Bytecode) => true,
        // The content contradicts the name.
        Some(_) => false,
        None => is_named_program(name),
    }
}

/// The error for a text that cannot be read because it is recognised as another kind.
pub(crate) fn mismatch(text: &Text, expected: Product) -> Option<Message> {
    let content = Content::of(&text.bytes)?;
    let help = match (expected, content) {
        (Product::Program, Content::Program | Content::Bytecode)
        | (Product::Traces, Content::Traces)
        | (Product::Plan, Content::Plan)
        | (_, Content::Archive) => return None,
        // The readers of traces and plans report missing fields of JSON themselves.
        (Product::Traces | Product::Plan, Content::Json) => return None,
        (Product::Traces, Content::Program | Content::Bytecode) => {
            Some("`memplan trace IN -o OUT.mtrace` writes the traces of a program")
        }
        (Product::Traces, Content::Plan) => Some("pass the trace of the plan"),
        (Product::Plan, Content::Program | Content::Bytecode | Content::Traces) => {
            Some("`memplan plan IN -o OUT.mplan` plans traces and programs")
        }
        (Product::Program, Content::Traces | Content::Plan) => {
            Some("pass the program; `memplan convert` converts traces and plans to JSON or CSV")
        }
        _ => None,
    };
    let message = format!(
        "expected {}, but the content is {}",
        expected.words(),
        content.words()
    );
    let message = Message::error("wrong-kind", message).in_file(&text.name);
    Some(match help {
        Some(help) => message.help(help),
        None => message,
    })
}

/// The error for a text that is a trace and no program, by the reader of this name, or without one as CSV.
pub(crate) fn trace_for_program(text: &Text, reader: Option<&str>) -> Option<Message> {
    let format = match reader {
        Some(reader) => format!("reader `{reader}`"),
        None => wire::read_trace(&text.bytes)
            .ok()
            .map(|_| "CSV".to_owned())?,
    };
    let message = format!("expected an MLIR program, but the content is a trace ({format})");
    let message = Message::error("wrong-kind", message).in_file(&text.name);
    Some(message.help("pass the program; `memplan plan` plans traces"))
}

/// The error for a JSON document without the field `format`.
pub(crate) fn other_json(text: &Text, expected: Product) -> Message {
    let message = format!(
        "expected {}, but the content is a JSON document without the field `format`",
        expected.words()
    );
    Message::error("wrong-kind", message)
        .in_file(&text.name)
        .help("traces have `\"format\": \"memplan-trace\"`, plans `\"format\": \"memplan-plan\"`")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Content, Product, guard, is_program};

    #[test]
    fn an_extension_admits_one_product() {
        let admitted = |name: &str| {
            let all = [
                Product::Program,
                Product::Traces,
                Product::Plan,
                Product::Picture,
            ];
            all.map(|product| guard(Path::new(name), product).is_ok())
        };
        assert_eq!(admitted("x.mlir"), [true, false, false, false]);
        assert_eq!(admitted("x.MTRACE"), [false, true, false, false]);
        assert_eq!(admitted("x.mplan"), [false, false, true, false]);
        assert_eq!(admitted("x.csv"), [false, true, true, false]);
        assert_eq!(admitted("x.log"), [false, true, false, false]);
        assert_eq!(admitted("x.svg"), [false, false, false, true]);
        assert_eq!(admitted("x.png"), [false; 4]);
        assert_eq!(admitted("-"), [true; 4]);
        assert_eq!(admitted("x.out"), [true; 4]);
    }

    #[test]
    fn programs_are_recognised_and_data_is_not_taken_for_one() {
        for program in [
            "// A comment.\nmodule {}",
            "\n module @m {",
            "module{",
            "func.func @f() {",
            "#map = affine_map<(d0) -> (d0)>",
            "!t = i32",
            "\"builtin.module\"() ({",
            "%0 = arith.constant 1 : i32",
            "{-# dialect_resources: {} #-}",
        ] {
            let content = Content::of(program.as_bytes());
            assert_eq!(content, Some(Content::Program), "{program}");
        }
        for other in [
            "id,lower,upper,size\n",
            "# comment = none\nid,lower\n",
            "a x 16\n",
            "\"id\",\"lower\"\n",
            "module,lower,upper\n",
            "",
            "0,4,8",
        ] {
            assert_eq!(Content::of(other.as_bytes()), None, "{other}");
            assert!(!is_program("x.csv", other.as_bytes()), "{other}");
        }
        assert!(is_program("x.mlir", b"something odd"));
        assert!(!is_program("x.mlir", b"\x89mtrace\n..."));
        assert_eq!(
            Content::of(b"<?xml version=\"1.0\"?>\n<svg>"),
            Some(Content::Other("an SVG picture"))
        );
        assert_eq!(Content::of(b" {\"a\":1}"), Some(Content::Json));
    }
}
