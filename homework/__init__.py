"""The homework of the book: problem sets, and the commands with which a lecturer releases and grades them."""
