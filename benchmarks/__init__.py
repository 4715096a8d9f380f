"""What this costs, measured: `python -m benchmarks.moves`, `python -m benchmarks.engine`.

docs/benchmarks.md says how to read the numbers. Nothing of the site imports this package.
"""
