//! Modules, class loaders, resources and services, as far as the library asks for them: the
//! program is in one unnamed module, with one loader; the JDK's modules are what its image says.

use super::{Answer, Call, Entry, Substitute, instead, int, native, nothing, null, reference, yes};
use crate::pool::Pool;
use margay_ir::ClassKind;
use margay_machine::{Abrupt, Domain};
use ristretto_classfile::ClassFile;
use ristretto_classfile::attributes::Attribute;
use rustc_hash::FxHashMap;

const CLASS: &str = "java/lang/Class";
const LOADER: &str = "java/lang/ClassLoader";
const MODULE: &str = "java/lang/Module";
const URL: &str = "java/net/URL";
const NATIVES: &str = "margay/rt/Natives";

/// Names of services and of the classes that provide them.
pub(crate) type Services = FxHashMap<String, Vec<String>>;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let own = "what Margay's Java code needs of the machine";
    let simple = "class loaders and modules are simpler here";
    let with = |name, descriptor| Substitute { class: "margay/rt/Modules", name, descriptor };
    let where_it_is = "where a resource of the program is, is no fact about it";
    let address = |name| Substitute {
        class: "margay/rt/Resources",
        name,
        descriptor: "(Ljava/net/URL;)Ljava/lang/String;",
    };
    let loader = with("loader", "(Ljava/lang/Class;)Ljava/lang/ClassLoader;");
    vec![
        native(NATIVES, "module", "", module, own),
        native(NATIVES, "resource", "", resource, own),
        native(NATIVES, "moduleResource", "", module_resource, own),
        native(NATIVES, "resourceCount", "", resource_count, own),
        native(NATIVES, "providers", "", providers, own),
        instead(CLASS, "getModule", with("of", "(Ljava/lang/Class;)Ljava/lang/Module;"), simple),
        instead(CLASS, "getClassLoader", loader, simple),
        instead(CLASS, "getClassLoader0", loader, simple),
        instead(
            CLASS,
            "getResourceAsStream",
            with("resource", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/io/InputStream;"),
            simple,
        ),
        instead(
            CLASS,
            "getResource",
            with("address", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/net/URL;"),
            simple,
        ),
        instead(URL, "getProtocol", address("protocol"), where_it_is),
        instead(URL, "getPath", address("path"), where_it_is),
        instead(URL, "getFile", address("file"), where_it_is),
        instead(
            LOADER,
            "getSystemClassLoader",
            with("systemLoader", "()Ljava/lang/ClassLoader;"),
            simple,
        ),
        native(LOADER, "getPlatformClassLoader", "", null, simple),
        native(LOADER, "getBuiltinAppClassLoader", "", null, simple),
        instead(
            MODULE,
            "implIsExportedOrOpen",
            with("isExportedOrOpen", "(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;Z)Z"),
            simple,
        ),
        instead(
            MODULE,
            "getResourceAsStream",
            with("resource", "(Ljava/lang/Module;Ljava/lang/String;)Ljava/io/InputStream;"),
            simple,
        ),
        native(MODULE, "canRead", "", yes, simple),
        native(MODULE, "canUse", "", yes, simple),
        native(MODULE, "implAddUses", "", nothing, simple),
        native(MODULE, "implAddReads", "", nothing, simple),
        native(MODULE, "ensureNativeAccess", "", nothing, simple),
        instead(
            "java/util/ServiceLoader",
            "newLookupIterator",
            Substitute {
                class: "margay/rt/Services",
                name: "find",
                descriptor: "(Ljava/util/ServiceLoader;)Ljava/util/Iterator;",
            },
            simple,
        ),
    ]
}

/// The module of a class given as argument; none for the program's own.
fn module_of<D: Domain>(call: &mut Call<'_, D>) -> Result<Option<String>, Abrupt<D::Value>> {
    let mut class = call.class(0)?;
    loop {
        match call.core.world.loaded(class).kind {
            ClassKind::Array { component: Some(component), .. } => class = component,
            ClassKind::Array { component: None, .. } | ClassKind::Primitive => {
                return Ok(Some("java.base".to_owned()));
            }
            _ => break,
        }
    }
    let name = call.core.world.class_name(class).to_owned();
    Ok(call.jvm.module_of(&name))
}

fn module<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    match module_of(call)? {
        Some(name) => call.new_text(&name),
        None => reference::<D>(0),
    }
}

/// The bytes of a resource beside a class; null if there is none.
fn resource<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let module = module_of(call)?;
    find_resource(call, module)
}

/// The same of a module of the JDK, by its name; of the class path for null.
fn module_resource<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let module = if call.reference(0)? == 0 { None } else { Some(call.text(0)?) };
    find_resource(call, module)
}

fn find_resource<D: Domain>(call: &mut Call<'_, D>, module: Option<String>) -> Answer<D> {
    let name = call.text(1)?;
    let found = call.jvm.loader.resources(module.as_deref(), &name).map_err(Abrupt::Refuse)?;
    match found.first() {
        Some(contents) => super::files::bytes(call, contents),
        None => reference::<D>(0),
    }
}

/// How many resources of a name there are on the class path.
fn resource_count<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let name = call.text(0)?;
    let found = call.jvm.loader.resources(None, &name).map_err(Abrupt::Refuse)?;
    int::<D>(i32::try_from(found.len()).unwrap_or(i32::MAX))
}

/// The names of the classes that provide a service, those of the JDK first.
fn providers<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let service = call.core.world.class_name(class).replace('/', ".");
    let mut names = jdk_providers(call, &service);
    let lists = call.jvm.loader.resources(None, &format!("META-INF/services/{service}"));
    for list in lists.map_err(Abrupt::Refuse)? {
        for line in String::from_utf8_lossy(&list).lines() {
            let name = line.split('#').next().unwrap_or_default().trim();
            if !name.is_empty() && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    let mut values = Vec::new();
    for name in names {
        values.extend(call.new_text(&name)?);
    }
    let array = call.new_array("[Ljava/lang/String;", &values)?;
    reference::<D>(array)
}

fn jdk_providers<D: Domain>(call: &mut Call<'_, D>, service: &str) -> Vec<String> {
    if call.jvm.services.is_none() {
        let mut services = Services::default();
        for module in call.jvm.loader.modules() {
            let info = call.jvm.loader.resources(Some(&module), "module-info.class");
            for bytes in info.unwrap_or_default() {
                read_services(&bytes, &mut services);
            }
        }
        call.jvm.services = Some(services);
    }
    let services = call.jvm.services.as_ref();
    services.and_then(|services| services.get(service)).cloned().unwrap_or_default()
}

/// Adds what a description of a module says that it provides.
fn read_services(module_info: &[u8], services: &mut Services) {
    let Ok(file) = ClassFile::from_bytes(module_info) else { return };
    let pool = Pool(&file);
    let name = |index: u16| pool.class(index).map(|name| name.replace('/', "."));
    for attribute in &file.attributes {
        let Attribute::Module { provides, .. } = attribute else { continue };
        for provided in provides {
            let Ok(service) = name(provided.index) else { continue };
            let with = provided.with_index.iter().filter_map(|index| name(*index).ok());
            services.entry(service).or_default().extend(with);
        }
    }
}
