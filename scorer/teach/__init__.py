"""Why a hand counts as it does, and what it just misses."""
