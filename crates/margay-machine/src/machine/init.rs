//! Class initialisation. It runs as ordinary code, through glue that marks the class afterwards;
//! then the operation that needed the class runs again. So it can choose, throw, and be undone.

use super::Machine;
use super::calls::Stop;
use crate::code::Target;
use crate::code::op::{NO_REG, Op};
use crate::domain::Domain;
use crate::memory::{ClassState, Ref};
use crate::platform::{Fault, Platform};
use margay_ir::world::Constant;
use margay_ir::{ClassId, MethodId};

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Takes the next step towards a ready class; the operation at `core.pc` is to run again.
    pub(super) fn initialize(&mut self, class: ClassId) -> Stop<D> {
        if let Err(fault) = self.load(class) {
            return self.fault(&fault);
        }
        match self.core.memory.state(class) {
            ClassState::Ready | ClassState::Running => None,
            ClassState::Failed => self.fault(&Fault::Uninitialized(class)),
            state @ (ClassState::Fresh | ClassState::Waiting) => {
                if let Some(failed) = self.failed_superclass(class) {
                    self.core.memory.set_state(class, ClassState::Failed);
                    // What failed is the superclass, unless that was reported before.
                    let named = if state == ClassState::Fresh { failed } else { class };
                    return self.fault(&Fault::Uninitialized(named));
                }
                match self.uninitialized_supertype(class) {
                    Some(supertype) if self.is_all_it_waits_for(class, supertype) => {
                        // The class has begun: to the initializer of its superclass it is ready.
                        let stop = self.run_initializer(class);
                        let has_begun = self.core.memory.state(class) == ClassState::Running;
                        if has_begun { self.initialize(supertype) } else { stop }
                    }
                    Some(supertype) => {
                        self.core.memory.set_state(class, ClassState::Waiting);
                        self.initialize(supertype)
                    }
                    None => self.run_initializer(class),
                }
            }
        }
    }

    fn failed_superclass(&self, class: ClassId) -> Option<ClassId> {
        let superclass = self.core.world.loaded(class).superclass?;
        (self.core.memory.state(superclass) == ClassState::Failed).then_some(superclass)
    }

    /// The first supertype that has to be initialised before the class: its superclass, and
    /// interfaces with code of their own.
    fn uninitialized_supertype(&self, class: ClassId) -> Option<ClassId> {
        let loaded = self.core.world.loaded(class);
        if loaded.is_interface() {
            return None;
        }
        let fresh = |c: &ClassId| self.core.memory.is_fresh(*c);
        if let Some(superclass) = loaded.superclass.filter(fresh) {
            return Some(superclass);
        }
        self.fresh_default_interface(class)
    }

    /// Whether a class has an initializer, and this superclass is all that has to be initialised first.
    fn is_all_it_waits_for(&self, class: ClassId, supertype: ClassId) -> bool {
        let loaded = self.core.world.loaded(class);
        loaded.initializer.is_some()
            && loaded.superclass == Some(supertype)
            && self.fresh_default_interface(class).is_none()
    }

    fn fresh_default_interface(&self, class: ClassId) -> Option<ClassId> {
        self.core.world.loaded(class).interfaces.iter().find_map(|interface| {
            if !self.core.memory.is_fresh(*interface) {
                return None;
            }
            let loaded = self.core.world.loaded(*interface);
            let has_default = loaded.methods.iter().any(|m| {
                let m = self.core.world.method(*m);
                !m.is_abstract() && !m.is_static()
            });
            self.fresh_default_interface(*interface)
                .or_else(|| (has_default && loaded.initializer.is_some()).then_some(*interface))
        })
    }

    fn run_initializer(&mut self, class: ClassId) -> Stop<D> {
        if let Err(abrupt) = self.set_constants(class) {
            let pc = self.core.pc;
            return self.abrupt(abrupt, NO_REG, pc);
        }
        let Some(initializer) = self.core.world.loaded(class).initializer else {
            self.core.memory.set_state(class, ClassState::Ready);
            return None;
        };
        let stub = match self.init_stub(class, initializer) {
            Ok(stub) => stub,
            Err(reason) => return self.refuse(reason),
        };
        self.core.memory.set_state(class, ClassState::Running);
        self.core.suspend_program();
        let (caller, pc) = (self.core.frames.len() as u32 - 1, self.core.pc);
        self.push_frame(stub, caller, pc, pc, NO_REG);
        self.give_headroom();
        None
    }

    /// Runs a static method before the operation that has stopped runs again. Like that of an
    /// initializer, its path is not recorded: it belongs to what the program is given.
    ///
    /// # Errors
    /// When the method has no code.
    pub fn interpose(&mut self, method: MethodId, args: &[D::Value]) -> Result<(), String> {
        let class = self.core.world.method(method).class;
        let stub = match self.init_stubs.get(&method) {
            Some(stub) => *stub,
            None => {
                let Target::Function(function) = self.target_of(method)? else {
                    return Err("it is not code that makes an object".to_owned());
                };
                let count = u16::try_from(args.len()).expect("at most 255 arguments");
                let site = self.core.code.add_site((0..count).collect());
                let call = Op::Call { dst: NO_REG, function, site };
                let ops = [call, Op::InitDone { class: class.as_u32() }, Op::ReturnVoid];
                let stub = self.core.code.add_stub(method, count + 1, &ops, None);
                self.init_stubs.insert(method, stub);
                stub
            }
        };
        self.core.suspend_program();
        let (caller, pc) = (self.core.frames.len() as u32 - 1, self.core.pc);
        self.push_frame(stub, caller, pc, pc, NO_REG);
        let base = self.base as usize;
        self.core.registers[base..base + args.len()].copy_from_slice(args);
        Ok(())
    }

    fn set_constants(&mut self, class: ClassId) -> Result<(), crate::platform::Abrupt<D::Value>> {
        let fields = self.core.world.loaded(class).fields.clone();
        for field in fields {
            let field = self.core.world.field(field);
            let slot = field.slot;
            let value = match field.constant {
                None => continue,
                Some(Constant::Bits(bits)) => D::constant(bits),
                Some(Constant::Str(string)) => {
                    D::constant(u64::from(self.platform.string(&mut self.core, string)?))
                }
            };
            self.core.memory.set_static(slot, value);
        }
        Ok(())
    }

    fn init_stub(&mut self, class: ClassId, initializer: MethodId) -> Result<u32, String> {
        if let Some(stub) = self.init_stubs.get(&initializer) {
            return Ok(*stub);
        }
        let site = self.core.code.add_site(Box::new([]));
        let call = match self.target_of(initializer)? {
            Target::Function(function) => Op::Call { dst: NO_REG, function, site },
            Target::Intrinsic(intrinsic) => Op::CallIntrinsic { dst: NO_REG, intrinsic, site },
            target @ Target::Accelerated(_) => {
                self.core.code.sites[site as usize].cached = target;
                Op::CallTarget { dst: NO_REG, site }
            }
        };
        let class_number = class.as_u32();
        let ops = [
            call,
            Op::InitDone { class: class_number },
            Op::ReturnVoid,
            Op::InitFailed { class: class_number, exception: 0 },
        ];
        let stub = self.core.code.add_stub(initializer, 1, &ops, Some((0, 3)));
        self.init_stubs.insert(initializer, stub);
        Ok(stub)
    }

    /// The initializer has thrown: the class is unusable from now on.
    pub(super) fn init_failed(&mut self, class: ClassId, exception: Ref) -> Stop<D> {
        // The operation runs again if the exception's own class has to be initialised first.
        if self.core.memory.state(class) == ClassState::Running {
            self.core.memory.set_state(class, ClassState::Failed);
            self.core.resume_program();
        }
        match self.platform.initializer_failed(&mut self.core, exception) {
            None => self.throw(exception),
            Some(raise) => self.raise(raise),
        }
    }
}
