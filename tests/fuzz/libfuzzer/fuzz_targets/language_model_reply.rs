#![no_main]
libfx_libfuzzer::target!("language-model-reply");
