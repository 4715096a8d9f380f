"""What this costs: `python -m benchmarks.moves`, `engine`, `ticks`; what it survives: `chaos`.

docs/benchmarks.md says how to read the numbers. Nothing of the site imports this package.
"""
