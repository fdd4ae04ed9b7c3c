"""Checks on workspace, world, trajectory and answer."""
