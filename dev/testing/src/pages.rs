//! Pages of documentation: the blocks in them, the commands that they show, and the links between pages.
//!
//! A `console` block is a session: `$ ` begins a command, a `\` at the end of a line continues it, and the lines after
//! it are what it prints, standard error after standard output. `...` stands for any text. A block without any output
//! shows commands only: they must succeed. `console,needs=TOOL` runs where `TOOL` is a program in `PATH` or a
//! Python package; `needs=network` and `needs=hours` are never run.
#![expect(
    clippy::unwrap_used,
    reason = "a page that cannot be read or run is a test that fails"
)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A page, by its path in the repository.
#[derive(Clone, Debug)]
pub struct Page {
    /// The path from the root of the repository, with `/`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A fenced block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The first word after the fence.
    pub language: String,
    /// What a session needs: the words `needs=..` after the language.
    pub needs: Vec<String>,
    /// The file that a comment in the line before names.
    pub file: Option<String>,
    /// The number of the line with the fence.
    pub line: usize,
    /// The lines between the fences.
    pub lines: Vec<String>,
}

/// The README and the pages of the book, by name.
pub fn pages(root: &Path) -> Vec<Page> {
    let book = root.join("docs/book/src");
    let (mut open, mut paths) = (vec![book], vec![root.join("README.md")]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let page = |path: PathBuf| Page {
        name: path
            .strip_prefix(root)
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/"),
        text: fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().map(page).collect()
}

impl Page {
    /// Its fenced blocks.
    ///
    /// # Panics
    ///
    /// If a block is not closed.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let (mut is_inside, mut before) = (false, "");
        for (line, text) in (1..).zip(self.text.lines()) {
            match text.strip_prefix("```") {
                Some(_) if is_inside => is_inside = false,
                Some(info) => {
                    is_inside = true;
                    let mut words = info.split(',');
                    let comment = before.strip_prefix("<!-- ");
                    let file = comment.and_then(|rest| rest.strip_suffix(" -->"));
                    blocks.push(Block {
                        language: words.next().unwrap_or_default().to_owned(),
                        needs: words
                            .filter_map(|word| word.strip_prefix("needs="))
                            .map(str::to_owned)
                            .collect(),
                        file: file.map(str::to_owned),
                        line,
                        lines: Vec::new(),
                    });
                }
                None if is_inside => blocks.last_mut().unwrap().lines.push(text.to_owned()),
                None => {}
            }
            before = text;
        }
        assert!(!is_inside, "{}: a block is not closed", self.name);
        blocks
    }

    /// Runs the sessions that `is_run` selects, in the order of the page. Returns how many commands ran, and a message
    /// for each session that prints something else. With `MEMPLAN_BLESS=1`, the page gets what they print.
    pub fn run_sessions(
        &self,
        root: &Path,
        shell: &Shell,
        is_run: impl Fn(&Block) -> bool,
    ) -> (usize, Vec<String>) {
        let is_blessed = env::var_os("MEMPLAN_BLESS").is_some_and(|value| value == "1");
        let (mut blessed, mut n_commands, mut failures) = (self.text.clone(), 0, Vec::new());
        let blocks = self.blocks().into_iter();
        for block in blocks.filter(|block| block.language == "console" && is_run(block)) {
            let at = format!("{}:{}", self.name, block.line);
            if let Some(missing) = block.needs.iter().find(|need| !shell.has(need)) {
                skipped(&at, missing);
                continue;
            }
            let commands = block.commands();
            let shows_output = block.lines.len() > commands.iter().map(Vec::len).sum();
            let mut actual = String::new();
            for command in commands {
                n_commands += 1;
                let command = command.join("\n");
                let (output, is_success) = shell.run(command.trim_start_matches("$ "));
                if !shows_output && !is_success {
                    failures.push(format!("{at}: this fails:\n{command}\n{output}"));
                }
                actual += &format!("{command}\n{output}");
            }
            let shown = block.lines.join("\n") + "\n";
            if !shows_output || is_shown(&shown, &actual) {
                continue;
            }
            if is_blessed {
                blessed = blessed.replacen(&shown, &actual, 1);
            } else {
                failures.push(format!(
                    "{at}: `MEMPLAN_BLESS=1` writes down what is printed:\n{actual}\nThe page shows:\n{shown}"
                ));
            }
        }
        if blessed != self.text {
            fs::write(root.join(&self.name), blessed).unwrap();
        }
        (n_commands, failures)
    }
}

impl Block {
    /// The lines of each command in a session, with `$ ` in front of the first.
    pub fn commands(&self) -> Vec<Vec<&str>> {
        let mut commands: Vec<Vec<&str>> = Vec::new();
        let mut is_continued = false;
        for line in &self.lines {
            if is_continued {
                commands.last_mut().unwrap().push(line);
            } else if line.starts_with("$ ") {
                commands.push(vec![line]);
            } else {
                continue;
            }
            is_continued = line.ends_with('\\');
        }
        commands
    }
}

/// Whether `shown` is `actual` with any text for each `...`.
fn is_shown(shown: &str, actual: &str) -> bool {
    let mut parts = shown.split("...");
    let Some(mut rest) = parts.next().and_then(|first| actual.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in between {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[expect(clippy::print_stderr, reason = "a skipped session must be visible")]
fn skipped(at: &str, need: &str) {
    eprintln!("SKIPPED: {at}: needs {need}");
}

/// Where the commands of a page run.
#[derive(Debug)]
pub struct Shell {
    /// The working directory.
    pub folder: PathBuf,
    /// Folders of programs, searched first.
    pub programs: Vec<PathBuf>,
    /// What the shell has besides programs in `PATH` and Python packages.
    pub offers: Vec<String>,
    /// Texts of commands, and what takes their place.
    pub replaced: Vec<(String, String)>,
}

impl Shell {
    fn command(&self, text: &str) -> Command {
        let paths = env::var_os("PATH").unwrap_or_default();
        let all = self
            .programs
            .iter()
            .cloned()
            .chain(env::split_paths(&paths));
        let mut command = Command::new("sh");
        command
            .args(["-c", text])
            .current_dir(&self.folder)
            .env("PATH", env::join_paths(all).unwrap())
            .env("COLUMNS", "100");
        command
    }

    /// Whether a tool that a session needs is here.
    pub fn has(&self, need: &str) -> bool {
        let test = format!("command -v {need} || python3 -c 'import {need}'");
        !["network", "hours"].contains(&need)
            && (self.offers.iter().any(|offer| offer == need)
                || self.command(&test).output().unwrap().status.success())
    }

    /// What a command prints, standard error after standard output, and whether it succeeds.
    pub fn run(&self, command: &str) -> (String, bool) {
        let mut text = command.to_owned();
        for (from, to) in &self.replaced {
            text = text.replace(from, to);
        }
        let output = self.command(&text).output().unwrap();
        let mut printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        if !printed.is_empty() && !printed.ends_with('\n') {
            printed.push('\n');
        }
        (printed, output.status.success())
    }
}

/// The links of a Markdown text: `[..](TARGET)` outside of code, with the number of the line.
pub fn links(text: &str) -> Vec<(usize, String)> {
    let (mut links, mut is_code) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        // Code in a line: every second part between backticks.
        let parts = line.split('`').enumerate();
        let prose: String = parts
            .map(|(part, text)| if part % 2 == 0 { text } else { "x" })
            .collect();
        if is_code {
            continue;
        }
        for part in prose.split("](").skip(1) {
            if let Some((target, _)) = part.split_once(')') {
                links.push((number, target.to_owned()));
            }
        }
    }
    links
}

/// The anchors of the headings of a Markdown text.
pub fn anchors(text: &str) -> Vec<String> {
    let (mut anchors, mut is_code) = (Vec::new(), false);
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        let title = line.trim_start_matches('#');
        if is_code || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let kept = |c: char| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            _ => c.is_alphanumeric().then(|| c.to_ascii_lowercase()),
        };
        anchors.push(title.trim().chars().filter_map(kept).collect());
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::{anchors, is_shown, links};

    #[test]
    fn an_ellipsis_is_any_text() {
        assert!(is_shown("$ a\n1\n...\n3\n", "$ a\n1\n2\n2\n3\n"));
        assert!(is_shown("at ... ms\n", "at 12 ms\n"));
        assert!(!is_shown("$ a\n1\n...\n3\n", "$ a\n1\n2\n4\n"));
        assert!(!is_shown("one\n", "one\ntwo\n"));
    }

    #[test]
    fn links_and_anchors_are_those_outside_of_code() {
        let text = "# A *b*, c\n`[x](y)` and [x](z.md#a)\n```\n# no\n[x](w)\n```\n## Two words\n";
        assert_eq!(links(text), [(2, String::from("z.md#a"))]);
        assert_eq!(anchors(text), ["a-b-c", "two-words"]);
    }
}
