"""What rules ask and what a hand shows, as sentences made from the checked expressions of a ruleset."""
