; Aliasing: with three objects and null, five pairwise different references are one too many
; when each must be one of them.
; expect: unsat sat
(set-logic QF_UFBV)
(declare-sort Ref 0)
(declare-const null Ref)
(declare-const p Ref)
(declare-const q Ref)
(declare-const r Ref)
(declare-const x Ref)
(assert (distinct null p q r))
(push 1)
(assert (distinct x null p q r))
(assert (or (= x null) (= x p) (= x q) (= x r)))
(check-sat)
(pop 1)
(assert (distinct x null p q))
(assert (or (= x null) (= x p) (= x q) (= x r)))
(check-sat)
