#![no_main]
libfx_libfuzzer::target!("login");
