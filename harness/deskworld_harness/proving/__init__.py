"""Proof that a task's checks reject what a user would mind.

    states.py      moments of a desk (world and workspace), kept once and put back in a moment
    stage.py       a desk that answers from the record where it can, and else for real
    rehearsal.py   the reference solution, run once and recorded call by call
    mutants.py     which changes of the solution are tried; arguments.py and slips.py make those of arguments
    playing.py     one mutant, played from the call where it differs
    judging.py     the checks, until the first that fails
    jobs.py        what a worker process does: prove a task's gates, try a variant, play a mutant
    proof.py       all jobs of all tasks over the workers, and what they amount to

A mutant is the solution with one change. What comes before the change is never run again: each call's result and
the state that it left are on record, so a mutant starts where it differs. And a mutant ends with the first check
that fails. Nothing else is left out.
"""
