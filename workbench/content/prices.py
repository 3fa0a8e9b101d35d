"""Price tables: the one that ships, or the user's own file in the same form."""

from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from workbench.content.sheets import Shape, Sheet, validated
from workbench.core.costs import Price, PriceTable


class _PricedModel(BaseModel):
    """One line of a price table; see `Price` for what each key means."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    id: str = Field(min_length=1)
    input: float = Field(ge=0)
    output: float = Field(ge=0)
    up_to: int | None = Field(default=None, gt=0)
    cache_read: float | None = Field(default=None, ge=0)
    cache_write: float | None = Field(default=None, ge=0)


class _Prices(BaseModel):
    """A price table as it is written."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    as_of: date
    model: tuple[_PricedModel, ...] = Field(min_length=1)


_SHAPE = Shape(_Prices, nested={"model": tuple(_PricedModel.model_fields)})


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
            Price(line.id, line.input, line.output, line.up_to, line.cache_read, line.cache_write)
            for line in prices.model
        ),
    )
