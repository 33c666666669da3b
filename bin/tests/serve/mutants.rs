//! Damaged requests: each has an answer that blames the request, and the service continues.

use memplan_support::Random;

use super::http::{Request, Server, post};
use super::jobs::form;
use crate::common::{self, Scratch};

/// How many damaged requests each route gets; `MEMPLAN_MUTANTS` sets it.
fn n_mutants() -> u64 {
    let wanted = std::env::var("MEMPLAN_MUTANTS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// A copy with some bytes changed, removed, repeated or replaced by a word of the formats.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const WORDS: [&[u8]; 8] = [
        b"\0",
        b"\xff\xfe",
        b"-1",
        b"18446744073709551616",
        b"{",
        b"\"",
        b"\r\n--b",
        b"999999999",
    ];
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.index(4) {
        let at = random.index(bytes.len());
        let len = random.index(20).min(bytes.len() - at);
        match random.index(5) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..at + len)),
            2 => {
                let part = bytes[at..at + len].to_vec();
                bytes.splice(at..at, part);
            }
            3 => {
                let word = WORDS[random.index(WORDS.len())];
                bytes.splice(at..at + len, word.iter().copied());
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.index(8);
                }
            }
        }
    }
    bytes
}

#[test]
fn damaged_requests_are_the_fault_of_the_client() {
    let scratch = Scratch::new("serve-mutants");
    let server = Server::start(&scratch, &["--time-limit", "2s"]);
    let csv = b"id,lower,upper,size,alignment,gaps\na,0,9,64,8,2-4\nb,1,3,32,1,\n".to_vec();
    let json = server
        .send(&post("/v1/trace", &csv).content("text/csv"))
        .expect(200)
        .body;
    let binary = post("/v1/trace", &csv).accept("application/vnd.memplan.trace");
    let binary = server.send(&binary).expect(200).body;
    let plan = server.send(&post("/v1/plan", &csv)).expect(200).text();
    let both = format!(
        "{{\"trace\":{},\"plan\":{plan}}}",
        String::from_utf8_lossy(&json)
    )
    .into_bytes();
    let program = std::fs::read(common::root().join("examples/mlp.mlir")).unwrap();
    let files = form(&[("a.csv", &csv), ("b.mlir", &program)]);
    let form_media = "multipart/form-data; boundary=b";
    let valid: [(&str, &str, &[u8]); 9] = [
        ("/v1/plan", "text/csv", &csv),
        ("/v1/plan", "application/json", &json),
        ("/v1/plan", "application/vnd.memplan.trace", &binary),
        ("/v1/plan", "application/octet-stream", &program),
        ("/v1/merge", "text/x-mlir", &program),
        (
            "/v1/opt?pipeline=builtin.module(canonicalize)",
            "text/x-mlir",
            &program,
        ),
        ("/v1/check", "text/x-mlir", &program),
        ("/v1/check", "application/json", &both),
        ("/v1/jobs?operation=merge", form_media, &files),
    ];
    let mut random = Random::new(7);
    for (path, media, body) in valid {
        let status = server.send(&post(path, body).content(media)).status;
        assert!((200..300).contains(&status), "{path} {media}: {status}");
        for _ in 0..n_mutants() {
            let body = damaged(body, &mut random);
            let request: Request<'_> = post(path, &body).content(media);
            let reply = server.send(&request);
            assert!(reply.status < 500, "{request:?}: {}", reply.text());
            if reply.status >= 400 {
                assert!(reply.json()["code"].is_string(), "{}", reply.text());
            }
        }
    }
    server.get("/readyz").expect(200);
}
