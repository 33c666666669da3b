//! Which tensor operands may be updated in place.
