//! How long something took, between the frames that saw it begin and end.

use std::time::Duration;

/// Takes the time of something that is under way.
#[derive(Debug, Default)]
pub(super) struct Stopwatch {
    begun: Option<Duration>,
    ended: Option<Duration>,
    stopped: bool,
}

impl Stopwatch {
    /// It has ended, by the next frame.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// A frame is drawn. What ended before its first frame took no time that anybody saw.
    pub(super) fn see(&mut self, now: Duration) {
        match (self.stopped, self.begun) {
            (false, None) => self.begun = Some(now),
            (true, Some(_)) if self.ended.is_none() => self.ended = Some(now),
            _ => {}
        }
    }

    /// How long it has taken until now; none if that is less than a second.
    pub(super) fn text(&self, now: Duration) -> Option<String> {
        let seconds = self
            .ended
            .unwrap_or(now)
            .saturating_sub(self.begun?)
            .as_secs();
        match (seconds / 60, seconds % 60) {
            (0, 0) => None,
            (0, seconds) => Some(format!("{seconds} s")),
            (minutes, seconds) => Some(format!("{minutes} min {seconds} s")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn it_counts_from_the_first_frame_to_the_one_after_the_end() {
        let mut watch = Stopwatch::default();
        watch.see(at(10));
        assert_eq!(watch.text(at(10)), None);
        assert_eq!(watch.text(at(22)).as_deref(), Some("12 s"));
        watch.stop();
        watch.see(at(75));
        watch.see(at(90));
        assert_eq!(watch.text(at(100)).as_deref(), Some("1 min 5 s"));
    }

    #[test]
    fn what_no_frame_saw_took_no_time() {
        let mut watch = Stopwatch::default();
        watch.stop();
        watch.see(at(5));
        assert_eq!(watch.text(at(9)), None);
    }
}
