"""Many hands at once: each step of scoring one hand, applied to columns of numbers. Needs numpy."""
