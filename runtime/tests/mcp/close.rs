//! The end of a client.

use libfx::ErrorCode;
use serde_json::json;

use crate::client::Client;
use crate::{adapter, refused};

fn closings(client: &Client) -> usize {
    let asked = client.asked();
    asked.iter().filter(|request| request[0] == "close").count()
}

#[tokio::test]
async fn a_client_is_closed_once_however_often_and_at_once_its_adapter_is() {
    let client = Client::with_tools(json!([])).closing(Ok(())).shared();
    let adapter = adapter(&client).await.expect("an adapter");
    assert_eq!(closings(&client), 0);
    assert_eq!(
        tokio::join!(adapter.close(), adapter.close(), adapter.close()),
        (Ok(()), Ok(()), Ok(()))
    );
    assert_eq!(adapter.close().await, Ok(()));
    assert_eq!(closings(&client), 1);
}

#[tokio::test]
async fn a_close_that_nobody_waits_for_any_more_is_taken_up_by_the_next() {
    let client = Client::with_tools(json!([])).closing(Ok(())).shared();
    let adapter = adapter(&client).await.expect("an adapter");
    tokio::select! {
        biased;
        _ = adapter.close() => panic!("it takes more than one step"),
        () = std::future::ready(()) => {}
    }
    assert_eq!(adapter.close().await, Ok(()));
    assert_eq!(closings(&client), 1);
}

#[tokio::test]
async fn a_client_that_cannot_be_closed_need_not_be() {
    let client = Client::with_tools(json!([])).shared();
    let adapter = adapter(&client).await.expect("an adapter");
    assert_eq!(adapter.close().await, Ok(()));
}

#[tokio::test]
async fn a_failure_to_close_is_told_every_time() {
    let client = Client::with_tools(json!([]))
        .closing(Err("already gone".to_owned()))
        .shared();
    let adapter = adapter(&client).await.expect("an adapter");
    for _ in 0..2 {
        refused(
            adapter.close().await,
            ErrorCode::McpFailed,
            "client.close failed: already gone",
        );
    }
    assert_eq!(closings(&client), 1);
}
