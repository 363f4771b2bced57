% Operations on numbers, references and heaps.
%
% A heap is a list of cells (Ref, object(Class, Fields)) and (Ref, array(Type, Length, Elements)).
% Objects that the program makes have numbers as references. A heap that ends in an unbound tail is an
% input that is not decided yet: its references are variables, and cells, fields and classes come into
% being when they are first looked at (lazy initialization). All versions of a heap share the tail, so
% that what is found out about the input is true of all of them.

% ---- numbers ----

% Numbers of 32 and 64 bits wrap around.
int(R, E) :- wrapped(32, R, E).
long(R, E) :- wrapped(64, R, E).
byte(R, E) :- wrapped(8, R, E).
short(R, E) :- wrapped(16, R, E).
char(R, E) :- ground(E), !, R is E mod 65536.
char(R, E) :- R #= E mod 65536.

wrapped(Bits, R, E) :-
    ground(E), !,
    evaluated(Bits, E, V),
    Half is 1 << (Bits - 1),
    R is (V + Half) mod (Half << 1) - Half.
wrapped(Bits, R, E) :-
    expressed(Bits, E, T),
    Half is 1 << (Bits - 1), Low is -Half, High is Half - 1, Modulus is 1 << Bits,
    fd_inf(T, Least), fd_sup(T, Most),
    (   number(Least), number(Most), Least >= Low, Most =< High
    ->  R = T
    ;   R in Low..High,
        T #= R + Rounds * Modulus,
        rounds(Least, Half, First), rounds(Most, Half, Last),
        Rounds in First..Last
    ).

% How often a number has wrapped around.
rounds(Number, Half, Rounds) :- integer(Number), !, Rounds is (Number + Half) div (Half << 1).
rounds(Bound, _, Bound).

evaluated(Bits, A << B, V) :- !, V is A << (B /\ (Bits - 1)).
evaluated(Bits, A >> B, V) :- !, V is A >> (B /\ (Bits - 1)).
evaluated(Bits, ushr(A, B), V) :- !, V is (A mod (1 << Bits)) >> (B /\ (Bits - 1)).
evaluated(_, E, V) :- V is E.

% The bits of numbers are expressed by multiplication and division where one side is known.
expressed(_, E, T) :- var(E), !, T = E.
expressed(Bits, A << B, T) :- !, power(Bits, B, P), T #= A * P.
expressed(Bits, A >> B, T) :- !, power(Bits, B, P), T #= A div P.
expressed(Bits, ushr(A, B), T) :- !,
    power(Bits, B, P), Modulus is 1 << Bits,
    T #= (A mod Modulus) div P.
expressed(_, A /\ B, T) :- mask(B, Modulus), !, T #= A mod Modulus.
expressed(_, A /\ B, T) :- mask(A, Modulus), !, T #= B mod Modulus.
expressed(_, A /\ B, T) :- !, same_sign(A, B, T, (/\)), T #= A /\ B.
expressed(_, A \/ B, T) :- !, same_sign(A, B, T, (\/)), T #= A \/ B.
expressed(_, A xor B, T) :- B == -1, !, T #= -1 - A.
expressed(_, A xor B, T) :- is_bit(A), is_bit(B), !, T in 0..1, T #= abs(A - B).
expressed(_, A xor B, T) :- !, T #= A xor B.
expressed(_, A // B, T) :- !, divided(A, B, T, _).
expressed(_, A rem B, T) :- !, divided(A, B, _, T).
expressed(_, E, T) :- T #= E.

% Quotient towards zero, and a remainder with the sign of the dividend. (The // of clpfd, as it is in
% SWI-Prolog 9.0, has no solutions for some negative divisors.)
divided(A, B, Quotient, Remainder) :-
    A #= B * Quotient + Remainder,
    abs(Remainder) #< abs(B),
    A #>= 0 #==> Remainder #>= 0,
    A #=< 0 #==> Remainder #=< 0,
    abs(Quotient) #=< abs(A).

% Numbers without bounds.
number(R, E) :- ground(E), !, R is E.
number(R, E) :- expressed(unbounded, E, R).

power(Bits, B, P) :- integer(B), !, P is 1 << (B /\ (Bits - 1)).
power(Bits, B, P) :- P #= 2 ^ (B mod Bits).

mask(M, Modulus) :- integer(M), M >= 0, Modulus is M + 1, M /\ Modulus =:= 0.

% Bounds that bit operations keep, which clpfd does not find.
same_sign(A, B, T, Op) :-
    (   at_least(A, 0), at_least(B, 0)
    ->  T #>= 0, ( Op == (/\) -> T #=< A, T #=< B ; T #>= A, T #>= B, T #=< A + B )
    ;   Op == (/\), ( at_least(A, 0) -> Least = A ; at_least(B, 0), Least = B )
    ->  T #>= 0, T #=< Least
    ;   true
    ).

at_least(X, Bound) :- integer(X), !, X >= Bound.
at_least(X, Bound) :- fd_inf(X, Inf), integer(Inf), Inf >= Bound.

is_bit(X) :- integer(X), !, memberchk(X, [0, 1]).
is_bit(X) :- fd_inf(X, Inf), fd_sup(X, Sup), integer(Inf), integer(Sup), Inf >= 0, Sup =< 1.

% A comparison as a number.
truth(V, Comparison) :- ground(Comparison), !, ( call(Comparison) -> V = 1 ; V = 0 ).
truth(V, Comparison) :- V in 0..1, truth_of(Comparison, V).

truth_of(A #= B, V) :- V #<==> (A #= B).
truth_of(A #\= B, V) :- V #<==> (A #\= B).
truth_of(A #< B, V) :- V #<==> (A #< B).
truth_of(A #=< B, V) :- V #<==> (A #=< B).
truth_of(A #> B, V) :- V #<==> (A #> B).
truth_of(A #>= B, V) :- V #<==> (A #>= B).

order(V, A, B) :- integer(A), integer(B), !, V is sign(A - B).
order(V, A, B) :-
    V in -1..1,
    V #= -1 #<==> A #< B,
    V #= 0 #<==> A #= B.

% Whether an index is one of an array of this length.
inside(Index, Length) :- 0 #=< Index, Index #< Length.
outside(Index, Length) :- integer(Index), integer(Length), !, ( Index < 0 ; Index >= Length ), !.
outside(Index, Length) :- Index #< 0 #\/ Index #>= Length.

% ---- values of the input ----

% Numbers that an array of the input has elements for, at most.
:- dynamic max_array/1.
max_array(16).

% A value of a type that is not decided.
any(int, V) :- !, within(32, V).
any(long, V) :- !, within(64, V).
any(boolean, V) :- !, given(V, 0..1).
any(byte, V) :- !, given(V, -128..127).
any(short, V) :- !, given(V, -32768..32767).
any(char, V) :- !, given(V, 0..65535).
any(float, _) :- !.
any(double, _) :- !.
any(Type, V) :- put_attr(V, reference, Type).

within(_, V) :- integers(unbounded), !, given(V, inf..sup).
within(Bits, V) :- Half is 1 << (Bits - 1), Low is -Half, High is Half - 1, given(V, Low..High).

% A number of the input. Solving decides these; all others follow from them.
given(V, Domain) :- V in Domain, put_attr(V, given, number).

given:attr_unify_hook(_, Value) :- ( var(Value) -> put_attr(Value, given, number) ; true ).

% A reference that is not decided is null or r(Ref); Ref knows what it was declared as.
reference:attr_unify_hook(Type, Value) :-
    (   var(Value) -> put_attr(Value, reference, Type)
    ;   Value == null -> user:nullable(Type)
    ;   Value = r(Ref), user:refers(Ref, Type)
    ).

nullable(Type) :- Type \= nonnull(_), Type \= this(_).

refers(Ref, Type) :- var(Ref), !, put_attr(Ref, declared, Type).
refers(Ref, _) :- atom(Ref).

declared:attr_unify_hook(_, Value) :- ( var(Value) -> true ; atom(Value) ).

% A class that is not decided is one of several.
one_of:attr_unify_hook(Classes, Value) :-
    (   var(Value) -> put_attr(Value, one_of, Classes)
    ;   memberchk(Value, Classes)
    ).

% ---- choices ----

% One of several alternatives; several are a choice, which is counted.
choose([X], X) :- !.
choose(Alternatives, X) :- fork, member(X, Alternatives).

fork :- ( nb_current(forks, N) -> true ; N = 0 ), N1 is N + 1, b_setval(forks, N1).

% ---- cells ----

% The cell of a reference. One that is not decided is a new object of the input or one met before.
get_cell(H, Ref, Cell) :- known_cell(H, Ref, Found), !, Cell = Found.
get_cell(H, Ref, Cell) :-
    var(Ref),
    get_attr(Ref, declared, Type),
    findall(made, can_make(Type), Made),
    met(H, Type, Met),
    append(Made, Met, Alternatives),
    choose(Alternatives, Chosen),
    decide(Chosen, H, Ref, Type),
    known_cell(H, Ref, Cell).

known_cell(H, _, _) :- var(H), !, fail.
known_cell([(Ref0, Cell0)|_], Ref, Cell) :- Ref0 == Ref, !, Cell = Cell0.
known_cell([_|H], Ref, Cell) :- known_cell(H, Ref, Cell).

% Whether references of the input may be the same object.
:- dynamic aliasing/1.
aliasing(on).

% Objects of the input that may be meant by a reference of this type.
met(H, _, []) :- ( var(H) ; aliasing(off) ), !.
met([], _, []).
met([(Ref, Cell)|H], Type, Met) :-
    (   var(Ref), fits(Cell, Type) -> Met = [same(Ref)|Met1] ; Met = Met1 ),
    met(H, Type, Met1).

fits(array(Element, _, _), Type) :- array_of(Type, Element).
fits(object(Class, _), Type) :- fitting(Class, Type, [_|_]).

% The classes of an object that fit a type.
fitting(Class, Type, Fitting) :-
    classes(Class, Classes),
    include(instance(Type), Classes, Fitting).

classes(Class, Classes) :- var(Class), !, get_attr(Class, one_of, Classes).
classes(Class, [Class]).

instance(this(Classes), Class) :- !, memberchk(Class, Classes).
instance(nonnull(Type), Class) :- !, instance(Type, Class).
instance(Type, Class) :- class(Class, Ancestors, _), memberchk(Type, Ancestors).

array_of(nonnull(Type), Element) :- !, array_of(Type, Element).
array_of(Type, Element) :- atom(Type), atom_concat(Element, '[]', Type).

can_make(Type) :- array_of(Type, _), !.
can_make(Type) :- made_of(Type, [_|_]).

made_of(this(Classes), Classes) :- !.
made_of(nonnull(Type), Classes) :- !, made_of(Type, Classes).
made_of(Type, Classes) :- candidates(Type, Classes).

decide(same(Other), H, Ref, Type) :-
    Ref = Other,
    known_cell(H, Ref, Cell),
    (   Cell = object(Class, _) -> fitting(Class, Type, Classes), narrow(Class, Classes) ; true ).
decide(made, H, Ref, Type) :-
    (   array_of(Type, Element)
    ->  max_array(Most), length(Elements, Most),
        maplist(any(Element), Elements),
        given(Length, 0..Most),
        Cell = array(Element, Length, Elements)
    ;   made_of(Type, Classes), narrow(Class, Classes),
        Cell = object(Class, _)
    ),
    add_cell(H, Ref, Cell).

% The class is one of these.
narrow(Class, [Only]) :- !, Class = Only.
narrow(Class, Classes) :- var(Class), !, put_attr(Class, one_of, Classes).
narrow(_, _).

add_cell(H, Ref, Cell) :- var(H), !, H = [(Ref, Cell)|_].
add_cell([_|H], Ref, Cell) :- add_cell(H, Ref, Cell).

set_cell([(Ref0, _)|H], Ref, Cell, [(Ref, Cell)|H]) :- Ref0 == Ref, !.
set_cell([Other|H], Ref, Cell, [Other|H1]) :- set_cell(H, Ref, Cell, H1).

% ---- objects ----

new_object(H, Class, r(Ref), [(Ref, object(Class, Fields))|H]) :-
    new_ref(H, Ref),
    class(Class, _, Declared),
    maplist(zeroed, Declared, Fields).

zeroed(field(Field, Type), field(Field, Zero)) :- zero(Type, Zero).

zero(Type, 0) :- memberchk(Type, [int, long, boolean, byte, short, char, float, double]), !.
zero(_, null).

% The number after all those of objects in the heap.
new_ref(H, Ref) :- last_ref(H, 0, Last), Ref is Last + 1.

last_ref(H, Last, Last) :- var(H), !.
last_ref([], Last, Last).
last_ref([(Ref, _)|H], Last0, Last) :-
    (   integer(Ref), Ref > Last0 -> last_ref(H, Ref, Last) ; last_ref(H, Last0, Last) ).

get_field(H, r(Ref), Field, V) :-
    get_cell(H, Ref, object(_, Fields)),
    field_value(Fields, Field, V).

% A field of an object of the input comes into being when it is first looked at.
field_value(Fields, Field, V) :- var(Fields), !,
    type_of(Field, Type), any(Type, V),
    Fields = [field(Field, V)|_].
field_value([field(Field0, V0)|_], Field, V) :- Field0 == Field, !, V = V0.
field_value([_|Fields], Field, V) :- field_value(Fields, Field, V).

type_of(Field, Type) :- class(_, _, Fields), memberchk(field(Field, Type0), Fields), !, Type = Type0.

set_field(H, r(Ref), Field, V, H1) :-
    get_cell(H, Ref, object(Class, Fields)),
    field_value(Fields, Field, _),
    replaced(Fields, Field, V, Fields1),
    set_cell(H, Ref, object(Class, Fields1), H1).

replaced([field(Field0, _)|Fields], Field, V, [field(Field, V)|Fields]) :- Field0 == Field, !.
replaced([Other|Fields], Field, V, [Other|Fields1]) :- replaced(Fields, Field, V, Fields1).

% ---- arrays ----

% An array of undecided length has room for as many elements as arrays of the input may have.
new_array(H, Element, Length, r(Ref), [(Ref, array(Element, Length, Elements))|H]) :-
    new_ref(H, Ref),
    (   integer(Length) -> Room = Length ; max_array(Room), Length #=< Room ),
    zero(Element, Zero),
    length(Elements, Room),
    maplist(=(Zero), Elements).

new_arrays(H, Type, [Length], R, H1) :- !,
    array_of(Type, Element),
    new_array(H, Element, Length, R, H1).
new_arrays(H, Type, [Length|Lengths], r(Ref), H1) :-
    array_of(Type, Element),
    decided(Length),
    new_array(H, Element, Length, r(Ref), H2),
    filled(Length, H2, Ref, Element, Lengths, H1).

filled(0, H, _, _, _, H) :- !.
filled(N, H, Ref, Type, Lengths, H1) :-
    N1 is N - 1,
    new_arrays(H, Type, Lengths, R, H2),
    set_array(H2, r(Ref), N1, R, H3),
    filled(N1, H3, Ref, Type, Lengths, H1).

length(H, r(Ref), Length) :- get_cell(H, Ref, array(_, Length, _)).

get_array(H, r(Ref), Index, V) :-
    get_cell(H, Ref, array(Type, _, Elements)),
    (   integer(Index) -> nth0(Index, Elements, V)
    ;   zero(Type, 0) -> element_at(Index, Elements, V)
    ;   alike(Elements, Index, V)
    ).

element_at(Index, Elements, V) :- Place #= Index + 1, element(Place, Elements, V).

% Of references, which element it is that is read is a choice; places that hold the same are one.
alike(Elements, Index, V) :-
    findall_places(Elements, 0, [], Groups),
    include(open_to(Index), Groups, Open),
    choose(Open, same(V, Places)),
    places(Places, Index).

findall_places([], _, Groups, Groups).
findall_places([V|Vs], I, Groups0, Groups) :-
    (   append(Before, [same(V0, Places)|After], Groups0), V0 == V
    ->  append(Before, [same(V, [I|Places])|After], Groups1)
    ;   append(Groups0, [same(V, [I])], Groups1)
    ),
    I1 is I + 1,
    findall_places(Vs, I1, Groups1, Groups).

open_to(Index, same(_, Places)) :- \+ \+ ( places(Places, Index), satisfiable(Index) ).

places(Places, Index) :- domain_of(Places, Domain), Index in Domain.

domain_of([I], I..I) :- !.
domain_of([I|Is], (I..I) \/ Domain) :- domain_of(Is, Domain).

set_array(H, r(Ref), Index, V, H1) :-
    get_cell(H, Ref, array(Type, Length, Elements)),
    (   integer(Index) -> true
    ;   zero(Type, 0) -> true
    ;   decided(Index)
    ),
    (   integer(Index)
    ->  replaced_at(Index, Elements, V, Elements1)
    ;   stored(Elements, 0, Index, V, Elements1)
    ),
    set_cell(H, Ref, array(Type, Length, Elements1), H1).

replaced_at(0, [_|Es], V, [V|Es]) :- !.
replaced_at(I, [E|Es], V, [E|Es1]) :- I1 is I - 1, replaced_at(I1, Es, V, Es1).

% Each element is the new one if the index is its place.
stored([], _, _, _, []).
stored([E|Es], I, Index, V, [E1|Es1]) :-
    Here #<==> (Index #= I),
    Place #= Here + 1,
    element(Place, [E, V], E1),
    I1 is I + 1,
    stored(Es, I1, Index, V, Es1).

% A number that has to be known: each of its values is an alternative.
decided(N) :- integer(N), !.
decided(N) :-
    findall(N, ( fd_inf(N, Inf), fd_sup(N, Sup), between(Inf, Sup, N), satisfiable(N) ), Values),
    choose(Values, N).

% ---- static fields ----

get_static(H, Field, V) :- get_cell(H, statics, object(statics, Fields)), static_value(Fields, Field, V).

static_value([field(Field0, V0)|_], Field, V) :- Field0 == Field, !, V = V0.
static_value([_|Fields], Field, V) :- static_value(Fields, Field, V).

set_static(H, Field, V, H1) :-
    get_cell(H, statics, object(statics, Fields)),
    replaced(Fields, Field, V, Fields1),
    set_cell(H, statics, object(statics, Fields1), H1).

% The cells of static fields: what a heap begins with.
static_cells(Cells) :-
    findall(field(Field, V), static(Field, V), Static),
    placed(Static, 0, Fields, Arrays),
    Cells = [(statics, object(statics, Fields))|Arrays].

placed([], _, [], []).
placed([field(F, array(T, L, Es))|Static], N, [field(F, r(Name))|Fields], [(Name, array(T, L, Es))|Cells]) :- !,
    N1 is N + 1,
    atom_concat('static array ', N1, Name),
    placed(Static, N1, Fields, Cells).
placed([Field|Static], N, [Field|Fields], Cells) :- placed(Static, N, Fields, Cells).

% ---- references and classes ----

% Whether two references are the same object. What is not decided is decided, as far as that matters.
ref_eq(H, A, B, Same) :- is_decided(H, A, B, Decided), ( A == B -> Same = 1 ; Decided = true, Same = 0 ).
ref_ne(H, A, B, Other) :- ref_eq(H, A, B, Same), Other is 1 - Same.

is_decided(_, A, B, true) :- nonvar(A), nonvar(B), ( A == null ; B == null ), !.
is_decided(H, A, B, Decided) :- var(A), nonvar(B), !, nullness(A), is_decided(H, A, B, Decided).
is_decided(H, A, B, Decided) :- var(B), nonvar(A), !, nullness(B), is_decided(H, A, B, Decided).
is_decided(H, A, B, true) :- object(H, A), object(H, B).

nullness(V) :-
    findall(Shape, ( member(Shape, [null, some]), \+ \+ is_shape(Shape, V) ), Shapes),
    choose(Shapes, Shape),
    is_shape(Shape, V).

is_shape(null, null).
is_shape(some, r(_)).

% Which object a reference is, or that it is null, is decided.
object(H, V) :- var(V), !, nullness(V), object(H, V).
object(_, null) :- !.
object(_, r(Ref)) :- nonvar(Ref), !.
object(H, r(Ref)) :- get_cell(H, Ref, _).

% Whether a reference is an object of a class.
instance_of(H, V, Type, Is) :-
    object(H, V),
    (   V == null -> Is = 0
    ;   V = r(text(_)) -> ( memberchk(Type, ['java.lang.String', 'java.lang.Object']) -> Is = 1 ; Is = 0 )
    ;   V = r(Ref), get_cell(H, Ref, Cell), class_test(Cell, Type, Is)
    ).

class_test(array(Element, _, _), Type, Is) :- !,
    atom_concat(Element, '[]', Class),
    (   Type == Class -> Is = 1 ; instance(Type, Class) -> Is = 1 ; Is = 0 ).
class_test(object(Class, _), Type, Is) :-
    classes(Class, Classes),
    partition(instance(Type), Classes, Yes, No),
    findall(Answer-Group, ( member(Answer-Group, [1-Yes, 0-No]), Group \== [] ), Groups),
    choose(Groups, Is-Chosen),
    narrow(Class, Chosen).

castable(H, V, Type, Can) :- object(H, V), ( V == null -> Can = 1 ; instance_of(H, V, Type, Can) ).

storable(H, r(Array), V, Can) :-
    get_cell(H, Array, array(Type, _, _)),
    (   class(_, Ancestors, _), memberchk(Type, Ancestors) -> castable(H, V, Type, Can) ; Can = 1 ).

% The class of an object is one of these.
type(H, r(Ref), Classes) :-
    get_cell(H, Ref, object(Class, _)),
    classes(Class, Known),
    intersection(Known, Classes, Common),
    Common \== [],
    narrow(Class, Common).

% ---- solving ----

% Steps after which a question is given up.
:- dynamic max_inferences/1.
max_inferences(3000000).

% Whether the numbers in a term can be found. What takes too long counts as impossible, and is counted.
satisfiable(Term) :-
    term_attvars(Term, Variables),
    (   Variables == [] -> true
    ;   max_inferences(Most),
        call_with_inference_limit(\+ \+ solved(Variables), Most, Result),
        (   Result == inference_limit_exceeded -> unknown, fail ; true )
    ).

unknown :- ( nb_current(unknown, N) -> true ; N = 0 ), N1 is N + 1, nb_setval(unknown, N1).

% Small numbers first.
solved(Variables) :-
    include(is_given, Variables, Numbers),
    (   member(Bound, [1, 8, 100, 100000, 2147483648]), Low is -Bound,
        Numbers ins Low..Bound
    ;   finite(Numbers)
    ),
    labeling([ff, bisect], Numbers),
    include(fd_var, Variables, Others),
    finite(Others),
    label(Others), !.

is_given(V) :- get_attr(V, given, _).

finite([]).
finite([N|Ns]) :-
    (   integer(N) -> true
    ;   fd_inf(N, Inf), fd_sup(N, Sup),
        ( integer(Inf) -> true ; N #>= -1000000000000 ),
        ( integer(Sup) -> true ; N #=< 1000000000000 )
    ),
    finite(Ns).
