//! Limits: time, size, places in the queue, and who may send requests.

use std::io::Write as _;
use std::time::Duration;

use memplan_datasets::registry;
use memplan_planner::wire::{self, Format};
use memplan_planner::{MemoryTraceScopes, Optimality};

use super::http::{Server, get, post, read_reply, until};
use crate::common::{Scratch, assert_has};

const CSV: &[u8] = b"id,lower,upper,size\na,0,2,64\nb,1,3,32\n";

/// A trace without waste that `exact` does not finish within a minute, as CSV.
pub(super) fn hard_trace(seed: u64) -> Vec<u8> {
    let made = registry::generate(&format!("tight{{n=500 seed={seed}}}")).unwrap();
    let scopes = MemoryTraceScopes {
        traces: vec![made.trace],
        ..MemoryTraceScopes::default()
    };
    wire::write_trace(&scopes, Format::Csv).unwrap()
}

#[test]
fn a_deadline_gives_the_incumbent_and_its_bound() {
    let scratch = Scratch::new("serve-deadline");
    let server = Server::start(&scratch, &[]);
    let trace = hard_trace(1);
    for path in [
        "/v1/plan?planner=exact&time=500ms",
        "/v1/plan?planner=exact%7Btime=500ms%7D",
    ] {
        let reply = server.send(&post(path, &trace).content("text/csv"));
        let reply = reply.expect(200);
        assert_eq!(reply.header("memplan-stopped-by"), Some("deadline"));
        let plan = wire::read_plan(&reply.body).unwrap();
        let schedule = &plan.schedules[0];
        let Optimality::LowerBound(bound) = schedule.optimality else {
            panic!("{:?}", schedule.optimality);
        };
        assert!(0 < bound.0 && bound < schedule.total_size, "{bound}");
    }
    // The limit of the service stops planners, too.
    let server = Server::start(
        &Scratch::new("serve-deadline-2"),
        &["--time-limit", "300ms"],
    );
    let request = post("/v1/plan?planner=exact", &trace).content("text/csv");
    let reply = server.send(&request).expect(200);
    assert_eq!(reply.header("memplan-stopped-by"), Some("deadline"));
}

#[test]
fn bodies_are_limited_in_size() {
    let scratch = Scratch::new("serve-size");
    let server = Server::start(&scratch, &["--max-body", "4KiB", "--max-buffers", "3"]);
    let too_large = vec![b'#'; 4097];
    let reply = server.send(&post("/v1/plan", &too_large)).expect(413);
    assert_eq!(reply.json()["code"], "too-large");
    // A body is rejected by its declared length, before any of it arrives.
    let mut stream = server.connect();
    let head = "POST /v1/plan HTTP/1.1\r\nhost: x\r\ncontent-length: 1073741824\r\nexpect: 100-continue\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut stream = stream;
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let reply = read_reply(&mut stream).unwrap();
    assert_eq!(reply.status, 413);
    // A body without a declared length is rejected once it is too large.
    let mut stream = server.connect();
    let head = "POST /v1/plan HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    for _ in 0..5 {
        let _ = stream.write_all(b"400\r\n");
        let _ = stream.write_all(&[b'#'; 1024]);
        let _ = stream.write_all(b"\r\n");
    }
    assert_eq!(read_reply(&mut stream).unwrap().status, 413);
    let four = [CSV, b"c,0,1,1\nd,0,1,1\n"].concat();
    let reply = server.send(&post("/v1/plan", &four)).expect(413);
    assert_eq!(reply.json()["code"], "too-many-buffers");
}

#[test]
fn the_memory_of_a_request_is_bounded_by_an_estimate() {
    let scratch = Scratch::new("serve-memory");
    let server = Server::start(&scratch, &["--request-memory", "64KiB"]);
    let lines = |n| [b"id,lower,upper,size\n".as_slice(), &b"a,0,1,1\n".repeat(n)].concat();
    let program = |n| [b"module {}".as_slice(), &b"\n".repeat(n)].concat();
    for (path, body, status) in [
        ("/v1/plan", lines(90), 200),
        ("/v1/plan", lines(100), 413),
        ("/v1/plan", lines(10_000), 413),
        ("/v1/merge", program(2000), 200),
        ("/v1/merge", program(3000), 413),
        ("/v1/opt?pipeline=builtin.module()", program(3000), 413),
        ("/v1/plan", program(3000), 413),
        ("/v1/check", program(3000), 413),
        ("/v1/check?static=true", program(3000), 413),
    ] {
        let reply = server.send(&post(path, &body)).expect(status);
        if status == 413 {
            assert_eq!(reply.json()["code"], "too-much-memory", "{path}");
        }
    }
}

#[test]
fn slow_clients_are_disconnected() {
    let scratch = Scratch::new("serve-slow");
    let limits = ["--head-time", "300ms", "--body-time", "1s"];
    let server = Server::start(&scratch, &limits);
    let mut heads: Vec<_> = (0..20).map(|_| server.connect()).collect();
    for stream in &mut heads {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nx: ").unwrap();
    }
    let mut body = server.connect();
    let head =
        "POST /v1/plan HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\nconnection: close\r\n\r\nid";
    body.write_all(head.as_bytes()).unwrap();
    // Other requests are served in the meantime.
    server.get("/healthz").expect(200);
    let reply = read_reply(&mut body).unwrap();
    assert_eq!(
        (reply.status, reply.json()["code"].as_str()),
        (408, Some("slow-body"))
    );
    // Clients with slow heads were disconnected before.
    let n_connections = server.metric("memplan_connections ");
    assert!(n_connections <= 2.0, "{n_connections}");
    for stream in &mut heads {
        let reply = read_reply(stream);
        assert!(reply.is_none_or(|reply| reply.status == 408));
    }
    until("connections to close", || {
        (server.metric("memplan_connections ") <= 1.0).then_some(())
    });
}

#[cfg(target_os = "linux")]
#[test]
fn idle_connections_of_a_client_do_not_delay_others() {
    let scratch = Scratch::new("serve-idle");
    let server = Server::start(&scratch, &["--connections", "64", "--head-time", "60s"]);
    let idle: Vec<_> = (0..80).map(|_| server.connect()).collect();
    // Without the limit of a client, this waits for the end of `--head-time`.
    let start = std::time::Instant::now();
    server.get("/healthz").expect(200);
    assert!(start.elapsed() < Duration::from_secs(20));
    until("idle connections to close", || {
        (server.metric("memplan_connections ") <= 32.0).then_some(())
    });
    drop(idle);
    // Busy connections are kept; further ones are refused at once.
    let request = post("/v1/plan?planner=exact&time=30s", &hard_trace(12)).bytes();
    let mut busy: Vec<_> = (0..2).map(|_| server.connect()).collect();
    drop(server);
    let server = Server::start(&scratch, &["--connections", "4", "-j", "1"]);
    busy.fill_with(|| server.connect());
    for stream in &mut busy {
        stream.write_all(&request).unwrap();
    }
    let refused = until("a refusal", || {
        let reply = read_reply(&mut server.connect())?;
        (reply.status == 429).then_some(reply)
    });
    assert_eq!(refused.json()["code"], "too-many-connections");
    assert_eq!(refused.header("retry-after"), Some("1"));
}

#[test]
fn checks_have_the_time_that_their_client_gives() {
    let scratch = Scratch::new("serve-check-time");
    let server = Server::start(&scratch, &[]);
    let program = std::fs::read(crate::common::root().join("examples/mlp.mlir")).unwrap();
    for (time, status) in [("50s", 200), ("0s", 504)] {
        let path = format!("/v1/check?time={time}");
        let reply = server.send(&post(&path, &program).content("text/x-mlir"));
        assert_eq!(reply.status, status, "{}", reply.text());
    }
}

#[test]
fn a_client_that_has_gone_takes_no_time() {
    let scratch = Scratch::new("serve-gone");
    let server = Server::start(&scratch, &["-j", "1", "--time-limit", "5m"]);
    let trace = hard_trace(5);
    let mut streams: Vec<_> = (0..4).map(|_| server.connect()).collect();
    let request = post("/v1/plan?planner=exact&time=5m", &trace).bytes();
    for stream in &mut streams {
        stream.write_all(&request).unwrap();
    }
    let waiting = || server.metric("memplan_waiting{kind=\"request\"} ");
    until("requests to wait", || (waiting() == 3.0).then_some(()));
    drop(streams);
    // The four plans would take 20 minutes; `until` waits for one.
    until("requests to be forgotten", || {
        (waiting() == 0.0).then_some(())
    });
    server.send(&post("/v1/plan", CSV)).expect(200);
}

#[test]
fn a_full_queue_refuses_with_a_time_to_wait() {
    let scratch = Scratch::new("serve-full");
    let server = Server::start(&scratch, &["-j", "1", "--queue", "4"]);
    let trace = hard_trace(12);
    let request = post("/v1/plan?planner=exact&time=40s", &trace).bytes();
    // One request is planned and two wait: a client may take half of the queue.
    let mut streams: Vec<_> = Vec::new();
    for n_waiting in [0, 1, 2] {
        let mut stream = server.connect();
        stream.write_all(&request).unwrap();
        streams.push(stream);
        let line = format!("memplan_waiting{{kind=\"request\"}} {n_waiting}\n");
        std::thread::sleep(Duration::from_millis(100));
        until("the queue", || {
            server.get("/metrics").text().contains(&line).then_some(())
        });
    }
    let reply = server.send(&post("/v1/plan", CSV)).expect(429);
    assert_eq!(reply.json()["code"], "busy");
    let seconds: u64 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds));
    server.get("/healthz").expect(200);
    drop(streams);
    until("room", || {
        (server.send(&post("/v1/plan", CSV)).status == 200).then_some(())
    });
}

#[test]
fn tokens_separate_clients() {
    let scratch = Scratch::new("serve-tokens");
    // The hashes of `secret` and `other`.
    let list = "alice 2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b\n\
                bob d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa\n";
    let tokens = scratch.file("tokens.txt", list);
    let server = Server::start(&scratch, &["--tokens", &tokens]);
    let plan = post("/v1/plan", CSV);
    let refused = server.send(&plan).expect(401);
    assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
    assert_eq!(refused.json()["code"], "unauthorized");
    let wrong = plan.clone().header("authorization", "Bearer Secret");
    server.send(&wrong).expect(401);
    server.get("/metrics").expect(401);
    server.get("/healthz").expect(200);
    server.get("/readyz").expect(200);
    let alice = |request: super::http::Request<'static>| {
        server.send(&request.header("authorization", "Bearer secret"))
    };
    alice(plan).expect(200);
    let form = b"--b\r\ncontent-disposition: form-data; name=\"a.csv\"\r\n\r\nid,lower,upper,size\r\na,0,1,1\r\n--b--";
    let job = post("/v1/jobs", form).content("multipart/form-data; boundary=b");
    let location = alice(job)
        .expect(202)
        .header("location")
        .unwrap()
        .to_owned();
    let as_bob = get(&location).header("authorization", "Bearer other");
    server.send(&as_bob).expect(404);
    let as_alice = get(&location)
        .header("authorization", "Bearer secret")
        .header("x-request-id", "the-last");
    server.send(&as_alice).expect(200);
    let log = server.log_with("the-last");
    assert!(!log.contains("secret"), "{log}");
}

#[test]
fn programs_run_only_where_the_operator_allows_it() {
    let scratch = Scratch::new("serve-exec");
    let marker = scratch.path("ran");
    let path = format!("/v1/plan?planner=exec%7Bcmd=%22touch%20{marker}%22%7D");
    let request = post(&path, CSV);
    let server = Server::start(&scratch, &[]);
    assert_eq!(
        server.send(&request).expect(400).json()["code"],
        "unknown-planner"
    );
    // The options of another plug-in do not reach `exec` either.
    let pipeline = format!(
        "/v1/opt?pipeline=builtin.module(merge-alloc%7Bplanner=exec%7Bcmd=%22touch%20{marker}%22%7D%7D)"
    );
    assert_eq!(server.send(&post(&pipeline, b"module {}")).status, 400);
    drop(server);
    assert!(!std::path::Path::new(&marker).exists());
    let server = Server::start(&scratch, &["--allow-exec"]);
    assert_eq!(
        server.send(&request).expect(502).json()["code"],
        "planner-failed"
    );
    assert!(std::path::Path::new(&marker).exists());
}

#[test]
fn a_data_folder_belongs_to_one_process_and_bad_tokens_are_refused() {
    let scratch = Scratch::new("serve-lock");
    let _server = Server::start(&scratch, &[]);
    let data = scratch.path("data");
    let run = |arguments: &[&str]| {
        let output =
            crate::common::memplan(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat());
        (output.status.code(), crate::common::text(&output.stderr))
    };
    let (code, message) = run(&["--data", &data]);
    assert_eq!(code, Some(2));
    assert_has!(message, "bad-data-folder", "another process uses it");
    let tokens = scratch.file("tokens.txt", "alice secret\n");
    let other = scratch.path("other");
    let (code, message) = run(&["--data", &other, "--tokens", &tokens]);
    assert_eq!(code, Some(2));
    assert_has!(message, "line 1: expected a name");
}
