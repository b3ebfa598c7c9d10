//! The tags of a game, in the order in which they stand.

/// Names with their values. Names are found in any case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag; of several with the name, the first.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Sets a tag; what it had is returned.
    pub fn set(&mut self, name: &str, value: impl Into<String>) -> Option<String> {
        let value = value.into();
        if let Some((_, old)) = self.0.iter_mut().find(|(it, _)| it.eq_ignore_ascii_case(name)) {
            return Some(std::mem::replace(old, value));
        }
        self.0.push((name.to_owned(), value));
        None
    }

    /// All tags.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps points of another system as the result, unless it says something: only this tag has them.
    pub(super) fn keep_points(&mut self, points: &str) {
        if matches!(self.get("Result").map(str::trim), None | Some("" | "?" | "*")) {
            self.set("Result", points);
        }
    }

    /// Adds a tag as read; the first of a name counts.
    pub(super) fn add(&mut self, name: &str, value: String) {
        if self.get(name).is_none() {
            self.0.push((name.to_owned(), value));
        }
    }
}
