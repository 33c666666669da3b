import pathlib

import pytest

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture
def root():
    return ROOT


@pytest.fixture
def context():
    """A context in which a test registers planners of its own."""
    import memplan

    return memplan.Context()
