//! Registries: what they find, what they refuse, and what they say.

use std::sync::Arc;

use memplan_plugin::{
    OptionInfo, ParamError, Params, PluginInfo, PluginKind, Registry, RegistryError,
};

/// A kind of plug-ins that only shows its options.
trait Shape: Send + Sync {
    fn info(&self) -> PluginInfo;
    fn configure(&self, params: &Params) -> Result<Box<dyn Shape>, ParamError>;
    fn show(&self) -> String;
}

impl PluginKind for dyn Shape {
    const KIND: &'static str = "shape";
    const COMMON_OPTIONS: &'static [OptionInfo] = &[OptionInfo {
        name: "colour",
        default: "red",
        help: "Colour.",
    }];

    fn builtin() -> Vec<Arc<Self>> {
        vec![Arc::new(Circle { radius: 1 }), Arc::new(Point)]
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn configured(plugin: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError> {
        let own = params.filtered(|key| key != "colour");
        if own.is_empty() {
            return Ok(Arc::clone(plugin));
        }
        plugin.configure(&own).map(Arc::from)
    }
}

#[derive(Clone)]
struct Circle {
    radius: u32,
}

impl Shape for Circle {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "circle",
            aliases: &["disc"],
            summary: "A circle.",
            cost: "O(1)",
            source: "none",
            options: &[OptionInfo {
                name: "radius",
                default: "1",
                help: "Radius.",
            }],
        }
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn Shape>, ParamError> {
        let radius = params.parse("radius", "a whole number")?;
        Ok(Box::new(Self {
            radius: radius.unwrap_or(self.radius),
        }))
    }

    fn show(&self) -> String {
        format!("circle of {}", self.radius)
    }
}

struct Point;

impl Shape for Point {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "point",
            aliases: &[],
            summary: "A point.",
            cost: "O(1)",
            source: "none",
            options: &[],
        }
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn Shape>, ParamError> {
        Err(params.unsupported())
    }

    fn show(&self) -> String {
        "point".to_owned()
    }
}

fn shapes() -> Registry<dyn Shape> {
    Registry::with_builtin()
}

fn error(spec: &str) -> String {
    match shapes().parse(spec) {
        Ok(shape) => shape.show(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn names_and_aliases_find_a_plugin_with_its_options() {
    let show = |spec: &str| shapes().parse(spec).map(|shape| shape.show());
    assert_eq!(show("circle"), Ok("circle of 1".to_owned()));
    assert_eq!(show("disc{radius=7}"), Ok("circle of 7".to_owned()));
    assert_eq!(show("point{colour=blue}"), Ok("point".to_owned()));
    assert_eq!(format!("{:?}", shapes()), r#"["circle", "point"]"#);
}

#[test]
fn errors_name_the_kind_and_list_what_is_known() {
    assert_eq!(
        error("circel"),
        "there is no shape `circel`, did you mean `circle`?; known shapes: circle, point"
    );
    assert_eq!(
        error("hyperbola"),
        "there is no shape `hyperbola`; known shapes: circle, point"
    );
    assert_eq!(
        error("circle{raduis=3}"),
        "shape `circle` has no option `raduis`, did you mean `radius`?; its options: radius, colour"
    );
    assert_eq!(
        error("circle{radius=-3}"),
        "shape `circle`: option `radius` is `-3`, expected a whole number"
    );
    assert_eq!(
        error("circle{radius=3"),
        "`circle{radius=3` is not `name` or `name{key=value}`: the closing `}` is missing"
    );
}

#[test]
fn a_name_or_alias_is_taken_once() {
    struct Other(&'static str, &'static [&'static str]);
    impl Shape for Other {
        fn info(&self) -> PluginInfo {
            PluginInfo {
                name: self.0,
                aliases: self.1,
                ..Point.info()
            }
        }
        fn configure(&self, params: &Params) -> Result<Box<dyn Shape>, ParamError> {
            Err(params.unsupported())
        }
        fn show(&self) -> String {
            self.0.to_owned()
        }
    }
    let mut registry = shapes();
    let mut register = |name, aliases| registry.register(Arc::new(Other(name, aliases)));
    let taken = |name| {
        Err(RegistryError::Taken {
            kind: "shape",
            name,
        })
    };
    assert_eq!(register("disc", &[]), taken("disc"));
    assert_eq!(register("dot", &["point"]), taken("point"));
    assert_eq!(register("dot", &["spot"]), Ok(()));
    assert_eq!(register("dot", &[]), taken("dot"));
    assert_eq!(
        taken("dot").unwrap_err().to_string(),
        "shape `dot` is already registered"
    );
    let names: Vec<_> = registry.infos().map(|info| info.name).collect();
    assert_eq!(names, ["circle", "point", "dot"]);
    assert_eq!(shapes().iter().len(), 2);
}

#[test]
fn a_configured_plugin_can_be_configured_again() {
    let first = shapes().parse("circle{radius=7}").unwrap();
    let mut registry = Registry::<dyn Shape>::empty();
    registry.register(first).unwrap();
    let again = |spec: &str| registry.parse(spec).unwrap().show();
    assert_eq!(again("circle{radius=9}"), "circle of 9");
    assert_eq!(again("circle{colour=blue}"), "circle of 7");
    assert_eq!(again("circle"), "circle of 7");
}

#[test]
fn values_are_read_in_their_types() {
    let mut params = Params::default();
    for (key, value) in [
        ("on", "TRUE"),
        ("off", "0"),
        ("hex", "-0x1f"),
        ("octal", "017"),
        ("signs", "--1"),
        ("word", "best"),
    ] {
        params.insert(key, value).unwrap();
    }
    assert_eq!(params.flag("on"), Ok(Some(true)));
    assert_eq!(params.flag("off"), Ok(Some(false)));
    assert_eq!(params.flag("none"), Ok(None));
    assert_eq!(params.integer("hex"), Ok(Some(-31)));
    assert_eq!(params.integer("octal"), Ok(Some(15)));
    let words = [("first", 1), ("best", 2), ("worst", 3)];
    assert_eq!(params.one_of("word", &words), Ok(Some(2)));
    let message = |error: Result<(), ParamError>| error.unwrap_err().to_string();
    assert_eq!(
        message(params.integer("signs").map(drop)),
        "option `signs` is `--1`, expected a whole number"
    );
    assert_eq!(
        message(params.one_of("on", &words).map(drop)),
        "option `on` is `TRUE`, expected `first`, `best` or `worst`"
    );
    assert_eq!(
        message(params.flag("word").map(drop)),
        "option `word` is `best`, expected `true` or `false`"
    );
    assert_eq!(message(params.insert("on", 1)), "`on` is given twice");
    assert_eq!(params.get("on"), Some("TRUE"));
    assert_eq!(params.take("on").as_deref(), Some("TRUE"));
    assert_eq!(params.get("on"), None);
}
