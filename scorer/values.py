"""Frozen values: the part of `dataclasses` that scorer uses, made without generating code.

`dataclasses` compiles several methods for each class, a millisecond each time; a command that scores
one hand would spend a third of its time on that. These classes behave the same where they are used
here: keyword and positional arguments, defaults, default factories, frozen fields, equality, hash,
order, repr, `replace`. For type checkers they *are* dataclasses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
    from functools import cached_property
else:
    MISSING = object()

    class cached_property:  # noqa: N801
        """Like that of `functools`, without the lock that it has before Python 3.12: one for all values. A
        process that is forked while another thread holds it would wait for it without end.

        Threads that ask at the same time may both work a value out; all of them get the same one.
        """

        def __init__(self, work_out):
            self.work_out, self.__doc__ = work_out, work_out.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, value, owner=None):
            if value is None:
                return self
            return value.__dict__.setdefault(self.name, self.work_out(value))

    class Field:
        """A field with a factory, or one left out of comparison or repr."""

        def __init__(self, default=MISSING, default_factory=MISSING, compare=True, repr=True):
            self.default, self.factory = default, default_factory
            self.compare, self.repr = compare, repr

    def field(**settings):
        """Like `dataclasses.field`."""
        return Field(**settings)

    def dataclass(cls=None, *, frozen=False, order=False):
        """Like `dataclasses.dataclass`, for classes with plain annotations."""

        def made(cls):
            return _value_class(cls, frozen, order)

        return made if cls is None else made(cls)

    def replace(value, /, **changes):
        """The same value with some fields changed."""
        fields = {name: value.__dict__[name] for name in value.__fields__}
        return type(value)(**{**fields, **changes})

    def _value_class(cls, frozen, order):
        own = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 (inspect is slow to import)
        fields = dict(getattr(cls, "__fields__", {}))
        fields.update({name: _field(cls, name) for name in own})
        cls.__fields__, cls.__match_args__ = fields, tuple(fields)
        compared = tuple(name for name, one in fields.items() if one.compare)
        for name, method in _methods(fields, compared, frozen, order).items():
            if name not in cls.__dict__:
                setattr(cls, name, method)
        return cls

    def _field(cls, name):
        default = cls.__dict__.get(name, MISSING)
        if isinstance(default, Field):
            if default.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, default.default)
            return default
        return Field(default)

    def _methods(fields, compared, frozen, order):
        def key(self):
            return tuple(self.__dict__[name] for name in compared)

        def equal(self, other):
            return key(self) == key(other) if type(other) is type(self) else NotImplemented

        def less(self, other):
            return key(self) < key(other) if type(other) is type(self) else NotImplemented

        def shown(self):
            parts = (f"{n}={self.__dict__[n]!r}" for n, one in fields.items() if one.repr)
            return f"{type(self).__qualname__}({', '.join(parts)})"

        methods = {"__init__": _init_of(fields), "__eq__": equal, "__repr__": shown}
        if frozen:
            methods |= {
                "__hash__": lambda self: hash(key(self)),
                "__setattr__": _frozen,
                "__delattr__": _frozen,
            }
        return {**methods, "__lt__": less} if order else methods

    def _init_of(fields):
        """The constructor: defaults, then positions, then keywords, then factories."""
        names = tuple(fields)
        plain = {name: one.default for name, one in fields.items() if one.default is not MISSING}
        factories = {name: one.factory for name, one in fields.items() if one.factory is not MISSING}
        needed = frozenset(names) - plain.keys() - factories.keys()
        usual = {}
        """by the number of positions given, the defaults of the fields behind them"""
        for place in range(len(names), -1, -1):
            if not plain.keys() >= set(names[place:]):
                break
            usual[place] = {name: plain[name] for name in names[place:]}

        def made(self, *args, **given):
            values = self.__dict__
            if not given and len(args) in usual:
                values.update(zip(names, args, strict=False))
                values.update(usual[len(args)])
                return
            values.update(plain)
            values.update(zip(names, args, strict=False))
            if given and not (given.keys() <= fields.keys() and given.keys().isdisjoint(names[: len(args)])):
                _complain(self, names, args, given)
            values.update(given)
            for name, make in factories.items():
                if name not in values:
                    values[name] = make()
            if len(args) > len(names) or not needed <= values.keys():
                _complain(self, names, args, given)

        return made

    def _frozen(self, name, *_):
        raise AttributeError(f"{type(self).__name__} is frozen; '{name}' cannot be changed")

    def _complain(self, names, args, given):
        wanted = ", ".join(names)
        raise TypeError(f"{type(self).__name__}({wanted}) was given {len(args)} values and {sorted(given)}")


__all__ = ["cached_property", "dataclass", "field", "replace"]
