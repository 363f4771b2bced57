//! Which paths are wanted by what they cost: `bytes > 48`, `instructions <= 1000`, `worst`, `top-5`.
//!
//! A policy is read from text ([`Policy`]) and followed by a guide ([`PolicyGuide`]): a path that has
//! spent too much goes no further, nor one that cannot spend enough with what lies [ahead](Ahead) of it.
//! Where the cost depends on the input, the end of a path is given an input that meets the policy: for
//! `worst`, the one that costs most.

use super::cost::{Amount, CostModel, symbolic_amount};
use super::guide::{Guide, Judged};
use margay_logic::Outcome;
use margay_machine::Core;
use margay_machine::code::Point;
use margay_machine::symbolic::Symbolic;
use std::fmt;
use std::str::FromStr;

/// A bound on a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is bounded.
    pub model: CostModel,
    /// Whether it has to be more than the bound, rather than at most that.
    pub is_more: bool,
    /// The bound.
    pub bound: u64,
}

/// The dearest paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    /// By which cost; none for the first that is counted.
    pub model: Option<CostModel>,
    /// How many of them.
    pub count: usize,
}

/// Which paths are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// The method it is for: `add`, `Vector.add`; none for all.
    pub method: Option<String>,
    /// What has to hold of each.
    pub limits: Vec<Limit>,
    /// How many of those.
    pub rank: Option<Rank>,
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(method) = &self.method {
            write!(f, "{method}: ")?;
        }
        let limits = self.limits.iter().map(|limit| {
            format!("{} {} {}", limit.model, if limit.is_more { ">" } else { "<=" }, limit.bound)
        });
        let rank = self.rank.as_ref().map(|rank| {
            let words = match rank.count {
                1 => "worst".to_owned(),
                count => format!("top-{count}"),
            };
            rank.model.as_ref().map_or(words.clone(), |model| format!("{words} {model}"))
        });
        f.write_str(&limits.chain(rank).collect::<Vec<_>>().join(" and "))
    }
}

impl FromStr for Policy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // `calls:add > 3` names no method that the policy is for.
        let (method, rest) = match text.split_once(": ") {
            Some((method, rest)) => (Some(method.trim().to_owned()), rest),
            None => (None, text),
        };
        let mut policy = Policy { method, ..Policy::default() };
        for part in rest.split(" and ").flat_map(|part| part.split(',')) {
            policy.add(part.trim())?;
        }
        Ok(policy)
    }
}

impl Policy {
    fn add(&mut self, part: &str) -> Result<(), String> {
        let expected = || {
            format!(
                "`{part}` is no policy: say `bytes > 48`, `instructions <= 1000`, `worst`, `worst bytes` or `top-5`"
            )
        };
        let ranks = part.split_once(' ').map_or((part, None), |(rank, model)| (rank, Some(model)));
        let count = match ranks.0 {
            "worst" => Some(1),
            other => match other.strip_prefix("top-") {
                Some(count) => Some(
                    count.parse().ok().filter(|n| (1..=1000).contains(n)).ok_or_else(expected)?,
                ),
                None => None,
            },
        };
        if let Some(count) = count {
            if self.rank.is_some() {
                return Err("a policy has one `worst` or `top-N`".to_owned());
            }
            let model = ranks.1.map(str::parse).transpose()?;
            self.rank = Some(Rank { model, count });
            return Ok(());
        }
        let signs = [">=", "<=", ">", "<"];
        let (sign, at) = signs
            .iter()
            .find_map(|sign| part.find(sign).map(|at| (*sign, at)))
            .ok_or_else(expected)?;
        let model: CostModel = part[..at].parse()?;
        let number = part[at + sign.len()..].trim();
        let number: u64 = number.parse().map_err(|_| expected())?;
        let bound = match sign {
            ">=" | "<" => number.checked_sub(1),
            _ => Some(number),
        };
        match bound {
            Some(bound) => {
                self.limits.push(Limit { model, is_more: sign.starts_with('>'), bound });
                Ok(())
            }
            None if sign == ">=" => Ok(()),
            None => Err(format!("`{part}` never holds: a cost is not negative")),
        }
    }

    /// All that has to be counted for it.
    pub fn models(&self) -> impl Iterator<Item = &CostModel> {
        let rank = self.rank.iter().filter_map(|rank| rank.model.as_ref());
        self.limits.iter().map(|limit| &limit.model).chain(rank)
    }
}

/// What can still come.
pub trait Ahead {
    /// The most that what is left of the program can cost from a question on, by the way into this block if
    /// it is known; none if there is no bound.
    fn most(&mut self, core: &Core<Symbolic>, model: &CostModel, way: Option<Point>)
    -> Option<u64>;
}

/// Follows a policy.
pub struct PolicyGuide {
    /// All that is counted.
    models: Vec<CostModel>,
    limits: Vec<Limit>,
    rank: Option<(CostModel, usize)>,
    /// What can still come, if somebody knows; without, paths are judged at their end alone.
    ahead: Option<Box<dyn Ahead>>,
    /// The costs of the dearest paths so far, in descending order.
    best: Vec<u64>,
    /// Paths that were not wanted at their end.
    pub dropped: u64,
    /// Ways that were not taken as no path there could be wanted.
    pub pruned: u64,
    /// Paths on which the platform has taken shortcuts, whose cost is known at the replay only.
    pub inexact: u64,
}

impl PolicyGuide {
    /// The guide of a policy, where these models are counted, the first of them by default.
    #[must_use]
    pub fn new(policy: &Policy, models: &[CostModel], ahead: Option<Box<dyn Ahead>>) -> Self {
        let rank = policy.rank.as_ref().map(|rank| {
            let model = rank.model.clone().or_else(|| models.first().cloned());
            (model.unwrap_or(CostModel::Instructions), rank.count)
        });
        PolicyGuide {
            models: models.to_vec(),
            limits: policy.limits.clone(),
            rank,
            ahead,
            best: Vec::new(),
            dropped: 0,
            pruned: 0,
            inexact: 0,
        }
    }

    /// What a path must cost more than, if enough are known already.
    fn threshold(&self) -> Option<(CostModel, u64)> {
        let (model, count) = self.rank.as_ref()?;
        (self.best.len() >= *count).then(|| (model.clone(), self.best[count - 1]))
    }

    /// Whether the path may get beyond a number with what lies ahead of it.
    fn may_exceed(
        &mut self,
        core: &Core<Symbolic>,
        model: &CostModel,
        bound: u64,
        way: Option<Point>,
    ) -> bool {
        let Some(ahead) = &mut self.ahead else { return true };
        let Some(most) = ahead.most(core, model, way) else { return true };
        let spent = symbolic_amount(core, &self.models, model).constant();
        spent.is_none_or(|spent| spent.saturating_add(most) > bound)
    }

    /// Gives a path the input that costs most, if that is more than a number; tells how much it is.
    fn maximize(
        core: &mut Core<Symbolic>,
        amount: &Amount,
        above: Option<u64>,
    ) -> Result<Option<u64>, String> {
        if let Some(cost) = amount.constant() {
            return Ok(Some(cost).filter(|cost| above.is_none_or(|above| *cost > above)));
        }
        let mut can_exceed = |bound: u64| match amount.exceeds(&mut core.domain, bound) {
            Ok(holds) => Ok(holds),
            Err(condition) => match core.domain.path.feasible(condition) {
                Outcome::Sat => Ok(true),
                Outcome::Unsat => Ok(false),
                Outcome::Unknown(reason) => Err(reason.to_string()),
            },
        };
        let least = amount.least().saturating_sub(1);
        let mut low = above.unwrap_or(least).max(least);
        if !can_exceed(low)? {
            return Ok(None);
        }
        let (mut high, mut step) = (None, 8);
        loop {
            let next = high.map_or(low + step, |high: u64| low.midpoint(high));
            if next == low {
                break;
            }
            if can_exceed(next)? {
                (low, step) = (next, step * 2);
            } else {
                high = Some(next);
            }
        }
        if let Err(condition) = amount.exceeds(&mut core.domain, low) {
            core.domain.path.turn(condition);
        }
        Ok(Some(low + 1))
    }

    /// Judges a path by the bounds on its costs.
    fn meets_limits(&self, core: &mut Core<Symbolic>) -> Judged {
        for limit in &self.limits {
            let amount = symbolic_amount(core, &self.models, &limit.model);
            let condition = match amount.exceeds(&mut core.domain, limit.bound) {
                Ok(exceeds) if exceeds == limit.is_more => continue,
                Ok(_) => return Judged::Unwanted,
                Err(condition) => condition,
            };
            let path = &mut core.domain.path;
            let wanted = if limit.is_more { condition } else { path.negation(condition) };
            match path.turn(wanted) {
                Outcome::Sat => {}
                Outcome::Unsat => return Judged::Unwanted,
                Outcome::Unknown(reason) => return Judged::Unknown(reason.to_string()),
            }
        }
        Judged::Wanted
    }

    fn judge_cost(&mut self, core: &mut Core<Symbolic>) -> Judged {
        let judged = self.meets_limits(core);
        let Some((model, count)) = self.rank.clone().filter(|_| judged == Judged::Wanted) else {
            return judged;
        };
        let above = self.threshold().map(|(_, bound)| bound);
        let amount = symbolic_amount(core, &self.models, &model);
        match Self::maximize(core, &amount, above) {
            Ok(Some(cost)) => {
                let place = self.best.partition_point(|known| *known >= cost);
                self.best.insert(place, cost);
                self.best.truncate(count);
                Judged::Wanted
            }
            Ok(None) => Judged::Unwanted,
            Err(reason) => Judged::Unknown(reason),
        }
    }
}

impl Guide for PolicyGuide {
    fn allows(&mut self, core: &Core<Symbolic>, way: Option<Point>) -> bool {
        if self.ahead.is_none() || core.meter.spent().shortcuts > 0 {
            return true;
        }
        let limits = self.limits.clone();
        let is_open = limits.iter().all(|limit| match limit.is_more {
            true => self.may_exceed(core, &limit.model, limit.bound, way),
            false => {
                let spent = symbolic_amount(core, &self.models, &limit.model);
                spent.least() <= limit.bound
            }
        });
        let is_open = is_open
            && self
                .threshold()
                .is_none_or(|(model, bound)| self.may_exceed(core, &model, bound, way));
        self.pruned += u64::from(!is_open);
        is_open
    }

    fn takes_last_first(&self) -> bool {
        self.rank.is_some()
    }

    fn judge(&mut self, core: &mut Core<Symbolic>) -> Judged {
        if core.meter.spent().shortcuts > 0 {
            // What it costs is seen when it is replayed.
            self.inexact += 1;
            return Judged::Wanted;
        }
        let judged = self.judge_cost(core);
        self.dropped += u64::from(judged == Judged::Unwanted);
        judged
    }
}

#[cfg(test)]
mod tests {
    use super::{CostModel, Limit, Policy, Rank};

    #[test]
    fn policies_are_read_as_they_are_written() {
        let read = |text: &str| text.parse::<Policy>().expect("a policy");
        let bytes = Limit { model: CostModel::Bytes, is_more: true, bound: 48 };
        assert_eq!(read("bytes > 48").limits, read("bytes >= 49").limits);
        assert_eq!(read("bytes > 48").limits, [bytes]);
        let calls = CostModel::CallsOf("Vector.add".to_owned());
        let both = read("Multiples.multiples: calls:Vector.add < 4 and top-3 bytes");
        assert_eq!(both.method.as_deref(), Some("Multiples.multiples"));
        assert_eq!(both.limits, [Limit { model: calls, is_more: false, bound: 3 }]);
        assert_eq!(both.rank, Some(Rank { model: Some(CostModel::Bytes), count: 3 }));
        assert_eq!(read("worst").rank, Some(Rank { model: None, count: 1 }));
        let texts = ["bytes > 48", "add: instructions <= 10 and worst calls:f", "top-5"];
        assert!(texts.iter().all(|text| read(text).to_string() == *text));
    }

    #[test]
    fn what_is_no_policy_says_so() {
        for text in ["", "bytes", "bytes > many", "time > 3", "top-0", "worst time", "calls < 0"] {
            let error = text.parse::<Policy>().expect_err(text);
            assert!(
                error.contains("is no policy")
                    || error.contains("is no cost")
                    || error.contains("never holds"),
                "{text}: {error}"
            );
        }
        assert!("worst and top-2".parse::<Policy>().is_err());
    }
}
