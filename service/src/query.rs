//! Query parameters: each is known, given at most once, and well-formed.

use crate::problem::Problem;

/// The parameters of a request.
#[derive(Clone, Debug)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    /// Reads the part of an address after `?`.
    ///
    /// # Errors
    ///
    /// When a parameter is unknown or given twice.
    pub(crate) fn parse(text: Option<&str>, names: &[&str]) -> Result<Self, Problem> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(text.unwrap_or_default().as_bytes()) {
            if !names.contains(&&*name) {
                let detail = format!("the query parameter `{name}` is unknown");
                let names = match names {
                    [] => "this route has no parameters".to_owned(),
                    names => format!("known: {}", names.join(", ")),
                };
                return Err(Problem::bad_request("unknown-parameter", detail).help(names));
            }
            if pairs.iter().any(|(taken, _)| *taken == name) {
                let detail = format!("the query parameter `{name}` is given twice");
                return Err(Problem::bad_request("repeated-parameter", detail));
            }
            pairs.push((name.into_owned(), value.into_owned()));
        }
        Ok(Self(pairs))
    }

    /// The value of a parameter.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let pair = self.0.iter().find(|(key, _)| key == name);
        pair.map(|(_, value)| &**value)
    }

    /// The value of a parameter, or a default.
    pub(crate) fn text(&self, name: &str, default: &str) -> String {
        self.get(name).unwrap_or(default).to_owned()
    }

    /// All parameters, with their values.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// A switch: `true` or `false`.
    ///
    /// # Errors
    ///
    /// When it is neither.
    pub(crate) fn switch(&self, name: &str, default: bool) -> Result<bool, Problem> {
        match self.get(name) {
            None => Ok(default),
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            Some(other) => Err(wrong(name, other, "`true` or `false`")),
        }
    }
}

fn wrong(name: &str, value: &str, expected: &str) -> Problem {
    let detail = format!("the query parameter `{name}` is `{value}`, expected {expected}");
    Problem::bad_request("bad-parameter", detail)
}
