#![allow(clippy::print_stdout, missing_docs)]
fn main() {
    for f in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        let text = std::fs::read_to_string(&f).unwrap();
        let o = margay_logic::script::Options {
            stats: std::env::var_os("STATS").is_some(),
            ..Default::default()
        };
        let r = margay_logic::script::run(&text, &o);
        println!(
            "{f} {:?} {}",
            t.elapsed(),
            r.unwrap_or_else(|e| e.to_string()).replace('\n', " ")
        );
    }
}
