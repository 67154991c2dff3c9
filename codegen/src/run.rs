//! One run of the generator: every phase in order, in memory.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use crate::diagnostics::Diagnostics;
use crate::emit::{self, Context, Emitter, Files};
use crate::lower;
use crate::model::{Facts, Model};
use crate::source::{self, ReadError, SourceMap};
use crate::syntax;

/// What a run makes.
#[derive(Debug)]
pub struct Generated {
    pub model: Model,
    pub facts: Facts,
    pub files: Files,
}

/// Why a run makes nothing.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The mistakes of the IDL, rendered.
    #[error("{0}")]
    Idl(String),
}

/// Generates everything from the `idl/` of the repository at `root`.
pub fn build(root: &Path) -> Result<Generated, BuildError> {
    let sources = SourceMap::load(root)?;
    let inputs = read_inputs(root)?;
    let generated = generate(&sources, &inputs, &emit::all());
    generated.map_err(|diagnostics| BuildError::Idl(diagnostics.render(&sources)))
}

/// The model alone, without running an emitter.
pub fn read_model(root: &Path) -> Result<Model, BuildError> {
    model_or_mistakes(&SourceMap::load(root)?)
}

/// The model of `sources`, or the mistakes in them as text.
pub(crate) fn model_or_mistakes(sources: &SourceMap) -> Result<Model, BuildError> {
    let model = model(sources);
    model.map_err(|diagnostics| BuildError::Idl(diagnostics.render(sources)))
}

/// The files of `idl/` that are not formatted: their paths, and what they would be.
pub fn unformatted(root: &Path) -> Result<Vec<(String, String)>, BuildError> {
    let sources = SourceMap::load(root)?;
    if let Err(diagnostics) = syntax::parse(&sources) {
        return Err(BuildError::Idl(diagnostics.render(&sources)));
    }
    let files = sources.files().iter();
    let formatted = files.map(|file| (file, syntax::format(&file.text)));
    let changed = formatted.filter(|(file, text)| file.text != *text);
    Ok(changed
        .map(|(file, text)| (file.path.clone(), text))
        .collect())
}

/// Runs `emitters` on the model of `sources`; `inputs` are the files that are inputs but not IDL.
pub fn generate(
    sources: &SourceMap,
    inputs: &BTreeMap<String, String>,
    emitters: &[Box<dyn Emitter>],
) -> Result<Generated, Diagnostics> {
    emitted(model(sources)?, inputs, emitters)
}

/// Runs `emitters` on a model, if none of them has anything against it.
pub(crate) fn emitted(
    model: Model,
    inputs: &BTreeMap<String, String>,
    emitters: &[Box<dyn Emitter>],
) -> Result<Generated, Diagnostics> {
    let facts = Facts::of(&model);
    let context = Context {
        model: &model,
        facts: &facts,
        inputs,
    };
    let mut diagnostics = Diagnostics::default();
    for emitter in emitters {
        diagnostics.extend(emitter.check(context));
    }
    diagnostics.or_ok(())?;
    let files = emit_at_once(context, emitters);
    Ok(Generated {
        model,
        facts,
        files,
    })
}

/// Runs each emitter on a thread of its own: those of Rust wait for rustfmt most of the time.
fn emit_at_once(context: Context<'_>, emitters: &[Box<dyn Emitter>]) -> Files {
    thread::scope(|scope| {
        let emit = |emitter: &'_ dyn Emitter| {
            let mut files = Files::default();
            emitter.emit(context, &mut files);
            files
        };
        let running: Vec<_> = emitters
            .iter()
            .map(|emitter| scope.spawn(move || emit(emitter.as_ref())))
            .collect();
        let mut all = Files::default();
        for emitter in running {
            all.extend(emitter.join().unwrap_or_else(|fault| resume_unwind(fault)));
        }
        all
    })
}

fn model(sources: &SourceMap) -> Result<Model, Diagnostics> {
    let files = syntax::parse(sources)?;
    lower::lower(sources, &files)
}

fn read_inputs(root: &Path) -> Result<BTreeMap<String, String>, ReadError> {
    const FOLDER: &str = "idl/wire";
    if !root.join(FOLDER).is_dir() {
        return Ok(BTreeMap::new());
    }
    let files = source::read_folder(root, FOLDER, ".schema.json")?;
    Ok(files.into_iter().collect())
}
