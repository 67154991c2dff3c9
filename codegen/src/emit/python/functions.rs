//! Functions, and the parameters of everything that can be called.

use super::Writer;
use super::api::{Api, member, quoted};
use super::imports::Imports;
use super::types::{Given, spell};
use super::{apart, decode, docs, shapes};
use crate::model::{Function, Language, Param};

/// A function of the API, unless it is written by hand.
pub(super) fn function(writer: &mut Writer, api: Api<'_>, it: &Function, imports: &mut Imports) {
    if it.meta.attrs.by_hand_in(Language::Python) {
        return;
    }
    let params = Params::of(api, &it.params, imports);
    apart(writer);
    match api.created(it) {
        Some(object) => {
            let class = imports.module(&object.meta.module, object.meta.name.pascal());
            params.head(
                writer,
                &format!("async def {}", member(&it.meta.name)),
                &class,
            );
            writer.indented(|writer| {
                params.docstring(writer, api, it);
                let args = params.passed.join(", ");
                writer.line(format!("return await {class}({args}).__aenter__()"));
            });
        }
        None => {
            let returns = returns(api, it, imports);
            params.head(
                writer,
                &format!("async def {}", member(&it.meta.name)),
                &returns,
            );
            writer.indented(|writer| {
                params.docstring(writer, api, it);
                answer(writer, api, it, &params, &returns, imports);
            });
        }
    }
}

fn answer(
    writer: &mut Writer,
    api: Api<'_>,
    it: &Function,
    params: &Params,
    returns: &str,
    imports: &mut Imports,
) {
    let name = quoted(&it.meta.name.snake());
    let made = it.returns.as_ref();
    let made = made.and_then(|ty| decode::expression(api, ty, "data", imports));
    let (open, close) = match (&it.returns, made) {
        (Some(_), Some(made)) => {
            let scope = if made.contains("scope") { "scope" } else { "_" };
            let call = imports.support("runtime_object", "call");
            let open = format!("data, {scope} = await {call}(");
            (open, format!(")\nreturn {made}"))
        }
        (Some(_), None) => (
            format!(
                "value: {returns} = await {}(",
                imports.support("runtime_object", "answer")
            ),
            ")\nreturn value".to_owned(),
        ),
        (None, _) => (
            format!("await {}(", imports.support("runtime_object", "answer")),
            ")".to_owned(),
        ),
    };
    writer.block(open, close, |writer| {
        writer.line(format!("{name},"));
        params.print_arguments(writer);
    });
}

/// What a function or method gives.
pub(super) fn returns(api: Api<'_>, it: &Function, imports: &mut Imports) -> String {
    match &it.returns {
        Some(ty) => spell(api, ty, Given::ByRuntime, imports),
        None => "None".to_owned(),
    }
}

/// The parameters of a function or method: in its head, in its docs, and as they cross.
pub(super) struct Params {
    positional: Vec<String>,
    keywords: Vec<String>,
    docs: Vec<(String, String)>,
    /// As they are passed on to another function with the same parameters.
    pub(super) passed: Vec<String>,
    arguments: Vec<Argument>,
}

/// What crosses for one parameter of the contract.
enum Argument {
    One {
        shape: String,
        name: String,
    },
    /// Options: a shape and a value for each, by the contract's name.
    Options(Vec<(String, String, String)>),
    /// Options that Python has none of.
    Nothing,
}

impl Params {
    pub(super) fn of(api: Api<'_>, params: &[Param], imports: &mut Imports) -> Self {
        let mut found = Params {
            positional: Vec::new(),
            keywords: Vec::new(),
            docs: Vec::new(),
            passed: Vec::new(),
            arguments: Vec::new(),
        };
        for param in params {
            match api.spread(param) {
                Some(_) => found.add_options(api, param, imports),
                None => found.add_one(api, param, imports),
            }
        }
        found
    }

    fn add_one(&mut self, api: Api<'_>, param: &Param, imports: &mut Imports) {
        let name = member(&param.meta.name);
        let ty = spell(api, &param.ty, Given::ByHost, imports);
        self.positional.push(match param.optional {
            true => format!("{name}: {ty} | None = None"),
            false => format!("{name}: {ty}"),
        });
        self.docs.push((name.clone(), docs::full(api, &param.meta)));
        self.passed.push(name.clone());
        let shape = shapes::expression(api, &param.ty, imports);
        self.arguments.push(Argument::One { shape, name });
    }

    fn add_options(&mut self, api: Api<'_>, param: &Param, imports: &mut Imports) {
        let record = api
            .spread(param)
            .expect("the caller has seen that it is spread");
        let mut options = Vec::new();
        for field in api.given_fields(&record.fields) {
            let name = member(&field.meta.name);
            let ty = spell(api, &field.ty, Given::ByHost, imports);
            self.keywords.push(match field.optional {
                true => format!("{name}: {ty} | None = None"),
                false => format!("{name}: {ty}"),
            });
            self.docs.push((name.clone(), docs::full(api, &field.meta)));
            self.passed.push(format!("{name}={name}"));
            let shape = shapes::expression(api, &field.ty, imports);
            options.push((quoted(field.meta.name.source()), shape, name));
        }
        self.arguments.push(match options.is_empty() {
            true => Argument::Nothing,
            false => Argument::Options(options),
        });
        for argument in &self.arguments {
            if let Argument::Options(_) | Argument::Nothing = argument {
                imports.support("describe", "Options");
            }
        }
    }

    /// The first lines of a function: `open(parameters) -> returns:`.
    pub(super) fn head(&self, writer: &mut Writer, open: &str, returns: &str) {
        self.print_head(writer, open, &[], returns);
    }

    /// The same of a method.
    pub(super) fn method_head(&self, writer: &mut Writer, open: &str, returns: &str) {
        self.print_head(writer, open, &["self".to_owned()], returns);
    }

    fn print_head(&self, writer: &mut Writer, open: &str, first: &[String], returns: &str) {
        let star = (!self.keywords.is_empty()).then(|| "*".to_owned());
        let params = first
            .iter()
            .chain(&self.positional)
            .chain(&star)
            .chain(&self.keywords);
        let params: Vec<_> = params.map(String::as_str).collect();
        if self.keywords.is_empty() {
            writer.line(format!("{open}({}) -> {returns}:", params.join(", ")));
            return;
        }
        writer.block(format!("{open}("), format!(") -> {returns}:"), |writer| {
            for param in params {
                writer.line(format!("{param},"));
            }
        });
    }

    /// The docstring of what has these parameters.
    pub(super) fn docstring(&self, writer: &mut Writer, api: Api<'_>, it: &Function) {
        docs::docstring(
            writer,
            &self.with_params(api, docs::full(api, &it.meta), it),
        );
    }

    /// Docs, with paragraphs for parameters and errors.
    pub(super) fn with_params(&self, api: Api<'_>, about: String, it: &Function) -> String {
        let mut sections = vec![about];
        if !self.docs.is_empty() {
            let params = self.docs.iter().map(|(name, about)| {
                let about = about
                    .replace('\n', "\n        ")
                    .replace("\n        \n", "\n\n");
                format!("    {name}: {about}")
            });
            let params: Vec<_> = params.collect();
            sections.push(format!("Args:\n{}", params.join("\n")));
        }
        let raised = raised(api, it);
        if !raised.is_empty() {
            sections.push(format!("Raises:\n    {}", raised.join(", ")));
        }
        sections.join("\n\n")
    }

    /// The arguments as they cross, each `(shape, value)`.
    pub(super) fn print_arguments(&self, writer: &mut Writer) {
        for argument in &self.arguments {
            match argument {
                Argument::One { shape, name } => writer.line(format!("({shape}, {name}),")),
                Argument::Nothing => writer.line("(Options.shape, Options({})),"),
                Argument::Options(options) => {
                    let open = "(\n    Options.shape,\n    Options(\n        {";
                    writer.line(open);
                    for (key, shape, name) in options {
                        writer.line(format!("            {key}: ({shape}, {name}),"));
                    }
                    writer.line("        }\n    ),\n),");
                }
            }
        }
    }
}

/// The classes of the errors that a function raises.
fn raised(api: Api<'_>, it: &Function) -> Vec<String> {
    let codes = api.errors().map(|errors| errors.codes.as_slice());
    let find = |name: &String| {
        let mut codes = codes.unwrap_or_default().iter();
        codes.find(|code| code.meta.name.source() == name)
    };
    let found = it.throws.iter().filter_map(find);
    found.map(super::errors::class_name).collect()
}
