//! Domains: the unsigned and the signed bounds of a value, each sharpening the other.

use crate::value::{mask, signed, signed_max, signed_min};

/// Bounds of a value of some width, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Domain {
    pub(super) lo: u64,
    pub(super) hi: u64,
    pub(super) slo: i64,
    pub(super) shi: i64,
    pub(super) bits: u32,
}

impl Domain {
    /// All values of a width.
    pub(super) fn full(bits: u32) -> Domain {
        let (slo, shi) = (signed(signed_min(bits), bits), signed_max(bits) as i64);
        Domain { lo: 0, hi: mask(bits), slo, shi, bits }
    }

    /// One value.
    pub(super) fn only(value: u64, bits: u32) -> Domain {
        let s = signed(value, bits);
        Domain { lo: value, hi: value, slo: s, shi: s, bits }
    }

    /// The values between two unsigned bounds.
    pub(super) fn unsigned(lo: u64, hi: u64, bits: u32) -> Domain {
        Domain { lo, hi, ..Domain::full(bits) }.tight()
    }

    /// The values between two signed bounds.
    pub(super) fn signed(slo: i64, shi: i64, bits: u32) -> Domain {
        Domain { slo, shi, ..Domain::full(bits) }.tight()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lo > self.hi || self.slo > self.shi
    }

    /// The value, if there is only one.
    pub(super) fn single(&self) -> Option<u64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    pub(super) fn meet(self, other: Domain) -> Domain {
        Domain {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
            slo: self.slo.max(other.slo),
            shi: self.shi.min(other.shi),
            bits: self.bits,
        }
        .tight()
    }

    pub(super) fn hull(self, other: Domain) -> Domain {
        Domain {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            slo: self.slo.min(other.slo),
            shi: self.shi.max(other.shi),
            bits: self.bits,
        }
    }

    pub(super) fn contains(&self, value: u64) -> bool {
        let s = signed(value, self.bits);
        (self.lo..=self.hi).contains(&value) && (self.slo..=self.shi).contains(&s)
    }

    /// Bounds that stay on one side of the sign carry over to the other order.
    fn tight(mut self) -> Domain {
        let bits = self.bits;
        let top = signed_max(bits);
        for _ in 0..2 {
            if self.is_empty() {
                return self;
            }
            if self.hi <= top || self.lo > top {
                self.slo = self.slo.max(signed(self.lo, bits));
                self.shi = self.shi.min(signed(self.hi, bits));
            }
            if self.slo >= 0 || self.shi < 0 {
                self.lo = self.lo.max(self.slo as u64 & mask(bits));
                self.hi = self.hi.min(self.shi as u64 & mask(bits));
            }
        }
        self
    }
}
