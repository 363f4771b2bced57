//! Results of any form, for tests by property.

use crate::document::{DocumentKind, DocumentReader, DocumentWriter, End, Header};
use crate::testing::run;
use crate::testing::schema::Schema;
use margay_search::structure::{Content, FieldName, Object, Value};
use proptest::prelude::*;
use std::sync::Arc;

pub(crate) fn any_value(objects: usize) -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(Value::Free),
        (0..objects).prop_map(Value::Ref),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        any::<u16>().prop_map(Value::Char),
        any::<f64>()
            .prop_map(|value| Value::Float(format!("{value:?}").replace("inf", "Infinity"))),
        any::<String>().prop_map(Value::Text),
        prop::collection::vec(any::<u16>(), 0..3).prop_map(Value::Units),
        "[A-Z]{1,3}".prop_map(Value::Constant),
    ]
}

fn any_content(objects: usize) -> impl Strategy<Value = Content> {
    let class = prop_oneof![Just("p.A".to_owned()), "[a-z]{1,2}(\\.[a-zé$]{1,3})?"];
    let field =
        (class, "[a-zé_$]{1,4}").prop_map(|(class, name)| Arc::new(FieldName { class, name }));
    let fields = prop::collection::vec((field, any_value(objects)), 0..5).prop_map(|mut fields| {
        fields.sort_by(|(a, _), (b, _)| (&a.class, &a.name).cmp(&(&b.class, &b.name)));
        fields.dedup_by(|(a, _), (b, _)| a == b);
        Content::Fields(fields)
    });
    let elements = prop::collection::vec(any_value(objects), 0..5).prop_map(Content::Elements);
    let items = prop::collection::vec(any_value(objects), 0..5).prop_map(Content::Collection);
    let entries = prop::collection::vec((any_value(objects), any_value(objects)), 0..3);
    prop_oneof![fields, elements, items, entries.prop_map(Content::Map)]
}

/// Objects `A0`, `A1` and so on, chained by a first element so that the root leads to each.
pub(crate) fn any_objects() -> impl Strategy<Value = Vec<Object>> {
    let contents = (1..6_usize).prop_flat_map(|count| {
        prop::collection::vec(any_content(count), count).prop_map(move |contents| (count, contents))
    });
    contents.prop_map(|(count, contents)| {
        let make = |(place, mut content): (usize, Content)| {
            let next = if place + 1 < count { Value::Ref(place + 1) } else { Value::Null };
            match &mut content {
                Content::Elements(values) | Content::Collection(values) => values.insert(0, next),
                Content::Map(entries) => entries.insert(0, (next, Value::Null)),
                Content::Fields(fields) => {
                    let chain = FieldName { class: "p.A".to_owned(), name: "chain".to_owned() };
                    fields.insert(0, (Arc::new(chain), next));
                }
                other => unreachable!("not made here: {other:?}"),
            }
            Object { id: format!("A{place}"), class: "p.A".into(), content }
        };
        contents.into_iter().enumerate().map(make).collect()
    })
}

/// Writes a document, reads it, and gives what `read` makes of it; the end must be there.
pub(crate) fn through_a_document<T>(
    kind: DocumentKind,
    write: impl FnOnce(&mut DocumentWriter<Vec<u8>>) -> std::io::Result<()>,
    read: impl FnOnce(&mut DocumentReader<&[u8]>) -> T,
) -> T {
    let header = Header::new(kind, run());
    let mut writer = DocumentWriter::start(Vec::new(), &header).expect("memory");
    write(&mut writer).expect("memory");
    let end = End { complete: true, ..End::default() };
    let text = writer.finish(end.clone()).expect("memory");
    assert_in_schema(kind, &text);
    let mut reader = DocumentReader::new("memory", text.as_slice(), kind).expect("a document");
    assert_eq!(*reader.header(), header);
    let result = read(&mut reader);
    assert_eq!(reader.end(), Some(&end));
    result
}

/// What a reader accepts, the schema must accept.
pub(crate) fn assert_in_schema(kind: DocumentKind, text: &[u8]) {
    // A last line that is cut off is passed over.
    let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let text = std::str::from_utf8(&text[..whole]).expect("UTF-8");
    assert_eq!(Schema::of(&kind.to_string()).check_text(text), Ok(()));
}

/// Changes a text of lines as accidents do: bytes flipped, cut out, doubled, lines exchanged.
pub(crate) fn damaged(text: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let bytes = text.as_bytes().to_vec();
    let length = bytes.len();
    let accident = (0..5_u8, 0..length, 0..length, any::<u8>());
    prop::collection::vec(accident, 1..4).prop_map(move |accidents| {
        let mut bytes = bytes.clone();
        for (what, at, to, byte) in accidents {
            let (at, to) = (at.min(bytes.len()), to.min(bytes.len()));
            let (from, to) = (at.min(to), at.max(to));
            match what {
                0 if from < bytes.len() => bytes[from] = byte,
                // What JSON is made of does more damage than what it is not.
                1 if from < bytes.len() => bytes[from] = b"{}[]\",:0-9"[usize::from(byte) % 10],
                2 => drop(bytes.drain(from..to.min(from + 9))),
                3 => {
                    let copy = bytes[from..to.min(from + 40)].to_vec();
                    bytes.splice(to..to, copy);
                }
                _ => bytes.truncate(to.max(1)),
            }
        }
        bytes
    })
}
