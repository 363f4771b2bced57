; No even number has one.
; expect: unsat
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= ((_ extract 0 0) y) #b0))
(assert (= (bvmul x y) #x00000001))
(check-sat)
