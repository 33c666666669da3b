//! Ends of the process in the middle of work.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::time::Duration;

use memplan_planner::wire;

use super::http::{Server, get, post, read_reply, until};
use super::jobs::{finished, form, start};
use super::limits::hard_trace;
use crate::common::Scratch;

#[test]
fn a_job_survives_kills_and_loses_nothing() {
    let scratch = Scratch::new("serve-kill");
    let n_traces = 1000;
    let trace = |n: usize| format!("id,lower,upper,size\na,0,2,{}\nb,1,3,32\n", n + 1);
    let texts: Vec<(String, String)> = (0..n_traces)
        .map(|n| (format!("t{n}.csv"), trace(n)))
        .collect();
    let files: Vec<(&str, &[u8])> = texts
        .iter()
        .map(|(name, text)| (&**name, text.as_bytes()))
        .collect();
    let body = form(&files);
    let media = "multipart/form-data; boundary=b";
    let mut server = Server::start(&scratch, &["-j", "1"]);
    let job = start(
        &server,
        &post("/v1/jobs?planner=exact", &body).content(media),
    );
    // Kill the server at three points, the first one directly after it accepted the job.
    let mut n_kills = 0;
    for least in [0, 200, 500] {
        let done = until("progress", || {
            let done = server.get(&job).expect(200).json()["done"]
                .as_i64()
                .unwrap();
            (done >= least).then_some(done)
        });
        n_kills += i32::from(done < n_traces as i64);
        server.kill();
        server = Server::start(&scratch, &["-j", "1"]);
    }
    assert!(n_kills > 0, "the job was over before the first kill");
    let progress = finished(&server, &job);
    assert_eq!([&progress["done"], &progress["failed"]], [n_traces, 0]);
    let results = format!("{job}/results");
    let archive = get(&results).accept("application/vnd.memplan.archive");
    let archive = server.send(&archive).expect(200).body;
    let mut reader = wire::archive::ArchiveReader::new(&*archive).unwrap();
    let mut peaks = BTreeSet::new();
    while let Some(record) = reader.next_record().unwrap() {
        peaks.insert(
            wire::read_plan(&record.bytes).unwrap().schedules[0]
                .total_size
                .0,
        );
    }
    let expected: BTreeSet<u64> = (0..n_traces as u64).map(|n| n + 33).collect();
    assert_eq!(peaks, expected);
}

#[test]
fn an_orderly_end_answers_what_runs_and_keeps_what_waits() {
    let scratch = Scratch::new("serve-term");
    let server = Server::start(&scratch, &["-j", "2"]);
    let hard = hard_trace(11);
    let body = form(&[("a.csv", &hard), ("b.csv", &hard), ("c.csv", &hard)]);
    let path = "/v1/jobs?planner=exact&time=1s";
    let job = start(
        &server,
        &post(path, &body).content("multipart/form-data; boundary=b"),
    );
    let mut stream = server.connect();
    let request = post("/v1/plan?planner=exact&time=1s", &hard).bytes();
    stream.write_all(&request).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    server.terminate();
    let reply = read_reply(&mut stream).unwrap();
    assert_eq!(reply.status, 200, "{}", reply.text());
    server.wait();
    let server = Server::start(&scratch, &["-j", "2"]);
    assert_eq!(finished(&server, &job)["done"], 3);
}

/// A file system of this size for one test, where the system lets this process mount one.
struct SmallDisk(String);

impl SmallDisk {
    fn mount(scratch: &Scratch) -> Option<Self> {
        let path = scratch.path("data");
        std::fs::create_dir_all(&path).unwrap();
        let mounted = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=3m", "tmpfs", &path])
            .output();
        mounted
            .is_ok_and(|output| output.status.success())
            .then_some(Self(path))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount")
            .args(["-l", &self.0])
            .status();
    }
}

#[test]
fn a_full_disk_refuses_jobs_and_nothing_else() {
    let scratch = Scratch::new("serve-disk");
    let Some(_disk) = SmallDisk::mount(&scratch) else {
        eprintln!("SKIPPED: a full disk, because this process may not mount a tmpfs");
        return;
    };
    let server = Server::start(&scratch, &[]);
    let csv: &[u8] = b"id,lower,upper,size\na,0,2,64\nb,1,3,32\n";
    let media = "multipart/form-data; boundary=b";
    let small = form(&[("a.csv", csv)]);
    let job = start(&server, &post("/v1/jobs", &small).content(media));
    finished(&server, &job);
    let comment = [vec![b'#'; 4 << 20], b"\n".to_vec(), csv.to_vec()].concat();
    let large = form(&[("large.csv", &comment)]);
    let reply = server
        .send(&post("/v1/jobs", &large).content(media))
        .expect(507);
    assert_eq!(reply.json()["code"], "disk-full");
    assert!(reply.header("retry-after").is_some());
    // Requests that need no disk are answered, and stored results remain available.
    server.send(&post("/v1/plan", csv)).expect(200);
    server.get(&format!("{job}/results/0")).expect(200);
    let job = start(&server, &post("/v1/jobs", &small).content(media));
    assert_eq!(finished(&server, &job)["done"], 1);
}
