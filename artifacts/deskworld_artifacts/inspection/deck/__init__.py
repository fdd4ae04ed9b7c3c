"""Decks: slides, shapes, text as it is seen, and what is wrong with them."""
