//! A search that is divided: one of several parts, searched on its own and joined with the others
//! later.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One of several parts. As data it is its text: `2/10`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// Which, from 0.
    pub index: usize,
    /// Of how many.
    pub of: usize,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        text.parse()
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "expected a part such as 2/10, counted from 1";
        let (index, of) = text.split_once('/').ok_or(wrong)?;
        let (index, of): (usize, usize) =
            (index.parse().map_err(|_| wrong)?, of.parse().map_err(|_| wrong)?);
        if (1..=of).contains(&index) { Ok(Shard { index: index - 1, of }) } else { Err(wrong) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards() {
        assert_eq!("1/1".parse(), Ok(Shard { index: 0, of: 1 }));
        assert_eq!("2/10".parse(), Ok(Shard { index: 1, of: 10 }));
        assert_eq!(Shard { index: 1, of: 10 }.to_string(), "2/10");
        for bad in ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
