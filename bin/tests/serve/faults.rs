//! Ends of the process in the middle of work.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::time::Duration;

use memplan_planner::wire;

use super::http::{Server, get, post, read_reply, until};
use super::jobs::{FORM, finished, form, start_form};
use super::limits::hard_trace;
use crate::common::{Scratch, assert_has, stderr_of};

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
    let mut server = Server::start(&scratch, &["-j", "1"]);
    let job = start_form(&server, "/v1/jobs?planner=exact", &body);
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

/// The processes that the threads of a process have started.
#[cfg(target_os = "linux")]
fn children(id: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).unwrap();
    let lists =
        tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok());
    let lists: Vec<String> = lists.collect();
    let words = lists.iter().flat_map(|list| list.split_whitespace());
    words.map(|word| word.parse().unwrap()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn kills_from_outside_do_not_count_against_an_input() {
    let scratch = Scratch::new("serve-kills");
    let hard = hard_trace(17);
    let body = form(&[("hard.csv", &hard)]);
    let path = "/v1/jobs?planner=exact&time=3s";
    let mut server = Server::start(&scratch, &[]);
    let job = start_form(&server, path, &body);
    std::thread::sleep(Duration::from_millis(300));
    for _ in 0..5 {
        server.kill();
        server = Server::start(&scratch, &[]);
        let trial = until("a trial", || children(server.id()).first().copied());
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(server.get(&job).expect(200).json()["failed"], 0);
        server.kill();
        // The process of the item ends with the server.
        let process = format!("/proc/{trial}");
        until("the end of the trial", || {
            (!std::path::Path::new(&process).exists()).then_some(())
        });
        server = Server::start(&scratch, &[]);
    }
    // An orderly end interrupts a trial, too.
    until("a trial", || children(server.id()).first().copied());
    server.terminate();
    server.wait();
    let server = Server::start(&scratch, &[]);
    let progress = finished(&server, &job);
    assert_eq!([&progress["done"], &progress["failed"]], [1, 0]);
    let plan = get(&format!("{job}/results/0"))
        .accept("application/vnd.memplan.plan")
        .bytes();
    let mut stream = server.connect();
    stream.write_all(&plan).unwrap();
    let plan = wire::read_plan(&read_reply(&mut stream).unwrap().body).unwrap();
    assert!(plan.schedules[0].total_size.0 > 0);
}

#[cfg(unix)]
#[test]
fn an_input_that_ends_its_own_process_fails_and_can_be_requeued() {
    let scratch = Scratch::new("serve-poison");
    let csv: &[u8] = b"id,lower,upper,size\na,0,2,64\nb,1,3,32\n";
    // Kills the process that plans one of the inputs, for as long as there is a file.
    let poison = scratch.file("poison", "");
    let script = format!(
        "read -r request; if [ -e {poison} ] && echo \"$request\" | grep -q 4096; \
         then kill -9 $PPID; fi; echo '{{\"type\": \"schedule\", \"offsets_bytes\": [0, 4096]}}'\n"
    );
    let script = scratch.file("planner.sh", script);
    let path = format!("/v1/jobs?planner=exec%7Bcmd=%22sh%20{script}%22%7D");
    let bad = b"id,lower,upper,size\na,0,2,4096\nb,1,3,32\n";
    let body = form(&[("a.csv", csv), ("bad.csv", bad), ("c.csv", csv)]);
    let arguments = ["-j", "1", "--allow-exec"];
    let server = Server::start(&scratch, &arguments);
    let job = start_form(&server, &path, &body);
    server.wait_for_end();
    // The input is then tried alone, after the others.
    let server = Server::start(&scratch, &arguments);
    let progress = finished(&server, &job);
    assert_eq!([&progress["done"], &progress["failed"]], [2, 1]);
    let problem = server.get(&format!("{job}/results/1")).expect(500).json();
    assert_eq!(
        problem["detail"],
        "memplan ended without a result in each of 3 trials of this input alone \
         (signal: 9 (SIGKILL), signal: 9 (SIGKILL), signal: 9 (SIGKILL))"
    );
    let requeue = format!("{job}/requeue");
    std::fs::remove_file(&poison).unwrap();
    let progress = server.send(&post(&requeue, b"")).expect(200).json();
    assert_eq!(
        [&progress["done"], &progress["failed"]],
        [2, 0],
        "{progress}"
    );
    let progress = finished(&server, &job);
    assert_eq!([&progress["done"], &progress["failed"]], [3, 0]);
    server.get(&format!("{job}/results/1")).expect(200);
    // Without failed items, nothing changes.
    let again = server.send(&post(&requeue, b"")).expect(200).json();
    assert_eq!(again, progress);
    server
        .send(&post("/v1/jobs/unknown/requeue", b""))
        .expect(404);
}

#[test]
fn a_damaged_cache_is_rebuilt_and_a_damaged_store_is_named() {
    let scratch = Scratch::new("serve-damaged");
    let trace = hard_trace(3);
    let request = post("/v1/plan?planner=exact&work=20000", &trace).content("text/csv");
    Server::start(&scratch, &[]).kill();
    let damage = |name: &str| {
        for suffix in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(scratch.path(&format!("data/{name}{suffix}")));
        }
        scratch.file(&format!("data/{name}"), vec![b'#'; 10_000])
    };
    let cache = damage("cache.sqlite");
    let server = Server::start(&scratch, &[]);
    let log = server.log_with("the cache is damaged and starts empty");
    assert_has!(log, &cache);
    let state = |server: &Server| {
        let reply = server.send(&request).expect(200);
        reply.header("memplan-cache").unwrap().to_owned()
    };
    assert_eq!([state(&server), state(&server)], ["miss", "hit"]);
    server.kill();
    let jobs = damage("jobs.sqlite");
    let data = scratch.path("data");
    let stderr = stderr_of(2, &["serve", "--listen", "127.0.0.1:0", "--data", &data]);
    let expected = format!(
        "memplan: error: cannot use `{jobs}`: file is not a database [bad-data-folder]\n  \
         = help: repair the file, or move it away to start without what it holds\n"
    );
    assert_eq!(stderr, expected);
}

#[test]
fn an_orderly_end_answers_what_runs_and_keeps_what_waits() {
    let scratch = Scratch::new("serve-term");
    let server = Server::start(&scratch, &["-j", "2"]);
    let hard = hard_trace(11);
    let body = form(&[("a.csv", &hard), ("b.csv", &hard), ("c.csv", &hard)]);
    let path = "/v1/jobs?planner=exact&time=1s";
    let job = start_form(&server, path, &body);
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
    let small = form(&[("a.csv", csv)]);
    let job = start_form(&server, "/v1/jobs", &small);
    finished(&server, &job);
    let comment = [vec![b'#'; 4 << 20], b"\n".to_vec(), csv.to_vec()].concat();
    let large = form(&[("large.csv", &comment)]);
    let reply = server
        .send(&post("/v1/jobs", &large).content(FORM))
        .expect(507);
    assert_eq!(reply.json()["code"], "disk-full");
    assert!(reply.header("retry-after").is_some());
    // Requests that need no disk are answered, and stored results remain available.
    server.send(&post("/v1/plan", csv)).expect(200);
    server.get(&format!("{job}/results/0")).expect(200);
    let job = start_form(&server, "/v1/jobs", &small);
    assert_eq!(finished(&server, &job)["done"], 1);
}
