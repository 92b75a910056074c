"""Many hands at once: lines in, outcomes out, in order and one at a time."""
