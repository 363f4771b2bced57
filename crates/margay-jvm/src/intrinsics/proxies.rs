//! `java.lang.reflect.Proxy`: the library makes the class file, which is loaded like any other.
//!
//! A class once loaded stays, whatever is undone; so a proxy's name depends on its interfaces.

use super::{Answer, Call, Entry, Substitute, instead, int, native};
use margay_machine::{Abrupt, Domain};

const PROXY: &str = "java/lang/reflect/Proxy";
const NATIVES: &str = "margay/rt/Natives";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let own = "what Margay's Java code needs of the machine";
    let simple = "without modules and loaders of its own";
    let with = |name, descriptor| Substitute { class: "margay/rt/Proxies", name, descriptor };
    vec![
        native(NATIVES, "proxyNumber", "", number, own),
        native(NATIVES, "define", "", define, own),
        instead(
            PROXY,
            "newProxyInstance",
            with(
                "make",
                "(Ljava/lang/ClassLoader;[Ljava/lang/Class;Ljava/lang/reflect/InvocationHandler;)Ljava/lang/Object;",
            ),
            simple,
        ),
        instead(PROXY, "isProxyClass", with("isProxy", "(Ljava/lang/Class;)Z"), simple),
    ]
}

/// The number of a list of interfaces, counted from 0 in the order of their first use.
fn number<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let interfaces = call.text(0)?;
    let proxies = &mut call.jvm.proxies;
    let place = proxies.iter().position(|known| *known == interfaces).unwrap_or(proxies.len());
    if place == proxies.len() {
        proxies.push(interfaces);
    }
    int::<D>(place as i32)
}

/// Loads a class from the bytes of its file.
fn define<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (name, array) = (call.text(0)?, call.object(1)?);
    let mut bytes = Vec::new();
    for index in 0..call.core.memory.len(array) {
        bytes.push(call.decided(call.core.memory.get(array, index))? as u8);
    }
    let world = &mut call.core.world;
    let defined = call.jvm.loader.define(world, &name, &bytes);
    match defined {
        Ok(class) => call.mirror(class),
        Err(error) => Err(Abrupt::Refuse(error.to_string())),
    }
}
