//! Methods that would load locale data through reflection.

use super::{Entry, Substitute, instead};
use margay_machine::Domain;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let with = |name, descriptor| Substitute { class: "margay/rt/Substitutes", name, descriptor };
    let why = "would load locale data through reflection";
    vec![
        instead(
            "java/util/Scanner",
            "useLocale",
            with("useLocale", "(Ljava/util/Scanner;Ljava/util/Locale;)Ljava/util/Scanner;"),
            why,
        ),
        instead(
            "java/util/Formatter",
            "getDecimalFormatSymbols",
            with("symbols", "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;"),
            why,
        ),
        instead(
            "java/lang/ConditionalSpecialCasing",
            "isFinalCased",
            with("isFinalCased", "(Ljava/lang/String;ILjava/util/Locale;)Z"),
            why,
        ),
    ]
}
