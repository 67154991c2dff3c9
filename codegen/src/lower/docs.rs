//! Docs: that they exist, and that their links lead somewhere.

use super::Lowerer;
use super::target::Target;
use crate::diagnostics::{Code, Diagnostic, nearest};
use crate::model::Docs;
use crate::source::Span;
use crate::syntax::ast;

impl Lowerer<'_> {
    pub(super) fn module_docs(&mut self, file: &ast::File) -> Docs {
        if file.docs.lines.is_empty() {
            let message = "this file has no docs";
            let help = "begin it with a `//!` comment that says what it is about";
            self.error(Code::MissingDocs, file.start, message, help);
        }
        self.docs(&file.docs)
    }

    pub(super) fn required_docs(
        &mut self,
        docs: &ast::Docs,
        name: &ast::Ident,
        target: Target,
    ) -> Docs {
        if docs.lines.iter().all(|line| line.text.is_empty()) {
            let message = format!("`{}` has no docs", name.text);
            let help = format!(
                "write a `///` comment before it: {} is part of the API reference",
                target.describe()
            );
            self.error(Code::MissingDocs, name.span, message, &help);
        }
        self.docs(docs)
    }

    pub(super) fn docs(&mut self, docs: &ast::Docs) -> Docs {
        for line in &docs.lines {
            self.check_links(line);
        }
        let lines: Vec<_> = docs.lines.iter().map(|line| line.text.as_str()).collect();
        Docs(lines.join("\n").trim().to_owned())
    }

    fn check_links(&mut self, line: &ast::DocLine) {
        for (at, path) in links(&line.text) {
            if let Err(help) = self.resolve_link(path) {
                let start = line.span.start + at;
                let span = Span {
                    start,
                    end: start + u32::try_from(path.len()).unwrap_or(0),
                    ..line.span
                };
                let message = format!("the link to `{path}` leads nowhere");
                let mut diagnostic = Diagnostic::new(Code::BrokenDocLink, span, message);
                diagnostic.help = help;
                self.report(diagnostic);
            }
        }
    }

    /// `Name`, `Name.member` or `Union.variant.field`; the error is what to write instead, if that is known.
    fn resolve_link(&self, path: &str) -> Result<(), Option<String>> {
        let mut steps = path.split('.');
        let name = steps.next().unwrap_or("");
        let mut members = match (self.scope.item(name), self.scope.variant(name)) {
            (Some(item), _) => item_members(item),
            (None, Some(variant)) => field_members(&variant.fields),
            (None, None) => return Err(self.scope.nearest(name).map(did_you_mean)),
        };
        for step in steps {
            let Some(at) = members.iter().position(|member| member.name == step) else {
                let names = members.iter().map(|member| member.name);
                return Err(nearest(step, names).map(did_you_mean));
            };
            let member = members.swap_remove(at);
            members = member.members;
        }
        Ok(())
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// The links of a line, ``[`Name.member`]``, and where each path starts. Those that an address follows are ordinary
/// Markdown links.
fn links(line: &str) -> impl Iterator<Item = (u32, &str)> {
    line.match_indices("[`").filter_map(move |(open, mark)| {
        let start = open + mark.len();
        let length = line[start..].find("`]")?;
        let behind = &line[start + length + 2..];
        let path = &line[start..start + length];
        let is_ours = !behind.starts_with('(') && !path.contains('`');
        is_ours.then(|| (u32::try_from(start).unwrap_or(0), path))
    })
}

/// Something a link can go on to.
struct Linked<'a> {
    name: &'a str,
    members: Vec<Linked<'a>>,
}

fn leaf(head: &ast::Head) -> Linked<'_> {
    Linked {
        name: &head.name.text,
        members: Vec::new(),
    }
}

fn field_members(fields: &[ast::Field]) -> Vec<Linked<'_>> {
    fields.iter().map(|field| leaf(&field.head)).collect()
}

fn item_members(item: &ast::Item) -> Vec<Linked<'_>> {
    match item {
        ast::Item::Enum(it) => it.variants.iter().map(|it| leaf(&it.head)).collect(),
        ast::Item::Record(it) => field_members(&it.fields),
        ast::Item::KindUnion(it) => it.variants.iter().map(|it| leaf(&it.head)).collect(),
        ast::Item::TaggedUnion(it) => it.variants.iter().map(variant_member).collect(),
        ast::Item::Interface(it) => it.members.iter().filter_map(interface_member).collect(),
        ast::Item::Errors(it) => {
            let codes = it.codes.iter().map(|code| leaf(&code.head));
            field_members(&it.fields).into_iter().chain(codes).collect()
        }
        ast::Item::Function(it) => it.params.iter().map(|param| leaf(&param.head)).collect(),
        ast::Item::Const(_)
        | ast::Item::Foreign(_)
        | ast::Item::Entry(_)
        | ast::Item::Naming(_) => Vec::new(),
    }
}

fn variant_member(variant: &ast::TaggedVariant) -> Linked<'_> {
    Linked {
        name: &variant.head.name.text,
        members: field_members(&variant.fields),
    }
}

fn interface_member(member: &ast::Member) -> Option<Linked<'_>> {
    match member {
        ast::Member::Property(it) => Some(leaf(&it.head)),
        ast::Member::Method(it) => Some(leaf(&it.head)),
        ast::Member::Iterates(_) => None,
    }
}
