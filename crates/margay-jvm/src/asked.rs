//! Values that a program asks for while it runs (`Margay.anyInt()`), as text: a type and a value. That is
//! how documents and tests have them, and how `margay.Margay` reads them on a JVM.

use margay_ir::Storage;

/// What source code calls the numbers of a storage.
pub(crate) fn word(storage: Storage) -> &'static str {
    match storage {
        Storage::Bool => "boolean",
        Storage::I8 => "byte",
        Storage::I16 => "short",
        Storage::U16 => "char",
        Storage::I32 | Storage::Ref => "int",
        Storage::I64 => "long",
        Storage::F32 => "float",
        Storage::F64 => "double",
    }
}

/// A value with its type: `int 5`, `boolean true`, `double -0.5`; a character by its number.
#[must_use]
pub fn text(storage: Storage, bits: u64) -> String {
    let value = match storage {
        Storage::Bool => (bits != 0).to_string(),
        Storage::I8 => (bits as u8 as i8).to_string(),
        Storage::I16 => (bits as u16 as i16).to_string(),
        Storage::U16 => (bits as u16).to_string(),
        Storage::I32 | Storage::Ref => (bits as u32 as i32).to_string(),
        Storage::I64 => (bits as i64).to_string(),
        Storage::F32 => float(f32::from_bits(bits as u32), f64::from(f32::from_bits(bits as u32))),
        Storage::F64 => float(f64::from_bits(bits), f64::from_bits(bits)),
    };
    format!("{} {value}", word(storage))
}

/// What a text stands for, if it is one of those that [`text`] writes.
#[must_use]
pub fn parse(text: &str) -> Option<(Storage, u64)> {
    let (ty, value) = text.split_once(' ')?;
    let signed = |value: i64| value as u64;
    Some(match ty {
        "boolean" => (Storage::Bool, u64::from(value.parse::<bool>().ok()?)),
        "byte" => (Storage::I8, signed(value.parse::<i8>().ok()?.into())),
        "short" => (Storage::I16, signed(value.parse::<i16>().ok()?.into())),
        "char" => (Storage::U16, value.parse::<u16>().ok()?.into()),
        "int" => (Storage::I32, signed(value.parse::<i32>().ok()?.into())),
        "long" => (Storage::I64, signed(value.parse::<i64>().ok()?)),
        // Rust reads what Java writes: `NaN`, `Infinity`, `1.0E10`.
        "float" => (Storage::F32, value.parse::<f32>().ok()?.to_bits().into()),
        "double" => (Storage::F64, value.parse::<f64>().ok()?.to_bits()),
        _ => return None,
    })
}

/// As Java reads it.
fn float(shown: impl std::fmt::Debug, value: f64) -> String {
    match value {
        _ if value.is_nan() => "NaN".to_owned(),
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        _ => format!("{shown:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_java_reads_them() {
        assert_eq!(text(Storage::I8, 0xff), "byte -1");
        assert_eq!(text(Storage::U16, 0xffff), "char 65535");
        assert_eq!(text(Storage::F32, u64::from((-0.0f32).to_bits())), "float -0.0");
        assert_eq!(text(Storage::F32, u64::from(0.1f32.to_bits())), "float 0.1");
        assert_eq!(text(Storage::F64, f64::NEG_INFINITY.to_bits()), "double -Infinity");
        assert_eq!(text(Storage::F64, f64::NAN.to_bits()), "double NaN");
        assert_eq!(text(Storage::Bool, 1), "boolean true");
    }

    #[test]
    fn values_are_read_as_they_are_written() {
        for written in [
            "byte -1",
            "short -300",
            "char 65535",
            "int -2147483648",
            "long 9223372036854775807",
            "float -0.0",
            "float 0.1",
            "double -Infinity",
            "double NaN",
            "double 1e300",
            "boolean false",
        ] {
            let (storage, bits) = parse(written).expect(written);
            assert_eq!(text(storage, bits), written);
        }
        for wrong in ["int", "int x", "byte 128", "String a", ""] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
