//! Human-readable tables, and numbers in words.

use std::fmt::Write as _;

/// Columns side by side, two blanks apart; those in `left` to the left, the others to the right.
pub fn table(rows: &[Vec<String>], left: &[usize]) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let _ = if left.contains(&column) {
                write!(line, "{gap}{cell:<width$}")
            } else {
                write!(line, "{gap}{cell:>width$}")
            };
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// `1 buffer`, `2 buffers`.
pub fn plural(n: usize, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}

/// Without the sign that a rounded zero may have.
pub fn positive(value: f64) -> f64 {
    if value.abs() < 0.05 { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::{plural, positive, table};

    #[test]
    fn numbers_stand_below_each_other() {
        let rows = [["scope", "peak"], ["@f", "5"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(&rows, &[0]), "scope  peak\n@f        5\n");
    }

    #[test]
    fn words_agree_with_numbers() {
        assert_eq!(plural(1, "scope"), "1 scope");
        assert_eq!(plural(0, "scope"), "0 scopes");
        assert!(positive(-0.0).is_sign_positive());
    }
}
