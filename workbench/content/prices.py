"""Price tables: the one that ships, or the user's own file in the same form."""

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from workbench.content.sheets import Shape, Sheet, validated
from workbench.core.costs.prices import CACHED_FROM, Price, PriceTable

_Dollars = Annotated[float, Meta(ge=0)]


class _PricedModel(Struct, frozen=True, kw_only=True):
    """One line of a price table; see `Price` for what each key means."""

    id: Annotated[str, Meta(min_length=1)]
    input: _Dollars
    output: _Dollars
    up_to: Annotated[int, Meta(gt=0)] | None = None
    cache_read: _Dollars | None = None
    cache_write: _Dollars | None = None
    cache_write_1h: _Dollars | None = None
    cached_from: Annotated[int, Meta(gt=0)] = CACHED_FROM


class _Prices(Struct, frozen=True, kw_only=True):
    """A price table as it is written."""

    as_of: date
    model: Annotated[tuple[_PricedModel, ...], Meta(min_length=1)]


_SHAPE = Shape(_Prices)


def price_table(sheet: Sheet) -> PriceTable:
    """The price table that a sheet describes: `as_of`, and a `[[model]]` for each price.

    Raises:
        ContentError: the first thing that is wrong with it.

    """
    prices = validated(sheet, _SHAPE)
    if isinstance(prices, tuple):
        raise prices[0]
    return PriceTable(
        prices.as_of,
        tuple(
            Price(
                line.id,
                line.input,
                line.output,
                line.up_to,
                line.cache_read,
                line.cache_write,
                line.cache_write_1h,
                line.cached_from,
            )
            for line in prices.model
        ),
    )
