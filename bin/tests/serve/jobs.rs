//! Jobs: many inputs in all forms, their progress and their results.

use std::io::{Read as _, Write as _};

use memplan_planner::wire::archive::{ArchiveKind, ArchiveReader, ArchiveWriter};
use memplan_planner::wire::{self, Format};

use super::http::{Request, Server, get, post, read_reply, until};
use super::limits::hard_trace;
use crate::common::{self, Scratch, assert_has};

const CSV: &str = "id,lower,upper,size\na,0,2,64\nb,1,3,32\n";

/// A form with files, as a browser or `curl -F` sends it.
pub(super) fn form(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, bytes) in files {
        let head = format!(
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--b--\r\n");
    body
}

/// The media type of [`form`].
pub(super) const FORM: &str = "multipart/form-data; boundary=b";

/// Starts a job of a form and returns its address.
pub(super) fn start_form(server: &Server, path: &str, body: &[u8]) -> String {
    start(server, &post(path, body).content(FORM))
}

/// Starts a job and returns its address.
fn start(server: &Server, request: &Request<'_>) -> String {
    let reply = server.send(request).expect(202);
    reply.header("location").unwrap().to_owned()
}

/// Waits for the end of a job and returns its progress.
pub(super) fn finished(server: &Server, job: &str) -> serde_json::Value {
    until("the job", || {
        let progress = server.get(job).expect(200).json();
        (progress["state"] != "running").then_some(progress)
    })
}

/// The files of a tar archive.
fn untar(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut rest = bytes;
    while rest.len() >= 512 && rest[0] != 0 {
        let text = |from: usize, to: usize| {
            let field = &rest[from..to];
            let end = field
                .iter()
                .position(|&byte| byte == 0)
                .unwrap_or(field.len());
            String::from_utf8(field[..end].to_vec()).unwrap()
        };
        let size = usize::from_str_radix(text(124, 136).trim(), 8).unwrap();
        files.push((text(0, 100), rest[512..512 + size].to_vec()));
        rest = &rest[512 + size.next_multiple_of(512)..];
    }
    files
}

#[test]
fn files_of_a_form_have_results_one_by_one_and_in_archives() {
    let scratch = Scratch::new("serve-form");
    let server = Server::start(&scratch, &[]);
    let program = std::fs::read(common::root().join("examples/mlp.mlir")).unwrap();
    let body = form(&[
        ("a.csv", CSV.as_bytes()),
        ("nets/mlp.mlir", &program),
        ("bad.csv", b"id,lower,upper,size\na,x,2,64\n"),
        ("../b", CSV.as_bytes()),
        ("a.csv", CSV.as_bytes()),
    ]);
    let job = start_form(&server, "/v1/jobs?planner=best-fit", &body);
    let progress = finished(&server, &job);
    assert_eq!(progress["state"], "finished");
    assert_eq!(
        [&progress["total"], &progress["done"], &progress["failed"]],
        [5, 4, 1]
    );

    let results = format!("{job}/results");
    let list = server.get(&results).expect(200).json();
    let states = list["items"].as_array().unwrap().iter();
    let states: Vec<String> = states
        .map(|item| format!("{} {}", item["name"], item["state"]))
        .collect();
    assert_eq!(
        states,
        [
            "\"a.csv\" \"done\"",
            "\"nets/mlp.mlir\" \"done\"",
            "\"bad.csv\" \"failed\"",
            "\"../b\" \"done\"",
            "\"a.csv\" \"done\"",
        ]
    );
    let one = |position: u32, accept: &str| {
        server.send(&get(&format!("{results}/{position}")).accept(accept))
    };
    for accept in [
        "application/json",
        "text/csv",
        "application/vnd.memplan.plan",
    ] {
        let plan = wire::read_plan(&one(0, accept).expect(200).body).unwrap();
        assert_eq!(plan.schedules[0].total_size.0, 96, "{accept}");
    }
    let problem = one(2, "*/*").expect(422).json();
    assert_eq!(problem["code"], "syntax");
    assert_eq!(problem["line"], 2);
    one(5, "*/*").expect(404);

    let tar = server
        .send(&get(&results).accept("application/x-tar"))
        .expect(200);
    let names: Vec<String> = untar(&tar.body).into_iter().map(|(name, _)| name).collect();
    let expected = [
        "a.mplan",
        "nets/mlp.mplan",
        "bad.problem.json",
        "00000003.mplan",
        "a-00000004.mplan",
    ];
    assert_eq!(names, expected);
    let archive = server.send(&get(&results).accept("application/vnd.memplan.archive"));
    let archive = archive.expect(200).body;
    let mut reader = ArchiveReader::new(&*archive).unwrap();
    assert_eq!(reader.kind(), ArchiveKind::Plans);
    let mut names = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        wire::read_plan(&record.bytes).unwrap();
        names.push(record.name);
    }
    assert_eq!(names, ["a", "nets/mlp", "00000003", "a-00000004"]);

    server.send(&get(&job).method("DELETE")).expect(204);
    server.get(&job).expect(404);
}

#[test]
fn archives_are_unpacked_and_programs_are_rewritten() {
    let scratch = Scratch::new("serve-archives");
    let server = Server::start(&scratch, &[]);
    let trace = wire::read_trace(CSV.as_bytes()).unwrap();
    let trace = wire::write_trace(&trace, Format::Binary).unwrap();
    let mut writer = ArchiveWriter::new(Vec::new(), ArchiveKind::Traces).unwrap();
    writer.append("x/a", &trace).unwrap();
    writer.append("b", &trace).unwrap();
    let archive = writer.finish().unwrap();
    // The type may be given or detected.
    for media in [
        "application/vnd.memplan.archive",
        "application/octet-stream",
    ] {
        let job = start(&server, &post("/v1/jobs", &archive).content(media));
        assert_eq!(finished(&server, &job)["done"], 2);
    }

    let folder = common::root().join("examples");
    let tar = std::process::Command::new("tar")
        .args(["-c", "mlp.mlir", "tensors.mlir"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let request = post("/v1/jobs?operation=merge", &tar.stdout).content("application/x-tar");
    let job = start(&server, &request);
    assert_eq!(finished(&server, &job)["done"], 2);
    let result = format!("{job}/results/0");
    let text = server
        .send(&get(&result).accept("text/x-mlir"))
        .expect(200)
        .text();
    assert_eq!(text, common::stdout(&["merge", "examples/mlp.mlir"]));
    let json = server.get(&result).expect(200).json();
    assert_eq!(json["report"]["n_merged"], 3);
    let results = format!("{job}/results");
    let tar = server
        .send(&get(&results).accept("application/x-tar"))
        .expect(200);
    let names: Vec<String> = untar(&tar.body).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        ["mlp.mlir", "mlp.json", "tensors.mlir", "tensors.json"]
    );
    server
        .send(&get(&results).accept("application/vnd.memplan.archive"))
        .expect(406);
    let path = "/v1/jobs?operation=opt&pipeline=builtin.module(cse)";
    let program = std::fs::read(folder.join("mlp.mlir")).unwrap();
    let body = form(&[("mlp.mlir", &program)]);
    let job = start_form(&server, path, &body);
    assert_eq!(finished(&server, &job)["done"], 1);
}

#[test]
fn progress_is_streamed_until_the_end() {
    let scratch = Scratch::new("serve-events");
    let server = Server::start(&scratch, &["-j", "1"]);
    let hard = hard_trace(13);
    let files: Vec<(String, &[u8])> = (0..4).map(|n| (format!("{n}.csv"), &*hard)).collect();
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (&**name, *bytes))
        .collect();
    let body = form(&files);
    let path = "/v1/jobs?planner=exact&time=300ms";
    let job = start_form(&server, path, &body);
    let early = server.send(&get(&format!("{job}/results")).accept("application/x-tar"));
    assert_eq!(early.expect(409).json()["code"], "not-finished");
    assert_eq!(server.get(&format!("{job}/results/3")).status, 409);
    let reply = server.get(&format!("{job}/events")).expect(200);
    assert_eq!(reply.header("content-type"), Some("text/event-stream"));
    let text = reply.text();
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    let done: Vec<i64> = data
        .map(|data| {
            serde_json::from_str::<serde_json::Value>(data).unwrap()["done"]
                .as_i64()
                .unwrap()
        })
        .collect();
    assert!(done.len() > 2 && done.is_sorted(), "{done:?}");
    assert_eq!(done.last(), Some(&4));
    assert_eq!(text.matches("event: end\n").count(), 1);
    // A finished job sends a single event.
    let text = server.get(&format!("{job}/events")).expect(200).text();
    assert!(text.starts_with("event: end\n"), "{text}");
}

#[test]
fn a_cancelled_job_stops_and_keeps_its_results() {
    let scratch = Scratch::new("serve-cancel");
    let server = Server::start(&scratch, &["-j", "1"]);
    let hard = hard_trace(8);
    let body = form(&[
        ("easy.csv", CSV.as_bytes()),
        ("hard.csv", &hard),
        ("last.csv", &hard),
    ]);
    let path = "/v1/jobs?planner=exact&time=50s";
    let job = start_form(&server, path, &body);
    until("the first item", || {
        (server.get(&job).json()["done"] == 1).then_some(())
    });
    let mut stream = server.connect();
    stream
        .write_all(&get(&format!("{job}/events")).bytes())
        .unwrap();
    let mut first = [0; 16];
    stream.read_exact(&mut first).unwrap();
    let progress = server.send(&get(&job).method("DELETE")).expect(200).json();
    assert_eq!(progress["state"], "cancelled");
    assert_eq!(progress["done"], 1);
    // The stream ends, and the thread is free for others.
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert_has!(rest, "event: end");
    server.send(&post("/v1/plan", CSV.as_bytes())).expect(200);
    server.get(&format!("{job}/results/0")).expect(200);
    server.get(&format!("{job}/results/1")).expect(409);
    let requeued = server.send(&post(&format!("{job}/requeue"), b""));
    assert_eq!(requeued.expect(409).json()["code"], "cancelled");
}

#[test]
fn plans_are_cached_by_content_and_options() {
    let scratch = Scratch::new("serve-cache");
    let trace = hard_trace(1);
    let run = |server: &Server, path: &str| {
        let reply = server
            .send(&post(path, &trace).content("text/csv"))
            .expect(200);
        let cache = reply.header("memplan-cache").unwrap().to_owned();
        let time = reply.header("server-timing").unwrap();
        assert_eq!(time == "plan;dur=0.000", cache == "hit", "{time}");
        (cache, reply.body)
    };
    let path = "/v1/plan?planner=exact&work=2000";
    let server = Server::start(&scratch, &[]);
    let (first, plan) = run(&server, path);
    assert_eq!(first, "miss");
    assert_eq!(run(&server, path), ("hit".to_owned(), plan.clone()));
    assert_eq!(run(&server, "/v1/plan?planner=exact&work=2001").0, "miss");
    assert_eq!(
        run(&server, "/v1/plan?planner=exact&work=2000&seed=1").0,
        "miss"
    );
    // Plans that depend on the time are not kept.
    for _ in 0..2 {
        assert_eq!(run(&server, "/v1/plan?planner=exact&time=50ms").0, "miss");
    }
    server.kill();
    let server = Server::start(&scratch, &[]);
    assert_eq!(run(&server, path), ("hit".to_owned(), plan));
    let mut stream = server.connect();
    stream.write_all(&get("/metrics").bytes()).unwrap();
    let metrics = read_reply(&mut stream).unwrap().text();
    assert_has!(metrics, "memplan_cache_hits_total 1\n");
}
