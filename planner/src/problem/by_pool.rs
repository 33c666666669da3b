//! A schedule of a trace with pools, divided by pools: for pictures and explanations.

use crate::{Buffer, BufferId, LifetimeTrace, MemorySchedule, Pool, PoolId, Residence};

/// What a schedule has in one pool, as a trace of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolPart {
    /// The pool.
    pub pool: PoolId,
    /// The buffers while they are in the pool. Memory space and capacity are those of the pool; there are no relations,
    /// and reserved ranges are not in it. What a copy fills has `(from POOL)` in its name.
    pub trace: LifetimeTrace,
    /// Their offsets. The peak is that of the pool, reserved ranges included.
    pub schedule: MemorySchedule,
    /// The buffer of each piece and, if the buffer moves, the index of the residence in
    /// [`PoolSchedule::residences`](crate::PoolSchedule::residences).
    pub pieces: Vec<(BufferId, Option<usize>)>,
}

/// Divides a schedule by pools, one part for each pool of the trace. Empty for a schedule without pools, or one of
/// another trace. `O(n + residences)`, and `n log n` for pools with pinned buffers.
pub fn by_pool(trace: &LifetimeTrace, schedule: &MemorySchedule) -> Vec<PoolPart> {
    let Some(pooled) = &schedule.pooled else {
        return Vec::new();
    };
    let pools = trace.pools();
    let n_buffers = [pooled.pools.len(), schedule.offsets.len()];
    if n_buffers != [trace.len(); 2] || pooled.peaks.len() != pools.len() {
        return Vec::new();
    }
    let mut moves = vec![false; trace.len()];
    let mut residences: Vec<Vec<(usize, Residence)>> = vec![Vec::new(); pools.len()];
    for (index, residence) in pooled.residences.iter().enumerate() {
        let (Some(moves), Some(list)) = (
            moves.get_mut(residence.buffer.index()),
            residences.get_mut(residence.pool.index()),
        ) else {
            return Vec::new();
        };
        *moves = true;
        list.push((index, *residence));
    }
    let mut stays: Vec<Vec<BufferId>> = vec![Vec::new(); pools.len()];
    for id in trace.ids().filter(|id| !moves[id.index()]) {
        match stays.get_mut(pooled.pools[id.index()].index()) {
            Some(list) => list.push(id),
            None => return Vec::new(),
        }
    }
    let part = |index: usize| {
        let (mut pieces, mut buffers, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
        for &id in &stays[index] {
            pieces.push((id, None));
            buffers.push(trace[id].clone());
            offsets.push(schedule.offsets[id.index()]);
        }
        // The other pool, where there are two.
        let source = pools.get(1 - index.min(1));
        for (at, residence) in &residences[index] {
            pieces.push((residence.buffer, Some(*at)));
            buffers.push(piece(&trace[residence.buffer], residence, source));
            offsets.push(residence.offset);
        }
        let name = Some(pools[index].name.clone()).filter(|name| !name.is_empty());
        let part = LifetimeTrace::builder(trace.scope())
            .memory_space(name)
            .capacity(pools[index].capacity)
            .buffers(buffers);
        let part = part.build().ok()?;
        let total_size = pooled.peaks[index];
        Some(PoolPart {
            pool: PoolId(index as u32),
            schedule: MemorySchedule {
                total_size,
                ..MemorySchedule::from_offsets(&part, offsets, &schedule.planner)
            },
            trace: part,
            pieces,
        })
    };
    let parts: Option<Vec<_>> = (0..pools.len()).map(part).collect();
    parts.unwrap_or_default()
}

/// A buffer in one of its residences, with the pool in its name that its bytes are copied from.
fn piece(buffer: &Buffer, residence: &Residence, source: Option<&Pool>) -> Buffer {
    let source = source.filter(|_| residence.copy_ticks.is_some());
    let copied = source.map_or_else(String::new, |from| format!(" (from {})", from.name));
    Buffer {
        align: buffer.align,
        ..Buffer::new(
            format!("{}{copied}", buffer.name),
            buffer.size,
            residence.ticks,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::by_pool;
    use crate::{LifetimeTrace, MemoryPlanner as _, PlanOptions, registry};

    #[test]
    fn a_buffer_that_moves_is_in_each_pool_while_it_is_there() {
        let trace = "a 0..9 8 uses=0,1,8; b 1..4 8 uses=1,3; c 2..6 8 uses=2,3,5; d 3..7 8 uses=3,6\n\
                     pool fast 24\npool slow - access=1";
        let trace: LifetimeTrace = trace.parse().unwrap();
        let planner = registry::planner("auto").unwrap();
        let mut schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
        let parts = by_pool(&trace, &schedule);
        let texts = parts.iter().map(|part| {
            let buffers = part.trace.buffers().iter();
            let text = buffers.map(|buffer| format!("{} {}", buffer.name, buffer.live));
            text.collect::<Vec<_>>()
        });
        let texts: Vec<_> = texts.collect();
        let fast = ["b 1..4", "c 2..6", "d 3..7", "a 0..2", "a (from slow) 8..9"];
        assert_eq!(texts[0], fast);
        assert_eq!(texts[1], ["a (from fast) 2..9"]);
        assert_eq!(parts[0].pieces[4].0.0, 0);
        schedule.pooled = None;
        assert_eq!(by_pool(&trace, &schedule), []);
    }
}
