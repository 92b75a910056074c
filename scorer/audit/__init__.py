"""What rules come to: how two rulesets differ, in words and on hands, and what one does to sample hands."""
