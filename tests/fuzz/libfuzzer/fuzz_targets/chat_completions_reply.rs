#![no_main]
libfx_libfuzzer::target!("chat-completions-reply");
