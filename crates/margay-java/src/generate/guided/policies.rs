//! Policies on the paths of a method: the guide of its search, and the last word on its cases.

use super::super::options::GenerateOptions;
use margay_search::generate::case::{GuidedReport, Losses, MethodName, TestCase};
use margay_search::generate::cost::CostModel;
use margay_search::generate::policy::{Policy, Rank};

impl GenerateOptions {
    /// The policy for a method, if there is one.
    pub(crate) fn policy_for(&self, name: &MethodName) -> Option<&Policy> {
        let full = format!("{}.{}", name.class.replace('$', "."), name.name);
        let is_for = |policy: &&Policy| {
            policy.method.as_ref().is_none_or(|method| {
                let method = method.replace('$', ".");
                full == method || full.ends_with(&format!(".{method}"))
            })
        };
        self.policies.iter().find(is_for)
    }

    /// The rank that a policy wants, with its model.
    fn rank_for(&self, name: &MethodName) -> Option<(CostModel, usize)> {
        let Rank { model, count } = self.policy_for(name)?.rank.clone()?;
        let model = model.or_else(|| self.metered().first().cloned())?;
        Some((model, count))
    }
}

/// Keeps of the cases of a method those that its policy wants, by what their replay has cost; of `worst`
/// and `top-N` the dearest first.
pub(crate) fn select<T>(
    options: &GenerateOptions,
    name: &MethodName,
    mut cases: Vec<(TestCase, T)>,
) -> Vec<(TestCase, T)> {
    let Some(policy) = options.policy_for(name) else { return cases };
    let cost = |case: &TestCase, model: &CostModel| {
        let model = model.to_string();
        case.costs.iter().find(|cost| cost.model == model).map_or(0, |cost| cost.value)
    };
    cases.retain(|(case, _)| {
        let mut limits = policy.limits.iter();
        limits.all(|limit| (cost(case, &limit.model) > limit.bound) == limit.is_more)
    });
    if let Some((model, count)) = options.rank_for(name) {
        cases.sort_by_key(|(case, _)| std::cmp::Reverse(cost(case, &model)));
        cases.truncate(count);
    }
    cases
}

/// Says of `worst` and `top-N` whether they are proved, and why not.
pub(crate) fn prove(
    options: &GenerateOptions,
    name: &MethodName,
    losses: &Losses,
    report: &mut GuidedReport,
) {
    if options.rank_for(name).is_none() {
        return;
    }
    let Losses { bounds, concretized, unsupported, unmade, unknown, diverged, stopped } = losses;
    // What lies beyond loops and lengths is beyond the bounds; an endless loop costs more than all.
    let endless: Vec<_> = bounds.iter().filter(|loss| loss.what.starts_with("endless")).collect();
    let count = |list: &[margay_search::generate::case::Loss]| {
        list.iter().map(|loss| loss.count).sum::<u64>()
    };
    let lost = [
        ("values made concrete", count(concretized)),
        ("paths not supported", count(unsupported)),
        ("paths without a call sequence", count(unmade)),
        ("questions unknown to the solver", count(unknown)),
        ("paths that diverged", count(diverged)),
        ("endless loops", endless.iter().map(|loss| loss.count).sum()),
    ];
    let lost = lost.iter().filter(|(_, count)| *count > 0);
    report.because = lost.map(|(what, count)| format!("{count} {what}")).collect();
    report.because.extend(stopped.clone());
    report.proved = Some(report.because.is_empty());
}
