//! Every error has a status, a stable code, and a place where there is one.

use std::io::Write as _;

use memplan_planner::wire::{self, Format};

use super::http::{Request, Server, get, post, read_reply};
use super::jobs::FORM;
use crate::common::Scratch;

const ARCHIVE: &str = "application/vnd.memplan.archive";
const CSV: &[u8] = b"id,lower,upper,size\na,0,2,64\nb,1,3,32\n";

/// Checks status, code and form of a problem; returns line and column.
fn check(
    server: &Server,
    request: &Request<'_>,
    status: u16,
    code: &str,
) -> (Option<u64>, Option<u64>) {
    let reply = server.send(request);
    let text = reply.text();
    assert_eq!(reply.status, status, "{request:?}: {text}");
    let media = reply.header("content-type");
    assert_eq!(media, Some("application/problem+json"), "{request:?}");
    let problem = reply.json();
    assert_eq!(problem["code"], code, "{request:?}: {text}");
    assert_eq!(problem["status"], status);
    assert_eq!(problem["type"], format!("urn:memplan:problem:{code}"));
    assert!(!problem["detail"].as_str().unwrap().is_empty());
    (problem["line"].as_u64(), problem["column"].as_u64())
}

#[test]
fn requests_that_are_wrong() {
    let scratch = Scratch::new("serve-errors");
    let server = Server::start(&scratch, &[]);
    for (query, code) in [
        ("nothing=1", "unknown-parameter"),
        ("seed=1&seed=2", "repeated-parameter"),
        ("seed=-1", "bad-parameter"),
        ("time=2", "bad-parameter"),
        ("alignment=0", "bad-parameter"),
        ("planner=nothing", "unknown-planner"),
        ("planner=best-fit%7Bx=1%7D", "unknown-option"),
        ("planner=auto%7Beffort=no%7D", "bad-value"),
        ("planner=auto%7B", "bad-spec"),
        ("planner=exec%7Bcmd=id%7D", "unknown-planner"),
    ] {
        let path = format!("/v1/plan?{query}");
        check(&server, &post(&path, CSV).content("text/csv"), 400, code);
    }
    for (path, media, status, code) in [
        ("/v1/plan", "image/png", 415, "unsupported-type"),
        ("/v1/merge", "text/csv", 415, "unsupported-type"),
        ("/v1/jobs", "text/csv", 415, "unsupported-type"),
        ("/v1/jobs", "application/x-tar", 422, "bad-archive"),
        ("/v1/jobs", ARCHIVE, 422, "bad-archive"),
        ("/v1/jobs", "multipart/form-data", 400, "bad-multipart"),
        ("/v1/check", FORM, 400, "bad-multipart"),
    ] {
        check(&server, &post(path, CSV).content(media), status, code);
    }
    let plan = post("/v1/plan", CSV).content("text/csv");
    let empty = post("/v1/check", b"{}").content("application/json");
    for (request, status, code) in [
        (get("/nothing"), 404, "not-found"),
        (get("/v1/../../etc/passwd"), 404, "not-found"),
        (get("/v1/plan"), 405, "wrong-method"),
        (get("/healthz").method("DELETE"), 405, "wrong-method"),
        (plan.accept("image/png"), 406, "not-acceptable"),
        (get("/v1/planners?x=1"), 400, "unknown-parameter"),
        (get("/v1/jobs/0123"), 404, "unknown-job"),
        (get("/v1/jobs/0123").method("DELETE"), 404, "unknown-job"),
        (get("/v1/jobs/0123/events"), 404, "unknown-job"),
        (get("/v1/jobs/0123/results"), 404, "unknown-job"),
        (get("/v1/jobs/0123/results/0"), 404, "unknown-job"),
        (get("/v1/jobs/0123/results/x"), 404, "unknown-item"),
        (post("/v1/jobs?operation=x", CSV), 400, "bad-parameter"),
        (post("/v1/jobs?planner=x", CSV), 400, "unknown-planner"),
        (post("/v1/jobs?collector=x", CSV), 400, "bad-collector"),
        (post("/v1/jobs?mutator=x", CSV), 400, "bad-mutator"),
        (post("/v1/jobs", CSV), 422, "no-files"),
        (empty, 422, "missing-part"),
    ] {
        check(&server, &request, status, code);
    }
}

#[test]
fn inputs_that_are_wrong_have_a_place() {
    let scratch = Scratch::new("serve-inputs");
    let server = Server::start(&scratch, &[]);
    let mut damaged = wire::write_trace(&wire::read_trace(CSV).unwrap(), Format::Binary).unwrap();
    *damaged.last_mut().unwrap() ^= 1;
    let two = b"{\"format\":\"memplan-trace\",\"version\":1,\"traces\":[\
                {\"scope\":\"a\",\"buffers\":[]},{\"scope\":\"b\",\"buffers\":[]}]}";
    let mlir = |body| post("/v1/merge", body).content("text/x-mlir");
    let plan = |body| post("/v1/plan", body);
    let symbols = b"# symbol b 1..4\nid,lower,upper,size\na,0,2,8*c\n";
    let large = b"id,lower,upper,size\na,0,2,9223372036854775807\nb,0,2,9223372036854775807\n";
    let unsized_alloc = b"func.func @f() {\n  %a = memref.alloc() : memref<?xf32>\n  return\n}";
    for (request, status, code, place) in [
        (
            plan(b"id,lower,upper,size\na,0,x,64\n"),
            422,
            "syntax",
            Some((2, 5)),
        ),
        (plan(b"{\n \"format\": 1}"), 422, "syntax", Some((2, 12))),
        (plan(b"a x 16\nf y\n"), 422, "syntax", Some((2, 3))),
        (plan(symbols), 422, "syntax", Some((3, 9))),
        (plan(b""), 422, "empty", None),
        (post("/v1/merge", b""), 422, "empty", None),
        (post("/v1/check", b""), 422, "empty", None),
        (plan(b"# a comment\n"), 422, "empty", None),
        (plan(b"\x00\x01\x02"), 422, "unknown-format", None),
        (plan(&damaged), 422, "checksum", None),
        (plan(large), 422, "bad-trace", None),
        (plan(two).accept("text/csv"), 406, "not-one-trace", None),
        (
            mlir(b"func.func @f() {\n  %a = nothing\n}"),
            422,
            "",
            Some((2, 8)),
        ),
        (mlir(unsized_alloc), 422, "", Some((2, 8))),
        (
            post("/v1/opt?pipeline=nothing", b"module {}"),
            400,
            "",
            None,
        ),
        (
            post("/v1/opt?pipeline=builtin.module(nothing)", b"module {}"),
            400,
            "",
            None,
        ),
    ] {
        let reply = server.send(&request);
        let problem = reply.json();
        let seen = problem["code"].as_str().unwrap().to_owned();
        let code = if code.is_empty() { &*seen } else { code };
        let place = place.map_or((None, None), |(line, column)| (Some(line), Some(column)));
        assert_eq!(
            check(&server, &request, status, code),
            place,
            "{request:?}: {problem}"
        );
    }
}

#[test]
fn bytes_that_are_no_request() {
    let scratch = Scratch::new("serve-bytes");
    let server = Server::start(&scratch, &[]);
    let head = "POST /v1/plan HTTP/1.1\r\nhost: x\r\n";
    let long = format!("{head}x: {}\r\n\r\n", "y".repeat(1 << 20));
    for bytes in [
        "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        "nothing\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        &format!("{head}content-length: x\r\n\r\n"),
        &format!("{head}content-length: 5\r\ncontent-length: 6\r\n\r\nhello"),
        &format!("{head}transfer-encoding: chunked\r\n\r\nzz\r\n"),
        &long,
    ] {
        let mut stream = server.connect();
        let _ = stream.write_all(bytes.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        if let Some(reply) = read_reply(&mut stream) {
            assert!(
                (400..500).contains(&reply.status) || reply.status == 505,
                "{reply:?}"
            );
        }
    }
    // A body shorter than its declared length gets no answer; invalid gzip data gets one.
    let mut stream = server.connect();
    stream
        .write_all(format!("{head}content-length: 50\r\n\r\nid").as_bytes())
        .unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    if let Some(reply) = read_reply(&mut stream) {
        assert_eq!(reply.status, 400);
    }
    let request = post("/v1/plan", CSV).header("content-encoding", "gzip");
    check(&server, &request, 400, "bad-body");
    assert_eq!(server.send(&post("/v1/plan", CSV)).status, 200);
}
