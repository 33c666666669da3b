//! Open connections: their number is bounded for each client and in total, and all end in an orderly shutdown.
//!
//! A client is an address here, because tokens are sent only with requests. It has at most half of the connections.
//! When it opens more, its oldest idle one is closed, so a client that leaves connections open is still served.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The connections of a service.
#[derive(Debug)]
pub(crate) struct Connections {
    /// The connections of each client, the oldest first.
    open: Mutex<BTreeMap<IpAddr, Vec<Arc<Connection>>>>,
    places: Arc<Semaphore>,
    n_places: u32,
}

/// The shared state of a connection.
#[derive(Debug, Default)]
pub(crate) struct Connection {
    /// Whether a request is being answered.
    pub(crate) is_busy: AtomicBool,
    is_leaving: AtomicBool,
    /// Asks the connection to end after the request that is being answered.
    pub(crate) leave: Notify,
}

/// An open connection. Its place is free again when the value is dropped.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) connection: Arc<Connection>,
    client: IpAddr,
    connections: Arc<Connections>,
    _place: OwnedSemaphorePermit,
}

impl Connections {
    /// Room for at most `n_places` connections at once.
    pub(crate) fn new(n_places: usize) -> Self {
        let n_places = u32::try_from(n_places).unwrap_or(u32::MAX);
        Self {
            open: Mutex::default(),
            places: Arc::new(Semaphore::new(n_places as usize)),
            n_places,
        }
    }

    /// Waits for a place.
    pub(crate) async fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.places.clone().acquire_owned().await.ok()
    }

    /// Gives a place to a new connection of a client. `None` when the client has too many busy connections.
    pub(crate) fn admit(
        self: &Arc<Self>,
        client: IpAddr,
        place: OwnedSemaphorePermit,
    ) -> Option<Open> {
        let max_own = self.n_places.div_ceil(2) as usize;
        let mut open = self.open();
        let own = open.entry(client).or_default();
        if own.len() >= max_own {
            // A connection that was asked to close may still send a long answer: such connections are bounded, too.
            let idle = own.iter().find(|connection| connection.is_idle());
            let idle = idle.filter(|_| own.len() < max_own + max_own.div_ceil(4))?;
            idle.ask_to_leave();
        }
        let connection = Arc::new(Connection::default());
        own.push(connection.clone());
        Some(Open {
            connection,
            client,
            connections: self.clone(),
            _place: place,
        })
    }

    /// Asks all connections to end, and waits until they have.
    pub(crate) async fn end(&self) {
        for connection in self.open().values().flatten() {
            connection.ask_to_leave();
        }
        // The semaphore is never closed.
        let _ = self.places.acquire_many(self.n_places).await;
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<IpAddr, Vec<Arc<Connection>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    fn is_idle(&self) -> bool {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        !is_set(&self.is_busy) && !is_set(&self.is_leaving)
    }

    fn ask_to_leave(&self) {
        self.is_leaving.store(true, Ordering::Relaxed);
        self.leave.notify_one();
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        if let Some(own) = open.get_mut(&self.client) {
            own.retain(|connection| !Arc::ptr_eq(connection, &self.connection));
            if own.is_empty() {
                open.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use super::{Connections, Open};

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn admit(connections: &Arc<Connections>) -> Option<Open> {
        let place = connections.places.clone().try_acquire_owned().unwrap();
        connections.admit(CLIENT, place)
    }

    fn leaving(open: &[Open]) -> Vec<bool> {
        let is_leaving = |open: &Open| open.connection.is_leaving.load(Ordering::Relaxed);
        open.iter().map(is_leaving).collect()
    }

    #[test]
    fn a_client_has_half_of_the_places_and_idle_connections_make_room() {
        let connections = Arc::new(Connections::new(8));
        let mut open: Vec<Open> = (0..4).filter_map(|_| admit(&connections)).collect();
        open[0].connection.is_busy.store(true, Ordering::Relaxed);
        assert_eq!(leaving(&open), [false; 4]);
        // The oldest idle connection is asked to close. Until it has, there is one more.
        open.extend(admit(&connections));
        assert_eq!(leaving(&open), [false, true, false, false, false]);
        assert!(admit(&connections).is_none());
        drop(open.remove(1));
        open.extend(admit(&connections));
        assert_eq!(leaving(&open), [false, true, false, false, false]);
        // No connection is closed while all are busy.
        drop(open.remove(1));
        for open in &open {
            open.connection.is_busy.store(true, Ordering::Relaxed);
        }
        assert!(admit(&connections).is_none());
        drop(open);
        assert!(connections.open().is_empty());
        assert_eq!(connections.places.available_permits(), 8);
    }
}
