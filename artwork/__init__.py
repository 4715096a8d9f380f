"""Draws every picture of the project: card sprites, index overlays, logo.

Our own drawings of the traditional motifs; nothing here is traced from a printed deck, a font or
another vector. `python -m artwork` writes the SVG files that are committed under `static/`.
"""
