; The parallel bit count equals the sum of the bits.
; expect: unsat
(set-logic QF_BV)
(declare-const x (_ BitVec 16))
(define-fun bit ((v (_ BitVec 16)) (n (_ BitVec 16))) (_ BitVec 16) (bvand (bvlshr v n) #x0001))
(define-fun c1 () (_ BitVec 16) (bvsub x (bvand (bvlshr x #x0001) #x5555)))
(define-fun c2 () (_ BitVec 16) (bvadd (bvand c1 #x3333) (bvand (bvlshr c1 #x0002) #x3333)))
(define-fun c3 () (_ BitVec 16) (bvand (bvadd c2 (bvlshr c2 #x0004)) #x0f0f))
(define-fun count () (_ BitVec 16) (bvand (bvadd c3 (bvlshr c3 #x0008)) #x001f))
(assert (distinct count (bvadd
  (bit x #x0000) (bit x #x0001) (bit x #x0002) (bit x #x0003)
  (bit x #x0004) (bit x #x0005) (bit x #x0006) (bit x #x0007)
  (bit x #x0008) (bit x #x0009) (bit x #x000a) (bit x #x000b)
  (bit x #x000c) (bit x #x000d) (bit x #x000e) (bit x #x000f))))
(check-sat)
