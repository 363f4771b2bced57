//! Who may use a member: classes that were compiled at different times may not fit together.
//!
//! A compiler sees to it that code names only what it may use. Then a class is compiled again in which a member
//! is private, and a JVM throws an `IllegalAccessError` where old code uses it.

use crate::load::Loader;
use crate::runtime::PACKAGE;
use margay_ir::world::modifiers::{PRIVATE, PROTECTED, PUBLIC};
use margay_ir::world::package_of;
use margay_ir::{ClassId, World};

/// Whether code of one class may use a member of another that has these modifiers. The library's own code, Margay's runtime and
/// glue that comes from no class file may use and be used; so may what is protected, of which more would have to be known.
pub(crate) fn may_use(
    loader: &mut Loader,
    world: &World,
    (from, owner): (ClassId, ClassId),
    modifiers: u16,
) -> bool {
    let [user, used] = [from, owner].map(|class| world.class_name(class));
    let is_foreign = match modifiers & (PUBLIC | PROTECTED | PRIVATE) {
        PRIVATE => nest(user) != nest(used),
        0 => package_of(user) != package_of(used),
        _ => false,
    };
    let mut is_own = |class: ClassId, name: &str| {
        !name.starts_with(PACKAGE)
            && loader.class_file(class).is_some()
            && loader.module_of(name).is_none()
    };
    !(is_foreign && is_own(from, user) && is_own(owner, used))
}

/// The outermost class around a class, by its name.
fn nest(name: &str) -> &str {
    name.split('$').next().unwrap_or(name)
}
