"""What is said of every hand, whatever its ruleset: the situation, and the labels of tables."""
