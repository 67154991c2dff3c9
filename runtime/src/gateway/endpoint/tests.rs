use libfx_api::ErrorCode;

use super::*;

fn accepted(url: &str) -> Endpoint {
    Endpoint::parse(Some(url)).unwrap_or_else(|error| panic!("{url}: {error}"))
}

fn refused(url: &str) -> String {
    let error = Endpoint::parse(Some(url)).expect_err(url);
    assert_eq!(error.code, ErrorCode::InvalidArgument, "{url}");
    let (_, got) = error
        .message
        .split_once(", got ")
        .unwrap_or_else(|| panic!("{}", error.message));
    assert!(
        error
            .message
            .starts_with("options.gatewayChatUrl: expected ")
    );
    got.to_owned()
}

#[test]
fn without_a_url_requests_go_to_the_gateway() {
    let endpoint = Endpoint::parse(None).unwrap();
    assert_eq!(
        endpoint.url(),
        "https://ai-gateway.vercel.sh/v4/ai/language-model"
    );
    assert_eq!(
        endpoint.protocol(),
        Protocol::LanguageModel(Specification::V4)
    );
}

#[test]
fn the_gateways_own_addresses_are_accepted() {
    let older = accepted("https://ai-gateway.vercel.sh/v3/ai/language-model");
    assert_eq!(older.protocol(), Protocol::LanguageModel(Specification::V3));
    let shouted = accepted("HTTPS://AI-Gateway.Vercel.SH/v4/ai/language-model");
    assert_eq!(shouted, Endpoint::parse(None).unwrap());
}

#[test]
fn no_other_address_of_the_gateway_is_accepted() {
    for url in [
        "https://ai-gateway.vercel.sh",
        "https://ai-gateway.vercel.sh/",
        "https://ai-gateway.vercel.sh/v4/ai/language-model/",
        "https://ai-gateway.vercel.sh/v4/ai/language-model?x=1",
        "https://ai-gateway.vercel.sh/v4/ai/../ai/language-model",
        "https://ai-gateway.vercel.sh/V4/ai/language-model",
        "https://ai-gateway.vercel.sh/v2/ai/language-model",
    ] {
        assert_eq!(refused(url), "another address of the Gateway", "{url}");
    }
    for url in [
        "https://ai-gateway.vercel.sh:443/v4/ai/language-model",
        "https://ai-gateway.vercel.sh:/v4/ai/language-model",
    ] {
        assert_eq!(refused(url), "the Gateway with a port", "{url}");
    }
}

#[test]
fn this_machine_is_accepted_over_http_with_a_port() {
    for (url, normal) in [
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://LOCALHOST:8080/x", "http://localhost:8080/x"),
        (
            "HTTP://127.0.0.1:1/v4/ai/language-model",
            "http://127.0.0.1:1/v4/ai/language-model",
        ),
        ("http://[::1]:65535/?a=b", "http://[::1]:65535/?a=b"),
        ("http://localhost:080?x", "http://localhost:80?x"),
    ] {
        assert_eq!(accepted(url).url(), normal);
    }
    let older = accepted("http://localhost:1/base/v3/ai/language-model?x=y");
    assert_eq!(older.protocol(), Protocol::LanguageModel(Specification::V3));
}

#[test]
fn a_port_must_be_explicit_and_real() {
    for (url, got) in [
        ("http://localhost", "a URL without a port"),
        ("http://localhost/x:80", "a URL without a port"),
        ("http://localhost:/x", "a URL without a port"),
        ("http://[::1]", "a URL without a port"),
        ("http://localhost:0", "a port outside 1 to 65535"),
        ("http://localhost:65536", "a port outside 1 to 65535"),
        (
            "http://localhost:99999999999999999999",
            "a port outside 1 to 65535",
        ),
        ("http://localhost:+80", "a port that is no number"),
        ("http://localhost:80:80", "a port that is no number"),
        ("http://localhost:8a", "a port that is no number"),
    ] {
        assert_eq!(refused(url), got, "{url}");
    }
}

#[test]
fn no_other_host_is_accepted_however_it_is_spelled() {
    for url in [
        "http://example.com:80/",
        "https://example.com/v4/ai/language-model",
        "http://ai-gateway.vercel.sh/v4/ai/language-model",
        "https://ai-gateway.vercel.sh./v4/ai/language-model",
        "https://ai-gateway.vercel.sh.evil.example/v4/ai/language-model",
        "http://localhost.:80",
        "http://localhost.evil.example:80",
        "http://evil.localhost:80",
        "http://%6cocalhost:80",
        "http://127.0.0.2:80",
        "http://127.1:80",
        "http://2130706433:80",
        "http://0x7f.0.0.1:80",
        "http://0177.0.0.1:80",
        "http://0.0.0.0:80",
        "http://127.0.0.1.:80",
        "http://[::]:80",
        "http://[0:0:0:0:0:0:0:1]:80",
        "http://[::ffff:127.0.0.1]:80",
        "http://[::1%25lo]:80",
        "http://::1:80",
        "http://[::1]x:80",
        "http://:80",
        "http:///localhost:80",
        "http://?localhost:80",
    ] {
        assert_eq!(refused(url), "another host", "{url}");
    }
}

#[test]
fn other_schemes_and_relative_urls_are_refused() {
    assert_eq!(refused("https://localhost:8080/"), "https: on this machine");
    assert_eq!(refused("ws://localhost:8080/"), "another scheme");
    assert_eq!(
        refused("ftp://ai-gateway.vercel.sh/v4/ai/language-model"),
        "another scheme"
    );
    for url in [
        "localhost:8080",
        "http:/localhost:80",
        "http:localhost:80",
        "//localhost:80",
    ] {
        assert_eq!(refused(url), "no absolute URL", "{url}");
    }
    assert_eq!(refused(""), "an empty string");
}

#[test]
fn credentials_are_refused_and_not_repeated() {
    for url in [
        "http://user:hunter2@localhost:80/",
        "http://@localhost:80/",
        "http://localhost:80@evil.example/",
        "https://hunter2@ai-gateway.vercel.sh/v4/ai/language-model",
    ] {
        assert_eq!(refused(url), "a URL with credentials", "{url}");
        let error = Endpoint::parse(Some(url)).unwrap_err();
        assert!(!error.message.contains("hunter2"));
    }
}

#[test]
fn what_readers_of_urls_disagree_on_is_refused() {
    for url in [
        "http://localhost:80/#",
        "http://localhost:80/#a",
        "http://localhost:80#@x",
    ] {
        assert_eq!(refused(url), "a URL with a fragment", "{url}");
    }
    for url in [
        "http://localhost:80\\@evil.example/",
        "http:\\\\localhost:80",
    ] {
        assert_eq!(refused(url), "a URL with a backslash", "{url}");
    }
    for url in [
        " http://localhost:80",
        "http://localhost:80 ",
        "http://local\thost:80",
        "http://localhost:80\n",
        "http://localhost:80/\u{0}",
        "http://ｌocalhost:80",
        "http://localhost:80/é",
    ] {
        let blanks = "a URL with blanks, control characters or characters beyond ASCII";
        assert_eq!(refused(url), blanks, "{url:?}");
    }
}

#[test]
fn a_url_is_bounded() {
    let url = format!("http://localhost:80/{}", "x".repeat(16 * 1024));
    let error = Endpoint::parse(Some(&url)).unwrap_err();
    assert_eq!(error.code, ErrorCode::LimitExceeded);
    assert_eq!(
        error.message,
        "options.gatewayChatUrl: expected at most 16384 bytes of UTF-8, got 16404"
    );
}

#[test]
fn the_path_chooses_the_protocol() {
    for url in [
        "https://ai-gateway.vercel.sh/v1/chat/completions",
        "http://localhost:11434/v1/chat/completions",
        "http://localhost:11434/chat/completions?x=y",
    ] {
        assert_eq!(accepted(url).protocol(), Protocol::ChatCompletions, "{url}");
    }
    for url in [
        "http://localhost:1/v1/chat/completions/",
        "http://localhost:1/?/chat/completions",
        "http://localhost:1/v1/xchat/completions",
        "http://localhost:1",
    ] {
        let language_model = Protocol::LanguageModel(Specification::V4);
        assert_eq!(accepted(url).protocol(), language_model, "{url}");
    }
}
