/** Small programs over calls, one for each corner: their cases are the same whatever a call is. */
class Caught {
    static int f(int x) { if(x>3) throw new IllegalStateException("big"); return x; }
    static int m(int x) { try { return f(x)+1; } catch(IllegalStateException e) { return e.getMessage().length(); } finally { if(x == 2) x++; } }
}

class WrittenStatic {
    static int s;
    static void set(int v) { s = v>0 ? v : -v; }
    static int m(int v) { set(v); return s>5 ? s : 0; }
}

class TwoArguments {
    int a;
    TwoArguments n;
    static void w(TwoArguments p, TwoArguments q) { p.a = 1; q.a = 2; }
    static int m(TwoArguments p, TwoArguments q) { if(p == null || q == null) return 0; w(p, q); return p.a; }
}

class ArrayMade {
    static int[] mk(int n) { if(n<0 || n>3) return new int[0]; int[] r = new int[n]; for(int i = 0;i<n;i++) r[i] = i; return r; }
    static int m(int n) { int[] a = mk(n); if(a.length>1) { a[1] = 9; } return a.length == 0 ? -1 : a[a.length-1]; }
}

class TwoTargets {
    static abstract class B { abstract int g(int x); }
    static class C extends B { int g(int x) { return x>0 ? 1 : 2; } }
    static class D extends B { int k; int g(int x) { return x == k ? 3 : 4; } }
    static int m(B b, int x) { if(b == null) return 0; return b.g(x); }
}

class DefaultMethod {
    interface I { default int g(int x) { return x>0 ? h(x) : 0; } int h(int x); }
    static class C implements I { public int h(int x) { return x>5 ? 1 : 2; } }
    static class D implements I { public int h(int x) { return -x; } public int g(int x) { return x<0 ? 7 : 8; } }
    static int m(I i, int x) { return i == null ? -1 : i.g(x); }
}

class Recursive {
    static int fact(int n) { return n <= 1 ? 1 : n*fact(n-1); }
    static int m(int n) { if(n>4) return -1; return fact(n)>5 ? 1 : 0; }
}

class MutuallyRecursive {
    static boolean even(int n) { return n == 0 || odd(n-1); }
    static boolean odd(int n) { return n != 0 && even(n-1); }
    static int m(int n) { if(n<0 || n>4) return 0; return even(n) ? 1 : 2; }
}

class VariableArity {
    static int sum(int... xs) { int s = 0; for(int x : xs) if(x>0) s+=x; return s; }
    static int m(int a, int b) { return sum(a, b)>10 ? 1 : sum(a)>3 ? 2 : 3; }
}

class BoxedResult {
    static Integer box(int x) { return x>0 ? Integer.valueOf(x) : null; }
    static int m(int x) { Integer i = box(x); return i == null ? 0 : i>200 ? 1 : 2; }
}

class TextResult {
    static String name(int x) { return x == 0 ? "zero" : x>0 ? "pos" : null; }
    static int m(int x) { String s = name(x); return s == null ? -1 : s.equals("zero") ? 0 : s.length(); }
}

class WideSlots {
    static long mul(long a, int b) { return b == 0 ? a : a*2+b; }
    static double half(double d, long l) { return d>1 ? d/2 : l; }
    static int m(long a, int b, double d) { long l = mul(a, b); return half(d, l)>3 ? 1 : l>7 ? 2 : 3; }
}

class InitialisedInside {
    static class K { static int v = init(); static int init() { return 7; } static int get(int x) { return x>v ? 1 : 0; } }
    static int m(int x) { return x == 0 ? -1 : K.get(x); }
}

class ChangedList {
    static java.util.List<Integer> add(java.util.List<Integer> l, int x) { if(x>0) l.add(x); return l; }
    static int m(int x) { java.util.ArrayList<Integer> l = new java.util.ArrayList<>(); add(l, x); add(l, x-1); return l.size(); }
}

class NestedLambdas {
    static int apply(java.util.function.IntUnaryOperator f, int x) { return x>0 ? f.applyAsInt(x) : 0; }
    static int m(int x, int y) { return apply(a->apply(b->b>y ? 1 : 2, a), x); }
}

class RuntimeExceptions {
    static int g(int[] a, int i) { return a[i]; }
    static int m(int[] a, int i) { try { return g(a, i)>0 ? 1 : 2; } catch(ArrayIndexOutOfBoundsException e) { return 3; } catch(NullPointerException e) { return 4; } }
}

class Rethrown {
    static class E1 extends Exception { int c; E1(int c) { this.c = c; } }
    static int f(int x) throws E1 { if(x<0) throw new E1(x); return x; }
    static int h(int x) throws E1 { try { return f(x); } catch(E1 e) { if(e.c == -5) throw e; return e.c; } }
    static int m(int x) { try { return h(x)>2 ? 1 : 0; } catch(E1 e) { return e.c; } }
}

class Counter {
    static int c = 0;
    static int next() { return ++c; }
    static int m(int x) { c = x; int a = next(); int b = next(); return a>3 ? b : a+b == 7 ? 5 : 6; }
}

class SharedChildren {
    int v;
    SharedChildren l, r;
    static int depth(SharedChildren t) { return t == null ? 0 : 1+Math.max(depth(t.l), depth(t.r)); }
    static int m(SharedChildren t) { return t == null ? 0 : t.l != null && t.l == t.r ? 9 : t.v>0 ? 1 : 2; }
    static int k(SharedChildren t) { return m(t)+m(t); }
}

class SameReceiver {
    int x;
    void inc(int d) { if(d>0) x+=d; }
    static int m(SameReceiver a, SameReceiver b, int d) { if(a == null || b == null) return -1; a.inc(d); b.inc(d); return a.x == b.x ? a == b ? 1 : 2 : 3; }
}

class Swapped {
    static void swap(int[] a, int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; }
    static int m(int[] a) { if(a == null || a.length != 2) return -1; if(a[0]>a[1]) swap(a, 0, 1); return a[0] <= a[1] ? 1 : 0; }
}

class ObjectResult {
    static Object o(int x) { return x>0 ? "s" : x == 0 ? Integer.valueOf(1) : new int[]{x}; }
    static int m(int x) { Object o = o(x); if(o instanceof String) return 1; if(o instanceof Integer) return 2; return ((int[])o)[0]; }
}

class EnumSwitch {
    enum Q { A, B, C; Q nx() { return values()[(ordinal()+1)%3]; } }
    static int w(Q q) { switch(q) { case A: return 1; case B: return 2; default: return 3; } }
    static int m(Q q) { return q == null ? 0 : w(q) == 2 ? 5 : w(q); }
}

class RefusingConstructor {
    final int a;
    RefusingConstructor(int a) { if(a<0) throw new IllegalArgumentException("neg"); this.a = a; }
    static RefusingConstructor of(int x) { return new RefusingConstructor(x-1); }
    static int m(int x) { try { return of(x).a>3 ? 1 : 2; } catch(IllegalArgumentException e) { return 3; } }
}

class Shifts {
    static int sh(int x, int s) { return s<0 ? x<<-s : x>>s; }
    static int m(int x, int s) { return sh(x, s&3) == 8 ? 1 : sh(x, -1) == 4 ? 2 : 3; }
}

class NarrowTypes {
    static byte b(int x) { return (byte)x; }
    static char c(int x) { return x>0 ? (char)x : 'a'; }
    static short s(byte b) { return b<0 ? (short)-b : b; }
    static int m(int x) { return s(b(x)) == 100 ? 1 : c(x) == 'z' ? 2 : 3; }
}

class TruthValues {
    static boolean t(int x, int y) { return x>y; }
    static boolean u(boolean a, boolean b) { return a^b; }
    static int m(int x, int y) { return u(t(x, y), t(y, 3)) ? 1 : 2; }
}

class Division {
    static int div(int a, int b) { return a/b; }
    static int m(int a, int b) { try { return div(a, b)>1 ? 1 : 2; } catch(ArithmeticException e) { return 3; } }
}

class ArrayOfArrays {
    static int[][] g(int n) { int[][] r = new int[2][]; r[0] = n>0 ? new int[]{n}:null; r[1] = r[0]; return r; }
    static int m(int n) { int[][] a = g(n); if(a[0] == null) return 0; a[0][0]++; return a[1][0]>5 ? 1 : 2; }
}

class StaticReadAgain {
    static int st;
    static int rd() { return st; }
    static void wr(int x) { if(x>0) st = x; }
    static int m(int x, int y) { st = 0; wr(x); int a = rd(); wr(y); return a == rd() ? 1 : 2; }
}

class ReturnsThis {
    int x;
    ReturnsThis self() { return this; }
    ReturnsThis other(ReturnsThis o) { return o == null ? this : o; }
    static int m(ReturnsThis a, ReturnsThis b) { if(a == null) return 0; return a.other(b) == a ? 1 : a.self().x>b.x ? 2 : 3; }
}

class FloatResult {
    static float f(float a) { return a != a ? 0f : a*2; }
    static int m(float a) { return f(a)>4f ? 1 : f(a) == 0f ? 2 : 3; }
}

class LoopInside {
    static int lp(int n) { int i = 0; while(i<n && i<3) i++; return i; }
    static int m(int n) { return lp(n)+lp(n-1)>3 ? 1 : 0; }
}

class ChainMade {
    static class N { N nx; int v; N(int v, N nx) { this.v = v; this.nx = nx; } }
    static N cons(int v, N n) { return v>0 ? new N(v, n) : n; }
    static int m(int a, int b) { N n = cons(a, cons(b, null)); int c = 0; while(n != null) { c+=n.v>2 ? 10 : 1; n = n.nx; } return c; }
}

class NullChecked {
    static void chk(Object o) { if(o == null) throw new NullPointerException("o"); }
    static int m(Object o, int x) { if(x>0) chk(o); return o == null ? 1 : 2; }
}

class MaximumOfThree {
    static class G<T extends Comparable<T>> { T v; }
    static int cmp(int a, int b) { return a<b ? -1 : a>b ? 1 : 0; }
    static int mx(int a, int b, int c) { int k = cmp(a, b) >= 0 ? a : b; return cmp(k, c) >= 0 ? k : c; }
    static int m(int a, int b, int c) { return mx(a, b, c) == a ? 1 : mx(a, b, c) == b ? 2 : 3; }
}

class Locked {
    static synchronized int y(int x) { return x>0 ? x : 0; }
    static int m(int x) { synchronized(Locked.class) { return y(x)>3 ? 1 : 2; } }
}

class FinallyReturns {
    static int thr(int x) { try { if(x>5) throw new RuntimeException(); return 1; } finally { if(x == 7) return 9; } }
    static int m(int x) { try { return thr(x) == 9 ? 2 : 3; } catch(RuntimeException e) { return 4; } }
}

class SuperCalled {
    static class P { int a; int g() { return a; } }
    static class S extends P { int g() { return super.g()>0 ? 1 : super.g()-1; } }
    static int call(P p) { return p.g(); }
    static int m(P p) { return p == null ? 0 : call(p)>0 ? 1 : call(p)<-3 ? 2 : 3; }
}

class SupplierResult {
    static java.util.function.Supplier<Integer> sup(int x) { return x>0 ? ()->x : ()->-x; }
    static int m(int x) { return sup(x).get()>4 ? 1 : 2; }
}

class Ackermann {
    static int ack(int m, int n) { return m == 0 ? n+1 : n == 0 ? ack(m-1, 1) : ack(m-1, ack(m, n-1)); }
    static int m(int x) { return x == 1 ? ack(1, 1) : x == 2 ? ack(1, 0) : 0; }
}

class IndexOf {
    static int idx(char[] a, char c) { for(int i = 0;i<a.length;i++) if(a[i] == c) return i; return -1; }
    static int m(char[] a) { if(a == null || a.length>2) return -2; int i = idx(a, 'x'); int j = idx(a, 'y'); return i<0 ? 0 : j>i ? 1 : 2; }
}

class PairMade {
    long t;
    double d;
    PairMade(long t, double d) { this.t = t; this.d = d; }
    PairMade plus(PairMade o) { return new PairMade(t+o.t, d>o.d ? d : o.d); }
    static int m(long t, double d) { PairMade a = new PairMade(t, d).plus(new PairMade(1, 2)); return a.t>5 ? 1 : a.d>2 ? 2 : 3; }
}

class LazyStatic {
    static int[] cache;
    static int get(int i) { if(cache == null) cache = new int[]{5, 6}; return cache[i&1]; }
    static int m(int i) { cache = null; return get(i)>5 ? 1 : get(i+1)>5 ? 2 : 3; }
}
