"""Python code as a syntax tree."""

import ast
import warnings


def python_tree(text: str) -> ast.Module | None:
    """What some Python code says; None where it does not parse. What Python would warn of stays unsaid."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
