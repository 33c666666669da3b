//! Certificates of the planners, and damaged ones.

mod certificates;
