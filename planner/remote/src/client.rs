//! A client of the memplan service: plans traces on a server.
//!
//! [`RemotePlanner`] is a planner whose work is done by a server, so everything that takes a planner can use one.
//! Connections are plain HTTP; put a TLS proxy in front of a server on another network.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use memplan_planner::wire::{self, Format};
use memplan_planner::{
    Bytes, Capabilities, LifetimeTrace, MemoryPlan, MemoryPlanner, MemorySchedule,
    MemoryTraceScopes, PlanError, PlanOptions, PlannerKind, PluginInfo, StopReason,
};
use ureq::http::{Response, StatusCode};

/// The longest plan that is read.
const MAX_PLAN_BYTES: u64 = 1 << 32;

/// The pauses before a request is sent again, when the server is busy or cannot be reached: the first one, and the
/// longest. Each is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(20);

/// How often a request is sent again. The pauses add up to nearly two minutes, enough to restart a server.
const MAX_RETRIES: u32 = 12;

/// The code of answers without one, such as those of a proxy.
const NO_CODE: &str = "unknown";

/// The interval at which a pause polls the interrupt of the caller.
const POLL: Duration = Duration::from_millis(50);

/// A server and how to reach it. Cloning shares the connections.
#[derive(Clone, Debug)]
pub struct Client {
    agent: ureq::Agent,
    url: String,
    token: Option<String>,
    /// Whether all retries of a request got no answer. Then requests are not retried until the server answers one.
    is_lost: Arc<AtomicBool>,
}

/// Why a server gave no usable answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The address is not that of a server.
    #[error("`{url}` is no address of a server: expected `http://HOST:PORT`")]
    Url {
        /// The address.
        url: String,
    },
    /// The server cannot be reached.
    #[error("cannot reach `{url}`: {problem}")]
    Unreachable {
        /// The address.
        url: String,
        /// The problem.
        problem: String,
    },
    /// The server refuses the request.
    #[error("{detail} [{code}]")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The stable code.
        code: String,
        /// The explanation of the server.
        detail: String,
    },
    /// The answer has another form than expected.
    #[error("the server at `{url}` sent an invalid answer: {problem}")]
    Invalid {
        /// The address.
        url: String,
        /// The error in the answer.
        problem: String,
    },
}

/// A plan of the server.
#[derive(Clone, Debug, PartialEq)]
pub struct RemotePlan {
    /// The plan. It was checked by the server, and has to be checked again where the server is not trusted.
    pub plan: MemoryPlan,
    /// The reason why the planner stopped early.
    pub stopped_by: Option<StopReason>,
}

impl Client {
    /// A client of the server at an address such as `http://127.0.0.1:7717`, with a bearer token if the server needs
    /// one. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// [`ClientError::Url`].
    pub fn new(url: &str, token: Option<String>) -> Result<Self, ClientError> {
        let url = url.trim_end_matches('/');
        let is_valid = url
            .strip_prefix("http://")
            .is_some_and(|host| !host.is_empty() && !host.contains(['?', '#', ' ']));
        if !is_valid {
            return Err(ClientError::Url {
                url: url.to_owned(),
            });
        }
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(Duration::from_secs(10)))
            .max_idle_connections_per_host(64)
            .user_agent(concat!("memplan/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self {
            agent: config.new_agent(),
            url: url.to_owned(),
            token,
            is_lost: Arc::default(),
        })
    }

    /// Asks the server once whether it takes requests.
    ///
    /// # Errors
    ///
    /// When it cannot be reached, or does not take requests now.
    pub fn is_ready(&self) -> Result<(), ClientError> {
        let request = self.agent.get(format!("{}/readyz", self.url));
        let answer = request.call().map_err(|error| self.unreachable(&error))?;
        self.body(answer).map(|_| ())
    }

    /// The names of the server's planners.
    ///
    /// # Errors
    ///
    /// When the server cannot be reached or refuses the request.
    pub fn planners(&self) -> Result<Vec<String>, ClientError> {
        let mut request = self.agent.get(format!("{}/v1/planners", self.url));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let answer = request.call().map_err(|error| self.unreachable(&error))?;
        let body = self.body(answer)?;
        let listing: serde_json::Value =
            serde_json::from_slice(&body).map_err(|error| self.invalid(error))?;
        let entries = listing["planners"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let names = entries.iter().filter_map(|entry| entry["name"].as_str());
        Ok(names.map(str::to_owned).collect())
    }

    /// Plans traces with a planner of the server, such as `exact{work=100000}`. When the server is busy or cannot be
    /// reached, the request is sent again after pauses that grow, for two minutes or until the interrupt of the
    /// options.
    ///
    /// # Errors
    ///
    /// When the server cannot be reached or refuses the request.
    pub fn plan(
        &self,
        scopes: &MemoryTraceScopes,
        planner: &str,
        options: &PlanOptions,
    ) -> Result<RemotePlan, ClientError> {
        let body =
            wire::write_trace(scopes, Format::Binary).map_err(|error| self.invalid(error))?;
        let mut pause = FIRST_PAUSE;
        for _ in 0..MAX_RETRIES {
            let (result, wish) = self.attempt(&body, planner, options);
            let is_temporary = match &result {
                Err(ClientError::Unreachable { .. }) => !self.is_lost.load(Ordering::Relaxed),
                Err(ClientError::Refused { status, code, .. }) => is_temporary(*status, code),
                _ => false,
            };
            if !is_temporary || !wait(pause.max(wish), options) {
                return result;
            }
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
        let (result, _) = self.attempt(&body, planner, options);
        let is_lost = matches!(result, Err(ClientError::Unreachable { .. }));
        self.is_lost.fetch_or(is_lost, Ordering::Relaxed);
        result
    }

    /// Sends a request once: its result, and the pause that the server asks for.
    fn attempt(
        &self,
        body: &[u8],
        planner: &str,
        options: &PlanOptions,
    ) -> (Result<RemotePlan, ClientError>, Duration) {
        match self.send(body, planner, options) {
            Err(error) => (Err(self.unreachable(&error)), Duration::ZERO),
            Ok(answer) => {
                self.is_lost.store(false, Ordering::Relaxed);
                let wish = retry_after(&answer);
                (self.read(answer), wish)
            }
        }
    }

    fn send(
        &self,
        body: &[u8],
        planner: &str,
        options: &PlanOptions,
    ) -> Result<Response<ureq::Body>, ureq::Error> {
        let mut request = self
            .agent
            .post(format!("{}/v1/plan", self.url))
            .content_type("application/vnd.memplan.trace")
            .header("accept", "application/vnd.memplan.plan")
            .query("planner", planner)
            .query("alignment", options.alignment.0.to_string())
            .query("seed", options.seed.to_string());
        if let Some(work) = options.work_limit {
            request = request.query("work", work.0.to_string());
        }
        if let Some(left) = options
            .interrupt
            .as_ref()
            .and_then(|other| other.time_left())
        {
            request = request.query("time", format!("{}ms", left.as_millis()));
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        request.send(body)
    }

    fn read(&self, answer: Response<ureq::Body>) -> Result<RemotePlan, ClientError> {
        let stopped_by = answer.headers().get("memplan-stopped-by");
        let stopped_by = stopped_by
            .and_then(|name| name.to_str().ok())
            .and_then(StopReason::from_name);
        let body = self.body(answer)?;
        let plan = wire::read_plan(&body).map_err(|error| self.invalid(error))?;
        Ok(RemotePlan { plan, stopped_by })
    }

    /// The body of an answer, or what the server says against the request.
    fn body(&self, mut answer: Response<ureq::Body>) -> Result<Vec<u8>, ClientError> {
        let status = answer.status();
        let body = answer
            .body_mut()
            .with_config()
            .limit(MAX_PLAN_BYTES)
            .read_to_vec();
        let body = body.map_err(|error| self.unreachable(&error))?;
        if status.is_success() {
            return Ok(body);
        }
        let problem: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
        let text = |name: &str| problem[name].as_str().unwrap_or(NO_CODE).to_owned();
        Err(ClientError::Refused {
            status: status.as_u16(),
            code: text("code"),
            detail: text("detail"),
        })
    }

    fn unreachable(&self, error: &ureq::Error) -> ClientError {
        ClientError::Unreachable {
            url: self.url.clone(),
            problem: error.to_string(),
        }
    }

    fn invalid(&self, error: impl ToString) -> ClientError {
        ClientError::Invalid {
            url: self.url.clone(),
            problem: error.to_string(),
        }
    }
}

/// Whether the same request may succeed later. A 502 with a code is about a planner of the server, one without is that
/// of a proxy whose server is gone.
fn is_temporary(status: u16, code: &str) -> bool {
    match StatusCode::from_u16(status) {
        Ok(StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) => true,
        Ok(StatusCode::BAD_GATEWAY) => code == NO_CODE,
        _ => false,
    }
}

/// The pause that the server asks for, at most 60 seconds.
fn retry_after(answer: &Response<ureq::Body>) -> Duration {
    let header = answer.headers().get("retry-after");
    let seconds = header.and_then(|value| value.to_str().ok()?.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0).min(60))
}

/// Waits, and returns whether the request is still wanted.
fn wait(pause: Duration, options: &PlanOptions) -> bool {
    let end = Instant::now() + pause;
    loop {
        let interrupt = options.interrupt.as_ref();
        if interrupt.is_some_and(|interrupt| interrupt.reason_to_stop().is_some()) {
            return false;
        }
        match end.saturating_duration_since(Instant::now()) {
            Duration::ZERO => return true,
            left => thread::sleep(left.min(POLL)),
        }
    }
}

/// A planner whose work is done by a server. It passes on alignment, seed, work limit and deadline.
#[derive(Clone, Debug)]
pub struct RemotePlanner {
    client: Arc<Client>,
    info: PluginInfo,
    capabilities: Capabilities,
    spec: String,
}

impl RemotePlanner {
    /// The planner of a specification that the server knows. `info` and `capabilities` describe it.
    pub fn new(
        client: Arc<Client>,
        spec: String,
        info: PluginInfo,
        capabilities: Capabilities,
    ) -> Self {
        Self {
            client,
            info,
            capabilities: Capabilities {
                kind: PlannerKind::External,
                ..capabilities
            },
            spec,
        }
    }
}

impl MemoryPlanner for RemotePlanner {
    fn info(&self) -> PluginInfo {
        self.info
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        if options.alignment == Bytes(0) {
            return Err(PlanError::ZeroAlignment);
        }
        let failed = |problem: String| PlanError::Failed {
            planner: self.info.name,
            problem,
        };
        let scopes = MemoryTraceScopes {
            traces: vec![trace.clone()],
            ..MemoryTraceScopes::default()
        };
        let remote = self.client.plan(&scopes, &self.spec, options);
        let remote = remote.map_err(|error| failed(error.to_string()))?;
        let mut schedules = remote.plan.schedules.into_iter();
        let (Some(schedule), None) = (schedules.next(), schedules.next()) else {
            return Err(failed("the plan is for other traces".to_owned()));
        };
        schedule.stopped(remote.stopped_by).within(trace.capacity())
    }
}
