//! Types as snapshots hold them: as text, in the IDL's own spelling.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::model::{FnParam, Prim, Ty, TyKind};

/// A type that is read and written as `list<Tool | null>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape(pub Ty);

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(&self.0))
    }
}

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut reader = Reader { rest: text };
        match reader.ty() {
            Some(ty) if reader.rest.is_empty() => Ok(Shape(ty)),
            _ => Err(format!("`{text}` is no type")),
        }
    }
}

/// The type as the IDL spells it.
pub(super) fn text(ty: &Ty) -> String {
    let kind = match &ty.kind {
        TyKind::Prim(prim) => prim_text(*prim).to_owned(),
        TyKind::List(inner) => format!("list<{}>", text(inner)),
        TyKind::Map(inner) => format!("map<{}>", text(inner)),
        TyKind::Future(inner) => format!("future<{}>", text(inner)),
        TyKind::Fn { params, returns } => {
            let params = params.iter();
            let params: Vec<_> = params
                .map(|param| format!("{}: {}", param.name, text(&param.ty)))
                .collect();
            let returns = returns.as_ref().map(|ty| format!(" -> {}", text(ty)));
            format!("fn({}){}", params.join(", "), returns.unwrap_or_default())
        }
        TyKind::Named(name) => name.clone(),
    };
    match ty.nullable {
        true => kind + " | null",
        false => kind,
    }
}

fn prim_text(prim: Prim) -> &'static str {
    let known = Prim::ALL.iter().find(|(_, known)| *known == prim);
    known.expect("every primitive type has a name").0
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn ty(&mut self) -> Option<Ty> {
        let kind = self.kind()?;
        let nullable = self.eat(" | null");
        Some(Ty { kind, nullable })
    }

    fn kind(&mut self) -> Option<TyKind> {
        let name = self.name()?;
        if name == "fn" {
            return self.callback();
        }
        if self.eat("<") {
            let inner = Box::new(self.ty()?);
            let generic: fn(Box<Ty>) -> TyKind = match name.as_str() {
                "list" => TyKind::List,
                "map" => TyKind::Map,
                "future" => TyKind::Future,
                _ => return None,
            };
            return self.eat(">").then(|| generic(inner));
        }
        let prim = Prim::ALL.iter().find(|(known, _)| *known == name);
        Some(match prim {
            Some((_, prim)) => TyKind::Prim(*prim),
            None => TyKind::Named(name),
        })
    }

    fn callback(&mut self) -> Option<TyKind> {
        let mut params = Vec::new();
        if !self.eat("(") {
            return None;
        }
        while !self.eat(")") {
            if !params.is_empty() && !self.eat(", ") {
                return None;
            }
            let name = self.name()?;
            let ty = if self.eat(": ") {
                self.ty()?
            } else {
                return None;
            };
            params.push(FnParam { name, ty });
        }
        let returns = match self.eat(" -> ") {
            true => Some(Box::new(self.ty()?)),
            false => None,
        };
        Some(TyKind::Fn { params, returns })
    }

    fn name(&mut self) -> Option<String> {
        let end = self
            .rest
            .find(|it: char| !it.is_alphanumeric() && it != '_');
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        (!name.is_empty()).then(|| name.to_owned())
    }

    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn types_are_read_as_they_are_written() {
        for text in [
            "string",
            "jsonObject | null",
            "list<map<Tool | null>>",
            "future<void>",
            "fn()",
            "fn(event: TurnEvent, at: count | null) -> fn() | null",
        ] {
            let shape: Shape = text.parse().expect("a type");
            assert_eq!(shape.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_type_is_refused() {
        for text in [
            "",
            "list<string",
            "set<string>",
            "string |",
            "fn(a)",
            "fn(: u32)",
        ] {
            assert!(text.parse::<Shape>().is_err(), "{text}");
        }
    }
}
