//! Collect, plan, merge: the steps of the command as a small test harness.

use memplan::{Context, Planned, plan_trace};
use memplan_collectors::Collected;
use memplan_mlir::dialects::Traits;
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId};
use memplan_mutators::MutateReport;
use memplan_planner::{HintUse, Lifetime, PlanOptions, PlannerKind, Tick};

/// Which plug-ins run, each as `name{key=value}`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain<'a> {
    pub(crate) collector: &'a str,
    pub(crate) planner: &'a str,
    pub(crate) mutator: &'a str,
}

/// The result of a chain.
#[derive(Debug)]
pub(crate) struct Merged {
    pub(crate) module: Module,
    pub(crate) text: String,
    pub(crate) report: MutateReport,
}

/// The planners of every test of semantics: one-pass planners that use in-place hints.
pub(crate) fn planners() -> Vec<&'static str> {
    let planners = memplan_planner::registry::planners().into_iter();
    let chosen = planners.filter(|planner| {
        let capabilities = planner.capabilities();
        capabilities.kind == PlannerKind::Heuristic && capabilities.in_place != HintUse::Ignored
    });
    chosen.map(|planner| planner.info().name).collect()
}

impl Default for Chain<'_> {
    fn default() -> Self {
        Self {
            collector: "tick",
            planner: "first-fit",
            mutator: "merge-alloc",
        }
    }
}

impl Chain<'_> {
    /// Merges the allocations of a text; everything on the way must succeed.
    pub(crate) fn run(&self, text: &str) -> Merged {
        self.run_with(text, |_, _| {})
    }

    /// Merges after `tamper` had its way with what was collected.
    pub(crate) fn run_with(
        &self,
        text: &str,
        tamper: impl FnOnce(&Module, &mut Collected),
    ) -> Merged {
        let mut module = read(text);
        let report = self.merge_with(&mut module, tamper);
        let text = print(&module, &PrintOptions::default());
        assert_eq!(verify(&module), [], "in\n{text}");
        Merged {
            module,
            text,
            report,
        }
    }

    /// Merges the allocations of a module.
    pub(crate) fn merge(&self, module: &mut Module) -> MutateReport {
        self.merge_with(module, |_, _| {})
    }

    fn merge_with(
        &self,
        module: &mut Module,
        tamper: impl FnOnce(&Module, &mut Collected),
    ) -> MutateReport {
        let context = Context::default();
        let collector = context.collector(self.collector).unwrap();
        let mut collected = memplan::collect(module, &collector).unwrap();
        tamper(module, &mut collected);
        let chosen = context.planner(self.planner).unwrap();
        let options = PlanOptions::default();
        let planned: Vec<Planned> = collected
            .traces()
            .map(|trace| plan_trace(&*chosen.planner, trace, &options, None).unwrap())
            .collect();
        let mutator = context.mutator(self.mutator).unwrap();
        memplan::rewrite(module, &*mutator, &collected, &planned).unwrap()
    }
}

/// Reads and verifies a text.
pub(crate) fn read(text: &str) -> Module {
    let module = match parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) {
        Ok(parsed) => parsed.module,
        Err(diagnostics) => panic!("{diagnostics:#?}\nin\n{text}"),
    };
    assert_eq!(verify(&module), [], "in\n{text}");
    module
}

/// The lifetimes that look right until a loop comes round again: from the first to the last access,
/// extended over the innermost loop around each access only.
pub(crate) fn innermost_loops_only(m: &Module, collected: &mut Collected) {
    let ticks: Vec<OpId> = m.walk(m.root()).collect();
    let tick = |op: OpId| Tick(ticks.iter().position(|&at| at == op).unwrap() as i64);
    for scope in &mut collected.scopes {
        let mut lifetimes = scope.sites.iter().map(|buffer| {
            let spans = m.uses(m.result(buffer.alloc, 0).unwrap()).map(|(user, _)| {
                let is_outside =
                    |op: &OpId| m.has_trait(*op, Traits::LOOP) && !m.encloses(*op, buffer.alloc);
                let span = m.ancestors(user).find(is_outside).unwrap_or(user);
                (tick(span), tick(m.walk(span).last().unwrap()))
            });
            let spans: Vec<(Tick, Tick)> = spans.collect();
            let first = spans.iter().map(|span| span.0).min().unwrap();
            let last = spans.iter().map(|span| span.1).max().unwrap();
            Lifetime::inclusive(first, last).unwrap()
        });
        let builder = scope.trace.clone().into_builder();
        scope.trace = builder
            .map_buffers(|buffer| buffer.live = lifetimes.next().unwrap())
            .build()
            .unwrap();
    }
}

/// No two buffers are live at once, so all of them go to the same place.
pub(crate) fn everything_shares(_: &Module, collected: &mut Collected) {
    for scope in &mut collected.scopes {
        let mut next = 0;
        let builder = scope.trace.clone().into_builder();
        scope.trace = builder
            .map_buffers(|buffer| {
                buffer.live = Lifetime::half_open(Tick(next), Tick(next + 1));
                next += 1;
            })
            .build()
            .unwrap();
    }
}
