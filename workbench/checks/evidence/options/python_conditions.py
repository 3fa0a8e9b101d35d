"""Conditions in Python source that are known without running it."""

import ast


def is_main_guard(test: ast.expr) -> bool:
    """Whether a condition asks if the file is run as a program."""
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.left, ast.Name)
        and test.left.id == "__name__"
        and isinstance(test.ops[0], ast.Eq)
    )


def is_typing(test: ast.expr) -> bool:
    """Whether a condition holds for type checkers only."""
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )
