//! The program driven by messages: what is on screen, and what is to be done.

mod commands;
mod hostile;
mod layout;
mod panels;
mod prompts;
mod scene;
