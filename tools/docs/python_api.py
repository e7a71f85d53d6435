"""The Python API from the package itself: what it exports, its signatures and docstrings."""
import inspect
import re
from dataclasses import dataclass


@dataclass
class Item:
    """A class, function or constant of the package, or a member of a class (owner: its class)."""

    name: str
    owner: str
    signature: str
    text: str


def signature_of(value):
    try:
        found = str(inspect.signature(value))
    except (TypeError, ValueError):
        return "()"
    found = re.sub(r"ForwardRef\('(.*?)'\)", r"\1", found)
    packages = r"(?<=[\[ (:|])(?:elastogap|numpy|typing|collections\.abc)(?:\.\w+)*\.(?=\w)"
    return re.sub(packages, "", found).replace("'", "")


def members(owner):
    """Return the public methods and properties that a class defines itself, and the operators that say something."""
    for name, value in vars(owner).items():
        if name.startswith("_") and name not in ("__getitem__", "__call__"):
            continue
        bare = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
        if isinstance(bare, property) or inspect.isfunction(bare) or hasattr(bare, "func"):
            function = getattr(bare, "fget", None) or getattr(bare, "func", None) or bare
            signature = signature_of(function) if function is bare else ""
            yield Item(name, owner.__name__, signature, inspect.getdoc(function) or "")


def items(package):
    """Return all that the package exports, members behind their class."""
    result = []
    for name in package.__all__:
        value = getattr(package, name)
        if inspect.isclass(value):
            text = value.__doc__ or ""
            if text.startswith(name + "("):
                text = ""  # what a dataclass writes for want of a docstring
            shown = "" if issubclass(value, Exception) else signature_of(value)
            result.append(Item(name, "", shown, inspect.cleandoc(text)))
            result.extend(members(value))
        elif callable(value):
            result.append(Item(name, "", signature_of(value), inspect.getdoc(value) or ""))
        else:
            result.append(Item(name, "", f" = {value!r}", "-"))
    return result


def undocumented(package):
    """Name what has no docstring."""
    bare = [item for item in items(package) if not item.text]
    return [".".join(filter(None, (package.__name__, item.owner, item.name))) for item in bare]
