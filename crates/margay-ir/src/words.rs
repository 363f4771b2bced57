//! Closed families whose members have a word each in the text form: spelled once, to be written
//! and to be read.

/// An enumeration with the word of each member; `ALL` lists them in order.
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $name:ident { $($(#[$doc:meta])* $member:ident = $word:literal,)* }
    ) => {
        $(#[$meta])*
        pub enum $name { $($(#[$doc])* $member,)* }

        impl $name {
            /// All members, in order.
            pub const ALL: &[$name] = &[$($name::$member),*];

            /// What the text form calls it.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $($name::$member => $word,)* }
            }

            /// The member that the text form calls so.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some($name::$member),)* _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

pub(crate) use words;
