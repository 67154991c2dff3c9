#![no_main]
libfx_libfuzzer::target!("http-error");
