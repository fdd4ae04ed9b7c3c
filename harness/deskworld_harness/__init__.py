"""Trials, agents, models, metrics, runs and the harness command."""
