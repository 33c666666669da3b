//! Holds `docs/book/src/guides/plug-ins.md` and the pages below it to the truth: what they show of files is in them,
//! and what they show of commands is what they print. `MEMPLAN_BLESS=1` writes down what they print.

use memplan_testing::pages::{Page, Shell, pages};
use memplan_testing::scratch::Scratch;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages about plug-ins.
fn guide() -> Vec<Page> {
    let mut pages = pages(&root());
    pages.retain(|page| page.name.starts_with("docs/book/src/guides/plug-ins"));
    assert!(8 <= pages.len(), "{pages:?}");
    pages
}

#[test]
fn what_it_shows_of_files_is_in_them() {
    let mut n_lines = 0;
    for page in guide() {
        for block in page.blocks() {
            if !["rust", "toml", "json"].contains(&&*block.language) {
                continue;
            }
            let at = format!("{}:{}", page.name, block.line);
            let file = block.file.as_ref();
            let file = file.unwrap_or_else(|| panic!("{at}: from which file is this?"));
            let text = fs::read_to_string(root().join(file)).unwrap();
            let excerpt = block.lines.join("\n");
            assert!(
                text.contains(&excerpt),
                "{at}: this is not in {file}:\n{excerpt}"
            );
            n_lines += block.lines.len();
        }
    }
    // About half of the example: a guide that shows nothing would pass too.
    assert!(50 < n_lines, "{n_lines}");
}

#[test]
fn it_shows_how_plug_ins_are_registered_and_what_a_planner_has() {
    let text: String = guide().iter().map(|page| &*page.text).collect();
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    let library = read("examples/plug-ins/src/lib.rs");
    let context = &library[library.find("pub fn context()").unwrap()..];
    assert!(text.contains(context.trim_end()), "no page has `context`");
    let planner = read("planner/src/problem/planner.rs");
    let methods = planner.split("pub trait MemoryPlanner").nth(1).unwrap();
    let methods = methods.split("\n}").next().unwrap().lines();
    for method in methods.filter_map(|line| line.strip_prefix("    fn ")?.split('(').next()) {
        let row = format!("| `{method}` |");
        assert!(text.contains(&row), "no page has `{method}`");
    }
}

#[test]
fn what_it_shows_of_commands_is_what_they_print() {
    let program = Path::new(env!("CARGO_BIN_EXE_plug-ins"));
    let shell = Shell {
        folder: root(),
        programs: vec![program.parent().unwrap().to_owned()],
        offers: Vec::new(),
        replaced: Vec::new(),
    };
    let needs_plug_ins = |needs: &[String]| needs.iter().any(|need| need == "plug-ins");
    let (mut n_commands, mut failures) = (0, Vec::new());
    for page in guide() {
        let (n, wrong) = page.run_sessions(&root(), &shell, |block| needs_plug_ins(&block.needs));
        n_commands += n;
        failures.extend(wrong);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(5 <= n_commands, "{n_commands}");
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
