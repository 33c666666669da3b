//! Suggestions for misspelt names.

/// Characters of a name that are compared: names are short, and input may be anything.
const MAX_CHARS: usize = 64;

/// The known name that is most like `name`: the least Levenshtein distance, if at most a third of its
/// letters differ. Ties go to the first name in alphabetical order.
///
/// `O(n)` in the number of known names.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let end = name.char_indices().nth(MAX_CHARS);
    let name = end.map_or(name, |(end, _)| &name[..end]);
    names
        .into_iter()
        .filter(|candidate| 3 * name.len().abs_diff(candidate.len()) <= candidate.len().max(3))
        .map(|candidate| (strsim::levenshtein(name, candidate), candidate))
        .filter(|&(distance, candidate)| 3 * distance <= candidate.len().max(3))
        .min()
        .map(|(_, candidate)| candidate)
}
