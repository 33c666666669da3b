//! Suggestions for misspelt names.

/// Characters of a name that are compared: names are short, and input may be anything.
const MAX_CHARS: usize = 64;

/// The known name that is most like `name`: the least Levenshtein distance, if at most a third of its
/// letters differ. Ties go to the first name in alphabetical order.
///
/// `O(n)` in the number of known names.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let end = name.char_indices().nth(MAX_CHARS);
    let name = end.map_or(name, |(end, _)| &name[..end]);
    known
        .into_iter()
        .filter(|known| 3 * name.len().abs_diff(known.len()) <= known.len().max(3))
        .map(|known| (strsim::levenshtein(name, known), known))
        .filter(|&(distance, known)| 3 * distance <= known.len().max(3))
        .min()
        .map(|(_, known)| known)
}
