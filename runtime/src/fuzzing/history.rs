//! Conversations: whatever was read, the history is valid, can be saved, and makes valid requests.

use libfx_api::support::JsonObject;
use secrecy::SecretString;

use super::{CHAT_COMPLETIONS, LANGUAGE_MODEL, LANGUAGE_MODEL_V3, OnRequest, endpoint_at};
use crate::checkpoint;
use crate::conversation::{Conversation, Fit, UserPart};
use crate::gateway::{self, ModelCall, ToolSpec};

/// Not the one that is planted in replies: what a model says goes back to it, even if it is a key.
const REQUEST_KEY: &str = "the key of the requests";

pub(super) fn check(conversation: &Conversation, on: OnRequest<'_>) {
    let turns = conversation.turns().to_vec();
    let restored = Conversation::restore(turns, conversation.usage().clone());
    assert_eq!(restored.as_ref(), Ok(conversation), "the history is valid");

    let saved = checkpoint::encode(conversation).expect("small enough to be saved");
    let restored = checkpoint::decode(&saved).expect("what was saved can be restored");
    assert_eq!(&restored, conversation, "it is what was saved");
    let again = checkpoint::encode(&restored).expect("as small as before");
    assert!(again == saved, "saved again, the bytes are the same");

    requests(conversation.clone(), on);
}

/// The next request, in every protocol, for models that see images and for those that do not.
fn requests(mut conversation: Conversation, on: OnRequest<'_>) {
    conversation.begin_turn(vec![UserPart::Text("go on".to_owned())]);
    let tools = [ToolSpec {
        name: "look".to_owned(),
        description: "Looks.".to_owned(),
        input_schema: JsonObject::from_iter([("type".to_owned(), "object".into())]),
    }];
    for address in [LANGUAGE_MODEL, LANGUAGE_MODEL_V3, CHAT_COMPLETIONS] {
        for sees_images in [true, false] {
            let fit = Fit {
                sees_images,
                ..Fit::default()
            };
            on(&gateway::encode(&ModelCall {
                endpoint: &endpoint_at(address),
                api_key: &SecretString::from(REQUEST_KEY),
                model: "creator/model",
                session_id: "session",
                instructions: Some("Be brief."),
                tools: &tools,
                messages: conversation.messages(fit),
            }));
        }
    }
}
