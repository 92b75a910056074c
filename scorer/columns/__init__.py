"""Many hands at once: the steps of one hand on whole columns, with the same memos. Needs numpy."""
