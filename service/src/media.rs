//! Media types of bodies, and their negotiation.

use axum::http::{HeaderMap, StatusCode, header};

use crate::problem::Problem;

/// The content of a request or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Media {
    /// Traces, plans and reports.
    Json,
    /// One trace or plan.
    Csv,
    /// Traces as `.mtrace`.
    Trace,
    /// A plan as `.mplan`.
    Plan,
    /// A program.
    Mlir,
    /// An archive of `.mtrace` or `.mplan` files.
    Archive,
    /// A tar archive of any files.
    Tar,
    /// Several files.
    Multipart,
    /// A WebAssembly component.
    Wasm,
    /// Missing or generic: the content decides.
    Unknown,
}

/// All types with their names; answers use the first name of each.
const NAMES: &[(&str, Media)] = &[
    ("application/json", Media::Json),
    ("text/csv", Media::Csv),
    ("application/vnd.memplan.trace", Media::Trace),
    ("application/vnd.memplan.plan", Media::Plan),
    ("text/x-mlir", Media::Mlir),
    ("application/x-mlir", Media::Mlir),
    ("text/plain", Media::Mlir),
    ("application/vnd.memplan.archive", Media::Archive),
    ("application/x-tar", Media::Tar),
    ("multipart/form-data", Media::Multipart),
    ("application/wasm", Media::Wasm),
    ("application/octet-stream", Media::Unknown),
    // What `curl --data-binary` sends by default.
    ("application/x-www-form-urlencoded", Media::Unknown),
];

impl Media {
    /// The name in answers.
    pub(crate) fn name(self) -> &'static str {
        let named = NAMES.iter().find(|(_, media)| *media == self);
        named.map_or("application/octet-stream", |(name, _)| name)
    }

    /// The type of a request's body.
    ///
    /// # Errors
    ///
    /// 415 for a type that is none of these.
    pub(crate) fn of_body(headers: &HeaderMap, accepted: &[Self]) -> Result<Self, Problem> {
        let Some(value) = headers.get(header::CONTENT_TYPE) else {
            return Ok(Self::Unknown);
        };
        let name = value.to_str().unwrap_or_default();
        let name = name.split(';').next().unwrap_or_default().trim();
        let candidate = NAMES
            .iter()
            .find(|(candidate, _)| candidate.eq_ignore_ascii_case(name));
        match candidate {
            Some(&(_, media)) if media == Self::Unknown || accepted.contains(&media) => Ok(media),
            _ => {
                let names: Vec<&str> = accepted.iter().map(|media| media.name()).collect();
                let detail = format!("the content type `{name}` is not supported here");
                Err(Problem::new(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "unsupported-type",
                    detail,
                )
                .help(format!("supported: {}", names.join(", "))))
            }
        }
    }

    /// The type of this name; parameters after it are ignored.
    pub(crate) fn of_name(name: &str) -> Self {
        let name = name.split(';').next().unwrap_or_default().trim();
        let candidate = NAMES
            .iter()
            .find(|(candidate, _)| candidate.eq_ignore_ascii_case(name));
        candidate.map_or(Self::Unknown, |(_, media)| *media)
    }

    /// The type of a file, by the extension of its name.
    pub(crate) fn of_file(name: &str) -> Self {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        match extension {
            Some("mlir") => Self::Mlir,
            Some("mtrace") => Self::Trace,
            Some("json") => Self::Json,
            Some("csv") => Self::Csv,
            _ => Self::Unknown,
        }
    }

    /// The offered type that a client prefers; the first of equals.
    ///
    /// # Errors
    ///
    /// 406 when it accepts none.
    pub(crate) fn of_answer(headers: &HeaderMap, offered: &[Self]) -> Result<Self, Problem> {
        let accepted: Vec<&str> = headers
            .get_all(header::ACCEPT)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .filter(|range| !range.is_empty())
            .collect();
        let mut best: Option<(u32, Self)> = None;
        for &media in offered {
            let quality = if accepted.is_empty() {
                1000
            } else {
                quality(&accepted, media)
            };
            if quality > 0 && best.is_none_or(|(best_quality, _)| best_quality < quality) {
                best = Some((quality, media));
            }
        }
        best.map(|(_, media)| media).ok_or_else(|| {
            let names: Vec<&str> = offered.iter().map(|media| media.name()).collect();
            let detail = format!("the answer is one of: {}", names.join(", "));
            Problem::new(StatusCode::NOT_ACCEPTABLE, "not-acceptable", detail)
        })
    }
}

/// The quality value of a type for a client, in thousandths: that of the most specific matching range.
fn quality(accepted: &[&str], media: Media) -> u32 {
    let mut best = (0, 0);
    for range in accepted {
        let mut parts = range.split(';').map(str::trim);
        let pattern = parts.next().unwrap_or_default().to_ascii_lowercase();
        let specific = NAMES
            .iter()
            .filter(|(_, candidate)| *candidate == media)
            .map(|(name, _)| specificity(&pattern, name))
            .max()
            .unwrap_or(0);
        let weight = parts
            .find_map(|part| part.strip_prefix("q="))
            .map_or(Some(1.0), |weight| weight.parse::<f64>().ok())
            .unwrap_or(0.0);
        let thousandths = (weight.clamp(0.0, 1.0) * 1000.0) as u32;
        if specific > best.0 {
            best = (specific, thousandths);
        }
    }
    best.1
}

/// 3 for the type itself, 2 for its family, 1 for everything, 0 for another type.
fn specificity(pattern: &str, name: &str) -> u8 {
    if pattern == name {
        return 3;
    }
    match pattern.split_once('/') {
        Some(("*", "*")) => 1,
        Some((family, "*")) if name.split('/').next() == Some(family) => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::Media;

    fn answer(accept: &str) -> Option<Media> {
        let mut headers = HeaderMap::new();
        if !accept.is_empty() {
            headers.insert(header::ACCEPT, HeaderValue::from_str(accept).unwrap());
        }
        Media::of_answer(&headers, &[Media::Json, Media::Csv, Media::Plan]).ok()
    }

    #[test]
    fn the_most_specific_range_decides_and_quality_orders() {
        assert_eq!(answer(""), Some(Media::Json));
        assert_eq!(answer("*/*"), Some(Media::Json));
        assert_eq!(answer("text/*"), Some(Media::Csv));
        assert_eq!(
            answer("application/vnd.memplan.plan, */*;q=0.1"),
            Some(Media::Plan)
        );
        assert_eq!(answer("application/json;q=0, */*"), Some(Media::Csv));
        assert_eq!(answer("image/png"), None);
        assert_eq!(answer("text/csv;q=x"), None);
    }
}
