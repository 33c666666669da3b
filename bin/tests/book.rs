//! Holds the README and the book in `docs/book` to the truth: commands print what the pages show, and links lead
//! somewhere.
#![expect(
    clippy::unwrap_used,
    reason = "a page that cannot be read is a test that fails"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use memplan_testing::pages::{Page, Shell, anchors, links, pages};

use crate::common::{Scratch, root, stdout};
#[cfg(feature = "serve")]
use crate::serve::http::Server;

/// Files that pages name without a folder, and what stands for them.
const STAND_INS: &[(&str, &str)] = &[
    ("model.mlir", "examples/attention.mlir"),
    ("buffers.mlir", "examples/mlp.mlir"),
    (
        "model.tflite",
        "collectors/readers/tests/fixtures/tflite/tiny.tflite",
    ),
    (
        "model.pte",
        "collectors/readers/tests/fixtures/executorch/two.pte",
    ),
    (
        "snap.pickle",
        "collectors/readers/tests/fixtures/torch/tiny.pickle",
    ),
    ("dump", "collectors/readers/tests/fixtures/xla"),
    (
        "x-live-range.txt",
        "collectors/readers/tests/fixtures/xla/tiny-live-range.txt",
    ),
    (
        "x-buffer-assignment.txt",
        "collectors/readers/tests/fixtures/xla/tiny-buffer-assignment.txt",
    ),
    (
        "model.dump",
        "collectors/readers/tests/fixtures/iree/unet.dump",
    ),
    (
        "problem.json",
        "collectors/readers/tests/fixtures/dsa-problem.json",
    ),
    ("traces", "datasets/data"),
];

/// Copies a file or a folder, without what was built in it.
fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::copy(from, to).unwrap();
        return;
    }
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let name = entry.unwrap().file_name();
        if name != "target" {
            copy(&from.join(&name), &to.join(&name));
        }
    }
}

/// A folder with the examples and data of the repository, in which the commands of one page run.
fn shell(page: &Page) -> (Scratch, Shell) {
    let name = page.name.replace('/', "-");
    let scratch = Scratch::new(&format!("book-{name}"));
    for folder in [
        "examples",
        "datasets/data",
        "datasets/models",
        "datasets/plans",
        "datasets/programs",
        "datasets/symbolic",
    ] {
        copy(&root().join(folder), &scratch.folder().join(folder));
    }
    for (name, source) in STAND_INS {
        copy(&root().join(source), &scratch.folder().join(name));
    }
    let program = PathBuf::from(env!("CARGO_BIN_EXE_memplan"));
    let mut programs = vec![program.parent().unwrap().to_owned()];
    programs.extend(memplan_testing::outside::mlir_tools());
    let shell = Shell {
        folder: scratch.folder().to_owned(),
        programs,
        offers: Vec::new(),
        replaced: vec![("cargo run --release -- ".to_owned(), "memplan ".to_owned())],
    };
    (scratch, shell)
}

/// Runs the service for the sessions that need it.
#[cfg(feature = "serve")]
fn serve(scratch: &Scratch, shell: &mut Shell) -> Server {
    let server = Server::start(scratch, &[]);
    let address = server.address.to_string();
    shell.replaced.push(("127.0.0.1:7717".to_owned(), address));
    shell.offers.push("server".to_owned());
    server
}

#[test]
#[cfg(unix)]
fn commands_print_what_the_pages_show() {
    let (mut n_commands, mut failures) = (0, Vec::new());
    for page in pages(&root()) {
        let is_ours = |needs: &[String]| needs.iter().all(|need| need != "plug-ins");
        let blocks = page.blocks();
        let sessions = blocks.iter().filter(|block| block.language == "console");
        let sessions: Vec<_> = sessions.filter(|block| is_ours(&block.needs)).collect();
        if sessions.is_empty() {
            continue;
        }
        #[cfg_attr(
            not(feature = "serve"),
            expect(unused_mut, unused_variables, reason = "the service uses them")
        )]
        let (scratch, mut shell) = shell(&page);
        #[cfg(feature = "serve")]
        let _server = sessions
            .iter()
            .any(|block| block.needs.iter().any(|need| need == "server"))
            .then(|| serve(&scratch, &mut shell));
        let (n, wrong) = page.run_sessions(&root(), &shell, |block| is_ours(&block.needs));
        n_commands += n;
        failures.extend(wrong);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(40 <= n_commands, "{n_commands}");
}

#[test]
fn the_readme_has_the_first_command_and_the_picture_of_a_gain() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.contains("\n$ cargo run --release -- merge examples/mlp.mlir"));
    let arguments = "show examples/attention.mlir --single-arena --planner mlir-trivial,auto";
    let drawn = stdout(&arguments.split(' ').collect::<Vec<_>>());
    let picture = "docs/book/src/pictures/attention.svg";
    let kept = fs::read_to_string(root().join(picture)).unwrap();
    assert_eq!(drawn, kept, "run: memplan {arguments} -o {picture}");
    assert!(readme.contains(&format!("({picture})")));
}

#[test]
fn the_gallery_shows_what_its_commands_draw() {
    let folder = root().join("docs/book/src");
    let page = fs::read_to_string(folder.join("guides/gallery.md")).unwrap();
    let commands = page
        .lines()
        .filter_map(|line| line.strip_prefix("`memplan ")?.strip_suffix('`'));
    let pictures = page
        .lines()
        .filter_map(|line| line.split_once("](../")?.1.strip_suffix(')'));
    let pairs: Vec<(&str, &str)> = commands.zip(pictures).collect();
    assert!(4 <= pairs.len(), "{pairs:?}");
    for (command, picture) in pairs {
        let arguments: Vec<String> = command
            .split(' ')
            .map(|word| match root().join(word) {
                path if path.exists() => path.display().to_string(),
                _ => word.to_owned(),
            })
            .collect();
        let drawn = stdout(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        // The title is the path of the file.
        let drawn = drawn.replace(&format!("{}/", root().display()), "");
        let kept = fs::read_to_string(folder.join(picture)).unwrap();
        assert_eq!(
            drawn, kept,
            "run: memplan {command} -o docs/book/src/{picture}"
        );
    }
}

/// Otherwise nothing would run it.
#[test]
fn commands_are_shown_in_sessions() {
    for page in pages(&root()) {
        for block in page.blocks() {
            let at = format!("{}:{}", page.name, block.line);
            assert!(
                !["sh", "bash", "shell", ""].contains(&&*block.language),
                "{at}: commands are shown in a block `console`, other text names its language"
            );
            let first = block.lines.first().map_or("", |line| line);
            assert!(
                block.language != "console" || first.starts_with("$ "),
                "{at}: a session begins with `$ `"
            );
        }
    }
}

/// The Markdown files that people read.
fn documents() -> BTreeMap<PathBuf, String> {
    let root = root().canonicalize().unwrap();
    let (mut open, mut documents) = (vec![root], BTreeMap::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            if path.is_dir() && !path.is_symlink() {
                if !name.starts_with('.') && name != "target" && name != "node_modules" {
                    open.push(path);
                }
            } else if name.ends_with(".md") {
                documents.insert(path.clone(), fs::read_to_string(&path).unwrap());
            }
        }
    }
    documents
}

#[test]
fn links_lead_somewhere() {
    let root = root().canonicalize().unwrap();
    let book = root.join("docs/book/src");
    let documents = documents();
    let mut wrong = Vec::new();
    for (path, text) in &documents {
        for (line, link) in links(text) {
            let (target, anchor) = link.split_once('#').unwrap_or((&link, ""));
            if target.contains(':') {
                continue;
            }
            let goes_to = if target.is_empty() {
                path.clone()
            } else {
                path.parent().unwrap().join(target)
            };
            let goes_to = goes_to.canonicalize().unwrap_or(goes_to);
            let leaves = path.starts_with(&book) && !goes_to.starts_with(&book);
            let has_anchor = |text: &String| anchors(text).iter().any(|have| have == anchor);
            if leaves || !goes_to.exists() {
                wrong.push(format!("{}:{line}: {link}", path.display()));
            } else if !anchor.is_empty() && !documents.get(&goes_to).is_some_and(has_anchor) {
                wrong.push(format!("{}:{line}: no heading: {link}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_summary_lists_each_page_once() {
    let book = root().join("docs/book/src").canonicalize().unwrap();
    let summary = fs::read_to_string(book.join("SUMMARY.md")).unwrap();
    let mut listed: Vec<PathBuf> = links(&summary)
        .into_iter()
        .map(|(_, link)| book.join(link))
        .collect();
    listed.sort();
    let documents = documents();
    let pages = documents.keys().filter(|path| path.starts_with(&book));
    let pages: Vec<PathBuf> = pages
        .filter(|path| !path.ends_with("SUMMARY.md"))
        .cloned()
        .collect();
    assert_eq!(listed, pages);
}
