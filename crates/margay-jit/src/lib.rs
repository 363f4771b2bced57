//! Hot functions of the concrete machine as native code, made by Cranelift.
//!
//! A decoded function of the machine becomes one native function (`emit`) that works on the machine's own
//! arrays, whose addresses are in a `context`. What it needs to know of a function beforehand is its
//! `shape`: blocks, entries, and which registers are read later. It does what the interpreter's loop does,
//! counts the same steps, pauses at the same places, and leaves at everything else; the rarer
//! half of memory operations is done by `helpers`.
//!
//! This is the only crate with `unsafe` code. What compiled code may rely on is little: the addresses and
//! lengths in its context are those of the machine's vectors while it runs. Every index into the heap is
//! checked against a length, as the loop does; registers are numbered by the decoder, within the frame.

mod context;
mod emit;
mod helpers;
mod looks;
mod shape;

use context::Context;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{AbiParam, InstBuilder, MemFlagsData, Signature};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use emit::Emitter;
use looks::Looks;
use margay_machine::code::op::{Op, Pc, Reg};
use margay_machine::machine::compiled::{Ahead, Beyond, Compiler, Exit, Made, Stack, Start};
use margay_machine::{Concrete, Core};
use shape::Shape;
use std::mem::offset_of;
use std::time::Instant;

/// Functions of more operations are left to the loop: they would take seconds.
const MOST_OPERATIONS: u32 = 6_000;

/// How often compiled code meets what was resolved since before it is compiled anew.
const OUTDATED: u32 = 16;

/// Arguments that an operation of the platform is given by compiled code, at most: as where lanes look ahead together.
const ARGS: usize = 8;

/// A function that is not for compiling.
const NEVER: u32 = u32::MAX;

/// How compiled code ends, as its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Exits {
    Next,
    Pause,
    Slow,
    /// At a return, which whoever has called carries out.
    Returned,
    Select,
    Cached,
    /// At an operation that was not resolved when it was compiled.
    Unresolved,
    /// Where a lane that looks ahead has no answer.
    Stuck,
}

impl Exits {
    const ALL: [Exits; 8] = [
        Exits::Next,
        Exits::Pause,
        Exits::Slow,
        Exits::Returned,
        Exits::Select,
        Exits::Cached,
        Exits::Unresolved,
        Exits::Stuck,
    ];

    /// Whether the operation that it leaves at counts as a step.
    fn is_counted(self) -> bool {
        !matches!(self, Exits::Next | Exits::Pause | Exits::Unresolved)
    }
}

/// From Rust into compiled code: the context, where to begin, the steps left, the first register, and the code. The steps
/// left afterwards are in the context.
type Enter = unsafe extern "C" fn(*mut Context, u32, i64, u32, *const u8) -> u32;

/// Bytes of the processor's stack for calls within calls.
const STACK: u64 = 256 << 10;

/// The compiler. It costs nothing before the first function is compiled.
#[derive(Default)]
pub struct Jit {
    native: Option<Native>,
    /// Looks ahead before there was anything compiled.
    looks: u32,
}

impl Jit {
    fn native(&mut self) -> Result<&mut Native, String> {
        if self.native.is_none() {
            self.native = Some(Native::new()?);
        }
        Ok(self.native.as_mut().expect("it was made"))
    }
}

/// All that was compiled.
struct Native {
    /// None once it is dropped.
    module: Option<JITModule>,
    helpers: Vec<FuncId>,
    enter: Enter,
    /// Leaves at once: where a function is not compiled.
    leave: *const u8,
    /// Knows nothing: where a function is not compiled to look ahead for one lane.
    know_nothing: *const u8,
    /// Code by function.
    natives: Vec<*const u8>,
    /// Entries by function, of all times it was compiled.
    entries: Vec<Vec<Pc>>,
    /// By function, how often it has met what was resolved since.
    outdated: Vec<u32>,
    /// Code that looks ahead.
    looks: Looks,
    /// What compiled code sees.
    context: Box<Context>,
    /// Arguments that operations of the platform are given.
    arguments: [u64; ARGS],
    builder: FunctionBuilderContext,
    made: Made,
}

impl Native {
    /// Nothing yet, for the processor that this runs on.
    fn new() -> Result<Native, String> {
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("preserve_frame_pointers", "true"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
        ] {
            flags.set(name, value).map_err(|error| error.to_string())?;
        }
        let isa = cranelift_native::builder()?
            .finish(settings::Flags::new(flags))
            .map_err(|error| error.to_string())?;
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        let imports = helpers::imports();
        for import in &imports {
            builder.symbol(import.name, import.address);
        }
        let mut module = JITModule::new(builder);
        let mut helpers = Vec::new();
        for import in &imports {
            let mut signature = module.make_signature();
            signature.params.push(AbiParam::new(I64));
            signature.params.extend(import.params.iter().map(|ty| AbiParam::new(*ty)));
            signature.returns.extend(import.result.map(AbiParam::new));
            let id = module.declare_function(import.name, Linkage::Import, &signature);
            helpers.push(id.map_err(|error| error.to_string())?);
        }
        let mut builder = FunctionBuilderContext::new();
        let signature = enter_signature(&module);
        let enter = glue(&mut module, &mut builder, &signature, emit_enter)?;
        let leave = glue(&mut module, &mut builder, &emit::signature(), emit_leave)?;
        let alone = emit::alone::signature(module.isa().default_call_conv(), 0);
        let know_nothing = glue(&mut module, &mut builder, &alone, emit_know_nothing)?;
        module.finalize_definitions().map_err(|error| error.to_string())?;
        let enter = module.get_finalized_function(enter);
        Ok(Native {
            leave: module.get_finalized_function(leave),
            know_nothing: module.get_finalized_function(know_nothing),
            module: Some(module),
            helpers,
            // SAFETY: `emit_enter` has made a function of this type, by the system's convention.
            enter: unsafe { std::mem::transmute::<*const u8, Enter>(enter) },
            natives: Vec::new(),
            entries: Vec::new(),
            outdated: Vec::new(),
            looks: Looks::default(),
            context: Box::new(Context::new()),
            arguments: [0; ARGS],
            builder,
            made: Made::default(),
        })
    }

    /// A place for every function that is decoded.
    fn make_room(&mut self, functions: usize) {
        if self.natives.len() < functions {
            self.natives.resize(functions, self.leave);
            self.outdated.resize(functions, 0);
            self.entries.resize(functions, Vec::new());
        }
    }

    /// Whether a function that is not compiled was called by compiled code often enough to be.
    fn is_wanted(&mut self, core: &Core<Concrete>) -> bool {
        let function = core.function();
        let is_called = core.pc() == core.code.functions[function as usize].entry;
        is_called && self.natives[function as usize] == self.leave && self.is_outdated(function)
    }

    /// Whether a function is to be compiled anew, since an operation it left at is resolved by now.
    fn is_outdated(&mut self, function: u32) -> bool {
        let count = &mut self.outdated[function as usize];
        *count = count.saturating_add(1);
        *count < NEVER && count.is_multiple_of(OUTDATED)
    }
}

impl Compiler for Jit {
    fn compile(&mut self, core: &Core<Concrete>, function: u32) -> Result<Vec<Pc>, String> {
        self.native()?.compile(core, function)
    }

    fn look(
        &mut self,
        core: &mut Core<Concrete>,
        wanted: u32,
        start: Start,
        ahead: &mut Ahead<'_>,
    ) -> bool {
        // Before anything is worth compiling there is nothing to ask.
        if let Some(native) = &mut self.native {
            return native.look(core, wanted, start, ahead);
        }
        self.looks += 1;
        // Where nothing can be compiled at all, that is found out once more now and then.
        self.looks.is_multiple_of(wanted.max(1))
            && self.native().is_ok_and(|native| native.look(core, wanted, start, ahead))
    }

    fn run(
        &mut self,
        core: &mut Core<Concrete>,
        stack: &mut Stack<'_>,
        beyond: &mut dyn Beyond,
    ) -> Exit {
        self.native.as_mut().expect("something was compiled").run(core, stack, beyond)
    }

    fn live(&self, core: &Core<Concrete>, function: u32, pc: Pc) -> Vec<Reg> {
        let shape = Shape::of(&core.code, function, &[]);
        shape.map_or_else(Vec::new, |shape| shape.live(pc))
    }

    fn made(&self) -> Made {
        self.native.as_ref().map_or(Made::default(), |native| native.made)
    }
}

impl Native {
    fn compile(&mut self, core: &Core<Concrete>, function: u32) -> Result<Vec<Pc>, String> {
        let begun = Instant::now();
        self.make_room(core.code.functions.len());
        let mut before = self.entries[function as usize].clone();
        let own = core.code.functions[function as usize].entry..core.code.end(function);
        before.extend(core.code.questions.iter().filter(|pc| own.contains(pc)));
        let Some(shape) = Shape::of(&core.code, function, &before) else {
            self.outdated[function as usize] = NEVER;
            return Ok(Vec::new());
        };
        if shape.end - shape.entry > MOST_OPERATIONS {
            self.outdated[function as usize] = NEVER;
            return Err(format!("{} operations are too many", shape.end - shape.entry));
        }
        let Some(module) = &mut self.module else { return Ok(Vec::new()) };
        let failed = |error: cranelift_module::ModuleError| error.to_string();
        let id = module.declare_anonymous_function(&emit::signature()).map_err(failed)?;
        let mut context = module.make_context();
        context.func.signature = emit::signature();
        let config = module.target_config();
        let b = FunctionBuilder::new(&mut context.func, &mut self.builder);
        Emitter::new(b, module, &self.helpers, core, &shape).emit(config);
        module.define_function(id, &mut context).map_err(failed)?;
        module.finalize_definitions().map_err(failed)?;
        self.made.functions += 1;
        self.made.bytes += context.compiled_code().map_or(0, |code| code.code_buffer().len());
        self.made.time += begun.elapsed();
        let native = module.get_finalized_function(id);
        self.natives[function as usize] = native;
        self.entries[function as usize] = shape.entries().to_vec();
        Ok(shape.entries().to_vec())
    }

    fn run(
        &mut self,
        core: &mut Core<Concrete>,
        stack: &mut Stack<'_>,
        mut beyond: &mut dyn Beyond,
    ) -> Exit {
        self.make_room(core.code.functions.len());
        let context = &mut *self.context;
        context.begin(core, stack, &self.natives);
        context.arguments = self.arguments.as_mut_ptr();
        context.beyond = (&raw mut beyond).cast();
        context.stack_end = (&raw const beyond as u64).saturating_sub(STACK);
        let before = context.left;
        let exit = self.run_frames(core, stack);
        let frame = *core.arrays().frames.last().expect("a frame is at work");
        let registers = core.code.functions[frame.function as usize].registers;
        (*stack.base, *stack.top) = (frame.base, frame.base + u32::from(registers));
        core.steps += (before - self.context.left).cast_unsigned();
        match exit {
            Exits::Next if self.is_wanted(core) => Exit::Outdated,
            Exits::Next => Exit::Next,
            Exits::Pause => Exit::Pause,
            Exits::Slow | Exits::Stuck => Exit::Slow,
            Exits::Returned => Exit::Leave,
            Exits::Select => Exit::Select,
            Exits::Cached => Exit::Cached,
            Exits::Unresolved => {
                let pc = core.pc();
                if let Op::Resolve { .. } = core.code.ops[pc as usize] {
                    core.steps += 1;
                    core.set_pc(pc + 1);
                    Exit::Slow
                } else if self.is_outdated(core.function()) {
                    Exit::Outdated
                } else {
                    Exit::Next
                }
            }
        }
    }

    /// Runs frame after frame while they return to compiled code.
    fn run_frames(&mut self, core: &mut Core<Concrete>, stack: &Stack<'_>) -> Exits {
        let context = &mut *self.context;
        loop {
            let frame = *core.arrays().frames.last().expect("a frame is at work");
            let native = self.natives[frame.function as usize];
            let (pc, left) = (core.pc(), context.left);
            // SAFETY: the code was made by us for this function and is kept as long as we are. The context
            // holds the addresses of the machine's vectors, which nobody else touches before it returns;
            // `helpers`, which may move them, refresh it.
            let exit = unsafe { (self.enter)(context, pc, left, frame.base, native) };
            context.publish(core);
            core.set_pc(context.pc);
            let exit = Exits::ALL[exit as usize];
            if exit != Exits::Returned || !core.return_with(context.value, stack.protected) {
                return exit;
            }
            if self.natives[core.function() as usize] == self.leave {
                return Exits::Next;
            }
            context.frame_count -= 1;
        }
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: compiled code runs inside `run` only, and nobody else has its addresses.
            unsafe { module.free_memory() }
        }
    }
}

/// The signature of [`Enter`].
fn enter_signature(module: &JITModule) -> Signature {
    let mut signature = module.make_signature();
    signature.params = [I64, I32, I64, I32, I64].map(AbiParam::new).to_vec();
    signature.returns.push(AbiParam::new(I32));
    signature
}

/// Makes a small function.
fn glue(
    module: &mut JITModule,
    builder: &mut FunctionBuilderContext,
    signature: &Signature,
    emit: impl FnOnce(&mut FunctionBuilder<'_>, &[cranelift_codegen::ir::Value]),
) -> Result<FuncId, String> {
    let id = module.declare_anonymous_function(signature).map_err(|error| error.to_string())?;
    let mut context = module.make_context();
    context.func.signature = signature.clone();
    let mut b = FunctionBuilder::new(&mut context.func, builder);
    let block = b.create_block();
    b.append_block_params_for_function_params(block);
    b.switch_to_block(block);
    let params = b.block_params(block).to_vec();
    emit(&mut b, &params);
    b.seal_all_blocks();
    b.finalize(module.target_config());
    module.define_function(id, &mut context).map_err(|error| error.to_string())?;
    Ok(id)
}

/// Calls compiled code, which has a signature of its own.
fn emit_enter(b: &mut FunctionBuilder<'_>, params: &[cranelift_codegen::ir::Value]) {
    let signature = b.import_signature(emit::signature());
    let call = b.ins().call_indirect(signature, params[4], &params[..4]);
    let [exit, left] = *b.inst_results(call) else { unreachable!("two results") };
    let flags = MemFlagsData::trusted();
    b.ins().store(flags, left, params[0], offset_of!(Context, left) as i32);
    b.ins().return_(&[exit]);
}

/// Leaves at once.
fn emit_leave(b: &mut FunctionBuilder<'_>, params: &[cranelift_codegen::ir::Value]) {
    let flags = MemFlagsData::trusted();
    b.ins().store(flags, params[1], params[0], offset_of!(Context, pc) as i32);
    let exit = b.ins().iconst(I32, Exits::Next as i64);
    b.ins().return_(&[exit, params[2]]);
}

/// Does not know what one lane returns. The arguments are their caller's to take away.
fn emit_know_nothing(b: &mut FunctionBuilder<'_>, params: &[cranelift_codegen::ir::Value]) {
    let unknown = b.ins().iconst(I32, emit::look::Outcome::Unknown as i64);
    b.ins().return_(&[unknown, params[0]]);
}
