//! Registries: what they find, what they refuse, and what they say.

use std::sync::Arc;

use memplan_plugin::{
    Field, KindOf, ListForm, OptionInfo, Options, ParamError, Params, PluginInfo, PluginKind,
    Registry, RegistryError,
};

/// A kind of plug-ins that only shows its options.
trait Shape: Send + Sync {
    fn info(&self) -> PluginInfo;
    fn options(&self) -> Options<'_, dyn Shape> {
        Options::none()
    }
    fn show(&self) -> String;
}

impl PluginKind for dyn Shape {
    const KIND: &'static str = "shape";

    fn builtin() -> Vec<Arc<Self>> {
        vec![Arc::new(Circle { radius: 1 }), Arc::new(Point)]
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn plugin_options(&self) -> Options<'_, Self> {
        self.options()
    }

    fn common_options() -> Vec<OptionInfo> {
        vec![OptionInfo {
            name: "colour",
            default: "red".into(),
            help: "Colour.",
        }]
    }

    fn configured(plugin: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError> {
        let own = params.filtered(|key| key != "colour");
        if own.is_empty() {
            return Ok(Arc::clone(plugin));
        }
        plugin.options().configured(&own).map(Arc::from)
    }
}

impl<T: Shape + 'static> KindOf<T> for dyn Shape {
    fn boxed(plugin: T) -> Box<Self> {
        Box::new(plugin)
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
        }
    }

    fn options(&self) -> Options<'_, dyn Shape> {
        Options::of(self, Self { radius: 1 }, |circle| {
            vec![Field::value("radius", &mut circle.radius).help("Radius.")]
        })
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
        }
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
fn a_key_has_one_value() {
    let mut params = Params::default();
    params.insert("on", "TRUE").unwrap();
    let twice = params.insert("on", 1).unwrap_err();
    assert_eq!(twice.to_string(), "`on` is given twice");
    assert_eq!(params.take("on").as_deref(), Some("TRUE"));
    assert_eq!(params.get("on"), None);
}

#[test]
fn fields_take_what_they_expect() {
    let read = |text: &str| {
        let (mut limit, mut is_on, mut word) = (None::<u64>, false, 1);
        let fields = vec![
            Field::maybe("limit", &mut limit, "none").expects("a limit"),
            Field::flag("on", &mut is_on),
            Field::word(
                "word",
                &mut word,
                &[("first", 1), ("best", 2), ("worst", 3)],
            ),
        ];
        let params = Params::read(text, ListForm::Spec).unwrap();
        let read = Field::set_all(fields, &params);
        read.map(|()| (limit, is_on, word))
            .map_err(|error| error.to_string())
    };
    assert_eq!(read("limit=9 on=TRUE word=best"), Ok((Some(9), true, 2)));
    assert_eq!(read("limit=none on=0"), Ok((None, false, 1)));
    for (text, expected) in [
        ("limit=-1", "option `limit` is `-1`, expected a limit"),
        ("on=2", "option `on` is `2`, expected `true` or `false`"),
        (
            "word=x",
            "option `word` is `x`, expected `first`, `best` or `worst`",
        ),
    ] {
        assert_eq!(read(text), Err(expected.to_owned()));
    }
}
