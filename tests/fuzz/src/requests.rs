//! Requests as the scripted Gateway judges them: whatever was read before, each is valid in its protocol.

use libfx_api::support::HttpRequest;
use libfx_gateway::invariants;

/// Panics if a server would refuse the request.
pub(crate) fn check(request: &HttpRequest) {
    let path = request.url.split_once(".sh").map_or("", |(_, path)| path);
    let violations = invariants::violations(path, &request.headers, &request.body);
    assert_eq!(violations, [""; 0], "{}", request.url);
}
