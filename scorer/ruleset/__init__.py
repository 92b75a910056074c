"""Rule files: found, read with positions, merged with what they extend, and built into a frozen model."""
