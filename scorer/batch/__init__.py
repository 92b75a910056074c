"""Bulk scoring: lines or record batches of hands in, results out in the same order, with bounded memory."""
