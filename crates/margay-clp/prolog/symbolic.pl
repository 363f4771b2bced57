% Symbolic execution of the program with a bound on blocks, and the comparison with cases that were found
% elsewhere.
%
% A small interpreter runs the clauses. It counts how often a block is entered in one call, as far as there
% was a choice since, and gives up paths that enter one too often (block-k).

:- dynamic expected/5.
:- dynamic called/5.
:- dynamic bound/1.
:- dynamic limit/1.

% A path through the method: what it is given, the heap before, and how it ends.
path(In, Out, H0, H, Flag) :-
    entry(Name, Types),
    static_cells(Static),
    append(Static, _, H0),
    maplist(any, Types, In),
    b_setval(forks, 0),
    b_setval(order, []),
    accepted(In, H0, H1),
    Goal =.. [Name, In, Out, H1, H, Flag],
    run(Goal, none),
    satisfiable(path(In, Out, H0, H)).

% The receiver is as its own predicate wants it.
accepted(In, H0, H) :-
    (   requires(Name)
    ->  In = [This|_],
        Goal =.. [Name, [This], [Answer], H0, H, Flag],
        run(Goal, none),
        Flag = ok, Answer #\= 0
    ;   H = H0
    ).

run(true, _) :- !.
run((A, B), Frame) :- !, run(A, Frame), run(B, Frame).
run(Goal, Frame) :- is_program(Goal), !, enter(Goal, Frame).
run(Goal, _) :- remember_order(Goal), call(Goal).

is_program(Goal) :-
    compound_name_arity(Goal, Name, 5),
    \+ memberchk(Name, [set_field, set_array, new_array, new_arrays]).

enter(Goal, Frame) :-
    functor(Goal, Name, _),
    (   method(Name) -> activate(Name, Frame, Frame1)
    ;   loop_header(Name) -> begin_round(Name, Goal, Frame), Frame1 = Frame
    ;   Frame1 = Frame
    ),
    resolve(Goal, Frame1).

% ---- bounds ----

% frame(Method, Active, Forks, Rounds, Caller): a call, how often its method is active with choices in
% between, the number of choices when it began, and the rounds of its loops.
activate(Name, Caller, frame(Name, Active, Forks, [], Caller)) :-
    nb_getval(forks, Forks),
    (   last_call(Caller, Name, Active0, Forks0)
    ->  (   Forks0 =:= Forks -> Active = Active0 ; Active is Active0 + 1 )
    ;   Active = 1
    ),
    within_bound(Active).

last_call(frame(Name, Active, Forks, _, _), Name, Active, Forks) :- !.
last_call(frame(_, _, _, _, Caller), Name, Active, Forks) :- last_call(Caller, Name, Active, Forks).

within_bound(Count) :- bound(Most), ( Count =< Most -> true ; give_up(bound) ).

give_up(Why) :-
    atom_concat(cut_, Why, Counter),
    ( nb_current(Counter, N) -> true ; N = 0 ),
    N1 is N + 1,
    nb_setval(Counter, N1),
    fail.

% A round of a loop counts if there was a choice since the last one began.
begin_round(Name, Goal, Frame) :-
    nb_getval(forks, Forks),
    arg(4, Frame, Rounds),
    (   selectchk(rounds(Name, Visits0, Quiet0, Forks0, Snapshot0), Rounds, Others)
    ->  (   Forks0 =:= Forks
        ->  Visits = Visits0, Quiet is Quiet0 + 1
        ;   Visits is Visits0 + 1, Quiet = 0
        )
    ;   Others = Rounds, Visits = 1, Quiet = 0, Snapshot0 = none
    ),
    within_bound(Visits),
    arg(1, Goal, In), arg(3, Goal, H),
    (   Quiet > 0, Snapshot0 == state(In, H) -> give_up(endless) ; true ),
    (   Quiet > 65536 -> give_up(bound) ; true ),
    (   Quiet >= 32, Quiet /\ (Quiet - 1) =:= 0 -> Snapshot = state(In, H)
    ;   Quiet =:= 0 -> Snapshot = none
    ;   Snapshot = Snapshot0
    ),
    setarg(4, Frame, [rounds(Name, Visits, Quiet, Forks, Snapshot)|Others]).

% ---- rules ----

% Several rules whose guards can hold are a choice.
resolve(Goal, Frame) :-
    (   predicate_property(Goal, number_of_clauses(1))
    ->  clause(Goal, Body)
    ;   findall(Rule, can_hold(Goal, Rule), Rules),
        choose(Rules, Chosen),
        clause(Goal, Body, Chosen)
    ),
    run(Body, Frame).

can_hold(Goal, Rule) :-
    clause(Goal, Body, Rule),
    guards(Body, Guards),
    is_ordered(Guards),
    max_inferences(Most),
    call_with_inference_limit(\+ \+ call(Guards), Most, Result),
    (   Result == inference_limit_exceeded -> unknown, fail ; true ),
    call(Guards),
    satisfiable(Guards).

% The goals that a body begins with and that only test.
guards((A, B), Guards) :- !, ( is_guard(A) -> Guards = (A, Guards1), guards(B, Guards1) ; Guards = true ).
guards(A, Guards) :- ( is_guard(A) -> Guards = A ; Guards = true ).

is_guard(_ #= _).
is_guard(_ #\= _).
is_guard(_ #< _).
is_guard(_ #=< _).
is_guard(_ #> _).
is_guard(_ #>= _).
is_guard(_ in _).
is_guard(inside(_, _)).
is_guard(outside(_, _)).
is_guard(type(_, _, _)).

% ---- order ----
%
% clpfd finds that X < Y and Y < X exclude each other by counting down from the largest number. So what
% guards have said about the order of two variables is kept besides, as X - Y =< C, and a guard that would
% close a circle of negative length is refused before.

is_ordered((A, B)) :- !, is_ordered(A), is_ordered(B).
is_ordered(Guard) :-
    (   differences(Guard, Differences)
    ->  b_getval(order, Known),
        \+ ( member(difference(X, Y, C), Differences), shorter(X, Y, Known, 12, C) )
    ;   true
    ).

remember_order(Goal) :-
    (   differences(Goal, Differences)
    ->  b_getval(order, Known),
        append(Differences, Known, All),
        b_setval(order, All)
    ;   true
    ).

differences(A #< B, [difference(A, B, -1)]) :- var(A), var(B).
differences(A #> B, [difference(B, A, -1)]) :- var(A), var(B).
differences(A #=< B, [difference(A, B, 0)]) :- var(A), var(B).
differences(A #>= B, [difference(B, A, 0)]) :- var(A), var(B).
differences(A #= B, [difference(A, B, 0), difference(B, A, 0)]) :- var(A), var(B).
differences(inside(A, B), [difference(A, B, -1)]) :- var(A), var(B).

% Whether what is known leads from X to Y, and the circle with X - Y =< C is negative.
shorter(X, Y, _, _, C) :- X == Y, !, C < 0.
shorter(X, Y, Known, Depth, C) :-
    Depth > 0,
    select(difference(Z, X0, D), Known, Others), X0 == X,
    Depth1 is Depth - 1,
    C1 is C + D,
    shorter(Z, Y, Others, Depth1, C1), !.

% ---- cases ----

% Prints a line for each path, with the numbers of the expected cases that take it, and a summary.
compare(Bound) :-
    retractall(bound(_)), assertz(bound(Bound)),
    forall(member(Counter, [cut_bound, cut_endless, unknown, cases]), nb_setval(Counter, 0)),
    (   path(In, Out, H0, H, Flag),
        nb_getval(cases, N0), N is N0 + 1, nb_setval(cases, N),
        findall(I-Agrees, taken(In, Out, H0, H, Flag, I, Agrees), Taken),
        flag_text(Flag, H, Ending),
        case_text(In, H0, Text),
        format("case\t~w\t~w\t~w\t~w~n", [N, Ending, Taken, Text]),
        limit(Most), N >= Most,
        format("stopped~n")
    ;   true
    ), !,
    forall(member(Counter, [cut_bound, cut_endless, unknown]),
           ( nb_getval(Counter, Count), format("~w\t~w~n", [Counter, Count]) )).

% Whether an expected case takes the path, and ends as the path says.
taken(In, Out, H0, H, Flag, I, Agrees) :-
    expected(I, In0, Cells, Outcome, After),
    In = In0,
    same_cells(H0, Cells, []),
    (   agrees(In0, Out, H, Flag, Outcome, After) -> Agrees = yes ; Agrees = no ).

% Each object of the input that the path knows is one of the case, and no two are the same.
same_cells(H, _, _) :- var(H), !.
same_cells([], _, _).
same_cells([(Ref, Cell)|H], Cells, Seen) :-
    \+ memberchk(Ref, Seen),
    (   memberchk((Ref, Cell0), Cells) -> same_cell(Cell, Cell0) ; nonvar(Ref) ),
    same_cells(H, Cells, [Ref|Seen]).

same_cell(object(Class, Fields), object(Class, Fields0)) :- same_fields(Fields, Fields0).
same_cell(array(Type, Length, Elements), array(Type, Length, Elements0)) :-
    same_elements(Elements0, Elements).

same_fields(Fields, _) :- var(Fields), !.
same_fields([], _).
same_fields([field(Field, V)|Fields], Fields0) :-
    memberchk(field(Field, V0), Fields0),
    V = V0,
    same_fields(Fields, Fields0).

same_elements([], _).
same_elements([V|Vs], [V|Es]) :- same_elements(Vs, Es).

% ---- endings ----

% Whether an ending is the expected one: result or exception, and what objects hold then.
agrees(In, Out, H, Flag, Outcome, After) :-
    ending(Flag, Out, H, Outcome, Result),
    maplist([V, V-V]>>true, In, Pairs),
    append(Result, Pairs, All),
    same_graph(All, H, After, []).

ending(ok, [], _, returned, []).
ending(ok, [V], _, returned(V0), [V-V0]).
ending(exc(r(Ref)), _, H, threw(Class), []) :- known_cell(H, Ref, object(Class, _)).

same_graph([], _, _, _).
same_graph([V-V0|Pairs], H, After, Seen) :-
    (   is_same(V, V0) -> same_graph(Pairs, H, After, Seen)
    ;   nonvar(V), V = r(Ref), V0 = r(Ref0),
        (   member(Ref1-Ref2, Seen), ( Ref1 == Ref ; Ref2 == Ref0 )
        ->  Ref1 == Ref, Ref2 == Ref0,
            same_graph(Pairs, H, After, Seen)
        ;   pairs_of(Ref, Ref0, H, After, More),
            append(More, Pairs, All),
            same_graph(All, H, After, [Ref-Ref0|Seen])
        )
    ).

% Numbers and null; what the path knows nothing of.
is_same(V, _) :- var(V), !.
is_same(V, V0) :- V == V0, \+ V = r(_).
is_same(r(text(_)), r(_)).

pairs_of(Ref, Ref0, H, After, Pairs) :-
    (   known_cell(H, Ref, Cell), memberchk((Ref0, Cell0), After)
    ->  cell_pairs(Cell, Cell0, Pairs)
    ;   Pairs = []
    ).

cell_pairs(object(Class, Fields), object(Class, Fields0), Pairs) :- field_pairs(Fields, Fields0, Pairs).
cell_pairs(array(Type, Length, Elements), array(Type, Length, Elements0), Pairs) :-
    element_pairs(Elements0, Elements, Pairs).

field_pairs(Fields, _, []) :- var(Fields), !.
field_pairs([], _, []).
field_pairs([field(Field, V)|Fields], Fields0, [V-V0|Pairs]) :-
    memberchk(field(Field, V0), Fields0),
    field_pairs(Fields, Fields0, Pairs).

element_pairs([], _, []).
element_pairs([V0|Vs], [V|Es], [V-V0|Pairs]) :- element_pairs(Vs, Es, Pairs).

% ---- concrete calls ----

% Calls the method on the input of each case; prints those that end otherwise.
check_calls :-
    entry(Name, _),
    static_cells(Static),
    nb_setval(calls, 0),
    forall(( expected(I, In, Cells, Outcome, After) ; called(I, In, Cells, Outcome, After) ),
           ( nb_getval(calls, N0), N is N0 + 1, nb_setval(calls, N),
             check_call(Name, Static, I, In, Cells, Outcome, After) )),
    nb_getval(calls, Calls),
    format("calls\t~w~n", [Calls]).

check_call(Name, Static, I, In, Cells, Outcome, After) :-
    append(Static, Cells, H0),
    Goal =.. [Name, In, Out, H0, H, Flag],
    (   catch(once(Goal), Error, ( format("failed\t~w\t~w~n", [I, Error]), fail ))
    ->  (   agrees(In, Out, H, Flag, Outcome, After) -> true
        ;   flag_text(Flag, H, Ending),
            format("differs\t~w\t~w\t~w~n", [I, Ending, Out])
        )
    ;   format("failed\t~w\tno~n", [I])
    ).

% ---- text ----

flag_text(ok, _, ok).
flag_text(exc(r(Ref)), H, Class) :- known_cell(H, Ref, object(Class, _)), !.
flag_text(exc(_), _, exception).

% The input of a case with what is known of its numbers.
case_text(In, H0, Text) :-
    input_cells(H0, Cells),
    copy_term(In-Cells, Copy, Goals0),
    include(is_shown, Goals0, Goals),
    numbervars(Copy-Goals, 0, _),
    Copy = In1-Cells1,
    with_output_to(string(Text),
        ( write_term(In1, [numbervars(true), quoted(true)]),
          write(' '), write_term(Cells1, [numbervars(true), quoted(true)]),
          write(' '), write_term(Goals, [numbervars(true), quoted(true), portray(true)]) )).

input_cells(H, []) :- var(H), !.
input_cells([], []).
input_cells([(Ref, _)|H], Cells) :- Ref == statics, !, input_cells(H, Cells).
input_cells([Cell|H], [Cell|Cells]) :- input_cells(H, Cells).

is_shown(clpfd:_).
