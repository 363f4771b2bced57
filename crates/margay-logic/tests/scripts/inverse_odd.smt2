; Every odd 32-bit number has a multiplicative inverse: find that of 0x12345677.
; expect: sat
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(assert (= (bvmul x #x12345677) #x00000001))
(check-sat)
