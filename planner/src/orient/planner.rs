//! The planner `orient` by name, with its options.

use std::sync::Arc;

use memplan_plugin::{Field, Options, ParamError, PluginInfo, RegistryError};

use super::{OrientOptions, orient};
use crate::{
    Capabilities, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions,
    PlannerKind, SymbolUse, registry,
};

/// The name of the planner.
pub const ORIENT: &str = "orient";

/// [`orient`] as a plug-in: `orient{k=4 planner=best-fit}`. For a trace without symbols, the schedule is that of the
/// inner planner.
///
/// ```
/// use memplan_planner::{PlanOptions, ValidateOptions, registry, validate, wire};
///
/// let file = b"# symbol b 1..64\nid,lower,upper,size\nx,0,2,64*b\ny,1,3,b*b\nz,2,4,64*b\n";
/// let trace = &wire::read_trace(file)?.traces[0];
/// let schedule = registry::planner("orient{k=1}")?.plan(trace, &PlanOptions::default())?;
/// assert_eq!(validate(trace, &schedule, &ValidateOptions::default()), Ok(()));
/// assert_eq!(schedule.at(&[4])?.total_size, trace.at(&[4])?.max_load());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OrientPlanner {
    /// The specification of the inner planner.
    spec: String,
    /// `None` for [`INNER`].
    inner: Option<Arc<dyn MemoryPlanner>>,
    options: OrientOptions,
}

/// The inner planner.
const INNER: &str = "auto{effort=quick}";

impl Default for OrientPlanner {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl OrientPlanner {
    /// The planner with its default options.
    pub const DEFAULT: Self = Self {
        spec: String::new(),
        inner: None,
        options: OrientOptions::DEFAULT,
    };

    /// The planner that places buffers of known sizes.
    fn inner(&self) -> Result<Arc<dyn MemoryPlanner>, PlanError> {
        match &self.inner {
            Some(inner) => Ok(Arc::clone(inner)),
            None => registry::planner(INNER).map_err(|error| PlanError::Failed {
                planner: ORIENT,
                problem: error.to_string(),
            }),
        }
    }

    fn fields(&mut self) -> Vec<Field<'_>> {
        let positive = |text: &str| {
            let number = text.parse().ok();
            number.filter(|number| (1..=27).contains(number))
        };
        let gain = |text: &str| text.parse().ok().filter(|gain: &f64| 0.0 <= *gain);
        let shown = if self.spec.is_empty() {
            INNER
        } else {
            &self.spec
        };
        let shown = shown.to_owned();
        let (spec, inner) = (&mut self.spec, &mut self.inner);
        let planner = Field::new("planner", shown, |value| {
            let refused = |error: RegistryError| ParamError::refused("planner", error.to_string());
            *inner = Some(registry::planner(value).map_err(refused)?);
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
            symbols: SymbolUse::Native,
            in_place: HintUse::Native,
            ..self
                .inner()
                .map(|inner| inner.capabilities())
                .unwrap_or_default()
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
        let inner = self.inner()?;
        if trace.symbolic().is_none() {
            return inner.plan(trace, options);
        }
        let options = OrientOptions {
            plan: options.clone(),
            ..self.options.clone()
        };
        let planned = orient(trace, &*inner, &options)?;
        Ok(MemorySchedule {
            planner: ORIENT.to_owned(),
            ..planned
        })
    }
}
