"""The book's Sphinx extensions."""
