//! The page: assets in one document, with or without data.

use crate::packed::pack;
use crate::svg::escaped;
use crate::{Scope, json};

const TEMPLATE: &str = include_str!("../assets/page.html");
const STYLE: &str = include_str!("../assets/page.css");

/// The parts of the page that only the service has: the input and its options, and the rewritten program.
const INPUT: &str = include_str!("../assets/service.html");
const PROGRAM: &str = include_str!("../assets/program.html");

/// The parts of the script, in the order in which they use one another.
const SCRIPTS: [&str; 4] = [
    include_str!("../assets/model.js"),
    include_str!("../assets/pools.js"),
    include_str!("../assets/plot.js"),
    include_str!("../assets/picture.js"),
];
const SERVICE: &str = include_str!("../assets/service.js");
const MAIN: &str = include_str!("../assets/main.js");

/// The purpose of a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    File,
    Service,
}

/// A self-contained page with the traces and schedules in it. A million buffers take about 10 MB for each schedule.
/// Where sizes depend on symbols, there is a slider for each, and the page opens at the sampled shape with the highest
/// ratio of peak to max load.
pub fn document(title: &str, scopes: &[Scope<'_>]) -> String {
    let data = base64(&pack(title, scopes));
    page(Mode::File, title, &data)
}

/// The page of the service: it takes traces and programs, and plans them by the API below `/v1`. To be served at `/`,
/// as `text/html; charset=utf-8`; it loads nothing else.
pub fn service_page() -> String {
    page(Mode::Service, "memplan", "")
}

fn page(mode: Mode, title: &str, data: &str) -> String {
    let is_service = mode == Mode::Service;
    let mut script = SCRIPTS.concat();
    if is_service {
        script.push_str(SERVICE);
    }
    script.push_str(MAIN);
    let mut out = String::with_capacity(TEMPLATE.len() + STYLE.len() + script.len() + data.len());
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((name, after)) = after.split_once("}}") else {
            break;
        };
        match name {
            "mode" => out.push_str(if is_service { "service" } else { "file" }),
            "state" => out.push_str(if is_service { "idle" } else { "loading" }),
            "input" if is_service => out.push_str(INPUT),
            "program" if is_service => out.push_str(PROGRAM),
            "title" => out.push_str(&escaped(title)),
            "style" => out.push_str(STYLE),
            "data" => out.push_str(data),
            "version" => out.push_str(&json::quoted(env!("CARGO_PKG_VERSION"))),
            "script" => out.push_str(&script),
            _ => {}
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Bytes as base64 with padding (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut three = [0_u8; 3];
        three[..chunk.len()].copy_from_slice(chunk);
        let bits = u32::from(three[0]) << 16 | u32::from(three[1]) << 8 | u32::from(three[2]);
        for place in 0..4 {
            if place <= chunk.len() {
                let digit = bits >> (18 - 6 * place) & 63;
                out.push(char::from(DIGITS[digit as usize]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_has_the_digits_of_the_standard() {
        // RFC 4648, section 10.
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }
}
