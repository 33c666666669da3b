//! Who sends a request: the owner of a bearer token, or an address.
//!
//! Tokens are kept as SHA-256 hashes. A token that is offered is hashed and compared with all hashes
//! in a time that depends on neither.

use std::fmt::Write as _;
use std::net::IpAddr;
use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode, header};
use sha2::{Digest, Sha256};

use crate::problem::Problem;

/// The name of a client: requests with equal names share jobs and a fair part of the threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Client(pub(crate) Arc<str>);

/// The tokens that the service accepts.
#[derive(Clone, Debug, Default)]
pub struct Tokens(Vec<(Arc<str>, [u8; 32])>);

/// An invalid line in a list of tokens.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected a name and the SHA-256 hash of a token, 64 hexadecimal digits")]
pub struct TokensError {
    /// The line, counted from 1.
    pub line: usize,
}

impl Tokens {
    /// Reads a list of tokens: on each line a name and the SHA-256 hash of the token as 64 hexadecimal
    /// digits. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// The first line that has another form.
    pub fn parse(text: &str) -> Result<Self, TokensError> {
        let mut tokens = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let parsed = line
                .split_once(char::is_whitespace)
                .and_then(|(name, hash)| Some((Arc::from(name), digest_of(hash.trim())?)));
            tokens.push(parsed.ok_or(TokensError { line: number })?);
        }
        Ok(Self(tokens))
    }

    /// Whether every client is accepted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The client that a request comes from. Without tokens, the client is identified by its address.
    ///
    /// # Errors
    ///
    /// 401 when the request has no known token.
    pub(crate) fn client(&self, headers: &HeaderMap, peer: IpAddr) -> Result<Client, Problem> {
        if self.0.is_empty() {
            return Ok(Client(peer.to_string().into()));
        }
        let refuse = |detail: &str| {
            Err(Problem::new(
                StatusCode::UNAUTHORIZED,
                "unauthorized",
                detail,
            ))
        };
        let value = headers.get(header::AUTHORIZATION);
        let token = value
            .and_then(|value| value.to_str().ok())
            .and_then(|value| {
                let (scheme, token) = value.split_once(' ')?;
                scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
            });
        let Some(token) = token else {
            return refuse("this service needs a bearer token");
        };
        let offered: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        let mut client = None;
        for (name, hash) in &self.0 {
            if equal(&offered, hash) {
                client = Some(Client(name.clone()));
            }
        }
        client.map_or_else(|| refuse("the bearer token is unknown"), Ok)
    }
}

/// Compares all bytes, whatever the first ones are.
fn equal(a: &[u8; 32], b: &[u8; 32]) -> bool {
    let difference = a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b));
    std::hint::black_box(difference) == 0
}

fn digest_of(hex: &str) -> Option<[u8; 32]> {
    if hex.len() != 64 || !hex.is_ascii() {
        return None;
    }
    let mut digest = [0; 32];
    for (index, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(digest)
}

/// The SHA-256 hash of a content as hexadecimal digits.
#[cfg(feature = "wasm")]
pub(crate) fn content_hash(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// The SHA-256 hash of several pieces as hexadecimal digits.
pub(crate) fn sha256(pieces: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for piece in pieces {
        hasher.update((piece.len() as u64).to_le_bytes());
        hasher.update(piece);
    }
    hexadecimal(&hasher.finalize())
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{Client, Tokens, TokensError};

    /// The hash is that of `secret`.
    const LIST: &str =
        "# comment\n\nalice 2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b\n";

    fn client(tokens: &Tokens, authorization: &str) -> Option<Client> {
        let mut headers = HeaderMap::new();
        let value = HeaderValue::from_str(authorization).unwrap();
        headers.insert(header::AUTHORIZATION, value);
        tokens.client(&headers, IpAddr::from([10, 0, 0, 1])).ok()
    }

    #[test]
    fn only_known_tokens_are_accepted() {
        let tokens = Tokens::parse(LIST).unwrap();
        let alice = Some(Client("alice".into()));
        assert_eq!(client(&tokens, "Bearer secret"), alice);
        assert_eq!(client(&tokens, "bearer secret"), alice);
        for wrong in ["Bearer Secret", "Bearer ", "secret", "Basic secret", ""] {
            assert_eq!(client(&tokens, wrong), None, "{wrong}");
        }
        let address = Some(Client("10.0.0.1".into()));
        assert_eq!(client(&Tokens::default(), ""), address);
    }

    #[test]
    fn invalid_lines_are_reported() {
        for (text, line) in [("alice", 1), ("# a\nalice 12", 2), (&"é".repeat(40), 1)] {
            assert_eq!(Tokens::parse(text).unwrap_err(), TokensError { line });
        }
    }
}
