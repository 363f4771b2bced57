; The state of a 32-bit xorshift generator from its output two steps later.
; expect: sat unsat
(set-logic QF_BV)
(declare-const s (_ BitVec 32))
(define-fun step ((x (_ BitVec 32))) (_ BitVec 32)
  (let ((a (bvxor x (bvshl x #x0000000d))))
    (let ((b (bvxor a (bvlshr a #x00000011))))
      (bvxor b (bvshl b #x00000005)))))
(assert (= (step (step s)) #xdeadbeef))
(check-sat)
(push 1)
; The step is a bijection: no second state leads there.
(declare-const t (_ BitVec 32))
(assert (= (step (step t)) #xdeadbeef))
(assert (distinct s t))
(check-sat)
(pop 1)
