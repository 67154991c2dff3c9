#![no_main]
libfx_libfuzzer::target!("terminal-session");
