"""Planners that are written in Python."""

import numpy as np
import pytest

import memplan

TRACE = memplan.Trace.parse("a 0..2 8; b 2..4 8; c 1..3 8")


class Stack:
    """Every buffer above the one before."""

    name = "stack"
    aliases = ("pile",)
    options = {"first": ("0", "The offset of the first buffer.")}

    def __init__(self, first=0):
        self.first = first

    def configure(self, first):
        return Stack(int(first))

    def plan(self, trace, options):
        padded = -(-trace.size.astype(int) // options.alignment) * options.alignment
        return self.first + np.cumsum(padded) - padded


def test_a_planner_is_registered_configured_and_listed(context):
    assert context.register(Stack) == "stack"
    info = memplan.planners(context)[-1]
    assert (info.name, info.aliases, info.summary) == (
        "stack",
        ["pile"],
        "Every buffer above the one before.",
    )
    assert info.options == {"first": ("0", "The offset of the first buffer.")}
    schedule = memplan.plan(TRACE, "pile", context=context)
    assert (schedule.peak, schedule.planner, schedule.lower_bound) == (24, "stack", 16)
    assert memplan.plan(TRACE, "stack{first=8}", context=context).offsets.tolist() == [8, 16, 24]
    assert memplan.plan(TRACE, "stack{alignment=32}", context=context).peak == 72
    for wrong in ("stack{first=x}", "stack{last=1}"):
        with pytest.raises(memplan.ArgumentError):
            memplan.plan(TRACE, wrong, context=context)
    with pytest.raises(memplan.ArgumentError, match="already registered"):
        context.register(Stack())
    with pytest.raises(memplan.ArgumentError, match="no planner `stack`"):
        memplan.plan(TRACE, "stack")


def test_a_planner_may_return_a_schedule_or_a_list(context):
    class Wrapper:
        def plan(self, trace, options):
            return memplan.plan(trace, "best-fit", alignment=options.alignment)

    class Listed:
        def plan(self, trace, options):
            assert (options.seed, options.threads, options.work_limit) == (7, 1, 100)
            assert 0 < options.time_left <= 5
            assert not options.is_over
            return [0, 0, 8]

    context.register(Wrapper)
    context.register(Listed())
    assert memplan.plan(TRACE, "wrapper", context=context).is_optimal
    schedule = memplan.plan(TRACE, "listed", seed=7, work_limit=100, time_limit="5s", context=context)
    assert schedule.peak == 16
    assert schedule.is_optimal


def test_schedules_are_checked(context):
    class Wrong:
        def plan(self, trace, options):
            return [0, 0, 0]

    context.register(Wrong)
    with pytest.raises(memplan.InvalidScheduleError, match="planner `wrong` returned an invalid schedule") as caught:
        memplan.plan(TRACE, "wrong", context=context)
    assert len(caught.value.violations) == 2


@pytest.mark.parametrize("threads", [1, 2])
def test_exceptions_are_causes(context, threads):
    class Broken:
        def plan(self, trace, options):
            raise ZeroDivisionError("too small")

    class Interrupted:
        def plan(self, trace, options):
            raise KeyboardInterrupt

    class Silent:
        def plan(self, trace, options):
            return None

    for planner in (Broken, Interrupted, Silent):
        context.register(planner)
    with pytest.raises(memplan.PlanError, match="`broken` failed: ZeroDivisionError: too small") as caught:
        memplan.plan(TRACE, "broken", threads=threads, context=context)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with pytest.raises(KeyboardInterrupt):
        memplan.plan(TRACE, "interrupted", threads=threads, context=context)
    with pytest.raises(memplan.PlanError, match="`offsets` is .*, not a column"):
        memplan.plan(TRACE, "silent", threads=threads, context=context)


def test_objects_that_are_no_planners(context):
    with pytest.raises(memplan.ArgumentError, match="`int` has no method `plan"):
        context.register(3)

    class Named:
        name = "two words"

        def plan(self, trace, options):
            return []

    with pytest.raises(memplan.ArgumentError, match="`two words` is no name"):
        context.register(Named)


def test_programs_are_merged_with_it(context):
    context.register(Stack)
    program = """func.func @f(%x: memref<8xi8>) {
      %a = memref.alloc() : memref<8xi8>
      memref.copy %x, %a : memref<8xi8> to memref<8xi8>
      %b = memref.alloc() : memref<8xi8>
      memref.copy %a, %b : memref<8xi8> to memref<8xi8>
      memref.copy %b, %x : memref<8xi8> to memref<8xi8>
      return
    }"""
    merged = memplan.merge(program, "stack", optimize="none", context=context)
    assert merged.report["scopes"][0]["planner"] == "stack"
    assert merged.report["peak_bytes"] == 16
