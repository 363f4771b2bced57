; The midpoint bug of binary search: (low + high) / 2 can be negative; with an unsigned shift it cannot.
; expect: sat unsat
(set-logic QF_BV)
(declare-const low (_ BitVec 32))
(declare-const high (_ BitVec 32))
(assert (bvsle #x00000000 low))
(assert (bvsle low high))
(push 1)
(assert (bvslt (bvsdiv (bvadd low high) #x00000002) #x00000000))
(check-sat)
(pop 1)
(define-fun mid () (_ BitVec 32) (bvlshr (bvadd low high) #x00000001))
(assert (or (bvslt mid low) (bvslt high mid)))
(check-sat)
