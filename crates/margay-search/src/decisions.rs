//! Decision paths: the list of alternatives taken names any node of the search tree. It replays,
//! and it is printed with every result.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};
use std::str::FromStr;
use thiserror::Error;

/// Alternatives taken, first choice first; each counts from 0. As data it is its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Decisions(pub Vec<u32>);

impl fmt::Display for Decisions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, alternative) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_char(',')?;
            }
            // Most have one digit, and every structure that is written has dozens.
            match char::from_digit(*alternative, 10) {
                Some(digit) => f.write_char(digit)?,
                None => write!(f, "{alternative}")?,
            }
        }
        Ok(())
    }
}

impl From<Decisions> for String {
    fn from(decisions: Decisions) -> String {
        decisions.to_string()
    }
}

impl TryFrom<String> for Decisions {
    type Error = NotDecisions;

    fn try_from(text: String) -> Result<Self, NotDecisions> {
        text.parse()
    }
}

/// A decision path that is not a list of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not an alternative: a decision path is a list of numbers such as 0,2,1")]
pub struct NotDecisions(String);

impl FromStr for Decisions {
    type Err = NotDecisions;

    fn from_str(text: &str) -> Result<Self, NotDecisions> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let numbers = parts.map(|part| part.parse().map_err(|_| NotDecisions(part.to_owned())));
        numbers.collect::<Result<_, _>>().map(Decisions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for text in ["", "0", "0,2,1", "9,10,123,4294967295"] {
            assert_eq!(text.parse::<Decisions>().unwrap().to_string(), text);
        }
        assert_eq!("1,x".parse::<Decisions>(), Err(NotDecisions("x".to_owned())));
    }
}
