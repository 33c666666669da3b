//! Several files in one body: multipart forms, tar archives, and archives of memplan.

use std::io::Read as _;

use axum::http::{HeaderMap, header};
use memplan_planner::wire::archive::{ArchiveReader, is_archive};

use crate::media::Media;
use crate::problem::Problem;

/// A file of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UploadedFile {
    /// The file name, or the name of the form's field.
    pub(crate) name: String,
    /// The name of the field; empty in archives.
    pub(crate) field: String,
    pub(crate) media: Media,
    pub(crate) bytes: Vec<u8>,
}

/// The most files of a body.
const MAX_FILES: usize = 1_000_000;

/// All files of a body.
///
/// # Errors
///
/// When the body is damaged.
pub(crate) fn unpack(
    headers: &HeaderMap,
    media: Media,
    body: Vec<u8>,
) -> Result<Vec<UploadedFile>, Problem> {
    let files = match media {
        Media::Multipart => multipart(headers, &body)?,
        Media::Archive => archive(&body)?,
        Media::Tar => tar(&body)?,
        _ if is_archive(&body) => archive(&body)?,
        _ => {
            let detail = "expected several files: a multipart form, or an archive";
            return Err(Problem::unprocessable("no-files", detail));
        }
    };
    if files.is_empty() {
        return Err(Problem::unprocessable("no-files", "the body has no files"));
    }
    Ok(files)
}

fn archive(body: &[u8]) -> Result<Vec<UploadedFile>, Problem> {
    let mut reader = ArchiveReader::new(body)?;
    let mut files = Vec::new();
    while let Some(record) = reader.next_record()? {
        files.push(UploadedFile {
            name: record.name,
            field: String::new(),
            media: Media::Trace,
            bytes: record.bytes,
        });
    }
    Ok(files)
}

/// The regular files of a tar archive. Their paths are only names; nothing is written.
fn tar(body: &[u8]) -> Result<Vec<UploadedFile>, Problem> {
    let damaged = |error: std::io::Error| {
        Problem::unprocessable(
            "bad-archive",
            format!("the tar archive is damaged: {error}"),
        )
    };
    let mut archive = tar::Archive::new(body);
    let mut files = Vec::new();
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        if files.len() >= MAX_FILES {
            return Err(Problem::unprocessable("too-many-files", "too many files"));
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(damaged)?;
        files.push(UploadedFile {
            media: Media::of_file(&name),
            name,
            field: String::new(),
            bytes,
        });
    }
    Ok(files)
}

fn multipart(headers: &HeaderMap, body: &[u8]) -> Result<Vec<UploadedFile>, Problem> {
    let bad = |detail: &str| Problem::bad_request("bad-multipart", detail);
    let value = headers.get(header::CONTENT_TYPE);
    let boundary = value
        .and_then(|value| value.to_str().ok())
        .and_then(|value| parameter(value, "boundary"))
        .filter(|boundary| !boundary.is_empty() && boundary.len() <= 70)
        .ok_or_else(|| bad("the content type has no boundary"))?;
    let delimiter = format!("\r\n--{boundary}").into_bytes();
    let begin = &delimiter[2..];
    let mut rest = match body.strip_prefix(begin) {
        Some(rest) => rest,
        None => {
            let at = find(body, &delimiter).ok_or_else(|| bad("the boundary does not occur"))?;
            &body[at + delimiter.len()..]
        }
    };
    let mut files = Vec::new();
    loop {
        if rest.starts_with(b"--") {
            return Ok(files);
        }
        let blanks = rest.iter().take_while(|byte| b" \t".contains(byte)).count();
        rest = rest[blanks..]
            .strip_prefix(b"\r\n")
            .ok_or_else(|| bad("a boundary does not end its line"))?;
        let end = find(rest, &delimiter).ok_or_else(|| bad("the last boundary is missing"))?;
        files.push(part(&rest[..end]).ok_or_else(|| bad("a part has no valid header"))?);
        if files.len() >= MAX_FILES {
            return Err(bad("too many parts"));
        }
        rest = &rest[end + delimiter.len()..];
    }
}

/// The file of a part: its header, an empty line, and its content.
fn part(part: &[u8]) -> Option<UploadedFile> {
    let (head, bytes) = match part.strip_prefix(b"\r\n") {
        Some(bytes) => (&part[..0], bytes),
        None => {
            let end = find(part, b"\r\n\r\n")?;
            (&part[..end], &part[end + 4..])
        }
    };
    let head = std::str::from_utf8(head).ok()?;
    let (mut field, mut file, mut media) = (None, None, None);
    for line in head.split("\r\n").filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':')?;
        if name.eq_ignore_ascii_case("content-disposition") {
            field = parameter(value, "name");
            file = parameter(value, "filename");
        } else if name.eq_ignore_ascii_case("content-type") {
            media = Some(value.trim());
        }
    }
    let field = field?;
    let name = file.unwrap_or_else(|| field.clone());
    let of_name = Media::of_file(&name);
    let media = match (of_name, media) {
        (Media::Unknown, Some(media)) => Media::of_name(media),
        (of_name, _) => of_name,
    };
    Some(UploadedFile {
        name,
        field,
        media,
        bytes: bytes.to_vec(),
    })
}

/// A parameter of a header's value: `; name=value` or `; name="value"`.
fn parameter(value: &str, name: &str) -> Option<String> {
    let mut rest = value;
    loop {
        let at = rest.find(';')?;
        rest = rest[at + 1..].trim_start();
        let (key, after) = rest.split_once('=')?;
        let (text, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => after.split_at(after.find(';').unwrap_or(after.len())),
        };
        if key.trim().eq_ignore_ascii_case(name) {
            return Some(text.trim().to_owned());
        }
        rest = after;
    }
}

fn find(text: &[u8], pattern: &[u8]) -> Option<usize> {
    // The first byte of a delimiter is rare in text.
    let first = *pattern.first()?;
    let mut from = 0;
    while let Some(at) = text[from..].iter().position(|&byte| byte == first) {
        if text[from + at..].starts_with(pattern) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{UploadedFile, parameter, unpack};
    use crate::media::Media;

    fn files(body: &str) -> Result<Vec<UploadedFile>, String> {
        let mut headers = HeaderMap::new();
        let value = HeaderValue::from_static("multipart/form-data; boundary=\"b-1\"");
        headers.insert(header::CONTENT_TYPE, value);
        let body = body.replace('\n', "\r\n").into_bytes();
        let unpacked = unpack(&headers, Media::Multipart, body);
        unpacked.map_err(|problem| problem.code().to_owned())
    }

    #[test]
    fn parts_have_names_types_and_any_bytes() {
        let body = "preamble\n--b-1\nContent-Disposition: form-data; name=\"f\"; filename=\"a;1.csv\"\n\n\
                    id\n--b-\n\n--b-1 \ncontent-disposition: form-data; name=plan\n\
                    Content-Type: application/json\n\n{}\n--b-1--\nepilogue";
        let files = files(body).unwrap();
        let seen: Vec<_> = files
            .iter()
            .map(|file| (&*file.name, &*file.field, file.media, &*file.bytes))
            .collect();
        assert_eq!(
            seen,
            [
                ("a;1.csv", "f", Media::Csv, &b"id\r\n--b-\r\n"[..]),
                ("plan", "plan", Media::Json, b"{}"),
            ]
        );
    }

    #[test]
    fn damaged_forms_are_refused() {
        let part = "--b-1\nContent-Disposition: form-data; name=f\n\nx\n";
        for body in [
            "",
            "x",
            "--b-1",
            "--b-1x\n",
            part,
            &part.replace("name=f", "f"),
            &format!("{part}--b-1"),
        ] {
            assert_eq!(files(body), Err("bad-multipart".to_owned()), "{body}");
        }
        assert_eq!(files("--b-1--"), Err("no-files".to_owned()));
    }

    #[test]
    fn parameters_of_headers() {
        let value = "form-data; name=\"a; filename=b\"; filename=c";
        assert_eq!(parameter(value, "filename").as_deref(), Some("c"));
        assert_eq!(parameter(value, "name").as_deref(), Some("a; filename=b"));
        assert_eq!(parameter("form-data; name=\"open", "name"), None);
        assert_eq!(parameter("form-data", "name"), None);
    }
}
