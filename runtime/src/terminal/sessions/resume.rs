//! Taking up a stored session.

use bytes::Bytes;

use super::record::{self, Header};
use super::{Session, Sessions};
use crate::checkpoint;
use crate::conversation::Conversation;
use crate::terminal::stores::{Call, Failure, Revision};

/// Which session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// The one that was committed last.
    Last,
    Id(String),
}

/// A session that goes on.
pub(crate) struct Resumed {
    pub(crate) session: Session,
    pub(crate) header: Header,
    /// For the agent.
    pub(crate) checkpoint: Bytes,
    /// What the checkpoint holds.
    pub(crate) conversation: Conversation,
}

impl Sessions {
    /// Reads a stored session. What cannot be read stays untouched.
    ///
    /// # Errors
    /// Why it cannot be resumed, for the user.
    pub(crate) async fn resume(&self, which: Which) -> Result<Resumed, String> {
        let store = self.store()?;
        let id = match which {
            Which::Id(id) => id,
            Which::Last => self.last().await?,
        };
        let failed = |why: &str| format!("The session {id} was not resumed: {why}.");
        let stored = self.load(&**store, &id).await;
        let stored = stored.map_err(|failure| failed(failure.reason()))?;
        let stored = stored.ok_or_else(|| format!("There is no saved session {id}."))?;
        let (header, checkpoint, conversation) = read(&stored.bytes).map_err(|fault| {
            let call = Call::new("load").of(&id);
            let failure = self.calls.failed(call, Failure::new(fault));
            format!("{} Its record is kept as it is.", failed(failure.reason()))
        })?;
        let revision = Revision::known(stored.revision);
        Ok(Resumed {
            session: Session::at(self.clone(), id, header.created_at_ms, revision),
            header,
            checkpoint,
            conversation,
        })
    }

    async fn last(&self) -> Result<String, String> {
        let stored = self.summaries().await?;
        let newest = stored.into_iter().next();
        newest
            .map(|summary| summary.id)
            .ok_or_else(|| "There is no saved session to resume.".to_owned())
    }
}

fn read(record: &Bytes) -> Result<(Header, Bytes, Conversation), String> {
    let (header, checkpoint) = record::decode(record)?;
    let conversation = checkpoint::decode(&checkpoint).map_err(|error| {
        let fault = error.message.trim_start_matches("options.checkpoint: ");
        format!("its conversation cannot be read ({fault})")
    })?;
    Ok((header, checkpoint, conversation))
}
