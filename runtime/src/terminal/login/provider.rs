//! The provider's description of itself (OpenID Connect Discovery, RFC 8414).

use serde::Deserialize;

use super::error::LoginError;
use super::http::{Answer, Http};
use super::policy;

/// Where the provider is asked for what.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Provider {
    pub(super) device_endpoint: String,
    pub(super) token_endpoint: String,
    pub(super) revocation_endpoint: Option<String>,
}

#[derive(Deserialize)]
struct Description {
    issuer: String,
    token_endpoint: String,
    device_authorization_endpoint: Option<String>,
    revocation_endpoint: Option<String>,
}

impl Provider {
    /// Reads the description at OpenID Connect's place or, if there is none, at that of RFC 8414.
    pub(super) async fn discover(http: &Http, issuer: &str) -> Result<Self, LoginError> {
        let [first, second] = places(issuer);
        let mut answer = http.get(&first).await?;
        if answer.status == 404 {
            answer = http.get(&second).await?;
        }
        Self::read(&answer, issuer)
    }

    fn read(answer: &Answer, issuer: &str) -> Result<Self, LoginError> {
        match answer.status {
            200 => {}
            404 => {
                let fault = "it does not describe itself: there is no openid-configuration";
                return Err(LoginError::unusable(fault));
            }
            _ => return Err(LoginError::refused(answer)),
        }
        let description: Description = answer
            .json()
            .map_err(|_| LoginError::unusable("its description cannot be read"))?;
        if description.issuer != issuer {
            return Err(LoginError::unusable(format_args!(
                "it describes another issuer, {}",
                description.issuer
            )));
        }
        let endpoint = |url: String| match policy::may_be_endpoint(issuer, &url) {
            true => Ok(url),
            false => Err(LoginError::unusable(
                "its description names an address that is not reached by https",
            )),
        };
        let device_endpoint = description
            .device_authorization_endpoint
            .ok_or(LoginError::NotOffered)?;
        Ok(Provider {
            device_endpoint: endpoint(device_endpoint)?,
            token_endpoint: endpoint(description.token_endpoint)?,
            revocation_endpoint: description.revocation_endpoint.map(endpoint).transpose()?,
        })
    }
}

/// Where the description may be: below the issuer, or between its host and its path.
fn places(issuer: &str) -> [String; 2] {
    let base = issuer.trim_end_matches('/');
    let authority = base.find("://").map_or(0, |at| at + "://".len());
    let path = base[authority..].find('/').map(|slash| authority + slash);
    let (origin, path) = base.split_at(path.unwrap_or(base.len()));
    [
        format!("{base}/.well-known/openid-configuration"),
        format!("{origin}/.well-known/oauth-authorization-server{path}"),
    ]
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const ISSUER: &str = "https://id.example.com";
    const ENDPOINTS: [&str; 3] = [
        "token_endpoint",
        "device_authorization_endpoint",
        "revocation_endpoint",
    ];

    fn read(description: &Value) -> Result<Provider, LoginError> {
        Provider::read(&Answer::new(200, &description.to_string(), None), ISSUER)
    }

    fn described(member: &str, value: Value) -> Result<Provider, LoginError> {
        let mut description = json!({
            "issuer": ISSUER,
            "token_endpoint": "https://api.example.com/token",
            "device_authorization_endpoint": "https://id.example.com/device",
        });
        description[member] = value;
        read(&description)
    }

    fn is_unusable(provider: &Result<Provider, LoginError>) -> bool {
        matches!(provider, Err(LoginError::Unusable(_)))
    }

    #[test]
    fn endpoints_may_be_on_other_hosts_but_only_by_https() {
        let revoke = "https://id.example.com/revoke";
        let provider = described("revocation_endpoint", json!(revoke)).expect("a provider");
        assert_eq!(provider.token_endpoint, "https://api.example.com/token");
        assert_eq!(provider.revocation_endpoint.as_deref(), Some(revoke));
        for member in ENDPOINTS {
            for url in ["http://id.example.com/x", "http://localhost:631/", "", "/x"] {
                assert!(
                    is_unusable(&described(member, json!(url))),
                    "{member} {url}"
                );
            }
            assert!(is_unusable(&described(
                member,
                json!(["https://a.example"])
            )));
        }
    }

    #[test]
    fn the_description_of_another_issuer_is_refused() {
        for issuer in ["https://evil.example.com", "https://id.example.com/"] {
            let refused = described("issuer", json!(issuer));
            let told = format!("it describes another issuer, {issuer}");
            assert_eq!(refused, Err(LoginError::Unusable(told)));
        }
        let hostile = described("issuer", json!("\u{1b}[2J".repeat(1000)));
        let told = hostile.expect_err("a refusal").to_string();
        assert!(told.len() < 400 && !told.contains('\u{1b}'), "{told}");
    }

    #[test]
    fn a_provider_without_device_login_is_told_apart_from_one_that_answers_nonsense() {
        let missing = described("device_authorization_endpoint", Value::Null);
        assert_eq!(missing, Err(LoginError::NotOffered));
        let mut deep = json!([]);
        for _ in 0..200 {
            deep = json!([deep]);
        }
        for nonsense in [json!([]), json!({}), json!(null), deep] {
            assert!(is_unusable(&read(&nonsense)));
        }
        let page = Provider::read(&Answer::new(200, "<html>", None), ISSUER);
        assert!(is_unusable(&page));
        let overloaded = Provider::read(&Answer::new(503, "", None), ISSUER);
        assert!(matches!(overloaded, Err(LoginError::Unreachable(_))));
    }

    #[test]
    fn a_provider_describes_itself_below_its_issuer_or_beside_it() {
        assert_eq!(
            places("https://id.example.com/tenant/"),
            [
                "https://id.example.com/tenant/.well-known/openid-configuration",
                "https://id.example.com/.well-known/oauth-authorization-server/tenant",
            ]
        );
        assert_eq!(
            places("https://id.example.com"),
            [
                "https://id.example.com/.well-known/openid-configuration",
                "https://id.example.com/.well-known/oauth-authorization-server",
            ]
        );
    }
}
