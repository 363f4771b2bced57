//! scratch
#![allow(clippy::print_stdout, clippy::print_stderr)]
use margay_jvm::{classpath::ClassPath, describe, jdk::Jdk, launch::launch};
use margay_machine::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t0 = std::time::Instant::now();
    let jdk = Jdk::discover(None).unwrap();
    let cp = ClassPath::open(&[a[1].clone().into()], &jdk).unwrap();
    let mut m = match launch(Concrete, cp, &jdk, Limits::default()) { Ok(m) => m, Err(e) => { eprintln!("{e}"); std::process::exit(3) } };
    if std::env::var("T").is_ok() { eprintln!("boot {:?} steps {} classes", t0.elapsed(), m.core.steps); }
    let class = m.platform.load_named(&mut m.core.world, &a[2]).unwrap();
    m.core.memory.grow_statics(m.core.world.static_cells());
    let (n, d) = (m.core.world.name("main"), m.core.world.name("([Ljava/lang/String;)V"));
    let method = m.core.world.find_method(margay_ir::world::SymbolicRef { class, name: n, descriptor: d }).expect("main");
    let sa = m.platform.load_named(&mut m.core.world, "[Ljava/lang/String;").unwrap();
    let args = m.core.memory.allocate(sa, 0).unwrap();
    m.start(method, &[u64::from(args)]).unwrap();
    let e = m.resume();
    use std::io::Write;
    std::io::stdout().write_all(&m.core.memory.output.out).unwrap();
    std::io::stderr().write_all(&m.core.memory.output.err).unwrap();
    match e {
        Event::Done(Outcome::Returned(_)) => {}
        Event::Done(Outcome::Threw(x)) => { eprintln!("THREW {}", describe::exception(&mut m, x)); }
        Event::Done(Outcome::Refused(r)) => { eprintln!("{}", describe::refusal(&m.core.world, &r)); }
        e => eprintln!("{e:?}"),
    }
    if std::env::var("T").is_ok() { eprintln!("total {:?} steps {}", t0.elapsed(), m.core.steps); }
}
