//! Methods that a test class gets when its tests need them: reflection for what source code may
//! not do, and a few that make tests shorter. In their sources, classes stand between `#`, so
//! that each is named as the test class must name it.

/// A helper; the order is that in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Helper {
    /// What the test prints.
    Printed,
    /// What the program reads.
    Feed,
    /// What objects behind static fields hold.
    Kept,
    /// A map of given entries.
    Map,
    /// An array of a class that the source cannot name.
    Array,
    /// An object whose constructor has not run.
    Allocate,
    /// Calls a constructor by reflection.
    Construct,
    /// Calls a method by reflection.
    Call,
    /// Reads a field.
    Get,
    /// Sets a field.
    Set,
    /// Reads a static field.
    GetStatic,
    /// Sets a static field.
    SetStatic,
    /// Finds a field.
    Field,
}

impl Helper {
    pub fn name(self) -> &'static str {
        match self {
            Helper::Printed => "printed",
            Helper::Feed => "feed",
            Helper::Kept => "kept",
            Helper::Map => "map",
            Helper::Array => "array",
            Helper::Allocate => "allocate",
            Helper::Construct => "construct",
            Helper::Call => "call",
            Helper::Get => "get",
            Helper::Set => "set",
            Helper::GetStatic => "getStatic",
            Helper::SetStatic => "setStatic",
            Helper::Field => "field",
        }
    }

    pub fn source(self) -> &'static str {
        match self {
            Helper::Printed => include_str!("helpers/printed.java"),
            Helper::Feed => include_str!("helpers/feed.java"),
            Helper::Kept => include_str!("helpers/kept.java"),
            Helper::Map => include_str!("helpers/map.java"),
            Helper::Array => include_str!("helpers/array.java"),
            Helper::Allocate => include_str!("helpers/allocate.java"),
            Helper::Construct => include_str!("helpers/construct.java"),
            Helper::Call => include_str!("helpers/call.java"),
            Helper::Get => include_str!("helpers/get.java"),
            Helper::Set => include_str!("helpers/set.java"),
            Helper::GetStatic => include_str!("helpers/getStatic.java"),
            Helper::SetStatic => include_str!("helpers/setStatic.java"),
            Helper::Field => include_str!("helpers/field.java"),
        }
    }

    /// The helpers that it calls.
    pub fn needs(self) -> &'static [Helper] {
        match self {
            Helper::Get | Helper::Set | Helper::GetStatic | Helper::SetStatic => &[Helper::Field],
            Helper::Kept => &[Helper::GetStatic, Helper::Field],
            _ => &[],
        }
    }
}
