//! The protobuf form: an `HloProto` with a module, a buffer assignment, and the events of XLA's heap.
//!
//! The number of an event is the tick. Field numbers are those of `hlo.proto` in the OpenXLA project; fields
//! that are not needed are skipped.

use memplan_planner::{Lifetime, Tick};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{
    Arena, Assignment, DAMAGED, Inclusion, LeftOutValues, MISMATCH, TraceInput, TraceReadError,
    check_end, memory_space, module_name, scopes,
};
use crate::arena::{Groups, Value};
use crate::pb::{Field, Message};

/// Whether bytes begin as an `HloProto` does: a module, which begins with its name.
pub(super) fn recognises(head: &[u8]) -> bool {
    let Some(module) = nested(head) else {
        return false;
    };
    let Some(rest) = nested(module) else {
        return false;
    };
    // The tag of the module's name took a byte and its length at least another.
    let length = module.get(1).map_or(0, |&length| usize::from(length));
    let is_name = |byte: &u8| byte.is_ascii_graphic();
    let name = rest.get(..length).unwrap_or_default();
    0 < length && name.len() == length && name.iter().all(is_name)
}

/// The rest of the bytes after the tag and length of the first field, if that is a length-delimited field with number
/// 1.
fn nested(bytes: &[u8]) -> Option<&[u8]> {
    let rest = bytes.strip_prefix(&[0x0a])?;
    let n_length = rest.iter().position(|&byte| byte < 0x80)? + 1;
    rest.get(n_length..).filter(|_| n_length <= 10)
}

/// The traces of a dump.
pub(super) fn read(
    input: &TraceInput<'_>,
    bytes: &[u8],
    outputs: Inclusion,
) -> Result<Assignment, TraceReadError> {
    let proto = Proto::read(Message::new(bytes))?;
    if outputs == Inclusion::Include {
        let problem = "heap events do not name the values of outputs; `outputs=include` needs the text form, \
                       `*-buffer-assignment.txt` and `*-live-range.txt`";
        return Err(TraceReadError::refused("unsupported", problem));
    }
    let mut groups = Groups::new(proto.buffers.len());
    proto.join_aliases(&mut groups)?;
    let life = proto.replay(&groups)?;
    let mut left_out = LeftOutValues::default();
    for allocation in &proto.allocations {
        if let Some(reason) = allocation.left_out() {
            let name = || format!("allocation {}", allocation.index);
            left_out.add(reason, allocation.size, name);
        }
    }
    let temporary = proto.allocations.iter();
    let temporary = temporary.filter(|allocation| allocation.left_out().is_none());
    let module = match proto.module_name {
        "" => super::PROTO_ENDINGS
            .iter()
            .find(|ending| input.name.ends_with(**ending))
            .map_or(input.name, |ending| module_name(input, ending)),
        name => name,
    };
    let colours = temporary.clone();
    let colours = colours.map(|allocation| (allocation.index, allocation.colour));
    let scopes = scopes(module, colours);
    let mut arenas = Vec::new();
    for (allocation, scope) in temporary.zip(scopes) {
        arenas.push(proto.arena(allocation, scope, &groups, &life)?);
    }
    Ok(Assignment {
        arenas,
        left_out,
        remarks: Vec::new(),
    })
}

/// `LogicalBufferProto`
#[derive(Clone, Copy, Debug)]
struct LogicalBuffer<'a> {
    size: u64,
    /// `LogicalBufferProto.Location`
    defined_at: Message<'a>,
}

/// `BufferAllocationProto`
#[derive(Clone, Debug, Default)]
struct Allocation<'a> {
    index: u64,
    size: u64,
    colour: u64,
    is_thread_local: bool,
    is_parameter: bool,
    is_output: bool,
    is_constant: bool,
    /// `Assigned`
    assigned: Vec<Message<'a>>,
}

impl Allocation<'_> {
    /// Why the allocation is in no trace; `None` for temporary memory.
    fn left_out(&self) -> Option<&'static str> {
        let reasons = [
            (self.is_thread_local, "thread-local allocation"),
            (self.is_parameter, "parameter allocation"),
            (self.is_constant, "constant allocation"),
            (self.is_output, "output allocation"),
        ];
        let mut reasons = reasons.into_iter();
        reasons.find_map(|(is_so, reason)| is_so.then_some(reason))
    }
}

/// Where a value is: instruction and shape index.
type Location<'a> = (Instruction<'a>, SmallVec<[u64; 4]>);

/// An instruction, by its number or, in older dumps, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Instruction<'a> {
    Number(u64),
    Name(&'a str),
}

/// The parts of an `HloProto` that a trace needs.
#[derive(Debug)]
struct Proto<'a> {
    module_name: &'a str,
    /// The names of instructions by their numbers.
    names: FxHashMap<u64, &'a str>,
    buffers: Vec<LogicalBuffer<'a>>,
    /// Positions in `buffers` by number.
    position: FxHashMap<u64, usize>,
    /// `BufferAlias`
    aliases: Vec<Message<'a>>,
    allocations: Vec<Allocation<'a>>,
    /// `HeapSimulatorTrace`
    traces: Vec<Message<'a>>,
}

impl<'a> Proto<'a> {
    fn read(file: Message<'a>) -> Result<Self, TraceReadError> {
        let mut proto = Self {
            module_name: "",
            names: FxHashMap::default(),
            buffers: Vec::new(),
            position: FxHashMap::default(),
            aliases: Vec::new(),
            allocations: Vec::new(),
            traces: Vec::new(),
        };
        let mut has_assignment = false;
        for field in file.fields() {
            let field = field?;
            match field.number {
                1 => proto.read_module(field.message()?)?,
                3 => {
                    has_assignment = true;
                    proto.read_assignment(field.message()?)?;
                }
                _ => {}
            }
        }
        if has_assignment {
            return Ok(proto);
        }
        let problem = "no buffer assignment: it was loaded from the compilation cache, or dumped before the \
                       module was compiled";
        Err(TraceReadError::refused("no-assignment", problem))
    }

    fn read_module(&mut self, module: Message<'a>) -> Result<(), TraceReadError> {
        for field in module.fields() {
            let field = field?;
            match field.number {
                1 => self.module_name = field.text()?,
                3 => self.read_computation(field.message()?)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn read_computation(&mut self, computation: Message<'a>) -> Result<(), TraceReadError> {
        for field in computation.fields() {
            let field = field?;
            if field.number != 2 {
                continue;
            }
            let (mut name, mut id) = ("", None);
            for field in field.message()?.fields() {
                let field = field?;
                match field.number {
                    1 => name = field.text()?,
                    35 => id = Some(field.integer()?),
                    _ => {}
                }
            }
            if let Some(id) = id {
                self.names.insert(id, name);
            }
        }
        Ok(())
    }

    fn read_assignment(&mut self, assignment: Message<'a>) -> Result<(), TraceReadError> {
        for field in assignment.fields() {
            let field = field?;
            match field.number {
                1 => self.read_buffer(field)?,
                2 => self.aliases.push(field.message()?),
                3 => self.allocations.push(allocation(field.message()?)?),
                4 => self.traces.push(field.message()?),
                _ => {}
            }
        }
        Ok(())
    }

    fn read_buffer(&mut self, field: Field<'a>) -> Result<(), TraceReadError> {
        let (mut id, mut size, mut defined_at) = (0, 0, None);
        for field in field.message()?.fields() {
            let field = field?;
            match field.number {
                1 => id = field.integer()?,
                2 => size = field.size()?,
                3 => defined_at = Some(field.message()?),
                _ => {}
            }
        }
        let damaged = |problem| TraceReadError::at_byte(field.at, DAMAGED, problem);
        let Some(defined_at) = defined_at else {
            return Err(damaged(format!("logical buffer {id} has no location")));
        };
        if self.position.insert(id, self.buffers.len()).is_some() {
            return Err(damaged(format!("two logical buffers have the number {id}")));
        }
        self.buffers.push(LogicalBuffer { size, defined_at });
        Ok(())
    }

    /// Joins the values that must share bytes.
    fn join_aliases(&self, groups: &mut Groups) -> Result<(), TraceReadError> {
        let mut defined = FxHashMap::default();
        for (position, buffer) in self.buffers.iter().enumerate() {
            defined.insert(location(buffer.defined_at)?, position);
        }
        for alias in &self.aliases {
            let (mut source, mut at) = (None, None);
            for field in alias.fields() {
                let field = field?;
                match field.number {
                    1 => source = Some(self.position(field)?),
                    2 => at = Some(location(field.message()?)?),
                    _ => {}
                }
            }
            // A location that defines no value is a position within the source itself.
            let target = at.and_then(|at| defined.get(&at));
            if let (Some(source), Some(&target)) = (source, target) {
                groups.join(source, target);
            }
        }
        Ok(())
    }

    /// The logical buffer that a field names.
    fn position(&self, field: Field<'_>) -> Result<usize, TraceReadError> {
        let id = field.integer()?;
        self.position.get(&id).copied().ok_or_else(|| {
            let problem = format!("there is no logical buffer {id}");
            TraceReadError::at_byte(field.at, DAMAGED, problem)
        })
    }

    /// The name of a logical buffer: `fusion.1{0}`.
    fn name(&self, buffer: LogicalBuffer<'_>) -> Result<String, TraceReadError> {
        let (instruction, index) = location(buffer.defined_at)?;
        let name = match instruction {
            Instruction::Name(name) => name.to_owned(),
            Instruction::Number(number) => match self.names.get(&number) {
                Some(&name) => name.to_owned(),
                None => format!("instruction {number}"),
            },
        };
        let index: Vec<String> = index.iter().map(|n| n.cast_signed().to_string()).collect();
        Ok(format!("{name}{{{}}}", index.join(",")))
    }

    /// The values of temporary memory, as one arena.
    fn arena(
        &self,
        allocation: &Allocation<'_>,
        scope: String,
        groups: &Groups,
        life: &Lives,
    ) -> Result<Arena, TraceReadError> {
        let mut values = Vec::new();
        let mut place: FxHashMap<usize, usize> = FxHashMap::default();
        let mut trace = None;
        let mut positions = Vec::new();
        for &assigned in &allocation.assigned {
            let (position, value) = self.assigned(assigned, allocation)?;
            if place.insert(position, values.len()).is_some() {
                let problem = format!("value '{}' is assigned twice", value.name);
                return Err(TraceReadError::refused(MISMATCH, problem));
            }
            if let Some(live) = life.of[position] {
                if trace.is_some_and(|trace| trace != live.trace) {
                    let problem = format!(
                        "several heap simulator traces name values of allocation {}: their events have no common order",
                        allocation.index
                    );
                    return Err(TraceReadError::refused("unsupported", problem));
                }
                trace = Some(live.trace);
            }
            positions.push(position);
            values.push(value);
        }
        let n_ticks = trace.and_then(|trace| life.n_ticks.get(trace));
        if n_ticks.is_none() && !values.is_empty() {
            let problem = format!(
                "no heap simulator trace names the values of allocation {}: their lifetimes are unknown",
                allocation.index
            );
            return Err(TraceReadError::refused("no-events", problem));
        }
        let n_ticks = n_ticks.copied().unwrap_or_default();
        for (value, &position) in values.iter_mut().zip(&positions) {
            // Values without events are index tables of tuples, which are always live.
            let (begin, end) =
                life.of[position].map_or((0, n_ticks), |live| (live.begin, live.end));
            value.live = Lifetime::half_open(Tick(begin), Tick(end));
        }
        let mut must = Groups::new(values.len());
        let mut first: FxHashMap<usize, usize> = FxHashMap::default();
        for (at, &position) in positions.iter().enumerate() {
            must.join(at, *first.entry(groups.root(position)).or_insert(at));
        }
        let did = life
            .did
            .iter()
            .filter_map(|(later, earlier)| Some((*place.get(later)?, *place.get(earlier)?)));
        Ok(Arena {
            scope,
            memory_space: memory_space(allocation.colour),
            alignment: 1,
            did: did.collect(),
            values,
            must,
            planner: Some("xla"),
        })
    }

    /// `Assigned`: the position of a logical buffer, and its place in an allocation.
    fn assigned(
        &self,
        assigned: Message<'_>,
        allocation: &Allocation<'_>,
    ) -> Result<(usize, Value), TraceReadError> {
        let (mut position, mut offset, mut size) = (None, 0, None);
        for field in assigned.fields() {
            let field = field?;
            match field.number {
                1 => position = Some(self.position(field)?),
                2 => offset = field.size()?,
                3 => size = Some(field.size()?),
                _ => {}
            }
        }
        let place = position.and_then(|position| Some((position, *self.buffers.get(position)?)));
        let Some((position, buffer)) = place else {
            let problem = format!(
                "allocation {} has a value without a number",
                allocation.index
            );
            return Err(TraceReadError::refused(DAMAGED, problem));
        };
        let (name, size) = (self.name(buffer)?, size.unwrap_or(buffer.size));
        check_end(&name, size, offset, allocation.index, allocation.size)
            .map_err(|problem| TraceReadError::refused(MISMATCH, problem))?;
        let live = Lifetime::half_open(Tick(0), Tick(0));
        Ok((
            position,
            Value {
                name,
                size,
                live,
                offset,
            },
        ))
    }
}

/// `BufferAllocationProto`
fn allocation(message: Message<'_>) -> Result<Allocation<'_>, TraceReadError> {
    let mut allocation = Allocation::default();
    for field in message.fields() {
        let field = field?;
        match field.number {
            1 => allocation.index = field.integer()?,
            2 => allocation.size = field.size()?,
            3 => allocation.is_thread_local = field.flag()?,
            5 => allocation.is_parameter = field.flag()?,
            7 => allocation.is_output = field.flag()?,
            8 => allocation.colour = field.integer()?,
            9 => allocation.assigned.push(field.message()?),
            12 => allocation.is_constant = field.flag()?,
            _ => {}
        }
    }
    Ok(allocation)
}

/// `LogicalBufferProto.Location`
fn location(message: Message<'_>) -> Result<Location<'_>, TraceReadError> {
    let (mut name, mut number, mut index) = ("", 0, SmallVec::new());
    for field in message.fields() {
        let field = field?;
        match field.number {
            2 => name = field.text()?,
            3 => field.add_numbers(&mut index)?,
            4 => number = field.integer()?,
            _ => {}
        }
    }
    let instruction = match number {
        0 => Instruction::Name(name),
        number => Instruction::Number(number),
    };
    Ok((instruction, index))
}

/// When a value is live, in the ticks of one heap simulator trace.
#[derive(Clone, Copy, Debug)]
struct Live {
    trace: usize,
    begin: i64,
    end: i64,
    is_freed: bool,
}

/// When values are live, by their positions.
#[derive(Debug)]
struct Lives {
    of: Vec<Option<Live>>,
    /// The events of each trace.
    n_ticks: Vec<i64>,
    /// Takeovers: the later value, then the earlier one.
    did: Vec<(usize, usize)>,
}

/// An event of a heap.
#[derive(Clone, Copy, Debug)]
struct Event {
    kind: u64,
    buffer: usize,
    shares_with: Option<usize>,
    at: u64,
}

impl Proto<'_> {
    /// When values are live. `must` are the values that must share bytes.
    fn replay(&self, must: &Groups) -> Result<Lives, TraceReadError> {
        let mut lives = Lives {
            of: vec![None; self.buffers.len()],
            n_ticks: Vec::new(),
            did: Vec::new(),
        };
        // Chains of values that took over the memory of one another; events name the first value of a chain.
        let mut chains = must.clone();
        for (index, trace) in self.traces.iter().enumerate() {
            // With several heaps, the same events are written for each of them.
            let is_copy = self.traces[..index]
                .last()
                .is_some_and(|last| last.bytes() == trace.bytes());
            lives.n_ticks.push(0);
            if is_copy {
                continue;
            }
            let (mut tick, mut freed) = (0, None);
            for field in trace.fields() {
                let field = field?;
                if field.number != 1 {
                    continue;
                }
                let event = self.event(field)?;
                lives.apply(event, index, tick)?;
                if let (2, Some(named)) = (event.kind, event.shares_with)
                    && must.root(named) != must.root(event.buffer)
                {
                    // XLA frees the operand in the preceding event, and names the first value of its chain.
                    let in_chain = |&value: &usize| chains.root(value) == chains.root(named);
                    let operand = freed.filter(in_chain).unwrap_or(named);
                    lives.take_over(event.buffer, operand, tick);
                    chains.join(event.buffer, operand);
                }
                freed = (event.kind == 1).then_some(event.buffer);
                tick += 1;
            }
            lives.n_ticks[index] = tick;
        }
        for live in lives.of.iter_mut().flatten() {
            if !live.is_freed {
                live.end = lives.n_ticks[live.trace];
            }
        }
        Ok(lives)
    }

    fn event(&self, field: Field<'_>) -> Result<Event, TraceReadError> {
        let (mut kind, mut buffer, mut shares_with) = (0, None, None);
        for field in field.message()?.fields() {
            let field = field?;
            match field.number {
                1 => kind = field.integer()?,
                2 => buffer = Some(self.position(field)?),
                5 => shares_with = Some(self.position(field)?),
                _ => {}
            }
        }
        let at = field.at;
        let Some(buffer) = buffer else {
            let problem = "an event names no logical buffer";
            return Err(TraceReadError::at_byte(at, DAMAGED, problem));
        };
        Ok(Event {
            kind,
            buffer,
            shares_with,
            at,
        })
    }
}

impl Lives {
    fn apply(&mut self, event: Event, trace: usize, tick: i64) -> Result<(), TraceReadError> {
        let damaged = |problem: String| TraceReadError::at_byte(event.at, DAMAGED, problem);
        let live = &mut self.of[event.buffer];
        match (event.kind, live) {
            (0 | 2, live @ None) => {
                *live = Some(Live {
                    trace,
                    begin: tick,
                    end: tick + 1,
                    is_freed: false,
                });
                Ok(())
            }
            (1, Some(live)) if live.trace == trace && !live.is_freed => {
                live.end = tick.max(live.begin + 1);
                live.is_freed = true;
                Ok(())
            }
            (0 | 2, Some(_)) => Err(damaged(format!("event {tick} allocates a value again"))),
            (1, _) => Err(damaged(format!(
                "event {tick} frees a value that is not live"
            ))),
            (kind, _) => Err(damaged(format!(
                "event {tick} is of the unknown kind {kind}"
            ))),
        }
    }

    fn take_over(&mut self, later: usize, earlier: usize, tick: i64) {
        self.did.push((later, earlier));
        if let Some(live) = &mut self.of[earlier] {
            live.end = live.end.max(tick + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::recognises;

    #[test]
    fn a_module_that_begins_with_its_name_is_the_sign() {
        assert!(recognises(b"\x0a\x90\x01\x0a\x05jit_f\x12\x04main"));
        for other in [
            "",
            "\n\n\nid,lower,upper",
            "\n\n\n\n\n\n\n\n\n\n",
            "a x 1\n",
            "\n",
        ] {
            assert!(!recognises(other.as_bytes()), "{other:?}");
        }
    }
}
