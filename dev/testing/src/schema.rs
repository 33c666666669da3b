//! Checks JSON against the subset of JSON Schema that the schemas of this repository use.

use std::collections::BTreeSet;

use serde_json::Value;

/// Keywords that say nothing here, or that other ones check.
const NOT_CHECKED: &str = "required additionalProperties default description title pattern format minItems maxItems \
                           maximum $id $schema $defs";

/// Whether a value is what a schema describes; `root` is the schema that references are looked up in, but for a schema
/// with an `$id`, which has its own.
///
/// Objects are closed: a field that the schema does not list is an error, unless it lists none.
///
/// # Errors
/// What is wrong, and keywords that this function does not know.
///
/// ```
/// use memplan_testing::schema::conforms;
/// use serde_json::json;
///
/// let schema = json!({ "type": "array", "items": { "type": "integer", "minimum": 0 } });
/// assert_eq!(conforms(&json!([0, 1]), &schema, &schema), Ok(()));
/// let error = conforms(&json!([0, -1]), &schema, &schema).unwrap_err();
/// assert_eq!(error, "-1 is not at least 0");
/// ```
pub fn conforms(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let root = if schema["$id"].is_string() {
        schema
    } else {
        root
    };
    if let Some(path) = schema["$ref"].as_str() {
        let target = root.pointer(path.trim_start_matches('#'));
        let target = target.ok_or_else(|| format!("there is no {path} in the schema"))?;
        return conforms(value, target, root);
    }
    let fail = |what: &str| Err(format!("{value} is not {what}"));
    let keywords = schema.as_object().ok_or("a schema is an object")?;
    for (keyword, expected) in keywords {
        match keyword.as_str() {
            "const" if value != expected => return fail(&expected.to_string()),
            "enum" if !elements(expected).contains(value) => return fail("in the enum"),
            "oneOf" | "anyOf" => {
                let alternatives = elements(expected).iter();
                let results: Vec<_> = alternatives.map(|one| conforms(value, one, root)).collect();
                let n_right = results.iter().filter(|result| result.is_ok()).count();
                if n_right == 0 || keyword == "oneOf" && n_right > 1 {
                    return fail(&format!("exactly one alternative: {results:?}"));
                }
            }
            "type" => check_type(value, expected)?,
            "minimum" if is_below(value, expected) => {
                return fail(&format!("at least {expected}"));
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    conforms(item, expected, root)?;
                }
            }
            "properties" if !value.is_null() => check_fields(value, schema, root)?,
            "properties" | "const" | "enum" | "minimum" => {}
            other if NOT_CHECKED.split(' ').any(|keyword| keyword == other) => {}
            other => return Err(format!("the keyword `{other}` is not known here")),
        }
    }
    Ok(())
}

fn elements(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn is_below(value: &Value, least: &Value) -> bool {
    // Numbers from 2^63 on are above every minimum of our schemas.
    value
        .as_i64()
        .is_some_and(|value| least.as_i64().is_none_or(|least| value < least))
}

fn check_type(value: &Value, expected: &Value) -> Result<(), String> {
    let is_one = |types: &Vec<Value>| types.iter().any(|one| check_type(value, one).is_ok());
    let is_type = match expected.as_str() {
        None => expected.as_array().is_some_and(is_one),
        Some("null") => value.is_null(),
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("boolean") => value.is_boolean(),
        _ => return Err(format!("the type {expected} is not known here")),
    };
    if is_type {
        Ok(())
    } else {
        Err(format!("{value} is not of the type {expected}"))
    }
}

fn check_fields(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let Some(fields) = value.as_object() else {
        return Err(format!("{value} is not an object"));
    };
    for (name, field) in fields {
        let property = schema["properties"].get(name);
        let property = property.ok_or_else(|| format!("there is no field `{name}`"))?;
        conforms(field, property, root)?;
    }
    let required = &schema["required"];
    let mut required = elements(required).iter().filter_map(Value::as_str);
    match required.find(|name| !fields.contains_key(*name)) {
        Some(name) => Err(format!("{value} has no field `{name}`")),
        None => Ok(()),
    }
}

/// The names of all fields that a value has, at any depth.
pub fn fields_used(value: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    visit(value, &mut |fields| names.extend(fields.keys().cloned()));
    names
}

/// The names of all fields that a schema lists, at any depth.
pub fn fields_known(schema: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    visit(schema, &mut |fields| {
        let properties = fields.get("properties").and_then(Value::as_object);
        names.extend(properties.into_iter().flat_map(|p| p.keys().cloned()));
    });
    names
}

fn visit(value: &Value, see: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            see(fields);
            fields.values().for_each(|field| visit(field, see));
        }
        Value::Array(items) => items.iter().for_each(|item| visit(item, see)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
