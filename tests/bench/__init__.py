"""Measuring: `python -m tests.bench` runs every bench against its baseline and writes docs/benchmarks.md."""
