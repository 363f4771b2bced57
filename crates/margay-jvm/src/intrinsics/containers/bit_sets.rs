//! `BitSet`: the usual cases, on the words of the JDK.

use super::classes::Shape;
use super::plan::Write;
use super::{Call, Entry, Plan, accelerated, cell, index, known, shape, this, truth};
use margay_machine::{Domain, Ref};

pub(super) const BIT_SET: &str = "java/util/BitSet";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    vec![
        accelerated(BIT_SET, "get", "(I)Z", get),
        accelerated(BIT_SET, "set", "(I)V", set),
        accelerated(BIT_SET, "nextSetBit", "(I)I", next_set_bit),
        accelerated(BIT_SET, "cardinality", "()I", cardinality),
    ]
}

/// A set as it is.
struct Bits {
    object: Ref,
    words: Ref,
    room: u32,
    used: u32,
    used_slot: u32,
}

fn bits<D: Domain>(call: &mut Call<'_, D>) -> Option<Bits> {
    let object = this(call)?;
    let Shape::Bits { words, used: used_slot } = shape(call, object) else { return None };
    let (words, used) = (cell(call, object, words)? as Ref, cell(call, object, used_slot)? as u32);
    if words == 0 || call.core.memory.awaits_length(words).is_some() {
        return None;
    }
    let room = call.core.memory.len(words);
    (used <= room).then_some(Bits { object, words, room, used, used_slot })
}

/// The set, and the bit that the first argument names.
fn bit<D: Domain>(call: &mut Call<'_, D>) -> Option<(Bits, u32)> {
    let index = known(call, 1).filter(|index| *index <= i32::MAX as u32)?;
    bits(call).map(|bits| (bits, index))
}

fn get<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    let Some((bits, index)) = bit(call) else { return Plan::Own };
    if index / 64 >= bits.used {
        return Plan::Value(truth::<D>(false));
    }
    match cell(call, bits.words, index / 64) {
        Some(word) => Plan::Value(truth::<D>(word >> (index % 64) & 1 == 1)),
        None => Plan::Own,
    }
}

/// Sets a bit, if there is room.
fn set<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    let Some((bits, index)) = bit(call) else { return Plan::Own };
    let at = index / 64;
    if at >= bits.room {
        return Plan::Own;
    }
    let Some(word) = cell(call, bits.words, at) else { return Plan::Own };
    let new = word | 1 << (index % 64);
    if new == word && at < bits.used {
        return Plan::Value(None);
    }
    let used = bits.used.max(at + 1);
    let none = Write { object: 0, slot: 0, value: D::constant(0) };
    let grown =
        Write { object: bits.object, slot: bits.used_slot, value: D::constant(u64::from(used)) };
    let grown = if used == bits.used { none } else { grown };
    let word = Write { object: bits.words, slot: at, value: D::constant(new) };
    Plan::Write([word, grown, none], None)
}

fn next_set_bit<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    let Some((bits, from)) = bit(call) else { return Plan::Own };
    for at in from / 64..bits.used {
        let Some(word) = cell(call, bits.words, at) else { return Plan::Own };
        let mask = if at == from / 64 { u64::MAX << (from % 64) } else { u64::MAX };
        if word & mask != 0 {
            return Plan::Value(index::<D>(Some(64 * at + (word & mask).trailing_zeros())));
        }
    }
    Plan::Value(index::<D>(None))
}

fn cardinality<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    let Some(bits) = bits(call) else { return Plan::Own };
    let mut count = 0;
    for at in 0..bits.used {
        let Some(word) = cell(call, bits.words, at) else { return Plan::Own };
        count += u64::from(word.count_ones());
    }
    Plan::Value(Some(D::constant(count)))
}
