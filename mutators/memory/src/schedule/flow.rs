//! Maximum flow and minimum cut, by Dinic's algorithm.

/// A capacity that no cut contains.
pub(crate) const INFINITE: u64 = u64::MAX / 4;

/// A network under construction. Vertex 0 is the source, vertex 1 the sink.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// By vertex: its last arc.
    last: Vec<u32>,
    /// By arc: the arc before it at its vertex.
    next: Vec<u32>,
    to: Vec<u32>,
    /// The residual capacity. The reverse of arc `a` is `a ^ 1`.
    capacity: Vec<u64>,
}

pub(crate) const SOURCE: u32 = 0;
pub(crate) const SINK: u32 = 1;

const NONE: u32 = u32::MAX;

impl Network {
    /// A network of the source and the sink only.
    pub(crate) fn new() -> Self {
        Self {
            last: vec![NONE; 2],
            next: Vec::new(),
            to: Vec::new(),
            capacity: Vec::new(),
        }
    }

    pub(crate) fn vertex(&mut self) -> u32 {
        self.last.push(NONE);
        self.last.len() as u32 - 1
    }

    pub(crate) fn arc(&mut self, from: u32, to: u32, capacity: u64) {
        for (from, to, capacity) in [(from, to, capacity), (to, from, 0)] {
            self.next.push(self.last[from as usize]);
            self.last[from as usize] = self.to.len() as u32;
            self.to.push(to);
            self.capacity.push(capacity);
        }
    }

    /// The value of a minimum cut; absent when `work` visits of arcs did not suffice. Takes what it did off `work`.
    pub(crate) fn min_cut(&mut self, work: &mut u64) -> Option<u64> {
        let n = self.last.len();
        let (mut level, mut arc) = (vec![NONE; n], vec![NONE; n]);
        let mut queue: Vec<u32> = Vec::with_capacity(n);
        let mut total = 0u64;
        let mut path: Vec<u32> = Vec::new();
        while self.levels(&mut level, &mut queue, work)? {
            arc.copy_from_slice(&self.last);
            path.clear();
            loop {
                let at = path.last().map_or(SOURCE, |&arc| self.to[arc as usize]);
                if at == SINK {
                    total = total.saturating_add(self.augment(&mut path));
                    continue;
                }
                let mut hit = arc[at as usize];
                while hit != NONE {
                    *work = work.checked_sub(1)?;
                    let to = self.to[hit as usize] as usize;
                    let is_next = level[to] != NONE && level[to] == level[at as usize] + 1;
                    if self.capacity[hit as usize] > 0 && is_next {
                        break;
                    }
                    hit = self.next[hit as usize];
                }
                arc[at as usize] = hit;
                if hit != NONE {
                    path.push(hit);
                } else if path.pop().is_some() {
                    // Dead end: no augmenting path leads through this vertex.
                    level[at as usize] = NONE;
                } else {
                    break;
                }
            }
        }
        Some(total)
    }

    /// Whether a vertex is on the side of the sink of the cut nearest the sink. After [`Self::min_cut`].
    pub(crate) fn sink_side(&self) -> Vec<bool> {
        let mut is_reached = vec![false; self.last.len()];
        is_reached[SINK as usize] = true;
        let mut open = vec![SINK];
        while let Some(at) = open.pop() {
            let mut arc = self.last[at as usize];
            while arc != NONE {
                let to = self.to[arc as usize];
                let has_rest = self.capacity[(arc ^ 1) as usize] > 0;
                if has_rest && !std::mem::replace(&mut is_reached[to as usize], true) {
                    open.push(to);
                }
                arc = self.next[arc as usize];
            }
        }
        is_reached
    }

    /// Computes distances from the source along arcs with residual capacity. Returns whether the sink is reached.
    fn levels(&self, level: &mut [u32], queue: &mut Vec<u32>, work: &mut u64) -> Option<bool> {
        level.fill(NONE);
        queue.clear();
        level[SOURCE as usize] = 0;
        queue.push(SOURCE);
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            let mut arc = self.last[at as usize];
            while arc != NONE {
                *work = work.checked_sub(1)?;
                let to = self.to[arc as usize];
                if self.capacity[arc as usize] > 0 && level[to as usize] == NONE {
                    level[to as usize] = level[at as usize] + 1;
                    queue.push(to);
                }
                arc = self.next[arc as usize];
            }
        }
        Some(level[SINK as usize] != NONE)
    }

    /// Augments the flow along a path, and truncates the path at its first saturated arc.
    fn augment(&mut self, path: &mut Vec<u32>) -> u64 {
        let rest = path.iter().map(|&arc| self.capacity[arc as usize]);
        let sent = rest.min().unwrap_or(0);
        let mut kept = path.len();
        for (at, &arc) in path.iter().enumerate() {
            self.capacity[arc as usize] -= sent;
            self.capacity[(arc ^ 1) as usize] += sent;
            if self.capacity[arc as usize] == 0 {
                kept = kept.min(at);
            }
        }
        path.truncate(kept);
        sent
    }
}
