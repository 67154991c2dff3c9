//! The model's hash: what glue and layers compare before they trust each other.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::model::Model;

/// The first 16 hex digits of the SHA-256 of everything but the docs: rewording the reference changes no contract.
pub(super) fn of(model: &Model) -> String {
    let mut dump = serde_json::to_value(model).expect("the model is plain data");
    strip_docs(&mut dump);
    let digest = Sha256::digest(dump.to_string());
    digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn strip_docs(value: &mut Value) {
    match value {
        Value::Object(members) => {
            // Docs are strings; a declaration that happens to be called `docs` is an object.
            members.retain(|name, value| !(name.ends_with("docs") && value.is_string()));
            members.values_mut().for_each(strip_docs);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_docs),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::model;

    const TURN: &str = "//! Turns.\n/// A turn.\nrecord Turn {\n/// Its id.\nid: string\n}\n";

    #[test]
    fn the_hash_is_that_of_the_contract_and_not_of_its_docs() {
        let hash = model(TURN).hash;
        assert_eq!(hash.len(), 16);
        assert_eq!(hash, model(TURN).hash);
        assert_eq!(hash, model(&TURN.replace("Its id.", "Its identity.")).hash);
        assert_ne!(hash, model(&TURN.replace("id: string", "id?: string")).hash);
    }
}
