//! Lines of CSV.

/// Lines of CSV, in memory.
#[derive(Debug)]
pub struct CsvLines(csv::Writer<Vec<u8>>);

impl CsvLines {
    /// With a first line of these names.
    pub fn new(names: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Self {
        // Accept lines with another number of fields.
        let mut builder = csv::WriterBuilder::new();
        let mut lines = Self(builder.flexible(true).from_writer(Vec::new()));
        lines.push(names);
        lines
    }

    /// Adds a line.
    pub fn push(&mut self, fields: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        // Writing to memory cannot fail.
        let _ = self.0.write_record(fields);
    }

    /// All lines.
    pub fn finish(self) -> String {
        let bytes = self.0.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }
}
