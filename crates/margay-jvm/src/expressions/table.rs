//! The classes, one line each.

use super::Given::{Any, Known};
use super::Held::{Field, Method, Nothing, Seed};
use super::{Expression, Given, Held, Maker, Parameter, VALUES};

const TEXT: &str = "Ljava/lang/String;";
const INT: &str = "Ljava/lang/Integer;";
const LONG: &str = "Ljava/lang/Long;";
/// What most values are known by.
const AS_TEXT: Held = Method("toString", TEXT);

/// Years that are tried: those that are written with four digits.
const YEARS: (i64, i64) = (1, 9999);
const MONTHS: (i64, i64) = (1, 12);
const DAYS: (i64, i64) = (1, 31);
const HOURS: (i64, i64) = (0, 23);
const SIXTY: (i64, i64) = (0, 59);
/// Seconds of those years.
const SECONDS: (i64, i64) = (-62_135_596_800, 253_402_300_799);

const fn any(name: &'static str, ty: &'static str) -> Parameter {
    Parameter { name, ty, range: None, liked: None }
}

const fn within(name: &'static str, range: (i64, i64)) -> Parameter {
    Parameter { name, ty: INT, range: Some(range), liked: None }
}

/// A year: one that everybody may have seen, where any will do.
const fn year(name: &'static str) -> Parameter {
    Parameter { liked: Some(2000), ..within(name, YEARS) }
}

const fn by(owner: &'static str, method: &'static str, descriptor: &'static str) -> Maker {
    Maker { owner, method, descriptor }
}

/// A value that is written down as its text.
const fn value(
    class: &'static str,
    made: Maker,
    given: Given,
    held: Held,
    again: Maker,
    source: &'static str,
) -> Expression {
    let again = Some(again);
    Expression { class, made, given, held, again, source, declared: class, is_value: true }
}

/// A value that is made of its text, one of a few.
const fn read(
    class: &'static str,
    made: Maker,
    texts: &'static [&'static str],
    held: Held,
    source: &'static str,
) -> Expression {
    value(class, made, Known(TEXT, texts), held, made, source)
}

/// An object that is made of what it holds.
const fn object(
    class: &'static str,
    made: Maker,
    given: Given,
    held: Held,
    source: &'static str,
) -> Expression {
    let again = Some(made);
    Expression { class, made, given, held, again, source, declared: class, is_value: false }
}

/// An object that begins with nothing.
const fn empty(class: &'static str, held: Held, source: &'static str) -> Expression {
    let made = by(class, "<init>", "()V");
    let (given, again) = (Any(&[]), None);
    Expression { class, made, given, held, again, source, declared: class, is_value: false }
}

const fn known_as(declared: &'static str, expression: Expression) -> Expression {
    Expression { declared, ..expression }
}

/// A class of `java.time` that reads what it writes.
const fn time(
    class: &'static str,
    made: Maker,
    given: Given,
    parse: &'static str,
    source: &'static str,
) -> Expression {
    value(class, made, given, AS_TEXT, by(class, "parse", parse), source)
}

const fn charset(class: &'static str, name: &'static [&'static str]) -> Expression {
    let declared = "java/nio/charset/Charset";
    let made = by(declared, "forName", "(Ljava/lang/String;)Ljava/nio/charset/Charset;");
    let source = "{java.nio.charset.Charset}.forName(_)";
    known_as(declared, read(class, made, name, Method("name", TEXT), source))
}

/// A format that is made of its pattern, one of a few.
const fn format(
    class: &'static str,
    patterns: &'static [&'static str],
    source: &'static str,
) -> Expression {
    let made = by(class, "<init>", "(Ljava/lang/String;)V");
    object(class, made, Known(TEXT, patterns), Method("toPattern", TEXT), source)
}

pub(super) static EXPRESSIONS: &[Expression] = &[
    time(
        "java/time/LocalDate",
        by("java/time/LocalDate", "of", "(III)Ljava/time/LocalDate;"),
        Any(&[
            year("getYear()"),
            within("getMonthValue()", MONTHS),
            within("getDayOfMonth()", DAYS),
        ]),
        "(Ljava/lang/CharSequence;)Ljava/time/LocalDate;",
        "{java.time.LocalDate}.parse(_)",
    ),
    time(
        "java/time/LocalTime",
        // The method `of` would look the hour up in a table.
        by("java/time/LocalTime", "<init>", "(IIII)V"),
        Any(&[
            within("getHour()", HOURS),
            within("getMinute()", SIXTY),
            within("getSecond()", SIXTY),
            within("getNano()", (0, 999_999_999)),
        ]),
        "(Ljava/lang/CharSequence;)Ljava/time/LocalTime;",
        "{java.time.LocalTime}.parse(_)",
    ),
    time(
        "java/time/LocalDateTime",
        by(
            "java/time/LocalDateTime",
            "of",
            "(Ljava/time/LocalDate;Ljava/time/LocalTime;)Ljava/time/LocalDateTime;",
        ),
        Any(&[
            any("toLocalDate()", "Ljava/time/LocalDate;"),
            any("toLocalTime()", "Ljava/time/LocalTime;"),
        ]),
        "(Ljava/lang/CharSequence;)Ljava/time/LocalDateTime;",
        "{java.time.LocalDateTime}.parse(_)",
    ),
    time(
        "java/time/OffsetDateTime",
        by(
            "java/time/OffsetDateTime",
            "of",
            "(Ljava/time/LocalDateTime;Ljava/time/ZoneOffset;)Ljava/time/OffsetDateTime;",
        ),
        Any(&[
            any("toLocalDateTime()", "Ljava/time/LocalDateTime;"),
            any("getOffset()", "Ljava/time/ZoneOffset;"),
        ]),
        "(Ljava/lang/CharSequence;)Ljava/time/OffsetDateTime;",
        "{java.time.OffsetDateTime}.parse(_)",
    ),
    time(
        "java/time/ZonedDateTime",
        by(
            "java/time/ZonedDateTime",
            "of",
            "(Ljava/time/LocalDateTime;Ljava/time/ZoneId;)Ljava/time/ZonedDateTime;",
        ),
        Any(&[
            any("toLocalDateTime()", "Ljava/time/LocalDateTime;"),
            any("getZone()", "Ljava/time/ZoneOffset;"),
        ]),
        "(Ljava/lang/CharSequence;)Ljava/time/ZonedDateTime;",
        "{java.time.ZonedDateTime}.parse(_)",
    ),
    time(
        "java/time/Instant",
        by("java/time/Instant", "ofEpochSecond", "(J)Ljava/time/Instant;"),
        Any(&[Parameter { name: "getEpochSecond()", ty: LONG, range: Some(SECONDS), liked: None }]),
        "(Ljava/lang/CharSequence;)Ljava/time/Instant;",
        "{java.time.Instant}.parse(_)",
    ),
    time(
        "java/time/Duration",
        by("java/time/Duration", "ofSeconds", "(J)Ljava/time/Duration;"),
        Any(&[any("getSeconds()", LONG)]),
        "(Ljava/lang/CharSequence;)Ljava/time/Duration;",
        "{java.time.Duration}.parse(_)",
    ),
    time(
        "java/time/Period",
        by("java/time/Period", "of", "(III)Ljava/time/Period;"),
        Any(&[any("getYears()", INT), any("getMonths()", INT), any("getDays()", INT)]),
        "(Ljava/lang/CharSequence;)Ljava/time/Period;",
        "{java.time.Period}.parse(_)",
    ),
    time(
        "java/time/Year",
        by("java/time/Year", "of", "(I)Ljava/time/Year;"),
        Any(&[year("getValue()")]),
        "(Ljava/lang/CharSequence;)Ljava/time/Year;",
        "{java.time.Year}.parse(_)",
    ),
    time(
        "java/time/YearMonth",
        by("java/time/YearMonth", "of", "(II)Ljava/time/YearMonth;"),
        Any(&[year("getYear()"), within("getMonthValue()", MONTHS)]),
        "(Ljava/lang/CharSequence;)Ljava/time/YearMonth;",
        "{java.time.YearMonth}.parse(_)",
    ),
    time(
        "java/time/MonthDay",
        by("java/time/MonthDay", "of", "(II)Ljava/time/MonthDay;"),
        Any(&[within("getMonthValue()", MONTHS), within("getDayOfMonth()", DAYS)]),
        "(Ljava/lang/CharSequence;)Ljava/time/MonthDay;",
        "{java.time.MonthDay}.parse(_)",
    ),
    value(
        "java/time/ZoneOffset",
        by("java/time/ZoneOffset", "of", "(Ljava/lang/String;)Ljava/time/ZoneOffset;"),
        Known(TEXT, &["Z", "+01:00", "-05:30"]),
        AS_TEXT,
        by("java/time/ZoneOffset", "of", "(Ljava/lang/String;)Ljava/time/ZoneOffset;"),
        "{java.time.ZoneOffset}.of(_)",
    ),
    known_as(
        "java/time/ZoneId",
        value(
            "java/time/ZoneRegion",
            by("java/time/ZoneId", "of", "(Ljava/lang/String;)Ljava/time/ZoneId;"),
            Known(TEXT, &["UTC", "Europe/Paris"]),
            AS_TEXT,
            by("java/time/ZoneId", "of", "(Ljava/lang/String;)Ljava/time/ZoneId;"),
            "{java.time.ZoneId}.of(_)",
        ),
    ),
    known_as(
        "java/time/Clock",
        object(
            "java/time/Clock$FixedClock",
            by(VALUES, "clock", "(Ljava/time/Instant;)Ljava/time/Clock;"),
            Any(&[any("instant()", "Ljava/time/Instant;")]),
            Field("instant", "Ljava/time/Instant;"),
            "{java.time.Clock}.fixed(_, {java.time.ZoneOffset}.UTC)",
        ),
    ),
    value(
        "java/util/UUID",
        by("java/util/UUID", "<init>", "(JJ)V"),
        Any(&[any("getMostSignificantBits()", LONG), any("getLeastSignificantBits()", LONG)]),
        AS_TEXT,
        by("java/util/UUID", "fromString", "(Ljava/lang/String;)Ljava/util/UUID;"),
        "{java.util.UUID}.fromString(_)",
    ),
    read(
        "java/util/Locale",
        by("java/util/Locale", "forLanguageTag", "(Ljava/lang/String;)Ljava/util/Locale;"),
        &["en", "de-DE", "und"],
        Method("toLanguageTag", TEXT),
        "{java.util.Locale}.forLanguageTag(_)",
    ),
    read(
        "java/util/Currency",
        by("java/util/Currency", "getInstance", "(Ljava/lang/String;)Ljava/util/Currency;"),
        &["EUR", "JPY"],
        Method("getCurrencyCode", TEXT),
        "{java.util.Currency}.getInstance(_)",
    ),
    read(
        "java/util/regex/Pattern",
        by("java/util/regex/Pattern", "compile", "(Ljava/lang/String;)Ljava/util/regex/Pattern;"),
        &["a", ".*", "[0-9]+"],
        Held::Text,
        "{java.util.regex.Pattern}.compile(_)",
    ),
    format("java/text/DecimalFormat", &["0.00", "#,##0.###"], "new {java.text.DecimalFormat}(_)"),
    format(
        "java/text/SimpleDateFormat",
        &["yyyy-MM-dd", "HH:mm"],
        "new {java.text.SimpleDateFormat}(_)",
    ),
    object(
        "java/util/GregorianCalendar",
        by(VALUES, "calendar", "(Ljava/lang/String;)Ljava/util/GregorianCalendar;"),
        Known(TEXT, &["2000-02-29T00:00Z[UTC]", "1999-12-31T23:59Z[UTC]"]),
        Held::Text,
        "{java.util.GregorianCalendar}.from({java.time.ZonedDateTime}.parse(_))",
    ),
    value(
        "java/net/URI",
        by("java/net/URI", "create", "(Ljava/lang/String;)Ljava/net/URI;"),
        Known(TEXT, &["http://host/path?query", "path", "mailto:name"]),
        AS_TEXT,
        by("java/net/URI", "create", "(Ljava/lang/String;)Ljava/net/URI;"),
        "{java.net.URI}.create(_)",
    ),
    value(
        "java/net/URL",
        by(VALUES, "url", "(Ljava/lang/String;)Ljava/net/URL;"),
        Known(TEXT, &["http://host/path?query"]),
        AS_TEXT,
        by(VALUES, "url", "(Ljava/lang/String;)Ljava/net/URL;"),
        "{java.net.URI}.create(_).toURL()",
    ),
    known_as(
        "java/nio/file/Path",
        value(
            "sun/nio/fs/UnixPath",
            by(VALUES, "path", "(Ljava/lang/String;)Ljava/nio/file/Path;"),
            Known(TEXT, &["a", "a/b.txt", "/"]),
            AS_TEXT,
            by(VALUES, "path", "(Ljava/lang/String;)Ljava/nio/file/Path;"),
            "{java.nio.file.Path}.of(_)",
        ),
    ),
    value(
        "java/io/File",
        by("java/io/File", "<init>", "(Ljava/lang/String;)V"),
        Known(TEXT, &["a", "a/b.txt", "/"]),
        Method("getPath", TEXT),
        by("java/io/File", "<init>", "(Ljava/lang/String;)V"),
        "new {java.io.File}(_)",
    ),
    charset("sun/nio/cs/UTF_8", &["UTF-8"]),
    charset("sun/nio/cs/US_ASCII", &["US-ASCII"]),
    charset("sun/nio/cs/ISO_8859_1", &["ISO-8859-1"]),
    Expression {
        again: Some(by("java/util/BitSet", "valueOf", "([J)Ljava/util/BitSet;")),
        ..object(
            "java/util/BitSet",
            by(VALUES, "bits", "(J)Ljava/util/BitSet;"),
            Any(&[any("toLongArray()[0]", LONG)]),
            Method("toLongArray", "[J"),
            "{java.util.BitSet}.valueOf(_)",
        )
    },
    object(
        "java/util/Date",
        by("java/util/Date", "<init>", "(J)V"),
        Any(&[any("getTime()", LONG)]),
        Method("getTime", "J"),
        "new {java.util.Date}(_)",
    ),
    object(
        "java/util/Random",
        by("java/util/Random", "<init>", "(J)V"),
        Known(LONG, &["0", "1", "42"]),
        Seed,
        "new {java.util.Random}(_)",
    ),
    object(
        "java/lang/Thread",
        by("java/lang/Thread", "<init>", "(Ljava/lang/String;)V"),
        Known(TEXT, &["worker"]),
        Method("getName", TEXT),
        "new {java.lang.Thread}(_)",
    ),
    object(
        "java/util/concurrent/atomic/AtomicReference",
        by("java/util/concurrent/atomic/AtomicReference", "<init>", "(Ljava/lang/Object;)V"),
        Any(&[any("get()", "T")]),
        Field("value", "Ljava/lang/Object;"),
        "new {java.util.concurrent.atomic.AtomicReference}<>(_)",
    ),
    empty(
        "java/util/concurrent/locks/ReentrantLock",
        Nothing,
        "new {java.util.concurrent.locks.ReentrantLock}()",
    ),
    empty(
        "java/util/concurrent/locks/ReentrantReadWriteLock",
        Nothing,
        "new {java.util.concurrent.locks.ReentrantReadWriteLock}()",
    ),
    object(
        "java/io/StringReader",
        by("java/io/StringReader", "<init>", "(Ljava/lang/String;)V"),
        Any(&[any("text", TEXT)]),
        Held::Text,
        "new {java.io.StringReader}(_)",
    ),
    object(
        "java/util/Scanner",
        by("java/util/Scanner", "<init>", "(Ljava/lang/Readable;)V"),
        Any(&[any("reader", "Ljava/io/StringReader;")]),
        Field("source", "Ljava/lang/Readable;"),
        "new {java.util.Scanner}(_)",
    ),
    object(
        "java/util/StringJoiner",
        by("java/util/StringJoiner", "<init>", "(Ljava/lang/CharSequence;)V"),
        Any(&[any("delimiter", TEXT)]),
        Field("delimiter", TEXT),
        "new {java.util.StringJoiner}(_)",
    ),
    object(
        "java/io/BufferedReader",
        by("java/io/BufferedReader", "<init>", "(Ljava/io/Reader;)V"),
        Any(&[any("reader", "Ljava/io/StringReader;")]),
        Field("in", "Ljava/io/Reader;"),
        "new {java.io.BufferedReader}(_)",
    ),
    empty("java/io/StringWriter", AS_TEXT, "new {java.io.StringWriter}()"),
    object(
        "java/io/PrintWriter",
        by("java/io/PrintWriter", "<init>", "(Ljava/io/Writer;)V"),
        Any(&[any("writer", "Ljava/io/StringWriter;")]),
        Field("out", "Ljava/io/Writer;"),
        "new {java.io.PrintWriter}(_)",
    ),
    object(
        "java/io/ByteArrayInputStream",
        by("java/io/ByteArrayInputStream", "<init>", "([B)V"),
        Any(&[any("bytes", "[B")]),
        Field("buf", "[B"),
        "new {java.io.ByteArrayInputStream}(_)",
    ),
    empty(
        "java/io/ByteArrayOutputStream",
        Method("toByteArray", "[B"),
        "new {java.io.ByteArrayOutputStream}()",
    ),
    object(
        "java/io/PrintStream",
        by("java/io/PrintStream", "<init>", "(Ljava/io/OutputStream;)V"),
        Any(&[any("stream", "Ljava/io/ByteArrayOutputStream;")]),
        Field("out", "Ljava/io/OutputStream;"),
        "new {java.io.PrintStream}(_)",
    ),
    object(
        "java/io/DataInputStream",
        by("java/io/DataInputStream", "<init>", "(Ljava/io/InputStream;)V"),
        Any(&[any("stream", "Ljava/io/ByteArrayInputStream;")]),
        Field("in", "Ljava/io/InputStream;"),
        "new {java.io.DataInputStream}(_)",
    ),
    object(
        "java/io/DataOutputStream",
        by("java/io/DataOutputStream", "<init>", "(Ljava/io/OutputStream;)V"),
        Any(&[any("stream", "Ljava/io/ByteArrayOutputStream;")]),
        Field("out", "Ljava/io/OutputStream;"),
        "new {java.io.DataOutputStream}(_)",
    ),
    known_as(
        "java/nio/ByteBuffer",
        object(
            "java/nio/HeapByteBuffer",
            by("java/nio/ByteBuffer", "wrap", "([B)Ljava/nio/ByteBuffer;"),
            Any(&[any("array()", "[B")]),
            Method("array", "[B"),
            "{java.nio.ByteBuffer}.wrap(_)",
        ),
    ),
];

pub(super) static STAND_INS: &[(&str, &[&str])] = &[
    ("java/io/Reader", &["java/io/StringReader"]),
    ("java/lang/Readable", &["java/io/StringReader"]),
    ("java/io/Writer", &["java/io/StringWriter"]),
    ("java/io/InputStream", &["java/io/ByteArrayInputStream"]),
    ("java/io/OutputStream", &["java/io/ByteArrayOutputStream"]),
    ("java/io/DataInput", &["java/io/DataInputStream"]),
    ("java/io/DataOutput", &["java/io/DataOutputStream"]),
    ("java/nio/ByteBuffer", &["java/nio/HeapByteBuffer"]),
    ("java/text/NumberFormat", &["java/text/DecimalFormat"]),
    ("java/text/DateFormat", &["java/text/SimpleDateFormat"]),
    ("java/util/Calendar", &["java/util/GregorianCalendar"]),
    ("java/nio/file/Path", &["sun/nio/fs/UnixPath"]),
    (
        "java/nio/charset/Charset",
        &["sun/nio/cs/UTF_8", "sun/nio/cs/US_ASCII", "sun/nio/cs/ISO_8859_1"],
    ),
    ("java/time/ZoneId", &["java/time/ZoneOffset", "java/time/ZoneRegion"]),
    ("java/time/Clock", &["java/time/Clock$FixedClock"]),
    ("java/time/InstantSource", &["java/time/Clock$FixedClock"]),
    ("java/time/temporal/Temporal", &["java/time/LocalDate", "java/time/LocalDateTime"]),
    ("java/time/temporal/TemporalAccessor", &["java/time/LocalDate", "java/time/LocalTime"]),
    ("java/time/temporal/TemporalAmount", &["java/time/Duration", "java/time/Period"]),
    ("java/time/chrono/ChronoLocalDate", &["java/time/LocalDate"]),
    ("java/util/random/RandomGenerator", &["java/util/Random"]),
    ("java/util/concurrent/locks/Lock", &["java/util/concurrent/locks/ReentrantLock"]),
    (
        "java/util/concurrent/locks/ReadWriteLock",
        &["java/util/concurrent/locks/ReentrantReadWriteLock"],
    ),
];
