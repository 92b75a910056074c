"""What editors ask of a rule file that is being written."""
