//! A case line by line on a page: variables in words, and the heap below them as a picture.

use super::method::Picture;
use crate::cases::heap;
use crate::readable::Readable;
use crate::{Marks, names};
use margay_search::generate::case::{MethodName, WatchedRun, WatchedStep};
use margay_search::structure::Structure;
use serde::Serialize;
use std::io;

/// Different pictures of one case; steps beyond have words only.
const MOST_PICTURES: usize = 120;

/// Objects in one of them.
const MOST_DRAWN: usize = 40;

/// A run as it is in a block.
#[derive(Debug, Default, Serialize)]
pub(super) struct WatchedBlock {
    steps: Vec<StepEntry>,
    pictures: Vec<Picture>,
    cut: u64,
    /// Steps that would have a picture of their own if there were not enough of them.
    undrawn: usize,
}

#[derive(Debug, Serialize)]
struct StepEntry {
    place: usize,
    line: u32,
    depth: u32,
    /// Name, value, and whether it is another than a step before in the same call.
    variables: Vec<(String, String, bool)>,
    picture: Option<usize>,
}

/// The picture of the step before.
struct Drawn {
    structure: Structure,
    marks: Marks,
    number: Option<usize>,
}

impl WatchedBlock {
    /// Methods have numbers, which `place` gives.
    pub fn of(
        run: &WatchedRun,
        mut place: impl FnMut(&MethodName) -> usize,
    ) -> io::Result<WatchedBlock> {
        let mut block = WatchedBlock { cut: run.cut, ..WatchedBlock::default() };
        let mut last: Option<Drawn> = None;
        // What each call in progress has shown, by depth.
        let mut calls: Vec<Vec<(String, String)>> = Vec::new();
        for step in &run.steps {
            let values = step.variables.iter().map(|(_, value)| value);
            let mut words = Readable::new(&step.heap, values);
            let text = |(name, value): &(String, _)| (name.clone(), words.text(value));
            let texts: Vec<(String, String)> = step.variables.iter().map(text).collect();
            let depth = step.depth as usize;
            calls.truncate(depth + 1);
            let before = calls.get(depth);
            let is_new = |variable| before.is_some_and(|before| !before.contains(variable));
            let variables = texts.iter();
            let variables = variables.map(|it| (it.0.clone(), it.1.clone(), is_new(it))).collect();
            calls.resize(depth + 1, Vec::new());
            calls[depth] = texts;
            let drawn = block.draw(step, last.as_ref())?;
            let (place, line, depth) = (place(&step.method), step.line, step.depth);
            block.steps.push(StepEntry { place, line, depth, variables, picture: drawn.number });
            last = Some(drawn);
        }
        Ok(block)
    }

    fn draw(&mut self, step: &WatchedStep, last: Option<&Drawn>) -> io::Result<Drawn> {
        let root = names::simple_class(&step.method.name);
        let whole = heap::below(root, &step.heap, &step.variables);
        let order = whole.walk(0);
        let structure = whole.select(&order);
        let marks = match last {
            Some(last)
                if last.structure.objects.first().map(|it| &it.id) == Some(&root.to_owned()) =>
            {
                heap::changes(&last.structure, &structure)
            }
            _ => Marks::default(),
        };
        if let Some(last) = last
            && last.structure == structure
            && last.marks == marks
        {
            return Ok(Drawn { structure, marks, number: last.number });
        }
        let is_full = self.pictures.len() >= MOST_PICTURES;
        let number = match structure.objects.len() {
            0 | 1 => None,
            _ if is_full => {
                self.undrawn += 1;
                None
            }
            _ => {
                self.pictures.push(Picture::of(&structure, &marks, MOST_DRAWN)?);
                Some(self.pictures.len() - 1)
            }
        };
        Ok(Drawn { structure, marks, number })
    }
}
