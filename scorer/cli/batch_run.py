"""The run itself: every result to its place, and what there is to say at the end."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import click

from scorer.batch.jobs import Interrupts, Stopped
from scorer.batch.tables import Sink
from scorer.cli.batch_files import Hands
from scorer.cli.output import columns
from scorer.cli.progress import measured
from scorer.errors import ScorerError
from scorer.render.result_lines import Result

if TYPE_CHECKING:
    from scorer.batch.run import Summary

Results = Generator[Result, None, None]


class Run:
    """Counts what is written; `summary` counts what it is."""

    def __init__(self, sink: Sink, summary: Summary | None, done: int = 0) -> None:
        self.sink, self.summary, self.done = sink, summary, done
        self.lines = self.failed = 0

    def through(self, hands: Hands, results: Results, shows_bar: bool) -> int:
        """Writes the results until there are no more; gives the exit status of what ended it early, or 0."""
        try:
            self._write(hands, results, shows_bar)
            self.sink.close()
        except Stopped as stopped:
            return self._ended(stopped.status)
        except OSError as error:
            self._close()
            error.strerror = f"{error.strerror or error}, {self._far()}"
            raise
        except ScorerError:
            self._ended(0)
            raise
        return 0

    def _write(self, hands: Hands, results: Results, shows_bar: bool) -> None:
        bar = measured("Hands", hands.length, hands.position, shows_bar)
        with closing(results), Interrupts() as stop, bar as tick:
            for text, is_scored in results:
                stop.hold()
                self._take(text, is_scored)
                stop.release()
                tick()

    def _take(self, text: bytes, is_scored: bool) -> None:
        self.sink.write(text)
        self.lines += 1
        self.failed += not is_scored
        if self.summary is not None:
            self.summary.add(json.loads(text))

    def _ended(self, status: int) -> int:
        """Closes what is written so far and says how far that is."""
        self._close()
        click.echo(f"stopped {self._far()}", err=True)
        return status

    def _close(self) -> None:
        with suppress(OSError):  # what a full disk has refused it refuses again
            self.sink.close()

    def _far(self) -> str:
        before = f" ({self.done:,} before)" if self.done else ""
        return f"after {self.sink.written:,} hands{before}"

    def report(self, form: str) -> None:
        """The summary, or how many hands are not scored."""
        if self.summary is None:
            if self.failed:
                click.echo(f"{self.failed:,} of {self.lines:,} hands are not scored", err=True)
            return
        from scorer.render.summary import summary_document, summary_json
        from scorer.render.text import terminal_text

        if form == "json":
            click.echo(json.dumps(summary_json(self.summary), ensure_ascii=False), err=True)
        else:
            click.echo(terminal_text(summary_document(self.summary), columns()), err=True)
