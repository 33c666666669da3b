//! Load on the service: many small plan requests over many connections, beside the same plans in this process.
//!
//! `cargo run --release -p memplan-benches --example service_load -- target/release/memplan [REQUESTS] [CONNECTIONS]`
//! starts the command with a data folder of its own, sends the requests, counts every answer, and prints throughput,
//! latency and the resident memory of the server. The cache is off, so every request is planned.
#![expect(clippy::print_stdout, reason = "this program reports to people")]

use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use memplan::Context;
use memplan_planner::PlanOptions;
use memplan_planner::wire::{self, Format};
use memplan_support::Random;

/// Different traces, sent in turn.
const N_TRACES: u64 = 50;

/// Buffers of a trace.
const N_BUFFERS: u64 = 200;

/// The planner of all requests: the default of `memplan merge`.
const PLANNER: &str = "auto{effort=quick}";

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default| match arguments.get(at) {
        Some(text) => text.parse(),
        None => Ok(default),
    };
    let program = arguments
        .first()
        .ok_or("expected the path of the command")?;
    let n_requests = number(1, 5000)?;
    let n_connections = number(2, 64)?;
    let bodies: Vec<Vec<u8>> = (0..N_TRACES).map(trace).collect::<Outcome<_>>()?;
    let n_threads = thread::available_parallelism()?.get();

    let here = in_process(&bodies, n_requests.min(2000), n_threads)?;
    report("library", &here, n_threads);
    let server = Server::start(program)?;
    // Warm-up: the first requests make allocations that are kept.
    over_http(
        &server.address,
        &bodies,
        n_requests.min(1000),
        n_connections,
    )?;
    let before = server.resident_bytes()?;
    let there = over_http(&server.address, &bodies, n_requests, n_connections)?;
    report("service", &there, n_connections);
    let after = server.resident_bytes()?;
    let ratio = there.per_second() / here.per_second();
    println!(
        "throughput of the service: {:.0} % of the library",
        ratio * 100.0
    );
    println!(
        "resident memory: {} KiB before, {} KiB after",
        before / 1024,
        after / 1024
    );
    Ok(())
}

/// The times of all requests.
struct Times {
    wall: Duration,
    each: Vec<Duration>,
}

impl Times {
    fn per_second(&self) -> f64 {
        self.each.len() as f64 / self.wall.as_secs_f64()
    }

    fn percentile(&self, part: f64) -> Duration {
        let last = self.each.len().saturating_sub(1);
        let at = (last as f64 * part) as usize;
        self.each.get(at).copied().unwrap_or_default()
    }
}

fn report(name: &str, times: &Times, n_clients: usize) {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{name}: {} plans by {n_clients} at once, {:.0} per second, p50 {:.2} ms, p99 {:.2} ms",
        times.each.len(),
        times.per_second(),
        ms(times.percentile(0.5)),
        ms(times.percentile(0.99)),
    );
}

/// A trace with random lifetimes and sizes as `.mtrace`.
fn trace(seed: u64) -> Outcome<Vec<u8>> {
    let mut text = "id,lower,upper,size\n".to_owned();
    let mut random = Random::new(seed);
    for id in 0..N_BUFFERS {
        let begin = random.below(N_BUFFERS);
        let end = begin + 1 + random.below(20);
        writeln!(text, "{id},{begin},{end},{}", 64 * (1 + random.below(1000)))?;
    }
    let scopes = wire::read_trace(text.as_bytes())?;
    Ok(wire::write_trace(&scopes, Format::Binary)?)
}

/// The cost of a request without a server: read, plan, check, write.
fn in_process(bodies: &[Vec<u8>], n: usize, n_threads: usize) -> Outcome<Times> {
    let context = Context::default();
    each(n, n_threads, |_| {
        let planner = context.planner(PLANNER)?;
        Ok(move |index: usize| -> Outcome<()> {
            let scopes = wire::read_trace(&bodies[index % bodies.len()])?;
            let options = PlanOptions::default();
            for trace in &scopes.traces {
                memplan::plan_trace(&*planner.planner, trace, &options, None)?;
            }
            Ok(())
        })
    })
}

/// The requests over connections that stay open. An answer that is missing or no plan is an error.
fn over_http(address: &str, bodies: &[Vec<u8>], n: usize, n_connections: usize) -> Outcome<Times> {
    let planner = PLANNER.replace('{', "%7B").replace('}', "%7D");
    each(n, n_connections, |_| {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream.try_clone()?);
        let mut stream = stream;
        let planner = planner.clone();
        Ok(move |index: usize| -> Outcome<()> {
            let body = &bodies[index % bodies.len()];
            let head = format!(
                "POST /v1/plan?planner={planner} HTTP/1.1\r\nhost: x\r\n\
                 content-type: application/vnd.memplan.trace\r\n\
                 accept: application/vnd.memplan.plan\r\ncontent-length: {}\r\n\r\n",
                body.len()
            );
            stream.write_all(&[head.as_bytes(), body].concat())?;
            let plan = wire::read_plan(&answer(&mut reader)?)?;
            match plan.schedules.len() {
                1 => Ok(()),
                n => Err(format!("{n} schedules for one trace").into()),
            }
        })
    })
}

/// The body of an answer with status 200.
fn answer(reader: &mut BufReader<TcpStream>) -> Outcome<Vec<u8>> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    if !line.starts_with("HTTP/1.1 200") {
        return Err(format!("the server answered `{}`", line.trim()).into());
    }
    let mut length = 0;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let text = line.trim().to_ascii_lowercase();
        if text.is_empty() {
            break;
        }
        if let Some(value) = text.strip_prefix("content-length:") {
            length = value.trim().parse()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(body)
}

/// Runs `n` pieces of work on some threads, each with its own worker, and measures the time of each piece.
fn each<W: FnMut(usize) -> Outcome<()>>(
    n: usize,
    n_threads: usize,
    worker: impl Fn(usize) -> Outcome<W> + Sync,
) -> Outcome<Times> {
    let next = AtomicUsize::new(0);
    let start = Instant::now();
    let run = |thread: usize| -> Outcome<Vec<Duration>> {
        let mut work = worker(thread)?;
        let mut times = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= n {
                return Ok(times);
            }
            let start = Instant::now();
            work(index)?;
            times.push(start.elapsed());
        }
    };
    let run = &run;
    let results: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads)
            .map(|thread| scope.spawn(move || run(thread)))
            .collect();
        threads.into_iter().map(|thread| thread.join()).collect()
    });
    let wall = start.elapsed();
    let mut all = Vec::new();
    for result in results {
        all.extend(result.map_err(|_| "a thread panicked")??);
    }
    all.sort();
    assert_eq!(all.len(), n, "requests were lost");
    Ok(Times { wall, each: all })
}

/// A server that ends with the value.
struct Server {
    child: Child,
    address: String,
    data: std::path::PathBuf,
}

impl Server {
    fn start(program: &str) -> Outcome<Self> {
        let data = std::env::temp_dir().join(format!("memplan-load-{}", std::process::id()));
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--cache", "0", "--data"])
            .arg(&data)
            .env("RUST_LOG", "warn")
            .stderr(Stdio::piped())
            .spawn()?;
        let stderr = child.stderr.take().ok_or("no standard error")?;
        let mut lines = BufReader::new(stderr).lines();
        let line = lines.next().ok_or("the server ended")??;
        let address = line.strip_prefix("listening on http://");
        let address = address.ok_or("the server does not listen")?.to_owned();
        thread::spawn(move || lines.for_each(drop));
        Ok(Self {
            child,
            address,
            data,
        })
    }

    /// The resident memory that the server reports.
    fn resident_bytes(&self) -> Outcome<u64> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        let name = "process_resident_memory_bytes ";
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        Ok(line.ok_or("the server reports no memory")?.trim().parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}
