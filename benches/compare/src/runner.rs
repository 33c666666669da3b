//! Runs cases in separate processes, several at a time, and collects their events.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use memplan_planner::LifetimeTrace;
use memplan_support::Sort;
use serde::Serialize;

use crate::job::{Event, Job, Point, Run, Status};
use crate::peers::{Peer, PeerRun};
use crate::{Instance, Step};

/// How long a child may take to read its trace.
const LOADING: Duration = Duration::from_secs(600);

/// The most bytes kept of what a dying child says.
const MAX_LAST_WORDS: u64 = 4096;

/// A planner on an instance with a seed: what happened.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Case {
    /// Index of the instance.
    pub instance: usize,
    /// Index of the planner.
    pub planner: usize,
    /// The seed.
    pub seed: u64,
    /// How it ended.
    pub status: Status,
    /// Why, if not well.
    pub message: String,
    /// The runs that ended with a schedule.
    pub runs: Vec<Run>,
    /// The anytime curve of the first run.
    pub curve: Vec<Point>,
}

/// The cases to run.
pub(crate) struct Work<'a> {
    /// Reads a trace again; `None` if it is gone.
    pub load: &'a (dyn Fn(&Instance) -> Option<LifetimeTrace> + Sync),
    /// Hears what runs.
    pub tell: &'a (dyn Fn(Step<'_>) + Sync),
    /// The program that runs cases, and its first arguments.
    pub program: Vec<OsString>,
    /// The traces.
    pub instances: &'a [Instance],
    /// The planners as the user wrote them.
    pub planners: &'a [String],
    /// The number of seeds.
    pub n_seeds: u64,
    /// Budgets; source, planner and seed are filled in.
    pub job: Job,
    /// Cases at a time.
    pub n_at_a_time: usize,
    /// The time that a run may take beyond its limit and a quarter before it is killed; the checker
    /// of a large trace also runs in that time.
    pub grace: Duration,
    /// Peers to run alternately with the planners.
    pub peers: &'a [Peer],
}

/// The results of all cases.
#[derive(Debug)]
pub(crate) struct Outcomes {
    /// One for each instance, planner and seed, in this order.
    pub cases: Vec<Case>,
    /// The runs of other programs.
    pub peer_runs: Vec<PeerRun>,
}

impl Work<'_> {
    /// Runs all cases. Never fails: a failure is the status of its case.
    pub(crate) fn run(&self) -> Outcomes {
        // With peers, each run is a process of its own, so that they can alternate.
        let (n_rounds, repeats) = if self.peers.is_empty() {
            (1, self.job.repeats)
        } else {
            (self.job.repeats, 1)
        };
        let n_cases = self.planners.len() * self.n_seeds as usize;
        let n_steps = (n_cases + self.peers.len()) * n_rounds as usize * self.instances.len();
        (self.tell)(Step::Start { n_steps });
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, Outcomes)>> = Mutex::new(Vec::new());
        // Threads take instances, not cases, so that the runs on one trace follow each other.
        let deal = || {
            loop {
                let unit = next.fetch_add(1, Ordering::Relaxed);
                let Some((instance, case)) = self.unit(unit, n_cases) else {
                    return;
                };
                let outcomes = self.run_unit(instance, case, n_rounds, repeats);
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                done.push((unit, outcomes));
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.n_at_a_time {
                scope.spawn(deal);
            }
            deal();
        });
        (self.tell)(Step::End);
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_stable_by_key(|(unit, _)| *unit);
        let mut all = Outcomes {
            cases: Vec::new(),
            peer_runs: Vec::new(),
        };
        for (_, outcomes) in done {
            all.cases.extend(outcomes.cases);
            all.peer_runs.extend(outcomes.peer_runs);
        }
        all
    }

    /// The unit of work of a thread: one case, or with peers all cases of an instance.
    fn unit(&self, unit: usize, n_cases: usize) -> Option<(usize, Option<usize>)> {
        if !self.peers.is_empty() {
            return (unit < self.instances.len()).then_some((unit, None));
        }
        let instance = unit / n_cases.max(1);
        (instance < self.instances.len()).then_some((instance, Some(unit % n_cases)))
    }

    fn run_unit(
        &self,
        instance: usize,
        case: Option<usize>,
        n_rounds: u32,
        repeats: u32,
    ) -> Outcomes {
        let n_seeds = self.n_seeds as usize;
        let all = match case {
            Some(case) => case..case + 1,
            None => 0..self.planners.len() * n_seeds,
        };
        let mut cases: Vec<Case> = all
            .map(|case| Case {
                instance,
                planner: case / n_seeds,
                seed: (case % n_seeds) as u64,
                status: Status::Ok,
                message: String::new(),
                runs: Vec::new(),
                curve: Vec::new(),
            })
            .collect();
        let source = &self.instances[instance];
        let mut peer_runs = Vec::new();
        for _ in 0..n_rounds {
            for case in &mut cases {
                (self.tell)(Step::Begin {
                    planner: &self.planners[case.planner],
                    instance: &source.name,
                });
                // A case that has failed once is not tried again.
                if case.status == Status::Ok {
                    self.run_case(source, repeats, case);
                }
                (self.tell)(Step::Done);
            }
            let best = cases
                .iter()
                .flat_map(|case| &case.runs)
                .map(|run| run.peak_bytes)
                .min();
            for peer in self.peers {
                (self.tell)(Step::Begin {
                    planner: peer.name(),
                    instance: &source.name,
                });
                peer_runs.push(peer.run(instance, source, best, &self.job, self.load));
                (self.tell)(Step::Done);
            }
        }
        Outcomes { cases, peer_runs }
    }

    fn run_case(&self, source: &Instance, repeats: u32, case: &mut Case) {
        let job = Job {
            source: source.source.clone(),
            record: source.record,
            index: source.index,
            planner: self.planners[case.planner].clone(),
            seed: case.seed,
            repeats,
            ..self.job.clone()
        };
        let (status, message) = match ChildProcess::start(&self.program, &job) {
            Ok(conversation) => conversation.follow(&job, self.grace, case),
            Err(error) => (Status::Crashed, format!("cannot start: {error}")),
        };
        case.status = status;
        case.message = message;
    }
}

/// A child at work.
struct ChildProcess {
    child: Child,
    events: Receiver<Event>,
    last_words: thread::JoinHandle<String>,
}

impl ChildProcess {
    fn start(program: &[OsString], job: &Job) -> std::io::Result<Self> {
        let (program, arguments) = program.split_first().ok_or(ErrorKind::NotFound)?;
        let mut child = Command::new(program)
            .args(arguments)
            .args(["bench", "--one", "--color", "never"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A child that dies before it reads its job sends no event, which is detected below.
            let _ = stdin.write_all(&serde_json::to_vec(job).unwrap_or_default());
        }
        let (sender, events) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    // Lines that a planner prints itself are not events.
                    if let Ok(event) = serde_json::from_str(&line)
                        && sender.send(event).is_err()
                    {
                        return;
                    }
                }
            });
        }
        let stderr = child.stderr.take();
        let last_words = thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(stderr) = stderr {
                let mut stderr = BufReader::new(stderr);
                // Drain the rest, or the child would block on a full pipe.
                let _ = stderr.by_ref().take(MAX_LAST_WORDS).read_to_end(&mut bytes);
                let _ = std::io::copy(&mut stderr, &mut std::io::sink());
            }
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Ok(Self {
            child,
            events,
            last_words,
        })
    }

    /// Collects events until the child is done, or its time is over.
    fn follow(mut self, job: &Job, grace: Duration, case: &mut Case) -> (Status, String) {
        let per_run = job.time_limit_ms.map(|limit| {
            let limit = Duration::from_millis(limit);
            limit + limit / 4 + grace
        });
        let mut patience = Some(LOADING);
        let mut n_runs = 0;
        let ending = loop {
            let event = match patience {
                Some(patience) => self.events.recv_timeout(patience),
                None => self
                    .events
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Loaded) => patience = per_run,
                Ok(Event::Improved(point)) => {
                    if case.runs.is_empty() {
                        case.curve.push(point);
                    }
                }
                Ok(Event::Run(run)) => {
                    if case.runs.is_empty() {
                        end_curve(&mut case.curve, &run);
                    }
                    case.runs.push(run);
                    n_runs += 1;
                }
                Ok(Event::Failed { status, message }) => break Some((status, message)),
                Err(RecvTimeoutError::Timeout) => {
                    let waited = patience.unwrap_or_default().as_secs_f64();
                    let message = format!("no response within {waited:.1} s; killed");
                    break Some((Status::Killed, message));
                }
                Err(RecvTimeoutError::Disconnected) => break None,
            }
        };
        if ending.is_some() {
            let _ = self.child.kill();
        }
        let exit = self.child.wait();
        let last_words = self.last_words.join().unwrap_or_default();
        match ending {
            Some(ending) => ending,
            None if n_runs == job.repeats => (Status::Ok, String::new()),
            None => {
                let exit = exit.map_or_else(|error| error.to_string(), |exit| exit.to_string());
                (Status::Crashed, format!("{exit}: {}", last_words.trim()))
            }
        }
    }
}

/// The last point of a curve is the schedule itself, which planners need not announce.
fn end_curve(curve: &mut Vec<Point>, run: &Run) {
    curve.push(Point {
        elapsed_ms: run.elapsed_ms,
        work: run.work,
        peak_bytes: run.peak_bytes,
        bound_bytes: run.bound_bytes,
    });
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::ffi::OsString;
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use super::{Case, Instance, Job, Status, Work};

    /// The result of a case whose process runs this script.
    fn case_of(script: &str) -> Case {
        let script = format!("cat > /dev/null\n{script}");
        let instances = [Instance {
            dataset: "set".to_owned(),
            name: "a".to_owned(),
            source: "a.csv".to_owned(),
            record: 0,
            index: 0,
            n_buffers: 3,
            sum_bytes: 9,
            max_load_bytes: 9,
            optimum_bytes: None,
            placed_bytes: None,
        }];
        let work = Work {
            program: ["sh", "-c", &*script].map(OsString::from).to_vec(),
            instances: &instances,
            planners: &["p".to_owned()],
            n_seeds: 1,
            load: &|_| None,
            tell: &|_| {},
            job: Job {
                source: String::new(),
                record: 0,
                index: 0,
                planner: String::new(),
                seed: 0,
                time_limit_ms: Some(10),
                work: None,
                repeats: 1,
                threads: NonZeroUsize::MIN,
                alignment: 1,
                mlir_opt: None,
                from: None,
                at: Vec::new(),
            },
            n_at_a_time: 1,
            grace: Duration::from_millis(200),
            peers: &[],
        };
        work.run().cases.remove(0)
    }

    #[test]
    fn a_process_that_never_ends_is_ended() {
        let script = "echo '{\"event\":\"loaded\"}'; exec sleep 60";
        let case = case_of(script);
        assert_eq!(case.status, Status::Killed);
        assert_eq!(case.message, "no response within 0.2 s; killed");
    }

    #[test]
    fn a_process_that_dies_leaves_its_last_words() {
        let case = case_of("echo out of luck >&2; exit 7");
        assert_eq!(case.status, Status::Crashed);
        assert_eq!(case.message, "exit status: 7: out of luck");
    }

    #[test]
    fn a_failure_told_is_the_status_and_noise_is_no_event() {
        let script =
            "echo hello; echo '{\"event\":\"failed\",\"status\":\"limit\",\"message\":\"m\"}'";
        let case = case_of(script);
        assert_eq!((case.status, &*case.message), (Status::Limit, "m"));
    }
}
