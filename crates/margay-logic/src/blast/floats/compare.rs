//! Comparisons: NaN compares with nothing, and the zeros are equal.

use super::super::gates::Circuit;
use super::super::sat::Lit;
use super::Parts;

impl Circuit {
    fn ordered(&mut self, a: Parts<'_>, b: Parts<'_>) -> Lit {
        let (a, b) = (self.is_nan(a), self.is_nan(b));
        self.and(!a, !b)
    }

    fn both_zero(&mut self, a: Parts<'_>, b: Parts<'_>) -> Lit {
        let (a, b) = (self.is_zero(a), self.is_zero(b));
        self.and(a, b)
    }

    pub(super) fn float_less(&mut self, a: Parts<'_>, b: Parts<'_>) -> Lit {
        let ordered = self.ordered(a, b);
        let less = self.number_less(a, b);
        self.and(ordered, less)
    }

    pub(super) fn float_at_most(&mut self, a: Parts<'_>, b: Parts<'_>) -> Lit {
        let ordered = self.ordered(a, b);
        let greater = self.number_less(b, a);
        self.and(ordered, !greater)
    }

    pub(super) fn float_equal(&mut self, a: Parts<'_>, b: Parts<'_>) -> Lit {
        let magnitude = self.equal(a.magnitude, b.magnitude);
        let sign = self.xor(a.sign, b.sign);
        let zeros = self.both_zero(a, b);
        let same_sign = self.or(!sign, zeros);
        let same = self.and(magnitude, same_sign);
        let ordered = self.ordered(a, b);
        self.and(ordered, same)
    }

    /// The order of words with sign and magnitude, which is that of the numbers.
    fn number_less(&mut self, a: Parts<'_>, b: Parts<'_>) -> Lit {
        let (below, above) =
            (self.less(a.magnitude, b.magnitude), self.less(b.magnitude, a.magnitude));
        let same_sign = self.mux(a.sign, above, below);
        let zeros = self.both_zero(a, b);
        let negative = self.and(a.sign, !zeros);
        let differ = self.xor(a.sign, b.sign);
        self.mux(differ, negative, same_sign)
    }
}
