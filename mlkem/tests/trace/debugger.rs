//! A debugger that notes which instructions run, and which memory each of them touches.

use iced_x86::{Decoder, DecoderOptions, Instruction, InstructionInfoFactory, Mnemonic, Register};
use nix::libc::AT_ENTRY;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::ptrace;
use nix::sys::signal::{Signal, raise};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;
use object::{Object, ObjectSymbol};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Error, ErrorKind, Result};
use std::ops::Range;
use std::process::{ChildStdout, Command, Stdio, exit};

/// Tells this program that it is the one to be debugged, and on which backend.
const BACKEND: &str = "MLKEM_TRACED_BACKEND";

/// The signal at a mark. The debugger keeps it to itself.
const MARK: Signal = Signal::SIGUSR1;

/// In the names of Algorithm 7's functions: the matrix is public, and they branch on it.
const PUBLIC: &str = "sample_ntt";

/// How the debugged process ends where the system has no debugging.
const NOT_ALLOWED: i32 = 77;

/// An instruction that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) address: u64,
    /// The memory that it read or wrote; no instruction has more than two such operands.
    memory: [Option<u64>; 2],
}

/// The backend that this process is debugged on, if it is.
pub(crate) fn traced_backend() -> Option<String> {
    let backend = std::env::var(BACKEND).ok()?;
    if ptrace::traceme().is_err() {
        exit(NOT_ALLOWED);
    }
    println!("{}", entry().unwrap());
    mark();
    Some(backend)
}

/// The address at which the system entered this program: from it, the debugger knows where its functions are.
fn entry() -> Result<u64> {
    let words = std::fs::read("/proc/self/auxv")?;
    let mut words = words.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word));
    while let (Some(key), Some(value)) = (words.next(), words.next()) {
        if key == AT_ENTRY {
            return Ok(value);
        }
    }
    Err(ErrorKind::NotFound.into())
}

/// For this process and those that it starts: going from one processor to another takes longer than an instruction. Where
/// that is not allowed, it takes longer.
pub(crate) fn stay_on_one_processor() {
    let this = Pid::from_raw(0);
    let mut one = CpuSet::new();
    if let Ok(allowed) = sched_getaffinity(this)
        && let Some(cpu) = (0..CpuSet::count()).find(|&cpu| allowed.is_set(cpu) == Ok(true))
        && one.set(cpu).is_ok()
    {
        sched_setaffinity(this, &one).ok();
    }
}

/// Where what is traced begins, and where it ends.
pub(crate) fn mark() {
    raise(MARK).unwrap();
}

/// Another process of this program, which is debugged.
pub(crate) struct Debugger {
    process: Pid,
    output: BufReader<ChildStdout>,
    /// The functions that may do as they like.
    public: Vec<Range<u64>>,
    instructions: HashMap<u64, Instruction>,
    uses: InstructionInfoFactory,
}

impl Debugger {
    /// A process that will say what it does first, and come to its first mark.
    pub(crate) fn start(backend: &str) -> Result<Self> {
        let program = std::env::current_exe()?;
        let mut child = Command::new(&program).env(BACKEND, backend).stdout(Stdio::piped()).spawn()?;
        let mut debugger = Self {
            process: Pid::from_raw(child.id().cast_signed()),
            output: BufReader::new(child.stdout.take().unwrap()),
            public: Vec::new(),
            instructions: HashMap::new(),
            uses: InstructionInfoFactory::new(),
        };
        debugger.run_to_mark()?;
        let file = std::fs::read(program)?;
        let file = object::File::parse(&*file).map_err(Error::other)?;
        let begin = debugger.line()?.parse::<u64>().map_err(Error::other)? - file.entry();
        for function in file.symbols().filter(|symbol| symbol.name().is_ok_and(|name| name.contains(PUBLIC))) {
            let address = begin + function.address();
            debugger.public.push(address..address + function.size());
        }
        debugger.leave()?;
        Ok(debugger)
    }

    /// Lets the process run to its next mark; false if it has come to its end.
    pub(crate) fn run_to_mark(&self) -> Result<bool> {
        match waitpid(self.process, None)? {
            WaitStatus::Stopped(_, MARK) => Ok(true),
            WaitStatus::Exited(_, 0) => Ok(false),
            WaitStatus::Exited(_, NOT_ALLOWED) => Err(ErrorKind::PermissionDenied.into()),
            other => Err(Error::other(format!("{other:?}"))),
        }
    }

    /// The next line that the process wrote.
    pub(crate) fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    /// Lets the process go on from a mark without looking.
    pub(crate) fn leave(&self) -> Result<()> {
        Ok(ptrace::cont(self.process, None)?)
    }

    /// From this mark to the next, one instruction at a time.
    pub(crate) fn trace(&mut self) -> Result<Vec<Step>> {
        let mut steps = Vec::new();
        let mut skipped_to = None; // where a public function returns to, and its stack pointer
        loop {
            let registers = ptrace::getregs(self.process)?;
            if skipped_to.is_some_and(|(address, stack)| registers.rip == address && registers.rsp > stack) {
                skipped_to = None;
            }
            if skipped_to.is_none() {
                if self.public.iter().any(|function| function.contains(&registers.rip)) {
                    skipped_to = Some((self.word(registers.rsp)?, registers.rsp));
                } else {
                    steps.push(self.step(&registers)?);
                }
            }
            ptrace::step(self.process, None)?;
            match waitpid(self.process, None)? {
                WaitStatus::Stopped(_, Signal::SIGTRAP) => (),
                WaitStatus::Stopped(_, MARK) => return Ok(steps),
                other => return Err(Error::other(format!("{other:?}"))),
            }
        }
    }

    /// Eight bytes of the process's memory.
    fn word(&self, address: u64) -> Result<u64> {
        Ok(ptrace::read(self.process, address as ptrace::AddressType)?.cast_unsigned())
    }

    /// The instruction that comes next.
    fn step(&mut self, registers: &nix::libc::user_regs_struct) -> Result<Step> {
        let address = registers.rip;
        let instruction = match self.instructions.get(&address) {
            Some(known) => *known,
            None => {
                let words = [self.word(address)?, self.word(address + 8).unwrap_or(0)]; // the longest has 15 bytes
                let code = words.map(u64::to_le_bytes);
                let instruction = Decoder::with_ip(64, code.as_flattened(), address, DecoderOptions::NONE).decode();
                self.instructions.insert(address, instruction);
                instruction
            }
        };
        assert!(
            !matches!(instruction.mnemonic(), Mnemonic::Div | Mnemonic::Idiv),
            "{instruction} takes a varying time"
        );
        let mut step = Step { address, memory: [None; 2] };
        let used = self.uses.info(&instruction).used_memory();
        assert!(used.len() <= step.memory.len(), "{instruction} touches more memory than is noted");
        for (memory, used) in step.memory.iter_mut().zip(used) {
            *memory = used.virtual_address(0, |register, _, _| value(register, registers));
            assert!(memory.is_some(), "{instruction} takes an address from a vector");
        }
        Ok(step)
    }

    /// Which instruction that was.
    pub(crate) fn instruction(&self, step: &Step) -> Instruction {
        self.instructions.get(&step.address).copied().unwrap_or_default()
    }
}

/// What a register holds that can be part of an address.
fn value(register: Register, registers: &nix::libc::user_regs_struct) -> Option<u64> {
    let full = match register.full_register() {
        Register::RAX => registers.rax,
        Register::RBX => registers.rbx,
        Register::RCX => registers.rcx,
        Register::RDX => registers.rdx,
        Register::RSI => registers.rsi,
        Register::RDI => registers.rdi,
        Register::RBP => registers.rbp,
        Register::RSP => registers.rsp,
        Register::R8 => registers.r8,
        Register::R9 => registers.r9,
        Register::R10 => registers.r10,
        Register::R11 => registers.r11,
        Register::R12 => registers.r12,
        Register::R13 => registers.r13,
        Register::R14 => registers.r14,
        Register::R15 => registers.r15,
        Register::FS => registers.fs_base,
        Register::GS => registers.gs_base,
        Register::CS | Register::DS | Register::ES | Register::SS => 0,
        _ => return None,
    };
    Some(full)
}
