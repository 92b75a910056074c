"""What an editor of rule files asks while somebody types: names that fit, meanings, places, an outline.

Each question is a pure function of the text and a place in it, in lines and columns from 1. The text may be
unfinished at any point.
"""
