//! Part of memplan.
