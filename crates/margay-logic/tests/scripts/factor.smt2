; A product of two 12-bit primes has one factorisation with the smaller factor first.
; expect: sat unsat
(set-logic QF_BV)
(declare-const p (_ BitVec 24))
(declare-const q (_ BitVec 24))
(assert (bvult #x000001 p))
(assert (bvule p q))
(assert (bvult q #x001000))
; 3413 * 4093
(assert (= (bvmul p q) (bvmul #x000d55 #x000ffd)))
(check-sat)
(assert (distinct p #x000d55))
(check-sat)
