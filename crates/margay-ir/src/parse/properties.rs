//! Whatever the text is, reading it gives a program or an error with a place in the text.

use super::{function, program};
use crate::ids::MethodId;
use crate::print;
use crate::validate;
use crate::world::World;
use proptest::prelude::*;

const PROGRAM: &str = r#"class A extends "b c" source "s" { static field x:I: i64 = 5 field t:T: ref = "q\u{e9}"
method f(I)I: (ref, i32) -> i32 { block0(v0: ref, v1: i32): v2: f32 = const -1.5e-3 @line 2
v3: ref = trap bad_cast(v0), class A, "x" array_store.i32 v0[v1] = v1 v4: i32 = three_way.f32 v2, v2, nan 1
put_field v0, A.x:I = v1 v5: ref = new_multi_array [[I, v1, v1 call static A.f(I)I (v0, v1)
continue block1, unwind block2 block1: switch v1, [1: block1, -2: block3(v1)], block1
block2(v6: ref): throw v6 block3(v7: i32): guard in_bounds v1, v7, block1, block1 } }
array [I of i32 extends A"#;

/// Words, marks and parts of words of the language.
fn pieces() -> impl Strategy<Value = String> {
    let mut all: Vec<String> =
        PROGRAM.split_inclusive([' ', '\n', ',', '(', '.']).map(String::from).collect();
    all.extend(["\"", "\\", "}", "{", "v", "block", "0x", "é", "\0", ";", "@"].map(String::from));
    prop::collection::vec(prop::sample::select(all), 0..60).prop_map(|parts| parts.concat())
}

/// The program with a part of it replaced by something else.
fn damaged() -> impl Strategy<Value = String> {
    let places = (0..PROGRAM.len(), 0..20usize, pieces());
    places.prop_map(|(from, count, with)| {
        let floor =
            |at: usize| (0..=at.min(PROGRAM.len())).rev().find(|at| PROGRAM.is_char_boundary(*at));
        let (from, to) = (floor(from).unwrap_or(0), floor(from + count).unwrap_or(0));
        let with: String = with.chars().take(30).collect();
        format!("{}{with}{}", &PROGRAM[..from], &PROGRAM[to..])
    })
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let lines = text.split('\n').count();
    for outcome in [
        program(text, &mut World::new()).map(drop),
        function(text, &mut World::new(), MethodId::from_u32(0)).map(drop),
    ] {
        if let Err(error) = outcome {
            prop_assert!((1..=lines).contains(&error.line), "{}", error);
            let line = text.split('\n').nth(error.line - 1).unwrap_or_default();
            prop_assert!((1..=line.chars().count() + 1).contains(&error.column), "{}", error);
        }
    }
    let mut world = World::new();
    let Ok(mut read) = program(text, &mut world) else { return Ok(()) };
    for class in read.classes.keys().copied().collect::<Vec<_>>() {
        if read.load(&mut world, class).is_err() {
            continue;
        }
        // What was loaded is written, and reads as the same.
        let code = |method| read.function(&world, method);
        let written = print::class(&world, class, &code).to_string();
        let again = program(&written, &mut world)
            .map_err(|e| TestCaseError::fail(format!("{e}\n{written}")))?;
        for (method, function) in again.classes[&class].functions.iter().enumerate() {
            let Some(function) = function else { continue };
            let before = read.classes[&class].functions[method].as_ref().expect("it had code");
            let _ = validate(before);
            prop_assert_eq!(&function.blocks.len(), &before.blocks.len());
            prop_assert_eq!(&function.values, &before.values);
        }
        prop_assert_eq!(&again.classes[&class].def, &read.classes[&class].def);
    }
    Ok(())
}

#[test]
fn the_program_itself_is_sound() {
    let mut world = World::new();
    let read = program(PROGRAM, &mut world).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.classes.len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn words_in_any_order_are_read_or_refused(text in pieces()) {
        check(&text)?;
    }

    #[test]
    fn damaged_programs_are_read_or_refused(text in damaged()) {
        check(&text)?;
    }
}
