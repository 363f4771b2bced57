; Compilers divide by 10 with a multiplication: right for all 16-bit numbers.
; expect: unsat
(set-logic QF_BV)
(declare-const n (_ BitVec 16))
(assert (distinct (bvudiv n #x000a)
  ((_ extract 15 0) (bvlshr (bvmul ((_ zero_extend 16) n) #x0000cccd) #x00000013))))
(check-sat)
