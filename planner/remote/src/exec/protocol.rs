//! The protocol between memplan and a program, in lines of JSON.
//!
//! `schema/exec-request.schema.json` and `schema/exec-reply.schema.json` describe both; a test
//! keeps them and this file consistent.

use memplan_planner::wire::write_trace_object;
use memplan_planner::{BufferId, Bytes, LifetimeTrace, PlanOptions, Units};
use serde::{Deserialize, Serialize};

/// The version of the protocol. New fields that programs may ignore do not change it.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct JsonOptions {
    alignment_bytes: u64,
    seed: u64,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    work_limit: Option<u64>,
}

/// The line that a program gets.
///
/// # Errors
///
/// When an alignment does not fit, which a trace and options that were checked exclude.
pub(super) fn request(trace: &LifetimeTrace, options: &PlanOptions) -> Result<Vec<u8>, String> {
    // Combine both alignments of each buffer here, so that programs need not do it.
    let mut is_too_large = false;
    let aligned = trace.clone().into_builder().map_buffers(|buffer| {
        if buffer.pinned.is_none() {
            match buffer.align.common_alignment(options.alignment) {
                Some(align) => buffer.align = align,
                None => is_too_large = true,
            }
        }
    });
    let aligned = aligned.build().map_err(|error| error.to_string())?;
    if is_too_large {
        return Err("an alignment does not fit 64 bits".to_owned());
    }
    let time_left = options.interrupt.as_ref().and_then(|i| i.time_left());
    let json = JsonOptions {
        alignment_bytes: options.alignment.0,
        seed: options.seed,
        threads: options.threads.get(),
        deadline_ms: time_left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
        work_limit: options.work_limit.map(|limit| limit.0),
    };
    let trace = write_trace_object(&aligned).map_err(|error| error.to_string())?;
    let json = serde_json::to_vec(&json).map_err(|error| error.to_string())?;
    let head = format!("{{\"format\":\"memplan-request\",\"version\":{VERSION},\"options\":");
    Ok([head.as_bytes(), &json, b",\"trace\":", &trace, b"}\n"].concat())
}

/// One line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// A schedule; a better one may follow.
    Incumbent(Solution),
    /// The last schedule.
    Schedule(Solution),
    /// The work limit came first. The best incumbent counts, if there is one.
    Stopped {
        /// The work done until then.
        work: Units,
    },
    /// The program found no schedule, for this reason.
    Error {
        /// Human-readable reason.
        message: String,
    },
    /// The program cannot honour something that the trace demands.
    Unsupported {
        /// The missing feature.
        feature: Feature,
        /// The name of the first buffer that demands it.
        buffer: String,
    },
}

/// A schedule as a program reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solution {
    /// One offset for each buffer.
    pub(super) offsets: Vec<Bytes>,
    /// The bytes that the arena needs; the highest end of a buffer by default.
    pub(super) total_size: Option<Bytes>,
    /// No schedule is smaller, the program says.
    pub(super) lower_bound: Option<Bytes>,
    /// Which buffers took over bytes of which others, as in a schedule.
    pub(super) reuses: Vec<(BufferId, Vec<BufferId>)>,
    /// The work done, in units of the program.
    pub(super) work: Units,
}

/// A feature that a trace may require and a program may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Feature {
    Gaps,
    Pins,
    Alignments,
}

impl Feature {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Gaps => "gaps",
            Self::Pins => "pinned offsets",
            Self::Alignments => "alignments",
        }
    }
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum JsonReply {
    Incumbent(JsonSolution),
    Schedule(JsonSolution),
    Stopped(JsonStopped),
    Error(JsonError),
    Unsupported(JsonUnsupported),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonSolution {
    offsets_bytes: Vec<u64>,
    total_size_bytes: Option<u64>,
    lower_bound_bytes: Option<u64>,
    #[serde(default)]
    reuses: Vec<JsonReuse>,
    #[serde(default)]
    work: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonReuse {
    buffer: u32,
    others: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonStopped {
    #[serde(default)]
    work: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonError {
    message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonUnsupported {
    feature: Feature,
    buffer: String,
}

/// Reads a line of a program.
///
/// # Errors
///
/// When it is no reply; the text says why.
pub(super) fn reply(line: &[u8]) -> Result<Reply, String> {
    let json = serde_json::from_slice(line).map_err(|error| {
        // There is only one line.
        let text = error.to_string();
        match text.split_once(" at line 1 column ") {
            Some((problem, column)) => format!("{problem} at column {column}"),
            None => text,
        }
    })?;
    Ok(match json {
        JsonReply::Incumbent(solution) => Reply::Incumbent(solution.into_core()),
        JsonReply::Schedule(solution) => Reply::Schedule(solution.into_core()),
        JsonReply::Stopped(JsonStopped { work }) => Reply::Stopped { work: Units(work) },
        JsonReply::Error(JsonError { message }) => Reply::Error { message },
        JsonReply::Unsupported(JsonUnsupported { feature, buffer }) => {
            Reply::Unsupported { feature, buffer }
        }
    })
}

impl JsonSolution {
    fn into_core(self) -> Solution {
        let reuse = |reuse: JsonReuse| {
            let others = reuse.others.into_iter().map(BufferId).collect();
            (BufferId(reuse.buffer), others)
        };
        Solution {
            offsets: self.offsets_bytes.into_iter().map(Bytes).collect(),
            total_size: self.total_size_bytes.map(Bytes),
            lower_bound: self.lower_bound_bytes.map(Bytes),
            reuses: self.reuses.into_iter().map(reuse).collect(),
            work: Units(self.work),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use memplan_planner::{
        BufferId, Bytes, Interrupt, LifetimeTrace, PlanOptions, StopReason, Units,
    };

    use super::{Feature, Reply, Solution, reply, request};

    #[derive(Debug)]
    struct OneSecondLeft;

    impl Interrupt for OneSecondLeft {
        fn reason_to_stop(&self) -> Option<StopReason> {
            None
        }

        fn time_left(&self) -> Option<Duration> {
            Some(Duration::from_millis(1000))
        }
    }

    #[test]
    fn a_request_holds_all_that_matters() {
        let trace: LifetimeTrace = "a -1..4 32 align=6 gap=0..1; b 0..2 8 pin=2"
            .parse()
            .unwrap();
        let options = PlanOptions {
            alignment: Bytes(4),
            work_limit: Some(Units(9)),
            interrupt: Some(Arc::new(OneSecondLeft)),
            seed: u64::MAX,
            ..PlanOptions::default()
        };
        let line = String::from_utf8(request(&trace, &options).unwrap()).unwrap();
        assert_eq!(
            line,
            "{\"format\":\"memplan-request\",\"version\":1,\"options\":{\"alignment_bytes\":4,\
             \"seed\":18446744073709551615,\"threads\":1,\"deadline_ms\":1000,\"work_limit\":9},\
             \"trace\":{\"scope\":\"\",\"buffers\":[{\"name\":\"a\",\"begin_tick\":-1,\"end_tick\":4,\
             \"size_bytes\":32,\"align_bytes\":12,\"gaps\":[{\"begin_tick\":0,\"end_tick\":1}]},\
             {\"name\":\"b\",\"begin_tick\":0,\"end_tick\":2,\"size_bytes\":8,\
             \"pinned_offset_bytes\":2}]}}\n"
        );
    }

    #[test]
    fn replies_are_read_and_what_is_none_is_told() {
        let solution = Solution {
            offsets: vec![Bytes(0), Bytes(8)],
            total_size: None,
            lower_bound: None,
            reuses: vec![],
            work: Units(0),
        };
        assert_eq!(
            reply(br#"{"offsets_bytes": [0, 8], "type": "incumbent"}"#),
            Ok(Reply::Incumbent(solution))
        );
        let full = br#"{"type":"schedule","offsets_bytes":[],"total_size_bytes":4,
            "lower_bound_bytes":3,"work":2,"reuses":[{"buffer":1,"others":[0]}]}"#;
        let solution = Solution {
            offsets: vec![],
            total_size: Some(Bytes(4)),
            lower_bound: Some(Bytes(3)),
            reuses: vec![(BufferId(1), vec![BufferId(0)])],
            work: Units(2),
        };
        assert_eq!(reply(full), Ok(Reply::Schedule(solution)));
        assert_eq!(
            reply(br#"{"type":"stopped"}"#),
            Ok(Reply::Stopped { work: Units(0) })
        );
        assert_eq!(
            reply(br#"{"type":"unsupported","feature":"gaps","buffer":"b"}"#),
            Ok(Reply::Unsupported {
                feature: Feature::Gaps,
                buffer: "b".to_owned()
            })
        );
        for (line, problem) in [
            ("hello", "expected value at column 1"),
            ("{}", "missing field `type` at column 2"),
            (r#"{"type":"schedule"}"#, "missing field `offsets_bytes`"),
            (
                r#"{"type":"schedule","offsets":[]}"#,
                "unknown field `offsets`, expected one of `offsets_bytes`, `total_size_bytes`, \
                 `lower_bound_bytes`, `reuses`, `work`",
            ),
            (
                r#"{"type":"schedule","offsets_bytes":[-1]}"#,
                "invalid value: integer `-1`, expected u64",
            ),
            (
                r#"{"type":"plan"}"#,
                "unknown variant `plan`, expected one of `incumbent`, `schedule`, `stopped`, \
                 `error`, `unsupported` at column 14",
            ),
        ] {
            assert_eq!(reply(line.as_bytes()), Err(problem.to_owned()));
        }
    }
}
