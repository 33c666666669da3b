//! Holds `docs/plug-ins.md` to the truth: what it shows of files is in them, and what it shows
//! of commands is what they print. `MEMPLAN_BLESS=1` writes down what they print.

use memplan_testing::outside::skip_tool;
use memplan_testing::scratch::Scratch;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const GUIDE: &str = "docs/plug-ins.md";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A fenced block: its language, the file that the line before names, and its lines.
struct Block {
    language: String,
    file: Option<String>,
    first_line: usize,
    lines: Vec<String>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut is_inside, mut before) = (false, "");
    for (number, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if is_inside => is_inside = false,
            Some(language) => {
                is_inside = true;
                let comment = before.strip_prefix("<!-- ");
                blocks.push(Block {
                    language: language.to_owned(),
                    file: comment
                        .and_then(|c| c.strip_suffix(" -->"))
                        .map(str::to_owned),
                    first_line: number + 1,
                    lines: Vec::new(),
                });
            }
            None if is_inside => blocks.last_mut().unwrap().lines.push(line.to_owned()),
            None => {}
        }
        before = line;
    }
    assert!(!is_inside, "{GUIDE}: a block is not closed");
    blocks
}

#[test]
fn what_it_shows_of_files_is_in_them() {
    let blocks = blocks(&fs::read_to_string(root().join(GUIDE)).unwrap());
    let shown = |block: &&Block| ["rust", "toml", "json"].contains(&&*block.language);
    let mut n_lines = 0;
    for block in blocks.iter().filter(shown) {
        let line = block.first_line;
        let file = block.file.as_ref();
        let file = file.unwrap_or_else(|| panic!("{GUIDE}:{line}: from which file is this?"));
        let text = fs::read_to_string(root().join(file)).unwrap();
        let excerpt = block.lines.join("\n");
        assert!(
            text.contains(&excerpt),
            "{GUIDE}:{line}: this is not in {file}:\n{excerpt}"
        );
        n_lines += block.lines.len();
    }
    // About half of the example: a guide that shows nothing would pass too.
    assert!(50 < n_lines, "{n_lines}");
}

/// What a command prints, standard error behind standard output.
fn printed(command: &str) -> String {
    let directory = Path::new(env!("CARGO_BIN_EXE_plug-ins")).parent().unwrap();
    let paths = env::var_os("PATH").unwrap_or_default();
    let all = [directory.to_owned()]
        .into_iter()
        .chain(env::split_paths(&paths));
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root())
        .env("PATH", env::join_paths(all).unwrap())
        .env("COLUMNS", "100")
        .output()
        .unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn it_shows_how_plug_ins_are_registered_and_what_a_planner_has() {
    let text = fs::read_to_string(root().join(GUIDE)).unwrap();
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    let library = read("examples/plug-ins/src/lib.rs");
    let context = &library[library.find("pub fn context()").unwrap()..];
    assert!(text.contains(context.trim_end()), "{GUIDE} lacks `context`");
    let planner = read("planner/src/problem/planner.rs");
    let methods = planner.split("pub trait MemoryPlanner").nth(1).unwrap();
    let methods = methods.split("\n}").next().unwrap().lines();
    for method in methods.filter_map(|line| line.strip_prefix("    fn ")?.split('(').next()) {
        let row = format!("| `{method}` |");
        assert!(text.contains(&row), "{GUIDE} lacks `{method}`");
    }
}

#[test]
fn what_it_shows_of_commands_is_what_they_print() {
    let text = fs::read_to_string(root().join(GUIDE)).unwrap();
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let mut blessed = text.clone();
    let mut n_commands = 0;
    for block in blocks(&text)
        .iter()
        .filter(|block| block.language == "console")
    {
        let mut actual = String::new();
        for (index, line) in block.lines.iter().enumerate() {
            let Some(first) = line.strip_prefix("$ ") else {
                continue;
            };
            // A `\` continues a command on the next line.
            let mut command = vec![first];
            for next in &block.lines[index + 1..] {
                if !command.last().is_some_and(|line| line.ends_with('\\')) {
                    break;
                }
                command.push(next);
            }
            let command = command.join("\n");
            n_commands += 1;
            actual += &format!("$ {command}\n{}", printed(&command));
        }
        let expected = block.lines.join("\n") + "\n";
        if expected.contains(".py") && !has_python {
            skip_tool("python3");
            continue;
        }
        if env::var_os("MEMPLAN_BLESS").is_some_and(|value| value == "1") {
            blessed = blessed.replacen(&expected, &actual, 1);
        } else {
            let line = block.first_line;
            assert_eq!(
                actual, expected,
                "{GUIDE}:{line}: `MEMPLAN_BLESS=1` writes it down"
            );
        }
    }
    assert!(5 <= n_commands, "{n_commands}");
    if blessed != text {
        fs::write(root().join(GUIDE), blessed).unwrap();
    }
}

#[test]
fn the_program_goes_by_its_own_name() {
    let run = |argument: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_plug-ins"))
            .arg(argument)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let version = run("--version");
    assert!(version.starts_with("plug-ins (memplan "), "{version}");
    let help = run("--help");
    assert!(help.contains("Usage: plug-ins [OPTIONS]"), "{help}");
}

/// The status and the body of an answer to a request over its own connection.
fn answer(address: &str, request: &str) -> String {
    use std::io::{Read as _, Write as _};

    let mut stream = std::net::TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn its_service_offers_its_plug_ins() {
    use std::io::{BufRead as _, BufReader};

    let data = Scratch::new("plug-ins");
    let mut server = Command::new(env!("CARGO_BIN_EXE_plug-ins"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data.folder())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    let address = line.strip_prefix("listening on http://").unwrap();
    let head = "HTTP/1.1\r\nhost: x\r\nconnection: close\r\n";
    let mut answers = Vec::new();
    for kind in ["planners", "collectors", "mutators"] {
        answers.push(answer(address, &format!("GET /v1/{kind} {head}\r\n")));
    }
    let body = "id,lower,upper,size\na,0,2,64\nb,2,4,64\n";
    let path = "/v1/plan?planner=shaken-greedy%7Btries=3%7D";
    let request = format!(
        "POST {path} {head}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    answers.push(answer(address, &request));
    server.kill().unwrap();
    server.wait().unwrap();
    for (answer, expected) in answers.iter().zip([
        "\"name\":\"shaken-greedy\"",
        "\"name\":\"explicit\"",
        "\"name\":\"arena-argument\"",
        "\"total_size_bytes\":64",
    ]) {
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.contains(expected),
            "{answer}"
        );
    }
}
