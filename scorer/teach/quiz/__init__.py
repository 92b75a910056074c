"""Practice: hands drawn from a seed, questions about them, marks with the reason, a result by topic.

    wish -> scores -> questions -> marks -> result

Each is a value; the command line asks and prints.
"""

from scorer.teach.quiz.hands import LEVELS, Wish, quiz_scores
from scorer.teach.quiz.progress import Result, advice
from scorer.teach.quiz.questions import (
    TOPICS,
    Mark,
    Question,
    asked_topics,
    is_readable,
    marked,
    questions,
    topic_name,
)

__all__ = [
    "LEVELS", "TOPICS", "Mark", "Question", "Result", "Wish", "advice", "asked_topics", "is_readable",
    "marked", "questions", "quiz_scores", "topic_name",
]  # fmt: skip
