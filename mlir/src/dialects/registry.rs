//! Dialects as values: a single dialect, and the set that a parser, a module and a verifier use.
//!
//! A [`Dialect`] is a static table; [`Dialects`] is a set of them, cheap to clone, that finds an
//! operation by its name in constant time. [`Dialects::core`] is built once per process. A program
//! adds dialects of its own with [`Dialects::with`], and passes the set to
//! [`ParseOptions`](crate::text::ParseOptions) or to [`Context::with_dialects`].

use super::Clauses;
use std::any::Any;
use std::sync::{Arc, LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use super::classes::{ClassRow, Facts, Place, Relation, TypeClass};
use super::def::{Arg, Form, OpDef, Spelling};
use super::vocabulary::AttrBody;
use crate::ir::{Context, TypeId};
use crate::syntax::{MlirVersion, TypeParse};

/// One dialect: its operations, attributes and types.
///
/// All fields except for the name and the operations have a safe default in [`Dialect::EMPTY`].
#[derive(Debug)]
pub struct Dialect {
    /// Its name, which is the prefix of its operations.
    pub name: &'static str,
    /// Its operations, in any number of tables.
    pub ops: &'static [&'static [OpDef]],
    /// Operations that exist but have no entry; they are read in generic form only.
    pub without_entry: &'static [&'static str],
    /// Whether operations of the dialect that no table lists are allowed, in generic form; if it lists no attributes or
    /// no types, any of those is, too.
    pub allows_unknown_ops: bool,
    /// How custom forms of MLIR 24 write inherent attributes that formats do not spell.
    pub clauses: Clauses,
    /// The first version whose custom forms are such.
    pub strict_from: MlirVersion,
    /// How other versions of MLIR than 22 write its operations.
    pub spellings: &'static [Spelling],
    /// Its attributes, sorted by name, with the keywords that they may contain.
    pub attrs: &'static [(&'static str, AttrBody)],
    /// More attributes, sorted, whose bodies are kept as text and not checked.
    pub other_attrs: &'static [&'static str],
    /// The first keywords of its types.
    pub types: &'static [&'static str],
    /// Parses its types, for dialects whose types have several spellings. The bodies of other types are kept as text.
    pub parse_type: Option<TypeParse>,
    /// The element type of one of its types, for formats with `Ty::Elem`.
    pub element_type: Option<fn(&mut Context, TypeId) -> Option<TypeId>>,
    /// The permitted types of the values of its operations.
    pub classes: &'static [&'static [ClassRow]],
    /// Relations between types; the names of operations are without the prefix of the dialect, separated by blanks.
    pub relations: &'static [(Relation, &'static str)],
}

impl Dialect {
    /// A dialect without a name and operations, to be filled in by struct update syntax.
    pub const EMPTY: Self = Self {
        name: "",
        ops: &[],
        without_entry: &[],
        allows_unknown_ops: false,
        clauses: Clauses::Dictionary,
        strict_from: MlirVersion::V24,
        spellings: &[],
        attrs: &[],
        other_attrs: &[],
        types: &[],
        parse_type: None,
        element_type: None,
        classes: &[],
        relations: &[],
    };

    /// Its operations.
    pub fn ops(&self) -> impl Iterator<Item = &'static OpDef> {
        self.ops.iter().flat_map(|table| table.iter())
    }

    /// The syntax after the name of this attribute; `None` if the dialect has no such attribute.
    pub(crate) fn attr(&self, name: &str) -> Option<AttrBody> {
        let place = self
            .attrs
            .binary_search_by_key(&name, |(attr_name, _)| attr_name);
        match place {
            Ok(index) => self.attrs.get(index).map(|(_, body)| *body),
            Err(_) => {
                let is_open = self.allows_unknown_ops && self.attrs.is_empty();
                let is_other = self.other_attrs.binary_search(&name).is_ok()
                    || (is_open && self.other_attrs.is_empty());
                is_other.then_some(AttrBody::Other)
            }
        }
    }

    /// Whether the dialect has this type. A dialect with its own type parser decides while parsing.
    pub(crate) fn has_type(&self, name: &str) -> bool {
        self.parse_type.is_some()
            || self.types.contains(&name)
            || (self.allows_unknown_ops && self.types.is_empty())
    }
}

/// Dialects without tables whose custom forms are kept as text.
const KEPT_AS_TEXT: [&str; 5] = ["emitc", "shape", "smt", "spirv", "transform"];

/// Errors of [`Dialects::with`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DialectError {
    /// Two dialects have one name.
    #[error("the dialect `{name}` is registered already")]
    DuplicateDialect {
        /// The name.
        name: &'static str,
    },
    /// Two operations have one name.
    #[error("the operation `{name}` is registered already")]
    DuplicateOp {
        /// The name.
        name: &'static str,
    },
    /// The name of an operation does not start with that of its dialect.
    #[error("the operation `{name}` does not start with the name of its dialect, `{dialect}.`")]
    ForeignOp {
        /// The operation.
        name: &'static str,
        /// The dialect whose table lists it.
        dialect: &'static str,
    },
}

/// A set of dialects. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Dialects(Arc<Tables>);

#[derive(Debug, Default)]
struct Tables {
    /// Sorted by name.
    dialects: Vec<&'static Dialect>,
    ops: FxHashMap<&'static str, &'static OpDef>,
    /// Computed when a name is unknown or text of another version is written.
    spellings: OnceLock<Spellings>,
    /// Facts about types, by operation name; computed when the verifier first needs them.
    facts: OnceLock<FxHashMap<&'static str, Facts>>,
    /// Facts about operations from other crates.
    extensions: Vec<Arc<dyn Any + Send + Sync>>,
}

#[derive(Debug, Default)]
struct Spellings {
    rows: FxHashMap<&'static str, Vec<&'static Spelling>>,
    old_names: FxHashMap<&'static str, &'static OpDef>,
    /// The versions that have an operation of this name, where these are not all.
    versions: FxHashMap<String, (MlirVersion, MlirVersion)>,
}

impl Spellings {
    /// An operation of this name is in no other versions.
    fn limit(&mut self, name: &str, first: MlirVersion, last: MlirVersion) {
        let versions = self.versions.entry(name.to_owned());
        let versions = versions.or_insert((MlirVersion::V19, MlirVersion::V24));
        *versions = (versions.0.max(first), versions.1.min(last));
    }

    /// An operation of this name is in all versions but these, which are the first or the last ones.
    fn exclude(&mut self, name: &str, first: MlirVersion, last: MlirVersion) {
        let all = &MlirVersion::ALL;
        if first == MlirVersion::V19 {
            if let Some(next) = all.iter().find(|version| last < **version) {
                self.limit(name, *next, MlirVersion::V24);
            }
        } else if let Some(before) = all.iter().rev().find(|version| **version < first) {
            self.limit(name, MlirVersion::V19, *before);
        }
    }
}

static CORE: LazyLock<Dialects> = LazyLock::new(|| {
    let tables = Tables {
        dialects: super::CORE.to_vec(),
        ops: super::CORE
            .iter()
            .flat_map(|dialect| dialect.ops())
            .map(|def| (def.name, def))
            .collect(),
        facts: OnceLock::new(),
        spellings: OnceLock::new(),
        extensions: Vec::new(),
    };
    Dialects(Arc::new(tables))
});

impl Default for Dialects {
    fn default() -> Self {
        Self::core()
    }
}

impl Dialects {
    /// The dialects of this crate.
    pub fn core() -> Self {
        CORE.clone()
    }

    /// The set with more dialects. Linear in the number of operations of both.
    ///
    /// # Errors
    ///
    /// [`DialectError`] if a name is taken, or an operation does not belong to its dialect.
    pub fn with(&self, more: &[&'static Dialect]) -> Result<Self, DialectError> {
        let mut tables = Tables {
            dialects: self.0.dialects.clone(),
            ops: self.0.ops.clone(),
            facts: OnceLock::new(),
            spellings: OnceLock::new(),
            extensions: self.0.extensions.clone(),
        };
        for &dialect in more {
            let place = tables
                .dialects
                .binary_search_by_key(&dialect.name, |other| other.name);
            let Err(place) = place else {
                let name = dialect.name;
                return Err(DialectError::DuplicateDialect { name });
            };
            tables.dialects.insert(place, dialect);
            for def in dialect.ops() {
                if def.name.split('.').next() != Some(dialect.name) {
                    return Err(DialectError::ForeignOp {
                        name: def.name,
                        dialect: dialect.name,
                    });
                }
                if tables.ops.insert(def.name, def).is_some() {
                    return Err(DialectError::DuplicateOp { name: def.name });
                }
            }
        }
        Ok(Self(Arc::new(tables)))
    }

    /// The set with facts about operations that [`OpDef`] has no field for: a table that another crate defines, such
    /// as how operations are bufferized. The passes of that crate find it in modules parsed with this set.
    #[must_use]
    pub fn with_extension<T: Any + Send + Sync>(&self, extension: T) -> Self {
        let mut extensions = self.0.extensions.clone();
        extensions.push(Arc::new(extension));
        Self(Arc::new(Tables {
            dialects: self.0.dialects.clone(),
            ops: self.0.ops.clone(),
            facts: OnceLock::new(),
            spellings: OnceLock::new(),
            extensions,
        }))
    }

    /// The extensions of a type, in the order in which they were added.
    pub fn extensions<T: Any>(&self) -> impl Iterator<Item = &T> {
        let extensions = self.0.extensions.iter();
        extensions.filter_map(|extension| extension.downcast_ref())
    }

    /// All dialects, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &'static Dialect> {
        self.0.dialects.iter().copied()
    }

    /// All operations, dialect by dialect.
    pub fn ops(&self) -> impl Iterator<Item = &'static OpDef> {
        self.iter().flat_map(Dialect::ops)
    }

    /// The dialect of this name.
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<&'static Dialect> {
        let dialects = &self.0.dialects;
        let key = |dialect: &&'static Dialect| dialect.name.as_bytes();
        let place = dialects.binary_search_by_key(&name.as_ref(), key);
        dialects.get(place.ok()?).copied()
    }

    /// The definition of the operation with this full name.
    pub fn find(&self, name: &str) -> Option<&'static OpDef> {
        self.0.ops.get(name).copied()
    }

    /// The definition of the operation that older versions of MLIR call by this name.
    pub fn renamed(&self, old_name: &str) -> Option<&'static OpDef> {
        self.spellings().old_names.get(old_name).copied()
    }

    /// The first and the last version that have an operation of this name, where not all have it. Constant time.
    pub(crate) fn versions_of(&self, name: &str) -> Option<(MlirVersion, MlirVersion)> {
        self.spellings().versions.get(name).copied()
    }

    /// The versions whose form of an operation is converted while parsing. Constant time.
    pub(crate) fn older_versions(&self, name: &str) -> Option<(MlirVersion, MlirVersion)> {
        let rows = self.spellings().rows.get(name)?;
        let is_conversion = |row: &&&Spelling| {
            row.versions.0 == MlirVersion::V19
                && matches!(row.form, Form::Converted(_) | Form::Generic(_))
        };
        rows.iter().find(is_conversion).map(|row| row.versions)
    }

    /// How a version of MLIR writes an operation, if not as MLIR 22 does. Constant time.
    pub fn spelling(&self, name: &str, version: MlirVersion) -> Option<Form> {
        let rows = self.spellings().rows.get(name)?;
        let row = rows
            .iter()
            .find(|row| (row.versions.0..=row.versions.1).contains(&version))?;
        Some(row.form)
    }

    fn spellings(&self) -> &Spellings {
        self.0.spellings.get_or_init(|| {
            let mut spellings = Spellings::default();
            let mut name = String::new();
            for dialect in self.iter() {
                for row in dialect.spellings {
                    for op in row.ops.split_whitespace() {
                        name.clear();
                        name.extend([dialect.name, ".", op]);
                        let Some(def) = self.find(&name) else {
                            continue;
                        };
                        spellings.rows.entry(def.name).or_default().push(row);
                        let (first, last) = row.versions;
                        match row.form {
                            Form::Named(old_name) | Form::Renamed(old_name, _) => {
                                spellings.old_names.insert(old_name, def);
                                spellings.limit(old_name, first, last);
                                spellings.exclude(def.name, first, last);
                            }
                            Form::Missing => spellings.exclude(def.name, first, last),
                            Form::Checked(_) | Form::Converted(_) | Form::Generic(_) => {}
                        }
                    }
                }
            }
            spellings
        })
    }

    /// The known operation whose name is most similar to an unknown one, if any is similar enough.
    pub fn nearest(&self, name: &str) -> Option<&'static str> {
        // Comparing with every name is costly if many names are unknown, so filter by length first.
        let limit = (name.len() / 4).clamp(1, 3);
        let names = self.0.ops.keys().copied();
        let near = names.filter(|candidate| candidate.len().abs_diff(name.len()) <= limit);
        memplan_plugin::nearest(name, near)
    }

    /// Facts about the types of an operation, in constant time.
    pub(crate) fn facts(&self, name: &str) -> Option<&Facts> {
        self.0.facts.get_or_init(|| self.all_facts()).get(name)
    }

    fn all_facts(&self) -> FxHashMap<&'static str, Facts> {
        let mut facts = FxHashMap::<_, Facts>::default();
        let mut name = String::new();
        for dialect in self.iter() {
            let mut of = |op: &str, note: &dyn Fn(&OpDef, &mut Facts)| {
                name.clear();
                name.extend([dialect.name, ".", op]);
                if let Some(def) = self.find(&name) {
                    note(def, facts.entry(def.name).or_default());
                }
            };
            for row in dialect.classes.iter().copied().flatten() {
                for op in row.ops.split_whitespace() {
                    of(op, &|def, facts| {
                        facts.places = row.places;
                        facts.operands = listed(def.operands, row.places);
                        facts.results = listed(def.results, row.places);
                    });
                }
            }
            for (relation, ops) in dialect.relations {
                for op in ops.split_whitespace() {
                    of(op, &|_, facts| facts.relations.push(*relation));
                }
            }
        }
        facts
    }

    /// Whether custom forms of a dialect are kept as text: one of those that occur beside memrefs and have no table.
    pub(crate) fn keeps_text(&self, dialect: &[u8]) -> bool {
        KEPT_AS_TEXT.iter().any(|kept| kept.as_bytes() == dialect) && self.get(dialect).is_none()
    }

    /// Whether an operation without a table entry may exist: its dialect is unknown or allows any operation, or MLIR
    /// has it.
    pub(crate) fn may_exist(&self, name: &str) -> bool {
        let dialect = name.split_once('.').map(|(dialect, _)| dialect);
        dialect
            .and_then(|dialect| self.get(dialect))
            .is_none_or(|dialect| {
                dialect.allows_unknown_ops || dialect.without_entry.contains(&name)
            })
    }

    /// The keywords of a dialect attribute `dialect.name`, or `dialect name`, that is a keyword or a set of keywords.
    pub(crate) fn words(&self, mnemonic: &str) -> Option<AttrBody> {
        let (dialect, name) = mnemonic.split_once(['.', ' '])?;
        self.get(dialect)?.attr(name)
    }
}

/// The number of values in a group whose values a row of classes lists one by one, if there is such a group.
fn listed(groups: &[Arg], places: &[(Place, &TypeClass)]) -> Option<usize> {
    let has = |name| groups.iter().any(|group| group.name == name);
    let mut n_listed = 0;
    for &(place, _) in places.iter().filter(|(place, _)| has(place.group())) {
        match place {
            Place::Group(_) => {}
            Place::Nth(..) => n_listed += 1,
            Place::From(..) => return None,
        }
    }
    (n_listed > 0).then_some(n_listed)
}
