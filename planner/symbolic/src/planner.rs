//! The planner `orient` by name, with its options.

use std::sync::Arc;

use memplan_planner::registry::{self, ParamError, Params, PluginSpec, RegistryError};
use memplan_planner::{
    Capabilities, Field, LifetimeTrace, MemoryPlanner, MemorySchedule, Options, PlanError,
    PlanOptions, PlannerKind, PluginInfo,
};

use crate::{OrientOptions, OrientationPlan, SymbolicError, SymbolicTrace, orient};

/// The name of the planner.
pub const ORIENT: &str = "orient";

/// [`orient`] as a plug-in: `orient{k=4 planner=best-fit}`. For a trace without symbols, the schedule is that of the
/// inner planner.
///
/// ```
/// use memplan_planner::PlanOptions;
/// use memplan_planner::registry::PluginSpec;
/// use memplan_symbolic::{OrientPlanner, check, read_traces};
///
/// let file = b"# symbol b 1..64\nid,lower,upper,size\nx,0,2,64*b\ny,1,3,b*b\nz,2,4,64*b\n";
/// let trace = &read_traces(file)?.traces[0];
/// let spec = PluginSpec::parse("orient{k=1}")?;
/// let plan = OrientPlanner::new(&spec.params)?.plan_symbolic(trace, &PlanOptions::default())?;
/// assert_eq!(check(trace, &plan), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OrientPlanner {
    /// The specification of the inner planner.
    spec: String,
    inner: Arc<dyn MemoryPlanner>,
    options: OrientOptions,
}

impl Default for OrientPlanner {
    fn default() -> Self {
        let named = registry::planner(INNER).ok();
        Self {
            spec: INNER.to_owned(),
            // Registered always.
            inner: named
                .unwrap_or_else(|| Arc::new(memplan_planner::algorithms::greedy::FIRST_FIT)),
            options: OrientOptions::default(),
        }
    }
}

/// The inner planner.
const INNER: &str = "auto{effort=quick}";

impl OrientPlanner {
    /// The planner with the options of a specification, those that every planner takes included.
    ///
    /// # Errors
    /// [`ParamError`] for a value that is wrong.
    pub fn new(params: &Params) -> Result<Self, ParamError> {
        let mut planner = Self::default();
        Field::set_all(planner.fields(), params)?;
        Ok(planner)
    }

    fn fields(&mut self) -> Vec<Field<'_>> {
        let positive = |text: &str| {
            let number = text.parse().ok();
            number.filter(|number| (1..=27).contains(number))
        };
        let gain = |text: &str| text.parse().ok().filter(|gain: &f64| 0.0 <= *gain);
        let (spec, inner) = (&mut self.spec, &mut self.inner);
        let planner = Field::new("planner", spec.clone(), |value| {
            let refused = |error: RegistryError| ParamError::refused("planner", error.to_string());
            *inner = registry::planner(value).map_err(refused)?;
            value.clone_into(spec);
            Ok(())
        });
        vec![
            Field::read("points", &mut self.options.points, usize::to_string, positive)
                .expects("a whole number from 1 to 27")
                .help("The most shapes at which sizes are planned."),
            Field::value("perturb", &mut self.options.perturb)
                .help("How many times sizes are planned with random factors, until a plan reaches the max load."),
            Field::read("k", &mut self.options.k, usize::to_string, positive)
                .expects("a whole number from 1 to 27")
                .help("The most orientations of a plan; the one with the lowest peak is used."),
            Field::read("gain", &mut self.options.gain, f64::to_string, gain)
                .expects("a number, at least 0")
                .help("How much each further orientation has to lower the worst ratio of peak to max load."),
            planner.help("The planner that places buffers of known sizes."),
        ]
    }

    /// The planner that a specification means for traces with symbols: `orient` with options, and its default for
    /// `auto`. `None` for planners of sizes that are numbers.
    ///
    /// # Errors
    /// [`ParamError`] for a value that is wrong.
    pub fn of_spec(spec: &str) -> Option<Result<Self, ParamError>> {
        let spec = PluginSpec::parse(spec).ok()?;
        match &*spec.name {
            ORIENT => Some(Self::new(&spec.params)),
            "auto" if spec.params.is_empty() => Some(Ok(Self::default())),
            _ => None,
        }
    }

    /// Plans a trace with symbols, within limits for each call of the inner planner.
    ///
    /// # Errors
    /// Those of [`orient`].
    pub fn plan_symbolic(
        &self,
        trace: &SymbolicTrace,
        limits: &PlanOptions,
    ) -> Result<OrientationPlan, SymbolicError> {
        let options = OrientOptions {
            plan: limits.clone(),
            ..self.options.clone()
        };
        orient(trace, &*self.inner, &options)
    }
}

impl MemoryPlanner for OrientPlanner {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: ORIENT,
            aliases: &[],
            summary: "Plans that are valid for all values of symbols, from placements of `planner` at some of them.",
            source: "memplan",
            cost: "that of `planner`, for each point and perturbation",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: PlannerKind::Search,
            ..self.inner.capabilities()
        }
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self::default(), Self::fields)
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        self.inner.plan(trace, options)
    }
}
