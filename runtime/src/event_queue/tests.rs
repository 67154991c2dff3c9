use futures_util::FutureExt;

use super::*;

fn text(delta: &str) -> TurnEvent {
    TurnEvent::TextDelta {
        delta: delta.to_owned(),
    }
}

fn end(id: usize) -> TurnEvent {
    TurnEvent::ToolEnd {
        id: id.to_string(),
        name: "t".to_owned(),
        content: None,
        is_error: false,
    }
}

fn fill(queue: &EventQueue) {
    for id in 0..MAX_UNREAD_EVENTS as usize {
        assert_eq!(queue.offer(end(id)), Offered::Queued);
    }
}

#[test]
fn deltas_that_wait_are_joined_and_others_are_not() {
    let queue = EventQueue::default();
    for event in [text("a"), text("b"), end(1), text("c")] {
        queue.offer(event);
    }
    let taken = queue.take();
    assert_eq!(taken.events, [text("ab"), end(1), text("c")]);
    assert!(!taken.ended);
    queue.offer(text("d"));
    let more = queue.take().events;
    assert_eq!(more, [text("d")], "a taken event is never changed");
}

#[test]
fn events_stay_unread_until_they_are_acknowledged() {
    let queue = EventQueue::default();
    fill(&queue);
    assert!(matches!(queue.offer(end(0)), Offered::Full { .. }));
    queue.take();
    assert!(matches!(queue.offer(end(0)), Offered::Full { .. }));
    queue.acknowledge(1);
    assert_eq!(queue.offer(end(0)), Offered::Queued);
    assert!(matches!(queue.offer(end(0)), Offered::Full { .. }));
    queue.acknowledge(usize::MAX);
    assert_eq!(queue.lock().unread_events(), 1);
}

#[test]
fn there_is_no_room_until_the_event_that_found_none_fits() {
    let queue = EventQueue::default();
    let nearly_full = "x".repeat(MAX_UNREAD_BYTES as usize - 150);
    assert_eq!(queue.offer(text(&nearly_full)), Offered::Queued);
    let event = end(usize::MAX);
    let long = text(&"y".repeat(100));
    assert!(queue.room(&event).now_or_never().is_some());
    assert!(queue.room(&long).now_or_never().is_none());
    assert!(matches!(queue.offer(long.clone()), Offered::Full { .. }));
    queue.take();
    queue.acknowledge(1);
    assert!(queue.room(&long).now_or_never().is_some());
}

#[test]
fn one_event_larger_than_the_limit_passes_when_nothing_is_unread() {
    let queue = EventQueue::default();
    let huge = "x".repeat(2 * MAX_UNREAD_BYTES as usize);
    assert_eq!(queue.offer(text(&huge)), Offered::Queued);
    assert!(matches!(queue.offer(text("y")), Offered::Full { .. }));
}

#[test]
fn unread_events_are_dropped_only_when_the_result_is_awaited_and_nobody_reads() {
    let queue = EventQueue::default();
    fill(&queue);
    queue.await_result();
    let events = MAX_UNREAD_EVENTS + 1;
    assert_eq!(queue.offer(end(0)), Offered::DiscardBegan { events });
    assert_eq!(queue.offer(end(0)), Offered::Discarded);
    assert!(queue.discarded().is_some());
    assert!(queue.take().discarded);

    let read = EventQueue::default();
    fill(&read);
    read.begin_reading();
    read.await_result();
    assert!(matches!(read.offer(end(0)), Offered::Full { .. }));
}
