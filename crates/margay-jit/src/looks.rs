//! Functions compiled to look ahead: which there are, when they are made, and how lanes go through them.

use crate::Native;
use crate::context::Context;
use crate::emit::Emitter;
use crate::emit::alone;
use crate::emit::look::{self, Beginning, Followed, Outcome};
use crate::shape::Shape;
use cranelift_codegen::ir::Signature;
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::FunctionBuilder;
use cranelift_module::Module;
use margay_machine::code::op::{NO_REG, Op, Pc};
use margay_machine::lanes::LANES;
use margay_machine::machine::compiled::{Ahead, Beyond, Start};
use margay_machine::{Concrete, Core};
use std::time::Instant;

/// Rows of values that differ from lane to lane, in one function.
pub const ROWS: usize = 64;

/// How often a look comes to what compiled code does not know before its place is compiled anew.
const UNKNOWN: u32 = 16;

/// How often that is done at most.
const MOST_TIMES: u32 = 6;

/// From Rust into code that looks ahead: the context, the registers, and the lanes.
type Look = unsafe extern "C" fn(*mut Context, *const u64, u64) -> Outcome;

/// All places, and the functions that are called there.
pub struct Looks {
    /// By operation: the place where the operation reads the cell, and the one that a call before it returns to.
    reads: Vec<Place>,
    returns: Vec<Place>,
    /// Where the present look has begun.
    first: Pc,
    /// By class, whether keys are equal only to themselves, once that was asked.
    identities: Vec<Option<bool>>,
    /// By function: code for one lane, or code that knows nothing.
    functions: Vec<*const u8>,
    /// By function, how many ways were known when it was compiled.
    known_ways: Vec<Option<u32>>,
    rows: Vec<[u64; LANES]>,
}

/// What is known of a place.
#[derive(Clone, Default)]
struct Place {
    native: Option<Look>,
    /// How often it was wanted before it was compiled.
    wanted: u32,
    /// Looks that came to an end, and those that did not.
    known: u32,
    unknown: u32,
    /// How often it was compiled, and how many ways were known then.
    made: u32,
    ways: u32,
    /// Whether it is left to the machine.
    never: bool,
}

impl Place {
    /// Notes a look that came to what is not known; whether it may help to compile it anew. Where that does not help
    /// there is nothing more to try.
    fn meets_unknown(&mut self, ways: u32, patience: u32) -> bool {
        self.unknown += 1;
        if !self.unknown.is_multiple_of(patience) || self.unknown < self.known / 4 {
            return false;
        }
        self.never |= self.made >= MOST_TIMES || self.ways == ways;
        !self.never
    }
}

impl Default for Looks {
    fn default() -> Self {
        Looks {
            reads: Vec::new(),
            returns: Vec::new(),
            first: 0,
            identities: Vec::new(),
            functions: Vec::new(),
            known_ways: Vec::new(),
            rows: vec![[0; LANES]; ROWS],
        }
    }
}

impl Looks {
    /// The place where a look begins.
    fn place(&mut self, start: Start) -> &mut Place {
        let places = match start.returned {
            NO_REG => &mut self.reads,
            _ => &mut self.returns,
        };
        let at = start.pc as usize;
        if places.len() <= at {
            places.resize(at + 1, Place::default());
        }
        &mut places[at]
    }

    /// Notes that a look that has come through a place was in vain.
    fn was_in_vain(&mut self) {
        let first = &mut self.reads[self.first as usize];
        first.known = first.known.saturating_sub(1);
        first.unknown += 1;
        first.never |= first.unknown > 4 * UNKNOWN && first.unknown > first.known;
    }
}

impl Native {
    /// Lets lanes look ahead to the end of the function of a frame.
    pub fn look(
        &mut self,
        core: &mut Core<Concrete>,
        wanted: u32,
        start: Start,
        ahead: &mut Ahead<'_>,
    ) -> bool {
        let frame = core.arrays().frames[start.frame];
        if start.returned == NO_REG {
            self.looks.first = start.pc;
        }
        let place = self.looks.place(start);
        let compiled = place.native.filter(|_| !place.never);
        if let Some(native) = compiled {
            // Mostly what is known is enough.
            place.known += 1;
            if !is_about_length(core, start, frame.base)
                && self.follow(core, native, frame.base, ahead)
            {
                return true;
            }
        }
        self.meet_unknown(core, wanted, start, compiled.is_some(), (frame.function, ahead.depth));
        false
    }

    /// Notes a look that comes to what is not known, at a place that is compiled or not. Compiles it, for the first time or
    /// anew, where that may help.
    #[cold]
    fn meet_unknown(
        &mut self,
        core: &mut Core<Concrete>,
        wanted: u32,
        start: Start,
        is_compiled: bool,
        (function, depth): (u32, u32),
    ) {
        let place = self.looks.place(start);
        let may_help = !is_compiled && !place.never;
        let compiles = if is_compiled {
            place.known -= 1;
            place.meets_unknown(core.code.new_looks, UNKNOWN.min(wanted).max(1))
        } else {
            place.wanted += 1;
            !place.never && place.wanted >= wanted
        };
        if compiles {
            self.compile_look(core, function, start, depth);
        }
        // Where it is yet to be compiled that says nothing.
        if start.returned != NO_REG && !may_help {
            self.looks.was_in_vain();
        }
    }

    /// Lets lanes go through a function; false where one of them comes to what compiled code does not know.
    fn follow(
        &mut self,
        core: &mut Core<Concrete>,
        native: Look,
        base: u32,
        ahead: &mut Ahead<'_>,
    ) -> bool {
        let context = &mut *self.context;
        context.begin_look(core);
        let mut beyond: &mut dyn Beyond = &mut *ahead.beyond;
        context.look_values = ahead.values.as_ptr();
        context.look_results = ahead.results.as_mut_ptr();
        context.look_rows = self.looks.rows.as_mut_ptr().cast();
        context.look_functions = self.looks.functions.as_ptr();
        context.arguments = self.arguments.as_mut_ptr();
        context.identities = &raw mut self.looks.identities;
        context.assumed = ahead.cell;
        context.beyond = (&raw mut beyond).cast();
        let mask = ahead.zero | ahead.one | ahead.other;
        // SAFETY: registers of the frame begin here, and nothing moves them before looking ahead is over.
        let window = unsafe { context.registers.add(base as usize) };
        // SAFETY: the code was made by us and is kept as long as we are. The context holds the addresses of the
        // machine's vectors and of rows that have a place for each lane of the mask, which nobody else touches before it returns.
        let outcome = unsafe { native(context, window, mask) };
        (ahead.zero, ahead.one) = (context.look_zero, context.look_one);
        ahead.other = context.look_other;
        ahead.spent += context.look_longest as u32;
        outcome == Outcome::Told
    }

    /// Compiles looking ahead from a place; what cannot be compiled is not tried again.
    fn compile_look(&mut self, core: &Core<Concrete>, function: u32, start: Start, depth: u32) {
        let begun = Instant::now();
        let made = self.make_look(core, function, start, depth);
        let place = self.looks.place(start);
        place.made += 1;
        place.ways = core.code.new_looks;
        match made {
            Ok((native, is_whole)) => {
                place.native = Some(native);
                // It would not be larger another time.
                place.made = if is_whole { place.made } else { MOST_TIMES };
            }
            Err(_) => place.never = true,
        }
        self.made.time += begun.elapsed();
    }

    /// Code for a place, and whether all is there that anybody has come to.
    fn make_look(
        &mut self,
        core: &Core<Concrete>,
        function: u32,
        start: Start,
        depth: u32,
    ) -> Result<(Look, bool), String> {
        let Some(beginning) = Beginning::of(start, &core.code.ops[start.pc as usize]) else {
            return Err("it is no plain read".to_owned());
        };
        let (native, mut followed) =
            self.emit_look(core, function, look::signature, |emitter, config| {
                emitter.emit_look(function, beginning, depth as usize, config)
            })?;
        while let Some((called, args)) = followed.called.pop() {
            let more = self.make_alone(core, called, args, depth)?;
            followed.is_whole &= more.is_whole;
            followed.called.extend(more.called);
        }
        // SAFETY: a function of this type was made, by the system's convention.
        Ok((unsafe { std::mem::transmute::<*const u8, Look>(native) }, followed.is_whole))
    }

    /// Compiles a function for one lane, unless that was done when as many ways were known.
    fn make_alone(
        &mut self,
        core: &Core<Concrete>,
        function: u32,
        args: usize,
        depth: u32,
    ) -> Result<Followed, String> {
        let at = function as usize;
        let Looks { functions, known_ways, .. } = &mut self.looks;
        if functions.len() <= at {
            functions.resize(core.code.functions.len(), self.know_nothing);
            known_ways.resize(core.code.functions.len(), None);
        }
        if known_ways[at].replace(core.code.new_looks) == Some(core.code.new_looks) {
            return Ok(Followed { is_whole: true, called: Vec::new() });
        }
        let (native, followed) = self.emit_look(
            core,
            function,
            |convention| alone::signature(convention, args),
            |emitter, config| emitter.emit_alone(function, depth as usize, config),
        )?;
        self.looks.functions[at] = native;
        Ok(followed)
    }

    /// Makes a function that looks ahead from somewhere in another.
    fn emit_look(
        &mut self,
        core: &Core<Concrete>,
        function: u32,
        signature: impl FnOnce(CallConv) -> Signature,
        emit: impl FnOnce(Emitter<'_>, TargetFrontendConfig) -> Followed,
    ) -> Result<(*const u8, Followed), String> {
        let Some(module) = &mut self.module else { return Err("nothing is compiled".to_owned()) };
        let signature = signature(module.isa().default_call_conv());
        let failed = |error: cranelift_module::ModuleError| error.to_string();
        let id = module.declare_anonymous_function(&signature).map_err(failed)?;
        let mut context = module.make_context();
        context.func.signature = signature;
        let config = module.target_config();
        let b = FunctionBuilder::new(&mut context.func, &mut self.builder);
        let shape = Shape::of_frame(&core.code, function);
        let followed = emit(Emitter::new(b, module, &self.helpers, core, &shape), config);
        module.define_function(id, &mut context).map_err(failed)?;
        module.finalize_definitions().map_err(failed)?;
        self.made.functions += 1;
        self.made.bytes += context.compiled_code().map_or(0, |code| code.code_buffer().len());
        Ok((module.get_finalized_function(id), followed))
    }
}

/// Whether an operation that reads an element has stopped for the length of its array.
fn is_about_length(core: &Core<Concrete>, start: Start, base: u32) -> bool {
    match core.code.ops[start.pc as usize] {
        Op::LoadChecked { array, .. } if start.returned == NO_REG => {
            let array = core.register_at(base, array) as u32;
            core.memory.awaits_length(array).is_some()
        }
        _ => false,
    }
}
