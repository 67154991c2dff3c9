//! Objects that the host side knows by number: those that it numbers itself, and those that it is lent.

use std::sync::Arc;

use libfx_api::FxError;
use libfx_api::support::{Lender, Lent};

use super::Engine;
use super::handles::Handles;
use crate::agent::Agent;
use crate::mcp::McpAdapter;
#[cfg(feature = "terminal")]
use crate::terminal::TerminalRuntime;
use crate::turn::Turn;

pub(super) struct Objects {
    pub(super) turns: Handles<Turn>,
    agents: Handles<Agent>,
    mcp_adapters: Handles<McpAdapter>,
    #[cfg(feature = "terminal")]
    terminal_runtimes: Handles<TerminalRuntime>,
    lent: Handles<Lent>,
}

impl Default for Objects {
    fn default() -> Self {
        Objects {
            turns: Handles::new("turn"),
            agents: Handles::new("agent"),
            mcp_adapters: Handles::new("MCP adapter"),
            #[cfg(feature = "terminal")]
            terminal_runtimes: Handles::new("terminal"),
            lent: Handles::new("object"),
        }
    }
}

impl Objects {
    pub(super) fn clear(&self) {
        self.turns.clear();
        self.agents.clear();
        self.mcp_adapters.clear();
        #[cfg(feature = "terminal")]
        self.terminal_runtimes.clear();
        self.lent.clear();
    }
}

impl Engine {
    pub fn hold_agent(&self, id: u32, agent: Agent) {
        self.inner.objects.agents.insert(id, agent);
    }

    pub fn agent(&self, id: u32) -> Result<Arc<Agent>, FxError> {
        self.inner.objects.agents.get(id)
    }

    pub fn release_agent(&self, id: u32) {
        self.inner.objects.agents.remove(id);
    }

    /// Holds a turn until its outcome has been taken, and delivers its events.
    pub fn hold_turn(&self, id: u32, turn: Turn) {
        let queue = turn.shared.clone();
        self.inner.objects.turns.insert(id, turn);
        queue.queue.listen(self.inner.mailbox.listener(id));
    }

    pub fn turn(&self, id: u32) -> Result<Arc<Turn>, FxError> {
        self.inner.objects.turns.get(id)
    }

    /// Somebody reads the turn's events.
    pub fn read_turn(&self, id: u32) {
        if let Ok(turn) = self.turn(id) {
            turn.shared.queue.begin_reading();
        }
    }

    /// The application has consumed `events` more events of the turn.
    pub fn acknowledge_turn(&self, id: u32, events: u32) {
        if let Ok(turn) = self.turn(id) {
            turn.shared.queue.acknowledge(events as usize);
        }
    }

    /// Somebody waits for the turn's result.
    pub fn await_turn_result(&self, id: u32) {
        if let Ok(turn) = self.turn(id) {
            turn.shared.queue.await_result();
        }
    }

    /// Nobody is interested in the turn any longer: it is cancelled.
    pub fn release_turn(&self, id: u32) {
        self.inner.objects.turns.remove(id);
    }

    pub fn hold_mcp_adapter(&self, id: u32, adapter: McpAdapter) {
        self.inner.objects.mcp_adapters.insert(id, adapter);
    }

    pub fn mcp_adapter(&self, id: u32) -> Result<Arc<McpAdapter>, FxError> {
        self.inner.objects.mcp_adapters.get(id)
    }

    pub fn release_mcp_adapter(&self, id: u32) {
        self.inner.objects.mcp_adapters.remove(id);
    }

    /// Holds a terminal until the host side has heard of its end.
    #[cfg(feature = "terminal")]
    pub fn hold_terminal_runtime(&self, id: u32, terminal: TerminalRuntime) {
        self.inner.objects.terminal_runtimes.insert(id, terminal);
    }

    #[cfg(feature = "terminal")]
    pub fn terminal_runtime(&self, id: u32) -> Result<Arc<TerminalRuntime>, FxError> {
        self.inner.objects.terminal_runtimes.get(id)
    }

    #[cfg(feature = "terminal")]
    pub fn release_terminal_runtime(&self, id: u32) {
        self.inner.objects.terminal_runtimes.remove(id);
    }

    /// The object that the host side was lent under that number; `T` is the `Arc` of its interface.
    pub fn lent<T: Clone + 'static>(&self, id: u32) -> Result<T, FxError> {
        let object = self.inner.objects.lent.get(id)?;
        let object = object.downcast_ref::<T>().cloned();
        object.ok_or_else(|| FxError::internal("the number of a lent object is that of another"))
    }

    /// The host side has no use for the object any longer.
    pub fn release_lent(&self, id: u32) {
        self.inner.objects.lent.remove(id);
    }
}

impl Lender for Engine {
    fn lend(&self, object: Lent) -> u32 {
        let id = self.inner.calls.next_id();
        self.inner.objects.lent.insert(id, object);
        id
    }
}
