//! Type arguments: what stands in the angle brackets of a test's variables.
//!
//! The heap of a case knows nothing of type arguments. A variable has those of the parameters that it is
//! given for; an object of a generic class that only its own methods are called on holds objects
//! of any kind (`Cache<Object, Object>`). Where two uses want different ones, or something inside does not
//! fit, the type stays raw, which compilers accept everywhere.

use super::given::CallOfInput;
use super::test::Test;
use super::types::Type;
use margay_jvm::inputs::signature::{parameter_types, result_type, variables};
use margay_jvm::source::{SourceClass, SourceKind, SourceMethod};
use margay_search::generate::case::Build;
use margay_search::structure::{Content, StubMethod, Value};
use std::rc::Rc;

/// A class with type arguments, of which nothing is left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Generic {
    /// Its name, with dots and `$`.
    class: String,
    arguments: Vec<Generic>,
}

/// What a signature says of a type.
enum Written {
    /// It is no generic type, or any type: all that fits its erasure fits it.
    Plain,
    Generic(Generic),
    /// It has type arguments that depend on something else.
    Open,
}

impl Generic {
    fn object() -> Generic {
        Generic::plain("java.lang.Object")
    }

    fn plain(class: &str) -> Generic {
        Generic { class: class.to_owned(), arguments: Vec::new() }
    }

    fn is_object(&self) -> bool {
        *self == Generic::object()
    }

    /// As a signature has it.
    fn signature(&self) -> String {
        let arguments: String = self.arguments.iter().map(Generic::signature).collect();
        let name = self.class.replace('.', "/");
        if arguments.is_empty() { format!("L{name};") } else { format!("L{name}<{arguments}>;") }
    }

    /// A type of a signature and what follows it, if nothing in it is open: a variable may be. A wildcard is what bounds it, where
    /// the arguments of a type need not be the same to the letter: no `List<List<T>>` is a `List<List<? extends T>>`.
    fn take<'t>(
        text: &'t str,
        is_open: &dyn Fn(&str) -> bool,
        may_vary: bool,
    ) -> Option<(Generic, &'t str)> {
        if let Some(variable) = text.strip_prefix('T') {
            let (name, rest) = variable.split_once(';')?;
            return (!is_open(name)).then(|| (Generic::object(), rest));
        }
        let text = text.strip_prefix('L')?;
        let end = text.find(['<', ';'])?;
        let mut found = Generic::plain(&text[..end].replace('/', "."));
        let mut rest = &text[end..];
        if let Some(mut arguments) = rest.strip_prefix('<') {
            while !arguments.starts_with('>') {
                let bound = arguments.strip_prefix(['*', '+', '-']);
                if bound.is_some() && !may_vary {
                    return None;
                }
                let (argument, after) = match (arguments.chars().next()?, bound) {
                    ('*', Some(after)) => (Generic::object(), after),
                    (kind, Some(bound)) => Generic::take(bound, is_open, kind == '+')?,
                    (_, None) => Generic::take(arguments, is_open, false)?,
                };
                found.arguments.push(argument);
                arguments = after;
            }
            rest = &arguments[1..];
        }
        Some((found, rest.strip_prefix(';')?))
    }
}

impl Written {
    fn read(text: &str, is_open: &dyn Fn(&str) -> bool) -> Written {
        if !text.contains('<') {
            return Written::Plain;
        }
        match Generic::take(text, is_open, true) {
            Some((found, "")) => Written::Generic(found),
            _ => Written::Open,
        }
    }
}

impl<'r> Test<'_, '_, 'r> {
    /// Finds out what type arguments the variables of the input have.
    pub fn note_generics(&mut self) {
        let (case, method) = (self.case, &self.report.method);
        for step in &case.recipe {
            match step {
                Build::Construct { object, .. } => {
                    let made = case.before.objects.get(*object);
                    if let Some(own) = made.and_then(|made| self.anything(&made.class)) {
                        self.note(*object, Some(own));
                    }
                }
                Build::Produce { object, class, name, descriptor, .. } => {
                    let made = self.returned_type(class, name, descriptor);
                    self.note(*object, made);
                }
                Build::Set { value: Value::Ref(place), .. } => self.note(*place, None),
                _ => {}
            }
        }
        for CallOfInput { class, name, descriptor, given } in self.calls_of_input() {
            self.note_arguments(class, name, &descriptor, given);
        }
        for object in &case.before.objects {
            if let Content::Stub(methods) = &object.content {
                self.note_returned(&object.class, methods);
            }
        }
        let given = case.input.arguments.iter();
        self.note_arguments(&method.class, &method.name, &method.descriptor, given.collect());
        let inside = case.before.objects.iter().filter(|object| match object.content {
            Content::Elements(_) => true,
            Content::Fields(_) => self.canonical(&object.class).is_none(),
            _ => false,
        });
        let held: Vec<&Value> = inside.flat_map(|object| object.content.values()).collect();
        for value in held.into_iter().chain(case.input.statics.iter().map(|(_, value)| value)) {
            if let Value::Ref(place) = value
                && !self.in_recipe.contains(place)
            {
                self.note(*place, None);
            }
        }
    }

    /// A generic class that the test may make, with objects for all its parameters.
    pub fn anything(&self, class: &str) -> Option<Generic> {
        let known = self.file.classes.get(class)?;
        let is_made = known.type_parameters > 0 && !known.is_bounded && !known.is_inner;
        let arguments = vec![Generic::object(); known.type_parameters];
        is_made.then(|| Generic { class: class.to_owned(), arguments })
    }

    /// What a method returns, where that may hold any object: what is given to its own methods is not known
    /// to be of another type.
    fn returned_type(&self, class: &str, name: &str, descriptor: &str) -> Option<Generic> {
        let (declaring, known) = self.file.classes.declaring(class, name, descriptor)?;
        let method = known.method(name, descriptor)?;
        let is_class_open = declaring != class || known.is_bounded;
        let found = result_of(method, &is_open(method, is_class_open && !method.is_static));
        // A class around it may have bound its parameters, and says so with its own.
        let is_free =
            |class: &str| self.file.classes.get(class).is_none_or(|known| !known.is_bounded);
        found
            .filter(|found| found.arguments.iter().all(Generic::is_object) && is_free(&found.class))
    }

    fn note_arguments(&mut self, class: &str, name: &str, descriptor: &str, values: Vec<&Value>) {
        let declaring = self.file.classes.declaring(class, name, descriptor);
        let method = declaring.as_ref().and_then(|(_, known)| known.method(name, descriptor));
        let types = method.and_then(|method| method.generic.as_deref()).and_then(parameter_types);
        let Some((method, types)) = method.zip(types) else { return };
        let is_fixed = |(declaring, known): &(String, Rc<SourceClass>)| {
            declaring != class || known.is_bounded && !method.is_static
        };
        let is_open = is_open(method, declaring.as_ref().is_some_and(is_fixed));
        // The object around an inner one is not in the signature.
        let skipped = values.len().saturating_sub(types.len());
        for (value, written) in values.into_iter().skip(skipped).zip(&types) {
            let Value::Ref(place) = value else { continue };
            match Written::read(written, &is_open) {
                Written::Plain => {}
                Written::Generic(wanted) => self.note(*place, Some(wanted)),
                Written::Open => self.note(*place, None),
            }
        }
    }

    /// Notes what methods of an implementation return.
    fn note_returned(&mut self, class: &str, methods: &[StubMethod]) {
        let own = signature_of(&Type::class(class), self.anything(class).as_ref());
        for StubMethod { name, descriptor, returns, .. } in methods {
            let Some(Value::Ref(place)) = returns else { continue };
            let declared = self.file.classes.as_overridden(&own, name, descriptor);
            let generic = declared.and_then(|method| method.generic);
            let Some(written) = generic.as_deref().and_then(result_type) else { continue };
            match Written::read(written, &|_| true) {
                Written::Plain => {}
                Written::Generic(wanted) => self.note(*place, Some(wanted)),
                Written::Open => self.note(*place, None),
            }
        }
    }

    /// Notes a use; nothing if that is compatible with the raw type alone.
    fn note(&mut self, place: usize, wanted: Option<Generic>) {
        let wanted = wanted.filter(|wanted| self.is_within_bounds(wanted));
        let known = self.generics.entry(place).or_insert_with(|| wanted.clone());
        if *known != wanted {
            *known = None;
        }
        // What is inside has to be of the type that the arguments say.
        let content = self.case.before.objects.get(place).map(|object| &object.content);
        let Some((Generic { arguments, .. }, content)) = wanted.zip(content) else { return };
        for (value, wanted) in inside(content, &arguments) {
            if let Value::Ref(inner) = value
                && !wanted.arguments.is_empty()
                && !self.generics.contains_key(inner)
            {
                self.note(*inner, Some(wanted.clone()));
            }
        }
    }

    /// Whether nothing that stands for a wildcard is less than a type parameter asks for.
    fn is_within_bounds(&self, generic: &Generic) -> bool {
        let is_bounded = self.file.classes.get(&generic.class).is_some_and(|it| it.is_bounded);
        let arguments = &generic.arguments;
        !(is_bounded && arguments.iter().any(Generic::is_object))
            && arguments.iter().all(|argument| self.is_within_bounds(argument))
    }

    /// The class that a use of an object in another one wants, if it has type arguments.
    pub fn generic_class(&self, place: usize) -> Option<Type> {
        let generic = self.generics.get(&place)?.as_ref()?;
        Some(Type::class(&generic.class))
    }

    /// The type arguments of the variable of an object, if it is declared with this type.
    pub fn type_arguments(&mut self, place: usize, declared: &Type) -> Option<String> {
        let generic = self.generics.get(&place).cloned().flatten()?;
        let is_it = declared.is(&generic.class) && self.fits(place, &generic);
        if is_it { self.angle_brackets(&generic) } else { None }
    }

    /// Whether an object is of a generic type with what it holds.
    fn fits(&self, place: usize, generic: &Generic) -> bool {
        let Some(object) = self.case.before.objects.get(place) else { return false };
        let arguments = &generic.arguments;
        match &object.content {
            // The compiler knows what the call gives.
            _ if self.is_made(place, produced) => true,
            // That would be taken for all the elements.
            Content::Collection(items)
                if *object.class == *"java.util.Arrays$ArrayList" && *items == [Value::Null] =>
            {
                false
            }
            Content::Collection(_) | Content::Map(_) => {
                inside(&object.content, arguments).all(|(value, wanted)| self.is_a(value, wanted))
            }
            Content::Holding(value) if *object.class == *"java.util.Optional" => {
                arguments.first().is_some_and(|wanted| self.is_a(value, wanted))
            }
            Content::Stub(methods) if self.is_lambda(&object.class, methods) => {
                self.is_function(&object.class, methods, arguments)
            }
            Content::Stub(methods) => self.implemented(place, methods).as_ref() == Some(generic),
            // What a class without type parameters says of those above it may be something else.
            _ => {
                self.is_made(place, constructed)
                    && self.is_inferred(&object.class)
                    && arguments.iter().all(Generic::is_object)
            }
        }
    }

    /// Whether a step of the recipe of this kind makes an object.
    fn is_made(&self, place: usize, by: impl Fn(&Build) -> Option<usize>) -> bool {
        self.case.recipe.iter().any(|step| by(step) == Some(place))
    }

    /// Whether an object that the test makes up is a lambda.
    pub fn is_lambda(&self, class: &str, methods: &[StubMethod]) -> bool {
        let known = self.file.classes.get(class);
        methods.len() == 1 && known.is_none_or(|known| known.kind == SourceKind::Interface)
    }

    /// Whether a lambda returns what its interface says, which is its last argument where that is one of
    /// the library's interfaces for functions.
    fn is_function(&self, class: &str, methods: &[StubMethod], arguments: &[Generic]) -> bool {
        let is_function = class.starts_with("java.util.function.")
            || matches!(class, "java.util.concurrent.Callable" | "java.util.Comparator");
        let mut returns = methods.iter().filter_map(|method| method.returns.as_ref());
        is_function
            && returns.all(|value| match value {
                Value::Ref(_) | Value::Text(_) | Value::Units(_) => {
                    arguments.last().is_some_and(|wanted| self.is_a(value, wanted))
                }
                _ => true,
            })
    }

    /// Whether source code takes a value for one of a type.
    fn is_a(&self, value: &Value, wanted: &Generic) -> bool {
        let class = match value {
            Value::Text(_) | Value::Units(_) => "java.lang.String",
            Value::Bool(_) => "java.lang.Boolean",
            Value::Char(_) => "java.lang.Character",
            Value::Float(_) => "java.lang.Double",
            Value::Int(number) if i32::try_from(*number).is_ok() => "java.lang.Integer",
            Value::Int(_) => "java.lang.Long",
            Value::Ref(place) if !wanted.arguments.is_empty() => {
                let known = self.generics.get(place).cloned().flatten();
                return known.as_ref() == Some(wanted) && self.fits(*place, wanted);
            }
            Value::Ref(place) => match self.case.before.objects.get(*place) {
                Some(object) if self.file.may_name(&object.class) => &object.class,
                _ => return wanted.is_object(),
            },
            Value::Null | Value::Free => return true,
            Value::Constant(_) => return false,
        };
        wanted.arguments.is_empty() && (wanted.is_object() || self.is_below(class, &wanted.class))
    }

    /// Whether a class is another or below it.
    pub fn is_below(&self, class: &str, above: &str) -> bool {
        let mut open = vec![class.to_owned()];
        while let Some(next) = open.pop() {
            if next == above {
                return true;
            }
            if let Some(known) = self.file.classes.get(&next) {
                open.extend(known.superclass.iter().chain(&known.interfaces).cloned());
            }
        }
        false
    }

    /// The type of a parameter, counted from the last one, with its type arguments if they depend on nothing.
    pub fn parameter_type(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        from_last: usize,
    ) -> Option<String> {
        let method = self.file.classes.method(class, name, descriptor)?;
        let types = parameter_types(method.generic.as_deref()?)?;
        let written = types.get(types.len().checked_sub(from_last)?)?;
        if written.contains('<') { self.written(&written.clone()) } else { None }
    }

    /// `<String, List<Integer>>`.
    fn angle_brackets(&mut self, generic: &Generic) -> Option<String> {
        let mut names = Vec::with_capacity(generic.arguments.len());
        for argument in &generic.arguments {
            let mut name = self.mentioned(&Type::class(&argument.class))?;
            if !argument.arguments.is_empty() {
                name.push_str(&self.angle_brackets(argument)?);
            }
            names.push(name);
        }
        Some(format!("<{}>", names.join(", ")))
    }

    /// What source code calls a class that an anonymous one extends, with its type arguments.
    pub fn extended_as(&mut self, class: &Type) -> Option<String> {
        let own = self.anything(&class.element);
        self.implemented_as(class, own.as_ref())
    }

    /// The same with these type arguments, if any.
    pub fn implemented_as(&mut self, class: &Type, own: Option<&Generic>) -> Option<String> {
        let Some(own) = own else { return self.named(class) };
        let arguments = self.angle_brackets(own)?;
        self.mentioned(class).map(|name| format!("{name}{arguments}"))
    }

    /// The type that an anonymous class of the test implements: the one that its use wants, if what the methods return
    /// fits that, else one with objects for all parameters.
    pub fn implemented(&self, place: usize, methods: &[StubMethod]) -> Option<Generic> {
        let class = &self.case.before.objects.get(place)?.class;
        let wanted = self.generics.get(&place).cloned().flatten();
        let wanted = wanted.filter(|it| *it.class == **class && self.is_implemented(it, methods));
        wanted.or_else(|| self.anything(class))
    }

    /// Whether source code can name a type with all its arguments.
    fn may_name(&self, generic: &Generic) -> bool {
        self.file.may_name(&generic.class) && generic.arguments.iter().all(|it| self.may_name(it))
    }

    /// Whether methods return what they do as those of a type.
    fn is_implemented(&self, own: &Generic, methods: &[StubMethod]) -> bool {
        let is_named = own.arguments.iter().all(|argument| self.may_name(argument));
        let own = own.signature();
        is_named
            && methods.iter().all(|StubMethod { name, descriptor, returns, .. }| {
                let Some(value) = returns else { return true };
                let declared = self.file.classes.as_overridden(&own, name, descriptor);
                let Some(declared) = declared else { return false };
                let written = declared.generic.as_deref().and_then(result_type);
                match written.map(|written| Generic::take(written, &|_| true, false)) {
                    Some(Some((wanted, ""))) => self.is_a(value, &wanted),
                    Some(_) => false,
                    // No type parameter is in it.
                    None => true,
                }
            })
    }

    /// Whether an expression with `new` leaves type arguments to the compiler: `new Cache<>(5)`.
    pub fn is_inferred(&self, class: &str) -> bool {
        self.anything(class).is_some()
    }

    /// What source code calls a type that it declares something with which it only looks at: any type
    /// arguments will do.
    pub fn looked_at(&mut self, wanted: &Type) -> (String, Type) {
        match self.wildcards(wanted).zip(self.mentioned(wanted)) {
            Some((any, name)) => (format!("{name}{any}"), wanted.clone()),
            None => self.declared(wanted),
        }
    }

    /// The same for what the method has returned: as the method says.
    pub fn looked_at_as_result(&mut self, wanted: &Type) -> (String, Type) {
        match self.declared_result(wanted).zip(self.mentioned(wanted)) {
            Some((arguments, name)) => (format!("{name}{arguments}"), wanted.clone()),
            None => self.looked_at(wanted),
        }
    }

    fn wildcards(&self, wanted: &Type) -> Option<String> {
        let known = self.file.classes.get(&wanted.element).filter(|_| !wanted.is_array())?;
        let is_generic = known.type_parameters > 0 && !known.is_inner;
        is_generic.then(|| format!("<{}>", vec!["?"; known.type_parameters].join(", ")))
    }

    fn declared_result(&mut self, wanted: &Type) -> Option<String> {
        let method = &self.report.method;
        let owner = self.file.classes.get(&method.class)?;
        let declared = owner.method(&method.name, &method.descriptor)?;
        let found = result_of(declared, &|_| true)?;
        let is_sure = owner.type_parameters == 0 || declared.is_static;
        if !is_sure || !wanted.is(&found.class) {
            return None;
        }
        self.angle_brackets(&found)
    }
}

/// Whether a variable in the signature of a method does not stand for any object: it has a bound. Those
/// of the class may be open too.
fn is_open(method: &SourceMethod, is_class_open: bool) -> impl Fn(&str) -> bool + use<> {
    let own = method.generic.as_deref().and_then(variables).unwrap_or_default();
    move |name: &str| match own.iter().find(|(variable, _)| variable == name) {
        Some((_, bounds)) => *bounds != ["Ljava/lang/Object;"],
        None => is_class_open,
    }
}

/// A type with these type arguments, or without, as a signature has it.
pub(super) fn signature_of(class: &Type, own: Option<&Generic>) -> String {
    own.map_or_else(|| Generic::plain(&class.element).signature(), Generic::signature)
}

fn produced(step: &Build) -> Option<usize> {
    if let Build::Produce { object, .. } = step { Some(*object) } else { None }
}

fn constructed(step: &Build) -> Option<usize> {
    if let Build::Construct { object, .. } = step { Some(*object) } else { None }
}

/// What a method returns, if that has type arguments and they depend on nothing.
fn result_of(method: &SourceMethod, is_open: &dyn Fn(&str) -> bool) -> Option<Generic> {
    let written = result_type(method.generic.as_deref()?)?;
    match Written::read(written, is_open) {
        // A wildcard is not what bounds it where somebody else has made the object.
        Written::Generic(found) if !written.contains(['*', '+', '-']) => Some(found),
        _ => None,
    }
}

/// For each parameter of a method, whether its type has arguments.
pub(super) fn has_arguments(method: &SourceMethod) -> Vec<bool> {
    let types = method.generic.as_deref().and_then(parameter_types).unwrap_or_default();
    types.iter().map(|text| text.contains('<')).collect()
}

/// For each parameter of a method, whether its type arguments depend on anything.
pub(super) fn depends(method: &SourceMethod) -> Vec<bool> {
    let types = method.generic.as_deref().and_then(parameter_types).unwrap_or_default();
    let is_open = |text: &String| matches!(Written::read(text, &|_| true), Written::Open);
    types.iter().map(is_open).collect()
}

/// What a collection or map holds, each with its type.
fn inside<'c>(
    content: &'c Content,
    arguments: &'c [Generic],
) -> impl Iterator<Item = (&'c Value, &'c Generic)> {
    let types = match content {
        Content::Collection(_) if arguments.len() == 1 => arguments,
        Content::Map(_) if arguments.len() == 2 => arguments,
        _ => &[],
    };
    content.values().zip(types.iter().cycle())
}
