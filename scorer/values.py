"""Frozen dataclass-like values, built without generating code for classes of which there are few values.

`dataclasses` compiles several methods for each class, which takes a millisecond each; a command that scores
one hand would spend a third of its time on that. Here only the constructor is compiled, and only once it has
been called so often that this pays. These classes behave the same in every way that scorer uses:
keyword and positional arguments, defaults, default factories, frozen fields, equality, hash, repr, `replace`.
For type checkers they *are* dataclasses, and the functions of `dataclasses` work with them
(`dataclasses.asdict`, `dataclasses.replace`): what those need is built when it is first accessed.
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
    from functools import cached_property

    def fields_of(value: object) -> dict[str, object]: ...
    def plain_fields(value: object) -> list[object] | None: ...
else:
    MISSING = object()
    OFTEN = 100
    """After so many calls, a constructor is compiled, which makes it about four times as fast."""

    class cached_property:  # noqa: N801
        """Like `functools.cached_property`, without the lock that it has before Python 3.12.

        All instances share that lock, so a process forked while another thread holds it would wait for ever.
        Threads that access the property at the same time may each compute the value; all of them get the same
        one.
        """

        def __init__(self, work_out):
            self.work_out, self.__doc__ = work_out, work_out.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, value, owner=None):
            if value is None:
                return self
            return value.__dict__.setdefault(self.name, self.work_out(value))

    class field:  # noqa: N801
        """Like `dataclasses.field`, for fields with a factory and for fields left out of comparison or
        repr.
        """

        def __init__(self, default=MISSING, default_factory=MISSING, compare=True, repr=True):
            self.default, self.factory = default, default_factory
            self.compare, self.repr = compare, repr

    def dataclass(cls=None, *, frozen=False):
        """Like `dataclasses.dataclass`, for classes with plain annotations."""
        return partial(_value_class, frozen=frozen) if cls is None else _value_class(cls, frozen)

    def fields_of(value):
        """The fields of a value by name, without cached properties; this is what is sent to other
        processes.
        """
        return {name: getattr(value, name) for name in value.__fields__}

    def replace(value, /, **changes):
        """A copy of the value with some fields changed."""
        return type(value)(**{**fields_of(value), **changes})

    def plain_fields(value):
        """The fields of a frozen value in order, without trailing ones that have their default values; None
        for any other object.
        """
        names = getattr(type(value), "__fields__", None)
        if names is None:
            return None
        found = [getattr(value, name) for name in names]
        for name in reversed(names):
            if not found or found[-1] != value.__usual__.get(name, MISSING):
                break
            found.pop()
        return found

    # ---- a class is built from its fields; what its constructor needs is computed for the first value

    def _value_class(cls, frozen):
        own = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 (inspect is slow to import)
        usual = {name: cls.__dict__[name] for name in own if name in cls.__dict__}
        special = {name: one for name, one in usual.items() if one.__class__ is field}
        for name, one in special.items():
            if one.default is MISSING:
                del usual[name]
                delattr(cls, name)
            else:
                usual[name] = one.default
                setattr(cls, name, one.default)
        cls.__usual__ = usual = {**getattr(cls, "__usual__", {}), **usual}
        names = cls.__fields__ = cls.__match_args__ = tuple(
            {**dict.fromkeys(getattr(cls, "__fields__", ())), **own}
        )
        needed = [name not in usual for name in names]
        cls.__special__ = {**getattr(cls, "__special__", {}), **special}
        cls.__needed__ = len(names) - needed[::-1].index(True) if True in needed else 0
        for name, method in _methods(cls, cls.__special__, frozen).items():
            if name not in cls.__dict__:
                setattr(cls, name, method)
        cls.__dataclass_fields__, cls.__dataclass_params__ = _OfDataclass("fields"), _OfDataclass("params")
        return cls

    class _OfDataclass:
        """An attribute that the functions of `dataclasses` look for, built on first access: `dataclasses`
        takes as long to import as a tenth of the time in which a hand is scored.
        """

        def __init__(self, name):
            self.name = f"__dataclass_{name}__"

        def __get__(self, value, cls=None):
            from dataclasses import field as standard_field
            from dataclasses import make_dataclass

            rows = []
            for name in cls.__fields__:
                special = cls.__special__.get(name) or field()
                default = {"default": cls.__usual__[name]} if name in cls.__usual__ else {}
                factory = {} if special.factory is MISSING else {"default_factory": special.factory}
                annotation = next(
                    kind.__dict__["__annotations__"][name]  # noqa: RUF063 (inspect is slow to import)
                    for kind in cls.__mro__
                    if name in kind.__dict__.get("__annotations__", {})  # noqa: RUF063
                )
                options = {"compare": special.compare, "repr": special.repr}
                rows.append((name, annotation, standard_field(**options, **default, **factory)))
            twin = make_dataclass(cls.__name__, rows, frozen="__hash__" in cls.__dict__)
            setattr(cls, self.name, getattr(twin, self.name))
            return getattr(twin, self.name)

    def _methods(cls, special, frozen):
        hidden = [name for name, one in special.items() if not one.compare]
        key = attrgetter(*[name for name in cls.__fields__ if name not in hidden])

        def equal(self, other):
            return key(self) == key(other) if type(other) is type(self) else NotImplemented

        def repr_text(self):
            names = [name for name in cls.__fields__ if name not in special or special[name].repr]
            parts = [f"{name}={getattr(self, name)!r}" for name in names]
            return f"{type(self).__qualname__}({', '.join(parts)})"

        made = _init_of(cls, special)
        methods = {"__init__": made, "__eq__": equal, "__repr__": repr_text, "__getstate__": fields_of}
        if frozen:
            methods |= {
                "__hash__": lambda self: hash(key(self)),
                "__setattr__": _refuse_change,
                "__delattr__": _refuse_change,
            }
        return methods

    def _init_of(cls, special):
        """The constructor: defaults, then positional arguments, then keywords, then factories."""
        names, plain, least = cls.__fields__, cls.__usual__, cls.__needed__
        factories = {name: one.factory for name, one in special.items() if one.factory is not MISSING}
        usual = {}
        """by the number of positional arguments, the defaults of the remaining fields"""
        calls = 0

        def made(self, *args, **given):
            nonlocal calls
            calls += 1
            if calls == OFTEN and cls.__init__ is made:
                cls.__init__ = _compiled_init(cls, factories)
            values = self.__dict__
            if not given and least <= len(args) <= len(names):
                values.update(zip(names, args, strict=False))
                if len(args) < len(names):
                    if len(args) not in usual:
                        usual[len(args)] = {name: plain[name] for name in names[len(args) :]}
                    values.update(usual[len(args)])
                return
            values.update(plain)
            values.update(zip(names, args, strict=False))
            if given and not (given.keys() <= set(names) and given.keys().isdisjoint(names[: len(args)])):
                _complain(self, names, args, given)
            values.update(given)
            for name, make in factories.items():
                if name not in values:
                    values[name] = make()
            if len(args) > len(names) or len(values) < len(names):
                _complain(self, names, args, given)

        return made

    def _compiled_init(cls, factories):
        """The constructor of a class as generated code."""
        names, usual = cls.__fields__, cls.__usual__
        given = [
            f"{name}=usual[{name!r}]" if name in usual else f"{name}=MISSING" if name in factories else name
            for name in names
        ]
        values = [
            f"factories[{name!r}]() if {name} is MISSING else {name}" if name in factories else name
            for name in names
        ]
        # `memo.weight` counts the dictionary; without one, values look smaller to it than they are
        lines = [f"    __values__[{name!r}] = {value}" for name, value in zip(names, values, strict=True)]
        head = [f"def made(self, {', '.join(given)}):", "    __values__ = self.__dict__"]
        scope = {"usual": usual, "factories": factories, "MISSING": MISSING}
        exec("\n".join([*head, *lines]), scope)  # as `dataclasses` does
        made = scope["made"]
        made.__qualname__ = f"{cls.__qualname__}.__init__"
        return made

    def _refuse_change(self, name, *_):
        raise AttributeError(f"{type(self).__name__} is frozen; '{name}' cannot be changed")

    def _complain(self, names, args, given):
        wanted = ", ".join(names)
        raise TypeError(f"{type(self).__name__}({wanted}) was given {len(args)} values and {sorted(given)}")


__all__ = ["cached_property", "dataclass", "field", "fields_of", "plain_fields", "replace"]
