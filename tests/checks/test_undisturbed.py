import gc

import pytest

from workbench.checks.undisturbed import undisturbed


def test_there_is_no_search_for_cycles_while_the_work_goes_on_and_one_after_it():
    with undisturbed():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_works_that_overlap_end_with_the_last_of_them():
    first, second = undisturbed(), undisturbed()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()


def test_work_that_fails_leaves_the_search_as_it_was():
    with pytest.raises(ValueError, match="x"), undisturbed():
        raise ValueError("x")
    assert gc.isenabled()


def test_a_search_that_somebody_else_stopped_stays_so():
    gc.disable()
    try:
        with undisturbed():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
