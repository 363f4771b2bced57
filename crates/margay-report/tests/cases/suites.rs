//! Cases for the classes of `tests/java/generate/report`: what they do, worked out by hand.

use crate::sample::*;
use margay_search::generate::case::MethodReport;
use margay_search::structure::{Content, Object, Value};

/// A class under test and the reports on its methods.
pub type Suite = (&'static str, Vec<MethodReport>);

pub fn all() -> Vec<Suite> {
    vec![
        ("report.IntList", lists()),
        ("report.Account", accounts()),
        ("report.Shapes", shapes()),
        ("report.Shapes$Color", colors()),
        ("report.Box", boxes()),
        ("report.Kinds", kinds()),
        ("report.Base", bases()),
        ("report.clash.List", clashing_lists()),
        ("report.clash.Test", clashing_tests()),
        ("Test", unnamed()),
        ("java.lang.String", strings()),
        ("java.util.ArrayList", array_lists()),
    ]
}

const LIST: &str = "report.IntList";
const NODE: &str = "report.IntList$Node";

fn list(first: Value, size: i64) -> Object {
    object("IntList0", LIST, &[("first", first), ("size", int(size))])
}

fn node(id: &str, data: i64, next: Value) -> Object {
    object(id, NODE, &[("data", int(data)), ("next", next)])
}

fn reports<const N: usize>(methods: [Method; N]) -> Vec<MethodReport> {
    methods.map(Method::report).into()
}

/// Fields that tests may use, cycles, new objects, the receiver as result.
fn lists() -> Vec<MethodReport> {
    let remove = Method::new(LIST, "removeFirst", "()I", &[])
        .case(
            Case::when(&["this.first == null"])
                .heap(vec![list(NULL, 0)])
                .on(at(0))
                .construct(0, "()V", vec![])
                .throws("java.lang.NullPointerException", None, false)
                .lines(&[14], "0"),
        )
        .case(
            Case::when(&["this.first != null"])
                .heap(vec![list(at(1), 1), node("Node0", 5, at(1))])
                .after(vec![list(at(1), 0), node("Node0", 5, at(1))])
                .on(at(0))
                .construct(0, "()V", vec![])
                .allocate(1)
                .set(1, NODE, "data", int(5))
                .set(1, NODE, "next", at(1))
                .set(0, LIST, "first", at(1))
                .set(0, LIST, "size", int(1))
                .returns(int(5))
                .lines(&[14, 15, 16, 17], "1"),
        );
    let add = Method::new(LIST, "add", "(I)Lreport/IntList;", &["data"]).case(
        Case::when(&[])
            .heap(vec![list(NULL, 0)])
            .after(vec![list(at(1), 1), node("Node0", -3, NULL)])
            .on(at(0))
            .given(vec![int(-3)])
            .returns(at(0)),
    );
    let found = Case::when(&["this.first != null", "this.first.data == data"])
        .heap(vec![list(at(1), 1), node("Node0", 7, NULL)])
        .on(at(0))
        .given(vec![int(7)])
        .returns(at(1));
    let missing = Case::when(&["this.first == null"])
        .heap(vec![list(NULL, 0)])
        .on(at(0))
        .given(vec![int(7)])
        .returns(NULL);
    let find = Method::new(LIST, "find", "(I)Lreport/IntList$Node;", &["data"]);
    let nodes = || vec![node("Node0", 1, at(1)), node("Node1", 2, NULL)];
    let copies = [nodes(), vec![node("Node2", 1, at(3)), node("Node3", 2, NULL)]].concat();
    let copy = Method::new(LIST, "copy", "(Lreport/IntList$Node;)Lreport/IntList$Node;", &["from"])
        .of_class()
        .case(
            Case::when(&["from != null"])
                .heap(nodes())
                .after(copies)
                .given(vec![at(0)])
                .returns(at(2)),
        );
    reports([remove, add, find.case(found).case(missing), copy])
}

const ACCOUNT: &str = "report.Account";

fn account(id: &str, owner: Value, balance: i64, parent: Value) -> Object {
    let fields = [("owner", owner), ("balance", int(balance)), ("parent", parent)];
    object(id, ACCOUNT, &fields)
}

/// Constructors and methods to build inputs, private fields and methods, exceptions.
fn accounts() -> Vec<MethodReport> {
    let new = Method::new(ACCOUNT, "<init>", "(Ljava/lang/String;J)V", &["owner", "balance"])
        .case(Case::when(&["balance < 0"]).given(vec![NULL, int(-1)]).throws(
            "java.lang.IllegalArgumentException",
            Some("negative balance: -1"),
            true,
        ))
        .case(
            Case::when(&["balance >= 0"])
                .given(vec![text("Zoë \"\\u0041\"\n"), int(1 << 40)])
                .after(vec![account("Account0", text("Zoë \"\\u0041\"\n"), 1 << 40, NULL)])
                .returns(at(0)),
        );
    let deposit = Method::new(ACCOUNT, "deposit", "(J)V", &["amount"]).case(
        Case::when(&[])
            .heap(vec![account("Account0", NULL, 5, NULL)])
            .after(vec![account("Account0", NULL, 12, NULL)])
            .on(at(0))
            .given(vec![int(7)])
            .construct(0, "(Ljava/lang/String;J)V", vec![NULL, int(0)])
            .call(0, "deposit", "(J)V", vec![int(5)]),
    );
    let fee = Method::new(ACCOUNT, "fee", "(ILjava/lang/String;)I", &["percent", "note"])
        .private()
        .case(
            Case::when(&["note == null"])
                .heap(vec![account("Account0", text("a"), 5, NULL)])
                .on(at(0))
                .given(vec![int(3), NULL])
                .throws("java.lang.NullPointerException", Some("helpful"), false),
        )
        .case(
            Case::when(&["note != null /* */ '\\u000a'"])
                .heap(vec![account("Account0", text("a"), 200, NULL)])
                .on(at(0))
                .given(vec![int(3), text("ab")])
                .returns(int(8)),
        );
    let parent =
        || vec![account("Account0", NULL, 0, at(1)), account("Account1", text("top"), 0, NULL)];
    let root = Method::new(ACCOUNT, "root", "()Lreport/Account;", &[]).case(
        Case::when(&["this.parent != null", "this.parent.parent == null"])
            .heap(parent())
            .on(at(0))
            .construct(1, "(Ljava/lang/String;J)V", vec![text("top"), int(0)])
            .construct(0, "(Ljava/lang/String;J)V", vec![NULL, int(0)])
            .call(0, "setParent", "(Lreport/Account;)V", vec![at(1)])
            .returns(at(1)),
    );
    let save = Method::new(ACCOUNT, "save", "(Ljava/lang/String;)V", &["path"])
        .declares("java.io.IOException")
        .case(
            Case::when(&["path.isEmpty()"])
                .heap(vec![account("Account0", NULL, 0, NULL)])
                .on(at(0))
                .given(vec![text("")])
                .throws("java.io.IOException", Some("no path"), true),
        )
        .case(
            Case::when(&["!path.isEmpty()"])
                .heap(vec![account("Account0", NULL, 0, NULL)])
                .on(at(0))
                .given(vec![Value::Units(vec![0xD800, 97])])
                .throws("report.Account$Failure", None, true),
        );
    let rich = Method::new(ACCOUNT, "isRich", "()Z", &[]).case(
        Case::when(&["this.balance > 1000000"])
            .heap(vec![account("Account0", NULL, 1_000_001, NULL)])
            .on(at(0))
            .returns(Value::Bool(true)),
    );
    reports([new, deposit, fee, root, save, rich])
}

const SHAPES: &str = "report.Shapes";
const COLOR: &str = "report.Shapes$Color";
const CIRCLE: &str = "report.Shapes$Circle";
const HIDDEN: &str = "report.Shapes$Hidden";
const SECRET: &str = "report.Shapes$Secret";

fn circle(id: &str, radius: &str, color: Value) -> Object {
    object(id, CIRCLE, &[("radius", float(radius)), ("color", color)])
}

fn secret(id: &str, value: i64, twin: Value) -> Object {
    object(id, SECRET, &[("value", int(value)), ("twin", twin)])
}

/// Records, enums, private nested classes, inner classes.
fn shapes() -> Vec<MethodReport> {
    let area = Method::new(SHAPES, "area", "(Lreport/Shapes$Shape;)D", &["shape"])
        .of_class()
        .case(Case::when(&["!(shape instanceof Circle)"]).given(vec![NULL]).returns(float("-0.0")))
        .case(
            Case::when(&["shape instanceof Circle"])
                .heap(vec![circle("Circle0", "1.5", at(1)), constant("Color0", COLOR, "RED")])
                .given(vec![at(0)])
                .construct(0, "(DLreport/Shapes$Color;)V", vec![float("1.5"), at(1)])
                .returns(float("2.25")),
        );
    let grow = "(Lreport/Shapes$Circle;Lreport/Shapes$Color;)Lreport/Shapes$Shape;";
    let green = || constant("Color0", "report.Shapes$Color$1", "GREEN");
    let grow = Method::new(SHAPES, "grow", grow, &["circle", "color"]).of_class().case(
        Case::when(&["circle != null"])
            .heap(vec![circle("Circle0", "1e10", NULL), green()])
            .after(vec![circle("Circle0", "1e10", NULL), green(), circle("Circle1", "2e10", at(1))])
            .given(vec![at(0), at(1)])
            .returns(at(2)),
    );
    let hidden =
        |id: &str, value, next| object(id, HIDDEN, &[("value", int(value)), ("next", next)]);
    let heap = || {
        let mood = constant("Mood0", "report.Shapes$Mood", "GOOD");
        vec![hidden("Hidden0", 1, at(1)), hidden("Hidden1", 2, NULL), mood]
    };
    let sum = Method::new(
        SHAPES,
        "sum",
        "(Lreport/Shapes$Hidden;Lreport/Shapes$Mood;)I",
        &["class", "2"],
    )
    .of_class()
    .private()
    .case(
        Case::when(&["hidden.next != null"])
            .heap(heap())
            .given(vec![at(0), at(2)])
            .returns(int(103)),
    )
    .case(
        Case::when(&["hidden.next != null"])
            .heap(heap())
            .allocate(0)
            .allocate(1)
            .set(1, HIDDEN, "value", int(2))
            .set(1, HIDDEN, "next", NULL)
            .set(0, HIDDEN, "value", int(1))
            .set(0, HIDDEN, "next", at(1))
            .given(vec![at(0), NULL])
            .returns(int(3)),
    );
    let descriptor = "(Lreport/Shapes$Secret;[Lreport/Shapes$Secret;)Lreport/Shapes$Secret;";
    let secrets = |elements: &[Value]| array("Secret[]0", "report.Shapes$Secret[]", elements);
    let pair =
        Method::new(SHAPES, "pair", descriptor, &["secret", "all"]).of_class().private().case(
            Case::when(&["all.length == 2"])
                .heap(vec![
                    secret("Secret0", 4, NULL),
                    secrets(&[NULL, at(2)]),
                    secret("Secret1", 0, NULL),
                ])
                .after(vec![
                    secret("Secret0", 5, at(3)),
                    secrets(&[at(0), at(2)]),
                    secret("Secret1", 0, NULL),
                    secret("Secret2", 0, at(0)),
                ])
                .given(vec![at(0), at(1)])
                .returns(at(3)),
        );
    let shapes = || object("Shapes0", SHAPES, &[("scale", float("1.5"))]);
    let part = |outer: Value, mood: Value| {
        object(
            "Part0",
            "report.Shapes$Part",
            &[("weight", int(3)), ("mood", mood), ("this$0", outer)],
        )
    };
    let make = Method::new(SHAPES, "part", "(B)Lreport/Shapes$Part;", &["weight"]).case(
        Case::when(&[])
            .heap(vec![shapes()])
            .after(vec![shapes(), part(at(0), Value::Constant("BAD".into()))])
            .on(at(0))
            .given(vec![int(3)])
            .construct(0, "()V", vec![])
            .returns(at(1)),
    );
    let weigh = Method::new(SHAPES, "weigh", "(Lreport/Shapes$Part;)F", &["part"]).case(
        Case::when(&["part != null"])
            .heap(vec![shapes(), part(at(0), NULL)])
            .on(at(0))
            .given(vec![at(1)])
            .construct(0, "()V", vec![])
            .construct(1, "(Lreport/Shapes;)V", vec![at(0)])
            .set(1, "report.Shapes$Part", "weight", int(3))
            .returns(float("4.5")),
    );
    reports([area, grow, sum, pair, make, weigh])
}

/// Receivers that are constants, one with a body.
fn colors() -> Vec<MethodReport> {
    let next = Method::new(COLOR, "next", "()Lreport/Shapes$Color;", &[]).case(
        Case::when(&[])
            .heap(vec![constant("Color0", COLOR, "RED")])
            .after(vec![
                constant("Color0", COLOR, "RED"),
                constant("Color1", "report.Shapes$Color$1", "GREEN"),
            ])
            .on(at(0))
            .returns(at(1)),
    );
    reports([next])
}

const BOX: &str = "report.Box";

fn number(id: &str, value: i64) -> Object {
    boxed(id, "java.lang.Integer", int(value))
}

/// Generic classes, overloads, collections, maps, arrays of arrays, an array that holds itself.
fn boxes() -> Vec<MethodReport> {
    let content = |value: Value| object("Box0", BOX, &[("value", value)]);
    let comparable = "(Ljava/lang/Comparable;)";
    let max = Method::new(BOX, "max", &format!("{comparable}Ljava/lang/Comparable;"), &["other"])
        .case(
            Case::when(&["this.value.compareTo(other) < 0"])
                .heap(vec![content(at(1)), number("Integer0", 3), number("Integer1", -4)])
                .on(at(0))
                .given(vec![at(2)])
                .construct(0, &format!("{comparable}V"), vec![at(1)])
                .returns(at(1)),
        );
    let same = Method::new(BOX, "same", "(Ljava/lang/Object;)Z", &["other"])
        .case(
            Case::when(&["other == null"])
                .heap(vec![content(NULL)])
                .on(at(0))
                .given(vec![NULL])
                .returns(Value::Bool(true)),
        )
        .case(
            Case::when(&["other != null"])
                .heap(vec![content(NULL)])
                .on(at(0))
                .given(vec![text("x")])
                .returns(Value::Bool(false)),
        );
    let of =
        Method::new(BOX, "of", &format!("{comparable}Lreport/Box;"), &["value"]).of_class().case(
            Case::when(&[]).given(vec![text("q")]).after(vec![content(text("q"))]).returns(at(0)),
        );
    let items = |values: &[Value]| collection("ArrayList0", "java.util.ArrayList", values);
    let total = Method::new(BOX, "total", "(Ljava/util/List;)I", &["numbers"])
        .of_class()
        .case(
            Case::when(&["numbers.size() == 2"])
                .heap(vec![items(&[at(1), NULL]), number("Integer0", 3)])
                .after(vec![
                    items(&[at(1), NULL, at(2)]),
                    number("Integer0", 3),
                    number("Integer1", 3),
                ])
                .given(vec![at(0)])
                .returns(int(3)),
        )
        .case(
            Case::when(&["numbers.isEmpty()"])
                .heap(vec![items(&[])])
                .after(vec![items(&[at(1)]), number("Integer0", 0)])
                .given(vec![at(0)])
                .returns(int(0)),
        );
    let descriptor = "([Ljava/lang/String;Ljava/util/Map;)Ljava/util/Map;";
    let words = || array("String[]0", "java.lang.String[]", &[text("a"), NULL, text("a")]);
    let into = |entries: &[(Value, Value)]| map("HashMap0", "java.util.HashMap", entries);
    let start =
        || vec![words(), into(&[(text("a"), at(2)), (text("b"), at(2))]), number("Integer0", 1)];
    let counts = map(
        "HashMap1",
        "java.util.HashMap",
        &[(NULL, at(2)), (text("a"), at(4)), (text("b"), at(2))],
    );
    let count = Method::new(BOX, "count", descriptor, &["words", "into"]).of_class().case(
        Case::when(&["words.length == 3"])
            .heap(start())
            .after([start(), vec![counts, number("Integer1", 3)]].concat())
            .given(vec![at(0), at(1)])
            .returns(at(3)),
    );
    let values = || array("Object[]0", "java.lang.Object[]", &[text("a"), at(1), NULL]);
    let letter = || boxed("Character0", "java.lang.Character", Value::Char(0x20AC));
    let set = Method::new(BOX, "set", "([Ljava/lang/Object;)Ljava/util/Set;", &["values"])
        .of_class()
        .case(
            Case::when(&["values.length == 3"])
                .heap(vec![values(), letter()])
                .after(vec![
                    values(),
                    letter(),
                    collection("HashSet0", "java.util.HashSet", &[NULL, text("a"), at(1)]),
                ])
                .given(vec![at(0)])
                .returns(at(2)),
        )
        .case(Case::when(&["values == null"]).given(vec![NULL]).throws(
            "java.lang.NullPointerException",
            None,
            false,
        ));
    let row = |id: &str, values: &[i64]| {
        array(id, "int[]", &values.iter().map(|value| int(*value)).collect::<Vec<_>>())
    };
    let rows = |id: &str, rows: &[Value]| array(id, "int[][]", rows);
    let matrix =
        || vec![rows("int[][]0", &[at(1), at(2)]), row("int[]0", &[1, 2]), row("int[]1", &[0, 0])];
    let turned =
        vec![rows("int[][]1", &[at(4), at(5)]), row("int[]2", &[1, 0]), row("int[]3", &[2, 0])];
    let transpose = Method::new(BOX, "transpose", "([[I)[[I", &["matrix"]).of_class().case(
        Case::when(&["matrix.length == 2"])
            .heap(matrix())
            .after([matrix(), turned].concat())
            .given(vec![at(0)])
            .returns(at(3)),
    );
    let own = || array("Object[]0", "java.lang.Object[]", &[at(0)]);
    let wrap = Method::new(BOX, "wrap", "([Ljava/lang/Object;)[Ljava/lang/Object;", &["all"])
        .of_class()
        .case(
            Case::when(&["all[0] == all"])
                .heap(vec![own()])
                .after(vec![own(), array("Object[]1", "java.lang.Object[]", &[at(0), at(0)])])
                .given(vec![at(0)])
                .returns(at(1)),
        );
    let lists =
        Method::new(BOX, "lists", "(Lreport/IntList;)Ljava/util/List;", &["list"]).of_class().case(
            Case::when(&["list != null"])
                .heap(vec![list(NULL, 9)])
                .after(vec![
                    list(NULL, 9),
                    items(&[at(0), at(2)]),
                    object("IntList1", LIST, &[("first", NULL), ("size", int(0))]),
                ])
                .given(vec![at(0)])
                .returns(at(1)),
        );
    reports([max, same, of, total, count, set, transpose, wrap, lists])
}

const KINDS: &str = "report.Kinds";

/// Every primitive type, fields of superclasses, statics that are put back, output.
fn kinds() -> Vec<MethodReport> {
    let values = |flag| {
        let letter = Value::Char(u16::from(b'\''));
        vec![int(-1), int(300), letter, float("0.5"), float("0.25"), Value::Bool(flag), int(4)]
    };
    let names = ["b", "s", "c", "f", "d", "flag", "l"];
    let half = Method::new(KINDS, "half", "(BSCFDZJ)D", &names)
        .of_class()
        .case(
            Case::when(&["flag"])
                .given(values(true))
                .with_static(KINDS, "calls", Some(int(41)), int(42))
                .with_static(KINDS, "last", None, text("half '"))
                .returns(float("151.875")),
        )
        .case(
            Case::when(&["!flag"])
                .given(values(false))
                .with_static(KINDS, "calls", None, int(1))
                .with_static(KINDS, "last", Some(NULL), text("half '"))
                .returns(float("NaN")),
        );
    let fields = |values: [Value; 7]| {
        let names = [
            ("report.Base", "hidden"),
            ("report.Base", "secret"),
            (KINDS, "small"),
            (KINDS, "medium"),
            (KINDS, "letter"),
            (KINDS, "flag"),
            (KINDS, "wide"),
        ];
        let fields = names.into_iter().zip(values);
        let fields =
            fields.map(|((class, name), value)| (field(class, name).into(), value)).collect();
        Object { id: "Kinds0".into(), class: KINDS.into(), content: Content::Fields(fields) }
    };
    let fill = Method::new(KINDS, "fill", "(BSC)V", &["b", "s", "c"]).case(
        Case::when(&[])
            .heap(vec![fields([
                int(7),
                int(9),
                int(0),
                int(0),
                Value::Char(0),
                Value::Bool(false),
                float("Infinity"),
            ])])
            .after(vec![fields([
                int(7),
                int(9),
                int(-128),
                int(32_767),
                Value::Char(0x20AC),
                Value::Bool(true),
                float("-0.0"),
            ])])
            .on(at(0))
            .given(vec![int(-128), int(32_767), Value::Char(0x20AC)])
            .prints("filled é with €\n"),
    );
    let twice = "(Ljava/lang/String;Ljava/lang/Character;Ljava/lang/Long;)Ljava/lang/String;";
    let twice = Method::new(KINDS, "twice", twice, &["text", "letter", "number"]).of_class().case(
        Case::when(&[])
            .heap(vec![
                boxed("Character0", "java.lang.Character", Value::Char(120)),
                boxed("Long0", "java.lang.Long", int(-5)),
            ])
            .given(vec![text("\\u\"é😀\t"), at(0), at(1)])
            .returns(text("\\u\"é😀\t\\u\"é😀\tx-5")),
    );
    let negative = Method::new(KINDS, "negative", "(F)F", &["f"])
        .of_class()
        .case(Case::when(&[]).given(vec![float("0.0")]).returns(float("-0.0")))
        .case(Case::when(&[]).given(vec![float("-Infinity")]).returns(float("Infinity")))
        .case(Case::when(&[]).given(vec![float("1e-45")]).returns(float("-1e-45")));
    let next = Method::new(KINDS, "next", "()I", &[])
        .of_class()
        .case(Case::when(&[]).with_static(KINDS, "calls", None, int(1)).returns(int(1)));
    reports([half, fill, twice, negative, next])
}

/// A private field of a class that has a constructor with a parameter.
fn bases() -> Vec<MethodReport> {
    let base =
        |secret| object("Base0", "report.Base", &[("hidden", int(2)), ("secret", int(secret))]);
    let secret = Method::new("report.Base", "secret", "()I", &[]).case(
        Case::when(&[])
            .heap(vec![base(8)])
            .after(vec![base(9)])
            .on(at(0))
            .construct(0, "(I)V", vec![int(2)])
            .set(0, "report.Base", "secret", int(8))
            .returns(int(8)),
    );
    reports([secret])
}

/// A package whose classes have names that tests use.
fn clashing_lists() -> Vec<MethodReport> {
    let class = "report.clash.List";
    let heap = |size, items: &[Value]| {
        let list = object("List0", class, &[("size", int(size)), ("names", at(1))]);
        vec![list, collection("ArrayList0", "java.util.ArrayList", items)]
    };
    let names = Method::new(class, "names", "(Ljava/lang/String;)Ljava/util/List;", &["first"])
        .case(
            Case::when(&[])
                .heap(heap(0, &[text("a")]))
                .after(heap(1, &[text("a"), text("b")]))
                .on(at(0))
                .given(vec![text("b")])
                .returns(at(1)),
        );
    reports([names])
}

fn clashing_tests() -> Vec<MethodReport> {
    let class = "report.clash.Object";
    let text_of = "(Lreport/clash/Object;)Ljava/lang/String;";
    let text_of = Method::new("report.clash.Test", "text", text_of, &["o"])
        .of_class()
        .case(
            Case::when(&["o != null"])
                .heap(vec![object("Object0", class, &[])])
                .given(vec![at(0)])
                .returns(text("3o")),
        )
        .case(Case::when(&["o == null"]).given(vec![NULL]).throws(
            "java.lang.NullPointerException",
            None,
            false,
        ));
    reports([text_of])
}

/// A class called `Test`, in no package.
fn unnamed() -> Vec<MethodReport> {
    let value = Method::new("Test", "getValue", "()I", &[]).case(
        Case::when(&[])
            .heap(vec![object("Test0", "Test", &[("value", int(3))])])
            .on(at(0))
            .construct(0, "(I)V", vec![int(3)])
            .returns(int(3)),
    );
    reports([value])
}

/// A class of the JDK whose objects are values.
fn strings() -> Vec<MethodReport> {
    let class = "java.lang.String";
    let trim = Method::new(class, "indexOf", "(Ljava/lang/String;I)I", &["str", "fromIndex"])
        .case(Case::when(&[]).on(text("abcb")).given(vec![text("b"), int(2)]).returns(int(3)))
        .case(Case::when(&["str == null"]).on(text("")).given(vec![NULL, int(0)]).throws(
            "java.lang.NullPointerException",
            None,
            false,
        ));
    let value_of =
        Method::new(class, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", &["obj"])
            .of_class()
            .case(Case::when(&["obj == null"]).given(vec![NULL]).returns(text("null")));
    reports([trim, value_of])
}

/// A collection as receiver, with and without access.
fn array_lists() -> Vec<MethodReport> {
    let class = "java.util.ArrayList";
    let items = |values: &[Value]| vec![collection("ArrayList0", class, values)];
    let remove = Method::new(class, "remove", "(Ljava/lang/Object;)Z", &["o"]).case(
        Case::when(&["o != null"])
            .heap(items(&[text("x"), NULL]))
            .after(items(&[NULL]))
            .on(at(0))
            .given(vec![text("x")])
            .returns(Value::Bool(true)),
    );
    let at_index = Method::new(class, "remove", "(I)Ljava/lang/Object;", &["index"]).case(
        Case::when(&["index >= this.size"]).heap(items(&[])).on(at(0)).given(vec![int(0)]).throws(
            "java.lang.IndexOutOfBoundsException",
            Some("Index 0 ..."),
            true,
        ),
    );
    let grow = Method::new(class, "grow", "()[Ljava/lang/Object;", &[])
        .private()
        .case(Case::when(&[]).heap(items(&[])).on(at(0)).returns(NULL));
    reports([remove, at_index, grow])
}
