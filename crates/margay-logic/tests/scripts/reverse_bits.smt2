; Reversing the bits of a word in five masked steps, twice, gives the word; once gives its mirror.
; expect: unsat unsat
(set-logic QF_BV)
(define-sort Word () (_ BitVec 32))
(declare-const x Word)
(define-fun half ((v Word) (m Word) (n Word)) Word
  (bvor (bvshl (bvand v m) n) (bvand (bvlshr v n) m)))
(define-fun reverse ((v Word)) Word
  (half (half (half (half (half v #x55555555 #x00000001) #x33333333 #x00000002)
    #x0f0f0f0f #x00000004) #x00ff00ff #x00000008) #x0000ffff #x00000010))
(push 1)
(assert (distinct (reverse (reverse x)) x))
(check-sat)
(pop 1)
(assert (distinct ((_ extract 31 31) (reverse x)) ((_ extract 0 0) x)))
(check-sat)
